"""What a competition's channel is told of: sign-up, rounds, decisions, the end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

from discord import ButtonStyle

import matches
from bot.context import Bot
from bot.messages import competition as message
from bot.messages import competition_servers
from bot.messages.pages import Page, pages
from bot.pictures.board import Picture, of_match
from bot.processes.pool import Crashed
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.text import match as match_text
from bot.text import standings
from bot.ui.controls import Control
from bot.ui.layout import RULE, Part, Text, heading
from bot.ui.message import Reply
from competitions.life.held import Held, Team, Teams
from competitions.life.news import Told
from competitions.model.competition import Competition, games_of
from competitions.model.entrants import EntrantId
from competitions.model.events import (
    Agreed,
    Cancelled,
    Corrected,
    Decided,
    Ended,
    Event,
    Joined,
    Left,
    Opened,
    Paired,
    Reinstated,
    Replaced,
    Stalled,
    Started,
    Unpaired,
    Withdrawn,
)
from competitions.model.pairings import Pairing
from games.words import N_, NN_, Fields, say
from matches.model.errors import TableError, Unavailable
from matches.model.ids import MatchId, PlayerId

log = logging.getLogger(__name__)

BEGINS = N_("{name}: round {round} of {rounds} begins")
CONTINUED = N_("{name}: round {round}, continued")
MOVES_UP = NN_(
    "{entrants}: a spot has opened up, so you're in.",
    "{entrants}: a spot has opened up, so you're in.",
)
RULED = N_("Director's decision in round {round}: {outcome}.")
CORRECTED = N_("Director's correction in round {round}: {outcome}.")
WHY = N_("Reason: {reason}")
UPSET = N_("An upset in round {round}: {outcome}, who is rated {more} points higher.")
GOES = N_("{entrant} has withdrawn.")
DISMISSED = N_("The director has removed {entrant}.")
REINSTATED = N_("{entrant} is back in.")
UNPAIRED = N_("The director has withdrawn the pairings of round {round}. New ones are being made.")
STALLED = NN_(
    "{player}, a match won't end by itself. Please decide it.",
    "{player}, {count} matches won't end by themselves. Please decide them.",
)
ASKS = N_("{players}: {player} wants to team up with you here.")
AGREE, DECLINE, MANAGE = N_("Agree"), N_("Decline"), N_("Manage…")
TOGETHER = N_("{entrant} are playing here as a team.")
DECLINED = N_("{player} doesn't want to team up with {others} here.")
REPLACED = N_("{entrant} is taking over from {other}.")
FOR_YOU = N_("The director has let {entrant} take over from you.")
YOUR_MATCHES = N_(
    "{entrant} goes on in the matches that you were playing. Each of them counts as one that you "
    "haven't played to the end. If it's rated, you can't gain points any more, but you lose some "
    "if your seat loses."
)
OVER = N_("{name} is over")
OVER_AGAIN = N_("{name}: the final order after a correction")
WINS = NN_("🏆 {players} wins!", "🏆 {players} share first place!")
DECIDING = N_("The deciding match: `{match}`")
MORE = NN_("… and {count} more", "… and {count} more")

UPSETS = 200
"""How many points of rating make a win worth telling."""
PLACES = 20
"""How many places the final table shows."""
SERVERS = 10
"""How many servers stand above it."""
SHOWN = (
    *(Joined, Agreed, Left, Started, Paired, Unpaired),
    *(Withdrawn, Reinstated, Replaced, Cancelled, Ended),
)
"""The events after which the announcement of the sign-up shows something else."""


@dataclass(frozen=True, slots=True)
class Story:
    """What has happened to a competition, as it is held now."""

    told: Told
    held: Held

    @property
    def event(self) -> Event:
        """What has happened."""
        return self.told.event

    @property
    def player(self) -> PlayerId | None:
        """Who did it; None if that is not known, or if it followed from something else."""
        return self.told.player

    @property
    def now(self) -> Competition:
        """The competition after it."""
        return self.told.after.competition

    @property
    def then(self) -> Held:
        """The competition as it was held after it, with the matches of those rounds that are still
        as they were: some may have been taken back since.
        """
        both = zip(self.now.rounds, self.held.competition.rounds, strict=False)
        kept = {number for number, (then, now) in enumerate(both, start=1) if then == now}
        found = {game: id_ for game, id_ in self.held.matches.items() if game[0] in kept}
        return replace(self.held, competition=self.now, teams=self.teams, matches=found)

    @property
    def teams(self) -> Teams:
        """Who the entrants were then."""
        return self.told.after.teams

    @property
    def earlier(self) -> Teams:
        """Who they were before."""
        return self.teams if self.told.before is None else self.told.before.teams


async def replies(bot: Bot, story: Story, language: NullTranslations) -> list[Reply]:
    """The messages that tell it; none for what needs no telling."""
    event = story.event
    if _is_of_league(story.held, event):
        return []
    if isinstance(event, Ended):
        return [await _ended(bot, story, language)]
    if isinstance(event, Paired):
        return _round(story, event, language)
    tell = _STORIES.get(type(event))
    found = None if tell is None else tell(story, event, language)
    return [] if found is None else [found]


def _is_of_league(held: Held, event: Event) -> bool:
    """Whether a league tells it, of which the competition is a division."""
    if held.terms.part is None:
        return False
    if isinstance(event, Paired):
        return held.terms.together or event.round == 1
    return isinstance(event, Ended | Cancelled)


# Sign-up


def poster(held: Held, language: NullTranslations) -> Reply:
    """The announcement that sign-up is open, with the buttons to sign up; afterwards, how it
    stands.
    """
    controls = [*message.sections_menu(held, language), message.page_button(held.id, language)]
    if held.competition.status == "open":
        leave = message.act_button(message.LEAVE, "cup-leave", held.id, language)
        controls = [message.join_button(held, language), leave, *controls]
    return Reply("", tuple(controls), parts=message.overview(held, language))


def _opened(story: Story, event: Opened, language: NullTranslations) -> Reply:
    return poster(story.held, language)


def _left(story: Story, event: Left, language: NullTranslations) -> Reply | None:
    """Whom the director has removed is named; whose partner has declined is called, and so is who
    moves up from the waiting list.
    """
    lines, called = list[str](), list[PlayerId]()
    if event.reason:
        named = text.entrant(story.earlier, event.entrant, language)
        told = say(DISMISSED, {"entrant": named}, language=language)
        lines.append(_because(told, event.reason, language))
    elif _has_declined(story, event.entrant):
        team = story.earlier.get(event.entrant, ())
        called += [one for one in team if one is not None and one != story.player]
        lines.append(declined(team, story.player, language))
    if up := story.told.moved_up:
        people = text.people(story.then, up)
        entrants = text.entrants(story.teams, up, language)
        fields: Fields = {"entrants": entrants, "count": len(people)}
        lines.append(say(MOVES_UP, fields, language=language))
        called += people
    return _line(story, "\n".join(lines), language, called) if lines else None


def _has_declined(story: Story, entrant: EntrantId) -> bool:
    """Whether somebody of an entrant has left who had been asked, and has never agreed."""
    rows = [one for one in story.held.members if one.entrant == entrant and not one.agreed]
    return any(one.player_id == story.player for one in rows if one.player_id is not None)


def _joined(story: Story, event: Joined, language: NullTranslations) -> Reply | None:
    """Partners who have not agreed yet are called, and asked."""
    held, id_ = story.held, event.entrant.id
    team = story.teams.get(id_, ())
    asked = [
        one for one in team if one is not None and one in held.asked and held.entrant_of(one) == id_
    ]
    if not asked:
        return None
    host = next((one for one in team if one not in asked), None)
    fields: Fields = {
        "player": match_text.mention(host, language),
        "players": ", ".join(match_text.mention(one, language) for one in asked),
    }
    told = say(ASKS, fields, language=language)
    found = _line(story, told, language, asked)
    return replace(found, controls=(*answers_to(held, id_, language), *found.controls))


def answers_to(held: Held, team: EntrantId, language: NullTranslations) -> tuple[Control, ...]:
    """The buttons of somebody who was asked to a team."""
    style = ButtonStyle.success
    return (
        message.act_button(AGREE, "cup-agree", held.id, language, team, style=style),
        message.act_button(DECLINE, "cup-decline", held.id, language, team),
    )


def answered(held: Held, said: str) -> Reply:
    """What stands instead of the question to a partner once they have answered it."""
    return Reply(f"{text.title(held.terms.name, held.id)}\n{said}")


def agreed(team: Team, language: NullTranslations) -> str:
    """That a team plays together."""
    return say(TOGETHER, {"entrant": text.team(team, language)}, language=language)


def declined(team: Team, player: PlayerId | None, language: NullTranslations) -> str:
    """That somebody doesn't want to play in a team."""
    others = tuple(one for one in team if one != player)
    fields = {
        "player": match_text.mention(player, language),
        "others": text.team(others, language),
    }
    return say(DECLINED, fields, language=language)


