"""A state of Trio: the stones, and what the running turn has begun with."""

from __future__ import annotations

from dataclasses import dataclass

from games.protocol import Result, Seat
from games.trio.board import BESIDE, FIELD, LINES, NAMES


@dataclass(frozen=True, slots=True)
class TrioPosition:
    """`stones` has a seat, or 0, for each field; `first` is the field of the turn's first stone."""

    stones: tuple[int, ...]
    seat: Seat
    first: int | None = None
    result: Result | None = None

    @property
    def seats(self) -> int:
        """Two."""
        return 2

    @property
    def to_move(self) -> Seat | None:
        """The seat to act; None when the game is over."""
        return self.seat if self.result is None else None

    @property
    def mid_turn(self) -> bool:
        """Whether a second stone may follow."""
        return self.first is not None

    @property
    def phase(self) -> str:
        """There is but one."""
        return "play"

    @property
    def withdrawn(self) -> tuple[Seat, ...]:
        """Nobody: a withdrawal ends a game of two."""
        return ()

    @property
    def free(self) -> tuple[int, ...]:
        """The fields on which the next stone may be placed."""
        near = range(9) if self.first is None else BESIDE[self.first]
        return tuple(field for field in near if not self.stones[field])

    def has_line(self, seat: Seat) -> bool:
        """Whether the seat has three in line."""
        return any(all(self.stones[field] == seat for field in line) for line in LINES)

    def __str__(self) -> str:
        """`w-b------ 1 - -`: the fields in order, the seat, the first stone, the result."""
        stones = "".join("-wb"[seat] for seat in self.stones)
        first = "-" if self.first is None else NAMES[self.first]
        return f"{stones} {self.seat} {first} {self.result or '-'}"


def read_position(text: str) -> TrioPosition:
    """The inverse of `str(position)`. Raises ValueError."""
    try:
        stones, seat, first, result = text.split()
        found = TrioPosition(
            stones=tuple({"-": 0, "w": 1, "b": 2}[sign] for sign in stones),
            seat={"1": 1, "2": 2}[seat],
            first=None if first == "-" else FIELD[first],
            result=Result.read(result),
        )
    except (KeyError, ValueError) as error:
        raise ValueError(f"not a position of Trio: {text!r}") from error
    over = found.result is not None
    begun = found.first is not None and found.stones[found.first] != found.seat
    if len(found.stones) != 9 or begun or (over and found.mid_turn) or not (over or found.free):
        raise ValueError(f"not a position of Trio: {text!r}")
    return found
