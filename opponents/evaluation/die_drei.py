"""Die Drei: a seat that can complete a line now wins. Otherwise two kinds of squares count: those
that would complete a line, and those that give nothing away, now and at the next move.

The values are fitted to 3,600 random positions that a proof search had solved.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp

from games.die_drei.board import NAMES, Katarenga
from games.die_drei.notation import Move, Place
from games.die_drei.position import PIECES, DieDreiPosition
from games.die_drei.rules import Camp, camp, joined
from games.geometry import bits
from games.protocol import Seat
from opponents.levels import Level, by_number
from opponents.mind import Mind, Shares


@dataclass(frozen=True, slots=True)
class Values:
    """What things are worth to the seat to move, on the logistic scale."""

    base: float = 0.78
    """To be the seat to move."""
    own: float = 0.14
    """A free square that makes Die Drei for this seat."""
    others: float = -0.32
    """One that does for the other seat."""
    safe: float = 0.22
    """A square where the next piece gives nothing away."""
    few: tuple[float, ...] = (-0.93, -0.32)
    """That there are only one, or two, of them."""
    left: float = -0.38
    """Each such square that this leaves the opponent, on average."""
    least: tuple[float, ...] = (0.71, 0.41)
    """That a move leaves the opponent only one, or two, of them."""


_MANY = 8
"""More such squares than this make no difference."""


@lru_cache(maxsize=1 << 14)
def _camp(men: tuple[int, ...]) -> Camp:
    """The camp of a seat's men. Cached, since each ply changes only one seat's men."""
    return camp(men)


def evaluation(values: Values) -> Callable[[DieDreiPosition], Shares]:
    """By the free squares that make Die Drei for either seat, by the squares where the seat to move
    can place without bringing the opponent in reach of one, and by what these leave the opponent.
    """
    few, least_left = (0.0, *values.few), (0.0, *values.least)

    def evaluate(position: DieDreiPosition) -> Shares:
        seat, occupied = position.seat, position.occupied
        own, other = (_camp(position.men(one))[1] & ~occupied for one in (seat, 3 - seat))
        worth = values.base + values.own * own.bit_count() + values.others * other.bit_count()
        if position.last:
            safe, least, total = _outlook(position.board, position.squares, position.last)
            worth += values.safe * min(safe, _MANY)
            if safe < len(few):
                worth += few[safe]
            if safe:
                worth += values.left * total / safe
                if least < len(least_left):
                    worth += least_left[least]
        mine = 1 / (1 + exp(-worth))
        return (mine, 1 - mine) if seat == 1 else (1 - mine, mine)

    return evaluate


@lru_cache(maxsize=1 << 12)
def _outlook(board: Katarenga, squares: tuple[int, ...], last: int) -> tuple[int, int, int]:
    """The number of squares that give nothing away if the seat to move places there, and the number
    of these squares that they leave the opponent: the fewest, and the sum.
    """
    occupied = sum(1 << square for square in squares)
    own, other = (_camp(squares[(last + seat) % 2 :: 2]) for seat in (0, 1))
    reach = board.reach
    safe, least, total = 0, len(NAMES), 0
    for square in bits(reach(squares[last - 1], occupied)):
        after = occupied | 1 << square
        seen = reach(square, after)
        if seen & other[1]:
            continue
        winning = joined(own, square)[1]
        further = [reach(one, after | 1 << one) for one in bits(seen)]
        if not any(further):  # If nobody can go on, nobody may place.
            continue
        left = sum(bool(answers) and not answers & winning for answers in further)
        safe, least, total = safe + 1, min(least, left), total + left
    return safe, least, total


def strikes(position: DieDreiPosition) -> bool:
    """Whether the next piece can reach a square that makes Die Drei."""
    last = position.last_square
    if last is None:
        return False
    if len(position.squares) == PIECES:
        return False  # A seat that relocates has one man fewer to win with.
    _, winning = _camp(position.men(position.seat))
    return bool(position.board.reach(last, position.occupied) & winning)


def ends(position: DieDreiPosition) -> Seat | None:
    """The seat that wins within the next three plies, if all of them are placements: the seat to
    move, at once or by a placement after which all answers lose, or the other one, after any
    placement.
    """
    if position.last_square is None or len(position.squares) > PIECES - 3:
        return None
    if strikes(position):
        return position.seat
    safe, least, _ = _outlook(position.board, position.squares, position.last)
    if not safe:
        return 3 - position.seat
    return None if least else position.seat


def winning(position: DieDreiPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Moves to squares that make Die Drei with two men that stay where they are."""
    men = position.men(position.seat)
    squares = _camp(men)[1]
    found = [move for move in moves if squares >> move.square & 1]
    return [
        move
        for move in found
        if isinstance(move, Place)
        or _camp(tuple(man for man in men if man != move.source))[1] >> move.square & 1
    ]


def candidates(position: DieDreiPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Winning moves first, then moves that leave the opponent little in reach. Moves that surely
    leave the opponent a win are left out, unless all do.
    """
    if len(moves) < 2:
        return moves
    own, other = (_camp(position.men(one))[1] for one in (position.seat, 3 - position.seat))
    if not position.last:
        return moves[::3]  # At first all squares are much the same.
    occupied = position.occupied
    reach = position.board.reach

    def promise(move: Move) -> int:
        if own >> move.square & 1:
            return -1
        seen = reach(move.square, occupied | 1 << move.square)
        return 100 if seen & other else seen.bit_count()

    found = sorted(moves, key=promise)
    if len(position.squares) > PIECES - 2:
        return found
    safe = [move for move in found if promise(move) < 100]
    return safe or found


def key(position: DieDreiPosition) -> Hashable:
    """Both seats' squares and the last piece's. The order of placing makes no difference."""
    return position.key if position.last else None


def repeats(position: DieDreiPosition) -> bool:
    """Whether relocating has led back to an earlier position."""
    return len(position.squares) == PIECES and position.history.count(position.key) > 1


def idle(position: DieDreiPosition) -> int:
    """The number of relocations."""
    return sum(times for _, times in position.history.items())


MIND = Mind(
    "die-drei",
    evaluation(Values()),
    candidates,
    key=key,
    strikes=strikes,
    ends=ends,
    winning=winning,
    repeats=repeats,
    idle=idle,
    nodes=24_000,
    methods={2: "tree"},
    levels=by_number(
        Level(1, 0.0005, 0.98, 0.995),
        Level(2, 0.003, 0.45, 0.75),
        Level(3, 0.01, 0.22, 0.42),
        Level(4, 0.03, 0.07, 0.18),
        Level(5, 0.1, 0.022, 0.065),
    ),
)
