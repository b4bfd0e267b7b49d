"""Blocking other players."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

import matches
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.interactions.contexts import everywhere, user_of
from bot.interactions.locale import language_of
from bot.ui.controls import Control, button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, NN_, say
from matches.model.ids import PlayerId

WHOM = N_("The other player; they won't be told")
BLOCKED = N_(
    "You and {other} won't sit at the same table any more. Matches in progress go on, and you may "
    "still meet in tournaments, leagues and ladders. `/unblock` lifts the block."
)
UNBLOCKED = N_("You and {other} can sit at the same table again.")
LISTED = N_("You have blocked: {others}")
NOBODY = N_("You haven't blocked anybody.")
GONE = NN_(
    "You've also blocked {count} player who has since had their data deleted. If they come "
    "back, the block still applies. I no longer know who it is. If you do, `/unblock` lifts the "
    "block.",
    "You've also blocked {count} players who have since had their data deleted. If they come "
    "back, the blocks still apply. I no longer know who they are. If you do, `/unblock` lifts a "
    "block.",
)
UNBLOCK_GONE = N_("Unblock deleted players")
NONE_GONE = N_("You no longer block any players who have had their data deleted.")


class Blocking(commands.Cog):
    """The commands. Only their users see the answers."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("block"), description=N_("Block a player: you won't sit at the same table any more")
    )
    @app_commands.describe(user=WHOM)
    async def block(self, interaction: Interaction, user: discord.User) -> None:
        """From now on the two can't share a table."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await matches.block(interaction.client.database, user_of(interaction), PlayerId(user.id))
        await _answer(interaction, BLOCKED, other=user.mention)

    @everywhere
    @app_commands.command(name=N_("unblock"), description=N_("Lift a block"))
    @app_commands.describe(user=N_("The other player"))
    async def unblock(self, interaction: Interaction, user: discord.User) -> None:
        """From now on the two can share tables again."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await matches.unblock(interaction.client.database, user_of(interaction), PlayerId(user.id))
        await _answer(interaction, UNBLOCKED, other=user.mention)

    @everywhere
    @app_commands.command(name=N_("blocked"), description=N_("See who you've blocked"))
    async def blocked(self, interaction: Interaction) -> None:
        """Lists the blocked players."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        database, player = interaction.client.database, user_of(interaction)
        found = await matches.blocked(database, player)
        gone = await matches.blocked_and_gone(database, player)
        language = language_of(interaction)
        lines = list[str]()
        controls: tuple[Control, ...] = ()
        if found or not gone:
            others = ", ".join(f"<@{one}>" for one in found)
            sentence = LISTED if found else NOBODY
            lines.append(say(sentence, {"others": others}, language=language))
        if gone:
            lines.append(say(GONE, {"count": gone}, language=language))
            to = custom_id("unblock-gone")
            controls = (button(language.gettext(UNBLOCK_GONE), to),)
        await answers.show_reply(interaction, Reply("\n".join(lines), controls))


@on("unblock-gone")
async def unblock_gone(press: Press) -> None:
    """Removes all blocks of people who have had their data deleted."""
    await press.interaction.response.defer()
    await matches.unblock_gone(press.interaction.client.database, press.player)
    await _answer(press.interaction, NONE_GONE)


async def _answer(interaction: Interaction, sentence: str, **fields: str) -> None:
    language = language_of(interaction)
    await answers.show_reply(interaction, Reply(say(sentence, fields, language=language)))


async def setup(bot: Bot) -> None:
    """Adds the commands."""
    await bot.add_cog(Blocking(bot))
