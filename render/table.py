"""Tables as pictures, readable on a phone, independent of the meaning of their cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games.scene import Glyph
from render import text as letters
from render.layout import WIDTH, Box
from render.page import CAP, EMPTY, MARGIN, SMALL, Heading, Note, Page, noted
from render.painter import Picture

Tone: TypeAlias = Literal["plain", "soft", "strong", "full", "ring", "void"]
"""Ordinary · pale · bold · on a filled ground · in a ring · no cell at all."""

MOST = 16
"""The most rows with which a picture is about as high as it is wide."""
DEEP = 12
"""The same if cells have a second line."""

_ROW, _DEEP, _HEAD = 58, 84, 46
_PAD, _NARROW = 12, 5
"""The least room left and right of a text in a column, and in an even column."""
_EVEN = 66
"""The greatest width to which even columns grow."""
_SIGN = 50
"""The width of the column of signs."""
_VOID = 0.4
"""The share of the edge's colour in the ground of a missing cell: less than in the ground of a
filled one.
"""
_BAR = 7
"""The width of the bar before a row that stands out."""
_ROOM = WIDTH - 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its title. One column is `wide`: it gets the room that the others leave, and its
    texts are shortened to fit. Its width is at least `least` as long as there are columns that may
    be spared.

    Columns that are `even` have the same width. If there is not enough room, `spared` columns are
    removed together with their notes, those with the highest number first. The `gone` notes of the
    last ones removed are shown instead.
    """

    title: str = ""
    align: float = 1.0
    wide: bool = False
    least: int = 0
    even: bool = False
    spared: int = 0
    note: Note | None = None
    gone: Note | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, and another one `below` it: small or, with `both`, as large as the first."""

    text: str = ""
    tone: Tone = "plain"
    below: str = ""
    both: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A cell for each column. A `sign` is drawn before them, in the colour of `role`, which can
    tint the row as well. A row that stands `out` is bold, with a bar before it.
    """

    cells: tuple[Cell, ...]
    sign: Glyph | None = None
    role: str | None = None
    tinted: bool = False
    out: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading above it and notes below it."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heading: Heading = EMPTY
    notes: tuple[Note, ...] = ()


def table(what: Table, *, theme: str = "light") -> Picture:
    """The table as a PNG file. Raises KeyError for an unknown theme, and UnknownRoleError."""
    return laid(what, theme).picture()


def png_of(what: Table, *, theme: str = "light") -> bytes:
    """The table as a PNG file."""
    return table(what, theme=theme).png


def laid(what: Table, theme: str) -> Page:
    """The table on a page."""
    shown = _sparing(what)
    notes = (*shown.notes, *(column.note for column in shown.columns if column.note))
    top = MARGIN + what.heading.height
    high = _HEAD + len(shown.rows) * _height(shown)
    page = Page(theme, top + high + noted(notes) + MARGIN)
    page.heading(what.heading)
    _Painted(page, shown, top).draw()
    page.notes(notes, top + high)
    return page


def _height(what: Table) -> int:
    """The height of a row."""
    return _DEEP if any(cell.below for row in what.rows for cell in row.cells) else _ROW


def _sparing(what: Table) -> Table:
    """The table without the columns for which there is no room, and with a note about that."""
    gone: tuple[Note, ...] = ()
    while _needed(what) > _ROOM and any(column.spared for column in what.columns):
        worst = max(column.spared for column in what.columns)
        gone = tuple(one.gone for one in what.columns if one.spared == worst and one.gone)
        kept = [at for at, column in enumerate(what.columns) if column.spared != worst]
        what = replace(
            what,
            columns=tuple(what.columns[at] for at in kept),
            rows=tuple(
                replace(row, cells=tuple(row.cells[at] for at in kept)) for row in what.rows
            ),
        )
    return replace(what, notes=(*what.notes, *gone))


def _needed(what: Table) -> float:
    return _signs(what) + sum(_widths(what))


def _signs(what: Table) -> int:
    """The room for signs before the cells."""
    return _SIGN if any(row.sign for row in what.rows) else _PAD


def _widths(what: Table) -> list[float]:
    """The smallest widths of the columns."""
    found = [
        float(column.least)
        if column.wide
        else max(column.least, 2 * _pad(column) + max(_extents(what, at), default=0.0))
        for at, column in enumerate(what.columns)
    ]
    even = max(
        (wide for wide, one in zip(found, what.columns, strict=True) if one.even), default=0.0
    )
    return [even if one.even else wide for wide, one in zip(found, what.columns, strict=True)]


def _grown(what: Table) -> list[float]:
    """The widths of the columns, which fill the table. Room that the texts of the wide one don't
    need goes to the even ones first, up to a limit. If there is not enough room, the wide one
    becomes narrower.
    """
    widths = _widths(what)
    rest = _ROOM - _signs(what) - sum(widths)
    wanted = sum(
        max(0.0, max(_extents(what, at)) + 4 * _PAD - wide)
        for at, (wide, column) in enumerate(zip(widths, what.columns, strict=True))
        if column.wide
    )
    even = [wide for wide, column in zip(widths, what.columns, strict=True) if column.even]
    more = min(max(0.0, rest - wanted) / len(even), max(0.0, _EVEN - even[0])) if even else 0.0
    rest -= more * len(even)
    return [
        wide + rest * column.wide + more * column.even
        for wide, column in zip(widths, what.columns, strict=True)
    ]


def _pad(column: Column) -> int:
    return _NARROW if column.even else _PAD


