"""The messages to a competition's channel: rounds and decisions. Sign-up and end have modules of
their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

from bot.context import Bot
from bot.messages.competitions import end, sign_up
from bot.messages.competitions import tournament as message
from bot.messages.competitions.sign_up import DISMISSED
from bot.messages.competitions.story import Story, because, line
from bot.messages.pages import Page, pages
from bot.text import competition as text
from bot.text import competition_terms as terms
from bot.ui.layout import Text, heading
from bot.ui.message import Reply
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
from competitions.tournaments.held import Held
from games.words import N_, NN_, Fields, say

BEGINS = N_("{name}: round {round} of {rounds} begins")
CONTINUED = N_("{name}: round {round}, continued")
RULED = N_("Director's decision in round {round}: {outcome}.")
CORRECTED = N_("Director's correction in round {round}: {outcome}.")
UPSET = N_("An upset in round {round}: {outcome}, who is rated {more} points higher.")
GOES = N_("{entrant} has withdrawn.")
REINSTATED = N_("{entrant} is back in.")
UNPAIRED = N_("The director has cancelled the pairings of round {round}. New ones will follow.")
STALLED = NN_(
    "{player}, a match won't end on its own. Please decide its result.",
    "{player}, {count} matches won't end on their own. Please decide their results.",
)
MANAGE = N_("Manage…")
REPLACED = N_("{entrant} is taking over from {other}.")
FOR_YOU = N_("The director has let {entrant} take over from you.")
YOUR_MATCHES = N_(
    "{entrant} takes over the matches you were playing. Each of them counts as one you didn't "
    "play to the end. In rated ones you can't gain any more points, but you'll lose some if "
    "your seat loses."
)

UPSETS = 200
"""From how many rating points a win over a stronger entrant is worth telling."""


async def replies(bot: Bot, story: Story, language: NullTranslations) -> list[Reply]:
    """The messages about an event; empty if it isn't announced."""
    event = story.event
    if _is_of_league(story.held, event):
        return []
    if isinstance(event, Ended):
        return [await end.ended(bot, story, language)]
    if isinstance(event, Paired):
        return _round(story, event, language)
    tell = _STORIES.get(type(event))
    found = None if tell is None else tell(story, event, language)
    return [] if found is None else [found]


def _is_of_league(held: Held, event: Event) -> bool:
    """Whether the league tells the event, because the competition is one of its divisions."""
    if held.terms.part is None:
        return False
    if isinstance(event, Paired):
        return held.terms.together or event.round == 1
    return isinstance(event, Ended | Cancelled)


def _round(story: Story, event: Paired, language: NullTranslations) -> list[Reply]:
    """All pairings in as few messages as Discord allows. Each player is mentioned once."""
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
    """The pairings in pages, and who isn't paired."""
    lines = [
        (told, text.people(held, one.seats))
        for told, one in text.round_lines(held, pairings, language)
    ]
    if free := text.free(held, pairings, language):
        lines.append((f"-# {free}", ()))
    return pages(lines)


def _decided(story: Story, event: Decided, language: NullTranslations) -> Reply | None:
    """The director's decisions, and upsets. Other results are seen on the boards."""
    ruled, more = story.player is not None, _upset(story, event)
    if not ruled and more < UPSETS:
        return None
    said = text.outcome(story.then, event.game, event.outcome, language)
    fields: Fields = {"round": event.game[0], "outcome": said, "more": more}
    told = say(RULED if ruled else UPSET, fields, language=language)
    return line(story, because(told, event.reason, language), language)


def _upset(story: Story, event: Decided) -> int:
    """How many rating points more the loser has than the winner; 0 or less if it is no upset.

    The game must be won on the board: entrants who were absent or lost on time have not been
    beaten. Tables of three and four have no upsets: weaker entrants come first often enough there,
    and no single one has beaten another.
    """
    seating = story.now.pairing(event.game).seating(event.game[2])
    if event.outcome.how != "played" or len(seating) != 2 or len({*event.outcome.ranks}) < 2:
        return 0
    ratings = {one.id: one.rating for one in story.now.signed if one.id in seating}
    by_rank = sorted(zip(event.outcome.ranks, seating, strict=True))
    won, lost = (ratings.get(id_) for _, id_ in by_rank)
    return 0 if won is None or lost is None else round(lost - won)


def _corrected(story: Story, event: Corrected, language: NullTranslations) -> Reply:
    said = text.outcome(story.then, event.game, event.outcome, language)
    fields: Fields = {"round": event.game[0], "outcome": said}
    told = say(CORRECTED, fields, language=language)
    return line(story, because(told, event.reason, language), language)


def _withdrawn(story: Story, event: Withdrawn, language: NullTranslations) -> Reply:
    own = story.player in (None, *story.teams.get(event.entrant, ()))
    named = text.entrant(story.teams, event.entrant, language)
    told = say(GOES if own else DISMISSED, {"entrant": named}, language=language)
    return line(story, because(told, event.reason, language), language)


def _replaced(story: Story, event: Replaced, language: NullTranslations) -> Reply:
    fields = {
        "entrant": text.entrant(story.teams, event.entrant, language),
        "other": text.entrant(story.earlier, event.entrant, language),
    }
    told = because(say(REPLACED, fields, language=language), event.reason, language)
    return line(story, told, language, text.people(story.then, [event.entrant]))


def to_replaced(story: Story, event: Replaced, language: NullTranslations) -> Reply:
    """The message to those who have been replaced: who plays on for them, and why."""
    fields = {"entrant": text.entrant(story.teams, event.entrant, language)}
    told = because(say(FOR_YOU, fields, language=language), event.reason, language)
    matches = say(YOUR_MATCHES, fields, language=language)
    return line(story, f"{told}\n-# {matches}", language)


def _reinstated(story: Story, event: Reinstated, language: NullTranslations) -> Reply:
    named = text.entrant(story.teams, event.entrant, language)
    told = say(REINSTATED, {"entrant": named}, language=language)
    called = text.people(story.then, [event.entrant])
    return line(story, because(told, event.reason, language), language, called)


def _unpaired(story: Story, event: Unpaired, language: NullTranslations) -> Reply:
    told = say(UNPAIRED, {"round": event.round}, language=language)
    return line(story, because(told, event.reason, language), language)


def _stalled(story: Story, event: Stalled, language: NullTranslations) -> Reply:
    """Mentions the director, without whom nothing goes on."""
    held = story.held
    fields: Fields = {"player": text.director(held, language), "count": len(event.games)}
    called = (held.host,) if held.host else ()
    found = line(story, say(STALLED, fields, language=language), language, called)
    manage = message.act_button(MANAGE, "cup-manage", held.id, language)
    return replace(found, controls=(manage, *found.controls))


_STORIES: Mapping[type, Callable[[Story, Any, NullTranslations], Reply | None]] = {
    Opened: sign_up.opened,
    Joined: sign_up.joined,
    Left: sign_up.left,
    Decided: _decided,
    Corrected: _corrected,
    Stalled: _stalled,
    Unpaired: _unpaired,
    Withdrawn: _withdrawn,
    Reinstated: _reinstated,
    Replaced: _replaced,
    Cancelled: end.cancelled,
}
"""How each kind of event is told. The others aren't announced: sign-ups show on the page."""
