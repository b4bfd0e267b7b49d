"""What is due, and what was not announced yet, is left to one process at a time.

Whoever announces takes one (`take_untold`), which nobody else gets for a `LEASE`, and says how far
it has told its news (`told`), and whether there is more, or that it needs longer (`renew`). What
happens meanwhile is told afterwards, by whoever comes next. All raise Unavailable.
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
"""How long one is left to whoever sees to it."""

LEASE = timedelta(seconds=20)
"""How long announcements are left to whoever makes them."""

PORTION = 25
"""How many results are entered in one transaction. All matches of a round may end at the same time,
when its time is up, and many of a ladder while nobody sees to it; meanwhile others write, too.
"""

STEPS = 1000
"""More steps than anything takes at a time: a round is one, and five hundred entrants who all meet
each other twice have as many rounds.
"""


class Endless(Exception):
    """Whoever sees to something does not come to an end: a mistake of ours."""


class Missing(Protocol):
    """What has to be done besides entries in a log."""

    @property
    def anything(self) -> bool:
        """Whether there is anything to do."""


async def until_done(
    id_: str,
    look: Callable[[], Awaitable[tuple[H, M]]],
    do: Callable[[H, M], Awaitable[None]],
) -> H:
    """Looks at something and does what is missing, until nothing is; returns it as it is then.

    Raises Endless after `STEPS`, so that nothing keeps a process busy for good: the rest is left to
    whoever takes it next.
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
    """Takes those to which somebody has to see now: a match has ended or stands still, or a time
    has come.

    Each is given to one caller only; if it is still due after `SEEING_TO`, to another.
    """
    return await _leased(db, log, SEEING_TO, limit, telling=False)


async def take_untold(db: Database, log: Log[N], limit: int) -> list[N]:
    """Takes those of which there is something to announce, for `LEASE`."""
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
    """The news of one are left to the caller for another while."""
    work: Work[None] = partial(log.renew, number=number, until=db.now() + lease)
    with map_storage_errors():
        await db.write(in_transaction(work))


async def told(db: Database, log: Log[N], number: N, seq: int, *, more: bool = False) -> None:
    """Everything up to entry `seq` has been announced, or never will be. If the caller has `more`
    to announce, that is left to them for another while; else whoever comes next gets what has been
    added since, at once.
    """
    next_at = db.now() + LEASE if more else db.now()
    work: Work[None] = partial(log.note_told, number=number, seq=seq, next_at=next_at)
    with map_storage_errors():
        await db.write(in_transaction(work))
