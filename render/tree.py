"""Trees of encounters as pictures: the side that advances from one goes to the next, on its right.

The module doesn't know what the encounters are about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.scene import Glyph
from render import text as letters
from render.layout import WIDTH, Box
from render.page import CAP, EMPTY, MARGIN, SMALL, Heading, Note, Page, noted
from render.painter import Picture

MOST = 4
"""The most columns of a tree whose names can be read on a phone."""

State: TypeAlias = Literal["open", "ahead", "behind"]

_LINE = 48
"""The height of a side of an encounter."""
_APART, _BETWEEN = 22, 28
"""The gaps between encounters, and between columns."""
_HEAD = 42
"""The height of the columns' titles."""
_NARROW = 21
"""The height of capitals in narrow columns."""
_BAR = 7
_PAD = 11
_SIGN = 33
"""The room for the sign of a side."""
_LEAST = 120
"""The smallest width of a column."""
_LABEL = 40
"""The room for the label above an encounter."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an encounter: its name, its value there, and whether it advances. A `sign` is
    drawn before the name, in the colour of `role`. A side that is not known yet has no name.
    """

    name: str = ""
    value: str = ""
    state: State = "open"
    sign: Glyph | None = None
    role: str = "ink"
    out: bool = False
    """Whether it stands out: it is bold, with a bar before it."""


