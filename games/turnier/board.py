"""The ground: boards of twelve points that are laid next to each other.

Points lie on an integer lattice, x to the right, y up. They are numbered by their names, sorted as
strings, so ascending numbers are ascending tokens. Rules and pictures share the `Ground`, which
computes each of its tables once, on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, lru_cache, reduce
from itertools import product
from operator import or_
from typing import TypeAlias

from games.turnier.notation import SHAPES, Go, Lay, Place, Plant, Take, lay

Spot: TypeAlias = tuple[int, int]
"""A place on the lattice."""

BOARDS = {2: 5, 3: 6, 4: 8}
"""The number of boards in a ground, by the number of seats."""

LASTS = 4
"""The number of boards of either kind."""

REACH = 6
"""The length of a board's longest side."""

AROUND: tuple[Spot, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _box(width: int, height: int) -> frozenset[Spot]:
    return frozenset(product(range(width), range(height)))


def _quarter(x: int, y: int) -> frozenset[Spot]:
    return frozenset((x + dx, y + dy) for dx, dy in _box(2, 2))


OUTLINES: dict[str, frozenset[Spot]] = {
    "Cne": _box(4, 4) - _quarter(0, 0),
    "Cnw": _box(4, 4) - _quarter(2, 0),
    "Cse": _box(4, 4) - _quarter(0, 2),
    "Csw": _box(4, 4) - _quarter(2, 2),
    "Sh": _box(6, 2),
    "Sv": _box(2, 6),
}
"""The points of each shape, from the lower left point of its bounding box."""


@cache
def column_name(number: int) -> str:
    """The letters of a column, counted from 0: a … z, aa, ab …"""
    last = chr(ord("a") + number % 26)
    return last if number < 26 else column_name(number // 26 - 1) + last


def points_of(board: Lay) -> list[Spot]:
    """The lattice points that a board covers, row by row from below."""
    covered = ((board.x + dx, board.y + dy) for dx, dy in OUTLINES[board.shape])
    return sorted(covered, key=lambda point: point[::-1])


class Ground:
    """The boards of a ground, in the order in which they were laid, and its points.

    Two grounds are equal if the same boards were laid in the same order.
    """

    def __init__(self, boards: tuple[Lay, ...]) -> None:
        self.boards = boards

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Ground) and self.boards == other.boards

    def __hash__(self) -> int:
        return hash(self.boards)

    def __reduce__(self) -> tuple[Callable[[tuple[Lay, ...]], Ground], tuple[tuple[Lay, ...]]]:
        # Without the cached tables, to which another thread may be adding.
        return ground_of, (self.boards,)

    def __repr__(self) -> str:
        return f"Ground({self})"

    def __str__(self) -> str:
        return "/".join(map(str, self.boards)) or "-"

    def plus(self, board: Lay) -> Ground:
        """The ground with one more board."""
        return ground_of((*self.boards, board))

    # The lattice, for laying boards.

    @cached_property
    def board_at(self) -> dict[Spot, int]:
        """The board, counted from 0, at each lattice point of the ground."""
        return {xy: number for number, board in enumerate(self.boards) for xy in points_of(board)}

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The smallest and the largest x, the smallest and the largest y."""
        xs, ys = zip(*self.board_at, strict=True)
        return min(xs), max(xs), min(ys), max(ys)

    def left(self, kind: str) -> int:
        """The number of boards of a kind, `S` or `C`, that are left."""
        return LASTS - sum(board.shape[0] == kind for board in self.boards)

    @cached_property
    def layings(self) -> list[Lay]:
        """Every way to lay the next board, sorted by token.

        Works on bit sets over the lattice with a margin. A shape fits where none of its points is
        on the ground and at least one is adjacent to it.
        """
        shapes = [shape for shape in SHAPES if self.left(shape[0])]
        if not self.boards:
            return [lay(shape, 0, 0)[1] for shape in shapes]
        low_x, high_x, low_y, _ = self.box
        low_x, low_y = low_x - REACH - 1, low_y - REACH - 1
        width = high_x - low_x + 2
        ground = sum(1 << (y - low_y) * width + x - low_x for x, y in self.board_at)
        around = (ground << 1 | ground >> 1 | ground << width | ground >> width) & ~ground
        found = []
        for shape in shapes:
            meets = touches = 0
            for dx, dy in OUTLINES[shape]:
                meets |= ground >> dy * width + dx
                touches |= around >> dy * width + dx
            marks = f"{touches & ~meets:b}"[::-1]
            at = marks.find("1")
            while at >= 0:
                y, x = divmod(at, width)
                found.append(lay(shape, x + low_x, y + low_y))
                at = marks.find("1", at + 1)
        return [move for _, move in sorted(found)]

    # The points, once the last board is laid.

    @cached_property
    def places(self) -> tuple[Spot, ...]:
        """The lattice points in the order of their names."""
        return tuple(xy for _, xy in sorted((self.name(xy), xy) for xy in self.board_at))

    def name(self, xy: Spot) -> str:
        """The name that a lattice point has once the ground is complete."""
        low_x, _, low_y, _ = self.box
        return f"{column_name(xy[0] - low_x)}{xy[1] - low_y + 1}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the points: the leftmost column is a, the lowest row 1."""
        return tuple(map(self.name, self.places))

    @cached_property
    def point(self) -> dict[str, int]:
        """The points by name."""
        return {name: point for point, name in enumerate(self.names)}

    @cached_property
    def board_of(self) -> tuple[int, ...]:
        """For each point, its board, counted from 0."""
        return tuple(self.board_at[xy] for xy in self.places)

    @cached_property
    def board_sets(self) -> tuple[int, ...]:
        """The points of each board as a bit set."""
        sets = [0] * len(self.boards)
        for point, board in enumerate(self.board_of):
            sets[board] |= 1 << point
        return tuple(sets)

    @cached_property
    def all(self) -> int:
        """All points as a bit set."""
        return (1 << len(self.places)) - 1

    @cached_property
    def straight(self) -> tuple[tuple[tuple[int, int | None], ...], ...]:
        """For each point, its neighbours, each with the point straight behind it, if any."""
        at = {xy: point for point, xy in enumerate(self.places)}
        return tuple(
            tuple(
                (at[x + dx, y + dy], at.get((x + 2 * dx, y + 2 * dy)))
                for dx, dy in AROUND
                if (x + dx, y + dy) in at
            )
            for x, y in self.places
        )

    @cached_property
    def near(self) -> tuple[int, ...]:
        """For each point, its neighbours as a bit set."""
        return tuple(sum(1 << beside for beside, _ in ways) for ways in self.straight)

    @cached_property
    def hops(self) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
        """For each point, the jumps from it. Each has the bits of the point jumped over and of the
        landing together, the bit of the former, the bit of the latter, and the landing's number.
        """
        return tuple(
            tuple(
                (1 << over | 1 << landing, 1 << over, 1 << landing, landing)
                for over, landing in ways
                if landing is not None
            )
            for ways in self.straight
        )

    @cached_property
    def around(self) -> tuple[int, ...]:
        """For each point, all points that its jumps involve, as a bit set."""
        return tuple(reduce(or_, (both for both, *_ in hops), 0) for hops in self.hops)

    @cached_property
    def remembered(self) -> list[tuple[int, int, list[Go]]]:
        """For each point, the last moves found for a fighter there: the points on which they
        depend, those of them that were occupied, and the moves. The first value never matches.
        """
        return [(0, 1, [])] * len(self.places)

    @cached_property
    def clamps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each point, the bit of each neighbour and the bit of the point straight behind the
        neighbour, which is 0 beyond the edge.
        """
        return tuple(
            tuple((1 << beside, 0 if behind is None else 1 << behind) for beside, behind in ways)
            for ways in self.straight
        )

    # The moves, each built once.

    @cached_property
    def placings(self) -> tuple[Place, ...]:
        """Placing a fighter on each point."""
        return tuple(map(Place, self.names))

    @cached_property
    def takings(self) -> tuple[Take, ...]:
        """Taking a fighter off each point."""
        return tuple(map(Take, self.names))

    @cached_property
    def plantings(self) -> tuple[Plant, ...]:
        """Planting a flag on each point."""
        return tuple(map(Plant, self.names))

    @cached_property
    def before_flags(self) -> int:
        """The points whose tokens sort before those of flags."""
        return sum(1 << point for point, name in enumerate(self.names) if name < "flag:")


@lru_cache(maxsize=128)
def ground_of(boards: tuple[Lay, ...]) -> Ground:
    """The ground of these boards, in the order in which they were laid."""
    return Ground(boards)
