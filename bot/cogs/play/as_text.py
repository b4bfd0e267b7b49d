"""Boards in words, for the user who asks."""

from __future__ import annotations

from dataclasses import replace

from bot.cogs.play import _board_text
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.locale import language_of
from bot.messages.board import move_button
from bot.ui.dispatch import Press, on


@on("text")
async def as_text(press: Press) -> None:
    """The button *Board as text*: the board of the match in words."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot, language = interaction.client, language_of(interaction)
    match = await access.require(interaction, press.match_id)
    reply = await _board_text.as_text(bot, match, press.player, language)
    if match.player_to_move == press.player:
        reply = replace(reply, controls=move_button(match, language))
    await answers.show_reply(interaction, reply)
