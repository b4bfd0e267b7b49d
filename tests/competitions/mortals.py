"""Tournaments, leagues and ladders, run by processes that are killed again and again.

`python -m tests.competitions.mortals URL FOLDER KILLS SEED PROGRAMME` has that many processes
killed, on an empty database: sometimes one after the other, sometimes two at the same time. A last
process finishes the rest. Each does what the bot does: upkeep, and announcing news, as lines of a
file. It also does what people do. In the end it prints how much there was, and then what is wrong.
"""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import games
from bot.processes import pairing
from bot.processes.jobs import Jobs
from bot.processes.pool import Crashed
from competitions.ladders import news as of_ladders
from competitions.ladders import queries as ladders
from competitions.ladders import upkeep as ladder_upkeep
from competitions.leagues import news as of_leagues
from competitions.leagues import queries as leagues
from competitions.leagues import upkeep as league_upkeep
from competitions.log.due import SEEING_TO
from competitions.tournaments import news, queries, upkeep
from storage.database import Database
from tests.competitions import fates, programmes
from tests.competitions.deaths import Death, Life, Victim, Work, deaths
from tests.competitions.programmes import PROGRAMMES, SEASON, Programme
from tests.matches import toy

STEPS: Mapping[Victim, int] = {"keeper": 120, "player": 120, "pairing": 10, "child": 10}
"""The most steps a victim takes before it dies: opening a match takes about twenty, playing it
thirty.
"""
SPARED = 0.2
"""How often nobody dies, so that there is time to go on."""


@dataclass(frozen=True)
class World:
    """A database, a folder for announcements, what is held, and the time."""

    url: str
    folder: Path
    programme: Programme
    now: datetime

    @property
    def channel(self) -> Path:
        """The file that has all announcements."""
        return self.folder / "channel"

    def later(self, **by: Any) -> World:
        """The same world at a later time."""
        return replace(self, now=self.now + by["by"])

    def lived(self, *works: tuple[Work, Death | None]) -> Counter[Victim]:
        """Runs these works in processes at the same time, and returns who was killed."""
        return deaths(self.url, lambda: self.now, self.folder, works)


async def go_on(world: World, life: Life) -> None:
    """Does everything that can be done at this time."""
    busy = True
    while busy:
        life.doing = "keeper"
        busy = await _seen_to(world, life.db, life.jobs)
        life.doing = "player"
        busy |= await _played(life.db)


async def _seen_to(world: World, db: Database, jobs: Jobs) -> bool:
    """Runs upkeep and announces news. Returns whether there was anything to do."""
    pair = partial(pairing.paired, jobs)
    kinds: list[tuple[Any, Callable[[Any], Awaitable[Any]], Any, Any]] = [
        (upkeep, partial(upkeep.advance, db, pair=pair), queries, news),
        (league_upkeep, partial(league_upkeep.advance, db), leagues, of_leagues),
        (ladder_upkeep, partial(ladder_upkeep.advance, db), ladders, of_ladders),
    ]
    busy = False
    for due, advance, looked_up, told in kinds:
        for id_ in await due.take_due(db):
            busy = True
            with suppress(Crashed):  # The bot notes it, and whoever takes it next tries again.
                await advance(id_)
        for id_ in await told.take_news(db):
            busy = True
            held = await looked_up.get(db, id_)
            await _tell(world, id_, await told.news(db, held), partial(told.told, db, id_))
    return busy


async def _tell(
    world: World, id_: str, found: list[Any], told: Callable[..., Awaitable[None]]
) -> None:
    """Announces a message in the channel, with the nonce that the bot would give it."""
    with world.channel.open("a", buffering=1) as channel:
        for one in found:
            channel.write(f"{id_}.{one.seq}\n")
            await told(one.seq, more=one is not found[-1])


async def _played(db: Database) -> bool:
    """Does what people can do. Returns whether there was anything to do."""
    busy = False
    for held in await fates.competitions(db):
        if held.competition.status == "running":
            busy |= await programmes.play_round(db, held)
    for ladder in await fates.ladders(db):
        busy |= await programmes.climb(db, ladder)
    return busy


def lives(world: World, kills: int, seed: int) -> Counter[Victim]:
    """Has `kills` processes killed, and a last one finish the rest. Returns who was killed."""
    rng, died = Random(seed), Counter[Victim]()
    begun = partial(programmes.found, programme=world.programme)
    cups = partial(programmes.open_cups, programme=world.programme)
    victims = cycle(_victims(world.programme))
    victim = next(victims)
    world.lived((_alone(begun), None))
    world.lived((_alone(cups), None))
    while died.total() < kills:
        world = world.later(by=SEEING_TO)
        going = partial(go_on, world)
        doomed = rng.random() >= SPARED
        several = [_death(rng, victim) if doomed else None for _ in range(rng.choice((1, 2)))]
        now = world.lived(*((going, death) for death in several))
        died += now
        if now:
            victim = next(victims)
        else:
            world.lived((_alone(cups), None))
            world = world.later(by=SEASON)
    world = world.later(by=SEEING_TO)
    world.lived((partial(go_on, world), None))
    return died


def _alone(work: Callable[[Database], Awaitable[None]]) -> Work:
    """Work that needs no children."""

    async def run(life: Life) -> None:
        await work(life.db)

    return run


def _victims(programme: Programme) -> Sequence[Victim]:
    """The victims in turn. Where there are many entrants, a child pairs them."""
    many = any(count > pairing.SMALL for _, count in programme.cups)
    return ("pairing", "child", "keeper", "player") if many else ("keeper", "player")


def _death(rng: Random, victim: Victim) -> Death:
    """When a victim dies. A process whose pairing fails twice leaves the round for later."""
    after, times = rng.randint(1, STEPS[victim]), rng.choice((1, 2))
    return Death(victim, after, times if victim == "child" else 1)


async def examine(world: World, died: Counter[Victim], life: Life) -> None:
    """Prints how much there is, and what is wrong."""
    told = world.channel.read_text().split()
    who = ", ".join(f"{count} × {victim}" for victim, count in sorted(died.items()))
    found = await fates.faults(life.db, told, died.total() - died["child"])
    words = [f"{await fates.counted(life.db)}; killed: {who}", *found]
    print(*words, sep="\n", flush=True)  # noqa: T201


def _main(url: str, folder: str, kills: str, seed: str, programme: str) -> None:
    games._registry()["toy"] = toy.GAME
    logging.disable()
    start = datetime(2030, 1, 1, tzinfo=UTC)
    world = World(url, Path(folder), PROGRAMMES[programme], start)
    world.channel.touch()
    died = lives(world, int(kills), int(seed))
    world.lived((partial(examine, world, died), None))


if __name__ == "__main__":
    _main(*sys.argv[1:])
