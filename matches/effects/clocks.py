"""Clock accounting: what the seats have left after new entries, inside the same transaction.

The time of the seat to move is running, and ends at the match's `due_at`. The other seats keep what
they had after their last turn. So only one number per seat and one time per match are stored, and
nothing is written while a clock runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import Connection

from games.play import HANDOVER
from games.protocol import Seat
from matches.effects.notices import move_reminders
from matches.model.clock import Clock, Pause, between, later
from matches.model.computer_players import is_computer_player
from matches.model.handovers import Handover
from matches.model.ids import PlayerId
from matches.model.log import Log
from matches.model.match import Match
from storage import clocks as rows
from storage import players as people

Left: TypeAlias = tuple[timedelta, ...]
_AT_ONCE = 1000
_Pauses: TypeAlias = Mapping[PlayerId | None, Sequence[Pause]]


def account_time(connection: Connection, before: Match, log: Log, after: Match) -> Match:
    """The match after the log's new entries, with its seats' times and its due time.

    A seat that moved has used the time since its clock began to run, except for vacations, and gets
    the increment. So does every seat whose turn was entered automatically. Then the time of the
    seat to move starts to run; it stands still while the match is adjourned. A player who takes
    over a seat has the time that is left there, and enough to look at the match. Other entries that
    are not turns and don't change who is to move don't affect the clocks.
    """
    clock, now = after.clock, log.at
    if clock is None or now is None:
        return after
    for one in log.handovers:
        if one.reason == HANDOVER:
            return _handed_over(connection, before, after, one)
    if after.status == "adjourned" and before.due_at is not None and before.to_move is not None:
        pauses = _vacations(connection, after, now, before.player_to_move)
        remains = between(now, before.due_at, pauses[before.player_to_move])
        rest = _stopped(clock, before.left[before.to_move - 1], remains)
        after = replace(after, left=_with(before.left, before.to_move, rest))
    if after.status != "running":
        return replace(after, due_at=None)
    if before.status == "running" and not log.turns and after.to_move == before.to_move:
        return after
    pauses = _vacations(connection, after, now, before.player_to_move, after.player_to_move)
    left = before.left or (clock.at_first,) * after.setup.seats
    if before.due_at is not None and before.to_move is not None and log.turns:
        remains = between(now, before.due_at, pauses[before.player_to_move])
        rest = _stopped(clock, left[before.to_move - 1], remains)
        left = _with(left, before.to_move, rest)
    for played in log.turns:
        seat = played.turn.seat
        left = _with(left, seat, clock.after_turn(left[seat - 1]))
    return _running(replace(after, left=left), now, pauses)


def _handed_over(connection: Connection, before: Match, after: Match, one: Handover) -> Match:
    """The match after a seat was handed over. If it is to move, the vacations of its new player
    count.
    """
    clock, seat, now = after.clock, one.seat, one.at
    assert clock is not None
    pauses = _vacations(connection, after, now, one.player, after.players[seat - 1])
    rest, runs = before.left[seat - 1], before.to_move == seat
    if runs and before.due_at is not None:
        rest = _stopped(clock, rest, between(now, before.due_at, pauses[one.player]))
    after = replace(after, left=_with(before.left, seat, clock.for_newcomer(rest)))
    return _running(after, now, pauses) if runs else after


def _stopped(clock: Clock, left: timedelta, remains: timedelta) -> timedelta:
    """What a seat has left if the clock stops now. The time that everybody has at least after a
    downtime is for the turn that it has interrupted: what is not used of it is not saved.
    """
    return clock.stopped(left, min(remains, clock.for_turn(left)))


def corrected(connection: Connection, match: Match, log: Log) -> Match:
    """The match after it was frozen or thawed. While it is frozen no time runs; once thawed, the
    time of the seat to move starts again.
    """
    if match.clock is None or log.at is None or match.status != "running":
        return replace(match, due_at=None)
    pauses = _vacations(connection, match, log.at, match.player_to_move)
    return _running(match, log.at, pauses)


def _running(match: Match, now: datetime, pauses: _Pauses) -> Match:
    assert match.to_move is not None
    assert match.clock is not None
    time = match.clock.for_turn(match.left[match.to_move - 1])
    return replace(match, due_at=later(now, time, pauses[match.player_to_move]))


def _vacations(
    connection: Connection, match: Match, now: datetime, *players: PlayerId | None
) -> _Pauses:
    """The parts of these players' vacations that count. They can't change until this is stored."""
    asked = {one for one in players if one is not None and not is_computer_player(one)}
    nobody: dict[PlayerId | None, Sequence[Pause]] = dict.fromkeys(players, ())
    if match.clock is None or not match.clock.stops_on_vacation or not asked:
        return nobody
    people.hold(connection, asked)
    return nobody | rows.vacations(connection, sorted(asked), now)


def _with(left: Left, seat: Seat, time: timedelta) -> Left:
    return (*left[: seat - 1], time, *left[seat:])


def changed_clocks(before: Match, after: Match) -> dict[Seat, timedelta]:
    """The seats whose stored time has changed."""
    known = before.left or (None,) * len(after.left)
    return {
        seat: time
        for seat, (time, was) in enumerate(zip(after.left, known, strict=True), start=1)
        if time != was
    }


def move_due_times(connection: Connection, due: Sequence[rows.Moved]) -> None:
    """Moves due times without a turn, and their reminders with them. Must be called inside a
    transaction.
    """
    moved = [one for one in due if one.old != one.new]
    for first in range(0, len(moved), _AT_ONCE):
        some = moved[first : first + _AT_ONCE]
        rows.move_due(connection, some)
        move_reminders(connection, {one.number: one.new for one in some})