# Rounds


def _round(story: Story, event: Paired, language: NullTranslations) -> list[Reply]:
    """All pairings in as few messages as Discord allows. Each player is called once."""
    held, number = story.then, event.round
    fields: Fields = {
        "name": text.called(held.terms.name),
        "round": number,
        "rounds": terms.rounds(held.competition),
    }
    found = []
    listed = [*_pages(held, held.competition.rounds[number - 1], language)]
    for at, page in enumerate(listed):
        title = say(CONTINUED if at else BEGINS, fields, language=language)
        last = at == len(listed) - 1
        controls = (
            message.page_button(held.id, language, "mine", message.VIEWS["mine"]),
            message.page_button(held.id, language, "rounds"),
        )
        parts = (heading(title), Text("\n".join(page.lines)))
        found.append(Reply("", controls if last else (), mentions=page.people, parts=parts))
    return found


def _pages(held: Held, pairings: Sequence[Pairing], language: NullTranslations) -> Iterator[Page]:
    """The pairings in pages."""
    return pages(
        (f"{one.number}. {text.pairing(held, one, language)}", text.people(held, one.seats))
        for one in pairings
    )


# Decisions


def _decided(story: Story, event: Decided, language: NullTranslations) -> Reply | None:
    """What the director has decided, and upsets. Other results stand at the boards."""
    ruled, more = story.player is not None, _upset(story, event)
    if not ruled and more < UPSETS:
        return None
    said = text.outcome(story.then, event.game, event.outcome, language)
    fields: Fields = {"round": event.game[0], "outcome": said, "more": more}
    told = say(RULED if ruled else UPSET, fields, language=language)
    return _line(story, _because(told, event.reason, language), language)


