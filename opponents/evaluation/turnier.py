"""Turnier: flags and boards held alone come first, then footholds on many boards, and fighters."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import islice
from math import exp, log

from games.geometry import bits
from games.protocol import Seat
from games.turnier.board import Ground
from games.turnier.fight import FLAGS_ALONE, FLAGS_TOGETHER, caught
from games.turnier.notation import ENDING, PASSING, Go, Lay, Move, Place, Plant, Shift, Take
from games.turnier.position import (
    DRAWING_UP,
    FIGHT,
    FIGHTERS,
    FLAGS,
    LAYING,
    OPENING,
    TurnierPosition,
)
from opponents.levels import Level, by_number
from opponents.mind import Mind, Shares, in_proportion

_FOOTHOLD, _STANDING, _EXPOSED = 0.4, 1.0, 0.15
_MEN = tuple(men + 4 * log(men + 0.2) for men in range(FIGHTERS + 1))
"""The value of fighters by their number. The fewer are left, the more each one counts."""
_FIELD = (0.0, 4.0, 9.0, 18.0, 22.0)
"""The value of fields by their number: flags that stand and flags that could be planted now, or,
without flags, boards held alone.
"""
_PER_POINT = 0.2
_DRAGGING = 60
"""The number of turns without progress after which advantages count half, so that they are put to
use.
"""
_WIDE = 32
"""The number of moves that are looked at, because a ground may allow hundreds."""
_FEW = 14
_WEIGHTS = {LAYING: 0.02, DRAWING_UP: 0.1, OPENING: 0.3, FIGHT: 1.0}


def evaluate(position: TurnierPosition) -> Shares:
    """By fields, footholds and fighters, and by how exposed the fighters are."""
    points = _points(position)
    for number in position.withdrawn:
        points[number - 1] = -40.0
    best, patience = max(points), _PER_POINT / (1 + position.idle / _DRAGGING)
    return in_proportion([exp(patience * (one - best)) + 1e-9 for one in points])


def _points(position: TurnierPosition) -> list[float]:
    points = [_MEN[men.bit_count()] for men in position.men]
    occupied, flagged = position.occupied, position.flagged
    alone = [0] * position.seats
    for board in position.ground.board_sets:
        there = occupied & board
        for number, men in enumerate(position.men):
            if own := there & men:
                points[number] += _FOOTHOLD
                alone[number] += own == there and not own & flagged
    for number, (men, hand, boards) in enumerate(
        zip(position.men, position.hands, alone, strict=True)
    ):
        standing = (men & flagged).bit_count()
        points[number] += _STANDING * standing
        if not position.flags:
            points[number] += _FIELD[min(boards, 4)]
        elif hand + standing == FLAGS or position.partners:
            points[number] += _FIELD[min(standing + min(boards, hand), 4)] + _STANDING
    if position.phase in {OPENING, FIGHT}:
        for number, exposed in enumerate(_exposed(position, occupied)):
            points[number] -= _EXPOSED * exposed
    return points


def _alone(position: TurnierPosition, seat: Seat) -> int:
    """The number of boards that a seat holds alone and that have none of its flags."""
    own, occupied, flagged = position.men[seat - 1], position.occupied, position.flagged
    return sum(
        bool(there := own & board) and there == occupied & board and not there & flagged
        for board in position.ground.board_sets
    )


@lru_cache(maxsize=16)
def _lines(ground: Ground) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each point, the points from which a fighter on it can be attacked, each with the point
    behind it.
    """
    found: list[list[tuple[int, int]]] = [[] for _ in ground.places]
    for source, clamps in enumerate(ground.clamps):
        for beside, behind in clamps:
            found[beside.bit_length() - 1].append((1 << source, behind))
    return tuple(map(tuple, found))


def _exposed(position: TurnierPosition, occupied: int) -> list[int]:
    """For each seat, the number of ways in which one more enemy could capture its fighters."""
    lines = _lines(position.ground)
    counts = []
    for seat, men in enumerate(position.men, start=1):
        anvils = occupied
        for one in position.side(seat):
            anvils &= ~position.men[one - 1]
        count = 0
        for point in bits(men):
            for source, behind in lines[point]:
                if not occupied & source and (not behind or anvils & behind):
                    count += 1
        counts.append(count)
    return counts


def strikes(position: TurnierPosition) -> bool:
    """Whether the seat to move wins by planting all the flags that it can plant."""
    if position.phase != FIGHT or not position.flags or not position.hands[position.seat - 1]:
        return False
    seat = position.seat
    standing = position.standing(seat)
    mine = standing + min(_alone(position, seat), position.hands[seat - 1])
    if not position.partners:
        return mine >= FLAGS_ALONE
    partner = next(one for one in position.side(seat) if one != seat)
    theirs = position.standing(partner)
    return theirs > 0 and mine + theirs >= FLAGS_TOGETHER and mine > 0


