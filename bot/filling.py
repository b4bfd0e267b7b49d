"""Seating computer players at tables, for whoever has opened one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matches
from bot import delivery, turns
from bot.errors import Refused
from bot.i18n import of_locale
from bot.replies import Reply
from games.words import N_, say
from matches.errors import TableError
from matches.match import Match

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

BEGUN = N_("The match {match} has begun.")
SEATED = N_("{match}: the computer players have sat down.")
BUSY = N_("The computer players are busy in other matches just now. Please try again in a minute.")


def require_time_to_think(bot: Dreierlei) -> None:
    """Refuses new matches with computer players where they can't keep up. Raises Refused."""
    if not bot.workers.room:
        raise Refused(BUSY)


async def fill_up(interaction: Interaction, match_id: str, level: int) -> Match:
    """Computer players of this level take all free seats of the user's table."""
    require_time_to_think(interaction.client)
    return await matches.fill(
        interaction.client.database,
        match_id,
        interaction.user.id,
        level,
        limits=interaction.client.settings.limits,
    )


async def show(interaction: Interaction, match: Match) -> None:
    """Shows the board of the match if it has begun; a word to the host."""
    sentence = BEGUN if match.status == "running" else SEATED
    done = Reply(say(sentence, {"match": match.id}, language=of_locale(interaction.locale)))
    if match.status == "running":
        await turns.begun(interaction, match, done)
    else:
        await delivery.show(interaction, done)


async def fill_or_close(interaction: Interaction, match: Match, level: int) -> Match:
    """Fills up a table that has just been opened for that; if it can't be, there is no table."""
    if match.status != "open":
        return match  # The interaction was delivered before.
    try:
        return await fill_up(interaction, match.id, level)
    except TableError:
        await matches.close_table(interaction.client.database, match.id, interaction.user.id)
        raise
