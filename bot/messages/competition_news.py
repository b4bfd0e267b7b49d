"""What a competition's channel is told of: sign-up, rounds, decisions, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from discord import ButtonStyle

import matches
from bot.context import Bot
from bot.messages import competition as message
from bot.pictures.board import Picture, of_match
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.text import match as match_text
from bot.text import standings
from bot.text.discord_limits import CALLED, LAYOUT_TEXT
from bot.ui.layout import RULE, Part, Text, heading
from bot.ui.message import Reply
from competitions.life.held import Held, Teams
from competitions.life.news import Told
from competitions.model.competition import Competition, games_of
from competitions.model.entrants import EntrantId
from competitions.model.events import (
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
    Unpaired,
    Withdrawn,
)
from competitions.model.pairings import Pairing
from games.words import N_, NN_, Fields, say
from matches.model.ids import MatchId, PlayerId

BEGINS = N_("{name}: round {round} of {rounds} begins")
CONTINUED = N_("{name}: round {round}, continued")
MOVES_UP = N_("{entrants}: a place has become free, so you take part now.")
RULED = N_("Decision of the director in round {round}: {outcome}.")
CORRECTED = N_("Correction by the director in round {round}: {outcome}.")
WHY = N_("Reason: {reason}")
UPSET = N_("An upset in round {round}: {outcome}, who is rated {more} points higher.")
GOES = N_("{entrant} has withdrawn.")
DISMISSED = N_("The director has taken {entrant} out.")
REINSTATED = N_("{entrant} takes part again.")
UNPAIRED = N_("The director has taken back the pairings of round {round}. It's paired anew.")
STALLED = NN_(
    "{player}, a game won't end by itself. Please decide it.",
    "{player}, {count} games won't end by themselves. Please decide them.",
)
ASKS = N_("{players}: {player} wants to play here in a team with you.")
AGREE, DECLINE, MANAGE = N_("Agree"), N_("Decline"), N_("Manage …")
REPLACED = N_("{entrant} plays on instead of {other}.")
OVER = N_("{name} is over")
OVER_AGAIN = N_("{name}: the final order after a correction")
WINS = NN_("🏆 {players} wins!", "🏆 {players} share first place!")
DECIDING = N_("The deciding match: `{match}`")
MORE = NN_("… and {count} more", "… and {count} more")

UPSETS = 200
"""How many points of rating make a win worth telling."""
PLACES = 20
"""How many places the final table shows."""


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
    if isinstance(event, Ended):
        return [await _ended(bot, story, language)]
    if isinstance(event, Paired):
        return await _round(bot, story, event, language)
    tell = _STORIES.get(type(event))
    found = None if tell is None else tell(story, event, language)
    return [] if found is None else [found]


# Sign-up


def poster(held: Held, language: NullTranslations) -> Reply:
    """The announcement that sign-up is open, with the buttons to sign up; afterwards, how it
    stands.
    """
    controls = [message.page_button(held.id, language)]
    if held.competition.status == "open":
        leave = message.act_button(message.LEAVE, "cup-leave", held.id, language)
        controls = [message.join_button(held, language), leave, *controls]
    return Reply("", tuple(controls), parts=message.overview(held, language))


def _opened(story: Story, event: Opened, language: NullTranslations) -> Reply:
    return poster(story.held, language)


def _left(story: Story, event: Left, language: NullTranslations) -> Reply | None:
    """Who moves up from the waiting list is called; whom the director has taken off is named."""
    if event.reason:
        named = text.entrant(story.earlier, event.entrant, language)
        told = say(DISMISSED, {"entrant": named}, language=language)
        return _line(story, _because(told, event.reason, language), language)
    up = story.told.moved_up
    if not up:
        return None
    fields = {"entrants": text.entrants(story.teams, up, language)}
    return _line(story, say(MOVES_UP, fields, language=language), language, up)


def _joined(story: Story, event: Joined, language: NullTranslations) -> Reply | None:
    """Partners who have not agreed yet are called, and asked."""
    held, id_ = story.held, event.entrant.id
    team = story.teams.get(id_, ())
    asked = [one for one in team if one in held.asked]
    if not asked:
        return None
    host = next((one for one in team if one not in held.asked), None)
    fields: Fields = {
        "player": match_text.mention(host, language),
        "players": ", ".join(match_text.mention(one, language) for one in asked),
    }
    agree = message.act_button(AGREE, "cup-agree", held.id, language, style=ButtonStyle.success)
    decline = message.act_button(DECLINE, "cup-leave", held.id, language)
    head = text.title(held.terms.name, held.id)
    told = f"{head}\n{say(ASKS, fields, language=language)}"
    page = message.page_button(held.id, language)
    return Reply(told, (agree, decline, page), mentions=tuple(filter(None, asked)))


# Rounds


async def _round(bot: Bot, story: Story, event: Paired, language: NullTranslations) -> list[Reply]:
    """All pairings in as few messages as Discord allows. Each player is called once."""
    held, number = story.held, event.round
    fields: Fields = {
        "name": text.called(held.terms.name),
        "round": number,
        "rounds": terms.rounds(held.competition),
    }
    found = []
    pages = [*_pages(held, held.competition.rounds[number - 1], language)]
    for at, page in enumerate(pages):
        title = say(CONTINUED if at else BEGINS, fields, language=language)
        called = await bot.preferences.called(text.people(held, page.entrants))
        last = at == len(pages) - 1
        controls = (
            message.page_button(held.id, language, "mine", message.VIEWS["mine"]),
            message.page_button(held.id, language, "rounds"),
        )
        parts = (heading(title), Text("\n".join(page.lines)))
        found.append(Reply("", controls if last else (), mentions=called, parts=parts))
    return found


@dataclass(frozen=True, slots=True)
class _Page:
    lines: tuple[str, ...] = ()
    entrants: tuple[EntrantId, ...] = ()


def _pages(held: Held, pairings: Sequence[Pairing], language: NullTranslations) -> Iterator[_Page]:
    """The pairings in pages that have room in a message, and call no more people than it may."""
    page, room = _Page(), LAYOUT_TEXT - _TITLE
    for one in pairings:
        line = f"{one.number}. {text.pairing(held, one, language)}"
        people = text.people(held, (*page.entrants, *one.seats))
        if page.lines and (len(line) >= room or len(people) > CALLED):
            yield page
            page, room = _Page(), LAYOUT_TEXT - _TITLE
        page = _Page((*page.lines, line), (*page.entrants, *one.seats))
        room -= len(line) + 1
    yield page


_TITLE = 300
"""Characters that are kept for a title."""


# Decisions


def _decided(story: Story, event: Decided, language: NullTranslations) -> Reply | None:
    """What the director has decided, and upsets. Other results stand at the boards."""
    fields: Fields = {"round": event.game[0]}
    said = text.outcome(story.held, event.game, event.outcome, language)
    if story.player is not None:
        told = say(RULED, {**fields, "outcome": said}, language=language)
        return _line(story, _because(told, event.reason, language), language)
    more = _upset(story, event)
    if more < UPSETS:
        return None
    told = say(UPSET, {**fields, "outcome": said, "more": more}, language=language)
    return _line(story, told, language)


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
    said = text.outcome(story.held, event.game, event.outcome, language)
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
    return _line(story, told, language, [event.entrant])


def _reinstated(story: Story, event: Reinstated, language: NullTranslations) -> Reply:
    named = text.entrant(story.teams, event.entrant, language)
    told = say(REINSTATED, {"entrant": named}, language=language)
    return _line(story, _because(told, event.reason, language), language, [event.entrant])


def _unpaired(story: Story, event: Unpaired, language: NullTranslations) -> Reply:
    told = say(UNPAIRED, {"round": event.round}, language=language)
    return _line(story, _because(told, event.reason, language), language)


def _stalled(story: Story, event: Stalled, language: NullTranslations) -> Reply:
    """The director is called: nothing goes on without them."""
    held = story.held
    fields: Fields = {"player": text.director(held, language), "count": len(event.games)}
    head = text.title(held.terms.name, held.id)
    told = f"{head}\n{say(STALLED, fields, language=language)}"
    manage = message.act_button(MANAGE, "cup-manage", held.id, language)
    return Reply(
        told,
        (manage, message.page_button(held.id, language)),
        mentions=(held.host,) if held.host else (),
    )


def _because(told: str, reason: str, language: NullTranslations) -> str:
    """With people's own words, where there are any."""
    if not reason:
        return told
    fields = {"reason": text.called(reason)}
    return f"{told}\n-# {say(WHY, fields, language=language)}"


# The end


def _cancelled(story: Story, event: Cancelled, language: NullTranslations) -> Reply:
    return _line(story, terms.state(story.held, language), language)


async def _ended(bot: Bot, story: Story, language: NullTranslations) -> Reply:
    """The final table, with the last board of the deciding match."""
    held, now = story.held, story.now
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
    lines = [line for block in standings.blocks(held, language) for line in block.lines]
    shown = lines[:PLACES]
    if len(lines) > PLACES:
        shown.append(say(MORE, {"count": len(lines) - PLACES}, language=language))
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
    called = await bot.preferences.called(text.people(held, first))
    return Reply("", controls, picture, called, parts=tuple(parts))


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


async def _board(bot: Bot, match_id: MatchId, language: NullTranslations) -> Picture:
    return await of_match(bot, await matches.get(bot.database, match_id), language)


def _line(
    story: Story, told: str, language: NullTranslations, called: Sequence[EntrantId] = ()
) -> Reply:
    """A few words, with the button to the page."""
    held = story.held
    head = text.title(held.terms.name, held.id)
    mentions = text.people(held, called)
    return Reply(f"{head}\n{told}", (message.page_button(held.id, language),), mentions=mentions)


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
