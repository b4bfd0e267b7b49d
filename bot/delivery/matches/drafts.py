"""Shows a draft to its player."""

from __future__ import annotations

import asyncio

import matches
from bot.context import Interaction
from bot.delivery.transport import answers
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.messages.draft import laid_out, text_of
from bot.pictures.board import of_match
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.text.draft import warnings
from bot.ui.message import Reply
from games import picks
from matches.model.played import Draft
from matches.model.shots import of_draft


async def show_draft(
    interaction: Interaction, draft: Draft, stem: str = "", page: int = 0, note: str = ""
) -> None:
    """Shows the draft, with a note, in place of the acknowledgement or of its own message.

    Moves that follow without a choice are added first.
    """
    if not stem:
        draft = await _with_forced(interaction, draft)
    language = language_of(interaction)
    match, emojis = draft.match, interaction.client.service(Emojis)
    controls, marks = await asyncio.to_thread(laid_out, draft, stem, page, language, emojis)
    begun = tuple(part for _, part in picks.trail(draft.line, stem))
    shot, viewer = of_draft(draft, marks, begun), user_of(interaction)
    picture = await of_match(interaction.client, match, language, shot, viewer=viewer)
    lines = [match_text.header(match, language), match_text.phase(match, language), note]
    lines.append(text_of(draft, stem, language))
    lines += warnings(draft, language)
    text = "\n".join(filter(None, lines))
    await answers.show_reply(interaction, Reply(text, tuple(controls), picture))


async def _with_forced(interaction: Interaction, draft: Draft) -> Draft:
    """The draft with the moves that follow without a choice."""
    if draft.complete:
        return draft
    moves = await asyncio.to_thread(picks.forced, draft.line)
    if not moves:
        return draft
    player = user_of(interaction)
    text, match = " ".join(map(str, moves)), draft.match
    played = await matches.extend_draft(
        interaction.client.database, match.id, player, text, seq=match.seq, length=draft.length
    )
    return played.draft or draft
