"""From a board of an earlier turn to the newest one."""

from __future__ import annotations

from bot.delivery.matches import whereabouts
from bot.delivery.transport import answers
from bot.interactions import access
from bot.interactions.contexts import channel_of
from bot.interactions.locale import language_of
from bot.text import match as match_text
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply


@on("newest")
async def lead(press: Press) -> None:
    """The button *Newest board*: how the match stands, with a link to its board."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    language = language_of(interaction)
    match = await access.require(interaction, press.match_id)
    standing = match_text.standing(match, language, press.player)
    direct = channel_of(interaction) if match.apart else None
    there = await whereabouts.to_board(interaction.client, match, language, direct)
    await answers.show_reply(
        interaction, Reply(f"{match_text.title(match, language)}\n{standing}", (there,))
    )
