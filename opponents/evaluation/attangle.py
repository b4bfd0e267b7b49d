"""Attangle: triples decide, and threats to build one. Men count by what they reach, and men in
stacks of two no more than single ones. In the end the stocks count, because a seat that has nothing
to place loses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from games.attangle.board import RAYS
from games.attangle.notation import Capture, Move, Place
from games.attangle.position import AttanglePosition
from games.attangle.rules import TRIPLES_TO_WIN, captures
from games.protocol import Seat
from opponents.levels import Level, by_number
from opponents.mind import Mind, Shares


@dataclass(frozen=True, slots=True)
class Values:
    """What things are worth, on the logistic scale."""

    triples: tuple[float, ...] = (0.4, 1.4, 3.0)
    """One, two and three triples."""
    man: float = -0.39
    """A man, without the points in line with it."""
    point: float = 0.034
    """Each point in line with a man."""
    stock: float = 0.94
    """A fuller stock, in proportion to the emptier one (plus a little)."""
    building: tuple[float, ...] = (0.4, 1.6, 4.0)
    """That the seat to move can build a triple, by the triples that it has."""
    menace: tuple[float, ...] = (-0.2, -0.65, -1.1)
    """Each point, at most two, where the other seat could, by the triples that that one has."""


_REACH = tuple(sum(len(ray) for ray in rays) for rays in RAYS)
"""For each point, the number of points in line with it. Men there attack far, and are exposed."""
_LINED = {
    reach: sum(1 << point for point, one in enumerate(_REACH) if one == reach)
    for reach in sorted({*_REACH})
}
"""The points with this many points in line."""


def evaluation(values: Values) -> Callable[[AttanglePosition], Shares]:
    """By triples, men, stocks, and captures that build triples."""
    triples = (0.0, *values.triples)
    building, menace, stock = values.building, values.menace, values.stock
    men_on = [(points, values.man + values.point * reach) for reach, points in _LINED.items()]

    def material(position: AttanglePosition, men: int) -> float:
        worth = triples[(men & position.triples).bit_count()]
        men &= ~position.triples
        for points, value in men_on:
            worth += value * (men & points).bit_count()
        return worth

    def evaluate(position: AttanglePosition) -> Shares:
        seat = position.seat
        own, other = position.men[seat - 1], position.men[2 - seat]
        mine, theirs = position.stock[seat - 1], position.stock[2 - seat]
        worth = material(position, own) - material(position, other)
        worth += stock * (mine - theirs) / (2 + min(mine, theirs))
        if position.doubles:
            if _building(position, seat):
                worth += building[(own & position.triples).bit_count()]
            menaces = _building(position, 3 - seat)
            worth += menace[(other & position.triples).bit_count()] * min(menaces, 2)
        first = 1 / (1 + exp(-worth if seat == 1 else worth))
        return first, 1 - first

    return evaluate


def _building(position: AttanglePosition, seat: Seat) -> int:
    """The number of points on which a seat could build a triple if it were to move."""
    found = captures(position, seat)
    return len({move.target for move in found if _builds(position, move)}) if found else 0


def _builds(position: AttanglePosition, move: Capture) -> bool:
    both = 1 << move.first | 1 << move.second | 1 << move.target
    return bool(both & position.doubles)


def candidates(position: AttanglePosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Captures first, triples before others; then placements by reach."""
    return sorted(moves, key=lambda move: _promise(position, move))


def _promise(position: AttanglePosition, move: Move) -> float:
    if isinstance(move, Place):
        return 10.0 - _REACH[move.point] / 100
    return 0.0 if _builds(position, move) else 1.0


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


MIND = Mind(
    "attangle",
    evaluation(Values()),
    candidates,
    forcing,
    winning=winning,
    nodes=40_000,
    levels=by_number(
        Level(1, 0.0005, 0.91, 0.975),
        Level(2, 0.004, 0.76, 0.915),
        Level(3, 0.01, 0.71, 0.895, 0.55),
        Level(4, 0.02, 0.68, 0.88),
        Level(5, 0.08, 0.16, 0.32),
    ),
)
