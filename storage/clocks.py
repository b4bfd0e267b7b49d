"""Rows of clocks: due times, vacations, heartbeats. Functions that write need a transaction.

Due times are given and taken as times of day, and stored as uptime: see `storage.downtime`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from storage.downtime import (
    DOWNTIME_BEFORE_END,
    TIMED,
    latest_downtime,
    to_real,
    to_stored,
    to_uptime,
    total_downtime,
)
from storage.ids import MatchNumber, PlayerId
from storage.schema import gateway, heartbeat, match, seat, shard, vacation
from storage.upserts import upsert

Span = tuple[datetime, datetime]


class Running(NamedTuple):
    """A match in which somebody's time is running, and the last entry of its log."""

    number: MatchNumber
    due_at: datetime
    clock: str
    player_id: PlayerId | None
    seat: int
    seq: int
    base: int


class Moved(NamedTuple):
    """A due time to move: its match, the old time and the new one."""

    number: MatchNumber
    old: datetime
    new: datetime


_LONG_AGO = timedelta(days=7)
ENDED = "ended"
"""Instead of the name of a process: the last one that said that it ends."""
_MILLISECOND = timedelta(milliseconds=1)

_OVERDUE = (
    select(match.c.id)
    .where(
        match.c.at_end == "automatic",
        match.c.due_at <= bindparam("uptime"),
        match.c.status == "running",
        or_(match.c.leased_until.is_(None), match.c.leased_until <= bindparam("now")),
    )
    .order_by(match.c.due_at)
    .limit(bindparam("most"))
)
_LEASE = update(match).where(match.c.id == bindparam("number"))
_SET_CLOCK = update(seat).where(
    seat.c.match_id == bindparam("number"), seat.c.seat == bindparam("place")
)
_VACATIONS = select(vacation).where(
    vacation.c.player_id.in_((bindparam("one"), bindparam("other"))),
    vacation.c.ends_at > bindparam("after"),
)
_RUNNING = (
    select(
        match.c.id,
        match.c.due_at,
        match.c.clock,
        seat.c.player_id,
        seat.c.seat,
        match.c.seq,
        match.c.base,
        DOWNTIME_BEFORE_END.label("downtime"),
    )
    .join_from(match, seat, and_(seat.c.match_id == match.c.id, seat.c.seat == match.c.to_move))
    .where(match.c.status == "running", match.c.due_at > bindparam("after"))
)
_ENDING = _RUNNING.where(TIMED, match.c.due_at < bindparam("until"))
_RUNNING_OF_ONE = _RUNNING.where(seat.c.player_id == bindparam("player")).order_by(match.c.id)
_OF_ABSENT = (
    select(seat.c.match_id)
    .join_from(vacation, seat, seat.c.player_id == vacation.c.player_id)
    .where(vacation.c.ends_at > bindparam("still_away"))
)
# Written this way, SQLite starts with the vacations and not with all matches.
_RUNNING_OF_ABSENT = _RUNNING.where(match.c.id.in_(_OF_ABSENT.correlate(None)))
_MOVE = update(match).where(match.c.id == bindparam("number"), match.c.due_at == bindparam("old"))


def overdue(connection: Connection, now: datetime, limit: int) -> list[MatchNumber]:
    """Matches whose time has run out and where this counts automatically, the longest overdue
    first. Matches leased to a process are left out.
    """
    return _overdue(connection, _OVERDUE, now, limit)


def lease(connection: Connection, now: datetime, until: datetime, limit: int) -> list[MatchNumber]:
    """The same matches, leased to the caller: nobody else gets them until that time."""
    numbers = _overdue(connection, _OVERDUE.with_for_update(skip_locked=True), now, limit)
    if numbers:
        leases = [{"number": number, "leased_until": until} for number in numbers]
        connection.execute(_LEASE, leases)
    return numbers


def _overdue(
    connection: Connection, query: Select[Any], now: datetime, limit: int
) -> list[MatchNumber]:
    given = {"now": now, "uptime": to_uptime(now, total_downtime(connection)), "most": limit}
    return [MatchNumber(number) for number in connection.execute(query, given).scalars()]


# Seats


