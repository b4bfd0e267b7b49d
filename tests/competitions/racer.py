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
from competitions.log.ids import KindName, kind_of
from competitions.tournaments import queries, upkeep
from storage.database import Database
from tests.matches import toy

_KINDS: dict[KindName, tuple[Any, Any]] = {
    "tournament": (queries.get, upkeep.advance),
    "ladder": (ladders.get, of_ladders.advance),
    "league": (leagues.get, of_leagues.advance),
}
"""How one is loaded, and its upkeep."""


async def _main(url: str, id_: str, now: datetime) -> None:
    games._registry()["toy"] = toy.GAME
    db = Database.connect(url, now=lambda: now)
    get, advance = _KINDS[kind_of(id_)]
    await get(db, id_)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    await asyncio.gather(*(advance(db, id_) for _ in range(3)))
    await db.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2], datetime.fromisoformat(sys.argv[3])))
