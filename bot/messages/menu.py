"""What menus say in which a turn is picked: what they ask for, and what each option is.

Options are told by what everybody sees before the move; what a move does is not looked at.
"""

from __future__ import annotations

from gettext import NullTranslations

import discord

from bot.messages import picking
from bot.text import match as match_text
from bot.text.discord_limits import LABEL
from games.play import AnyLine
from games.protocol import AnyGame, Part, Position, Setup
from games.texts import sentence_of
from games.words import N_, Fields, say

AS_IT_STANDS = N_("as it stands")


def question(line: AnyLine, setup: Setup, menu: picking.Menu, language: NullTranslations) -> str:
    """What a menu asks for; of several that ask the same, also for which of the options."""
    asked = language.gettext(line.game.texts.parts[menu.kind])
    if menu.about is not None:
        said = thing(line.game, setup, line.position, (menu.about,), language)
        about = picking.called(menu.about)
        # What only repeats the name, such as "die V" after V, isn't worth a parenthesis.
        told = said and said.partition(" ")[2] != about
        asked = f"{asked}: {about} ({said})" if told else f"{asked}: {about}"
        return asked if menu.alone else f"{asked}, {_span(line, menu, language)}"
    return asked if menu.alone else f"{asked}: {_span(line, menu, language)}"


def _span(line: AnyLine, menu: picking.Menu, language: NullTranslations) -> str:
    """Which of the options: their columns, rows or the like, or else the first and the last."""
    if len(menu.lanes) < 2:
        return menu.span
    fields: Fields = {"first": menu.lanes[0], "last": menu.lanes[-1]}
    return say(line.game.texts.lanes, fields, language=language)


def options(
    line: AnyLine, setup: Setup, menu: picking.Menu, stem: str, language: NullTranslations
) -> list[discord.SelectOption]:
    """The options of a menu. What the menu's question has said is not said again."""
    made = []
    for way in menu.ways:
        label = picking.name(way)
        if way.text == stem:
            label = f"{way.text} ({language.gettext(AS_IT_STANDS)})"
        parts = way.parts if menu.about is None else way.parts[1:]
        said = thing(line.game, setup, line.position, parts, language)
        made.append(
            discord.SelectOption(
                label=match_text.cut(label, LABEL),
                value=way.text,
                description=match_text.cut(said, LABEL) or None,
            )
        )
    return made


def thing(
    game: AnyGame,
    setup: Setup,
    position: Position,
    parts: tuple[Part, ...],
    language: NullTranslations,
) -> str:
    """What these parts stand for, as far as there is something to say."""
    names, said = game.seat_names(setup), list[str]()
    for found in filter(None, (game.thing(position, part) for part in parts)):
        said.append(say(sentence_of(game.texts, "things", found), found.fields, names, language))
    return ", ".join(said)
