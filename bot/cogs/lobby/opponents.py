"""*Find an opponent*: join an open table, open one, or challenge somebody."""

from __future__ import annotations

from discord import ui

from bot.cogs.lobby import challenge, open_tables
from bot.cogs.lobby._play_options import BOTS, Opening
from bot.cogs.lobby.cog import open_table
from bot.commands.options import game_of, games_here
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions.contexts import guild_of, is_server
from bot.interactions.locale import language_of
from bot.messages.wish import SEEK, list_button
from bot.ui.controls import Control, custom_id, field, menu, number
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_
from matches.model.ids import PlayerId

CHALLENGE = N_(
    "**Who do you want to challenge?** They'll get a message, and can accept or decline."
)
ELSEWHERE = N_("On a server I've been added to, you can also open a table for everybody.")
NOBODY = N_("Nobody is waiting for opponents here. Open a table, or challenge somebody.")
OPEN_ONE = N_("Open a table for everybody")
CHALLENGE_ONE = N_("Challenge somebody")


@on("opponent")
async def look(press: Press) -> None:
    """Shows the open tables, and the ways to open one."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.client.names.meet(guild_of(interaction), interaction.user)
    if is_server(interaction):
        reply = await _on_server(interaction)
    else:
        language = language_of(interaction)
        text = f"{language.gettext(CHALLENGE)}\n-# {language.gettext(ELSEWHERE)}"
        reply = Reply(text, (_people(interaction), list_button(language, SEEK)))
    await answers.show_reply(interaction, reply)


async def _on_server(interaction: Interaction) -> Reply:
    """The open tables, and below them buttons to open a table or to challenge somebody."""
    language = language_of(interaction)
    games = menu(language.gettext(OPEN_ONE), custom_id("open-table"), await games_here(interaction))
    ways = (games, _people(interaction), list_button(language, SEEK))
    return await open_tables.page_of(interaction, none=NOBODY, ways=ways)


def _people(interaction: Interaction) -> Control:
    """A menu of the people whom Discord knows here."""
    label = language_of(interaction).gettext(CHALLENGE_ONE)
    return Control(ui.UserSelect(placeholder=label, custom_id=custom_id("whom")))


@on("open-table")
async def open_for_all(press: Press) -> None:
    """Opens a table with the usual options, which everybody may join."""
    game = game_of(press.choice)
    await press.interaction.response.defer()
    await open_table(press.interaction, Opening(game))


@on("whom")
async def ask_for_game(press: Press) -> None:
    """Asks what to play with the person who was chosen."""
    interaction, whom = press.interaction, PlayerId(number(press.choice))
    if whom == press.player:
        raise Refused(challenge.YOURSELF)
    resolved = field(interaction, "resolved") or {}
    chosen = (resolved.get("users") or {}).get(str(whom))
    if chosen is None:
        raise Outdated
    if chosen.get("bot"):
        raise Refused(BOTS)
    await interaction.response.defer()
    await answers.show_reply(interaction, await challenge.question(interaction, whom))
