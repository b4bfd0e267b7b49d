"""What the first of two seats is taken to be worth, by game. Functions that write need a
transaction.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, select

from storage.schema import seat_advantage
from storage.upserts import INSERTS, upsert

START = 0.0
"""Before any match is rated."""

_ONE = select(seat_advantage.c.value).where(seat_advantage.c.game == bindparam("of"))


def hold(connection: Connection, game: str) -> float:
    """The advantage in a game, locked so that this transaction can change it: matches of a game are
    rated one after the other, in the order of the ledger.
    """
    found = _held(connection, game)
    if found is None:  # Waits for any other transaction that is inserting it right now.
        insert = INSERTS[connection.dialect.name](seat_advantage).on_conflict_do_nothing()
        connection.execute(insert, {"game": game, "value": START})
        found = _held(connection, game)
    assert found is not None
    return found


def _held(connection: Connection, game: str) -> float | None:
    value: float | None = connection.execute(_ONE.with_for_update(), {"of": game}).scalar()
    return value


def put(connection: Connection, advantages: Mapping[str, float]) -> None:
    """Stores advantages, replacing earlier ones."""
    rows = [{"game": game, "value": value} for game, value in sorted(advantages.items())]
    if rows:
        connection.execute(upsert(connection, seat_advantage), rows)


def known(connection: Connection) -> dict[str, float]:
    """All advantages, by game."""
    found = connection.execute(select(seat_advantage.c.game, seat_advantage.c.value))
    return {row.game: row.value for row in found}
