"""The Katarenga board: squares, lines, tableaus, and the reach of a piece.

Squares are numbered file by file from a1 up, so ascending numbers are ascending names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from random import Random
from typing import TypeAlias

from games.words import N_

SIDE = 8
FILES = "abcdefgh"
NAMES = tuple(f"{file}{rank + 1}" for file in FILES for rank in range(SIDE))
SQUARE = {name: square for square, name in enumerate(NAMES)}
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

Offset: TypeAlias = tuple[int, int]
STRAIGHT: tuple[Offset, ...] = ((1, 0), (0, 1))
DIAGONAL: tuple[Offset, ...] = ((1, 1), (1, -1))


def _at(square: int, file: int, rank: int) -> int | None:
    """The square this many files to the right and ranks up; None beyond the edge."""
    file, rank = square // SIDE + file, square % SIDE + rank
    return file * SIDE + rank if 0 <= file < SIDE and 0 <= rank < SIDE else None


def _ray(square: int, offset: Offset) -> tuple[int, ...]:
    """The squares from a square to the edge, the nearest first."""
    ray: list[int] = []
    while (far := _at(square, offset[0] * (len(ray) + 1), offset[1] * (len(ray) + 1))) is not None:
        ray.append(far)
    return tuple(ray)


def _back(offset: Offset) -> Offset:
    return -offset[0], -offset[1]


# The lines along which a piece reaches


Line: TypeAlias = tuple[int, dict[int, int]]
"""A line through a square: the squares where a stop matters, and for each set of stops among
them the squares in reach, including the stops themselves."""


def _line(square: int, offset: Offset) -> Line:
    rays = (_ray(square, offset), _ray(square, _back(offset)))
    inner = sum(1 << far for ray in rays for far in ray[:-1])
    one, other = map(_reaches, rays)
    return inner, {a | b: near | far for a, near in one for b, far in other}


def _reaches(ray: tuple[int, ...]) -> list[tuple[int, int]]:
    """Each set of stops before the end of a ray, with the squares in reach."""
    *inner, end = map(_bit, ray) if ray else (0,)
    found = [(0, end)]
    for near in reversed(inner):
        found = [(stops, near | far) for stops, far in found] + [
            (near | stops, near) for stops, _ in found
        ]
    return found


def _bit(square: int) -> int:
    return 1 << square


def _neighbours(square: int, offsets: tuple[Offset, ...]) -> int:
    found = (_at(square, *offset) for offset in offsets)
    return sum(1 << near for near in found if near is not None)


_KING = tuple((file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank)
_KNIGHT = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if {abs(x), abs(y)} == {1, 2})
_ALL = range(SIDE * SIDE)
_LINES = {
    "R": tuple((_line(square, (1, 0)), _line(square, (0, 1))) for square in _ALL),
    "Y": tuple((_line(square, (1, 1)), _line(square, (1, -1))) for square in _ALL),
}
_LEAPS = {
    "B": tuple(_neighbours(square, _KING) for square in _ALL),
    "G": tuple(_neighbours(square, _KNIGHT) for square in _ALL),
}


_OFFSETS = {"R": STRAIGHT, "Y": DIAGONAL}


def between(origin: int, target: int, colour: str) -> tuple[int, ...] | None:
    """The squares that a piece on this colour passes on its way to a target, in order.

    None if no line leads there. Green and blue have no lines.
    """
    for offset in _OFFSETS.get(colour, ()):
        for ray in (_ray(origin, offset), _ray(origin, _back(offset))):
            if target in ray:
                return ray[: ray.index(target)]
    return None


# Die Drei


def _triples() -> Iterator[tuple[int, int, int]]:
    for middle in _ALL:
        for offset in (*STRAIGHT, *DIAGONAL):
            for near, far in zip(_ray(middle, _back(offset)), _ray(middle, offset), strict=False):
                yield near, middle, far


TRIPLES = tuple(_triples())
"""All sets of three squares in line, the middle one halfway between the others: Die Drei."""


def _completing() -> tuple[tuple[int, ...], ...]:
    table = [[0] * len(NAMES) for _ in NAMES]
    for triple in TRIPLES:
        for third in triple:
            one, other = (square for square in triple if square != third)
            table[one][other] |= 1 << third
            table[other][one] |= 1 << third
    return tuple(map(tuple, table))


COMPLETING = _completing()
"""For any two squares, the set of squares that make Die Drei with them."""


# The tableaus


TILES = {
    "1": ("RYBG", "GRGB", "YYBR", "BGRY"),
    "2": ("RYGB", "GYRY", "BBGR", "YRBG"),
    "3": ("RGBY", "YYGR", "BBRG", "GRYB"),
    "4": ("RGBY", "YYBR", "BGRG", "GRYB"),
}
"""The front sides of the tableaus, rows from the top."""

# North-west, north-east, south-west, south-east: file and rank of the lower left corner.
_QUADRANTS = ((0, 4), (4, 4), (0, 0), (4, 0))


def _laid(place: str) -> tuple[str, ...]:
    """The rows of a tableau from the top, on the given side and after the given clockwise turns."""
    front = TILES[place[0]]
    rows = front if place[1] == "a" else tuple(row[::-1] for row in front)
    for _ in range(int(place[2])):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return rows


_PLACE = re.compile("[1-4][ab][0-3]")


@dataclass(frozen=True, slots=True)
class Katarenga:
    """A board of four tableaus. Boards with the same code compare equal."""

    code: str
    colours: str = field(compare=False)
    """The letter of each square's colour."""
    red: int = field(compare=False)
    yellow: int = field(compare=False)

    def reach(self, square: int, occupied: int) -> int:
        """The free squares that a piece on this square reaches, by the square's colour."""
        colour = self.colours[square]
        if colour in "BG":
            return _LEAPS[colour][square] & ~occupied
        stops = occupied | (self.red if colour == "R" else self.yellow)
        (one, first), (other, second) = _LINES[colour][square]
        return (first[stops & one] | second[stops & other]) & ~occupied


