"""The messages to a league's channel: seasons that begin and end, decisions."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, TypeAlias

from discord.utils import format_dt

from bot.context import Bot
from bot.messages.competitions import end as competition_end
from bot.messages.competitions import league as message
from bot.messages.competitions.tournament import page_of
from bot.messages.pages import pages
from bot.pictures.board import Picture
from bot.text import competition as text
from bot.text import league as league_text
from bot.ui.layout import Text, heading
from bot.ui.message import Reply
from competitions.leagues import queries
from competitions.leagues.held import Held
from competitions.leagues.news import Told
from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.league.divisions import zones
from competitions.model.league.events import (
    Begun,
    Closed,
    Event,
    Finished,
    Last,
    Left,
    Opened,
    Postponed,
)
from games.words import N_, say
from matches.model.ids import MatchId, PlayerId

log = logging.getLogger(__name__)

BEGINS = N_("{name}: season {season} begins")
CONTINUED = N_("{name}: season {season}, continued")
OVER = N_("{name}: season {season} is over")
OVER_AGAIN = N_("{name}: final standings of season {season} after a correction")
ENDS = N_("It ends on {time} at the latest.")
NEXT = N_(
    "The next season starts on {time}. This season's players are signed up automatically unless "
    "they cancel."
)
POSTPONED = N_("Too few people signed up, so season {season} has been postponed to {time}.")
DECIDING = N_("The deciding match of the first division: `{match}`")
LAST = N_("Season {season} is this league's last.")
CLOSED = N_("The league is over.")
ABSENT = N_("{player} didn't show up, so they're no longer signed up for the next season.")
DISMISSED = N_("The director has removed {player} from the list for the next season.")


@dataclass(frozen=True, slots=True)
class _Story:
    """An event of a league, with the league as it is now."""

    bot: Bot
    held: Held
    told: Told
    language: NullTranslations

    def say(self, sentence: str, **fields: str | int) -> str:
        """A sentence in the language of the channel."""
        return say(sentence, fields, language=self.language)

    def players(self, ids: Sequence[MemberId]) -> list[PlayerId]:
        """The players behind these members."""
        found = (self.held.people.get(id_) for id_ in ids)
        return [one for one in found if one is not None]

    def because(self, told: str, reason: str) -> str:
        """The text, followed by somebody's own words if there are any."""
        return text.because(told, text.called(reason), self.language)

    async def line(self, told: str, called: Sequence[MemberId] = ()) -> list[Reply]:
        """A short text, with the button to the league's page."""
        head = text.title(self.held.terms.name, self.held.id, self.language)
        mentions = await self.bot.preferences.called(self.players(called))
        button = page_of(self.held.id, self.language)
        return [Reply(f"{head}\n{text.capital(told)}", (button,), mentions=mentions)]


async def replies(bot: Bot, held: Held, told: Told, language: NullTranslations) -> list[Reply]:
    """The messages about an event; empty if it isn't announced."""
    tell = _STORIES.get(type(told.event))
    return [] if tell is None else await tell(_Story(bot, held, told, language), told.event)


async def _opened(story: _Story, event: Opened) -> list[Reply]:
    return [message.poster(story.held, story.language)]


async def _begun(story: _Story, event: Begun) -> list[Reply]:
    """All divisions in as few messages as Discord allows. Each player is mentioned once."""
    return await _listed(story, event.season, BEGINS, [*_divisions(story, event)])


def _divisions(story: _Story, event: Begun) -> Iterator[tuple[str, list[PlayerId]]]:
    """The divisions, one line each, and when the season ends."""
    for number, one in enumerate(event.divisions, start=1):
        title = story.say(league_text.DIVISION, division=number)
        named = text.members(story.held.people, one, story.language)
        yield f"**{title}**\n{named}", story.players(one)
    if story.held.league.season == event.season:
        yield f"-# {story.say(ENDS, time=format_dt(story.held.terms.starts_at, 'f'))}", []


