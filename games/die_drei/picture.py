"""The parts of Die Drei's pictures: the printed board, its emblems, the pieces."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.die_drei.board import COLOURS, FILES, NAMES, SIDE, katarenga
from games.geometry import box, polygon
from games.protocol import Seat
from games.scene import XY, Board, Disc, Emblem, Glyph, Label, Line, Polygon, Region, Text

MARGIN = 0.5
"""The width of the frame, on which the coordinates are. A square is 1 wide."""

CORNERS: dict[str, XY] = {
    name: (MARGIN + square // SIDE, MARGIN + SIDE - 1 - square % SIDE)
    for square, name in enumerate(NAMES)
}
"""The upper left corners of the squares."""

# In that corner each square has a chess piece (rook, bishop, knight, king) that shows its reach
# without colours. The pieces stand beside it, so that they never hide it.

STANDING, EMBLEM, SIGN = 0.645, 0.236, 0.163
"""How far from the corner pieces and emblems are, and half the size of an emblem."""

SPOTS: dict[str, XY] = {name: (x + STANDING, y + STANDING) for name, (x, y) in CORNERS.items()}

_FILL, _EDGE = "owner.edge", None

ROOK: Glyph = (
    Polygon(
        (
            (-0.75, -0.9), (-0.42, -0.9), (-0.42, -0.62), (-0.17, -0.62), (-0.17, -0.9),
            (0.17, -0.9), (0.17, -0.62), (0.42, -0.62), (0.42, -0.9), (0.75, -0.9),
            (0.75, -0.3), (0.5, -0.1), (0.58, 0.5), (0.85, 0.6), (0.85, 0.92),
            (-0.85, 0.92), (-0.85, 0.6), (-0.58, 0.5), (-0.5, -0.1), (-0.75, -0.3),
        ),
        _FILL,
        _EDGE,
    ),
)  # fmt: skip
BISHOP: Glyph = (
    Disc((0.0, -0.82), 0.17, _FILL, _EDGE),
    Polygon(
        (
            (0.0, -0.72), (0.3, -0.42), (0.06, -0.06), (0.18, 0.02), (0.42, -0.28), (0.52, 0.02),
            (0.3, 0.34), (0.42, 0.58), (0.8, 0.64), (0.8, 0.92), (-0.8, 0.92), (-0.8, 0.64),
            (-0.42, 0.58), (-0.3, 0.34), (-0.52, 0.02), (-0.4, -0.32),
        ),
        _FILL,
        _EDGE,
    ),
)  # fmt: skip
KNIGHT: Glyph = (
    Polygon(
        (
            (-0.08, -0.68), (0.1, -0.95), (0.22, -0.62), (0.55, -0.36), (0.74, 0.1), (0.76, 0.92),
            (-0.62, 0.92), (-0.56, 0.66), (-0.1, 0.22), (-0.06, -0.02), (-0.34, 0.1),
            (-0.52, 0.36), (-0.78, 0.3), (-0.88, 0.06), (-0.5, -0.5),
        ),
        _FILL,
        _EDGE,
    ),
)  # fmt: skip
KING: Glyph = (
    Polygon(
        (
            (-0.11, -0.98), (0.11, -0.98), (0.11, -0.8), (0.3, -0.8), (0.3, -0.6), (0.11, -0.6),
            (0.11, -0.36), (0.48, -0.46), (0.86, -0.26), (0.86, 0.08), (0.55, 0.5), (0.72, 0.64),
            (0.72, 0.92), (-0.72, 0.92), (-0.72, 0.64), (-0.55, 0.5), (-0.86, 0.08),
            (-0.86, -0.26), (-0.48, -0.46), (-0.11, -0.36), (-0.11, -0.6), (-0.3, -0.6),
            (-0.3, -0.8), (-0.11, -0.8),
        ),
        _FILL,
        _EDGE,
    ),
)  # fmt: skip
EMBLEMS = {"R": ROOK, "Y": BISHOP, "G": KNIGHT, "B": KING}

# White's pieces are round, Black's have eight corners.
SHAPES: tuple[Glyph, Glyph] = (
    (Polygon(polygon(48, 0.92)),),
    (Polygon(polygon(8, 0.99, turned=22.5)),),
)


def piece(number: int) -> Glyph:
    """The piece with this number; White has the odd ones."""
    size = 0.78 if number < 10 else 0.66
    return (*SHAPES[1 - number % 2], Text(str(number), (0.0, 0.0), size))


PIECE = {number: piece(number) for number in range(1, 17)}


def badge(seat: Seat) -> Glyph:
    """A piece without a number."""
    return SHAPES[seat - 1]


ROLES = {f"katarenga.{colour}": "field" for colour in COLOURS.values()}
"""The fields by their colours; where a theme has no colours, emblems tell them apart."""


def _square(name: str, role: str) -> Region:
    return Region(box(*CORNERS[name], 1.0, 1.0), role, name, "field.edge")


def _corner(name: str) -> XY:
    """The position of a square's emblem."""
    x, y = CORNERS[name]
    return x + EMBLEM, y + EMBLEM


def _seams() -> tuple[Line, ...]:
    """The edges of the tableaus."""
    start, middle, end = MARGIN, MARGIN + SIDE / 2, MARGIN + SIDE
    across = (((start, y), (end, y)) for y in (start, middle, end))
    down = (((x, start), (x, end)) for x in (start, middle, end))
    return tuple(Line(points, "outline", 0.055) for points in (*across, *down))


def _labels() -> tuple[Label, ...]:
    """Ranks on the left and files below the squares, whichever way the board is turned."""
    near, far = MARGIN / 2, SIDE + 1.5 * MARGIN
    middles = [MARGIN + number + 0.5 for number in range(SIDE)]
    ranks = (
        Label(str(SIDE - number), (near, y), 0.25, opposite=(far, y))
        for number, y in enumerate(middles)
    )
    files = (
        Label(letter, (x, far), 0.25, opposite=(x, near))
        for letter, x in zip(FILES, middles, strict=True)
    )
    return (*ranks, *files)


WHOLE = SIDE + 2 * MARGIN
FRAME = Region(box(0.0, 0.0, WHOLE, WHOLE), "board", edge="board.edge")

PLAIN = Board(
    width=WHOLE,
    height=WHOLE,
    regions=(FRAME, *(_square(name, "board") for name in NAMES)),
    lines=_seams(),
    labels=_labels(),
    spots=SPOTS,
    spot=0.375,
    tinted=False,
    rimmed=True,
    roles=ROLES,
)
"""Everything that all boards have in common: all but the colours of the squares."""


@lru_cache(maxsize=64)
def printed(code: str) -> Board:
    """The board with this code. The same object, while it is cached."""
    colours = dict(zip(NAMES, katarenga(code).colours, strict=True))
    roles = {name: f"katarenga.{COLOURS[colour]}" for name, colour in colours.items()}
    squares = (_square(name, role) for name, role in roles.items())
    emblems = (
        Emblem(EMBLEMS[colour], _corner(name), SIGN, roles[name], name)
        for name, colour in colours.items()
    )
    return replace(PLAIN, regions=(FRAME, *squares), emblems=tuple(emblems), plain=PLAIN)
