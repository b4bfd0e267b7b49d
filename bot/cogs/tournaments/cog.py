"""`/tournament`: opens one, lists them, shows one."""

from __future__ import annotations

from typing import cast

from discord import app_commands

from bot.cogs.tournaments import lists, opening, page
from bot.cogs.tournaments.lists import SCOPES, Scope
from bot.commands import competitions as shared
from bot.commands.command_form import CommandForm
from bot.context import Bot, Interaction
from bot.delivery.competitions import Competitions
from bot.interactions.contexts import everywhere, guild_of
from games.words import N_

WHICH = N_("Which tournament")


async def list_them(interaction: Interaction, **chosen: str | None) -> None:
    """Lists tournaments: those of the server, where there is one."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.client.names.meet(interaction.guild_id, interaction.user)
    usual = "here" if guild_of(interaction) is not None else "mine"
    await lists.show(interaction, cast("Scope", chosen["scope"] or usual))


async def show(interaction: Interaction, **chosen: str | None) -> None:
    """Shows the page of a tournament; without one, the list of the user's own."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.client.names.meet(interaction.guild_id, interaction.user)
    if (named := chosen["tournament"]) is None:
        await lists.show(interaction, "mine")
        return
    await page.show(interaction, await shared.found(interaction, named))


async def setup(bot: Bot) -> None:
    """Adds the commands, and sees to competitions from now on."""
    group = app_commands.Group(
        name=N_("tournament"), description=N_("Tournaments: open one, sign up, see who's leading")
    )
    listing, showing = CommandForm(), CommandForm()
    listing.add(N_("scope"), str, N_("Which tournaments"), dict(SCOPES))
    showing.add(N_("tournament"), str, WHICH, complete=shared.complete)
    group.add_command(opening.form().command(N_("new"), N_("Open a tournament"), opening.new))
    group.add_command(listing.command(N_("list"), N_("Tournaments here and your own"), list_them))
    group.add_command(showing.command(N_("show"), N_("How a tournament is going"), show))
    bot.tree.add_command(everywhere(group))
    bot.keep(bot.service(Competitions).rounds)
