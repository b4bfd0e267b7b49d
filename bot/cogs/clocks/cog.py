"""The timekeeper's rounds, and claiming a win on time."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

import matches
from bot.cogs.clocks._timeouts import Timekeeper
from bot.commands.which_match import MATCH, complete_match, in_match, run_in_match
from bot.context import Bot, Interaction
from bot.delivery.matches import turns as turn_delivery
from bot.interactions.contexts import everywhere, user_of
from bot.ui.dispatch import Press, on
from games.words import N_
from matches.model.ids import MatchId


class Clocks(commands.Cog):
    """The command that claims the end of the time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("claim"),
        description=N_("Claim a timeout when the player to move has run out of time"),
    )
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    @app_commands.autocomplete(typed=complete_match)
    async def claim(self, interaction: Interaction, typed: str | None = None) -> None:
        """Claims the end of somebody's time."""
        await run_in_match(interaction, "claim", typed)


@in_match("claim")
async def claim(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """The seat to move withdraws if its time is over."""
    played = await matches.claim(
        interaction.client.database,
        match_id,
        user_of(interaction),
        interaction=interaction.id,
    )
    await turn_delivery.tell_played(interaction, played)


@on("claim")
async def claim_by_button(press: Press) -> None:
    """Claims the end of the time in the match that the button's message is about."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await claim(press.interaction, press.match_id, "")


async def setup(bot: Bot) -> None:
    """Adds the command. Starts the timekeeper, which credits downtime before anybody acts."""
    timekeeper = Timekeeper(bot)
    await timekeeper.rounds.look()
    bot.keep(timekeeper.rounds, at_once=True)
    await bot.add_cog(Clocks(bot))
