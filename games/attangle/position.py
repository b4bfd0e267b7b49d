"""A state of Attangle: the stacks on the board, and both stocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from games.attangle.board import CENTRE, FREE_AT_START, NAMES, POINT
from games.geometry import bits
from games.protocol import Result, Seat

STOCK = 18


@dataclass(frozen=True, slots=True)
class AttanglePosition:
    """The stacks as sets of points, and the stocks.

    `men` are the points where each seat has the top piece. `doubles` and `triples` are the points
    with stacks of two and three. The lower piece of a double has the other colour. Below the top of
    a triple lie two pieces of the other colour if it is one of `capped`. Otherwise the middle one
    has the other colour and the lowest its own.
    """

    men: tuple[int, int]
    doubles: int
    triples: int
    capped: int
    stock: tuple[int, int]
    seat: Seat
    result: Result | None = None

    @property
    def seats(self) -> int:
        """How many play: always two."""
        return 2

    @property
    def to_move(self) -> Seat | None:
        """The seat to act; None when the game is over."""
        return self.seat if self.result is None else None

    @property
    def mid_turn(self) -> bool:
        """Never: a turn is one move."""
        return False

    @property
    def phase(self) -> str:
        """The game has only one phase."""
        return "play"

    @property
    def withdrawn(self) -> tuple[Seat, ...]:
        """Always empty: with two seats a withdrawal ends the game."""
        return ()

    @property
    def free(self) -> int:
        """The points on which a piece may be placed."""
        return FREE_AT_START & ~(self.men[0] | self.men[1])

    def height(self, point: int) -> int:
        """The number of pieces on a point."""
        if not (self.men[0] | self.men[1]) >> point & 1:
            return 0
        return 1 + (self.doubles >> point & 1) + 2 * (self.triples >> point & 1)

    def owner(self, point: int) -> Seat | None:
        """The seat whose piece is on top; None for an empty point."""
        return next((seat for seat in (1, 2) if self.men[seat - 1] >> point & 1), None)

    def stack(self, point: int) -> tuple[Seat, ...]:
        """The owners of the pieces on a point, the lowest first."""
        owner = self.owner(point)
        if owner is None:
            return ()
        other = 3 - owner
        if self.triples >> point & 1:
            return (other, other, owner) if self.capped >> point & 1 else (owner, other, owner)
        return (other, owner) if self.doubles >> point & 1 else (owner,)

    def triples_of(self, seat: Seat) -> int:
        """The number of triples with this seat's piece on top."""
        return (self.men[seat - 1] & self.triples).bit_count()

    def __str__(self) -> str:
        """`w:a1,bw:c3 18 17 1 -`: the stacks from the bottom up, both stocks, seat, result."""
        stacks = [
            "".join("wb"[seat - 1] for seat in self.stack(point)) + ":" + NAMES[point]
            for point in bits(self.men[0] | self.men[1])
        ]
        return " ".join(
            [
                ",".join(stacks) or "-",
                *map(str, self.stock),
                str(self.seat),
                str(self.result or "-"),
            ]
        )


def read_position(text: str) -> AttanglePosition:
    """The inverse of `str(position)`. Raises ValueError."""
    try:
        stacks, white, black, seat, result = text.split()
        where = _points_by_kind([] if stacks == "-" else stacks.split(","))
        return AttanglePosition(
            men=(_union(where, *_KINDS[::2]), _union(where, *_KINDS[1::2])),
            doubles=_union(where, "bw", "wb"),
            triples=_union(where, *_KINDS[4:]),
            capped=_union(where, "bbw", "wwb"),
            stock=(_IN_STOCK[white], _IN_STOCK[black]),
            seat={"1": 1, "2": 2}[seat],
            result=Result.read(result),
        )
    except (KeyError, ValueError) as error:
        raise ValueError(f"not a position of Attangle: {text!r}") from error


_IN_STOCK = {str(count): count for count in range(2 * STOCK + 1)}
_KINDS = ("w", "b", "bw", "wb", "wbw", "bwb", "bbw", "wwb")


def _points_by_kind(stacks: list[str]) -> dict[str, int]:
    """A bit set of points for each kind of stack."""
    where = dict.fromkeys(_KINDS, 0)
    for stack in stacks:
        kind, _, name = stack.partition(":")
        if _union(where, *_KINDS) >> POINT[name] & 1 or POINT[name] == CENTRE:
            raise ValueError(f"no stack can be on {name}")
        where[kind] |= 1 << POINT[name]
    return where


def _union(where: dict[str, int], *kinds: str) -> int:
    return reduce(int.__or__, (where[kind] for kind in kinds))
