"""Rows of the outbox by which computer players are called. Functions that write need a
transaction.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from storage.outbox import CALL, NoticeRow, claimed
from storage.schema import match, notice, seat

_CALLED = (
    select(notice.c.key, notice.c.match_id)
    .where(notice.c.due_at <= bindparam("now"), notice.c.kind == CALL)
    .order_by(notice.c.due_at, notice.c.match_id, notice.c.base)
    .limit(bindparam("most"))
)
_PLAYERS = (
    select(seat.c.match_id, seat.c.player_id)
    .where(seat.c.match_id.in_(bindparam("numbers", expanding=True)), seat.c.player_id.is_not(None))
    .order_by(seat.c.match_id, seat.c.seat)
)
_MATCHES = select(match.c.id, match.c.host, match.c.clock).where(
    match.c.id.in_(bindparam("numbers", expanding=True))
)


@dataclass(frozen=True, slots=True)
class WaitingCall:
    """A call of a computer player that nobody has taken, in a match of these people with this
    clock.
    """

    key: str
    host: int
    clock: str | None
    players: tuple[int, ...]


def waiting_calls(connection: Connection, now: datetime, most: int) -> list[WaitingCall]:
    """The calls that may be taken now, the longest due first."""
    found = connection.execute(_CALLED, {"now": now, "most": most}).all()
    numbers = {"numbers": [one.match_id for one in found]}
    players: dict[int, list[int]] = {}
    for number, player_id in connection.execute(_PLAYERS, numbers) if found else ():
        players.setdefault(number, []).append(player_id)
    called = {one.id: one for one in connection.execute(_MATCHES, numbers)} if found else {}

    def of(key: str, number: int) -> WaitingCall:
        row = called[number]
        return WaitingCall(key, row.host, row.clock, tuple(players.get(number, ())))

    return [of(one.key, one.match_id) for one in found]


def claim_calls(
    connection: Connection, keys: Collection[str], now: datetime, until: datetime
) -> list[NoticeRow]:
    """Takes these calls, as `outbox.claim`, except those that somebody else has taken."""
    wanted = notice.c.key.in_(bindparam("keys", expanding=True))
    still = select(notice).where(wanted, notice.c.due_at <= bindparam("now"))
    locked = still.with_for_update(skip_locked=True)
    return claimed(connection, locked, {"keys": list(keys), "now": now}, until)
