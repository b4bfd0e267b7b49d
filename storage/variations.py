"""Rows of published studies. Each function runs on a connection; those that write need a
transaction.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from storage.ids import MatchNumber, PlayerId
from storage.schema import variation
from storage.upserts import upsert


@dataclass(frozen=True, slots=True)
class VariationRow:
    """A study of a match that somebody has published; see the table."""

    match_id: MatchNumber
    player_id: PlayerId
    after: int
    tree: str
    at: datetime


_OF_MATCH = (
    select(variation)
    .where(variation.c.match_id == bindparam("match_number"))
    .order_by(variation.c.after, variation.c.at, variation.c.player_id)
)
_REMOVE = delete(variation).where(
    variation.c.match_id == bindparam("match_number"),
    variation.c.player_id == bindparam("player"),
)


def of_match(connection: Connection, number: MatchNumber) -> list[VariationRow]:
    """All published studies of a match, in the order of where they begin."""
    found = connection.execute(_OF_MATCH, {"match_number": number})
    return [VariationRow(*row) for row in found]


def put(connection: Connection, row: VariationRow) -> None:
    """Stores what somebody publishes of a match, replacing what they had published of it."""
    connection.execute(upsert(connection, variation), asdict(row))


def remove(connection: Connection, number: MatchNumber, player: PlayerId) -> bool:
    """Deletes what somebody has published of a match. Returns whether there was anything."""
    given = {"match_number": number, "player": player}
    return connection.execute(_REMOVE, given).rowcount > 0
