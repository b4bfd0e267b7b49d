"""Messages in Discord's newer form: texts, rows with a button, rules and pictures in one frame.

A few words suffice for all of them: a `heading`, a `Text`, a `Row` with a button beside its text, a
button `Below` a longer text, a `RULE` between groups. A message adds its picture, below all of that
or at the `PICTURE` among it, and its controls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from bot.pictures.board import Picture
from bot.text.discord_limits import LAYOUT_TEXT
from bot.text.match import cut
from bot.ui.controls import Control, Link, item_of

_WIDTH = 5
"""How many buttons have room in a row; a menu fills one."""


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of text."""

    text: str


def heading(text: str) -> Text:
    """A line in larger letters, at the head of a message."""
    return Text(f"### {text}")


@dataclass(frozen=True, slots=True)
class Row:
    """Lines of text with a button beside them."""

    text: str
    button: Control


@dataclass(frozen=True, slots=True)
class Below:
    """Lines of text over the whole width, with a button below, and perhaps `more` beside it."""

    text: str
    button: Control
    more: tuple[Control, ...] = ()


class _Rule:
    """A line between two groups."""


RULE: Final = _Rule()


class _Picture:
    """Where the picture stands."""


PICTURE: Final = _Picture()

Part: TypeAlias = Text | Row | Below | _Rule | _Picture


def ruled(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts with a rule between each two of them."""
    found = [each for part in parts for each in (RULE, part)]
    return tuple(found[1:])


def view(
    parts: Sequence[Part], picture: Picture | None, controls: Sequence[Control | Link]
) -> ui.LayoutView:
    """The parts in a frame with the picture and its description, then the controls."""
    placed = parts if PICTURE in parts else (*parts, PICTURE)
    items = [item for part in _fitting(placed) for item in _items(part, picture)]
    items += [ui.ActionRow(*row) for row in _rows(controls)]
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.Container(*items))
    layout.stop()  # Handlers find controls by pattern, not by view.
    return layout


def _items(part: Part, picture: Picture | None) -> Iterator[ui.Item[Any]]:
    if isinstance(part, _Picture):
        if picture is not None:
            source = f"attachment://{picture.name}"
            shown = discord.MediaGalleryItem(source, description=picture.alt)
            yield ui.MediaGallery(shown)
    elif isinstance(part, Row):
        yield ui.Section(ui.TextDisplay(part.text), accessory=part.button.item)
    elif isinstance(part, _Rule):
        yield ui.Separator()
    else:
        yield ui.TextDisplay(part.text)
        if isinstance(part, Below):
            yield ui.ActionRow(part.button.item, *(one.item for one in part.more))


def _fitting(parts: Sequence[Part]) -> Iterator[Part]:
    """The parts without what Discord has no room for; pages are small enough to be kept whole."""
    room = LAYOUT_TEXT
    for part in parts:
        if isinstance(part, _Rule | _Picture):
            yield part
        elif room > 0:
            text = cut(part.text, room)
            room -= len(text)
            yield replace(part, text=text)


def _rows(controls: Sequence[Control | Link]) -> Iterator[list[ui.Item[Any]]]:
    """The controls in as few rows as possible, in their order. What has a row of its own is kept
    apart from what has another.
    """
    row = list[ui.Item[Any]]()
    room = _WIDTH
    for control in controls:
        item = item_of(control)
        if item.width > room or (row and row[-1].row != item.row):
            yield row
            row, room = [], _WIDTH
        row.append(item)
        room -= item.width
    if row:
        yield row
