"""3Stein: lords before all, then men; squires on their way to a reserve's promotion."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp

from games.dreistein.board import GOALS
from games.dreistein.notation import Move, Step
from games.dreistein.position import KNIGHT, SQUIRE, DreisteinPosition
from opponents.mind import Mind, Shares, in_proportion

_KNIGHT, _SQUIRE, _RESERVE, _CONQUEROR, _VASSAL = 3.0, 1.0, 0.8, 4.0, 2.0
_PER_POINT = 0.12


def evaluate(position: DreisteinPosition) -> Shares:
    """By men on the board and in reserve; whoever has a vassal is ahead."""
    return in_proportion(
        [
            1e-6 if seat in position.withdrawn else exp(_PER_POINT * _points(position, seat))
            for seat in (1, 2, 3)
        ]
    )


def _points(position: DreisteinPosition, seat: int) -> float:
    men = position.men
    points = (
        _KNIGHT * men.of(seat, KNIGHT).bit_count()
        + _SQUIRE * men.of(seat, SQUIRE).bit_count()
        + _RESERVE * position.reserves[seat - 1]
    )
    if position.truce is not None:
        conqueror, vassal = position.truce
        points += _CONQUEROR if seat == conqueror else _VASSAL if seat == vassal else 0.0
    return points


def candidates(position: DreisteinPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Captures of lords, of knights, of squires; promotions; then the rest."""
    return sorted(moves, key=lambda move: _promise(position, move))


def _promise(position: DreisteinPosition, move: Move) -> int:
    if not isinstance(move, Step):
        return 5
    men, target, origin = position.men, 1 << move.target, 1 << move.origin
    if men.occupied & target:
        gain = 0 if men.lords & target else 1 if men.knights & target else 2
        return gain + 1 if men.lords & origin and gain else gain
    if GOALS[position.seat] & target and not (men.lords | men.knights) & origin:
        return 3
    return 6 if men.lords & origin else 4


def forcing(position: DreisteinPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Captures of lords and knights."""
    found = [move for move in moves if isinstance(move, Step) and _promise(position, move) < 2]
    return sorted(found, key=lambda move: _promise(position, move))


def key(position: DreisteinPosition) -> Hashable:
    """The men, the reserves, the truce, and what is to be decided."""
    return position.men, position.reserves, position.seat, position.truce, position.choosing


def repeats(position: DreisteinPosition) -> bool:
    """Whether the same men have stood there with the same seat to act."""
    return position.occurrences > 1


MIND = Mind(
    "3stein",
    evaluate,
    candidates,
    forcing,
    key,
    repeats=repeats,
    nodes=20_000,
    methods={3: "max-n"},
)
