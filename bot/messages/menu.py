"""What menus say in which a turn is picked: what they ask for, and what each option is.

Options are told by what everybody sees before the move; what a move does is not looked at.
"""

from __future__ import annotations

from gettext import NullTranslations

import discord

from bot.messages import picks as picking
from bot.pictures.men import Emojis
from bot.text import match as match_text
from bot.text.discord_limits import LABEL
from bot.text.position import thing, things
from bot.ui.controls import Control, menu
from games import picks
from games.play import AnyLine
from games.protocol import Part, Setup
from games.words import N_, say

AS_IT_STANDS = N_("as is")
RANGE = N_("{first} to {last}")


def question(line: AnyLine, setup: Setup, shown: picking.Menu, language: NullTranslations) -> str:
    """What a menu asks for; of several that ask the same, also for which of the options."""
    asked = language.gettext(line.game.texts.parts[shown.kind])
    if shown.about is not None:
        about = picks.called(shown.about)
        told = _told(line, setup, (shown.about,), language)
        asked = f"{asked}: {about} ({told})" if told else f"{asked}: {about}"
        return asked if shown.alone else f"{asked}, {_span(line, shown, language)}"
    return asked if shown.alone else f"{asked}: {_span(line, shown, language)}"


def _span(line: AnyLine, shown: picking.Menu, language: NullTranslations) -> str:
    """Which of the options: their columns, rows or the like, or else the first and the last."""
    in_lanes, texts, sentence = len(shown.lanes) > 1, line.game.texts, RANGE
    names = shown.lanes if in_lanes else shown.begins
    if in_lanes:
        several, two = texts.lanes, texts.two_lanes
        if picking.across(line):
            several, two = texts.rows, texts.two_rows
        sentence = several if len(names) > 2 else two
    elif len(names) < 3:
        return ", ".join(names)
    return say(sentence, {"first": names[0], "last": names[-1]}, language=language)


def _told(line: AnyLine, setup: Setup, parts: tuple[Part, ...], language: NullTranslations) -> str:
    """What is said of the parts of a move; nothing if it only repeats their names, as in “die V,
    showing 2” beside V = 2.
    """
    names = {picks.called(part) for part in parts}
    told = [{*map(str, one.fields.values())} for one in things(line.game, line.position, parts)]
    if all(fields and fields <= names for fields in told):
        return ""
    return thing(line.game, setup, line.position, parts, language)


def options(
    line: AnyLine, setup: Setup, shown: picking.Menu, stem: str, language: NullTranslations
) -> list[discord.SelectOption]:
    """The options of a menu. What the menu's question has said is not said again."""
    made = []
    for way in shown.ways:
        label = picks.name(way)
        if way.text == stem:
            label = f"{way.text} ({language.gettext(AS_IT_STANDS)})"
        parts = way.parts if shown.about is None else way.parts[1:]
        told = _told(line, setup, parts, language)
        made.append(
            discord.SelectOption(
                label=match_text.cut(label, LABEL),
                value=way.text,
                description=match_text.cut(told, LABEL) or None,
            )
        )
    return made


def control(
    line: AnyLine,
    setup: Setup,
    shown: picking.Menu,
    *,
    stem: str,
    to: str,
    most: int,
    language: NullTranslations,
    emojis: Emojis,
) -> Control:
    """The menu with this `custom_id`, from which as many as `most` may be chosen."""
    made = options(line, setup, shown, stem, language)
    emojis.put_on(made, [way.part.point for way in shown.ways], line)
    return menu(question(line, setup, shown, language), to, made, most=most)
