"""Heavy work that people ask for: one job per person at a time, fairly, within limits."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.processes.jobs import NICE, Engaged, Full, JobKind, Jobs
from bot.processes.pool import Crashed, TooLong
from tests import PATIENCE
from tests.support.conditions import until
from tests.support.standing_still import (
    compute_until,
    frozen_only_by_us,
    in_the_end_closed,
    signs_of_life,
    stand_still,
)

ANN, BOB, CAT = 1, 2, 3


@pytest.fixture
async def jobs() -> AsyncIterator[Jobs]:
    """At most seven jobs wait, three per person."""
    made = Jobs(waiting=7, each=3)
    yield made
    await made.close()


def _note(log: Path, name: str, seconds: float = 0.0) -> str:
    """Writes when it begins and when it ends."""
    for sign in "+-":
        with log.open("a") as file:
            file.write(f"{sign}{name}\n")
        time.sleep(seconds)
    return name


async def test_what_a_job_returns_and_raises(jobs: Jobs) -> None:
    """A result is returned, and so is an error, from a process with low priority."""
    assert await jobs.run(ANN, "film", partial(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await jobs.run(ANN, "film", partial(divmod, 7, 0))
    assert await jobs.run(ANN, "film", partial(os.nice, 0)) == os.nice(0) + NICE
    kinds: tuple[JobKind, ...] = ("record", "film", "search")
    processes = {await jobs.run(ANN, kind, os.getpid) for kind in kinds}
    assert len(processes - {os.getpid()}) == 3


async def test_people_take_turns(jobs: Jobs, tmp_path: Path) -> None:
    """A person with one job waits for at most one job of a person with four."""
    log = tmp_path / "log"
    wanted = [(ANN, "a1"), (ANN, "a2"), (ANN, "a3"), (ANN, "a4"), (BOB, "b1"), (BOB, "b2")]
    wanted.append((CAT, "c1"))
    begun = [
        asyncio.create_task(jobs.run(who, "film", partial(_note, log, name)))
        for who, name in wanted
    ]
    await asyncio.gather(*begun)
    order = [line[1:] for line in log.read_text().split() if line[0] == "+"]
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]


async def test_one_at_a_time_for_each(jobs: Jobs, tmp_path: Path) -> None:
    """The same holds for jobs of different kinds, which have different processes. Two people's
    jobs run in parallel.
    """
    log = tmp_path / "log"
    kinds: tuple[JobKind, ...] = ("film", "record", "search")
    mine = [
        asyncio.create_task(jobs.run(ANN, kind, partial(_note, log, kind, 0.05))) for kind in kinds
    ]
    await asyncio.gather(*mine)
    signs = [line[0] for line in log.read_text().split()]
    assert signs == ["+", "-"] * 3

    both = [
        asyncio.create_task(jobs.run(who, kind, partial(_meet, tmp_path / here, tmp_path / there)))
        for who, kind, here, there in ((ANN, kinds[0], "a", "b"), (BOB, kinds[1], "b", "a"))
    ]
    assert await asyncio.gather(*both) == [True, True]


def _meet(here: Path, there: Path) -> bool:
    """Whether somebody else's job ran at the same time."""
    here.touch()
    while not there.exists():
        time.sleep(0.01)
    return True


async def test_what_is_too_much_is_refused(jobs: Jobs) -> None:
    """The fifth job of a person is refused, and any job when seven wait. Nobody else is refused,
    and afterwards there is room again.
    """
    mine = [asyncio.create_task(jobs.run(ANN, "film", partial(int, n))) for n in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(Engaged):
        await jobs.run(ANN, "record", int)
    others = [asyncio.create_task(jobs.run(BOB, "film", partial(int, n))) for n in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(Full):
        await jobs.run(CAT, "film", int)
    assert await asyncio.gather(*mine, *others) == [0, 1, 2, 3] * 2
    assert await jobs.run(ANN, "film", partial(int, 5)) == 5
    assert jobs.waiting("film") == 0


async def test_who_gives_up_makes_room(jobs: Jobs) -> None:
    """A job that nobody waits for any more is ended, or never begun."""
    begun = asyncio.create_task(jobs.run(ANN, "film", partial(time.sleep, 600), seconds=600))
    behind = asyncio.create_task(jobs.run(ANN, "film", partial(time.sleep, 600), seconds=600))
    await asyncio.sleep(0.05)
    behind.cancel()
    begun.cancel()
    assert await jobs.run(BOB, "film", partial(int, 3)) == 3


async def test_what_takes_too_long_and_what_crashes(jobs: Jobs) -> None:
    """Only the person who asked is told."""
    with pytest.raises(TooLong):
        await jobs.run(ANN, "film", partial(time.sleep, 600), seconds=0.5)
    with pytest.raises(Crashed):
        await jobs.run(ANN, "film", os.abort)
    assert await jobs.run(ANN, "film", partial(int, 3)) == 3
    assert jobs.well


async def test_a_process_that_is_not_needed_ends() -> None:
    """It ends after a while without work. The next job starts another one."""
    jobs = Jobs(idle=0.1)
    process = await jobs.run(ANN, "film", os.getpid)
    await until(lambda: not _alive(process))
    assert await jobs.run(ANN, "film", os.getpid) != process
    await jobs.close()


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_process_that_stands_still_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its job is done by the next process, and this is reported."""
    frozen_only_by_us(monkeypatch)
    told: list[str] = []
    async with in_the_end_closed(Jobs(replaced=told.append)) as jobs:
        process = await jobs.run(ANN, "film", os.getpid)
        stand_still(jobs._workers["film"]._child)
        assert await jobs.run(ANN, "film", os.getpid) != process
        assert told == ["film jobs"]
        assert jobs.well


async def test_where_no_process_can_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are refused, and count as unhealthy until a process lives again, even if nobody asks for
    anything more.
    """
    async with in_the_end_closed(Jobs(idle=0.05)) as jobs:
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", shutil.which("false"))
            with pytest.raises(Crashed):
                await jobs.run(ANN, "film", int)
            assert not jobs.well
        await until(lambda: jobs.well)


async def test_a_slow_one_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows signs of life while it computes without a pause."""
    frozen_only_by_us(monkeypatch)
    told, mark = list[str](), tmp_path / "mark"
    async with in_the_end_closed(Jobs(replaced=told.append)) as jobs:
        process = await jobs.run(ANN, "film", os.getpid)
        work = partial(compute_until, mark)
        slow = asyncio.create_task(jobs.run(ANN, "film", work, seconds=PATIENCE))
        await signs_of_life(lambda: jobs.well)
        mark.touch()
        assert await slow == process
        assert told == []
