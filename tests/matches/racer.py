"""Tries to play a turn many times at once, within a test or as a separate process."""

from __future__ import annotations

import asyncio
import sys

import games
import matches
from matches import TableError
from matches.model.ids import MatchId, PlayerId
from storage.database import Database
from tests.matches import toy

ANN = PlayerId(101)
ATTEMPTS = 15


async def attempt(
    db: Database, match_id: MatchId, player: PlayerId, seq: int | None, text: str = "step"
) -> str:
    """Plays a turn. Returns "played", or the name of the refusal."""
    try:
        await matches.play(db, match_id, player, text, seq=seq)
    except TableError as error:
        return type(error).__name__
    return "played"


async def _main(url: str, match_id: MatchId, seq: int) -> None:
    games._registry()["toy"] = toy.GAME
    db = Database.connect(url)
    await matches.get(db, match_id)
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    for result in await asyncio.gather(*(attempt(db, match_id, ANN, seq) for _ in range(ATTEMPTS))):
        print(result)  # noqa: T201
    await db.close()


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], MatchId(sys.argv[2]), int(sys.argv[3])))
