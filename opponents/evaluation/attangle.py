"""Attangle: triples decide. Doubles are worth about a third of one, and singles a little."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.attangle.board import RAYS
from games.attangle.notation import Capture, Move, Place
from games.attangle.position import AttanglePosition
from games.attangle.rules import TRIPLES_TO_WIN
from opponents.mind import Mind, Shares

_TRIPLE, _DOUBLE, _SINGLE, _TEMPO = 1.0, 0.3, 0.06, 0.08
_REACH = tuple(sum(len(ray) for ray in rays) for rays in RAYS)
"""For each point, how many points are in line with it. Men there attack far and are exposed."""


def evaluate(position: AttanglePosition) -> Shares:
    """By triples, doubles and singles on the board, and a little for the seat to move."""
    own, other = (_material(position, seat) for seat in (1, 2))
    tempo = _TEMPO if position.seat == 1 else -_TEMPO
    first = 1 / (1 + exp(-1.6 * (own - other + tempo)))
    return first, 1 - first


def _material(position: AttanglePosition, seat: int) -> float:
    men = position.men[seat - 1]
    triples = (men & position.triples).bit_count()
    doubles = (men & position.doubles).bit_count()
    singles = men.bit_count() - triples - doubles
    return (_TRIPLE + 0.2 * triples) * triples + _DOUBLE * doubles + _SINGLE * singles


def candidates(position: AttanglePosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Captures first, beginning with those that make triples; then placements by reach."""
    return sorted(moves, key=lambda move: _promise(position, move))


def _promise(position: AttanglePosition, move: Move) -> float:
    if isinstance(move, Place):
        return 10.0 - _REACH[move.point] / 100
    both = 1 << move.first | 1 << move.second | 1 << move.target
    return 0.0 if both & position.doubles else 1.0


def forcing(position: AttanglePosition, moves: Sequence[Move]) -> Sequence[Move]:
    """All captures."""
    found = [move for move in moves if isinstance(move, Capture)]
    return sorted(found, key=lambda move: _promise(position, move))


def winning(position: AttanglePosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Captures, if one more triple wins; all moves, if the opponent may soon have none."""
    if position.stock[2 - position.seat] == 0 or position.free.bit_count() < 2:
        return moves
    if position.triples_of(position.seat) < TRIPLES_TO_WIN - 1:
        return ()
    return [move for move in moves if isinstance(move, Capture)]


MIND = Mind("attangle", evaluate, candidates, forcing, winning=winning, nodes=40_000)
