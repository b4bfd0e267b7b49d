"""Die Drei: who can complete a line now wins; otherwise squares that would complete one count."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp

from games.die_drei.notation import Move
from games.die_drei.position import DieDreiPosition
from games.die_drei.rules import camp
from opponents.mind import Mind, Shares

_WINS = 0.985


def evaluate(position: DieDreiPosition) -> Shares:
    """By the squares that make Die Drei, and whether the seat to act reaches one of them."""
    seat = position.seat
    own, other = (camp(position.men(one))[1] for one in (seat, 3 - seat))
    mine = _WINS
    last = position.last_square
    reach = 0 if last is None else position.board.reach(last, position.occupied)
    if not reach & own:
        occupied = position.occupied
        lead = (own & ~occupied).bit_count() - (other & ~occupied).bit_count()
        mine = 1 / (1 + exp(-0.06 * lead))
    return (mine, 1 - mine) if seat == 1 else (1 - mine, mine)


def candidates(position: DieDreiPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Winning moves first, then those from which the opponent reaches little that wins."""
    if len(moves) < 2:
        return moves
    own, other = (camp(position.men(one))[1] for one in (position.seat, 3 - position.seat))
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


MIND = Mind("die-drei", evaluate, candidates, key=key, nodes=40_000)
