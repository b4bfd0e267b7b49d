"""The board of 81 fields and the three dice, with tables of lines that are computed once.

Fields are numbered row by row, so ascending numbers are ascending names. Dice are numbered from 0.
"""

from __future__ import annotations

from collections.abc import Iterator

SIDE = 9
NAMES = tuple(f"{row}{column}" for row in range(1, SIDE + 1) for column in range(1, SIDE + 1))
FIELD = {name: field for field, name in enumerate(NAMES)}

DICE = (0, 1, 2)
DIE_NAMES = "345"
ROMAN = ("III", "IV", "V")
FACES = ((1, 2, 5, 6, 7, 9), (1, 3, 4, 5, 8, 9), (2, 3, 4, 6, 7, 8))
"""The numbers of each die, ascending."""

OTHERS = ((1, 2), (0, 2), (0, 1))
"""For each die, the other two."""

_WAYS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)


def _ray(field: int, way: tuple[int, int]) -> tuple[int, ...]:
    """The fields from a field to the edge, the nearest first."""
    row, column = divmod(field, SIDE)
    ray: list[int] = []
    while True:
        row, column = row + way[0], column + way[1]
        if not (0 <= row < SIDE and 0 <= column < SIDE):
            return tuple(ray)
        ray.append(row * SIDE + column)


RAYS = tuple(tuple(_ray(field, way) for way in _WAYS) for field in range(len(NAMES)))
"""For each field, its eight lines, each with the nearest field first."""


def _set(fields: Iterator[int] | tuple[int, ...]) -> int:
    return sum(1 << field for field in fields)


def _seen(field: int) -> int:
    return _set(far for ray in RAYS[field] for far in ray)


def _lane(number: int) -> int:
    """The fields of the row and the column with this number."""
    return _set(field for field, name in enumerate(NAMES) if str(number) in name)


_LANES = tuple(_lane(number) for number in range(1, SIDE + 1))
TARGETS = tuple((0, *(seen & lane for lane in _LANES)) for seen in map(_seen, range(len(NAMES))))
"""By field and number: the target fields of a die that shows the number, on an empty board."""


def _shadows(field: int) -> tuple[int, ...]:
    table = [0] * len(NAMES)
    for ray in RAYS[field]:
        shadow = 0
        for far in reversed(ray):
            shadow |= 1 << far
            table[far] = shadow
    return tuple(table)


SHADOW = tuple(_shadows(field) for field in range(len(NAMES)))
"""By field and by field of another die: the fields that this die blocks. They are its own field and
all fields behind it, or none if the two fields are not on one line.
"""


def _rays(field: int) -> tuple[int, ...]:
    table = [0] * len(NAMES)
    for ray in RAYS[field]:
        whole = _set(ray)
        for far in ray:
            table[far] = whole
    return tuple(table)


RAY = tuple(_rays(field) for field in range(len(NAMES)))
"""By field and by another field: all fields of the line from the first through the other."""


def between(origin: int, target: int) -> tuple[int, ...] | None:
    """The fields strictly between two, in order from the origin; None if they share no line."""
    return next(
        (ray[: ray.index(target)] for ray in RAYS[origin] if target in ray),
        None,
    )


# Three dice in line


def _completing(adjacent: Iterator[tuple[int, int, int]]) -> tuple[tuple[int, ...], ...]:
    table = [[0] * len(NAMES) for _ in NAMES]
    for fields in adjacent:
        for third in fields:
            one, other = (field for field in fields if field != third)
            table[one][other] |= 1 << third
            table[other][one] |= 1 << third
    return tuple(map(tuple, table))


def _neighbouring() -> Iterator[tuple[int, int, int]]:
    for middle in range(len(NAMES)):
        for ray, opposite in zip(RAYS[middle], reversed(RAYS[middle]), strict=True):
            if ray and opposite:
                yield ray[0], middle, opposite[0]


def _aligned(one: int, other: int) -> int:
    """All fields on the line through two, but not these."""
    return (RAY[one][other] | RAY[other][one]) & ~(1 << one | 1 << other)


COMPLETING = {
    "adjacent": _completing(_neighbouring()),
    "any": tuple(
        tuple(_aligned(one, other) for other in range(len(NAMES))) for one in range(len(NAMES))
    ),
}
"""By option and two fields: the fields that make a line with these two."""
