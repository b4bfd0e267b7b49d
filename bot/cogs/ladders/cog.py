"""`/ladder`: opens a ladder, lists them, shows one."""

from __future__ import annotations

from discord import app_commands

from bot.cogs.ladders import creation, page
from bot.cogs.ladders._lists import LISTS
from bot.commands.command_form import CommandForm
from bot.commands.competitions import lists
from bot.context import Bot, Interaction
from bot.interactions.contexts import everywhere
from bot.ui.dispatch import Press, on
from games.words import N_


async def list_them(interaction: Interaction, **chosen: str | None) -> None:
    """Lists ladders: by default, those of the server if there is one."""
    await lists.list_them(interaction, LISTS, chosen["scope"])


async def show(interaction: Interaction, **chosen: str | None) -> None:
    """Shows the page of a ladder. If none is named, lists the user's own."""
    await lists.show_named(interaction, LISTS, chosen["ladder"], page.show)


async def _complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    return await lists.complete(interaction, LISTS, current)


@on("ladders")
async def turn_page(press: Press) -> None:
    """Shows a list, or another page of it."""
    await lists.turn_page(press, LISTS)


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    group = app_commands.Group(
        name=N_("ladder"),
        description=N_("Ladders: create or join one, challenge players above you"),
    )
    listing, showing = CommandForm(), CommandForm()
    listing.add(N_("scope"), str, N_("Which ladders"), dict(LISTS.scopes))
    showing.add(N_("ladder"), str, N_("Which ladder"), complete=_complete)
    group.add_command(creation.form().command(N_("new"), N_("Create a ladder"), creation.new))
    group.add_command(listing.command(N_("list"), N_("Ladders here and your own"), list_them))
    group.add_command(showing.command(N_("show"), N_("See how a ladder is going"), show))
    bot.tree.add_command(everywhere(group))
