"""Buttons of questions that have been answered already."""

from __future__ import annotations

import matches
from bot.delivery.transport import answers
from bot.interactions.locale import language_of
from bot.messages import consent as consent_message
from bot.text import refusal as refusal_text
from bot.ui.dispatch import Press
from bot.ui.message import Reply
from matches.model.errors import TableError


async def tell(press: Press, error: TableError, *, draw: bool) -> None:
    """Says in place of the message that the user alone sees, and of its button, what has become of
    their question: about a `draw`, or their request. Raises the error if it is another message.
    """
    interaction, language = press.interaction, language_of(press.interaction)
    if interaction.message is None or not interaction.message.flags.ephemeral:
        raise error
    database = interaction.client.database
    match = await matches.get(database, press.match_id)
    player = await matches.declined_by(database, press.match_id, press.seq)
    if player is None:
        reply = Reply(refusal_text.of_table(error, language))
    else:
        own = player == press.player
        reply = consent_message.no_longer(match, player, language, draw=draw, own=own)
    await answers.show_reply(interaction, reply)
