"""The change of seasons, in processes that die at any moment and in several at once.

Nothing is paired twice, nobody is promoted downwards, and nothing is announced twice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import chain
from random import Random

import pytest
from sqlalchemy import Connection, func, select

from competitions.leagues import news, queries, upkeep, verify
from competitions.leagues.direction import cancel
from competitions.leagues.held import Held
from competitions.log import creation
from competitions.log.due import SEEING_TO
from competitions.model.league.events import Begun, Finished
from competitions.tournaments import verify as tournament_verify
from competitions.tournaments.upkeep import advance
from storage.database import Database
from storage.schema import competition, competition_game, match
from tests.competitions.kills import Killed, another, dies_after
from tests.competitions.leagues.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    FAY,
    HOST,
    Open,
    divisions,
    do_upkeep,
    play_out,
    play_season,
    players,
)
from tests.matches.conftest import Clock
from tests.support.racing import racing


async def _counted(db: Database) -> tuple[int, int, int]:
    """How many competitions and matches there are, and how many games have a match."""

    def work(connection: Connection) -> tuple[int, int, int]:
        counts = [
            select(func.count()).select_from(one).scalar_subquery()
            for one in (competition, match, competition_game)
        ]
        one, other, third = connection.execute(select(*counts)).one()
        return one, other, third

    return await db.read(work)


async def _sound(db: Database) -> None:
    """Checks that everything that is stored fits together."""
    for checks in (verify.checks, tournament_verify.checks):
        assert {one.fault async for one in checks(db)} <= {None}


async def _survives(db: Database, held: Held, writes: int) -> bool:
    """Runs upkeep of the league in a process that dies after `writes` writing statements. Returns
    whether it was done before that.
    """
    with dies_after(db, writes):
        try:
            await upkeep.advance(db, held.id)
        except Killed:
            return False
    return True


async def test_death_at_the_beginning_of_a_season(
    db: Database, hold: Open, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A season begins with all its divisions or not at all; if not, the next process begins it."""
    monkeypatch.setattr(creation, "HOSTED", 200)
    died = 0
    for step in range(100):
        held = await hold(begun=False)
        clock.turn(days=7)
        if await _survives(db, held, step):
            break
        died += 1
        assert (await queries.get(db, held.id)).league.season == 0
        assert (await _counted(db))[0] == 2 * (died - 1), "no division is left behind"
        async with another(url, clock) as other:
            held = await upkeep.advance(other, held.id)
        assert players(held) == [[ANN, BOB, CAT], [DAN, EVE, FAY]]
        assert (await _counted(db))[0] == 2 * died
    assert died > 5
    await _sound(db)


async def test_death_between_two_seasons(
    db: Database, hold: Open, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One season ends and the next one begins, or neither; then the next process does it, once."""
    monkeypatch.setattr(creation, "HOSTED", 200)
    died = 0
    for step in range(100):
        held = await hold()
        for division in await divisions(db, held):
            await play_out(db, division)
        before = await _counted(db)
        clock.turn(days=28)
        if await _survives(db, held, step):
            break
        died += 1
        assert await _counted(db) == before
        assert (await queries.get(db, held.id)).seq == held.seq
        async with another(url, clock) as other:
            held = await upkeep.advance(other, held.id)
        assert (held.league.season, held.league.status) == (2, "running")
        _rightly_promoted(held)
        await cancel(db, held.id, HOST, reason="Enough.")
        await upkeep.advance(db, held.id)
    assert died > 5
    await _sound(db)


def _rightly_promoted(held: Held) -> None:
    """Checks that the best of the second division and the last of the first have changed places."""
    assert players(held) == [[ANN, BOB, DAN], [CAT, EVE, FAY]]


async def test_death_at_random_moments(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """Over three seasons every process dies somewhere. In the end everything is as if none had
    died.
    """
    rng, held = Random(7), await hold(begun=False)
    clock.turn(days=7)
    for season in (1, 2, 3):
        for _ in range(6):
            async with another(url, clock) as mortal:
                await _dies_over(mortal, held, rng.randrange(30))
        clock.turn(seconds=SEEING_TO.total_seconds())
        await do_upkeep(db)
        held = await queries.get(db, held.id)
        assert held.league.season == season
        for one in await divisions(db, held):
            assert len(one.matches) == 3
            assert len(one.competition.rounds) == 3
        held = await play_season(db, held)
        clock.turn(days=28)
    log = [one.event for one in await news.news(db, held)]
    kinds = Counter(type(one) for one in log)
    assert (kinds[Begun], kinds[Finished]) == (3, 3)
    for begun in (one for one in log if isinstance(one, Begun)):
        playing = [*chain.from_iterable(begun.divisions)]
        assert sorted(playing) == [1, 2, 3, 4, 5, 6]
    assert await _counted(db) == (6, 18, 18)
    await _sound(db)


async def _dies_over(db: Database, held: Held, writes: int) -> None:
    """A process does everything that is due, and dies after `writes` writing statements."""
    with dies_after(db, writes):
        try:
            await upkeep.advance(db, held.id)
            for one in (await queries.get(db, held.id)).divisions:
                await advance(db, one)
        except Killed:
            return


async def test_death_while_cancelling(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """Each process cancels some of the divisions that are left."""
    held = await hold()
    await cancel(db, held.id, HOST, reason="Rain.")
    for step in range(100):
        async with another(url, clock) as other:
            if await _survives(other, held, step):
                break
            clock.turn(seconds=SEEING_TO.total_seconds())
            assert held.id in await upkeep.take_due(db), "it is still due"
    assert step > 2
    assert {one.competition.status for one in await divisions(db, held)} == {"cancelled"}
    await _sound(db)


async def test_several_at_once(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """Many run upkeep at the same time, through three open databases."""
    held = await hold(begun=False)
    clock.turn(days=7)
    async with another(url, clock) as one, another(url, clock) as other:
        for _ in range(2):
            await asyncio.gather(
                *(upkeep.advance(each, held.id) for each in (db, one, other) for _ in range(3))
            )
            held = await queries.get(one, held.id)
            await asyncio.gather(
                *(advance(each, each_) for each in (db, one) for each_ in held.divisions)
            )
            held = await play_season(other, await queries.get(other, held.id))
            clock.turn(days=28)
    assert await _counted(db) == (4, 12, 12)
    await _sound(db)


async def test_news_are_left_to_one(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """Many look for news at the same time. Only one of them gets these, so no notice is doubled."""
    held = await play_season(db, await hold())
    async with another(url, clock) as one, another(url, clock) as other:
        found = await asyncio.gather(
            *(news.take_news(each) for each in (db, one, other) for _ in range(3))
        )
    assert [*chain.from_iterable(found)] == [held.id]


async def test_two_processes_change_the_season(
    db: Database, hold: Open, url: str, clock: Clock
) -> None:
    """Two processes and this one run upkeep of the same league."""
    held = await play_season(db, await hold())
    clock.turn(days=28)
    async with racing("tests.competitions.racer", url, held.id, clock().isoformat()):
        await upkeep.advance(db, held.id)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    _rightly_promoted(held)
    assert await _counted(db) == (4, 12, 12)
    await _sound(db)
