"""Shows a draft to its player."""

from __future__ import annotations

import asyncio

from bot.context import Interaction
from bot.delivery import answers
from bot.interactions.locale import language_of
from bot.messages.draft import laid_out, text_of, warnings
from bot.pictures.board import of_draft, of_match
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.ui.message import Reply
from matches.model.ids import PlayerId
from matches.model.match import Draft


async def show_draft(
    interaction: Interaction, draft: Draft, stem: str = "", page: int = 0, note: str = ""
) -> None:
    """Shows the draft, with a note, in place of the acknowledgement or of its own message."""
    language = language_of(interaction)
    match, emojis = draft.match, interaction.client.service(Emojis)
    controls, marks = await asyncio.to_thread(laid_out, draft, stem, page, language, emojis)
    shot, viewer = of_draft(draft, marks), PlayerId(interaction.user.id)
    picture = await of_match(interaction.client, match, language, shot, viewer=viewer)
    lines = [match_text.header(match, language), match_text.phase(match, language), note]
    lines.append(text_of(draft, stem, language))
    lines += warnings(draft, language)
    text = "\n".join(filter(None, lines))
    await answers.show_reply(interaction, Reply(text, tuple(controls), picture))
