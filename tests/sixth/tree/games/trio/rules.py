"""Trio: a stone, and perhaps a second one beside it; three in line win."""

from __future__ import annotations

from dataclasses import replace

from games.protocol import Result, Seat, Setup
from games.trio.board import NAMES
from games.trio.notation import Move
from games.trio.position import TrioPosition
from games.words import Event, Refusal


def start(setup: Setup) -> TrioPosition:
    """The empty board; White is to move."""
    return TrioPosition((0,) * 9, 1)


def legal_moves(position: TrioPosition) -> list[Move]:
    """The free fields, beside the first stone if there is one; then the turn may also end."""
    if position.result is not None:
        return []
    return [*map(Move, sorted(position.free)), *([Move(None)] if position.mid_turn else [])]


def apply(position: TrioPosition, move: Move) -> TrioPosition:
    """Three in line win at once; a full board is a draw."""
    seat = position.seat
    passed_on = replace(position, seat=3 - seat, first=None)
    if move.field is None:
        return passed_on
    stones = (*position.stones[: move.field], seat, *position.stones[move.field + 1 :])
    after = replace(passed_on, stones=stones)
    if after.has_line(seat):
        return replace(after, result=Result((seat, 3 - seat), "three"))
    if 0 not in stones:
        return replace(after, result=Result((1, 1), "full"))
    going_on = replace(position, stones=stones, first=move.field)
    return going_on if position.first is None and going_on.free else after


def events(before: TrioPosition, move: Move, after: TrioPosition) -> tuple[Event, ...]:
    """What a move did."""
    if move.field is None:
        return (Event("ended", {"seat": before.seat}),)
    return (Event("placed", {"seat": before.seat, "at": NAMES[move.field]}),)


def withdraw(
    position: TrioPosition, seat: Seat, reason: str, turn_start: TrioPosition
) -> TrioPosition:
    """Who resigns or runs out of time loses; what they have begun is void."""
    base = turn_start if seat == position.seat else position
    return replace(base, first=None, result=Result((3 - seat, seat), reason))


def objection(position: TrioPosition, move: Move) -> Refusal | None:
    """Why a move is illegal; None exactly if it is legal."""
    if position.result is not None:
        return Refusal("game-over")
    if move.field is None:
        return None if position.mid_turn else Refusal("not-begun")
    if position.stones[move.field]:
        return Refusal("occupied", {"at": NAMES[move.field]})
    if position.first is not None and move.field not in position.free:
        return Refusal("not-beside", {"at": NAMES[move.field], "first": NAMES[position.first]})
    return None
