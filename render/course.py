"""The course of a place in a table, step by step, as a curve. The first place is at the top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal, TypeAlias

from games.scene import XY, Glyph
from render import text as letters
from render.layout import WIDTH, Box
from render.page import CAP, EMPTY, MARGIN, SMALL, Heading, Note, Page, noted
from render.painter import Picture
from render.theme import RGB

Tone: TypeAlias = Literal["full", "ring", "soft", "plain"]
"""How the mark of a step looks: filled · in a ring · pale · without a ground of its own."""

MOST = 16
"""The most steps whose marks can be read on a phone."""

_HEIGHT = 520
_LEFT, _PAD = 74, 44
"""The room for the places at the left, and the padding within the field."""
_RADIUS = 20
_ROW = 40
"""The height of a line below the field."""
_GAP = 12
"""The gap between the words of two steps."""
_LINES = 8
"""The most lines for places."""
_GUTTER = 40
"""The room for the signs of bands."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step: the place after it, its title, a mark of one or two characters, and a word below it,
    with a `short` form.
    """

    place: int
    title: str
    mark: str = ""
    tone: Tone = "plain"
    word: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """A range of places of one kind: the first and the last of them, with a sign in the colour of a
    role.
    """

    first: int
    last: int
    sign: Glyph
    role: str


@dataclass(frozen=True, slots=True)
class Course:
    """Steps from left to right, at least one, in a table with this many places.

    The words are shown below the steps if there is room for all of them. Otherwise the short forms
    are shown, and `key`, a note that explains them.
    """

    steps: tuple[Step, ...]
    places: int
    heading: Heading = EMPTY
    bands: tuple[Band, ...] = ()
    notes: tuple[Note, ...] = ()
    key: Note | None = None


def course(what: Course, *, theme: str = "light") -> Picture:
    """The course as a PNG file. Raises KeyError for an unknown theme, and UnknownRoleError.

    If there are more than `MOST` steps, the last ones are shown.
    """
    return laid(what, theme).picture()


def png_of(what: Course, *, theme: str = "light") -> bytes:
    """The course as a PNG file."""
    return course(what, theme=theme).png


def laid(what: Course, theme: str) -> Page:
    """The course on a page."""
    steps = what.steps[-MOST:]
    top = MARGIN + what.heading.height
    right = WIDTH - MARGIN
    field = Box(MARGIN + _LEFT, top, right, top + _HEIGHT)
    wide = (field.width - (_GUTTER if what.bands else 0)) / len(steps)
    words = [step.word for step in steps]
    brief = any(_width(word) > wide - _GAP for word in words)
    if brief:
        words = [step.short for step in steps]
    notes = (what.key, *what.notes) if brief and what.key else what.notes
    bottom = round(field.bottom) + _ROW * (2 if any(words) else 1)
    page = Page(theme, bottom + noted(notes) + MARGIN)
    page.heading(what.heading)
    painted = _Painted(page, what, steps, field, wide)
    painted.ground()
    painted.curve()
    painted.below(words)
    page.notes(notes, bottom)
    return page


def _width(word: str) -> float:
    return letters.width(letters.printable(word), SMALL)


class _Painted:
    """A course while it is painted."""

    def __init__(
        self, page: Page, what: Course, steps: tuple[Step, ...], field: Box, wide: float
    ) -> None:
        self.page, self.what, self.steps, self.field = page, what, steps, field
        self.wide = wide
        """The width of a step."""

    def height(self, place: float) -> float:
        """The height of a place."""
        top, bottom = self.field.top + _PAD, self.field.bottom - _PAD
        if self.what.places < 2:
            return (top + bottom) / 2
        return top + (place - 1) / (self.what.places - 1) * (bottom - top)

    def at(self, number: int) -> XY:
        """The point of a step."""
        x = self.field.left + (number + 0.5) * self.wide
        return x, self.height(self.steps[number].place)

    def ground(self) -> None:
        """The field with its bands, and lines for places."""
        page, field = self.page, self.field
        page.panel(field)
        inner = field.grown(-1.5)
        for band in self.what.bands:
            top = inner.top if band.first == 1 else self.height(band.first - 0.5)
            low = inner.bottom if band.last == self.what.places else self.height(band.last + 0.5)
            self.tinted(Box(inner.left, top, inner.right, low), page.tint(band.role, 0.16))
            middle = (self.height(band.first) + self.height(band.last)) / 2
            page.glyph(band.sign, (field.right - _GUTTER / 2 - 4, middle), 15, band.role)
        edge = page.theme.colour("panel.edge")
        for place in _lines(self.what.places):
            y = self.height(place)
            right = field.right - (_GUTTER + 8 if self.what.bands else 14)
            page.brush.line(((field.left + 14, y), (right, y)), 1.5, edge)
            page.write(f"{place}.", (field.left - 14, y), cap=SMALL, role="ink.soft", align=1.0)

    def tinted(self, box: Box, colour: RGB) -> None:
        """The ground of a band, which keeps the round corners of the field."""
        first, last = box.top < self.field.top + 12, box.bottom > self.field.bottom - 12
        self.page.brush.rounded(box, 10.5, colour)
        straight = box.left, box.top + 12 * first, box.right, box.bottom - 12 * last
        self.page.brush.rounded(straight, 0, colour)

    def curve(self) -> None:
        """The line from step to step, and the marks on it."""
        points = [self.at(number) for number in range(len(self.steps))]
        if len(points) > 1:
            self.page.brush.line(points, 5, self.page.theme.colour("accent"))
        widths = [letters.width(letters.printable(step.mark), CAP, "bold") for step in self.steps]
        half = max(_RADIUS, max(widths) / 2 + 5)
        legible = 2 * half + 5 < self.wide
        for step, point in zip(self.steps, points, strict=True):
            self.mark(step, point, half if legible else _RADIUS, legible=legible)

    def mark(self, step: Step, at: XY, half: float, *, legible: bool) -> None:
        """The mark of a step on the curve, as wide as all marks need."""
        page, (x, y) = self.page, at
        rim = page.theme.colour("ink.soft" if step.tone in ("soft", "plain") else "rise")
        ground = page.tint("rise", 0.34 if step.tone == "full" else 0.0)
        for grown, fill in ((2.5, rim), (0.0, ground)):
            wide, high = half + grown, _RADIUS + grown
            page.brush.rounded((x - wide, y - high, x + wide, y + high), high, fill)
        if legible:
            weight = "bold" if step.tone == "full" else "semibold"
            role = "ink.soft" if step.tone == "soft" else "ink"
            page.write(step.mark, at, role=role, align=0.5, weight=weight)

    def below(self, words: Sequence[str]) -> None:
        """The titles of the steps, as many as fit, and the words below them."""
        widest = max(_width(step.title) for step in self.steps)
        every = ceil((widest + 8) / self.wide)
        for number, (step, word) in enumerate(zip(self.steps, words, strict=True)):
            x, y = self.field.left + (number + 0.5) * self.wide, self.field.bottom + _ROW / 2 + 2
            if (len(self.steps) - 1 - number) % every == 0:
                self.page.write(step.title, (x, y), cap=SMALL, role="ink.soft", align=0.5)
            self.page.write(word, (x, y + _ROW - 4), cap=SMALL, align=0.5)


def _lines(places: int) -> list[int]:
    """The places that have a line: the first, and then at regular steps."""
    step = next(
        step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000) if places <= step * _LINES
    )
    if step <= 2:
        return list(range(1, places + 1, step))
    return [1, *range(step, places + 1, step)]
