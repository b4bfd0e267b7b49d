"""A player's draft as a message: shown to them alone, extended by picking, and confirmed.

No state is kept here: complete moves are in the database, the beginning of a move is in the
controls' `custom_id`.
"""

from __future__ import annotations

from gettext import NullTranslations

import discord
from discord import ButtonStyle

from bot.messages import picking
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.text.discord_limits import LABEL
from bot.ui.controls import Control, button, custom_id, menu
from games.continuations import Continuation
from games.play import Step, events
from games.scene import Mark
from games.words import N_, NN_, say
from matches.model.match import Draft

YOUR_MOVE = N_("Your turn. Pick below, or type `/move`.")
SO_FAR = N_("Your turn so far: `{text}`. Continue it below, or type the rest.")
MOVE_SO_FAR = N_("Your turn so far: `{text}`. Continue this move below, or type it in full.")
MAY_END = N_("Or confirm it to end your turn here.")
WHOLE = N_("Your turn: `{text}`. Confirm it to play it.")
BACK, RESET, CONFIRM = N_("Back"), N_("Reset"), N_("Confirm")
AS_IT_STANDS = N_("as it stands")
WAYS = NN_("{count} way to go on", "{count} ways to go on")


def laid_out(
    draft: Draft, stem: str, page: int, language: NullTranslations, emojis: Emojis
) -> tuple[list[Control], tuple[Mark, ...]]:
    """The menus of a page and the buttons, with the matching marks in the picture."""
    match, found, at = draft.match, picking.ways(draft, stem), picking.spots(draft.line, draft.seat)
    pages = picking.pages(picking.menus(found, at))
    page = min(page, len(pages) - 1)
    letters = picking.letters(pages[page], at)
    controls = []
    for number, shown in enumerate(pages[page]):
        to = custom_id("pick", match.id, match.seq, f"{draft.length}/{page}/{number}/{stem}")
        options = [_option(draft, way, stem, letters.get(way.text), language) for way in shown.ways]
        emojis.put_on(options, [way.part.point for way in shown.ways], draft.line)
        controls.append(_menu(draft, options, shown, to, language))
    controls += _buttons(draft, stem, page, len(pages), language)
    return controls, picking.marks(draft, stem, found, letters)


def text_of(draft: Draft, stem: str, language: NullTranslations) -> str:
    """What has been picked so far, and what comes next."""
    text = f"{draft.text} {stem}".strip()
    if not text:
        return language.gettext(YOUR_MOVE)
    if draft.complete:
        return say(WHOLE, {"text": text}, language=language)
    said = say(MOVE_SO_FAR if stem else SO_FAR, {"text": f"{text} …"}, language=language)
    return f"{said} {language.gettext(MAY_END)}" if picking.can_confirm(draft, stem) else said


def warnings(draft: Draft, language: NullTranslations) -> list[str]:
    """Costs of the turn that the board doesn't show."""
    game = draft.match.game
    lost = [event for event in events(game, draft.steps) if event.code in game.texts.warnings]
    return [f"⚠️ {match_text.event_sentences(draft.match, lost, language)}"] if lost else []


def _menu(
    draft: Draft,
    options: list[discord.SelectOption],
    shown: picking.Menu,
    to: str,
    language: NullTranslations,
) -> Control:
    asked = language.gettext(draft.match.game.texts.parts[shown.kind])
    if not shown.alone:
        band = f" ({language.gettext(shown.band)})" if shown.band else ""
        asked = f"{asked}{band}: {shown.span}"
    return menu(asked, to, options)


def _option(
    draft: Draft, way: Continuation, stem: str, letter: str | None, language: NullTranslations
) -> discord.SelectOption:
    line, label = draft.line, picking.name(way)
    if way.text == stem:
        label = f"{way.text} ({language.gettext(AS_IT_STANDS)})"
    move = way.move if way.text == stem else way.only
    if move is not None:
        after = line.game.apply(line.position, move)
        happened = events(line.game, [Step(line.position, move, after)])
        said = match_text.event_sentences(draft.match, happened, language)
    else:
        said = say(WAYS, {"count": way.count}, language=language)
    return discord.SelectOption(
        label=match_text.cut(f"{letter} · {label}" if letter and letter != label else label, LABEL),
        value=way.text,
        description=match_text.cut(said, LABEL) or None,
    )


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
            disabled=not picking.can_confirm(draft, stem),
            row=4,
        ),
    ]
    if pages > 1:
        made.append(button("◀", to("page", (page - 1) % pages), row=4))
        made.append(button("▶", to("page-on", (page + 1) % pages), row=4))
    return made
