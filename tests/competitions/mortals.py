"""One tournament after another, and a league, seen to by a process that is killed again and again.

`python -m tests.competitions.mortals URL CHANNEL KILLS SEED` has that many processes killed, one
after the other, on an empty database. A last one finishes what is left. Each process does what the
bot does: it sees to what is due, and tells what has happened, as lines of the file CHANNEL. It also
plays all matches; whoever has signed up earlier wins. What is wrong in the end is printed.

A process reports each of its transactions. It is hit at a random moment after a random number of
them: so the next one has something to go on with on a slow machine, too.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import event

import games
import matches
from competitions.leagues import news as of_leagues
from competitions.leagues import queries as leagues
from competitions.leagues import upkeep as league_upkeep
from competitions.leagues.creation import open_league
from competitions.leagues.held import Terms as LeagueTerms
from competitions.leagues.ids import LeagueId
from competitions.life import news, queries, upkeep
from competitions.life.creation import open_competition
from competitions.life.direction import start
from competitions.life.held import Held
from competitions.life.ids import CompetitionId
from competitions.logged.due import SEEING_TO
from competitions.model.settings import Settings
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage.database import Database
from tests.competitions import fates
from tests.competitions.leagues.conftest import TWO_OF_THREE
from tests.competitions.leagues.conftest import join as join_league
from tests.competitions.life.conftest import join, terms, win
from tests.matches import toy

HOST = PlayerId(100)
PLAYERS = tuple(map(PlayerId, range(101, 107)))
CUP = Settings("swiss", rounds=3)
COMMITS = 80
"""At most so many transactions are seen before a process dies: a match takes about seven …"""
LATER = 0.001
"""… and so many seconds later it is hit, on average."""
SEASON = timedelta(days=TWO_OF_THREE.days)


@dataclass(frozen=True)
class World:
    """A database, the channel that is told, and the time."""

    url: str
    channel: Path
    now: datetime


Work = Callable[[Database, World], Awaitable[None]]


@dataclass(frozen=True)
class Death:
    """After so many transactions, and seconds."""

    commits: int
    later: float


def life(world: World, work: Work, death: Death | None = None) -> bool:
    """A process that does this, and whether it was killed before it was done."""
    heard, beats = os.pipe()
    pid = os.fork()
    if not pid:
        _be_born(world, work, beats)
    os.close(beats)
    left = sys.maxsize if death is None else death.commits
    while left and (some := os.read(heard, min(left, 1 << 12))):
        left -= len(some)
    if death is not None and not left:
        time.sleep(death.later)
        os.kill(pid, signal.SIGKILL)
    os.close(heard)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return True
    assert os.WEXITSTATUS(status) == 0, "it died by itself"
    return False


def _be_born(world: World, work: Work, beats: int) -> None:
    """Lives in the child, which ends with it."""
    status = 1
    try:
        asyncio.run(_live(world, work, beats))
        status = 0
    except Exception:  # noqa: BLE001 – The parent is told by the status.
        traceback.print_exc()
    finally:
        os._exit(status)


async def _live(world: World, work: Work, beats: int) -> None:
    db = Database.connect(world.url, now=lambda: world.now)

    def beat(*_: Any) -> None:
        os.write(beats, b".")

    event.listen(db.engine, "commit", beat)
    await work(db, world)
    await db.close()


async def open_cup(db: Database, _: World) -> None:
    """Another tournament, which is about to begin."""
    held = await open_competition(db, terms(), CUP, HOST)
    for player in PLAYERS:
        await join(db, held.id, player)
    await start(db, held.id, HOST)


async def found_league(db: Database, world: World) -> None:
    """The league, whose first season begins when somebody sees to it."""
    about = LeagueTerms(
        name="League",
        guild=GuildId(700),
        channel=ChannelId(71),
        game=toy.GAME,
        clock=TimeControl.read("3d"),
        starts_at=world.now,
    )
    held = await open_league(db, about, TWO_OF_THREE, HOST)
    for player in PLAYERS:
        await join_league(db, held.id, player)


async def go_on(db: Database, world: World) -> None:
    """Does all that there is to do at this time."""
    busy = True
    while busy:
        busy = await _seen_to(db, world) or await _played(db)


async def _seen_to(db: Database, world: World) -> bool:
    """Does what is due, and tells what has happened. Whether there was anything."""
    cups, found = await upkeep.take_due(db), await league_upkeep.take_due(db)
    for cup in cups:
        await upkeep.advance(db, cup)
    for league in found:
        await league_upkeep.advance(db, league)
    untold = await news.take_untold(db)
    for cup in untold:
        held = await queries.get(db, cup)
        await _tell(world, cup, await news.news(db, held), partial(news.told, db, cup))
    behind = await of_leagues.take_untold(db)
    for league in behind:
        of = await leagues.get(db, league)
        told = partial(of_leagues.told, db, league)
        await _tell(world, league, await of_leagues.news(db, of), told)
    return any((cups, found, untold, behind))


async def _tell(
    world: World,
    id_: CompetitionId | LeagueId,
    found: list[Any],
    told: Callable[[int], Awaitable[None]],
) -> None:
    """Tells it in the channel, with the nonce that the bot gives it."""
    with world.channel.open("a", buffering=1) as channel:
        for one in found:
            channel.write(f"{id_}.{one.seq}\n")
            await told(one.seq)


async def _played(db: Database) -> bool:
    """Plays everything that can be played. Whether there was anything."""
    going = [held for held in await fates.competitions(db) if held.competition.status == "running"]
    for held in going:
        for game in held.competition.undecided:
            if game in held.matches:
                await _play(db, held, game)
    return any(held.competition.undecided for held in going)


async def _play(db: Database, held: Held, game: Any) -> None:
    """The match is won by the one who has signed up earlier, unless it was before."""
    if (await matches.get(db, held.matches[game])).status == "running":
        await win(db, held, game, fates.winner(held, game))


def lives(world: World, kills: int, seed: int) -> None:
    """So many processes are killed, and a last one finishes what is left."""
    rng = Random(seed)
    life(world, found_league)
    life(world, open_cup)
    while kills:
        world = replace(world, now=world.now + SEEING_TO)
        death = Death(rng.randint(1, COMMITS), rng.expovariate(1 / LATER))
        if life(world, go_on, death):
            kills -= 1
        else:
            life(world, open_cup)
            world = replace(world, now=world.now + SEASON)
    life(replace(world, now=world.now + SEEING_TO), go_on)


async def examine(db: Database, world: World) -> None:
    """Prints what there is, and what is wrong."""
    told = world.channel.read_text().split()
    words = [await fates.counted(db), *await fates.faults(db, told)]
    print(*words, sep="\n", flush=True)  # noqa: T201


def _main(url: str, channel: str, kills: str, seed: str) -> None:
    games._registry()["toy"] = toy.GAME
    world = World(url, Path(channel), datetime(2030, 1, 1, tzinfo=UTC))
    world.channel.touch()
    lives(world, int(kills), int(seed))
    life(world, examine)


if __name__ == "__main__":
    _main(*sys.argv[1:])
