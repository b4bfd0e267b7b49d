"""Leases: what is due for upkeep, or has news to announce, belongs to one process at a time.

A process that announces leases something (`take_news`) for the time `LEASE`. It reports how far
it has announced the news (`told`), whether there is more, or that it needs longer (`renew`). What
happens meanwhile is announced by the next process. All raise Unavailable.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Protocol, TypeVar

from matches.model.storage_errors import map_storage_errors
from storage.database import Database, Work
from storage.logs import Log
from storage.transactions import in_transaction

N = TypeVar("N", bound=int)
H = TypeVar("H")
M = TypeVar("M", bound="Missing")

SEEING_TO = timedelta(minutes=1)
"""How long a lease for upkeep lasts."""

LEASE = timedelta(seconds=20)
"""How long a lease for announcements lasts."""

PORTION = 25
"""How many results are entered in one transaction, so that others can write in between. All matches
of a round may end at the same moment, when its time is up; on a ladder, many may end before the
next upkeep.
"""

STEPS = 1000
"""More steps than any upkeep takes: a round is one step, and five hundred entrants who all meet
twice have about a thousand rounds.
"""


class Endless(Exception):
    """Upkeep doesn't come to an end, which is a bug of ours."""


class Missing(Protocol):
    """What has to be done besides entering something into a log."""

    @property
    def anything(self) -> bool:
        """Whether there is anything to do."""


async def until_done(
    id_: str,
    look: Callable[[], Awaitable[tuple[H, M]]],
    do: Callable[[H, M], Awaitable[None]],
) -> H:
    """Looks for what is missing and does it, until nothing is missing. Returns the final state.

    Raises Endless after `STEPS`, so that nothing keeps a process busy for good. The next process
    that leases it does the rest.
    """
    held, missing = await look()
    for _ in range(STEPS):
        if not missing.anything:
            break
        await do(held, missing)
        held, missing = await look()
    if missing.anything:
        raise Endless(f"{id_} isn't done after {STEPS} steps")
    return held


async def take_due(db: Database, log: Log[N], limit: int) -> list[N]:
    """Leases what needs upkeep: a match has ended or is adjourned, or something is due.

    Each is leased to one caller at a time; if it is still due after `SEEING_TO`, it is leased
    again.
    """
    return await _leased(db, log, SEEING_TO, limit, telling=False)


async def take_news(db: Database, log: Log[N], limit: int) -> list[N]:
    """Leases what has something to announce, for `LEASE`."""
    return await _leased(db, log, LEASE, limit, telling=True)


async def _leased(
    db: Database, log: Log[N], time: timedelta, limit: int, *, telling: bool
) -> list[N]:
    now = db.now()
    with map_storage_errors():
        if not await db.read(partial(log.is_due, now=now, telling=telling)):
            return []
        lease = partial(log.lease, now=now, until=now + time, limit=limit, telling=telling)
        return await db.write(in_transaction(lease))


async def renew(db: Database, log: Log[N], number: N, lease: timedelta = LEASE) -> None:
    """Leases the news to the caller for that long, from now on."""
    work: Work[None] = partial(log.renew, number=number, until=db.now() + lease)
    with map_storage_errors():
        await db.write(in_transaction(work))


async def told(db: Database, log: Log[N], number: N, seq: int, *, more: bool = False) -> None:
    """Notes that everything up to entry `seq` was announced, or never will be. Callers that have
    `more` to announce keep their lease. Otherwise the next caller gets whatever was added since, at
    once.
    """
    next_at = db.now() + LEASE if more else db.now()
    work: Work[None] = partial(log.note_told, number=number, seq=seq, next_at=next_at)
    with map_storage_errors():
        await db.write(in_transaction(work))
