"""Turnier: footholds on many boards, boards held alone, flags before all, then fighters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp

from games.turnier.fight import caught, fields
from games.turnier.notation import ENDING, PASSING, Go, Lay, Move, Place, Plant, Shift, Take
from games.turnier.position import FIGHT, TurnierPosition
from opponents.mind import Mind, Shares, in_proportion

_FIGHTER, _FOOTHOLD, _ALONE = 1.0, 0.4, 2.5
_FIELD = (0.0, 5.0, 12.0, 20.0, 26.0)
"""What flags standing (or, without flags, boards held alone) are worth by their number."""
_PER_POINT = 0.22
_WIDE = 32
"""How many moves are looked at where a ground allows hundreds."""
_FEW = 14


def evaluate(position: TurnierPosition) -> Shares:
    """By fields, boards held alone while flags are in hand, footholds and fighters."""
    points = _points(position)
    for number in position.withdrawn:
        points[number - 1] = -40.0
    best = max(points)
    return in_proportion([exp(_PER_POINT * (one - best)) + 1e-9 for one in points])


def _points(position: TurnierPosition) -> list[float]:
    points = [_FIGHTER * men.bit_count() for men in position.men]
    occupied = position.occupied
    for board in position.ground.board_sets:
        there = occupied & board
        for number, men in enumerate(position.men):
            own = there & men
            if not own:
                continue
            points[number] += _FOOTHOLD
            if own == there:
                waiting = position.hands[number] and not own & position.flagged
                points[number] += _ALONE if waiting or not position.flags else 0.0
    for number, count in enumerate(fields(position)):
        points[number] += _FIELD[min(count, 4)]
    return points


def candidates(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Every flag, every capture, and a sample of the rest that reaches other boards first."""
    if len(moves) == 1:
        return moves
    first = moves[0]
    if isinstance(first, Lay):
        return _sample(position, moves, _FEW)
    if isinstance(first, Place):
        return _footholds(position, moves)
    if isinstance(first, Take):
        return _takings(position, moves)
    return _fighting(position, moves)


def _sample(position: TurnierPosition, moves: Sequence[Move], number: int) -> list[Move]:
    """Some of the moves, evenly spread; which ones depends on the position alone."""
    step = max(1, len(moves) // number)
    return list(moves[position.occupied % step :: step])[:number]


def _footholds(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Points of the boards where an own fighter is needed most: none there yet, or few."""
    ground, own = position.ground, position.men[position.seat - 1]
    wanted: dict[int, list[tuple[int, Move]]] = {}
    for move in moves:
        if not isinstance(move, Place):
            continue
        point = ground.point[move.point]
        board = ground.board_of[point]
        edges = sum(not behind for _, behind in ground.clamps[point])
        wanted.setdefault(board, []).append((edges, move))
    order = sorted(wanted, key=lambda board: (own & ground.board_sets[board]).bit_count())
    found: list[Move] = []
    for board in order[:5]:
        best = sorted(wanted[board], key=lambda one: (one[0], str(one[1])))
        found += [move for _, move in best[:: max(1, len(best) // 3)][:3]]
    return found


def _takings(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Fighters on boards with few others of their seat: so boards are won and footholds lost."""
    ground = position.ground

    def crowd(move: Move) -> tuple[int, str]:
        assert isinstance(move, Take)
        point = ground.point[move.point]
        board = ground.board_sets[ground.board_of[point]]
        owner = position.owner(point) or 1
        return (position.men[owner - 1] & board).bit_count(), str(move)

    return sorted(moves, key=crowd)[:_FEW]


def _fighting(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    ranked: list[tuple[int, int, Move]] = []
    shifts = 0
    for number, move in enumerate(moves):
        promise = _promise(position, move)
        if isinstance(move, Shift):
            shifts += 1
            if shifts > 3:
                continue
        ranked.append((promise, number * 7919 % 1009, move))
    ranked.sort(key=lambda one: one[:2])
    return [move for _, _, move in ranked[:_WIDE]]


def _promise(position: TurnierPosition, move: Move) -> int:
    if isinstance(move, Plant):
        return 0
    if isinstance(move, Go):
        ground, point = position.ground, position.ground.point
        source, target = point[move.source], point[move.target]
        if caught(position, source, target):
            return 1
        own = position.men[position.seat - 1]
        here, there = ground.board_of[source], ground.board_of[target]
        if position.flagged >> source & 1 and here != there:
            return 9
        if here != there and not own & ground.board_sets[there]:
            return 3
        if here != there and (own & ground.board_sets[here]).bit_count() == 1:
            return 6
        return 4 if here != there else 5
    if move in (ENDING, PASSING):
        return 2
    return 7


def forcing(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Flags to plant, and captures."""
    if position.phase != FIGHT:
        return ()
    return [move for move in moves if _promise(position, move) <= 1][:6]


def key(position: TurnierPosition) -> Hashable:
    """The fighters, the flags, and the running turn; the ground while it may still change."""
    ground = None if position.phase == FIGHT else position.ground
    return position.seat, position.men, position.flagged, position.hands, position.turn, ground


MIND = Mind("turnier", evaluate, candidates, forcing, key, nodes=8_000)
