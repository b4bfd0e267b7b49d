"""Sees to a ladder as a process of its own, at the same time as others."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

import games
from competitions.ladders.ids import LadderId
from competitions.ladders.queries import get
from competitions.ladders.upkeep import advance
from storage.database import Database
from tests.matches import toy


async def _main(url: str, ladder_id: LadderId) -> None:
    games._registry()["toy"] = toy.GAME
    db = Database.connect(url, now=lambda: datetime(2030, 1, 1, tzinfo=UTC))
    await get(db, ladder_id)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    await asyncio.gather(*(advance(db, ladder_id) for _ in range(3)))
    await db.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], LadderId(sys.argv[2])))
