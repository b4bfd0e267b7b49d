"""The rules of Tyr: legal moves, and what they do."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.geometry import bits
from games.protocol import Result, Seat, Setup, ranked, shared
from games.tyr.board import (
    COMPLETING,
    DICE,
    FACES,
    NAMES,
    OTHERS,
    RAY,
    ROMAN,
    SHADOW,
    TARGETS,
)
from games.tyr.notation import Move, Place, Shift
from games.tyr.position import NOWHERE, Three, TyrPosition, key_of, with_value
from games.words import Event, Fields

OCCURRENCES_TO_DRAW = 3

# Every move, built once. Dice, fields and faces ascend, and so do their tokens.
_PLACES = tuple(
    tuple(Place(die, field, face) for field in range(len(NAMES)) for face in FACES[die])
    for die in DICE
)
_WINNING = tuple(tuple(Shift(die, field, 0) for field in range(len(NAMES))) for die in DICE)
_SHIFTS = tuple(
    tuple(tuple(Shift(die, field, face) for face in FACES[die]) for field in range(len(NAMES)))
    for die in DICE
)


def start(setup: Setup) -> TyrPosition:
    """The empty board; seat 1 is to place."""
    return TyrPosition(setup.seats, setup.options["line"])


def legal_moves(position: TyrPosition) -> list[Move]:
    """First placing a die without a Pasch, then moving and turning one that did not move last."""
    if position.result is not None:
        return []
    if NOWHERE in position.fields:
        return _placements(position)
    moves: list[Move] = []
    for die in DICE:
        if die == position.pasch or (position.pasch is None and die != position.last):
            moves += _shifts_of(position, die)
    return moves


# Placing


def _placements(position: TyrPosition) -> list[Move]:
    """Any die that is not placed yet, on any free field, with any number that no die shows."""
    lying = sorted(field for field in position.fields if field != NOWHERE)
    moves: list[Move] = []
    for die in DICE:
        if position.fields[die] == NOWHERE:
            places = list(_places(die, position.numbers))
            faces = len(places) // len(NAMES)
            for field in reversed(lying):
                del places[field * faces : (field + 1) * faces]
            moves += places
    return moves


def _places(die: int, up: Three) -> tuple[Place, ...]:
    """A die's placements on all fields with all numbers except these, field by field."""
    return tuple(move for move in _PLACES[die] if move.face not in up)


# Moving


def targets(fields: Three, die: int, number: int) -> int:
    """The target fields of a die that shows this number: in reach, and with an open way."""
    place = fields[die]
    one, other = OTHERS[die]
    shadow = SHADOW[place]
    return TARGETS[place][number] & ~(shadow[fields[one]] | shadow[fields[other]])


def _shifts_of(position: TyrPosition, die: int) -> list[Shift]:
    """The legal moves of a die: without a face where it wins, with a new face elsewhere."""
    fields, numbers = position.fields, position.numbers
    one, other = OTHERS[die]
    reach = targets(fields, die, numbers[die])
    winning = COMPLETING[position.line][fields[one]][fields[other]] & reach
    stuck = [
        (number, bad)
        for pair, third in ((one, other), (other, one))
        if (number := numbers[pair]) in FACES[die]
        and number != numbers[die]
        and (bad := _blocking(fields, pair, number, third) & reach)
    ]
    if not winning and not stuck:
        return list(_turned(die, numbers[die], reach))
    moves: list[Shift] = []
    for field in bits(reach):
        if winning >> field & 1:
            moves.append(_WINNING[die][field])
            continue
        barred = [number for number, bad in stuck if bad >> field & 1]
        moves += (
            move for move in _turned(die, numbers[die], 1 << field) if move.face not in barred
        )
    return moves


@lru_cache(maxsize=1 << 14)
def _turned(die: int, number: int, reach: int) -> tuple[Shift, ...]:
    """A die's moves to these fields, with every number except this one. With the cache, random play
    makes 1.2 times as many plies a second.
    """
    return tuple(
        move for field in bits(reach) for move in _SHIFTS[die][field] if move.face != number
    )


def _blocking(fields: Three, die: int, number: int, third: int) -> int:
    """The fields where the moving die would leave this one without a target field.

    A Pasch is legal only if its other die can move; `die` is that one, showing `number`. `third`
    stays where it is, and the moving die has left its field. `third` alone never blocks every way.
    """
    place = fields[die]
    shadow = SHADOW[place]
    open_to = TARGETS[place][number] & ~shadow[fields[third]]  # Never empty.
    ray = RAY[place][(open_to & -open_to).bit_length() - 1]
    if open_to & ~ray:
        return 0
    return sum(1 << field for field in bits(ray) if not open_to & ~shadow[field])


def apply(position: TyrPosition, move: Move) -> TyrPosition:
    """The position after a move. Three dice in line win; after a Pasch the turn goes on."""
    die, face, line = move.die, move.face, position.line
    fields = with_value(position.fields, die, move.field)
    numbers = with_value(position.numbers, die, face) if face else position.numbers
    seats, seat, withdrawn = position.seats, position.seat, position.withdrawn
    if NOWHERE in fields:
        seat = position.following
        return TyrPosition(seats, line, seat, fields, numbers, die, None, withdrawn)
    one, other = OTHERS[die]
    if COMPLETING[line][fields[one]][fields[other]] >> move.field & 1:
        result = Result(ranked(seats, (seat,), withdrawn), "line")
        return TyrPosition(
            seats, line, seat, fields, numbers, die, None, withdrawn, position.history, result
        )
    pasch = one if numbers[one] == face else other if numbers[other] == face else None
    if pasch is None:
        seat = position.following
    key = key_of(fields, numbers, die, pasch, seat)
    history = position.history.add(key)
    after = TyrPosition(seats, line, seat, fields, numbers, die, pasch, withdrawn, history)
    if history.count(key) == OCCURRENCES_TO_DRAW:
        return replace(after, result=Result(shared(seats, withdrawn), "repetition"))
    return after


def withdraw(
    position: TyrPosition, seat: Seat, reason: str, turn_start: TyrPosition
) -> TyrPosition:
    """The position after the seat withdraws: it is skipped from now on, and its unfinished turn is
    discarded. The last seat to stay wins.
    """
    acting = seat == position.seat
    base = turn_start if acting else position
    gone = (*base.withdrawn, seat)
    after = replace(base, withdrawn=gone)
    if len(after.staying) == 1:
        result = Result(ranked(base.seats, after.staying, gone), reason)
        return replace(after, pasch=None, result=result)
    return replace(after, seat=after.following) if acting else after


def events(before: TyrPosition, move: Move, after: TyrPosition) -> tuple[Event, ...]:
    """What a move did, for the log and the marks."""
    die, at, seat = ROMAN[move.die], NAMES[move.field], before.seat
    found = []
    if isinstance(move, Place):
        found.append(Event("placed", {"seat": seat, "die": die, "at": at, "face": move.face}))
    else:
        way: Fields = {"seat": seat, "die": die, "from": NAMES[before.fields[move.die]], "at": at}
        found.append(
            Event("moved", {**way, "face": move.face}) if move.face else Event("shifted", way)
        )
    if after.pasch is not None:
        pair: Fields = {"seat": seat, "die": die, "other": ROMAN[after.pasch], "face": move.face}
        found.append(Event("pasch", {**pair, "at": NAMES[after.fields[after.pasch]]}))
    if after.in_line:
        first, middle, third = sorted(after.fields)
        line = {"first": NAMES[first], "middle": NAMES[middle], "third": NAMES[third]}
        found.append(Event("line", {"seat": seat, **line}))
    return tuple(found)
