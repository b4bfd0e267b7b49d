"""Die Drei: who can complete a line now wins; otherwise squares that would complete one count, and
those that give nothing away.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import islice
from math import exp

from games.die_drei.notation import Move
from games.die_drei.position import PIECES, DieDreiPosition
from games.die_drei.rules import Camp, camp
from games.geometry import bits
from opponents.levels import Level, by_number
from opponents.mind import Mind, Shares

_WINNING = 0.06
"""What a free square that makes Die Drei is worth, on the logistic scale."""
_SAFE = 0.4
"""What a square is worth on which the next piece gives nothing away."""
_FEW = 1.5
"""So many of them are neither good nor bad."""
_MANY = 4
"""More of them than this don't matter."""


@lru_cache(maxsize=1 << 14)
def _camp(men: tuple[int, ...]) -> Camp:
    """A seat's men; between two plies those of the other don't change."""
    return camp(men)


def evaluate(position: DieDreiPosition) -> Shares:
    """By the free squares that make Die Drei for either seat, and by how many squares the seat to
    move can place on without leading the opponent to one of those.
    """
    seat = position.seat
    own, other = (_camp(position.men(one))[1] for one in (seat, 3 - seat))
    occupied = position.occupied
    lead = (own & ~occupied).bit_count() - (other & ~occupied).bit_count()
    worth = _WINNING * lead + _SAFE * (_safe(position, other) - _FEW)
    mine = 1 / (1 + exp(-worth))
    return (mine, 1 - mine) if seat == 1 else (1 - mine, mine)


def _safe(position: DieDreiPosition, winning: int) -> int:
    """From how many squares in reach the opponent reaches none that wins, up to `_MANY`."""
    last, reach, occupied = position.last_square, position.board.reach, position.occupied
    if last is None:
        return _MANY
    squares = bits(reach(last, occupied))
    safe = (square for square in squares if not reach(square, occupied | 1 << square) & winning)
    return sum(1 for _ in islice(safe, _MANY))


def strikes(position: DieDreiPosition) -> bool:
    """Whether a square that makes Die Drei is in reach of the next piece."""
    last = position.last_square
    if last is None:
        return False
    if len(position.squares) == PIECES:
        return False  # Who relocates has one man less to win with.
    _, winning = _camp(position.men(position.seat))
    return bool(position.board.reach(last, position.occupied) & winning)


def candidates(position: DieDreiPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Winning moves first, then those from which the opponent reaches little that wins."""
    if len(moves) < 2:
        return moves
    own, other = (_camp(position.men(one))[1] for one in (position.seat, 3 - position.seat))
    if not position.last:
        return moves[::3]  # All squares are much alike at first.
    occupied = position.occupied
    reach = position.board.reach

    def promise(move: Move) -> int:
        if own >> move.square & 1:
            return -1
        seen = reach(move.square, occupied | 1 << move.square)
        return 100 if seen & other else seen.bit_count()

    return sorted(moves, key=promise)


def key(position: DieDreiPosition) -> Hashable:
    """Both seats' squares and the last piece's, in whatever order they were placed."""
    return position.key if position.last else None


def repeats(position: DieDreiPosition) -> bool:
    """Whether relocating has led back to where it was."""
    return len(position.squares) == PIECES and position.history.count(position.key) > 1


MIND = Mind(
    "die-drei",
    evaluate,
    candidates,
    key=key,
    strikes=strikes,
    repeats=repeats,
    nodes=24_000,
    methods={2: "tree"},
    levels=by_number(
        Level(2, 0.005, 0.06, 0.12),
        Level(3, 0.015, 0.025, 0.06),
        Level(4, 0.045, 0.01, 0.03),
        Level(5, 0.13, 0.004, 0.012),
    ),
)
