"""Sees to a league as a process of its own, at the same time as others."""

from __future__ import annotations

import asyncio
import sys
from datetime import datetime

import games
from competitions.leagues.ids import LeagueId
from competitions.leagues.queries import get
from competitions.leagues.upkeep import advance
from storage.database import Database
from tests.matches import toy


async def _main(url: str, league_id: LeagueId, now: datetime) -> None:
    games._registry()["toy"] = toy.GAME
    db = Database.connect(url, now=lambda: now)
    await get(db, league_id)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    await asyncio.gather(*(advance(db, league_id) for _ in range(3)))
    await db.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], LeagueId(sys.argv[2]), datetime.fromisoformat(sys.argv[3])))