def winning(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Flags if all that can be planted win; else captures, and quiet moves if one field is missing.

    A flag can be planted after the fighter's move as well, unless it wins before. One fighter moves
    in a turn, so at most one flag has to be planted before its fighter leaves the board.
    """
    if position.phase != FIGHT:
        return ()
    if strikes(position):
        return _plantings(position, moves)
    goings = [move for move in moves if isinstance(move, Go)]
    if position.turn.mover is not None:  # A chain continues with captures only.
        return goings
    quiet = _quietly_winning(position)
    found = [move for move in goings if quiet(move) or _captures(position, move)]
    if not position.flagged or position.turn.moved:
        return found
    sources = {move.source for move in found}
    saving: dict[str, Move] = {}
    for move in moves:
        if isinstance(move, Shift) and move.source in sources:
            saving.setdefault(move.source, move)
    return [*found, *saving.values()]


def _plantings(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """One flag to be planted on each board."""
    ground = position.ground
    boards: dict[int, Move] = {}
    for move in moves:
        if isinstance(move, Plant):
            boards.setdefault(ground.board_of[ground.point[move.point]], move)
    return list(boards.values())


def _captures(position: TurnierPosition, move: Go) -> bool:
    point = position.ground.point
    return bool(caught(position, point[move.source], point[move.target]))


def _quietly_winning(position: TurnierPosition) -> Callable[[Go], bool]:
    """The fighters' moves that may win without a capture.

    Such a move gains its seat at most one field, by entering an empty board. Without flags it also
    wins if the seat has enough fields already, or if leaving a board gives it to the partner.
    """
    seat, ground, occupied = position.seat, position.ground, position.occupied
    alone, needed = _alone(position, seat), FLAGS_ALONE
    reached, anyhow = alone + 1, False
    if position.flags:
        reached = position.standing(seat) + min(alone + 1, position.hands[seat - 1])
        if position.partners:
            others = (one for one in position.side(seat) if one != seat)
            needed = FLAGS_TOGETHER - sum(position.standing(one) for one in others)
    else:
        anyhow = position.partners or alone >= needed

    def may_win(move: Go) -> bool:
        board = ground.board_sets[ground.board_of[ground.point[move.target]]]
        return anyhow or (reached >= needed and not occupied & board)

    return may_win


def candidates(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Every flag, every capture, and then some other moves, those to other boards first."""
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
    """Some of the moves, evenly spread. Which ones depends on the position alone."""
    step = max(1, len(moves) // number)
    return list(moves[position.occupied % step :: step])[:number]


def _footholds(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Points on the boards where the seat has the fewest fighters."""
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
    """Fighters with few others of their seat on their board. So boards are won, and footholds
    lost.
    """
    ground = position.ground

    def crowd(move: Move) -> tuple[int, str]:
        assert isinstance(move, Take)
        point = ground.point[move.point]
        board = ground.board_sets[ground.board_of[point]]
        owner = position.owner(point) or 1
        return (position.men[owner - 1] & board).bit_count(), str(move)

    return sorted(moves, key=crowd)[:_FEW]


def _fighting(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """The most promising moves, equal ones mixed. Flags move only when they are in danger."""
    ranked: list[tuple[int, int, Move]] = []
    promise = _promises(position)
    for number, move in enumerate(moves):
        if not isinstance(move, Shift) or _in_danger(position, move.source):
            ranked.append((promise(move), number * 7919 % 1009, move))
    ranked.sort(key=lambda one: one[:2])
    sure = sum(promise <= 1 for promise, _, _ in ranked)
    return [move for _, _, move in ranked[: max(_WIDE, sure)]]


def _in_danger(position: TurnierPosition, name: str) -> bool:
    """Whether a fighter of the seat would be captured if an enemy came to the right place."""
    point, occupied = position.ground.point[name], position.occupied
    anvils = position.enemies()
    return any(
        not occupied & source and (not behind or bool(anvils & behind))
        for source, behind in _lines(position.ground)[point]
    )


def _promises(position: TurnierPosition) -> Callable[[Move], int]:
    """How promising each move of a position is. Lower numbers are better."""
    ground, point, near = position.ground, position.ground.point, position.ground.near
    own, enemies = position.men[position.seat - 1], position.enemies()
    board_of, board_sets = ground.board_of, ground.board_sets

    def going(source: int, target: int) -> int:
        if enemies & near[target] and caught(position, source, target):
            return 1
        here, there = board_of[source], board_of[target]
        if here == there:
            return 5
        if not position.flags:
            return 1  # A board held alone, or left to a partner, may win.
        if position.flagged >> source & 1:
            return 9
        if not own & board_sets[there]:
            return 3
        return 6 if (own & board_sets[here]).bit_count() == 1 else 4

    def promise(move: Move) -> int:
        if isinstance(move, Go):
            return going(point[move.source], point[move.target])
        if isinstance(move, Plant):
            return 0
        return 2 if move in (ENDING, PASSING) else 7

    return promise


def forcing(position: TurnierPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Flags that can be planted, and captures."""
    if position.phase != FIGHT:
        return ()
    promise = _promises(position)
    return list(islice((move for move in moves if promise(move) <= 1), 6))


def key(position: TurnierPosition) -> Hashable:
    """Fighters, flags and the running turn, and the ground while it may still change."""
    ground = None if position.phase == FIGHT else position.ground
    return position.seat, position.men, position.flagged, position.hands, position.turn, ground


def repeats(position: TurnierPosition) -> bool:
    """Whether a turn of the main fight begins with a position that began an earlier turn."""
    return (
        len(position.past) > 1 and not position.mid_turn and position.past[-1] in position.past[:-1]
    )


def weight(position: TurnierPosition) -> float:
    """Less before the main fight: most grounds are alike, and a single fighter matters little."""
    return _WEIGHTS[position.phase]


def idle(position: TurnierPosition) -> int:
    """The number of turns in a row without a capture or a planted flag."""
    return position.idle


MIND = Mind(
    "turnier",
    evaluate,
    candidates,
    forcing,
    key,
    strikes=strikes,
    winning=winning,
    repeats=repeats,
    idle=idle,
    nodes=12_000,
    weight=weight,
    methods={3: "max-n"},
    levels=by_number(
        Level(1, 0.0005, 0.95, 0.989),
        Level(2, 0.004, 0.90, 0.975, 0.2),
        Level(3, 0.01, 0.80, 0.935, 0.35),
        Level(4, 0.028, 0.72, 0.885),
        Level(5, 0.08, 0.20, 0.38),
    ),
)
