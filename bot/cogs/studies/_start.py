"""Where studies begin: at a match's present position, at a stop of its replay, at any position."""

from __future__ import annotations

import asyncio
from gettext import NullTranslations

from bot.cogs.studies._at_hand import match_of, show
from bot.cogs.studies._message import View, named
from bot.context import Interaction
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.records.source import Source
from games.stops import Stop
from games.words import N_, Fields, say
from matches.archive import records
from matches.model.ids import NO_ID
from matches.model.match import Match
from matches.studies import shelf
from matches.studies.shelf import Opened, Start

GAVE_WAY = N_(
    "You already had {count} studies, so I've deleted the one you hadn't used for longest to make "
    "room for this one: {study}. Studies with names are kept."
)


async def start_of(interaction: Interaction, match: Match) -> Start:
    """The match's last position in which somebody could move: before the turn, the resignation or
    the like that has ended it.
    """
    if match.position.to_move is not None:
        return Start.of(match)
    source = Source.stored(match)
    _, stop = await source.at(interaction, max(len(match.logged) - 1, 0))
    return await at_stop(match, stop)


async def at_stop(match: Match, stop: Stop) -> Start:
    """The match after this many of its turns and events; for a match from a file, only that
    position. A thread makes its text, which takes up to 9 ms after 2,000 turns.
    """
    return await asyncio.to_thread(_at_stop, match, stop)


def _at_stop(match: Match, stop: Stop) -> Start:
    start = Start.of(records.at(match, stop))
    return Start(start.game, start.setup, start.position) if match.id == NO_ID else start


async def open_at(interaction: Interaction, start: Start, match: Match | None = None) -> None:
    """Opens the user's study at a position, and shows it in place of the acknowledgement. `match`
    is the one that it is about. Raises TooManyStudies.
    """
    owner = user_of(interaction)
    opened = await shelf.open_at(interaction.client.database, owner, start)
    found = match if start.match_id is not None and match is not None else None
    found = found or await match_of(interaction, opened.study)
    note = _note(opened, language_of(interaction))
    await show(interaction, View(opened.study, found, note=note))


def _note(opened: Opened, language: NullTranslations) -> str:
    if opened.gone is None:
        return ""
    fields: Fields = {"count": shelf.MOST, "study": named(opened.gone, language)}
    return say(GAVE_WAY, fields, language=language)
