"""Turns played on a board that is touched, beside `/move`, while others read pages.

Pairs of people play two turns by touch, then two by typing, so that each person plays both ways.
For a touched turn, each request that its player waits for is measured: choosing something, and
playing what was chosen.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.readers import RATE, Readers, p95, reading, settings, steadily
from benchmarks.table import Aim, Row, row, show
from benchmarks.town import LONG, PAIRS, Town, living, planned
from benchmarks.turns import folder
from matches import Match
from matches.model.ids import PlayerId
from matches.touch import new_link
from playground.world import Channel
from storage.database import Database
from tests.web.touching import Seen, is_whole, request, towards

SECONDS = 60.0
PAUSES = (0.6, 1.8)
"""Seconds between turns: pairs that do nothing else play as often as those in other benchmarks."""
MOVE = "`/move`"
PLAYED, CHOSEN = "the turn is played", "something is chosen"
TOUCHED = Aim(
    f"p95 of what is touched, while {RATE} pages are read each second",
    f"that of {MOVE} by the same players meanwhile", "ms", "≤ 1.2",
)  # fmt: skip
AIMS = (TOUCHED,)


@dataclass
class Hand:
    """The holder of a link, and how long each request took."""

    readers: Readers
    secret: str
    times: dict[str, list[float]]

    async def ask(self, act: str, seen: Seen | None = None, value: str = "") -> Seen:
        """Sends an act for the turn that was seen, as the page does."""
        body = request(act, seen, value)
        headers = {**self.readers.headers(), "Authorization": f"Bearer {self.secret}"}
        url, begun = f"{self.readers.url}/t/turn", perf_counter()
        async with self.readers.session.post(url, json=body, headers=headers) as answer:
            answer.raise_for_status()
            found: Seen = await answer.json()
        if act != "look":
            what = PLAYED if act == "confirm" else CHOSEN
            self.times[what].append(1000 * (perf_counter() - begun))
        return found

    async def turn(self, text: str) -> None:
        """Plays a turn."""
        seen = await self.ask("look")
        while not is_whole(seen, text):
            seen = await self.ask("pick", seen, towards(LONG, seen, text))
        seen = await self.ask("confirm", seen)
        if seen["refused"]:
            raise RuntimeError(f"{text} was refused: {seen['said']}")


@dataclass
class Pair:
    """Two people, their match, and their links."""

    town: Town
    channel: Channel
    match: Match
    hands: dict[PlayerId, Hand]
    times: dict[str, list[float]]

    async def play(self, rng: Random) -> None:
        """Two turns by touch, two by typing, and so on."""
        for number, (player, text) in enumerate(planned(self.match)):
            if number // 2 % 2:
                begun = perf_counter()
                who = self.town.server.world.users[player]
                await self.town.command(who, self.channel, "move", turn=text)
                self.times[MOVE].append(1000 * (perf_counter() - begun))
            else:
                await self.hands[player].turn(text)
            await asyncio.sleep(rng.uniform(*PAUSES))


async def _measured(place: Path, seconds: float) -> dict[str, list[float]]:
    times: dict[str, list[float]] = defaultdict(list)
    secrets: dict[tuple[str, PlayerId], str] = {}

    async def prepare(db: Database, town: Town) -> None:
        for match in town.begun:
            for player in match.seated:
                secrets[match.id, player] = await new_link(db, match.id, player)

    served = settings()
    async with (
        living(place, PAIRS, prepare, pairs=0, web=True, settings=served) as town,
        reading(served["WEB_URL"]) as readers,
    ):
        pages, rng = [f"/m/{one.id}" for one in town.begun], Random(7)
        for number, match in enumerate(town.begun):
            hands = {one: Hand(readers, secrets[match.id, one], times) for one in match.seated}
            pair = Pair(town, town.channels[number], match, hands, times)
            town.begin(pair.play(Random(number)))
        await steadily(lambda: readers.page(rng.choice(pages)), seconds)
        town.check()
    return times


def rows(seconds: float = SECONDS) -> Iterator[Row]:
    """Each request of a touched turn, beside the command. Raises what a player has raised."""
    with folder() as place:
        times: dict[str, Any] = asyncio.run(_measured(Path(place), seconds))
    floor = p95(times[MOVE])
    for what in (PLAYED, CHOSEN):
        yield row(TOUCHED, what, p95(times[what]), floor)


if __name__ == "__main__":
    show(rows())
