"""The postman's rounds, and the way to the next match that waits for one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from discord.ext import commands

import matches
from bot import delivery, replies
from bot.chosen import language_of
from bot.components import Press, on
from bot.reminding import next_button
from bot.replies import Reply
from games.words import N_

if TYPE_CHECKING:
    from bot.client import Dreierlei

NOTHING_WAITS = N_("No other match waits for you.")


class Notices(commands.Cog):
    """The postman's rounds."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot
        self._rounds: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Sends the postman off."""
        self._rounds = asyncio.create_task(self.bot.postman.run(), name="postman")

    async def cog_unload(self) -> None:
        """Calls him back."""
        if self._rounds is not None:
            self._rounds.cancel()


@on("next")
async def next_match(press: Press) -> None:
    """Shows the next match in which the user is to move, the longest untouched first."""
    interaction, player = press.interaction, press.player
    await interaction.response.defer(ephemeral=True, thinking=True)
    database, language = interaction.client.database, language_of(interaction)
    mine = [one for one in await matches.matches_of(database, player) if one.id != press.match]
    waiting = next((one for one in mine if one.player_to_move == player), None)
    if waiting is None:
        await delivery.show(interaction, Reply(language.gettext(NOTHING_WAITS)))
        return
    match = await matches.get(database, waiting.id)
    board = await replies.own_board(interaction.client, match, player, language)
    controls = (*board.controls, next_button(match, language))
    await delivery.show(interaction, replace(board, controls=controls))


async def setup(bot: Dreierlei) -> None:
    """Sends the postman off."""
    await bot.add_cog(Notices(bot))
