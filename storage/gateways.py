"""Rows of processes that share the bot's shards. Functions that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from storage.schema import gateway, shard
from storage.upserts import upsert

_LOCK = 0x6761746577617973
"""The advisory lock under which PostgreSQL shares out shards."""

_HOLD = update(shard).where(shard.c.id.in_(bindparam("ids", expanding=True)))


@dataclass(frozen=True, slots=True)
class ShardRow:
    """A shard, the process that holds it, and the one that is taking it over."""

    id: int
    process: str | None
    heir: str | None


@dataclass(frozen=True, slots=True)
class GatewayRow:
    """A process that is alive."""

    process: str
    leaving: bool


def lock(connection: Connection) -> None:
    """Has other processes wait with what follows until the transaction is over."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK:d})")


def beat(connection: Connection, process: str, until: datetime, *, leaving: bool) -> None:
    """Notes that a process is alive, and until when that is believed."""
    row = {"process": process, "until": until, "leaving": leaving}
    connection.execute(upsert(connection, gateway), row)


def bury(connection: Connection, now: datetime) -> None:
    """Removes the processes that are dead by now, and frees their shards."""
    connection.execute(delete(gateway).where(gateway.c.until <= now))
    living = select(gateway.c.process)
    for role in (shard.c.process, shard.c.heir):
        connection.execute(update(shard).where(role.not_in(living)).values({role: None}))


def remove(connection: Connection, process: str) -> None:
    """Removes a process that ends, and frees its shards."""
    connection.execute(delete(gateway).where(gateway.c.process == process))
    for role in (shard.c.process, shard.c.heir):
        connection.execute(update(shard).where(role == process).values({role: None}))


def gateways(connection: Connection) -> list[GatewayRow]:
    """The processes, in the order of their names."""
    rows = select(gateway.c.process, gateway.c.leaving).order_by(gateway.c.process)
    return [GatewayRow(*row) for row in connection.execute(rows)]


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


def promise(connection: Connection, ids: Collection[int], heir: str) -> None:
    """The process may connect these, to take them over."""
    connection.execute(_HOLD.values(heir=heir), {"ids": list(ids)})


def identify(connection: Connection, bucket: int, now: datetime, since: datetime) -> bool:
    """Whether a session may be begun in this bucket, in which none was begun `since`: notes it."""
    lately = or_(shard.c.identified_at.is_(None), shard.c.identified_at <= since)
    mine = update(shard).where(shard.c.id == bucket, lately).values(identified_at=now)
    return connection.execute(mine).rowcount == 1
