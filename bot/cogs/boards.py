"""The board in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matches
from bot import delivery, sentences
from bot.components import Press, on
from bot.i18n import of_locale
from bot.replies import Reply

if TYPE_CHECKING:
    from bot.client import Dreierlei


@on("text")
async def in_words(press: Press) -> None:
    """Says how things stand in the match, complete enough to play blind."""
    interaction, language = press.interaction, of_locale(press.interaction.locale)
    await interaction.response.defer(ephemeral=True, thinking=True)
    match = await matches.get(interaction.client.database, press.match, viewer=press.player)
    lines = [sentences.header(match, language), sentences.in_words(match, match.position, language)]
    lines += sentences.turns(match, match.recent[-1:], language)
    lines.append(sentences.standing(match, language))
    await delivery.show(interaction, Reply("\n".join(filter(None, lines))))


async def setup(bot: Dreierlei) -> None:
    """Loading this module has registered its handlers."""