def _upset(story: Story, event: Decided) -> int:
    """By how many points the beaten one of two was rated higher than the winner."""
    seating = story.now.pairing(event.game).seating(event.game[2])
    if event.outcome.how != "played" or len(seating) != 2 or len({*event.outcome.ranks}) < 2:
        return 0
    ratings = {one.id: one.rating for one in story.now.entrants}
    by_rank = sorted(zip(event.outcome.ranks, seating, strict=True))
    won, lost = (ratings.get(id_) for _, id_ in by_rank)
    return 0 if won is None or lost is None else round(lost - won)


def _corrected(story: Story, event: Corrected, language: NullTranslations) -> Reply:
    said = text.outcome(story.then, event.game, event.outcome, language)
    fields: Fields = {"round": event.game[0], "outcome": said}
    told = say(CORRECTED, fields, language=language)
    return _line(story, _because(told, event.reason, language), language)


def _withdrawn(story: Story, event: Withdrawn, language: NullTranslations) -> Reply:
    own = story.player in (None, *story.teams.get(event.entrant, ()))
    named = text.entrant(story.teams, event.entrant, language)
    told = say(GOES if own else DISMISSED, {"entrant": named}, language=language)
    return _line(story, _because(told, event.reason, language), language)


def _replaced(story: Story, event: Replaced, language: NullTranslations) -> Reply:
    fields = {
        "entrant": text.entrant(story.teams, event.entrant, language),
        "other": text.entrant(story.earlier, event.entrant, language),
    }
    told = _because(say(REPLACED, fields, language=language), event.reason, language)
    return _line(story, told, language, text.people(story.then, [event.entrant]))


def to_replaced(story: Story, event: Replaced, language: NullTranslations) -> Reply:
    """To those who were an entrant until now: who goes on for them, and why."""
    fields = {"entrant": text.entrant(story.teams, event.entrant, language)}
    told = _because(say(FOR_YOU, fields, language=language), event.reason, language)
    matches = say(YOUR_MATCHES, fields, language=language)
    return _line(story, f"{told}\n-# {matches}", language)


def _reinstated(story: Story, event: Reinstated, language: NullTranslations) -> Reply:
    named = text.entrant(story.teams, event.entrant, language)
    told = say(REINSTATED, {"entrant": named}, language=language)
    called = text.people(story.then, [event.entrant])
    return _line(story, _because(told, event.reason, language), language, called)


def _unpaired(story: Story, event: Unpaired, language: NullTranslations) -> Reply:
    told = say(UNPAIRED, {"round": event.round}, language=language)
    return _line(story, _because(told, event.reason, language), language)


