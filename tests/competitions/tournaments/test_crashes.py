"""Processes that die at any moment, and several that do the same thing at once."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

import matches
from competitions.log import creation, due
from competitions.log.due import SEEING_TO
from competitions.log.unit_of_work import ATTEMPTS
from competitions.model.events import Left
from competitions.model.settings import Settings
from competitions.tournaments import queries, upkeep, verify
from competitions.tournaments.direction import start
from competitions.tournaments.held import Held
from competitions.tournaments.signup import withdraw
from competitions.tournaments.unit_of_work import UnitOfWork, perform
from competitions.tournaments.upkeep import advance, take_due
from matches.model.errors import Unavailable
from matches.model.storage_errors import map_storage_errors
from storage import competitions as rows
from storage.database import Database
from storage.errors import LostRace
from storage.schema import competition_game, match
from storage.transactions import transaction
from tests.competitions.kills import Killed, another, dies_after
from tests.competitions.tournaments.conftest import ANN, HOST, Open, play_out, win
from tests.matches.conftest import Clock
from tests.support.racing import racing


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


async def _counted(db: Database) -> tuple[int, int]:
    """How many matches there are, and how many games have one."""

    def work(connection: Connection) -> tuple[int, int]:
        query = select(
            select(func.count()).select_from(match).scalar_subquery(),
            select(func.count()).select_from(competition_game).scalar_subquery(),
        )
        one, other = connection.execute(query).one()
        return one, other

    return await db.read(work)


async def _sound(db: Database, held: Held, games: int) -> None:
    """Every game has one match, and no match was opened in vain."""
    assert len(held.matches) == games
    assert await _counted(db) == (games, games)
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_death_before_any_statement(
    db: Database, hold: Open, url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that pairs a round dies before one of its writing statements. The next one finishes
    the rest, and nothing is done twice.
    """
    monkeypatch.setattr(creation, "HOSTED", 200)
    died = 0
    for step in range(200):
        held = await hold(begun=False)
        await start(db, held.id, HOST)
        if await _survives(db, held, step):
            break
        died += 1
        async with another(url, clock) as other:
            clock.turn(seconds=SEEING_TO.total_seconds())
            assert await take_due(other) == [held.id]
            held = await advance(other, held.id)
            assert set(held.matches) == {(1, 1, 0), (1, 2, 0)}
            assert await _counted(other) == (2 * died, 2 * died)
    assert died > 10
    assert [one.fault async for one in verify.checks(db)] == [None] * (died + 1)


async def test_death_between_results_and_the_next_round(
    db: Database, hold: Open, url: str, clock: Clock
) -> None:
    """Each time a process dies over the results another one goes on, until everything is played."""
    held = await hold()
    step = 0
    while held.competition.status == "running":
        for game in held.competition.undecided:
            await win(db, held, game)
        await _survives(db, held, step)
        step += 5
        async with another(url, clock) as other:
            held = await advance(other, held.id)
    await _sound(db, held, 6)


async def test_death_with_the_end_of_a_match(db: Database, hold: Open, clock: Clock) -> None:
    """A match ends and its competition is told, or neither."""
    held = await hold()
    game = held.competition.undecided[0]
    for step in range(100):
        found = await matches.get(db, held.matches[game])
        if found.status == "finished":
            break
        assert await take_due(db) == []
        with dies_after(db, step), suppress(Killed):
            await matches.resign(db, found.id, found.seated[0])
    assert step > 3
    assert await take_due(db) == [held.id]


async def test_several_at_once(db: Database, hold: Open, url: str, clock: Clock) -> None:
    """Many run upkeep at the same time, through three open databases: each game has one match."""
    held = await hold(Settings("swiss", rounds=3), 6, begun=False)
    await start(db, held.id, HOST)
    async with another(url, clock) as one, another(url, clock) as other:
        for _ in range(3):
            await asyncio.gather(
                *(advance(each, held.id) for each in (db, one, other) for _ in range(3))
            )
            held = await queries.get(db, held.id)
            for game in held.competition.undecided:
                await win(one, held, game)
        held = await advance(other, held.id)
    assert held.competition.status == "over"
    await _sound(db, held, 9)


async def test_two_processes_pair_at_once(db: Database, hold: Open, url: str) -> None:
    """Two processes and this one pair the same round and open its matches."""
    held = await hold(Settings("swiss", rounds=2), 8, begun=False)
    await start(db, held.id, HOST)
    async with racing("tests.competitions.racer", url, held.id, db.now().isoformat()):
        held = await advance(db, held.id)
    held = await queries.get(db, held.id)
    assert len(held.competition.rounds) == 1
    await _sound(db, held, 4)
    assert (await play_out(db, held)).competition.status == "over"


async def test_nobody_goes_on_for_ever(
    db: Database, hold: Open, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After too many steps others get their turn; the rest is due again after a while."""
    monkeypatch.setattr(due, "STEPS", 1)
    held = await hold(begun=False)
    await start(db, held.id, HOST)
    with pytest.raises(due.Endless, match=held.id):
        await advance(db, held.id)
    held = await queries.get(db, held.id)
    assert (len(held.competition.rounds), held.matches) == (1, {})
    assert held.next_at == clock() + SEEING_TO
    clock.turn(seconds=SEEING_TO.total_seconds())
    assert await take_due(db) == [held.id]
    assert len((await advance(db, held.id)).matches) == 2


async def test_lost_races_are_tried_again(db: Database, hold: Open) -> None:
    """A use case that finds the log longer than it had read starts again, but not for ever."""
    held = await hold(begun=False)
    lost = 0

    def late(unit: UnitOfWork) -> None:
        nonlocal lost
        unit.write(Left(unit.competition.signed[0].id))
        if lost < times:
            lost += 1
            raise LostRace("somebody was faster")

    times = ATTEMPTS - 1
    unit = await perform(db, held.id, late)
    assert unit.held.seq == held.seq + 1
    lost, times = 0, ATTEMPTS
    with pytest.raises(Unavailable):
        await perform(db, held.id, late)
    with pytest.raises(Unavailable):
        await db.write(lambda connection: _append_late(connection, unit.held))


def _append_late(connection: Connection, held: Held) -> None:
    with map_storage_errors(), transaction(connection):
        rows.LOG.append(connection, held.number, held.seq - 1, [], {"told": 1})


async def test_unreachable_database_is_no_refusal(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resignation that couldn't be stored is tried again; one that was refused isn't."""
    held = await hold()
    await withdraw(db, held.id, ANN)
    real = matches.resign

    async def unreachable(*_: object) -> None:
        raise Unavailable(match="-")

    async def too_late(*given: Any) -> None:
        await real(*given)
        await real(*given)

    monkeypatch.setattr(upkeep, "resign", unreachable)
    with pytest.raises(Unavailable):
        await advance(db, held.id)
    monkeypatch.setattr(upkeep, "resign", too_late)
    held = await advance(db, held.id)
    assert len(held.competition.outcomes) == 1
