"""The time: the timekeeper's rounds, and claiming that somebody's time is over."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

import matches
from bot import turns
from bot.choosing import MATCH, complete_match, go, in_match
from bot.components import Press, on
from bot.contexts import everywhere
from bot.timekeeper import Timekeeper
from games.words import N_

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction


class Clocks(commands.Cog):
    """The command that claims the end of the time."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot
        self._rounds: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Sends the timekeeper off. Time is given back before anybody can do anything."""
        timekeeper = Timekeeper(self.bot)
        await timekeeper.look()
        self._rounds = asyncio.create_task(timekeeper.run(), name="timekeeper")

    async def cog_unload(self) -> None:
        """Calls him back."""
        if self._rounds is not None:
            self._rounds.cancel()

    @everywhere
    @app_commands.command(
        name=N_("claim"), description=N_("Claim that the time of whoever is to move is over")
    )
    @app_commands.describe(match=MATCH)
    @app_commands.autocomplete(match=complete_match)
    async def claim(self, interaction: Interaction, match: str | None = None) -> None:
        """Claims the end of somebody's time."""
        await go(interaction, "claim", match)


@in_match("claim")
async def claim(interaction: Interaction, match: str, _: str) -> None:
    """The seat to move withdraws if its time is over."""
    played = await matches.claim(
        interaction.client.database, match, interaction.user.id, interaction=interaction.id
    )
    await turns.tell(interaction, played)


@on("claim")
async def claim_by_button(press: Press) -> None:
    """Claims in the match of which the message with the button speaks."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await claim(press.interaction, press.match, "")


async def setup(bot: Dreierlei) -> None:
    """Adds the command."""
    await bot.add_cog(Clocks(bot))
