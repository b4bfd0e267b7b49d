"""A player's draft as a message: shown to them alone, extended by picking, and confirmed.

No state is kept here: complete moves are in the database, the beginning of a move is in the
controls' `custom_id`.
"""

from __future__ import annotations

from gettext import NullTranslations

from discord import ButtonStyle

from bot.messages import menu as menu_text
from bot.messages import picking
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.ui.controls import Control, button, custom_id
from games.play import events
from games.scene import Mark
from games.words import N_, NN_, Event, Fields, say
from matches.model.played import Draft

YOUR_MOVE = N_("Pick below, or type your turn with `/move`.")
SO_FAR = N_("Your turn so far: `{text}` {events}")
GO_ON = N_("Continue it below, or type the rest.")
MOVE_GOES_ON = N_("Continue this move below, or type your whole turn with `/move`.")
MAY_END = N_("Or confirm it to end your turn here.")
WHOLE = N_("Your turn: `{text}`. {events}")
ALL_RIGHT = N_("Is that what you want? Then confirm it.")
LATER = NN_("Then, on your next turn: {turns}", "Then, on your next {count} turns: {turns}")
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
    text = f"{draft.text} {stem}".strip()
    if not text:
        return f"{_question(draft, language)}\n{language.gettext(YOUR_MOVE)}"
    done = match_text.event_sentences(draft.match, _events(draft, warned=False), language)
    fields: Fields = {"text": text if draft.complete else f"{text} …", "events": done}
    said = say(WHOLE if draft.complete else SO_FAR, fields, language=language).rstrip()
    if draft.complete:
        return "\n".join([said, *_later(draft, language), language.gettext(ALL_RIGHT)])
    further = [MOVE_GOES_ON if stem else GO_ON, *([MAY_END] if _can_confirm(draft, stem) else [])]
    lines = [said, " ".join(map(language.gettext, further))]
    if not stem and draft.line.position.phase != draft.line.turn_start.phase:
        lines.insert(1, _question(draft, language))
    return "\n".join(lines)


def _question(draft: Draft, language: NullTranslations) -> str:
    """What is asked in this phase of the game."""
    line = draft.line
    return f"**{language.gettext(line.game.texts.questions[line.position.phase])}**"


def _events(draft: Draft, *, warned: bool) -> list[Event]:
    """What the moves have done: what the game warns of, or everything else."""
    game = draft.match.game
    return [
        event
        for event in events(game, draft.steps)
        if (event.code in game.texts.warnings) == warned
    ]


def _later(draft: Draft, language: NullTranslations) -> list[str]:
    """The turns that were picked along with this one."""
    texts = draft.match.queues.get(draft.seat, ())
    fields: Fields = {"count": len(texts), "turns": ", ".join(map(match_text.code, texts))}
    return [say(LATER, fields, language=language)] if texts else []


def warnings(draft: Draft, language: NullTranslations) -> list[str]:
    """Costs of the turn that the board doesn't show."""
    lost = _events(draft, warned=True)
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
