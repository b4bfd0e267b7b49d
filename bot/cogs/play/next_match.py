"""The button to the user's next match."""

from __future__ import annotations

from dataclasses import replace

import matches
from bot.delivery.transport import answers
from bot.interactions.locale import language_of
from bot.messages import board as board_message
from bot.messages.reminder import next_button
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_

NOTHING_WAITS = N_("No other match is waiting for you.")


@on("next")
async def next_match(press: Press) -> None:
    """Shows the next match in which the user is to move, the longest waiting first."""
    interaction, player = press.interaction, press.player
    await interaction.response.defer(ephemeral=True, thinking=True)
    database, language = interaction.client.database, language_of(interaction)
    mine = [one for one in await matches.matches_of(database, player) if one.id != press.match_id]
    waiting = next((one for one in mine if one.player_to_move == player), None)
    if waiting is None:
        await answers.show_reply(interaction, Reply(language.gettext(NOTHING_WAITS)))
        return
    match = await matches.get(database, waiting.id)
    board = await board_message.own_board(interaction.client, match, player, language)
    more = await next_button(interaction.client, match, player, language)
    controls = (*board.controls, *more)
    await answers.show_reply(interaction, replace(board, controls=controls))
