"""A player's draft as a message: shown to them alone, extended by picking, and confirmed.

No state is kept here: complete moves are in the database, the beginning of a move is in the
controls' `custom_id`.
"""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from discord import ButtonStyle

from bot.messages import menu as menu_text
from bot.messages import picking
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id, menu
from games.play import events
from games.scene import Mark
from games.words import N_, NN_, Fields, say
from matches.model.match import Draft

YOUR_MOVE = N_("Your turn. Pick below, or type `/move`.")
SO_FAR = N_("Your turn so far: `{text}`. Continue it below, or type the rest.")
MOVE_SO_FAR = N_("Your turn so far: `{text}`. Continue this move below, or type it in full.")
MAY_END = N_("Or confirm it to end your turn here.")
WHOLE = N_("Your turn: `{text}`. Confirm it to play it.")
LATER = NN_("Then, in your next turn: {turns}", "Then, in your next {count} turns: {turns}")
BACK, RESET, CONFIRM = N_("Back"), N_("Reset"), N_("Confirm")


def laid_out(
    draft: Draft, stem: str, page: int, language: NullTranslations, emojis: Emojis
) -> tuple[list[Control], tuple[Mark, ...]]:
    """The menus of a page and the buttons, with the matching marks in the picture."""
    match, line = draft.match, draft.line
    every = [] if draft.complete else picking.menus(line, stem)
    pages = picking.pages(every)
    page = min(page, len(pages) - 1)
    controls = []
    for number, shown in enumerate(pages[page]):
        to = custom_id("pick", match.id, match.seq, f"{draft.length}/{page}/{number}/{stem}")
        options = menu_text.options(line, match.setup, shown, stem, language)
        asked = menu_text.question(line, match.setup, shown, language)
        most = line.game.several(line.position, shown.kind)
        emojis.put_on(options, [way.part.point for way in shown.ways], draft.line)
        controls.append(menu(asked, to, options, most=most))
    controls += _buttons(draft, stem, page, len(pages), language)
    return controls, marks_of(draft, stem, every)


def marks_of(draft: Draft, stem: str, every: Sequence[picking.Menu]) -> tuple[Mark, ...]:
    """What has been picked in this turn, and what may be picked now."""
    game, now = draft.line.game, picking.marks(draft.line, "" if draft.complete else stem, every)
    ends = (
        next((part.point for part in reversed(game.spellings(step.move)[0]) if part.point), None)
        for step in draft.steps
    )
    free = {mark.point for mark in now}
    return (*(Mark(end, "picked") for end in ends if end and end not in free), *now)


def text_of(draft: Draft, stem: str, language: NullTranslations) -> str:
    """What has been picked so far, and what comes next."""
    text = f"{draft.text} {stem}".strip()
    if not text:
        return language.gettext(YOUR_MOVE)
    if draft.complete:
        return "\n".join([say(WHOLE, {"text": text}, language=language), *_later(draft, language)])
    said = say(MOVE_SO_FAR if stem else SO_FAR, {"text": f"{text} …"}, language=language)
    return f"{said} {language.gettext(MAY_END)}" if _can_confirm(draft, stem) else said


def _later(draft: Draft, language: NullTranslations) -> list[str]:
    """The turns that were picked along with this one."""
    texts = draft.match.queues.get(draft.seat, ())
    fields: Fields = {"count": len(texts), "turns": ", ".join(map(match_text.code, texts))}
    return [say(LATER, fields, language=language)] if texts else []


def warnings(draft: Draft, language: NullTranslations) -> list[str]:
    """Costs of the turn that the board doesn't show."""
    game = draft.match.game
    lost = [event for event in events(game, draft.steps) if event.code in game.texts.warnings]
    return [f"⚠️ {match_text.event_sentences(draft.match, lost, language)}"] if lost else []


def _can_confirm(draft: Draft, stem: str) -> bool:
    return not stem and draft.length > 0 and draft.can_stop


def _buttons(
    draft: Draft, stem: str, page: int, pages: int, language: NullTranslations
) -> list[Control]:
    match = draft.match
    begun = bool(draft.length or stem)

    def to(action: str, shown: int = page) -> str:
        return custom_id(action, match.id, match.seq, f"{draft.length}/{shown}/-/{stem}")

    made = [
        button(language.gettext(BACK), to("back"), disabled=not begun, row=4),
        button(language.gettext(RESET), to("reset"), disabled=not begun, row=4),
        button(
            language.gettext(CONFIRM),
            to("confirm"),
            style=ButtonStyle.success,
            disabled=not _can_confirm(draft, stem),
            row=4,
        ),
    ]
    if pages > 1:
        made.append(button("◀", to("page", (page - 1) % pages), row=4))
        made.append(button("▶", to("page-on", (page + 1) % pages), row=4))
    return made
