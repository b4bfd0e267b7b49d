"""Rows of processes that share the bot's shards, and of the interactions that they have taken.
Functions that write need a transaction.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from storage.schema import gateway, shard, taken_interaction
from storage.upserts import INSERTS, upsert

LOCK = 0x6761746577617973
"""The advisory lock under which PostgreSQL shares out shards."""

_HOLD = update(shard).where(shard.c.id.in_(bindparam("ids", expanding=True)))


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard, the process that holds it, and the one that is taking it over."""

    id: int
    process: str | None
    heir: str | None


def lock(connection: Connection) -> None:
    """Has other processes wait with what follows until the transaction is over."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK:d})")


def beat(connection: Connection, process: str, until: datetime, *, leaving: bool) -> None:
    """Notes that a process is alive, and until when that is believed. It takes interactions before
    it answers them.
    """
    row = {"process": process, "until": until, "leaving": leaving, "takes": True}
    connection.execute(upsert(connection, gateway), row)


def is_late(connection: Connection, process: str, now: datetime) -> bool:
    """Whether the process is known, and would count as dead by now."""
    late = select(gateway.c.process).where(gateway.c.process == process, gateway.c.until <= now)
    return connection.execute(late).first() is not None


def spare(connection: Connection, now: datetime, until: datetime) -> None:
    """Believes until then that the processes are alive that would count as dead by now."""
    connection.execute(update(gateway).where(gateway.c.until <= now).values(until=until))


def bury(connection: Connection, now: datetime, latest: datetime) -> None:
    """Removes the processes that are dead by now, and frees their shards. Whoever is believed to be
    alive beyond the `latest` time has set its clock back since, or is dead.
    """
    dead = or_(gateway.c.until <= now, gateway.c.until > latest)
    connection.execute(delete(gateway).where(dead))
    living = select(gateway.c.process)
    for role in (shard.c.process, shard.c.heir):
        connection.execute(update(shard).where(role.not_in(living)).values({role: None}))


def remove(connection: Connection, process: str) -> None:
    """Removes a process that ends, and frees its shards."""
    connection.execute(delete(gateway).where(gateway.c.process == process))
    for role in (shard.c.process, shard.c.heir):
        connection.execute(update(shard).where(role == process).values({role: None}))


def staying(connection: Connection) -> frozenset[str]:
    """The processes that don't leave."""
    rows = select(gateway.c.process).where(~gateway.c.leaving)
    return frozenset(connection.execute(rows).scalars())


def taking(connection: Connection) -> frozenset[str]:
    """The processes that take interactions before they answer them."""
    rows = select(gateway.c.process).where(gateway.c.takes)
    return frozenset(connection.execute(rows).scalars())


def shards(connection: Connection) -> list[ShardRow]:
    """All shards, in order."""
    rows = select(shard.c.id, shard.c.process, shard.c.heir).order_by(shard.c.id)
    return [ShardRow(*row) for row in connection.execute(rows)]


def number(connection: Connection, count: int) -> None:
    """From now on there are so many shards, and nobody holds any."""
    connection.execute(delete(shard))
    connection.execute(insert(shard), [{"id": id_} for id_ in range(count)])


def give(connection: Connection, ids: Collection[int], process: str) -> None:
    """The process holds these from now on, and nobody is taking them over."""
    connection.execute(_HOLD.values(process=process, heir=None), {"ids": list(ids)})


def renounce(connection: Connection, process: str) -> None:
    """The process takes over none of those that it was promised."""
    connection.execute(update(shard).where(shard.c.heir == process).values(heir=None))


def stay(connection: Connection, process: str) -> None:
    """If the process was leaving, nobody takes over what it still holds."""
    was = select(gateway.c.process).where(gateway.c.process == process, gateway.c.leaving)
    held = update(shard).where(shard.c.process == process, was.exists())
    connection.execute(held.values(heir=None))


def promise(connection: Connection, ids: Collection[int], heir: str) -> None:
    """The process may connect these, to take them over."""
    connection.execute(_HOLD.values(heir=heir), {"ids": list(ids)})


def identify(connection: Connection, bucket: int, now: datetime, pause: timedelta) -> bool:
    """Whether a session may be begun in this bucket, since the last one before the `pause`: notes
    it. What lies further ahead than that was noted by a clock that was wrong.
    """
    last = shard.c.identified_at
    free = or_(last.is_(None), last <= now - pause, last > now + pause)
    mine = update(shard).where(shard.c.id == bucket, free).values(identified_at=now)
    return connection.execute(mine).rowcount == 1


def take_interaction(connection: Connection, interaction: int, now: datetime) -> bool:
    """Notes that somebody answers an interaction. Returns whether nobody had noted that before."""
    if connection.dialect.name == "postgresql":
        # Nothing is lost if the server forgets it, so no answer has to wait for a standby.
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")
    new = INSERTS[connection.dialect.name](taken_interaction).on_conflict_do_nothing()
    return connection.execute(new, {"id": interaction, "at": now}).rowcount == 1


def forget_interactions(connection: Connection, before: datetime) -> None:
    """Removes those that were taken before that time."""
    connection.execute(delete(taken_interaction).where(taken_interaction.c.at < before))
