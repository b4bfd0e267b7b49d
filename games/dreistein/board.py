"""The 87 fields of 19 hexagons, their neighbours and lines: one source for rules and picture.

A hexagon's place is (column, row): one hexagon to the right adds 2 to the column, one row down
adds 1 to the row and 1 or -1 to the column. The sides of a hexagon are numbered clockwise from the
north-east, so field n lies between the sides n - 1 and n. Opposite sides and fields differ by 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from typing import TypeAlias

from games.protocol import Seat

Path: TypeAlias = tuple[int, ...]
"""Fields in the order in which a man passes them."""

Walk: TypeAlias = tuple[int, dict[int, int]]
"""A bit set of the fields that can obstruct, and the fields in reach for each set of occupied
fields among them: `mask, table = walk; table[occupied & mask]`.
"""

ROWS = {"a": 3, "b": 4, "c": 5, "d": 4, "e": 3}
WHOLE = ("a2", "b2", "b3", "c2", "c3", "c4", "d1", "d2", "d3", "d4")
"""The whole hexagons. The others are cut in half by a side of the board."""

SIDES = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""The steps to the six neighbours of a hexagon, by the side that they cross."""

PLACES = {
    f"{letter}{number}": (2 * number - width - 1, row)
    for row, (letter, width) in enumerate(ROWS.items())
    for number in range(1, width + 1)
}
HEXAGONS = {place: name for name, place in PLACES.items()}


def _numbers(hexagon: str) -> tuple[int, ...]:
    """The numbers of the fields of a hexagon. Half hexagons have three."""
    if hexagon in WHOLE:
        return (1, 2, 3, 4, 5, 6)
    if hexagon[0] == "e":
        return (1, 2, 6)
    return (2, 3, 4) if hexagon[1] == "1" else (4, 5, 6)


NAMES = tuple(f"{hexagon}{number}" for hexagon in PLACES for number in _numbers(hexagon))
"""The fields, sorted by name."""

FIELD = {name: field for field, name in enumerate(NAMES)}
FIELDS = range(len(NAMES))


def _at(place: tuple[int, int], number: int) -> int | None:
    """The field of a hexagon by its number, counted on around the hexagon; None if there is
    none.
    """
    return FIELD.get(f"{HEXAGONS.get(place)}{(number - 1) % 6 + 1}")


def _beyond(field: int, side: int, turn: int) -> int | None:
    """The field in the hexagon across a side, with its number increased by `turn`."""
    column, row = PLACES[NAMES[field][:2]]
    right, down = SIDES[(side - 1) % 6]
    return _at((column + right, row + down), int(NAMES[field][2]) + turn)


def _found(fields: Iterable[int | None]) -> Path:
    return tuple(field for field in fields if field is not None)


def bit_set(fields: Iterable[int]) -> int:
    """The bit set of some fields."""
    return sum(1 << field for field in fields)


def fields_of(names: str) -> int:
    """The bit set of field names separated by blanks."""
    return bit_set(FIELD[name] for name in names.split())


# Neighbours


def _rounds(field: int) -> tuple[Path, Path]:
    """Both ways around the hexagon, as far as they go."""
    place, number = PLACES[NAMES[field][:2]], int(NAMES[field][2])
    ways = []
    for turn in (1, -1):
        ring = [_at(place, number + turn * step) for step in range(1, 6)]
        ways.append(_found(ring[: ring.index(None)] if None in ring else ring))
    return ways[0], ways[1]


def _across(field: int) -> Path:
    """The neighbours in other hexagons."""
    number = int(NAMES[field][2])
    return _found((_beyond(field, number, 4), _beyond(field, number - 1, 2)))


def _corners(field: int) -> Path:
    """The diagonally opposite fields where four fields meet, in other hexagons."""
    number = int(NAMES[field][2])
    return _found(_beyond(field, side, 3) for side in (number, number - 1))


ROUNDS = tuple(_rounds(field) for field in FIELDS)
"""For each field, the two ways around its hexagon: clockwise and anticlockwise."""

NEAR = tuple(
    bit_set((*_across(field), *(way[0] for way in ROUNDS[field] if way))) for field in FIELDS
)
"""For each field its neighbours, which share a whole side with it."""

