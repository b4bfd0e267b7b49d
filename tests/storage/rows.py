"""A row for every table of any schema revision."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    DateTime,
    MetaData,
    String,
    insert,
    null,
)

from storage.transactions import transaction


def fill(connection: Connection) -> None:
    """Inserts a row into every existing table."""
    old = MetaData()
    old.reflect(connection)
    with transaction(connection):
        for table in old.sorted_tables:
            if table.name != "alembic_version":
                row = {column.name: value_of(column) for column in table.columns}
                connection.execute(insert(table), row)


_WORDS = {
    ("match", "seating"): "chosen",
    ("match", "status"): "running",
    ("match", "at_end"): "automatic",
    ("match", "clock"): "3d",
    ("entry", "kind"): "open",
    ("notice", "kind"): "board",
    ("puzzle_try", "state"): "open",
    ("competition", "status"): "open",
    ("competition", "at_end"): "automatic",
    ("competition", "unfinished"): "time",
    ("competition_entry", "kind"): "open",
    ("ladder", "status"): "running",
    ("ladder", "at_end"): "automatic",
    ("ladder_entry", "kind"): "open",
    ("league", "status"): "open",
    ("league", "at_end"): "automatic",
    ("league", "unfinished"): "time",
    ("league_entry", "kind"): "open",
    ("wish", "status"): "open",
}
_VALUES = {
    ("match", "seats"): 2,
    ("match", "ending"): null(),
    ("match", "rematch_of"): None,
    ("rating", "draws"): 0,
    ("rating_change", "holder"): 0,
    ("competition", "told"): 0,
    ("entrant_member", "until"): None,
    ("entrants_apart", "other"): 2,
    ("ladder", "told"): 0,
    ("ladder_member", "until"): None,
    ("ladder_challenge", "ended"): None,
    ("league", "told"): 0,
    ("wish", "match_id"): None,
    ("sought", "seats"): 2,
    ("study", "seats"): 2,
    ("vacation", "ends_at"): datetime(2030, 1, 2, tzinfo=UTC),
}


def value_of(column: Column[Any]) -> object:
    """A value that the program could have written there."""
    name = (column.table.name, column.name)
    if name in _VALUES:
        return _VALUES[name]
    if name in _WORDS:
        return _WORDS[name]
    if isinstance(column.type, DateTime):
        return datetime(2030, 1, 1, tzinfo=UTC)
    if isinstance(column.type, JSON):
        return {}
    if isinstance(column.type, Boolean):
        return True
    return "1" if isinstance(column.type, String) else 1
