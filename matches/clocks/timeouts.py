"""The end of the time, and time during which nobody could play.

There is no timer. What is over is found in the database by its due time, again and again, by
whatever process is alive; a process is alive as long as it gives a heartbeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from matches.course.endings import withdraw
from matches.effects.clocks import move
from matches.effects.notices import announce_downtime
from matches.model.clock import GRACE, Clock, Pause, between, later
from matches.model.computer_players import is_robot
from matches.model.errors import NoClock, NotAgainstYou, TimeLeft
from matches.model.ids import public_id
from matches.model.match import Match, Played, Player
from matches.model.requirements import require_seat
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from storage import clocks as rows
from storage.alive import stand_still
from storage.database import Database
from storage.outbox import set_back
from storage.transactions import in_transaction, transaction

LEASE = timedelta(minutes=1)
"""For how long a process has what `due_now` gave it to itself."""

ALIVE = timedelta(seconds=30)
"""Who has given a heartbeat within this time is taken to be alive."""


# The end of the time


async def due_now(db: Database, limit: int = 20) -> list[str]:
    """The matches in which the time of the seat to move is over and that counts by itself.

    Each is given to one caller only; if it is still due after a `LEASE`, to another.
    """
    now = db.now()
    with map_storage_errors():
        if not await db.read(lambda connection: rows.overdue(connection, now, limit)):
            return []
        lease = partial(rows.lease, now=now, until=now + LEASE, limit=limit)
        numbers = await db.write(in_transaction(lease))
    return [public_id(number) for number in numbers]


async def expire(db: Database, match_id: str) -> Played | None:
    """Ends the time of the seat to move if it is over and that counts by itself: it withdraws.

    Computer players never lose on time. None if there is nothing to do (any more). `Played.player`
    is who ran out of time. Raises UnknownMatch, MatchFrozen, Unavailable.
    """
    late: list[Player] = []

    def act(unit: UnitOfWork) -> None:
        match, now = unit.match, db.now()
        late.clear()
        if match.status != "running" or match.at_end != "automatic" or not _over(match, now):
            return
        if is_robot(match.player_to_move):
            return
        late.append(match.player_to_move or 0)
        _time_out(unit)

    unit = await perform(db, match_id, act)
    return unit.played(late[0]) if late else None


async def claim(
    db: Database, match_id: str, player: Player, *, interaction: int | None = None
) -> Played:
    """An opponent of the seat to move claims that its time is over: it withdraws.

    Raises NoClock, TimeLeft, NotAgainstYou, NotSeated, HasWithdrawn, NotRunning, MatchOver.
    """

    def act(unit: UnitOfWork) -> None:
        require_seat(unit.match, player)
        match = unit.match
        if match.due_at is None:
            raise NoClock(match=match.id)
        other = match.player_to_move or 0
        if is_robot(other):
            raise NotAgainstYou(match=match.id, player=other)
        if not _over(match, db.now()):
            due_at = int(match.due_at.timestamp())
            raise TimeLeft(match=match.id, player=other, due_at=due_at)
        if other not in match.opponents(player):
            raise NotAgainstYou(match=match.id, player=other)
        _time_out(unit)

    return (await perform(db, match_id, act, interaction)).played(player)


def _over(match: Match, now: datetime) -> bool:
    return match.due_at is not None and match.due_at <= now


def _time_out(unit: UnitOfWork) -> None:
    assert unit.match.to_move is not None
    withdraw(unit, unit.match.to_move, "timeout")


# Time during which nobody could play


async def heartbeat(db: Database, process: str = "") -> list[str]:
    """Notes that the process is alive; to be called several times within `ALIVE`, and as soon as
    the machine's clock has jumped (`Database.jump`).

    `process` is a name that is the same each time it is started, and that no other has. Where
    no process at all was alive (this one may have been suspended, or the database unreachable),
    the time is given back as by `give_back`, and the same is returned. So is the time of a jump,
    in either direction, unless another process of whose beat the machine's clock approves is alive.
    """
    return await _alive(db, process, starts=False)


async def give_back(db: Database, process: str = "") -> list[str]:
    """To be called when a process starts: all running clocks stood still while none was alive.

    Every running due time moves by the time since the last heartbeat of any process; back, if the
    machine's clock was set back since. One that
    would fall within `GRACE` from now moves to its end instead; the ids of those matches are
    returned, and their players are owed a notice. Time that was over before stays over. How many
    clocks run makes no difference: only matches with little time, and those of players with
    vacations, are looked at.
    """
    return await _alive(db, process, starts=True)


async def _alive(db: Database, process: str, *, starts: bool) -> list[str]:
    with map_storage_errors():
        return [public_id(number) for number in await db.write(_Beat(db, process, starts=starts))]


class _Beat:
    """A heartbeat at `now`, after which it is `then`: later or earlier, if the clock was set."""

    def __init__(self, db: Database, process: str, *, starts: bool) -> None:
        self._db, self._process, self._starts = db, process, starts
        self._jump = db.jump
        self.now = db.now()
        self.then = self.now + self._jump

    def __call__(self, connection: Connection) -> list[int]:
        """Gives back what nobody has yet; the matches in which little time is left."""
        with transaction(connection):
            known = rows.beats(connection)
            last = self._last(known)
            if last is not None:
                # Another process that finds none has nothing to give back.
                rows.forget_beats(connection)
            rows.beat(connection, self._process, self.then)
            short = [] if last is None else _move(connection, last, self.then)
        self._db.follow(self._jump)
        return short

    def _last(self, known: Mapping[str, datetime]) -> datetime | None:
        """Since when nobody was alive, in the time that was told then; None if somebody was."""
        then, mine = self.then, known.get(self._process)
        others = [at for name, at in known.items() if name != self._process]
        earlier = self._starts and mine is not None and mine > then
        if self._jump or earlier:
            # A beat that is far from now, before or after, tells of the time before the jump.
            if not known or any(abs(then - at) < ALIVE for at in others):
                return None
            newest = max(known.values())
            return newest if earlier or newest <= self.now - ALIVE else self.now
        # Whoever starts knows that the process of its name has ended, however short ago.
        seen = others if self._starts else [*known.values()]
        if not known or any(at > then - ALIVE for at in seen):
            return None
        return max(known.values())


def _move(connection: Connection, last: datetime, now: datetime) -> list[int]:
    """Moves all running due times by the time since `last`; gives those in which little is left.

    Where the clock was set back, that is less than nothing: everybody has as much time as before.
    """
    stand_still(connection, last, now)
    if now < last:
        _move_back(connection, last, now)
        return []
    moved, short = list[rows.Moved](), list[tuple[rows.Running, datetime]]()
    for one, pauses in _with_pauses(connection, _not_like_all(connection, last, now), last):
        before = one.due_at - (now - last)
        due, least = later(before, now - last, pauses), later(now, GRACE, pauses)
        if due < least:
            short.append((one, least))
        moved.append(rows.Moved(one.number, one.due_at, max(due, least)))
    move(connection, moved)
    announce_downtime(connection, short, now)
    return [one.number for one, _ in short]


def _move_back(connection: Connection, last: datetime, now: datetime) -> None:
    set_back(connection, now, last - now)
    absent = rows.running_of_absent(connection, now, now)
    moved = []
    for one, pauses in _with_pauses(connection, absent, now):
        left = between(last, one.due_at + (last - now), pauses)
        moved.append(rows.Moved(one.number, one.due_at, later(now, left, pauses)))
    move(connection, moved)


def _with_pauses(
    connection: Connection, running: Sequence[rows.Running], after: datetime
) -> Iterator[tuple[rows.Running, Sequence[Pause]]]:
    """Each with the vacations that stop its clock and end after that time."""
    vacations = rows.all_vacations(connection, after)
    for one in running:
        pauses = vacations.get(one.player_id or 0, [])
        yield one, [] if pauses and Clock.read(one.clock).live else pauses


def _not_like_all(connection: Connection, last: datetime, now: datetime) -> list[rows.Running]:
    """The matches whose due time may have to move by more than the standstill, by number."""
    little = rows.ending(connection, now, now + GRACE)
    absent = rows.running_of_absent(connection, now, last)
    return sorted({one.number: one for one in (*little, *absent)}.values())
