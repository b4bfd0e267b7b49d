"""Rows of who has blocked whom. Those that write need a transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select

from storage.schema import block

Change: TypeAlias = Callable[[Connection, int, int], None]

_BLOCKED = (
    select(block.c.blocked_id)
    .where(block.c.player_id == bindparam("player"))
    .order_by(block.c.blocked_id)
)
_DELETE = delete(block).where(
    block.c.player_id == bindparam("player"), block.c.blocked_id == bindparam("other")
)


def blocked(connection: Connection, player: int) -> list[int]:
    """Whom the player has blocked."""
    return [int(other) for other in connection.execute(_BLOCKED, {"player": player}).scalars()]


def apart(connection: Connection, player: int, others: Collection[int]) -> bool:
    """Whether the player has blocked one of the others, or one of them the player."""
    if not others:
        return False
    mine = and_(block.c.player_id == player, block.c.blocked_id.in_(others))
    theirs = and_(block.c.blocked_id == player, block.c.player_id.in_(others))
    found = connection.execute(select(block.c.player_id).where(or_(mine, theirs)).limit(1))
    return found.first() is not None


def add(connection: Connection, player: int, other: int) -> None:
    """Blocks the other. Raises LostRace by commit if that stands already."""
    connection.execute(insert(block), {"player_id": player, "blocked_id": other})


def remove(connection: Connection, player: int, other: int) -> None:
    """Takes that back."""
    connection.execute(_DELETE, {"player": player, "other": other})
