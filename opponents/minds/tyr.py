"""Tyr: who can bring the dice into line now wins; otherwise nearly all positions are alike."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.tyr.board import COMPLETING, DICE, OTHERS
from games.tyr.notation import Move, Place, Shift
from games.tyr.position import NOWHERE, TyrPosition
from games.tyr.rules import targets
from opponents.mind import Mind, Shares

_WINS = 0.97
_NEAR = 0.02


def evaluate(position: TyrPosition) -> Shares:
    """Who is to move wins if a die reaches the line; dice close together help the one to move.

    Whose turn is next comes out best of the others, for he may profit from what is left.
    """
    staying = position.staying
    fair = 1 / len(staying)
    mine = fair
    if NOWHERE not in position.fields:
        if wins_now(position):
            mine = _WINS
        elif position.pasch is not None:
            mine = fair + _NEAR
    rest = (1 - mine) / (len(staying) - 1)
    return tuple(
        mine if seat == position.seat else rest if seat in staying else 0.0
        for seat in range(1, position.seats + 1)
    )


def wins_now(position: TyrPosition) -> bool:
    """Whether one of the dice that may move reaches a field that completes the line."""
    fields, completing = position.fields, COMPLETING[position.line]
    movable = (
        [die for die in DICE if die != position.last]
        if position.pasch is None
        else [position.pasch]
    )
    return any(
        completing[fields[OTHERS[die][0]]][fields[OTHERS[die][1]]]
        & targets(fields, die, position.numbers[die])
        for die in movable
    )


def candidates(position: TyrPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """A win, then chains, then all others; of placements every one that is far from the rest."""
    if isinstance(moves[0], Place):
        return _placements(position, [move for move in moves if isinstance(move, Place)])
    return sorted(moves, key=lambda move: _promise(position, move))


def _promise(position: TyrPosition, move: Move) -> int:
    if not move.face:
        return 0
    return 1 if any(position.numbers[die] == move.face for die in OTHERS[move.die]) else 2


def _placements(position: TyrPosition, moves: Sequence[Place]) -> Sequence[Move]:
    """Winning ones, and an even sample of the others: there are more than can be looked at."""
    lying = [field for field in position.fields if field != NOWHERE]
    winning: list[Move] = []
    if len(lying) == 2:
        line = COMPLETING[position.line][lying[0]][lying[1]]
        winning = [move for move in moves if line >> move.field & 1]
    step = max(1, len(moves) // 60)
    offset = (sum(lying) + sum(position.numbers)) % step
    return winning or moves[offset::step]


def forcing(position: TyrPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Wins, or else the moves that a Pasch carries on."""
    if not isinstance(moves[0], Shift):
        return ()
    wins = [move for move in moves if not move.face]
    return wins[:1] or [move for move in moves if _promise(position, move) == 1]


def key(position: TyrPosition) -> Hashable:
    """The dice, the seat, and what it may move."""
    return position.fields, position.numbers, position.last, position.pasch, position.seat


MIND = Mind("tyr", evaluate, candidates, forcing, key, nodes=30_000)
