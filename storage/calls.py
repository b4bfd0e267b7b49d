"""Rows of the outbox by which computer players are called. Functions that write need a
transaction.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Row, bindparam, exists, func, select

from storage.outbox import CALL, NoticeRow, claimed
from storage.schema import match, notice, seat

_WAITS = notice.c.due_at <= bindparam("now"), notice.c.kind == CALL
_WITH_PEOPLE = exists().where(
    seat.c.match_id == notice.c.match_id, seat.c.player_id > bindparam("above")
)
_CALLED = (
    select(notice.c.key, notice.c.match_id)
    .where(*_WAITS)
    .order_by(notice.c.due_at, notice.c.match_id, notice.c.base)
    .limit(bindparam("most"))
)
_RANKS = _CALLED.where(_WITH_PEOPLE), _CALLED.where(~_WITH_PEOPLE)
"""Calls in matches with people, and those in all others."""
_COUNT = select(func.count()).select_from(notice).where(*_WAITS, _WITH_PEOPLE)
_PLAYERS = (
    select(seat.c.match_id, seat.c.player_id)
    .where(seat.c.match_id.in_(bindparam("numbers", expanding=True)), seat.c.player_id.is_not(None))
    .order_by(seat.c.match_id, seat.c.seat)
)
_MATCHES = select(match.c.id, match.c.host, match.c.clock).where(
    match.c.id.in_(bindparam("numbers", expanding=True))
)


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call of a computer player that nobody has taken, in a match of these players with this
    clock.
    """

    key: str
    host: int
    clock: str | None
    players: tuple[int, ...]


def waiting_calls(connection: Connection, now: datetime, most: int, above: int) -> list[CallRow]:
    """The calls that may be taken now: those of matches with people first, whose ids are `above`
    this one, and the longest due first.
    """
    found = list[Row[tuple[str, int]]]()
    for rank in _RANKS:
        given = {"now": now, "above": above, "most": most - len(found)}
        found += connection.execute(rank, given) if len(found) < most else ()
    numbers = {"numbers": [one.match_id for one in found]}
    players: dict[int, list[int]] = {}
    for number, player_id in connection.execute(_PLAYERS, numbers) if found else ():
        players.setdefault(number, []).append(player_id)
    called = {one.id: one for one in connection.execute(_MATCHES, numbers)} if found else {}

    def of(key: str, number: int) -> CallRow:
        row = called[number]
        return CallRow(key, row.host, row.clock, tuple(players.get(number, ())))

    return [of(one.key, one.match_id) for one in found]


def count_with_people(connection: Connection, now: datetime, above: int) -> int:
    """How many calls of matches with people may be taken now."""
    return connection.execute(_COUNT, {"now": now, "above": above}).scalar_one()


def claim_calls(
    connection: Connection, keys: Collection[str], now: datetime, until: datetime
) -> list[NoticeRow]:
    """Takes these calls, as `outbox.claim`, except those that somebody else has taken."""
    wanted = notice.c.key.in_(bindparam("keys", expanding=True))
    still = select(notice).where(wanted, notice.c.due_at <= bindparam("now"))
    locked = still.with_for_update(skip_locked=True)
    return claimed(connection, locked, {"keys": list(keys), "now": now}, until)