def _stalled(story: Story, event: Stalled, language: NullTranslations) -> Reply:
    """The director is called: nothing goes on without them."""
    held = story.held
    fields: Fields = {"player": text.director(held, language), "count": len(event.games)}
    called = (held.host,) if held.host else ()
    found = _line(story, say(STALLED, fields, language=language), language, called)
    manage = message.act_button(MANAGE, "cup-manage", held.id, language)
    return replace(found, controls=(manage, *found.controls))


def _because(told: str, reason: str, language: NullTranslations) -> str:
    """With people's own words, where there are any."""
    if not reason:
        return told
    fields = {"reason": text.called(reason)}
    return f"{told}\n-# {say(WHY, fields, language=language)}"


# The end


def _cancelled(story: Story, event: Cancelled, language: NullTranslations) -> Reply:
    """It may be that it is played in sections from now on."""
    found = _line(story, terms.state(story.then, language), language)
    sections = message.sections_menu(story.held, language)
    return replace(found, controls=(*sections, *found.controls))


async def _ended(bot: Bot, story: Story, language: NullTranslations) -> Reply:
    """The final table, with the last board of the deciding match."""
    held, now = story.then, story.now
    name = {"name": text.called(held.terms.name)}
    again = story.told.before is not None and story.told.before.competition.status == "over"
    first = now.places[0]
    fields: Fields = {
        "players": text.entrants(held.teams, first, language),
        "count": len(first),
    }
    parts: list[Part] = [
        heading(say(OVER_AGAIN if again else OVER, name, language=language)),
        Text(f"**{say(WINS, fields, language=language)}**"),
        RULE,
    ]
    servers = standings.servers(held, await competition_servers.names(bot, held), language)
    if servers is not None:
        listed = _most(servers.lines, SERVERS, language)
        parts += [Text("\n".join((f"**{servers.title}**", *listed))), RULE]
    lines = [line for block in standings.blocks(held, language) for line in block.lines]
    shown = _most(lines, PLACES, language)
    if now.reason:
        shown.append(f"-# {terms.why(now.reason, language)}")
    parts.append(Text("\n".join(shown)))
    match_id, picture = deciding(held), None
    if match_id is not None:
        parts.append(Text(f"-# {say(DECIDING, {'match': match_id}, language=language)}"))
        picture = await _board(bot, match_id, language)
    controls = (
        message.page_button(held.id, language, "table", message.VIEWS["table"]),
        message.page_button(held.id, language),
    )
    return Reply("", controls, picture, text.people(held, first), parts=tuple(parts))


def _most(lines: Sequence[str], most: int, language: NullTranslations) -> list[str]:
    """The first lines, and how many more there are."""
    shown = list(lines[:most])
    if len(lines) > most:
        shown.append(say(MORE, {"count": len(lines) - most}, language=language))
    return shown


def deciding(held: Held) -> MatchId | None:
    """The match that decided it: the last one of a winner, against the runner-up if they met."""
    now = held.competition
    best = [id_ for place in now.places[:2] for id_ in place]
    for pairings in reversed(now.rounds):
        with_winner = [one for one in pairings if {*one.seats} & {*now.places[0]}]
        with_winner.sort(key=lambda one: -len({*one.seats} & {*best}))
        for one in with_winner:
            played = [held.matches[game] for game in games_of(one) if game in held.matches]
            if played:
                return played[-1]
    return None


async def _board(bot: Bot, match_id: MatchId, language: NullTranslations) -> Picture | None:
    """The last board of a match; None if it can't be painted. Raises Unavailable."""
    try:
        return await of_match(bot, await matches.get(bot.database, match_id), language)
    except Unavailable:
        raise
    except (TableError, Crashed) as error:
        log.warning("match=%s is told without its board: %r", match_id, error)
        return None


def _line(
    story: Story, told: str, language: NullTranslations, called: Sequence[PlayerId] = ()
) -> Reply:
    """A few words, with the button to the page."""
    held = story.held
    head, page = text.title(held.terms.name, held.id), message.page_button(held.id, language)
    return Reply(f"{head}\n{told}", (page,), mentions=tuple(dict.fromkeys(called)))


_STORIES: Mapping[type, Callable[[Story, Any, NullTranslations], Reply | None]] = {
    Opened: _opened,
    Joined: _joined,
    Left: _left,
    Decided: _decided,
    Corrected: _corrected,
    Stalled: _stalled,
    Unpaired: _unpaired,
    Withdrawn: _withdrawn,
    Reinstated: _reinstated,
    Replaced: _replaced,
    Cancelled: _cancelled,
}
"""How each kind of event is told. The others need no telling: sign-ups show on the page."""
