"""Sees to a competition as a process of its own, at the same time as others."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime

import games
from competitions.life.ids import CompetitionId
from competitions.life.queries import get
from competitions.life.rounds import advance
from storage.database import Database
from tests.matches import toy


async def _main(url: str, competition_id: CompetitionId) -> None:
    games._registry()["toy"] = toy.GAME
    db = Database.connect(url, now=lambda: datetime(2030, 1, 1, tzinfo=UTC))
    await get(db, competition_id)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    await asyncio.gather(*(advance(db, competition_id) for _ in range(3)))
    await db.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], CompetitionId(sys.argv[2])))
