"""Die Drei: a seat that can complete a line now wins. Otherwise, what counts are the squares that
would complete one, and squares that give nothing away.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import islice
from math import exp

from games.die_drei.notation import Move, Place
from games.die_drei.position import PIECES, DieDreiPosition
from games.die_drei.rules import Camp, camp
from games.geometry import bits
from opponents.levels import Level, by_number
from opponents.mind import Mind, Shares

_WINNING = 0.06
"""The value of a free square that makes Die Drei, on the logistic scale."""
_SAFE = 0.4
"""The value of a square where the next piece gives nothing away."""
_FEW = 1.5
"""This number of such squares is neither good nor bad."""
_MANY = 4
"""More such squares than this make no difference."""


@lru_cache(maxsize=1 << 14)
def _camp(men: tuple[int, ...]) -> Camp:
    """The camp of a seat's men. Cached, since each ply changes only one seat's men."""
    return camp(men)


def evaluate(position: DieDreiPosition) -> Shares:
    """By the free squares that make Die Drei for either seat, and by the number of squares where
    the seat to move can place without bringing the opponent in reach of one.
    """
    seat = position.seat
    own, other = (_camp(position.men(one))[1] for one in (seat, 3 - seat))
    occupied = position.occupied
    lead = (own & ~occupied).bit_count() - (other & ~occupied).bit_count()
    worth = _WINNING * lead + _SAFE * (_safe(position, other) - _FEW)
    mine = 1 / (1 + exp(-worth))
    return (mine, 1 - mine) if seat == 1 else (1 - mine, mine)


def _safe(position: DieDreiPosition, winning: int) -> int:
    """The number of squares in reach from which the opponent can't win, up to `_MANY`."""
    last, reach, occupied = position.last_square, position.board.reach, position.occupied
    if last is None:
        return _MANY
    squares = bits(reach(last, occupied))
    safe = (square for square in squares if not reach(square, occupied | 1 << square) & winning)
    return sum(1 for _ in islice(safe, _MANY))


def strikes(position: DieDreiPosition) -> bool:
    """Whether the next piece can reach a square that makes Die Drei."""
    last = position.last_square
    if last is None:
        return False
    if len(position.squares) == PIECES:
        return False  # A seat that relocates has one man fewer to win with.
    _, winning = _camp(position.men(position.seat))
    return bool(position.board.reach(last, position.occupied) & winning)


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
    """Winning moves first, then those that leave the opponent little in reach, and no win."""
    if len(moves) < 2:
        return moves
    own, other = (_camp(position.men(one))[1] for one in (position.seat, 3 - position.seat))
    if not position.last:
        return moves[::3]  # At first all squares are much alike.
    occupied = position.occupied
    reach = position.board.reach

    def promise(move: Move) -> int:
        if own >> move.square & 1:
            return -1
        seen = reach(move.square, occupied | 1 << move.square)
        return 100 if seen & other else seen.bit_count()

    return sorted(moves, key=promise)


def key(position: DieDreiPosition) -> Hashable:
    """Both seats' squares and the last piece's. The order of placing makes no difference."""
    return position.key if position.last else None


def repeats(position: DieDreiPosition) -> bool:
    """Whether relocating has led back to an earlier position."""
    return len(position.squares) == PIECES and position.history.count(position.key) > 1


def idle(position: DieDreiPosition) -> int:
    """The relocations."""
    return sum(times for _, times in position.history.items())


MIND = Mind(
    "die-drei",
    evaluate,
    candidates,
    key=key,
    strikes=strikes,
    winning=winning,
    repeats=repeats,
    idle=idle,
    nodes=24_000,
    methods={2: "tree"},
    levels=by_number(
        Level(2, 0.005, 0.06, 0.12),
        Level(3, 0.015, 0.025, 0.06),
        Level(4, 0.045, 0.01, 0.03),
        Level(5, 0.13, 0.004, 0.012),
    ),
)
