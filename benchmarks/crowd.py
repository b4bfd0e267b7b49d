"""Many running matches in a SQLite database, each like one that was really played."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from matches.model.ids import MatchNumber, public_id

_LATER = "strftime('%Y-%m-%d %H:%M:%f000', due_at, n || ' seconds')"
_CHANGED: Mapping[str, Mapping[str, str]] = {
    "match": {"id": "n", "host": "host + 2 * n", "due_at": _LATER},
    "seat": {"match_id": "n", "player_id": "player_id + 2 * n"},
    "entry": {"match_id": "n", "interaction": "interaction - 1000000 * n"},
    "notice": {"match_id": "n", "key": "replace(key, public(:first), public(n))", "due_at": _LATER},
}
"""For each table what differs from match to match."""


def multiply(path: Path, first: int, number: int) -> list[str]:
    """Copies a match until there are so many of it: of other players, due at other times.

    Returns their ids.
    """
    with sqlite3.connect(path, isolation_level=None) as connection:
        connection.create_function("public", 1, public_id, deterministic=True)
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -200000")
        connection.execute("BEGIN")
        span = {"first": first, "last": first + number - 1}
        for table, changed in _CHANGED.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info('{table}')")]
            values = ", ".join(changed.get(name, f'"{name}"') for name in columns)
            owner = "id" if table == "match" else "match_id"
            connection.execute(
                f"WITH RECURSIVE numbers(n) AS (SELECT :first + 1 UNION ALL "
                f"SELECT n + 1 FROM numbers WHERE n < :last) "
                f'INSERT INTO "{table}" SELECT {values} '
                f'FROM numbers CROSS JOIN "{table}" WHERE {owner} = :first',
                span,
            )
        connection.execute("COMMIT")
        connection.execute("ANALYZE")
        # All of it on the disk, so that no turn has to wait for what was written here.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return [public_id(MatchNumber(one)) for one in range(first, first + number)]
