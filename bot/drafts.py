"""The unfinished turn of a player: shown to him alone, lengthened by picking, and confirmed.

Nothing of it is kept here: whole moves stand in the database, the beginning of a move in the
`custom_id` of the controls.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot import delivery, picking, sentences
from bot.chosen import language_of
from bot.components import LONGEST, Control, button, custom_id, menu
from bot.pictures import Shot, of_match
from bot.replies import Reply
from games.play import Step, events
from games.ways import Continuation
from games.words import N_, say
from matches.match import Draft
from matches.queries import last_steps

if TYPE_CHECKING:
    from bot.client import Interaction

YOUR_MOVE = N_("Your turn. Pick below, or type `/move`.")
SO_FAR = N_("Your turn so far: `{text}`")
WHOLE = N_("Your turn: `{text}` – confirm it to play it.")
BACK, RESET, CONFIRM = N_("Back"), N_("Reset"), N_("Confirm")
AS_IT_STANDS = N_("as it stands")


async def show(interaction: Interaction, draft: Draft, stem: str = "", page: int = 0) -> None:
    """Shows the draft in the place of the acknowledgement or of its own message."""
    language = language_of(interaction)
    match, found = draft.match, picking.ways(draft, stem)
    pages = picking.pages(picking.menus(found))
    page = min(page, len(pages) - 1)
    state = f"{draft.length}/{page}/"
    controls = [
        _menu(
            draft,
            shown,
            stem,
            custom_id("pick", match.id, match.seq, f"{state}{number}/{stem}"),
            language,
        )
        for number, shown in enumerate(pages[page])
    ]
    controls += _buttons(draft, stem, page, len(pages), language)
    steps = draft.steps or last_steps(match)
    marks = picking.marks(draft, stem, found)
    shot = Shot(draft.line.position, steps, marks, draft.seat)
    picture = await of_match(interaction.client, match, language, shot)
    lines = [sentences.header(match, language), sentences.phase(match, language)]
    lines.append(_text(draft, stem, language))
    lines += _warnings(draft, language)
    text = "\n".join(filter(None, lines))
    await delivery.show(interaction, Reply(text, tuple(controls), picture))


def _text(draft: Draft, stem: str, language: NullTranslations) -> str:
    text = f"{draft.text} {stem}".strip()
    if not text:
        return language.gettext(YOUR_MOVE)
    sentence = WHOLE if draft.complete else SO_FAR
    return say(sentence, {"text": text if draft.complete else f"{text} …"}, language=language)


def _warnings(draft: Draft, language: NullTranslations) -> list[str]:
    """What the turn costs without showing it."""
    game = draft.match.game
    lost = [event for event in events(game, draft.steps) if event.code in game.texts.warnings]
    return [f"⚠️ {sentences.event_sentences(draft.match, lost, language)}"] if lost else []


def _menu(
    draft: Draft, shown: picking.Menu, stem: str, to: str, language: NullTranslations
) -> Control:
    asked = language.gettext(draft.match.game.texts.parts[shown.kind])
    return menu(
        asked if shown.alone else f"{asked}: {shown.span}",
        to,
        [_option(draft, way, stem, language) for way in shown.ways],
    )


def _option(
    draft: Draft, way: Continuation, stem: str, language: NullTranslations
) -> discord.SelectOption:
    line, label = draft.line, picking.name(way)
    description = None
    if way.text == stem:
        label = f"{way.text} ({language.gettext(AS_IT_STANDS)})"
    if way.move is not None and (not way.open or way.text == stem):
        after = line.game.apply(line.position, way.move)
        happened = events(line.game, [Step(line.position, way.move, after)])
        said = sentences.event_sentences(draft.match, happened, language)
        description = sentences.cut(said, LONGEST) or None
    return discord.SelectOption(
        label=sentences.cut(label, LONGEST), value=way.text, description=description
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
