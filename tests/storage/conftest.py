"""An empty database of each kind, with the whole schema."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack

import pytest

from storage.database import Database
from tests.storage.history import History, in_files, on_server
from tests.support.postgres import Cluster


@pytest.fixture
async def db(url: str) -> AsyncIterator[Database]:
    """An empty database."""
    opened = Database.connect(url)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def sqlite_history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    """SQLite databases of every revision."""
    with ExitStack() as stack:
        yield History(in_files(tmp_path_factory.mktemp("history")), stack)


@pytest.fixture(scope="module")
def postgresql_history(cluster: Cluster) -> Iterator[History]:
    """PostgreSQL databases of every revision."""
    with ExitStack() as stack:
        yield History(on_server(cluster), stack)


@pytest.fixture
def filled_url(backend: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the test's own database, of the revision that it names, with a row in every
    table.
    """
    history: History = request.getfixturevalue(f"{backend}_history")
    with history.filled(request.param) as address:
        yield address
