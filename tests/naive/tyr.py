"""Tyr by brute force: every die, field and face tried, ways walked field by field.

Standard library only, and deliberately separate from the real game: they share nothing but the
rulebook.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

KEY = "tyr"
SEATS = (2, 3, 4)

FACES = {"3": (1, 2, 5, 6, 7, 9), "4": (1, 3, 4, 5, 8, 9), "5": (2, 3, 4, 6, 7, 8)}
FIELDS = [(row, column) for row in range(1, 10) for column in range(1, 10)]
DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]

Field = tuple[int, int]  # row and column, from 1
Dice = dict[str, tuple[Field, int]]  # die -> (field, number on top)
Position = tuple[tuple[tuple[str, tuple[Field, int]], ...], str, int, str | None]


class State(NamedTuple):
    """A position; never changed in place."""

    seats: int
    line: str
    dice: Dice
    seat: int | None
    last: str | None  # the die moved or placed last
    pending: str | None  # the other die of an open Pasch
    withdrawn: tuple[int, ...]  # in the order of withdrawing
    history: dict[Position, int]  # how often each position arose after a token
    turn_start: State | None  # inside a chain: the position before its first token
    result: tuple[tuple[int, ...], str] | None


def start(seats: int, options: dict[str, str]) -> State:
    """Return the empty board, seat 1 to place."""
    assert seats in SEATS
    return State(seats, options["line"], {}, 1, None, None, (), {}, None, None)


def legal(state: State) -> list[str]:
    """Return the legal tokens, sorted; none if the game is over."""
    if state.seat is None:
        return []
    return sorted(_shifts(state) if len(state.dice) == len(FACES) else _placings(state))


def play(state: State, token: str) -> State:
    """Return the position after a legal token."""
    assert state.seat is not None
    die, field, face = token[0], (int(token[2]), int(token[3])), token[5:]
    dice = dict(state.dice)
    dice[die] = (field, int(face) if face else dice[die][1])
    after = state._replace(dice=dice, last=die, pending=None, turn_start=None)
    if _in_line(dice, state.line):
        winners = {state.seat}
        return after._replace(seat=None, result=(_ranks(after, winners), "line"))
    other = _same_number(dice, die, dice[die][1])
    if other is None:
        seat = _next_seat(after)
    else:
        seat = state.seat
        after = after._replace(pending=other, turn_start=state.turn_start or state)
    position = (tuple(sorted(dice.items())), die, seat, other)
    history = dict(state.history)
    history[position] = history.get(position, 0) + 1
    after = after._replace(seat=seat, history=history)
    if history[position] == 3:
        return after._replace(seat=None, result=(_ranks(after, set(_staying(after))), "repetition"))
    return after


def to_move(state: State) -> int | None:
    """Return the seat to act, None when the game is over."""
    return state.seat


def result(state: State) -> tuple[tuple[int, ...], str] | None:
    """Return the ranks by seat and the reason, None while the game goes on."""
    return state.result


def withdraw(state: State, seat: int, reason: str) -> State:
    """Return the position without this seat. If it was to act, its unfinished turn is undone."""
    assert state.result is None
    assert seat in _staying(state)
    withdrawn = (*state.withdrawn, seat)
    if seat == state.seat and state.turn_start is not None:
        state = state.turn_start
    state = state._replace(withdrawn=withdrawn)
    staying = _staying(state)
    if len(staying) == 1:
        ranks = _ranks(state, set(staying))
        return state._replace(seat=None, pending=None, turn_start=None, result=(ranks, reason))
    return state._replace(seat=_next_seat(state)) if seat == state.seat else state


def random_options(rng: Random, seats: int) -> dict[str, str]:
    """Return either option of the line."""
    return {"line": rng.choice(["adjacent", "any"])}


def _placings(state: State) -> list[str]:
    lying = {field for field, _ in state.dice.values()}
    numbers = {number for _, number in state.dice.values()}
    return [
        f"{die}@{row}{column}={face}"
        for die, faces in FACES.items()
        if die not in state.dice
        for row, column in FIELDS
        if (row, column) not in lying
        for face in faces
        if face not in numbers
    ]


def _shifts(state: State) -> list[str]:
    tokens = []
    for die, faces in FACES.items():
        if state.pending is not None and die != state.pending:
            continue
        if state.pending is None and die == state.last:
            continue
        number = state.dice[die][1]
        for row, column in _targets(state.dice, die):
            shift = f"{die}-{row}{column}"
            shifted = {**state.dice, die: ((row, column), number)}
            if _in_line(shifted, state.line):
                tokens.append(shift)
                continue
            for face in faces:
                if face == number:
                    continue
                other = _same_number(shifted, die, face)
                if other is None or _targets(shifted, other):
                    tokens.append(f"{shift}={face}")
    return tokens


def _targets(dice: Dice, die: str) -> list[Field]:
    """The target fields of a die: in the row or column of its number, with way and field free."""
    (row, column), number = dice[die]
    lying = {field for field, _ in dice.values()}
    targets = []
    for dr, dc in DIRECTIONS:
        r, c = row + dr, column + dc
        while 1 <= r <= 9 and 1 <= c <= 9 and (r, c) not in lying:
            if number in (r, c):
                targets.append((r, c))
            r, c = r + dr, c + dc
    return targets


def _same_number(dice: Dice, die: str, number: int) -> str | None:
    """The other die with this number on top."""
    for other, (_, top) in dice.items():
        if other != die and top == number:
            return other
    return None


def _in_line(dice: Dice, line: str) -> bool:
    if len(dice) < len(FACES):
        return False
    (r1, c1), (r2, c2), (r3, c3) = sorted(field for field, _ in dice.values())
    if line == "adjacent":
        step = (r2 - r1, c2 - c1)
        return step == (r3 - r2, c3 - c2) and step in ((0, 1), (1, 0), (1, 1), (1, -1))
    return (
        r1 == r2 == r3
        or c1 == c2 == c3
        or r1 - c1 == r2 - c2 == r3 - c3
        or r1 + c1 == r2 + c2 == r3 + c3
    )


def _staying(state: State) -> list[int]:
    return [seat for seat in range(1, state.seats + 1) if seat not in state.withdrawn]


def _next_seat(state: State) -> int:
    """The next seat clockwise that has not withdrawn."""
    assert state.seat is not None
    staying = _staying(state)
    return next((seat for seat in staying if seat > state.seat), staying[0])


def _ranks(state: State, winners: set[int]) -> tuple[int, ...]:
    """Winners 1, others 2. Withdrawn seats rank behind, a later withdrawal ahead of an
    earlier one.
    """
    ranks = {seat: 1 if seat in winners else 2 for seat in _staying(state)}
    for seat in reversed(state.withdrawn):
        ranks[seat] = max(ranks.values()) + 1
    return tuple(ranks[seat] for seat in range(1, state.seats + 1))