def _extents(what: Table, at: int) -> list[float]:
    """The widths of the texts in a column."""
    found = [letters.width(letters.printable(what.columns[at].title), SMALL)]
    for row in what.rows:
        cell = row.cells[at]
        found.append(letters.width(letters.printable(cell.text), CAP, "bold"))
        found.append(letters.width(letters.printable(cell.below), SMALL))
    return found


class _Painted:
    """A table while it is painted."""

    def __init__(self, page: Page, what: Table, top: float) -> None:
        self.page, self.what, self.top = page, what, top
        self.height = _height(what)
        self.left = MARGIN + _signs(what)
        self.widths = _grown(what)

    def draw(self) -> None:
        """Draws everything from back to front."""
        rows, page = self.what.rows, self.page
        bottom = self.top + _HEAD + len(rows) * self.height
        page.panel(Box(MARGIN, self.top, WIDTH - MARGIN, bottom))
        x = float(self.left)
        for column, wide in zip(self.what.columns, self.widths, strict=True):
            pad = _pad(column)
            at = x + pad + column.align * (wide - 2 * pad), self.top + _HEAD / 2 + 3
            page.write(column.title, at, cap=SMALL, role="ink.soft", align=column.align)
            x += wide
        for number, row in enumerate(rows):
            self.row(row, self.top + _HEAD + number * self.height, last=number == len(rows) - 1)

    def row(self, row: Row, top: float, *, last: bool) -> None:
        """A row, with a line above it."""
        page, brush = self.page, self.page.brush
        inner = Box(MARGIN + 1.5, top, WIDTH - MARGIN - 1.5, top + self.height - 1.5 * last)
        if row.tinted and row.role:
            self.ground(inner, page.tint(row.role, 0.16), last=last)
        elif row.out:
            self.ground(inner, page.tint("accent", 0.13), last=last)
        edge = page.theme.colour("panel.edge")
        brush.rounded((inner.left, top - 0.75, inner.right, top + 0.75), 0, edge)
        if row.out:
            bar = inner.left + 2, top + 7, inner.left + 2 + _BAR, top + self.height - 7
            brush.rounded(bar, _BAR / 2, page.theme.colour("accent"))
        middle = top + self.height / 2
        if row.sign:
            page.glyph(row.sign, (MARGIN + 14 + _SIGN / 2, middle), 17, row.role or "ink")
        x = float(self.left)
        for column, cell, wide in zip(self.what.columns, row.cells, self.widths, strict=True):
            self.cell(column, cell, Box(x, top, x + wide, top + self.height), out=row.out)
            x += wide

    def ground(self, box: Box, colour: tuple[int, int, int], *, last: bool) -> None:
        """The ground of a row, which keeps the round corners of the panel."""
        brush = self.page.brush
        brush.rounded(box, 10.5 if last else 0, colour)
        if last:
            brush.rounded((box.left, box.top, box.right, box.bottom - 12), 0, colour)

    def cell(self, column: Column, cell: Cell, box: Box, *, out: bool) -> None:
        """A cell's ground and its texts."""
        page, middle = self.page, (box.top + box.bottom) / 2
        if cell.tone == "void":
            ground = box.left, box.top + 0.75, box.right, box.bottom - 0.75
            page.brush.rounded(ground, 0, page.tint("panel.edge", _VOID))
            return
        pad = _pad(column)
        at = box.left + pad + column.align * (box.width - 2 * pad), middle
        room = box.width - 2 * pad
        if cell.tone in ("full", "ring"):
            self.chip(cell, at, column)
        role = "ink.soft" if cell.tone == "soft" else "ink"
        weight = "bold" if out or cell.tone in ("strong", "full") else "semibold"
        for word, down, small in _lines(cell):
            page.write(
                word,
                (at[0], middle + down),
                cap=SMALL if small else CAP,
                role="ink.soft" if small else role,
                align=column.align,
                weight="semibold" if small else weight,
                room=room,
            )

    def chip(self, cell: Cell, at: tuple[float, float], column: Column) -> None:
        """The ground of a cell's text, or of both its texts."""
        behind = [(word, down) for word, down, small in _lines(cell) if not small]
        widths = (letters.width(letters.printable(word), CAP, "bold") for word, _ in behind)
        wide, high = max(20.0, *widths), CAP / 2 + 8
        middle = at[0] + (0.5 - column.align) * wide
        box = Box(
            middle - wide / 2 - 7,
            at[1] + behind[0][1] - high,
            middle + wide / 2 + 7,
            at[1] + behind[-1][1] + high,
        )
        page = self.page
        page.brush.rounded(box, 9, page.tint("rise", 0.34 if cell.tone == "full" else 0.5))
        if cell.tone == "ring":
            page.brush.rounded(box.grown(-2), 7, page.theme.colour("panel"))


def _lines(cell: Cell) -> list[tuple[str, float, bool]]:
    """The lines of a cell: each with its distance below the cell's middle, and whether it is
    small.
    """
    if not cell.below:
        return [(cell.text, 0.0, False)]
    if cell.both:
        return [(cell.text, -17.0, False), (cell.below, 17.0, False)]
    return [(cell.text, -14.0, False), (cell.below, 21.0, True)]


def pages(count: int, most: int) -> Sequence[range]:
    """Pages of at most `most` rows for this many rows, as even as possible; at least one page."""
    parts = max(1, -(-count // most))
    return [range(count * n // parts, count * (n + 1) // parts) for n in range(parts)]