def set_clocks(connection: Connection, number: MatchNumber, left: Mapping[int, timedelta]) -> None:
    """Stores how much time seats have left."""
    if left:
        connection.execute(
            _SET_CLOCK,
            [
                {"number": number, "place": place, "clock": time // _MILLISECOND}
                for place, time in left.items()
            ],
        )


def left(clock: int | None) -> timedelta | None:
    """What a seat's column says."""
    return None if clock is None else clock * _MILLISECOND


# Vacations


def vacations(
    connection: Connection, players: Sequence[PlayerId], after: datetime
) -> dict[PlayerId, list[Span]]:
    """By player, the vacations that end after that time."""
    found: dict[PlayerId, list[Span]] = {player: [] for player in players}
    # A turn asks for two at most. For a list of arbitrary length, the SQL would be compiled again
    # each time.
    for first in range(0, len(players), 2):
        one, other = players[first], players[first : first + 2][-1]
        asked = {"one": one, "other": other, "after": after}
        for player, starts_at, ends_at in connection.execute(_VACATIONS, asked):
            found[player].append((starts_at, ends_at))
    return found


def all_vacations(connection: Connection, after: datetime) -> dict[PlayerId, list[Span]]:
    """The same for all players who have any."""
    found: dict[PlayerId, list[Span]] = {}
    rows = connection.execute(select(vacation).where(vacation.c.ends_at > after))
    for player, starts_at, ends_at in rows:
        found.setdefault(player, []).append((starts_at, ends_at))
    return found


def add_vacation(connection: Connection, player: PlayerId, span: Span) -> None:
    """Adds a vacation. Raises LostRace, at commit at the latest, if another one begins at the same
    moment.
    """
    values = {"player_id": player, "starts_at": span[0], "ends_at": span[1]}
    connection.execute(insert(vacation), values)


def end_vacation(connection: Connection, player: PlayerId, span: Span, now: datetime) -> None:
    """Ends a vacation now, or removes it if it has not begun."""
    chosen = and_(vacation.c.player_id == player, vacation.c.starts_at == span[0])
    if span[0] < now:
        connection.execute(update(vacation).where(chosen).values(ends_at=now))
    else:
        connection.execute(delete(vacation).where(chosen))


# Due times


def ending(connection: Connection, after: datetime, until: datetime) -> list[Running]:
    """The matches in which somebody's time runs out between these two moments. Reads an index."""
    return _running(connection, _ENDING, after, until=until)


def running_of(connection: Connection, player: PlayerId, after: datetime) -> list[Running]:
    """The matches in which this player's time is running and ends after that moment."""
    return _running(connection, _RUNNING_OF_ONE, after, player=player)


def running_of_absent(
    connection: Connection, after: datetime, still_away: datetime
) -> list[Running]:
    """The matches with a player whose vacation ends after `still_away`."""
    return _running(connection, _RUNNING_OF_ABSENT, after, still_away=still_away)


def _running(
    connection: Connection, query: Select[Any], after: datetime, **given: datetime | int
) -> list[Running]:
    stood = total_downtime(connection)
    times = {"after": to_uptime(after, stood)}
    if isinstance(until := given.get("until"), datetime):
        times["until"] = to_uptime(until, stood)
    return [
        Running(number, to_real(due_at, stood), *rest)
        for number, due_at, *rest, stood in connection.execute(query, given | times)
    ]


def move_due(connection: Connection, moved: Sequence[Moved]) -> None:
    """Moves due times that have not passed, unless they have changed in the meantime."""
    if not moved:
        return
    stood, last = total_downtime(connection), latest_downtime(connection)
    connection.execute(
        _MOVE,
        [
            {
                "number": one.number,
                "old": to_uptime(one.old, stood),
                "due_at": to_stored(one.new, stood, last),
            }
            for one in moved
        ],
    )


# Heartbeats


def beats(connection: Connection) -> dict[str, datetime]:
    """When each process was last alive. The rows stay locked until the transaction ends."""
    query = select(heartbeat).order_by(heartbeat.c.process).with_for_update()
    return {row.process: row.at for row in connection.execute(query)}


def alive(connection: Connection, since: datetime) -> int:
    """How many processes have given a heartbeat since then, without gateways that have no shard and
    take none over.
    """
    mine = (shard.c.process == gateway.c.process, shard.c.heir == gateway.c.process)
    own = exists().where(or_(*mine))
    stands_by = exists().where(gateway.c.process == heartbeat.c.process, ~own)
    query = select(func.count()).select_from(heartbeat)
    living = query.where(heartbeat.c.at > since, heartbeat.c.process != ENDED, ~stands_by)
    return int(connection.execute(living).scalar_one())


def beat(connection: Connection, process: str, now: datetime) -> None:
    """Notes that a process is alive, and forgets those that were last alive long before."""
    connection.execute(delete(heartbeat).where(heartbeat.c.at < now - _LONG_AGO))
    connection.execute(upsert(connection, heartbeat), {"process": process, "at": now})


def end(connection: Connection, process: str, now: datetime) -> None:
    """Notes that a process ends which has been alive until now, if it ever was."""
    if process in beats(connection):
        connection.execute(delete(heartbeat).where(heartbeat.c.process == process))
        beat(connection, ENDED, now)


def forget_beats(connection: Connection) -> None:
    """Forgets all processes."""
    connection.execute(delete(heartbeat))
