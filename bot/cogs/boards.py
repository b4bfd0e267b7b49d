"""Boards in words, for the one who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import access, delivery, looking
from bot.chosen import language_of
from bot.components import Press, on

if TYPE_CHECKING:
    from bot.client import Dreierlei


@on("text")
async def as_text(press: Press) -> None:
    """The button *Board as text*: the board of the match in words."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot, language = interaction.client, language_of(interaction)
    match = await access.require(interaction, press.match)
    await delivery.show(interaction, await looking.as_text(bot, match, language))


async def setup(bot: Dreierlei) -> None:
    """Loading this module has registered its handlers."""
