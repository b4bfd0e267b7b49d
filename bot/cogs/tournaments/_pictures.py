"""The pictures of a tournament's page: bracket, crosstable, standings, one's own way through it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from gettext import NullTranslations
from itertools import chain

from bot.cogs.tournaments._choices import names
from bot.context import Bot, Interaction
from bot.interactions.locale import language_of
from bot.messages.competition import View
from bot.pictures.board import Picture, theme_of
from bot.pictures.competition import Drawn, Reader, painted
from bot.pictures.competition_bracket import bracket_picture, has_bracket
from bot.pictures.competition_crosstable import crosstable_picture
from bot.pictures.competition_season import season_picture
from bot.pictures.competition_standings import standings_picture
from bot.processes.jobs import Engaged
from bot.processes.pool import Crashed, Full, TooLong
from competitions.formats import groups
from competitions.life.held import Held
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.table import Standings, standings
from matches.model.ids import PlayerId

log = logging.getLogger(__name__)

ASKED = 24
"""Of how many entrants the names are asked for at Discord. Of larger tournaments only those are
known whom the bot has met; the others are numbers in the picture.
"""
LARGE = 40
"""More entrants than this have no picture of their way: it takes a table for each round."""


async def of_view(interaction: Interaction, held: Held, which: View) -> Picture | None:
    """The picture of a view for the user of an interaction; None where there is nothing to be
    painted, or where it can't be now: words say the same.
    """
    if which not in ("table", "mine") or not held.competition.rounds:
        return None
    bot, player = interaction.client, PlayerId(interaction.user.id)
    own = held.entrant_of(player)
    reader = Reader(
        names=await _names(bot, held, language_of(interaction)),
        language=language_of(interaction),
        theme=await theme_of(bot, player, interaction.guild_id),
        title=held.terms.name,
        own=own,
    )
    drawing = _table if which == "table" else _way
    drawn = await asyncio.to_thread(drawing, held.competition, reader)
    if drawn is None:
        return None
    try:
        return await painted(bot, drawn, player)
    except (Crashed, Engaged, Full, TooLong) as error:
        log.info("competition=%s without its picture: %s", held.id, error)
        return None


async def _names(bot: Bot, held: Held, language: NullTranslations) -> dict[EntrantId, str]:
    """The entrants' names, as far as they are known without asking for too many."""
    ids = held.competition.seeding
    if len(ids) <= ASKED:
        return await names(bot, held, ids, language)
    found = {}
    for id_ in ids:
        team = [
            bot.names.known(held.terms.guild, one, language) if one is not None else None
            for one in held.teams[id_]
        ]
        if all(team):
            found[id_] = " & ".join(filter(None, team))
    return found


def _table(now: Competition, reader: Reader) -> Drawn | None:
    if has_bracket(now):
        return bracket_picture(now, reader)
    if now.settings.format == "groups":
        return crosstable_picture(now, reader, table=_group(now, reader.own))
    if now.settings.format == "round-robin":
        return crosstable_picture(now, reader)
    return standings_picture(now, reader)


def _group(now: Competition, own: EntrantId | None) -> Standings:
    """The table of the reader's group, or of the first one."""
    drawn: Sequence[tuple[EntrantId, ...]] = groups.drawn(now)
    group = next((one for one in drawn if own in one), drawn[0])
    played = chain.from_iterable(now.rounds[: len(groups.schedule(now))])
    inside = [one for one in played if one.seats[0] in group]
    return standings(now, None, group, inside)


def _way(now: Competition, reader: Reader) -> Drawn | None:
    if reader.own not in now.seeding or len(now.seeding) > LARGE:
        return None
    return season_picture(now, reader.own, reader)
