"""Pages on the web: how long readers wait for them, and how heavy they are.

The bot serves them from its own process, as small installations do. Its floor is a bare aiohttp
program that sends the bytes of the heaviest page; both take turns.
"""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median

import games
from benchmarks.readers import RATE, Readers, p95, played, reading, settings, steadily
from benchmarks.table import Aim, Row, row, show
from benchmarks.town import Town, living
from benchmarks.turns import folder
from matches import Match
from storage.database import Database

SECONDS = 8.0
ROUNDS = 5
HEAVY = 100_000
"""The bytes that a page may have with everything that it loads."""

PAGE = Aim(
    f"p95 of a page at {RATE} requests a second",
    "a bare aiohttp program that sends the same bytes as often", "ms", "≤ 5",
    note="100 ms at most on two idle cores",
)  # fmt: skip
WEIGHT = Aim("a page with everything that it loads", "100 kB", "bytes", "≤ 1")
AIMS = (PAGE, WEIGHT)
_LOADED = re.compile(rb'(?:src|href)="([^"#]*/static/[^"]*)"')


async def _measured(place: Path, rounds: int) -> list[Row]:
    shown: list[Match] = []

    async def prepare(db: Database, town: Town) -> None:
        for number, game in enumerate(games.all_games()):
            people = town.people[2 * number :]
            shown.append(await played(db, people, town.channels[number], game.info.key))

    served, channels = settings(), len(games.all_games()) + 1
    async with (
        living(place, channels, prepare, pairs=0, web=True, settings=served),
        reading(served["WEB_URL"]) as readers,
    ):
        heavy = {one.game.info.key: await _weight(readers, one) for one in shown}
        key = max(heavy, key=heavy.__getitem__)
        (heaviest,) = (one for one in shown if one.game.info.key == key)
        body = await readers.page(_page(heaviest))
        rng, found = Random(7), list[tuple[float, float]]()
        async with _bare(body, place) as others:
            for _ in range(rounds):
                bare = p95(await steadily(lambda: others.page("/"), SECONDS))
                ours = p95(await steadily(lambda: readers.page(_wanted(shown, rng)), SECONDS))
                found.append((ours, bare))
    ours, bare = (median(some) for some in zip(*found, strict=True))
    ratio = median(one / other for one, other in found)
    return [row(PAGE, "", ours, bare, ratio), row(WEIGHT, key, heavy[key], HEAVY)]


def _page(match: Match) -> str:
    return f"/m/{match.id}"


def _wanted(shown: Sequence[Match], rng: Random) -> str:
    """What a reader looks at next: mostly a match as it stands, or else one of its turns."""
    match = rng.choice(shown)
    return (
        _page(match) if rng.random() < 0.7 else f"{_page(match)}/{rng.randint(0, match.turn_count)}"
    )


async def _weight(readers: Readers, match: Match) -> int:
    """The bytes of its page and of all that this refers to, as they are sent."""
    page = await readers.page(_page(match))
    parts = [one.decode().removeprefix(readers.url) for one in {*_LOADED.findall(page)}]
    return len(page) + sum([len(await readers.page(one)) for one in parts])


@asynccontextmanager
async def _bare(body: bytes, place: Path) -> AsyncIterator[Readers]:
    file = place / "page.html"
    file.write_bytes(body)
    process = await create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.bare_page", str(file)), stdout=PIPE
    )
    assert process.stdout is not None
    try:
        port = int(await process.stdout.readline())
        async with reading(f"http://127.0.0.1:{port}") as others:
            yield others
    finally:
        process.kill()
        await process.wait()


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """How long readers wait, and the weight of the heaviest of all games' pages."""
    with folder() as place:
        yield from asyncio.run(_measured(Path(place), rounds))


if __name__ == "__main__":
    show(rows())
