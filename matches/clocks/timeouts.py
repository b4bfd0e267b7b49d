"""The end of a player's time.

There are no timers. Every process polls the database for due times that have passed.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from matches.course.endings import withdraw
from matches.model.computer_players import is_computer_player
from matches.model.errors import NoClock, NotAgainstYou, TimeLeft
from matches.model.ids import MatchId, PlayerId, public_id
from matches.model.played import Played
from matches.model.requirements import require_seat
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from storage import clocks as rows
from storage.database import Database
from storage.privacy import NOBODY
from storage.transactions import in_transaction

LEASE = timedelta(minutes=1)
"""How long a match that `due_now` returned is leased to its caller."""


async def due_now(db: Database, limit: int = 20) -> list[MatchId]:
    """The matches in which the seat to move has run out of time and this counts automatically.

    Each goes to only one caller; if it is still due after `LEASE`, to another.
    """
    now = db.now()
    with map_storage_errors():
        if not await db.read(lambda connection: rows.overdue(connection, now, limit)):
            return []
        lease = partial(rows.lease, now=now, until=now + LEASE, limit=limit)
        numbers = await db.write(in_transaction(lease))
    return [public_id(number) for number in numbers]


async def expire(db: Database, match_id: MatchId) -> Played | None:
    """Withdraws the seat to move if its time is over and this counts automatically.

    Computer players never lose on time. Returns None if there is nothing to do (any more).
    `Played.player` is who ran out of time. Raises UnknownMatch, MatchFrozen, Unavailable.
    """
    late: list[PlayerId] = []

    def act(unit: UnitOfWork) -> None:
        match, now = unit.match, db.now()
        late.clear()
        if match.status != "running" or match.at_end != "automatic" or not match.time_is_over(now):
            return
        if is_computer_player(match.player_to_move):
            return
        late.append(match.player_to_move or NOBODY)
        _time_out(unit)

    unit = await perform(db, match_id, act)
    return unit.played(late[0]) if late else None


async def claim(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Played:
    """An opponent of the seat to move claims that its time is over, and that seat withdraws.

    Raises NoClock, TimeLeft, NotAgainstYou, NotSeated, HasWithdrawn, NotRunning, MatchOver.
    """

    def act(unit: UnitOfWork) -> None:
        require_seat(unit.match, player)
        match = unit.match
        if match.due_at is None:
            raise NoClock(match=match.id)
        other = match.player_to_move or NOBODY
        if is_computer_player(other):
            raise NotAgainstYou(match=match.id, player=other)
        if not match.time_is_over(db.now()):
            due_at = int(match.due_at.timestamp())
            raise TimeLeft(match=match.id, player=other, due_at=due_at)
        if other not in match.opponents(player):
            raise NotAgainstYou(match=match.id, player=other)
        _time_out(unit)

    return (await perform(db, match_id, act, interaction)).played(player)


def _time_out(unit: UnitOfWork) -> None:
    assert unit.match.to_move is not None
    withdraw(unit, unit.match.to_move, "timeout")
