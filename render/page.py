"""A page of shapes and words, such as a table. Shapes have smooth edges; words lie above them, and
are crisp.

Lengths are pixels of a page as wide as a board's picture. On a phone it is a third as wide, and
capitals of the least height here are then as high as those of small print.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from games.scene import XY, Glyph
from render import png
from render import text as letters
from render.brush import FINE, Brush, sheet
from render.layout import WIDTH, Box
from render.painter import Picture
from render.sprites import owned
from render.theme import RGB, mix
from render.themes import THEMES

MARGIN = 24
"""Pixels left free at all edges."""
HEAD, CAP, SMALL = 29, 24, 21
"""The height of capitals: of titles, of text, and the smallest."""

_TITLE, _STAGE = 58, 40
"""The heights of the lines above a page's content: the title, and the line below it."""
_NOTE = 38
"""The height of a line of notes below it."""
_ABOVE = 10
"""The gap between the content and the notes."""
_APART = 34
"""The least gap between two notes in a line."""
_SIGN = 32
"""The room for the sign of a note."""
_COLOURS = 256


class Heading(NamedTuple):
    """The lines above the content of a page: a title, and what the page shows of it."""

    title: str = ""
    stage: str = ""

    @property
    def height(self) -> int:
        """The room that the heading needs."""
        return _TITLE * bool(self.title) + _STAGE * bool(self.stage)


EMPTY = Heading()


class Note(NamedTuple):
    """The meaning of a sign in the page. The sign is a glyph in the colour of a role, or a short
    text.
    """

    said: str
    sign: Glyph | str = ""
    role: str = "ink"


class Word(NamedTuple):
    """A text as it is printed. The box is as high as its capitals."""

    text: str
    box: Box
    cap: float
    weight: str
    ink: RGB


class Page:
    """A page while it is painted. Raises KeyError for an unknown theme, and UnknownRoleError."""

    def __init__(self, theme: str, height: int) -> None:
        self.theme = THEMES[theme]
        self.size = WIDTH, height
        self.words: list[Word] = []
        self._image = sheet(*self.size, "RGB")
        self._image.paste(self.theme.colour("background"), (0, 0, *self._image.size))
        self.brush = Brush(self._image)

    def tint(self, role: str, share: float) -> RGB:
        """The ground of the content with this share of a role mixed in."""
        return mix(self.theme.colour("panel"), self.theme.colour(role), share)

    def panel(self, box: Box, radius: float = 12.0) -> None:
        """A ground for some content, with a thin line around it."""
        self.brush.rounded(box, radius, self.theme.colour("panel.edge"))
        self.brush.rounded(box.grown(-1.5), radius - 1.5, self.theme.colour("panel"))

    def glyph(self, glyph: Glyph, centre: XY, radius: float, role: str) -> None:
        """A glyph whose owner has this colour."""
        self.brush.glyph(glyph, centre, radius, owned(self.theme, role))

    def write(
        self,
        text: str,
        at: XY,
        *,
        cap: float = CAP,
        role: str = "ink",
        align: float = 0.0,
        weight: str = "semibold",
        room: float | None = None,
    ) -> float:
        """Writes a text centred on the height of a place, and returns its width.

        With `align` 0 it begins there, with 1 it ends there. If it is wider than `room`, it is
        shortened.
        """
        shown = letters.printable(text)
        if room is not None:
            shown = letters.fitted_names(shown, cap, room, weight)
        if not shown:
            return 0.0
        wide = letters.width(shown, cap, weight)
        left, top = round(at[0] - align * wide), round(at[1] - cap / 2)
        box = Box(left, top, left + wide, top + cap)
        self.words.append(Word(shown, box, cap, weight, self.theme.colour(role)))
        return wide

    def heading(self, heading: Heading) -> None:
        """Writes the heading at the top."""
        top, room = float(MARGIN), WIDTH - 2 * MARGIN
        if heading.title:
            at = MARGIN, top + _TITLE / 2 - 6
            self.write(heading.title, at, cap=HEAD, weight="bold", room=room)
            top += _TITLE
        self.write(heading.stage, (MARGIN, top + 8), cap=SMALL, role="ink.soft", room=room)

    def notes(self, notes: Sequence[Note], top: float) -> None:
        """Writes notes below the content, in as many lines as `noted` has counted."""
        middle = top + _ABOVE + _NOTE / 2
        for line in _flowed(notes):
            x = float(MARGIN)
            for note in line:
                self._note(note, (x, middle))
                x += _wide(note) + _APART
            middle += _NOTE

    def _note(self, note: Note, at: XY) -> None:
        (x, y), room = at, WIDTH - MARGIN - at[0]
        if isinstance(note.sign, str):
            x += self.write(note.sign, at, cap=SMALL, weight="bold")
        else:
            self.glyph(note.sign, (x + 11, y), 12, note.role)
        x, room = at[0] + _led(note), room - _led(note)
        self.write(note.said, (x, y), cap=SMALL, role="ink.soft", room=room)

    def shapes(self) -> Image.Image:
        """The page without its words."""
        return self._image.reduce(FINE)

    def picture(self) -> Picture:
        """The page as a PNG file."""
        image = self.shapes()
        draw = ImageDraw.Draw(image)
        for word in self.words:
            at, font = (word.box.left, word.box.bottom), letters.sized(word.cap, word.weight)
            draw.text(at, word.text, word.ink, font, anchor="ls")
        few = image.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        return Picture(png.encode(few, fast=True), self.size)


def noted(notes: Sequence[Note]) -> int:
    """The height that notes need below the content."""
    lines = len(_flowed(notes))
    return _ABOVE + lines * _NOTE if lines else 0


def _flowed(notes: Sequence[Note]) -> list[list[Note]]:
    """The notes in lines, as many in each line as fit."""
    lines: list[list[Note]] = []
    left = 0.0
    for note in notes:
        if not lines or _wide(note) > left:
            lines.append([])
            left = WIDTH - 2 * MARGIN
        lines[-1].append(note)
        left -= _wide(note) + _APART
    return lines


def _led(note: Note) -> float:
    """The room for the sign of a note."""
    if isinstance(note.sign, str):
        return letters.width(note.sign, SMALL, "bold") + 10 if note.sign else 0.0
    return _SIGN


def _wide(note: Note) -> float:
    return _led(note) + letters.width(letters.printable(note.said), SMALL)
