"""Looks for tables as a process of its own, at the same time as others."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

import games
from matches.wishes import tables
from storage.database import Database
from tests.matches import toy


async def _main(url: str) -> None:
    games._registry()["toy"] = toy.GAME
    db = Database.connect(url, now=lambda: datetime(2030, 1, 1, tzinfo=UTC))
    await tables.due(db, limit=0)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    for _ in range(10):
        for number in await tables.due(db, limit=3):
            await tables.look(db, number)
    await db.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1]))
