"""The pictures of a competition's page: bracket, crosstable, standings, the reader's own course."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial

from bot.commands import people
from bot.context import Interaction
from bot.interactions.contexts import guild_of, user_of
from bot.interactions.locale import language_of
from bot.messages.competitions import servers as competition_servers
from bot.messages.competitions.tournament import View
from bot.pictures.board import Picture, theme_of
from bot.pictures.competitions.bracket import bracket_picture, has_bracket
from bot.pictures.competitions.common import Drawn, Reader, painted
from bot.pictures.competitions.crosstable import crosstable_picture
from bot.pictures.competitions.season import season_picture
from bot.pictures.competitions.standings import Zones, standings_picture
from bot.processes.jobs import Engaged, Full
from bot.processes.pool import Crashed, TooLong
from competitions.formats import groups
from competitions.leagues import queries as leagues
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.placings import page_of
from competitions.standings.table import Standings, standings
from competitions.tournaments.held import Held

log = logging.getLogger(__name__)

LARGE = 40
"""With more entrants there are no pictures of courses, since these take a table for each round."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """The picture of a view, if there is one. `page` is the page it shows (None: it has no pages),
    and `pages` how many there are.
    """

    picture: Picture | None = None
    page: int | None = None
    pages: int = 1


async def of_view(
    interaction: Interaction, held: Held, which: View, page: int | None = None
) -> Pictured:
    """The picture of a page of a view; by default, the page with the user's own row. There is none
    if there is nothing to paint, or if it takes too long: words say the same.
    """
    if held.sheet is not None:
        return Pictured(None, held.sheet.page, held.sheet.pages)
    if which not in ("table", "mine") or not held.competition.rounds:
        return Pictured()
    bot, player = interaction.client, user_of(interaction)
    own, language = held.entrant_of(player), language_of(interaction)
    reader = Reader(
        names=await people.known_entrants(bot, held, language),
        captions=people.captions(bot, held.terms.guild, held.teams, language),
        language=language,
        theme=await theme_of(bot, player, guild_of(interaction)),
        title=held.terms.name,
        own=own,
        servers=await competition_servers.of_entrants(bot, held, guild_of(interaction)),
    )
    drawing = _table if which == "table" else _way
    draw = partial(drawing, zones=await zones(interaction, held))
    drawn = await asyncio.to_thread(draw, held.competition, reader, page)
    if drawn is None:
        return Pictured()
    picture = await shown(interaction, drawn, held.id)
    return Pictured(picture, drawn.page if drawn.pages > 1 else None, drawn.pages)


async def shown(interaction: Interaction, drawn: Drawn, id_: str) -> Picture | None:
    """The picture for the user; None if it can't be painted in time. It may have to wait for other
    heavy work of the same person.
    """
    try:
        async with asyncio.timeout(interaction.client.settings.picture_patience):
            return await painted(interaction.client, drawn, user_of(interaction))
    except (Crashed, Engaged, Full, TooLong, TimeoutError) as error:
        log.info("competition=%s without its picture: %r", id_, error)
        return None


async def zones(interaction: Interaction, held: Held) -> Zones | None:
    """The promotion and relegation zones of a division in its league's latest season; else None."""
    part = held.terms.part
    if part is None:
        return None
    league = (await leagues.of_part(interaction.client.database, part)).league
    if league.season != part.season:
        return None
    found = league.zones[part.division - 1]
    return Zones(found.promoted, found.relegated, medals=part.division == 1)


def _table(now: Competition, reader: Reader, page: int | None, zones: Zones | None) -> Drawn | None:
    """The picture of the standings. Brackets and groups have a single one, on the first page."""
    if has_bracket(now):
        return None if page else bracket_picture(now, reader)
    if now.settings.format == "groups":
        return None if page else crosstable_picture(now, reader, table=_group(now, reader.own))
    table = standings(now)

    def draw(at: int) -> Drawn:
        if now.settings.format == "round-robin" and zones is None:
            return crosstable_picture(now, reader, table=table, page=at)
        return standings_picture(now, reader, table=table, zones=zones, page=at)

    drawn = draw(page or 0)
    own = _page_of(reader.own, table, drawn.pages) if page is None else 0
    return draw(own) if own else drawn


def _page_of(entrant: EntrantId | None, table: Standings, pages: int) -> int:
    """The page with the row of an entrant, or else the first. Pages are as even as possible."""
    rows = [row.entrant for row in table.rows]
    return page_of(rows.index(entrant), pages, len(rows)) if entrant in rows else 0


def _group(now: Competition, own: EntrantId | None) -> Standings:
    """The table of the reader's group, or of the first one."""
    tables = groups.tables(now)
    return next((one for one in tables if any(row.entrant == own for row in one.rows)), tables[0])


def _way(now: Competition, reader: Reader, page: int | None, zones: Zones | None) -> Drawn | None:
    if reader.own not in now.seeding or len(now.seeding) > LARGE:
        return None
    return season_picture(now, reader.own, reader, zones=zones)