CORNERS = tuple(bit_set(_corners(field)) for field in FIELDS)
"""For each field the fields of other hexagons that touch it only where four fields meet."""


# Lines


def _line(places: Sequence[tuple[int, int]], side: int) -> tuple[Path, Path, int]:
    """The fields of a line that runs through these places towards a side.

    Returns the fields along its left in order, those along its right, and the set of fields that
    touch it only with their tips.
    """
    left = _found(_at(place, side + turn) for place in places for turn in (4, 0))
    right = _found(_at(place, side + turn) for place in places for turn in (3, 1))
    tips = _found(_at(place, side + turn) for place in places for turn in (5, 2))
    return left, right, bit_set(tips)


def _runs() -> Iterable[tuple[tuple[tuple[int, int], ...], int]]:
    """For each of the 15 lines, its hexagons in order and the side towards which it runs."""
    for side, (right, down) in enumerate(SIDES[:3], start=1):
        for column, row in HEXAGONS:
            if (column - right, row - down) in HEXAGONS:
                continue
            run = [(column, row)]
            while (following := (run[-1][0] + right, run[-1][1] + down)) in HEXAGONS:
                run.append(following)
            yield tuple(run), side


RUNS = tuple(_runs())
LINES = tuple(_line(places, side) for places, side in RUNS)
"""For each line, the fields along its left, along its right, and those that only touch it."""


def lines_of(field: int) -> list[tuple[Path, Path, int]]:
    """The two lines along which a field lies. The first path of each is the field's own side."""
    return [
        (mine, other, tips)
        for left, right, tips in LINES
        for mine, other in ((left, right), (right, left))
        if field in mine
    ]


def slides(field: int) -> tuple[Path, ...]:
    """The four ways from a field along its two lines, on its own side of them."""
    ways: list[Path] = []
    for lane, _, _ in lines_of(field):
        at = lane.index(field)
        ways += lane[at + 1 :], lane[:at][::-1]
    return tuple(ways)


def _walk(paths: Iterable[Path]) -> Walk:
    """The walk on which a man follows any of these paths, up to the first occupied field.

    That field is in reach, too: the man may capture there.
    """
    bits = tuple(tuple(1 << field for field in path) for path in paths)
    mask = reduce(or_, (bit for path in bits for bit in path[:-1]), 0)
    table, occupied = {}, 0
    while True:
        reached = 0
        for path in bits:
            for bit in path:
                reached |= bit
                if occupied & bit:
                    break
        table[occupied] = reached
        occupied = (occupied - mask) & mask
        if not occupied:
            return mask, table


WALKS = tuple(_walk((*ROUNDS[field], *((far,) for far in _across(field)))) for field in FIELDS)
"""For each field, the walk around its hexagon or one step across a short side."""

SLIDES = tuple((_walk(slides(field)[:2]), _walk(slides(field)[2:])) for field in FIELDS)
"""For each field, the walks along its two lines."""


# What belongs to each seat


def _castle(hexagons: str) -> int:
    return bit_set(field for field in FIELDS if NAMES[field][:2] in hexagons.split())


CASTLES = {1: _castle("a1 a2 a3"), 2: _castle("d4 c5 e3"), 3: _castle("d1 c1 e1")}
GOALS = {
    1: fields_of("e16 e12 e26 e22 e36 e32"),
    2: fields_of("a12 a14 b12 b14 c12 c14"),
    3: fields_of("a36 a34 b46 b44 c56 c54"),
}
"""The goal fields: those along the side of the board opposite the castle."""

LORDS: dict[Seat, str] = {1: "a21", 2: "d43", 3: "d15"}
KNIGHTS: dict[Seat, str] = {1: "a12 a26 a22 a36", 2: "c54 d42 d44 e32", 3: "c14 d14 d16 e16"}
SQUIRES: dict[Seat, str] = {
    1: "a13 a14 a25 a24 a23 a35 a34",
    2: "c55 c56 d41 d45 d46 e31 e36",
    3: "c12 c13 d11 d12 d13 e11 e12",
}
"""The squires' fields at the start."""
