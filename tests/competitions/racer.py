"""Runs upkeep of a competition, ladder or league in a process of its own, alongside others."""

from __future__ import annotations

import asyncio
import sys
from datetime import datetime
from typing import Any

import games
from competitions.ladders import queries as ladders
from competitions.ladders import upkeep as of_ladders
from competitions.leagues import queries as leagues
from competitions.leagues import upkeep as of_leagues
from competitions.tournaments import queries, upkeep
from storage.database import Database
from tests.matches import toy

_KINDS: dict[str, tuple[Any, Any]] = {
    "C": (queries.get, upkeep.advance),
    "L": (ladders.get, of_ladders.advance),
    "G": (leagues.get, of_leagues.advance),
}
"""By the first letter of an id: how one is loaded, and its upkeep."""


async def _main(url: str, id_: str, now: datetime) -> None:
    games._registry()["toy"] = toy.GAME
    db = Database.connect(url, now=lambda: now)
    get, advance = _KINDS[id_[0]]
    await get(db, id_)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    await asyncio.gather(*(advance(db, id_) for _ in range(3)))
    await db.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2], datetime.fromisoformat(sys.argv[3])))
