"""What a second thinker adds, and what it costs to hand a search over by the database.

Thinkers run as an operator starts them, each with one worker, on a PostgreSQL server of their own.
The same matches wait for the same turn of a computer player each time. Every search has a fixed
number of positions, so only its time differs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter

import games
import matches
from benchmarks.table import Aim, Row, row, show
from benchmarks.turns import folder
from bot.processes.pool import Workers
from bot.thinkers.computer_players import LONGEST
from matches import Match, Place
from matches.model.computer_players import level_of
from matches.model.ids import ChannelId, GuildId, PlayerId
from opponents import decisions
from opponents.decisions import Question
from storage.database import Database
from tests.support import postgres
from tests.support.postgres import Cluster
from tests.support.stack import Bot

GAME, LEVEL = "attangle", 6
MATCHES = 24
MEGABYTES = 512
HERE = Place(GuildId(1), ChannelId(2))

SECOND = Aim(
    "searches a second of two thinkers, each with one worker", "of one of them", "/s", "≥ 1.8"
)
HANDED = Aim(
    "a search by a thinker, from the call in the database to the stored turn",
    "the same search by a worker of ours",
    "ms",
)
AIMS = (SECOND, HANDED)


def rows() -> Iterator[Row]:
    """Searches by one thinker, by two, and by a worker that is asked directly."""
    with folder() as place, postgres.running() as server:
        one, two = (_with_thinkers(Path(place), server, number) for number in (1, 2))
        with server.database() as address:
            directly = asyncio.run(_directly(address))
    yield row(SECOND, "", 1 / two, 1 / one)
    yield row(HANDED, "", one * 1000, directly * 1000)


def _with_thinkers(place: Path, server: Cluster, number: int) -> float:
    """The seconds of a search, all together, by so many thinkers."""
    with server.database() as address, ExitStack() as stack:
        waiting = asyncio.run(_waiting(address))
        settings = {"DATABASE_URL": address, "ROLE": "thinker", "COMPUTER_WORKERS": "1"}
        settings |= {"COMPUTER_PAUSE": "0", "DISCORD_TOKEN": "", "METRICS_PORT": "0"}
        for each in range(number):
            own = place / f"{number}-{each}"
            own.mkdir()
            stack.callback(Bot(own, "", **settings).close)
        return asyncio.run(_answered(address, waiting))


async def _waiting(address: str) -> list[Match]:
    """Matches in which a computer player is called for its first turn."""
    db, game = Database.connect(address), games.get(GAME)
    found = list[Match]()
    for number in range(MATCHES):
        host = PlayerId(1_000 + number)
        table = await matches.open_table(db, game=GAME, host=host, place=HERE, seating="chosen")
        match = await matches.fill(db, table.id, host, LEVEL)
        legal = game.legal_moves(match.position)
        turn = str(legal[number % len(legal)])
        found.append((await matches.play(db, match.id, host, turn)).match)
    await db.close()
    return found


async def _answered(address: str, waiting: Sequence[Match]) -> float:
    """The seconds of a search once all turns are stored. The first one is left out: workers start
    with it.
    """
    db = Database.connect(address)
    at = list[datetime]()
    for match in waiting:
        for _ in count():
            now = await matches.get(db, match.id)
            if now.turn_count > match.turn_count:
                break
            await asyncio.sleep(0.2)
        at.append(now.turns[-1].at)
    await db.close()
    return (max(at) - min(at)).total_seconds() / (len(at) - 1)


async def _directly(address: str) -> float:
    """The seconds of the same searches by a worker of this process, the first one left out."""
    db, seconds = Database.connect(address), list[float]()
    workers = Workers(1, memory=MEGABYTES)
    for match in await _waiting(address):
        player = match.player_to_move
        assert player is not None
        seed = await matches.seed_of(db, match.id, match.base)
        setup, level = match.setup, level_of(player)
        question = Question(
            GAME, setup.seats, dict(setup.options), str(match.position), level, seed, 1.0
        )
        begun = perf_counter()
        await workers.run(partial(decisions.turn, question), seconds=LONGEST)
        seconds.append(perf_counter() - begun)
    await workers.close()
    await db.close()
    return sum(seconds[1:]) / (len(seconds) - 1)


if __name__ == "__main__":
    show(rows())
