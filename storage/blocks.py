"""Rows of who has blocked whom. Functions that write need a transaction.

A block outlasts the deletion of the blocked player's data. A seal then takes the place of the two
ids.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select

from storage import seals
from storage.ids import PlayerId
from storage.schema import block, sealed_block

Change: TypeAlias = Callable[[Connection, PlayerId, PlayerId], None]

_AT_ONCE = 1000
"""Whose blocks are asked for at once: a statement has room for some thousands of values."""

_BLOCKED = (
    select(block.c.blocked_id)
    .where(block.c.player_id == bindparam("player"))
    .order_by(block.c.blocked_id)
)
_DELETE = delete(block).where(
    block.c.player_id == bindparam("player"), block.c.blocked_id == bindparam("other")
)


def blocked(connection: Connection, player: PlayerId) -> list[PlayerId]:
    """The players that this player has blocked."""
    return [PlayerId(other) for other in connection.execute(_BLOCKED, {"player": player}).scalars()]


def count_sealed(connection: Connection, player: PlayerId) -> int:
    """How many of the people whom the player has blocked have had their data deleted since."""
    query = select(func.count()).where(sealed_block.c.player_id == player)
    return int(connection.execute(query).scalar_one())


@dataclass(frozen=True, slots=True)
class Sealed:
    """Blocks of people who had their data deleted: their owners and seals."""

    key: bytes
    blocks: frozenset[tuple[PlayerId, str]]

    @property
    def owners(self) -> set[PlayerId]:
        """Who has blocked people who had their data deleted since."""
        return {owner for owner, _ in self.blocks}

    def holds(self, owner: PlayerId, other: PlayerId) -> bool:
        """Whether this owner has blocked the other, who has come back. It takes milliseconds."""
        return (owner, _seal(self.key, owner, other)) in self.blocks

    def between(self, player: PlayerId, others: Collection[PlayerId]) -> set[PlayerId]:
        """Those of the others whom the player has blocked, or who have blocked the player."""
        owners = self.owners
        return {
            one
            for one in others
            if (player in owners and self.holds(player, one))
            or (one in owners and self.holds(one, player))
        }


def sealed(connection: Connection, players: Collection[PlayerId]) -> Sealed | None:
    """What these players have blocked of people who had their data deleted since, if anything."""
    found, asked = set[tuple[PlayerId, str]](), sorted({*players})
    for first in range(0, len(asked), _AT_ONCE):
        some = sealed_block.c.player_id.in_(asked[first : first + _AT_ONCE])
        rows = connection.execute(select(sealed_block.c.player_id, sealed_block.c.seal).where(some))
        found.update((PlayerId(owner), seal) for owner, seal in rows)
    key = seals.known_key(connection) if found else None
    return None if key is None else Sealed(key, frozenset(found))


def apart(connection: Connection, player: PlayerId, others: Collection[PlayerId]) -> bool:
    """Whether the player has blocked one of the others, or has been blocked by one of them."""
    if not others:
        return False
    mine = and_(block.c.player_id == player, block.c.blocked_id.in_(others))
    theirs = and_(block.c.blocked_id == player, block.c.player_id.in_(others))
    found = connection.execute(select(block.c.player_id).where(or_(mine, theirs)).limit(1))
    return found.first() is not None or _came_back(connection, player, others)


def _came_back(connection: Connection, player: PlayerId, others: Collection[PlayerId]) -> bool:
    """The same for blocks of people who had their data deleted and have come back."""
    found = sealed(connection, [player, *others])
    return found is not None and bool(found.between(player, others))


def pairs_apart(
    connection: Connection, players: Collection[PlayerId]
) -> set[tuple[PlayerId, PlayerId]]:
    """Which of these players have blocked which others. Blocks of people who came back are left
    out: see `sealed`.
    """
    among, found = {*players}, set[tuple[PlayerId, PlayerId]]()
    asked = sorted(among)
    for first in range(0, len(asked), _AT_ONCE):
        some = block.c.player_id.in_(asked[first : first + _AT_ONCE])
        rows = connection.execute(select(block).where(some))
        found.update((one, other) for one, other in rows if other in among)
    return found


def _seal(key: bytes, player: PlayerId, other: PlayerId) -> str:
    """The seal that stands for a block."""
    return seals.seal(key, "block", player, other)


def add(connection: Connection, player: PlayerId, other: PlayerId) -> None:
    """Blocks the other player. Raises LostRace, at commit at the latest, if that block exists
    already.
    """
    _unseal(connection, player, other)
    connection.execute(insert(block), {"player_id": player, "blocked_id": other})


def remove(connection: Connection, player: PlayerId, other: PlayerId) -> None:
    """Removes that block."""
    _unseal(connection, player, other)
    connection.execute(_DELETE, {"player": player, "other": other})


def _unseal(connection: Connection, player: PlayerId, other: PlayerId) -> None:
    if count_sealed(connection, player):
        seal = _seal(seals.key(connection), player, other)
        connection.execute(
            delete(sealed_block).where(
                sealed_block.c.player_id == player, sealed_block.c.seal == seal
            )
        )


def remove_sealed(connection: Connection, player: PlayerId) -> None:
    """Removes the player's blocks of people who have had their data deleted since."""
    connection.execute(delete(sealed_block).where(sealed_block.c.player_id == player))


def seal_all(connection: Connection, other: PlayerId) -> None:
    """Replaces the other player's id by a seal in all blocks that keep them away."""
    theirs = select(block.c.player_id).where(block.c.blocked_id == other)
    if owners := [PlayerId(one) for one in connection.execute(theirs).scalars()]:
        key = seals.key(connection)
        connection.execute(
            insert(sealed_block),
            [{"player_id": one, "seal": _seal(key, one, other)} for one in owners],
        )
        connection.execute(delete(block).where(block.c.blocked_id == other))
