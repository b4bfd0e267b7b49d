"""No statement scans a table that grows: all use cases, on 10,000 matches generated in SQL."""

from __future__ import annotations

import pytest

from benchmarks import plans
from benchmarks.many_matches import fill
from storage.database import Database

pytestmark = pytest.mark.untraced

SIZE = 10_000


async def test_no_use_case_looks_through_a_table(empty_url: str) -> None:
    """Each statement of each use case finds its rows by an index, on both databases."""
    found = await plans.explained(empty_url, SIZE)
    assert found.scans == {}
    assert len(found.statements) > 160
    if empty_url.startswith("sqlite"):  # The functions called are the same on both.
        assert found.forgotten == []


async def test_a_look_through_a_table_is_seen(empty_url: str) -> None:
    """A query without a usable index is detected."""
    db = Database.connect(empty_url)
    await db.migrate()
    await db.write(lambda connection: fill(connection, SIZE))
    watched = plans.watch(db, forced=True)
    plans.unwatch()
    query = "SELECT count(*) FROM entry WHERE text = 'b1'"
    await db.read(lambda connection: connection.exec_driver_sql(query).scalar())
    await db.close()
    assert set(watched.scans) == {query}
