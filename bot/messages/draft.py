"""A player's draft as a message: shown to them alone, extended by picking, and confirmed.

No state is kept here: complete moves are in the database, the beginning of a move is in the
controls' `custom_id`.
"""

from __future__ import annotations

from gettext import NullTranslations

from discord import ButtonStyle

from bot.messages import menu as menu_text
from bot.messages import picks as picking
from bot.pictures.men import Emojis
from bot.text.draft import BACK, CONFIRM, MAY_END, RESET, can_confirm, later, question, so_far
from bot.ui.controls import Control, button, custom_id
from games import picks
from games.scene import Mark
from games.words import N_
from matches.model.played import Draft

YOUR_MOVE = N_("Pick below, or type your turn with `/move`.")
SEVERAL = N_("You may choose several at once.")
GO_ON = N_("Continue it below, or type the rest.")
MOVE_GOES_ON = N_("Continue this move below, or type your whole turn with `/move`.")
NOT_YET = N_("You can confirm your turn once it's complete.")
ALL_RIGHT = N_("Confirm your turn if this is what you want.")


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
        most = line.game.several(line.position, shown.kind)
        made = menu_text.control(
            line, match.setup, shown, stem=stem, to=to, most=most, language=language, emojis=emojis
        )
        controls.append(made)
    controls += _buttons(draft, stem, page, len(pages), language)
    marks = picking.marks_of_turn(line, draft.steps, "" if draft.complete else stem, every)
    return controls, marks


def text_of(draft: Draft, stem: str, language: NullTranslations) -> str:
    """What has been picked so far, and what comes next."""
    said = so_far(draft, stem, language)
    if draft.complete:
        return "\n".join([said, *later(draft, language), language.gettext(ALL_RIGHT)])
    asked = f"**{question(draft.line, language)}**"
    several = [SEVERAL] if not stem and picks.at_once(draft.line) > 1 else []
    if not said:
        return f"{asked}\n{' '.join(map(language.gettext, [YOUR_MOVE, *several]))}"
    may_end = can_confirm(draft, stem)
    further = [MOVE_GOES_ON if stem else GO_ON, *several, MAY_END if may_end else NOT_YET]
    lines = [said, " ".join(map(language.gettext, further))]
    if not stem and (not may_end or draft.line.position.phase != draft.line.turn_start.phase):
        lines.insert(1, asked)
    return "\n".join(lines)


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
            disabled=not can_confirm(draft, stem),
            row=4,
        ),
    ]
    if pages > 1:
        made.append(button("◀", to("page", (page - 1) % pages), row=4))
        made.append(button("▶", to("page-on", (page + 1) % pages), row=4))
    return made
