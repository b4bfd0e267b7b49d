"""`/tournament`: opens a tournament, lists them, shows one."""

from __future__ import annotations

from discord import app_commands

from bot.cogs.tournaments import creation, page
from bot.cogs.tournaments._lists import LISTS
from bot.commands.command_form import CommandForm
from bot.commands.competitions import lists
from bot.context import Bot, Interaction
from bot.delivery.competitions.due import Competitions
from bot.interactions.contexts import everywhere
from bot.ui.dispatch import Press, on
from games.words import N_


async def list_them(interaction: Interaction, **chosen: str | None) -> None:
    """Lists tournaments: by default, those of the server if there is one."""
    await lists.list_them(interaction, LISTS, chosen["scope"])


async def show(interaction: Interaction, **chosen: str | None) -> None:
    """Shows the page of a tournament. If none is named, lists the user's own."""
    await lists.show_named(interaction, LISTS, chosen["tournament"], page.show)


async def _complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    return await lists.complete(interaction, LISTS, current)


@on("cups")
async def turn_page(press: Press) -> None:
    """Shows a list, or another page of it."""
    await lists.turn_page(press, LISTS)


async def setup(bot: Bot) -> None:
    """Adds the commands, and starts the upkeep of competitions."""
    group = app_commands.Group(
        name=N_("tournament"),
        description=N_("Tournaments in any game: create one, sign up, see who's leading"),
    )
    listing, showing = CommandForm(), CommandForm()
    listing.add(N_("scope"), str, N_("Which tournaments"), dict(LISTS.scopes))
    showing.add(N_("tournament"), str, N_("Which tournament"), complete=_complete)
    about = N_("Create a tournament in any game")
    group.add_command(creation.form().command(N_("new"), about, creation.new))
    group.add_command(listing.command(N_("list"), N_("Tournaments here and your own"), list_them))
    group.add_command(showing.command(N_("show"), N_("See how a tournament is going"), show))
    bot.tree.add_command(everywhere(group))
    bot.keep(bot.service(Competitions).rounds)
