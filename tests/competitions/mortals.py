"""Tournaments, leagues and ladders, seen to by processes that are killed again and again.

`python -m tests.competitions.mortals URL FOLDER KILLS SEED PROGRAMME` has that many processes
killed, on an empty database: now one after the other, now two at the same time. A last one finishes
what is left. Each process does what the bot does: it sees to what is due, and tells what has
happened, as lines of a file. It also does what people do. What is wrong in the end is printed,
after a line about how much there was.
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
"""At most so many steps are seen before somebody dies: to open a match takes about twenty, to play
it thirty.
"""
SPARED = 0.2
"""How often nobody dies, so that there is time for what comes next."""


@dataclass(frozen=True)
class World:
    """A database, a folder with what is told, what is held, and the time."""

    url: str
    folder: Path
    programme: Programme
    now: datetime

    @property
    def channel(self) -> Path:
        """The file to which everything is told."""
        return self.folder / "channel"

    def later(self, **by: Any) -> World:
        """The same after a time."""
        return replace(self, now=self.now + by["by"])

    def lived(self, *works: tuple[Work, Death | None]) -> Counter[Victim]:
        """Has processes do this at the same time, and returns who was killed."""
        return deaths(self.url, lambda: self.now, self.folder, works)


async def go_on(world: World, life: Life) -> None:
    """Does all that there is to do at this time."""
    busy = True
    while busy:
        life.doing = "keeper"
        busy = await _seen_to(world, life.db, life.jobs)
        life.doing = "player"
        busy |= await _played(life.db)


async def _seen_to(world: World, db: Database, jobs: Jobs) -> bool:
    """Does what is due, and tells what has happened. Whether there was anything."""
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
        for id_ in await told.take_untold(db):
            busy = True
            held = await looked_up.get(db, id_)
            await _tell(world, id_, await told.news(db, held), partial(told.told, db, id_))
    return busy


async def _tell(
    world: World, id_: str, found: list[Any], told: Callable[..., Awaitable[None]]
) -> None:
    """Tells it in the channel, with the nonce that the bot gives it."""
    with world.channel.open("a", buffering=1) as channel:
        for one in found:
            channel.write(f"{id_}.{one.seq}\n")
            await told(one.seq, more=one is not found[-1])


async def _played(db: Database) -> bool:
    """People do what they can. Whether there was anything."""
    busy = False
    for held in await fates.competitions(db):
        if held.competition.status == "running":
            busy |= await programmes.play_round(db, held)
    for ladder in await fates.ladders(db):
        busy |= await programmes.climb(db, ladder)
    return busy


def lives(world: World, kills: int, seed: int) -> Counter[Victim]:
    """So many are killed, and a last process finishes what is left. Returns who was killed."""
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
    """Work without children."""

    async def run(life: Life) -> None:
        await work(life.db)

    return run


def _victims(programme: Programme) -> Sequence[Victim]:
    """Who dies in turn. Where there are many entrants, a child pairs them."""
    many = any(count > pairing.SMALL for _, count in programme.cups)
    return ("pairing", "child", "keeper", "player") if many else ("keeper", "player")


def _death(rng: Random, victim: Victim) -> Death:
    """When somebody dies. Whoever tries to pair a round in vain twice leaves it for later."""
    after, times = rng.randint(1, STEPS[victim]), rng.choice((1, 2))
    return Death(victim, after, times if victim == "child" else 1)


async def examine(world: World, died: Counter[Victim], life: Life) -> None:
    """Prints what there is, and what is wrong."""
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
