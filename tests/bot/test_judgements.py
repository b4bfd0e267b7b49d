"""Judgements for hints and analyses, handed over by one process and answered by another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, func, select

import games
from bot.processes.pool import Workers
from bot.thinkers import judgements
from bot.thinkers.judgements import Judgements, handed_over
from games.protocol import Setup
from matches.installation import searches
from opponents.analysis import Judgement, judge
from storage.database import Database
from storage.schema import search
from tests.support.conditions import until

GAME, SETUP = "attangle", Setup(2)
START = str(games.get(GAME).start(SETUP))
EFFORT = 0.01
ANN, BEN = "a", "b"


@pytest.fixture
def address(url: str) -> str:
    """The database that both processes share, of each kind."""
    return url


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    """One worker."""
    made = Workers(1)
    yield made
    await made.close()


@pytest.fixture
async def thinker(db: Database, workers: Workers) -> AsyncIterator[Judgements]:
    """What answers in a thinker."""
    made = Judgements(db, workers)
    made.rounds.start()
    yield made
    await made.close()


async def _rows(db: Database) -> int:
    def work(connection: Connection) -> int:
        return int(connection.execute(select(func.count()).select_from(search)).scalar_one())

    return await db.read(work)


async def test_the_same_judgement(db: Database, thinker: Judgements) -> None:
    """A thinker finds the same as this process would, for several at once. Nothing is left."""
    asked = [handed_over(db, GAME, SETUP, START, EFFORT, asker=ANN) for _ in range(3)]
    assert await asyncio.gather(*asked) == [judge(GAME, SETUP, START, EFFORT)] * 3
    assert await _rows(db) == 0


async def test_nobody_answers(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a thinker the question is taken back."""
    monkeypatch.setattr(judgements, "PATIENCE", 2 * judgements.LOOK)
    assert await handed_over(db, GAME, SETUP, START, EFFORT, asker=ANN) is None
    assert await _rows(db) == 0


async def test_who_is_busy_is_not_absent(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question waits as long as thinkers are at others. It comes before the further ones of
    whoever has asked those.
    """
    monkeypatch.setattr(judgements, "PATIENCE", 4 * judgements.LOOK)
    held, _ = [await searches.ask(db, {"asker": BEN, "number": number}) for number in (1, 2)]
    assert [one.id for one in await searches.take(db, 1)] == [held]
    asking = asyncio.create_task(handed_over(db, GAME, SETUP, START, EFFORT, asker=ANN))
    await asyncio.sleep(2 * judgements.PATIENCE)
    assert not asking.done()
    (next_,) = await searches.take(db, 1)
    assert next_.question["asker"] == ANN
    await searches.answer(db, next_.id, {"chances": [0.5, 0.5], "turns": ["c3"]})
    assert await asking == Judgement((0.5, 0.5), ("c3",))


async def test_what_fails(
    db: Database, thinker: Judgements, caplog: pytest.LogCaptureFixture
) -> None:
    """A question that can't be answered is given back at once, and logged, and others are
    answered.
    """
    assert await handed_over(db, GAME, SETUP, "no position", EFFORT, asker=ANN) is None
    assert await handed_over(db, GAME, SETUP, START, EFFORT, asker=ANN) is not None
    assert "question=" in caplog.text


async def test_a_thinker_that_stops(db: Database, thinker: Judgements) -> None:
    """It leaves the question to another one, at once: nobody waits for the end of a lease."""
    asking = asyncio.create_task(handed_over(db, GAME, SETUP, START, 1.0, asker=ANN))
    await until(lambda: bool(thinker._busy))
    await thinker.close()
    assert await searches.take(db, 1) != []
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert await _rows(db) == 0


async def test_whoever_has_asked_gives_up(db: Database, thinker: Judgements) -> None:
    """The question goes, and its answer is dropped."""
    asking = asyncio.create_task(handed_over(db, GAME, SETUP, START, EFFORT, asker=ANN))
    await until(lambda: bool(thinker._busy))
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await until(lambda: not thinker._busy)
    assert await _rows(db) == 0
