"""Answers to a turn that can't be played: why, and how it could continue or what was probably
meant.
"""

from __future__ import annotations

import asyncio
from gettext import NullTranslations

from discord import ButtonStyle

import matches
from bot.context import Interaction
from bot.delivery.matches import drafts as draft_delivery
from bot.delivery.transport import answers
from bot.interactions.contexts import user_of
from bot.interactions.locale import language_of
from bot.messages.board import pick_button
from bot.text import refusal as refusal_text
from bot.text.numbers import either
from bot.ui.controls import Control, button, custom_id
from bot.ui.message import Reply
from games.errors import MoveError
from games.play import tidy
from games.suggestions import apart, begun, nearest
from games.words import N_, say
from matches.model.errors import TableError
from matches.model.ids import MatchId
from matches.model.played import Draft

MEANT = N_("Did you mean {turns}?")
PLAY = N_("Play {turn}")
EACH_A_TURN = N_(
    "Each of these is a turn of its own. With semicolons between them, the first is played now and "
    "the others when it's your turn again."
)
_NO_MOVE = ("unknown-notation", "unknown-form")
"""Not said about the beginning of a move if the menus continue from all of it."""


async def answer(interaction: Interaction, match_id: MatchId, typed: str, error: MoveError) -> None:
    """Tells players why their turn can't be played.

    If it is the beginning of a turn it becomes their draft, with menus to go on. Otherwise there
    are buttons with similar turns. Raises the error if it isn't their turn.
    """
    database, player = interaction.client.database, user_of(interaction)
    try:
        draft = await matches.draft(database, match_id, player)
    except TableError:
        raise error from None
    language = language_of(interaction)
    known = draft.match
    why = refusal_text.refusal(known.game, error.refusal, language, known.setup)
    first, *later = typed.lstrip("; ").split(";")
    begins = await asyncio.to_thread(_beginning, draft, first) if not later else None
    start, done, stem = begins or (draft, "", "")
    if start is not draft:  # This replaces the waiting draft, like any other typed turn.
        draft = await matches.reset_draft(database, match_id, player, seq=known.seq)
    if done:
        played = await matches.play(database, match_id, player, done, interaction=interaction.id)
        draft = played.draft or draft
    if done or stem:
        kept = f"{done} {stem}".strip() == tidy(first)
        note = "" if kept and error.refusal.code in _NO_MOVE else why
        await draft_delivery.show_draft(interaction, draft, stem, note=note)
        return
    meant = await asyncio.to_thread(_meant, draft, first)
    if turns := await asyncio.to_thread(apart, known.line, first):
        why, meant = language.gettext(EACH_A_TURN), [" ; ".join([*turns, *map(str.strip, later)])]
    await answers.show_reply(interaction, _suggestion(draft, why, meant, language))


def _beginning(draft: Draft, typed: str) -> tuple[Draft, str, str] | None:
    """The draft that the text goes on from, its own or an empty one, with what it says completely
    and the beginning of a move behind that.
    """
    starts = [] if draft.complete else [draft]
    starts += [draft.emptied] if draft.text else []
    found = ((start, begun(start.line, typed)) for start in starts)
    return next(((start, *read) for start, read in found if read), None)


def _meant(draft: Draft, typed: str) -> list[str]:
    return nearest(draft.continued, typed) or nearest(draft.match.line, typed)


def _suggestion(draft: Draft, why: str, meant: list[str], language: NullTranslations) -> Reply:
    match, controls = draft.match, list[Control]()
    for text in meant:
        try:
            to = custom_id("play", match.id, match.seq, text)
        except ValueError:  # Too long for a button.
            continue
        label = say(PLAY, {"turn": text}, language=language)
        controls.append(button(label, to, style=ButtonStyle.primary))
    controls.append(pick_button(match, language))
    lines = [why]
    if meant:
        turns = either([f"`{text}`" for text in meant], language)
        lines.append(say(MEANT, {"turns": turns}, language=language))
    return Reply("\n".join(lines), tuple(controls))
