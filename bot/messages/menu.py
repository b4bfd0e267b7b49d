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
from bot.text.position import thing
from bot.ui.controls import Control, menu
from games import picks
from games.play import AnyLine
from games.protocol import Setup
from games.words import N_, Fields, say

AS_IT_STANDS = N_("as it stands")
RANGE = N_("{first} to {last}")


def question(line: AnyLine, setup: Setup, shown: picking.Menu, language: NullTranslations) -> str:
    """What a menu asks for; of several that ask the same, also for which of the options."""
    asked = language.gettext(line.game.texts.parts[shown.kind])
    if shown.about is not None:
        said = thing(line.game, setup, line.position, (shown.about,), language)
        about = picks.called(shown.about)
        # What only repeats the name, such as "die V" after V, isn't worth a parenthesis.
        told = said and said.partition(" ")[2] != about
        asked = f"{asked}: {about} ({said})" if told else f"{asked}: {about}"
        return asked if shown.alone else f"{asked}, {_span(line, shown, language)}"
    return asked if shown.alone else f"{asked}: {_span(line, shown, language)}"


def _span(line: AnyLine, shown: picking.Menu, language: NullTranslations) -> str:
    """Which of the options: their columns, rows or the like, or else the first and the last."""
    names = shown.lanes if len(shown.lanes) > 1 else shown.begins
    if names is shown.begins and len(names) < 3:
        return ", ".join(names)
    fields: Fields = {"first": names[0], "last": names[-1]}
    texts, sentence = line.game.texts, RANGE
    if names is shown.lanes:
        sentence = texts.lanes if len(names) > 2 else texts.two_lanes
    return say(sentence, fields, language=language)


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
        said = thing(line.game, setup, line.position, parts, language)
        made.append(
            discord.SelectOption(
                label=match_text.cut(label, LABEL),
                value=way.text,
                description=match_text.cut(said, LABEL) or None,
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
