"""The order of turns and phases, draws, and how a game is won."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from games.protocol import Result, Seat, ranked, shared, staying
from games.turnier.board import BOARDS
from games.turnier.position import (
    DRAWING_UP,
    FIGHT,
    FIGHTERS,
    FRESH,
    LAYING,
    OPENING,
    TurnierPosition,
)

ROUNDS = 40
"""The number of rounds without a capture or a planted flag after which the game is drawn."""

TIMES = 3
"""When a position has occurred this often at the start of a turn, the game is drawn."""


def fighting(position: TurnierPosition) -> list[Seat]:
    """The seats that take turns in the main fight: not withdrawn, with fighters left."""
    return _fighting(position.men, position.withdrawn)


def contenders(position: TurnierPosition) -> Sequence[Seat]:
    """The seats that still take turns: in the main fight only those with fighters left."""
    return fighting(position) if position.phase == FIGHT else staying(position)


def _fighting(men: tuple[int, ...], gone: tuple[Seat, ...]) -> list[Seat]:
    return [seat for seat, own in enumerate(men, 1) if own and seat not in gone]


def onward(position: TurnierPosition, seats: Sequence[Seat]) -> list[Seat]:
    """The seats in turn order, beginning after the seat to act, which comes last."""
    here = position.seat
    return [seat for seat in seats if seat > here] + [seat for seat in seats if seat <= here]


def hand_on(position: TurnierPosition) -> TurnierPosition:
    """The start of the next turn, maybe in the next phase, once this one is over or discarded."""
    if position.phase == FIGHT:
        return _fight_on(position, position.men, position.flagged, position.idle, position.passed)
    seats = staying(position)
    if position.phase == LAYING:
        if len(position.ground.boards) < BOARDS[position.seats]:
            return _begin(position, LAYING, onward(position, seats)[0])
        return _begin(position, DRAWING_UP, seats[0])
    if position.phase == DRAWING_UP:
        for seat in onward(position, seats):
            if position.men[seat - 1].bit_count() < FIGHTERS:
                return _begin(position, DRAWING_UP, seat)
        return _begin(position, OPENING, seats[0])
    later = [seat for seat in seats if seat > position.seat]
    if later:
        return _begin(position, OPENING, later[0])
    return _fight_on(position.but(phase=FIGHT), position.men, position.flagged, 0, ())


def _begin(position: TurnierPosition, phase: str, seat: Seat) -> TurnierPosition:
    return position.but(phase=phase, seat=seat, turn=FRESH)


def end_fight_turn(
    position: TurnierPosition, men: tuple[int, ...], flagged: int, passed: tuple[Seat, ...] = ()
) -> TurnierPosition:
    """The position after a turn of the main fight that leaves these fighters and flags.

    `passed` are the seats that have passed consecutively. A turn without progress counts towards a
    draw.
    """
    idle = 0 if position.turn.progress else position.idle + 1
    return _fight_on(position, men, flagged, idle, passed)


def _fight_on(
    position: TurnierPosition,
    men: tuple[int, ...],
    flagged: int,
    idle: int,
    passed: tuple[Seat, ...],
) -> TurnierPosition:
    """The start of the next turn of the main fight, or the draw to which it leads."""
    seats = _fighting(men, position.withdrawn)
    seat = seats[bisect(seats, position.seat) % len(seats)]
    key = (seat, men, flagged)
    rounds = len(seats)  # Without progress the same seats keep taking turns.
    draw = None
    if position.past[-rounds::-rounds].count(key) == TIMES - 1:
        draw = "repetition"
    elif idle >= ROUNDS * rounds or (passed and {*seats} <= {*passed}):
        draw = "no-progress"
    after = position.but(
        seat=seat,
        men=men,
        flagged=flagged,
        turn=FRESH,
        idle=idle,
        passed=passed,
        past=(*position.past, key),
    )
    return after if draw is None else drawn(after, draw)


# Endings


def won(position: TurnierPosition, winner: Seat, reason: str) -> TurnierPosition:
    """The position with the game won by the side of a seat."""
    ranks = ranked(position.seats, position.side(winner), position.withdrawn)
    return _over(position, Result(ranks, reason))


def drawn(position: TurnierPosition, reason: str) -> TurnierPosition:
    """The position with the game drawn: all seats that stayed share rank 1."""
    return _over(position, Result(shared(position.seats, position.withdrawn), reason))


def _over(position: TurnierPosition, result: Result) -> TurnierPosition:
    return position.but(turn=FRESH, past=(), result=result)


def last_standing(position: TurnierPosition) -> TurnierPosition:
    """The same position, or the victory of the only side that still takes turns.

    This is the rulebook's *last-standing*. It is checked after each fighter's move and each
    withdrawal.
    """
    seats = fighting(position)
    if all(seat in position.side(seats[0]) for seat in seats):
        return won(position, seats[0], "last-standing")
    return position


def withdraw(
    position: TurnierPosition, seat: Seat, reason: str, turn_start: TurnierPosition
) -> TurnierPosition:
    """The seat's fighters, boards and flags stay, and its turns are skipped.

    If only one side remains, it wins. In the main fight a withdrawal may also leave only one side
    with fighters, which wins.
    """
    acts = seat == position.seat
    base = turn_start if acts else position
    after = base.but(withdrawn=(*base.withdrawn, seat), past=())
    seats = staying(after)
    if all(other in after.side(seats[0]) for other in seats):
        return won(after, seats[0], reason)
    if after.phase == FIGHT:
        after = last_standing(after)
    return hand_on(after) if acts and after.result is None else after