async def _finished(story: _Story, event: Finished) -> list[Reply]:
    """The final orders, with promotions and relegations. Mentions the first of each division."""
    before = story.told.before
    again = before is not None and bool(before.finals)
    lines, match_id, picture = [*_finals(story, event)], await _deciding(story, event), None
    if match_id is not None:
        lines.append((f"-# {story.say(DECIDING, match=match_id)}", []))
        picture = await competition_end.board(story.bot, match_id, story.language)
    return await _listed(story, event.season, OVER_AGAIN if again else OVER, lines, picture)


async def _deciding(story: _Story, event: Finished) -> MatchId | None:
    """The match that decided the first division; None once another season has begun. Raises
    Unavailable.
    """
    if story.held.league.season != event.season:
        return None
    try:
        return competition_end.deciding(await queries.division(story.bot.database, story.held, 1))
    except CompetitionError as error:
        log.warning("competition=%s is told without its first division: %r", story.held.id, error)
        return None


def _finals(story: _Story, event: Finished) -> Iterator[tuple[str, list[PlayerId]]]:
    """The final orders, one line for each member."""
    now = story.told.after
    found = zones(event.finals, now.settings.rules)
    for number, (one, zone) in enumerate(zip(event.finals, found, strict=True), start=1):
        title = story.say(league_text.DIVISION, division=number)
        lines = [
            f"`{place:>3}` {text.member(story.held.people, id_, story.language)}"
            for place, id_ in enumerate(one, start=1)
        ]
        first, *others = lines if now.ends else league_text.zoned(lines, zone)
        yield f"**{title}**\n{first}", story.players(one[:1])
        yield from ((line, []) for line in others)
    if not now.ends and story.held.league.season == event.season:
        yield f"-# {story.say(NEXT, time=format_dt(story.held.terms.starts_at, 'f'))}", []


async def _listed(
    story: _Story,
    season: int,
    sentence: str,
    lines: Sequence[tuple[str, Sequence[PlayerId]]],
    picture: Picture | None = None,
) -> list[Reply]:
    """Long lists, with the picture and the buttons below the last message."""
    held, language = story.held, story.language
    found, listed = list[Reply](), [*pages(lines)]
    name = text.called(held.terms.name)
    controls = (
        message.page_button(held, language, "mine"),
        message.page_button(held, language, "table"),
        page_of(held.id, language),
    )
    for at, page in enumerate(listed):
        title = story.say(CONTINUED if at else sentence, name=name, season=season)
        parts = (heading(title), Text("\n".join(page.lines)))
        called = await story.bot.preferences.called(page.people)
        last = at == len(listed) - 1
        shown = picture if last else None
        found.append(Reply("", controls if last else (), shown, called, parts=parts))
    return found


async def _left(story: _Story, event: Left) -> list[Reply]:
    """Members who were absent or were taken off the list. Those who withdraw themselves aren't
    announced; it shows on the page.
    """
    named = text.member(story.held.people, event.member, story.language)
    if event.reason:
        told = story.because(story.say(DISMISSED, player=named), event.reason)
        return await story.line(told, [event.member])
    if story.told.player is not None or story.held.people.get(event.member) is None:
        return []
    return await story.line(story.say(ABSENT, player=named), [event.member])


async def _postponed(story: _Story, event: Postponed) -> list[Reply]:
    starts = format_dt(story.held.terms.starts_at, "f")
    season = story.told.after.season + 1
    return await story.line(story.say(POSTPONED, season=season, time=starts))


async def _last(story: _Story, event: Last) -> list[Reply]:
    told = story.say(LAST, season=story.told.after.season)
    return await story.line(story.because(told, event.reason))


async def _closed(story: _Story, event: Closed) -> list[Reply]:
    return await story.line(story.because(story.say(CLOSED), event.reason))


Tell: TypeAlias = Callable[[_Story, Any], Awaitable[list[Reply]]]
_STORIES: Mapping[type[Event], Tell] = {
    Opened: _opened,
    Begun: _begun,
    Finished: _finished,
    Left: _left,
    Postponed: _postponed,
    Last: _last,
    Closed: _closed,
}
"""How each kind of event is told. Sign-ups aren't announced; they show on the page."""
