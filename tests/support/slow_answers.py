"""Answers that come late for certain: another process is writing to the bot's database."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from playground.answers import Reply
from playground.client import Playground


@asynccontextmanager
async def written_by_another(file: Path) -> AsyncIterator[None]:
    """While another process is writing to this database of SQLite."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


async def acknowledged(pg: Playground, reply: Reply) -> int | None:
    """The type of the first answer, once there is one."""

    async def answered() -> bool:
        return (await reply.refresh()).response_type is not None

    await pg.wait_for(answered)
    return reply.response_type