@lru_cache(maxsize=256)
def katarenga(code: str) -> Katarenga:
    """The board with this canonical code."""
    colours = [""] * len(NAMES)
    for (left, bottom), place in zip(_QUADRANTS, code.split("."), strict=True):
        for down, row in enumerate(_laid(place)):
            for right, colour in enumerate(row):
                colours[(left + right) * SIDE + bottom + 3 - down] = colour
    red, yellow = (
        sum(1 << square for square, found in enumerate(colours) if found == colour)
        for colour in "RY"
    )
    return Katarenga(code, "".join(colours), red, yellow)


def check_code(text: str) -> str:
    """The canonical spelling of a board's code. Raises ValueError with what is wrong."""
    places = text.strip().lower().split(".")
    if len(places) != len(_QUADRANTS):
        raise ValueError(N_("a board needs four tableaus, for example 1a0.2a0.3a0.4a0"))
    for place in places:
        if _PLACE.fullmatch(place) is None:
            raise ValueError(
                N_(
                    "a tableau is a number 1-4, a side a or b, and 0-3 quarter turns, for example "
                    "2b3"
                )
            )
    if len({place[0] for place in places}) != len(TILES):
        raise ValueError(N_("each of the tableaus 1, 2, 3 and 4 must be used exactly once"))
    return ".".join(places)


def draw_code(rng: Random) -> str:
    """The code of a random board: order, sides and turns of the tableaus."""
    tiles = rng.sample(sorted(TILES), len(TILES))
    return ".".join(f"{tile}{rng.choice('ab')}{rng.choice('0123')}" for tile in tiles)


def codes(typed: str = "", laid: str = "") -> Iterator[str]:
    """The canonical codes that begin with `laid` and with what was typed, sorted."""
    typed = typed.strip().lower()
    used = set(laid[::4])
    for tile in sorted(TILES.keys() - used):
        for side, turns in product("ab", "0123"):
            code = f"{laid}{tile}{side}{turns}"
            if len(used) + 1 < len(TILES):
                code += "."
                if code.startswith(typed) or typed.startswith(code):
                    yield from codes(typed, code)
            elif code.startswith(typed):
                yield code
