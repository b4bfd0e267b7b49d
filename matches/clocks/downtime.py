"""Downtime: time during which no process was alive is credited to all players.

A process is alive as long as it gives heartbeats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from matches.effects.clocks import move_due_times
from matches.effects.notices import announce_downtime
from matches.model.clock import GRACE, Clock, Pause, between, later
from matches.model.computer_players import is_computer_player
from matches.model.ids import MatchId, MatchNumber, public_id
from matches.model.storage_errors import map_storage_errors, read, write
from storage import clocks as rows
from storage.database import Database
from storage.downtime import record_downtime
from storage.outbox import move_back
from storage.transactions import transaction

ALIVE = timedelta(seconds=30)
"""A process whose last heartbeat is at most this old counts as alive."""


async def heartbeat(db: Database, process: str = "") -> list[MatchId]:
    """Records that the process is alive. Must be called several times within `ALIVE`, and as soon
    as the machine's clock has jumped (`Database.jump`).

    `process` is a unique name that stays the same each time the process is started. One whose name
    is new each time, as a gateway's, has to give a `last_heartbeat`. If it is killed, whoever
    starts within `ALIVE` takes it for another one that is alive, and that time is not credited.

    If no process at all was alive (this one may have been suspended, or the database unreachable),
    the time is credited as in `credit_downtime`, with the same return value. So is the time of a
    jump in either direction, unless another process is alive whose heartbeat fits the machine's
    clock.
    """
    return await _beat(db, process, starts=False)


async def last_heartbeat(db: Database, process: str) -> None:
    """Records that the process ends, if it was ever alive, and that no other one will have its
    name. Raises Unavailable.
    """
    await write(db, partial(rows.end, process=process, now=db.now()))


async def alive(db: Database) -> int:
    """How many processes are alive, without those that only stand by: they make no requests to
    Discord. Raises Unavailable.
    """
    return await read(db, partial(rows.alive, since=db.now() - ALIVE))


async def credit_downtime(db: Database, process: str = "") -> list[MatchId]:
    """Must be called when a process starts: all running clocks stood still while no process was
    alive.

    Every running due time moves by the time since the last heartbeat of any process; backwards, if
    the machine's clock was set back since. A due time that would fall less than `GRACE` from now
    moves to `GRACE` from now instead. The ids of those matches are returned, and notices to their
    players are enqueued, except where a computer player is to move. Time that had already run out
    stays so. The cost does not grow with the number of running clocks: only matches with little
    time left, and those of players with vacations, are read.
    """
    return await _beat(db, process, starts=True)


async def _beat(db: Database, process: str, *, starts: bool) -> list[MatchId]:
    with map_storage_errors():
        return [public_id(number) for number in await db.write(_Beat(db, process, starts=starts))]


class _Beat:
    """A heartbeat at `now`. Afterwards the time is `then`, which is later or earlier if the clock
    was set.
    """

    def __init__(self, db: Database, process: str, *, starts: bool) -> None:
        self._db, self._process, self._starts = db, process, starts
        self._jump = db.jump
        self.now = db.now()
        self.then = self.now + self._jump

    def __call__(self, connection: Connection) -> list[MatchNumber]:
        """Credits downtime that no process has credited yet. Returns the matches with little time
        left.
        """
        with transaction(connection):
            known = rows.beats(connection)
            last = self._last(known)
            if last is not None:
                # Another process that finds none has nothing to credit.
                rows.forget_beats(connection)
            rows.beat(connection, self._process, self.then)
            short = [] if last is None else _move(connection, last, self.then)
        self._db.follow(self._jump)
        return short

    def _last(self, known: Mapping[str, datetime]) -> datetime | None:
        """The time since which no process was alive, by the clock at that time; None if one was
        alive.
        """
        then = self.then
        # A starting process knows that the previous one with its name has ended, however recently,
        # and so has whoever said so.
        gone = {self._process, rows.ENDED} if self._starts else {self._process}
        others = [at for name, at in known.items() if name not in gone]
        earlier = self._starts and any(at > then for name, at in known.items() if name in gone)
        if self._jump or earlier:
            # A heartbeat far before or after now was recorded before the jump.
            if not known or any(abs(then - at) < ALIVE for at in others):
                return None
            newest = max(known.values())
            return newest if earlier or newest <= self.now - ALIVE else self.now
        seen = others if self._starts else [*known.values()]
        if not known or any(at > then - ALIVE for at in seen):
            return None
        return max(known.values())


def _move(connection: Connection, last: datetime, now: datetime) -> list[MatchNumber]:
    """Moves all running due times by the time since `last`. Returns matches with little time left.

    If the clock was set back, that time is negative: everybody keeps as much time as before.
    """
    record_downtime(connection, last, now)
    if now < last:
        _set_back(connection, last, now)
        return []
    moved, short = list[rows.Moved](), list[tuple[rows.Running, datetime]]()
    for one, pauses in _with_pauses(connection, _not_like_all(connection, last, now), last):
        before = one.due_at - (now - last)
        due, least = later(before, now - last, pauses), later(now, GRACE, pauses)
        if due < least and not is_computer_player(one.player_id):
            short.append((one, least))
        moved.append(rows.Moved(one.number, one.due_at, max(due, least)))
    move_due_times(connection, moved)
    announce_downtime(connection, short, now)
    return [one.number for one, _ in short]


def _set_back(connection: Connection, last: datetime, now: datetime) -> None:
    move_back(connection, now, last - now)
    absent = rows.running_of_absent(connection, now, now)
    moved = []
    for one, pauses in _with_pauses(connection, absent, now):
        left = between(last, one.due_at + (last - now), pauses)
        moved.append(rows.Moved(one.number, one.due_at, later(now, left, pauses)))
    move_due_times(connection, moved)


def _with_pauses(
    connection: Connection, running: Sequence[rows.Running], after: datetime
) -> Iterator[tuple[rows.Running, Sequence[Pause]]]:
    """Each with the vacations that stop its clock and end after that time."""
    vacations = rows.all_vacations(connection, after)
    for one in running:
        pauses = vacations.get(one.player_id, []) if one.player_id else []
        yield one, pauses if pauses and Clock.read(one.clock).stops_on_vacation else []


def _not_like_all(connection: Connection, last: datetime, now: datetime) -> list[rows.Running]:
    """The matches whose due time may have to move by more or less than the downtime, by number."""
    little = rows.ending(connection, now, now + GRACE)
    absent = rows.running_of_absent(connection, now, last)
    return sorted({one.number: one for one in (*little, *absent)}.values())
