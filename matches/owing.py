"""What is owed to whom once a match has moved.

A turn, a start, an ending and a time-out owe messages: the board to everybody, a message of his own
to a player who prefers that, and reminders while his time runs. They are written into the outbox in
the transaction of the turn, and removed once they are sent, so that none gets lost with a process.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import Connection

from matches.log import Log
from matches.match import Match
from storage import outbox as rows
from storage.outbox import Change, Reminder

GRACE = timedelta(seconds=8)
"""How long whoever has entered a turn may take to show its board before others do."""
_SHARES = (3, 12)
"""Reminders are due when these fractions of the time are left …"""
_LATEST = (timedelta(days=4), timedelta(hours=6))
"""… but not earlier than that before the end."""
_SECOND = timedelta(seconds=1)


def board_key(match: Match) -> str:
    """The key of the board that a match owes, which is its nonce as well."""
    return f"{match.id}.{match.base}"


def owe(connection: Connection, number: int, before: Match, log: Log, after: Match) -> None:
    """Notes what is owed for what has just changed, inside its transaction.

    Nothing for what leaves the position as it was, and nothing before the start.
    """
    now = log.at
    if now is None or after.base == before.base or after.started_at is None:
        return
    change = Change(board_key(after), number, before.seq + 1, after.base, after.to_move)
    rows.owe(connection, change, _reminders(after, now), now, now + GRACE)


def _reminders(match: Match, now: datetime) -> list[Reminder]:
    """When a third of the time is left, and again near its end; in live games nobody needs that."""
    if match.due_at is None or match.clock is None or match.clock.live:
        return []
    time = match.left[match.to_move - 1] if match.to_move and match.left else match.due_at - now
    leads = [min(time / share, most) for share, most in zip(_SHARES, _LATEST, strict=True)]
    return [
        Reminder(f"{match.id}.r{number}", match.due_at - lead, round(lead / _SECOND))
        for number, lead in enumerate(leads)
    ]


def moved(connection: Connection, ends: Mapping[int, datetime]) -> None:
    """Reminders follow the ends of the time of matches, by number, inside a transaction."""
    rows.move_reminders(connection, ends)
