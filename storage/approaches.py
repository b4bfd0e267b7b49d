"""Rows about recent messages that the bot sent to others at a player's request.

Functions that write need a transaction. Players are stored only as seals, see `seals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from storage import seals
from storage.ids import GuildId, PlayerId
from storage.schema import approach


def sealed(connection: Connection, player: PlayerId) -> str:
    """The seal that stands for a player. Must be called inside a transaction."""
    return seals.seal(seals.key(connection), approach.name, player)


def note(
    connection: Connection,
    kind: str,
    who: str,
    *,
    whom: Sequence[str] = (),
    guild: GuildId | None = None,
    now: datetime,
) -> None:
    """Notes that the bot writes to these people, or to nobody in particular, at somebody's
    request.
    """
    row = {"kind": kind, "who": who, "guild": guild, "at": now}
    rows = [row | {"whom": one} for one in whom] or [row | {"whom": None}]
    connection.execute(insert(approach), rows)


def nth_last(
    connection: Connection, number: int, since: datetime, **where: object
) -> datetime | None:
    """The time of the `number`-th most recent approach with these values, counting only those after
    that time.
    """
    query = select(approach.c.at).where(approach.c.at > since)
    for column, value in where.items():
        query = query.where(approach.c[column] == value)
    found: datetime | None = connection.execute(
        query.order_by(approach.c.at.desc()).offset(number - 1).limit(1)
    ).scalar()
    return found


def welcome(connection: Connection, kind: str, who: str, whom: str) -> None:
    """Deletes one person's approaches to another who has welcomed one of them."""
    connection.execute(
        delete(approach).where(
            approach.c.kind == kind, approach.c.who == who, approach.c.whom == whom
        )
    )


def any_before(connection: Connection, time: datetime) -> bool:
    """Whether there are any from that time or earlier."""
    query = select(approach.c.id).where(approach.c.at <= time).limit(1)
    return connection.execute(query).first() is not None


def remove_before(connection: Connection, time: datetime) -> None:
    """Removes those from that time and earlier."""
    connection.execute(delete(approach).where(approach.c.at <= time))
