"""A state of Die Drei: the board, and the pieces in the order in which they were placed."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.die_drei.board import NAMES, SQUARE, Katarenga, check_code, katarenga
from games.geometry import bits
from games.occurrences import NEVER, Occurrences
from games.protocol import Result, Seat

PIECES = 16
"""The number of pieces of both seats together."""


@dataclass(frozen=True, slots=True)
class DieDreiPosition:
    """`squares` holds the square of each piece by its number; White has the odd numbers.

    `last` is the number of the piece that was placed or relocated last, 0 before the first. A
    piece that is relocated keeps its number. `history` counts the positions since piece 16.
    """

    board: Katarenga
    extended: bool
    squares: tuple[int, ...] = ()
    last: int = 0
    history: Occurrences = field(default=NEVER, hash=False)
    result: Result | None = None

    @property
    def seats(self) -> int:
        """How many play: always two."""
        return 2

    @property
    def seat(self) -> Seat:
        """The opponent of the seat that placed last."""
        return 1 + self.last % 2

    @property
    def to_move(self) -> Seat | None:
        """The seat to act; None when the game is over."""
        return 1 + self.last % 2 if self.result is None else None

    @property
    def mid_turn(self) -> bool:
        """Never: a turn is one move."""
        return False

    @property
    def phase(self) -> str:
        """Relocating begins after piece 16."""
        return "placing" if len(self.squares) < PIECES else "relocating"

    @property
    def withdrawn(self) -> tuple[Seat, ...]:
        """Always empty: with two seats a withdrawal ends the game."""
        return ()

    @property
    def last_square(self) -> int | None:
        """The square of the piece that was placed last; None before the first."""
        return self.squares[self.last - 1] if self.last else None

    @property
    def occupied(self) -> int:
        """The set of squares with a piece."""
        return sum(1 << square for square in self.squares)

    def men(self, seat: Seat) -> tuple[int, ...]:
        """The squares of a seat's pieces, by their numbers."""
        return self.squares[seat - 1 :: 2]

    def piece(self, square: int) -> int | None:
        """The number of the piece on a square; None for an empty one."""
        return self.squares.index(square) + 1 if square in self.squares else None

    @property
    def key(self) -> int:
        """What identifies a position for repetition, as one number: both seats' squares and the
        square of the last piece.
        """
        white, black = (sum(1 << square for square in self.men(seat)) for seat in (1, 2))
        return white | black << 64 | self.squares[self.last - 1] << 128

    def __str__(self) -> str:
        """`1a0.2a0.3a0.4a0 false d5,e7 2 - -`: board, option, pieces, last, history, result."""
        return " ".join(
            [
                self.board.code,
                str(self.extended).lower(),
                _listed(self.squares) or "-",
                str(self.last),
                ",".join(_entry(key, count) for key, count in self.history.items()) or "-",
                str(self.result or "-"),
            ]
        )


def _listed(squares: tuple[int, ...] | list[int]) -> str:
    return ",".join(NAMES[square] for square in squares)


def _entry(key: int, count: int) -> str:
    """`a1b2/c3d4/d4*2`: White's squares, Black's, the last piece's, and the count."""
    white, black = bits(key & (1 << 64) - 1), bits(key >> 64 & (1 << 64) - 1)
    sets = ["".join(NAMES[square] for square in squares) for squares in (white, black)]
    return f"{sets[0]}/{sets[1]}/{NAMES[key >> 128]}*{count}"


def read_position(text: str) -> DieDreiPosition:
    """The inverse of `str(position)`. Raises ValueError."""
    try:
        code, extended, pieces, last, history, result = text.split()
        position = DieDreiPosition(
            board=katarenga(check_code(code)),
            extended={"true": True, "false": False}[extended],
            squares=tuple(SQUARE[name] for name in pieces.split(",")) if pieces != "-" else (),
            last=int(last),
            history=Occurrences.of(map(_read_entry, history.split(",")))
            if history != "-"
            else NEVER,
            result=Result.read(result),
        )
        _check(position)
    except (KeyError, ValueError) as error:
        raise ValueError(f"not a position of Die Drei: {text!r}") from error
    return position


def _check(position: DieDreiPosition) -> None:
    placed = len(position.squares)
    if len(set(position.squares)) < placed or placed > PIECES:
        raise ValueError("two pieces on a square, or too many")
    if position.last != placed and not (placed == PIECES and 0 < position.last < PIECES):
        raise ValueError("another piece was placed last")


def _read_entry(text: str) -> tuple[int, int]:
    squares, _, count = text.partition("*")
    white, black, last = squares.split("/")
    sets = [
        sum(1 << SQUARE[names[start : start + 2]] for start in range(0, len(names), 2))
        for names in (white, black)
    ]
    return sets[0] | sets[1] << 64 | SQUARE[last] << 128, int(count)
