"""Processes that die at any moment, and several that do the same thing at once."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from sqlalchemy import Connection, func, select, update

import matches
from competitions.ladders import challenges, queries, settlement, verify
from competitions.ladders.held import Held
from competitions.ladders.upkeep import advance, take_due
from competitions.log import creation, due
from competitions.log.due import SEEING_TO
from matches.course.official import ADJOURNED
from storage.database import Database
from storage.schema import ladder_challenge, match
from storage.transactions import transaction
from tests.competitions.kills import Killed, another, dies_after
from tests.competitions.ladders.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    FAY,
    Open,
    accepted,
    challenged,
    places,
    won,
)
from tests.matches.conftest import Clock
from tests.support.racing import racing


async def _opened(db: Database) -> tuple[int, int]:
    """How many matches there are, and how many challenges have a match."""

    def work(connection: Connection) -> tuple[int, int]:
        counts = select(
            select(func.count()).select_from(match).scalar_subquery(),
            select(func.count(ladder_challenge.c.match_id)).scalar_subquery(),
        )
        one, other = connection.execute(counts).one()
        return one, other

    return await db.read(work)


async def _sound(db: Database) -> None:
    assert {one.fault async for one in verify.checks(db)} <= {None}


async def test_death_before_any_statement(
    db: Database, hold: Open, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that opens a match dies before one of its writing statements. The next one finishes
    the rest, and nothing is done twice.
    """
    monkeypatch.setattr(creation, "HOSTED", 200)
    died = 0
    for step in range(100):
        held = await challenged(db, await hold(), DAN, BOB)
        await challenges.accept(db, held.id, BOB, 1)
        if await _survives(db, held, step):
            break
        died += 1
        async with another(url, clock) as other:
            clock.turn(seconds=SEEING_TO.total_seconds())
            assert await take_due(other) == [held.id]
            held = await advance(other, held.id)
            assert [*held.played] == [1]
            assert await _opened(other) == (died, died)
    assert died > 5
    await _sound(db)


async def _survives(db: Database, held: Held, writes: int) -> bool:
    """Runs upkeep in a process that dies after `writes` statements. Returns whether it was done
    before that.
    """
    with dies_after(db, writes):
        try:
            await advance(db, held.id)
        except Killed:
            return False
    return True


async def test_death_over_a_result(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """A match ends and its ladder is told, or neither; places change once."""
    held = await accepted(db, await hold(), DAN, BOB)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    for step in range(100):
        if (await matches.get(db, match_id)).status == "finished":
            break
        with dies_after(db, step), suppress(Killed):
            await matches.resign(db, match_id, BOB)
    assert step > 3
    for step in range(100):
        async with another(url, clock) as other:
            if await _survives(other, held, step):
                break
            found = await queries.get(other, held.id)
            assert places(found) == [ANN, BOB, CAT, DAN]
            assert [*found.ladder.challenges] == [1]
    assert step > 0
    held = await queries.get(db, held.id)
    assert places(held) == [ANN, DAN, BOB, CAT]
    await _sound(db)


async def test_death_between_portions(
    db: Database, hold: Open, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many results at once are entered in portions. The next process goes on where the last one
    stopped.
    """
    monkeypatch.setattr(settlement, "PORTION", 1)
    held = await hold(count=6)
    for player, rival in ((BOB, ANN), (DAN, CAT), (FAY, EVE)):
        held = await accepted(db, held, player, rival)
    for number, loser in ((1, ANN), (2, CAT), (3, EVE)):
        match_id = held.match_of(held.ladder.challenges[number])
        assert match_id is not None
        await matches.resign(db, match_id, loser)
    left = set[int]()
    for step in range(100):
        async with another(url, clock) as other:
            if await _survives(other, held, step):
                break
        now = await queries.get(db, held.id)
        assert now.next_at is not None, "somebody will see to it"
        left.add(len(now.ladder.challenges))
    assert left >= {1, 2, 3}
    held = await queries.get(db, held.id)
    assert places(held) == [BOB, ANN, DAN, CAT, FAY, EVE]
    await _sound(db)


async def test_several_at_once(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """Many run upkeep at once, through three open databases: each challenge has one match."""
    held = await challenged(db, await hold(), DAN, CAT)
    await challenged(db, held, BOB, ANN)
    async with another(url, clock) as one, another(url, clock) as other:
        await asyncio.gather(
            challenges.accept(one, held.id, CAT, 1), challenges.accept(other, held.id, ANN, 2)
        )
        await asyncio.gather(
            *(advance(each, held.id) for each in (db, one, other) for _ in range(3))
        )
        held = await queries.get(one, held.id)
        assert await _opened(one) == (2, 2)
        held = await won(other, held, 1, DAN)
        await asyncio.gather(*(advance(each, held.id) for each in (db, one, other)))
    held = await queries.get(db, held.id)
    assert places(held) == [ANN, BOB, DAN, CAT]
    await _sound(db)


async def test_everybody_challenges_at_once(db: Database, hold: Open, url: str) -> None:
    """Two challenge the same member at the same time: one of them succeeds."""
    held = await hold()
    done = await asyncio.gather(
        challenged(db, held, DAN, BOB), challenged(db, held, CAT, BOB), return_exceptions=True
    )
    assert sum(isinstance(one, Held) for one in done) == 1
    assert len((await queries.get(db, held.id)).ladder.challenges) == 1


async def test_two_processes_at_once(db: Database, hold: Open, url: str) -> None:
    """Two processes and this one open the same matches."""
    held = await challenged(db, await hold(), DAN, CAT)
    held = await challenged(db, held, BOB, ANN)
    await challenges.accept(db, held.id, CAT, 1)
    await challenges.accept(db, held.id, ANN, 2)
    async with racing("tests.competitions.racer", url, held.id, db.now().isoformat()):
        await advance(db, held.id)
    assert await _opened(db) == (2, 2)
    await _sound(db)


async def test_what_does_not_end_is_given_up(
    db: Database, hold: Open, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug that keeps something from being done doesn't keep a process busy for good: it raises an
    error with the id. In this case a match can't be resumed because it isn't official.
    """
    monkeypatch.setattr(due, "STEPS", 5)
    held = await accepted(db, await hold(), DAN, BOB)
    match_id = held.match_of(held.ladder.challenges[1])
    assert match_id is not None
    for player in (DAN, BOB):
        await matches.ask_to_adjourn(db, match_id, player)

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(match).values(official=False))

    await db.write(spoil)
    clock.turn(seconds=ADJOURNED.total_seconds())
    async with another(url, clock) as other:
        assert await take_due(other) == [held.id]
        with pytest.raises(due.Endless, match=f"{held.id} isn't done after 5 steps"):
            await advance(other, held.id)
        assert await take_due(other) == []
        clock.turn(seconds=SEEING_TO.total_seconds())
        assert await take_due(other) == [held.id], "others go first"
