"""Gateways: processes that share the bot's shards, by leases.

Each takes its part of all shards. A shard whose process is dead is free for others. A process that
comes when all shards are held, or one that stays while another is `leaving`, becomes the *heir* of
some: it connects them first, while the other process goes on, and then takes them over. So people
are answered all the time.

Meanwhile several processes may hear of an interaction, or only one that does not hold its shard:
connections break, and leases are looked at every few seconds. So each *takes* an interaction before
it answers it, and whoever comes second leaves it alone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

from sqlalchemy import Connection

from matches.model.storage_errors import write
from storage import gateways as rows
from storage.database import Database
from storage.gateways import ShardRow

LEASE = timedelta(seconds=30)
"""How long a process that isn't heard of counts as alive. Must be well below the minute within
which others have to take over.
"""
TAKEN = timedelta(minutes=1)
"""How long it is remembered that an interaction was taken: longer than Discord delivers it."""
IDENTIFIED = timedelta(seconds=5)
"""How long Discord wants a bucket to wait between two new sessions."""


@dataclass(frozen=True, slots=True)
class Share:
    """A process's part of `count` shards: it answers for those that it holds (`held`), and connects
    `inherited` ones to take them over. All others it has to let go.
    """

    count: int
    held: frozenset[int]
    inherited: frozenset[int]
    others: int = 0
    """How many other processes there are that don't leave."""
    open: frozenset[int] = frozenset()
    """Shards of nobody, or of other processes that take interactions before they answer them. Of
    these, it may take what it happens to hear of.
    """

    def with_held(self, shard: int) -> Share:
        """The same once it has taken over a shard."""
        return replace(self, held=self.held | {shard}, inherited=self.inherited - {shard})


async def share(
    db: Database, process: str, count: int, *, leaving: bool = False, cautious: bool = False
) -> Share:
    """Notes that the process is alive, and shares out the shards. Must be called several times
    within `LEASE`.

    `count` is how many shards there are to be. If other processes hold shards already, theirs is
    what counts. One that is `leaving` gets none, and keeps what it has until an heir has taken it
    over, or until it doesn't leave any more. One that is `cautious` takes over nothing of those. If
    the process itself is late, probably nobody could reach the database: then all others get
    another `LEASE` to come back, and nothing changes hands. Raises Unavailable.
    """
    now = db.now()

    def work(connection: Connection) -> Share:
        rows.lock(connection)
        if rows.is_late(connection, process, now):
            rows.spare(connection, now, now + LEASE)
        rows.bury(connection, now, now + 2 * LEASE)
        if not leaving:
            rows.stay(connection, process)
        rows.beat(connection, process, now + LEASE, leaving=leaving)
        rows.forget_interactions(connection, now - TAKEN)
        known = rows.shards(connection)
        if len(known) != count and not any(one.process for one in known):
            rows.number(connection, count)
            known = rows.shards(connection)
        staying = rows.staying(connection)
        if leaving or cautious:
            rows.renounce(connection, process)
        if not leaving:
            _share_out(connection, process, rows.shards(connection), staying, cautious=cautious)
        known = rows.shards(connection)
        held = frozenset(one.id for one in known if one.process == process)
        inherited = frozenset(one.id for one in known if one.heir == process)
        taking = rows.taking(connection) - {process}
        open_ = frozenset(one.id for one in known if one.process is None or one.process in taking)
        return Share(len(known), held, inherited, len(staying - {process}), open_)

    return await write(db, work)


def _share_out(
    connection: Connection,
    process: str,
    known: Sequence[ShardRow],
    staying: Collection[str],
    *,
    cautious: bool,
) -> None:
    """Gives the process free shards, first those that it was promised, and promises it those of
    others: of processes that aren't `staying`, unless it is `cautious`, or have more than their
    part. In the end no process has two more than another.
    """
    most, least = -(-len(known) // len(staying)), len(known) // len(staying)
    mine = sum(process in (one.process, one.heir) for one in known)
    inherited = [one.id for one in known if one.process is None and one.heir == process]
    free = [one.id for one in known if one.process is None and one.heir is None]
    given = free[: max(0, most - mine)]
    rows.give(connection, [*inherited, *given], process)
    mine += len(given)
    held: dict[str, list[int]] = {}
    for one in known:
        if one.process not in (None, process) and one.heir is None:
            held.setdefault(one.process, []).append(one.id)
    left = [] if cautious else [one for one in held if one not in staying]
    leaving = [id_ for holder in left for id_ in held[holder]]
    stayers = sorted((held[one] for one in held if one in staying), key=len, reverse=True)
    promised = [*leaving, *(id_ for ids in stayers for id_ in ids[most:])][: max(0, most - mine)]
    mine += len(promised)
    above = [id_ for ids in stayers for id_ in ids[least:most]]
    promised += above[: max(0, least - mine)]
    rows.promise(connection, promised, process)


async def take_over(db: Database, process: str, shard: int) -> bool:
    """Notes that the heir of a shard has connected it, and holds it from now on. Returns whether it
    still was the heir. Raises Unavailable.
    """

    def work(connection: Connection) -> bool:
        rows.lock(connection)
        mine = any(one.id == shard and one.heir == process for one in rows.shards(connection))
        if mine:
            rows.give(connection, [shard], process)
        return mine

    return await write(db, work)


async def take(db: Database, interaction: int) -> bool:
    """Takes an interaction. Returns whether nobody had taken it before. Raises Unavailable."""
    return await write(db, partial(rows.take_interaction, interaction=interaction, now=db.now()))


async def end(db: Database, process: str) -> None:
    """Frees what the process holds, because it ends. Raises Unavailable."""
    await write(db, partial(rows.remove, process=process))


async def may_identify(db: Database, bucket: int) -> bool:
    """Whether a process may begin a session in this bucket now; if so, nobody else may for
    `IDENTIFIED`. A shard's bucket is its number modulo Discord's `max_concurrency`. Raises
    Unavailable.
    """
    now = db.now()
    mine = partial(rows.identify, bucket=bucket, now=now, pause=IDENTIFIED)
    return await write(db, mine)
