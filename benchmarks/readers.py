"""Readers of pages on the web, who come through a proxy, and how long they wait.

Requests begin at fixed times, whether or not earlier ones have been answered, so that time in a
queue counts as waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from statistics import quantiles
from time import perf_counter

from aiohttp import ClientSession, ClientTimeout, TCPConnector

import games
import matches
from benchmarks.town import PATIENCE
from matches import Match, Place
from matches.model.ids import ChannelId, GuildId, PlayerId
from playground.world import Channel, User
from storage.database import Database
from tests.support.ports import free_port

RATE = 100
"""Requests a second."""
PLAYED = 40
"""Turns of each match that is read."""


def settings() -> dict[str, str]:
    """What makes a bot serve pages behind a proxy."""
    port = str(free_port())
    return {"WEB_URL": f"http://127.0.0.1:{port}", "WEB_PORT": port, "WEB_PROXY": "true"}


class Readers:
    """People who ask a server for pages, each time from another address."""

    def __init__(self, session: ClientSession, url: str) -> None:
        self.session, self.url = session, url
        self._numbers = count()

    def headers(self) -> dict[str, str]:
        """What the proxy says of the next reader."""
        number = next(self._numbers)
        return {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}

    async def page(self, place: str) -> bytes:
        """A page below the server's address."""
        async with self.session.get(self.url + place, headers=self.headers()) as answer:
            answer.raise_for_status()
            return await answer.read()


@asynccontextmanager
async def reading(url: str) -> AsyncIterator[Readers]:
    """Readers of this server."""
    connections, patience = TCPConnector(limit=0), ClientTimeout(PATIENCE)
    async with ClientSession(connector=connections, timeout=patience) as session:
        yield Readers(session, url)


async def steadily(ask: Callable[[], Awaitable[object]], seconds: float) -> list[float]:
    """Asks at the usual rate for so long. Returns the milliseconds from the time at which each
    request should begin to its answer.
    """
    waited, asked = list[float](), list[asyncio.Task[None]]()

    async def one(at: float) -> None:
        await ask()
        waited.append(1000 * (perf_counter() - at))

    begun = perf_counter()
    for number in range(int(seconds * RATE)):
        at = begun + number / RATE
        await asyncio.sleep(max(0.0, at - perf_counter()))
        asked.append(asyncio.create_task(one(at)))
    await asyncio.gather(*asked)
    return waited


def p95(waited: list[float]) -> float:
    """The 95th percentile of the waiting times."""
    return quantiles(waited, n=20)[-1]


async def played(db: Database, people: list[User], channel: Channel, key: str) -> Match:
    """A match of the first of these people in which random turns were played, as many as are usual
    or until it was over.
    """
    game, guild = games.get(key), channel.guild
    assert guild is not None
    host, *others = (PlayerId(one.id) for one in people[: min(game.info.seats)])
    match = await matches.open_table(
        db, game=key, host=host, invited=others, rated=False, seating="chosen", rng=Random(1),
        place=Place(GuildId(guild.id), ChannelId(channel.id)),
    )  # fmt: skip
    for one in others:
        match = await matches.accept(db, match.id, one)
    rng, line, tokens = Random(1), match.line, list[str]()
    while (found := game.legal_moves(line.position)) and match.turn_count < PLAYED:
        tokens.append(str(rng.choice(found)))
        line = line.read(tokens[-1])[1]
        if not line.position.mid_turn:
            assert match.player_to_move is not None
            text = " ".join(tokens)
            match = (await matches.play(db, match.id, match.player_to_move, text)).match
            tokens.clear()
    return match
