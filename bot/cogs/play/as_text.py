"""Boards in words, for the user who asks."""

from __future__ import annotations

from bot.cogs.play import _board_text
from bot.context import Bot
from bot.delivery import answers
from bot.interactions import access
from bot.interactions.locale import language_of
from bot.ui.dispatch import Press, on


@on("text")
async def as_text(press: Press) -> None:
    """The button *Board as text*: the board of the match in words."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot, language = interaction.client, language_of(interaction)
    match = await access.require(interaction, press.match_id)
    await answers.show_reply(interaction, await _board_text.as_text(bot, match, language))


async def setup(bot: Bot) -> None:
    """Loading this module has registered its handlers."""
