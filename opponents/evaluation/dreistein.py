"""3Stein: lords come first, then men, then squires on their way to promotion."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import exp

from games.dreistein.board import GOALS, NEAR, SLIDES, WALKS
from games.dreistein.moves import Move, Step
from games.dreistein.position import DreisteinPosition, Men
from games.protocol import Seat
from opponents.levels import Level, by_number
from opponents.mind import Mind, Shares, in_proportion

_KNIGHT, _SQUIRE, _RESERVE, _CONQUEROR, _VASSAL = 3.0, 1.0, 0.8, 4.0, 2.0
_PREY, _HUNTER, _WARNED = 8.0, 4.0, 0.6
"""For a lord that can be captured before its owner acts: the loss, and the gain of the first seat
that can capture it. Then the loss if the owner acts first.
"""
_PER_POINT = 0.12


def evaluate(position: DreisteinPosition) -> Shares:
    """By men on the board and in reserve, attacked lords, and the truce."""
    points = [_points(position, seat) for seat in (1, 2, 3)]
    for seat, hunters in _hunted(position):
        for one in _order(position):
            if one == seat:
                points[seat - 1] -= _WARNED
                break
            if one in hunters:
                points[seat - 1] -= _PREY
                points[one - 1] += _HUNTER
                break
    return in_proportion(
        [
            1e-6 if seat in position.withdrawn else exp(_PER_POINT * one)
            for seat, one in enumerate(points, 1)
        ]
    )


def strikes(position: DreisteinPosition) -> bool:
    """Whether the seat to move can capture the second lord."""
    if position.truce is None or position.choosing:
        return False
    return any(position.seat in hunters for _, hunters in _hunted(position))


def _order(position: DreisteinPosition) -> tuple[Seat, ...]:
    """The seats in the order in which they act from now on."""
    seat = position.seat
    return tuple(
        one for one in (seat, seat % 3 + 1, (seat + 1) % 3 + 1) if one not in position.withdrawn
    )


def _hunted(position: DreisteinPosition) -> list[tuple[Seat, list[Seat]]]:
    """The seats whose lords are attacked, each with the seats that can capture its lord."""
    men, found = position.men, []
    occupied = men.occupied
    lords = men.lords
    while lords:
        lord = lords & -lords
        lords ^= lord
        attackers = _attackers(men, occupied, lord.bit_length() - 1) & ~lord
        if not attackers:
            continue
        seat = next(one for one in (1, 2, 3) if men[one - 1] & lord)
        ally = position.ally(seat)
        hunters = [one for one in (1, 2, 3) if one not in (seat, ally) and attackers & men[one - 1]]
        if hunters:
            found.append((seat, hunters))
    return found


def _attackers(men: Men, occupied: int, field: int) -> int:
    """The men of any colour that have a way to this field.

    Ways are found backwards. They are the same in both directions, except for a squire's into its
    own castle.
    """
    mask, table = WALKS[field]
    walking = table[occupied & mask]
    (mask, table), (other_mask, other_table) = SLIDES[field]
    sliding = table[occupied & mask] | other_table[occupied & other_mask]
    lords, knights = men.lords, men.knights
    return walking & occupied & ~lords | sliding & knights | NEAR[field] & lords


def _points(position: DreisteinPosition, seat: int) -> float:
    men = position.men
    own = men[seat - 1]
    points = (
        _KNIGHT * (own & men.knights).bit_count()
        + _SQUIRE * (own & ~men.knights & ~men.lords).bit_count()
        + _RESERVE * position.reserves[seat - 1]
    )
    if position.truce is not None:
        conqueror, vassal = position.truce
        points += _CONQUEROR if seat == conqueror else _VASSAL if seat == vassal else 0.0
    return points


def candidates(position: DreisteinPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Captures of lords, of knights, of squires; then promotions; then the rest."""
    return sorted(moves, key=_promises(position))


def _promises(position: DreisteinPosition) -> Callable[[Move], int]:
    """How promising each move of a position is. Lower numbers are better."""
    men, goals = position.men, GOALS[position.seat]
    lords, knights, occupied = men.lords, men.knights, men.occupied

    def promise(move: Move) -> int:
        if not isinstance(move, Step):
            return 5
        target, origin = 1 << move.target, 1 << move.origin
        if occupied & target:
            gain = 0 if lords & target else 1 if knights & target else 2
            return gain + 1 if lords & origin and gain else gain
        if goals & target and not (lords | knights) & origin:
            return 3
        return 6 if lords & origin else 4

    return promise


def forcing(position: DreisteinPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Captures of lords and knights."""
    if position.choosing:
        return ()
    targets = position.men.lords | position.men.knights
    found = [move for move in moves if isinstance(move, Step) and targets >> move.target & 1]
    promise = _promises(position)
    return sorted((move for move in found if promise(move) < 2), key=promise)


def key(position: DreisteinPosition) -> Hashable:
    """The men, the reserves, the seat to act, the truce, and whether survivors have to be
    chosen.
    """
    return position.men, position.reserves, position.seat, position.truce, position.choosing


def repeats(position: DreisteinPosition) -> bool:
    """Whether the same men have stood on the same fields before with the same seat to act."""
    return position.occurrences > 1


def idle(position: DreisteinPosition) -> int:
    """The number of plies in a row without a capture or a promotion."""
    return position.idle


MIND = Mind(
    "3stein",
    evaluate,
    candidates,
    forcing,
    key,
    strikes=strikes,
    repeats=repeats,
    idle=idle,
    nodes=20_000,
    methods={3: "max-n"},
    levels=by_number(
        Level(1, 0.0005, 0.90, 0.98),
        Level(2, 0.004, 0.82, 0.95),
        Level(3, 0.01, 0.72, 0.90),
        Level(4, 0.03, 0.52, 0.77),
        Level(5, 0.08, 0.32, 0.55),
    ),
)