@dataclass(frozen=True, slots=True)
class Node:
    """An encounter of two sides; or one side that advances without an opponent, for the reason in
    its value.
    """

    sides: tuple[Side, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Tree:
    """Columns of encounters, each column half as long as the one before; None leaves a place empty.

    `shorter` are titles that are used if there is no room for the usual ones. `apart` is drawn in
    the last column, below it.
    """

    columns: tuple[tuple[Node | None, ...], ...]
    titles: tuple[str, ...] = ()
    shorter: tuple[str, ...] = ()
    heading: Heading = EMPTY
    notes: tuple[Note, ...] = ()
    apart: Node | None = None


def tree(what: Tree, *, theme: str = "light") -> Picture:
    """The tree as a PNG file. Raises KeyError for an unknown theme, and UnknownRoleError."""
    return laid(what, theme).picture()


def png_of(what: Tree, *, theme: str = "light") -> bytes:
    """The tree as a PNG file."""
    return tree(what, theme=theme).png


def laid(what: Tree, theme: str) -> Page:
    """The tree on a page."""
    top = MARGIN + what.heading.height + _HEAD * any(what.titles)
    middles = _middles(what.columns, top)
    bottom = float(top + len(what.columns[0]) * (2 * _LINE + _APART))
    apart = None
    if what.apart is not None:
        last = max(middles[-1]) + 2 * _LINE + _APART + _LABEL
        apart = max(last, bottom - _APART / 2 - _LINE)
        bottom = max(bottom, apart + _LINE + _APART / 2)
    page = Page(theme, round(bottom + noted(what.notes) + MARGIN - _APART / 2))
    page.heading(what.heading)
    painted = _Painted(page, what, middles)
    painted.titles(top - _HEAD)
    painted.lines()
    painted.nodes()
    if what.apart is not None and apart is not None:
        painted.node(what.apart, len(what.columns) - 1, apart)
    page.notes(what.notes, bottom - _APART / 2)
    return page


def _middles(columns: Sequence[Sequence[object]], top: float) -> list[list[float]]:
    """The height of each encounter: between the two that lead to it."""
    pitch = 2 * _LINE + _APART
    found = [[top + (number + 0.5) * pitch for number in range(len(columns[0]))]]
    for column in columns[1:]:
        before = found[-1]
        found.append([sum(before[2 * at : 2 * at + 2]) / 2 for at in range(len(column))])
    return found


class _Painted:
    """A tree while it is painted."""

    def __init__(self, page: Page, what: Tree, middles: list[list[float]]) -> None:
        self.page, self.what, self.middles = page, what, middles
        self.cap = _cap(what)
        self.widths = _widths(what, self.cap)
        gone = (sum(self.widths[:column]) for column in range(len(self.widths)))
        self.lefts = [MARGIN + wide + at * _BETWEEN for at, wide in enumerate(gone)]

    def titles(self, top: float) -> None:
        """The titles above the columns."""
        for column, title in enumerate(_titles(self.what)):
            at = self.lefts[column] + 2, top + _HEAD / 2 - 4
            self.page.write(title, at, cap=SMALL, role="ink.soft", room=self.widths[column])

    def lines(self) -> None:
        """Lines from each encounter to the one it leads to."""
        colour = self.page.theme.colour("ink.soft")
        for column, nodes in enumerate(self.what.columns[1:], 1):
            for number in range(len(nodes)):
                goal = self.middles[column][number]
                middle = self.lefts[column] - _BETWEEN / 2
                for child in (2 * number, 2 * number + 1):
                    if self.what.columns[column - 1][child] is None:
                        continue
                    start = self.middles[column - 1][child]
                    left = self.lefts[column]
                    bend = (left - _BETWEEN, start), (middle, start), (middle, goal)
                    self.page.brush.line((*bend, (left, goal)), 2, colour)

    def nodes(self) -> None:
        """All encounters in their places."""
        for column, nodes in enumerate(self.what.columns):
            for number, node in enumerate(nodes):
                if node is not None:
                    self.node(node, column, self.middles[column][number])

    def node(self, node: Node, column: int, middle: float) -> None:
        """An encounter, centred on a height."""
        left, wide, page = self.lefts[column], self.widths[column], self.page
        half = len(node.sides) * _LINE / 2
        box = Box(left, middle - half, left + wide, middle + half)
        page.panel(box, 10)
        if node.label:
            at = left + 2, box.top - _LABEL / 2
            page.write(node.label, at, cap=SMALL, role="ink.soft", room=wide)
        for number, side in enumerate(node.sides):
            top = box.top + number * _LINE
            if number:
                rule = left + 1.5, top - 0.75, box.right - 1.5, top + 0.75
                page.brush.rounded(rule, 0, page.theme.colour("panel.edge"))
            self.side(node, side, Box(left, top, box.right, top + _LINE))

    def side(self, node: Node, side: Side, box: Box) -> None:
        """One side of an encounter."""
        page, middle, cap = self.page, (box.top + box.bottom) / 2, self.cap
        if side.out:
            bar = box.left + 4, box.top + 7, box.left + 4 + _BAR, box.bottom - 7
            page.brush.rounded(bar, _BAR / 2, page.theme.colour("accent"))
        x = box.left + _PAD + (_BAR - 2 if side.out else 0)
        if side.sign is not None:
            page.glyph(side.sign, (x + 14, middle), 15, side.role)
            x += _SIGN
        right = box.right - _PAD
        weight = _weight(side)
        role = "ink.soft" if side.state == "behind" and not side.out else "ink"
        if side.value:
            wide = letters.width(letters.printable(side.value), cap, "bold")
            if side.state == "ahead":
                chip = right - wide - 7, middle - 18, right + 7, middle + 18
                page.brush.rounded(chip, 8, page.tint("rise", 0.34))
            page.write(
                side.value,
                (right, middle),
                cap=cap,
                role="ink.soft" if side.state == "open" and not node.sides[1:] else role,
                align=1.0,
                weight=weight,
            )
            right -= wide + 12
        page.write(side.name, (x, middle), cap=cap, role=role, weight=weight, room=right - x)


def _cap(what: Tree) -> float:
    """The height of capitals: smaller in narrow columns, and if that keeps every name whole."""
    if len(what.columns) >= MOST:
        return _NARROW
    return _NARROW if not _fits(what, CAP) and _fits(what, _NARROW) else CAP


def _fits(what: Tree, cap: float) -> bool:
    """Whether all names fit with capitals of this height."""
    count = len(what.columns)
    return sum(_needed(what, column, cap) for column in range(count)) <= count * _equal(what)


def _equal(what: Tree) -> float:
    """The width of a column if all have the same width."""
    count = len(what.columns)
    return (WIDTH - 2 * MARGIN - (count - 1) * _BETWEEN) / count


def _titles(what: Tree) -> list[str]:
    """The titles. Those that are too long for equal columns are in their shorter form."""
    shorter = what.shorter or what.titles
    return [
        short if letters.width(letters.printable(title), SMALL) > _equal(what) else title
        for title, short in zip(what.titles, shorter, strict=True)
    ]


def _widths(what: Tree, cap: float) -> list[float]:
    """The widths of the columns. Columns that need less than an equal share leave the rest to
    others.
    """
    count = len(what.columns)
    left = count * _equal(what)
    needs = [_needed(what, column, cap) for column in range(count)]
    widths = [0.0] * count
    for done, column in enumerate(sorted(range(count), key=needs.__getitem__)):
        widths[column] = min(needs[column], left / (count - done))
        left -= widths[column]
    return [wide + left / count for wide in widths]


def _needed(what: Tree, column: int, cap: float) -> float:
    """The width at which nothing in a column is shortened, with capitals of this height."""
    nodes = [node for node in what.columns[column] if node is not None]
    if what.apart is not None and column == len(what.columns) - 1:
        nodes.append(what.apart)
    titles = [*_titles(what)[column : column + 1], *(node.label for node in nodes)]
    said = (letters.width(letters.printable(title), SMALL) + 4 for title in titles)
    sides = (_extent(side, cap) for node in nodes for side in node.sides)
    return max(_LEAST, *said, *sides)


def _weight(side: Side) -> str:
    """The font weight of a name."""
    return "bold" if side.out or side.state == "ahead" else "semibold"


def _extent(side: Side, cap: float) -> float:
    """The width of a side with its full name."""
    name, value = (letters.printable(text) for text in (side.name, side.value))
    wide = letters.width(name, cap, _weight(side)) + 2 * _PAD + 1
    wide += letters.width(value, cap, "bold") + 12 if value else 0
    return wide + (_SIGN if side.sign is not None else 0) + (_BAR - 2 if side.out else 0)
