"""Databases of every revision of the schema, with a row in every table."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path

from sqlalchemy import Connection

from storage import migrations
from storage.database import Database
from tests.storage.rows import fill
from tests.support.postgres import EMPTY, Cluster

Make = Callable[[str | None], AbstractContextManager[str]]
"""Makes a database like the one at an address, or an empty one; its own address."""


class History:
    """A database of each revision: made once, each from the one before, and copied for the tests.
    They last for as long as the stack is open.
    """

    def __init__(self, make: Make, stack: ExitStack) -> None:
        self._make = make
        self._filled: dict[str, str] = {}
        bare = None
        with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
            for revision in migrations.revisions():
                bare = stack.enter_context(make(bare))
                runner.run(_write(bare, partial(migrations.upgrade, revision=revision)))
                self._filled[revision] = filled = stack.enter_context(make(bare))
                runner.run(_write(filled, fill))

    def filled(self, revision: str) -> AbstractContextManager[str]:
        """The address of a new database of this revision with a row in every table."""
        return self._make(self._filled[revision])


async def _write(url: str, work: Callable[[Connection], object]) -> None:
    database = Database.connect(url)
    await database.write(work)
    await database.close()


def in_files(folder: Path) -> Make:
    """SQLite databases in a folder."""
    numbers = count(1)

    @contextmanager
    def make(like: str | None) -> Iterator[str]:
        path = folder / f"{next(numbers)}.db"
        if like is not None:
            shutil.copy(like.removeprefix("sqlite:///"), path)
        yield f"sqlite:///{path}"
        path.unlink(missing_ok=True)

    return make


def on_server(cluster: Cluster) -> Make:
    """Databases of a PostgreSQL server."""

    def make(like: str | None) -> AbstractContextManager[str]:
        return cluster.database(EMPTY if like is None else like.rpartition("/")[2])

    return make
