"""No statement scans a table that grows: all use cases, on 10,000 matches generated in SQL."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy import Connection

from benchmarks import plans
from benchmarks.many_matches import fill
from storage.database import Database

pytestmark = pytest.mark.untraced

SIZE = 10_000


def _asked(query: str, connection: Connection) -> None:
    connection.exec_driver_sql(query)


async def test_no_use_case_looks_through_a_table(empty_url: str) -> None:
    """Each statement of each use case finds its rows by an index, on both databases. The tour calls
    every function that queries the database, but for those that read everything on purpose.
    """
    found = await plans.explained(empty_url, SIZE)
    assert found.scans == {}
    assert len(found.statements) > 160
    if empty_url.startswith("sqlite"):  # The functions called are the same on both.
        assert found.forgotten == []
        assert found.needless == []


async def test_a_look_through_a_table_is_seen(empty_url: str) -> None:
    """A query without a usable index is detected."""
    db = Database.connect(empty_url)
    await db.migrate()
    await db.write(lambda connection: fill(connection, SIZE))
    watched = plans.watch(db, forced=True)
    plans.unwatch()
    queries = {"SELECT count(*) FROM entry WHERE text = 'b1'"}
    if empty_url.startswith("sqlite"):  # It would make an index for this, out of all rows.
        queries.add(
            "SELECT count(*) FROM guild JOIN entry ON CAST(guild.id AS TEXT) = entry.text"
            " WHERE guild.id > 0"
        )
    for query in queries:
        await db.read(partial(_asked, query))
    await db.close()
    assert set(watched.scans) == queries
