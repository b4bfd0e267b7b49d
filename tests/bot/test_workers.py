"""Worker processes: they return results, have low priority, and survive whatever a search does."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.processes import child, pool
from bot.processes.child import Child
from bot.processes.pool import NICE, Crashed, TooLong, Workers
from tests import PATIENCE
from tests.support.conditions import until
from tests.support.standing_still import (
    compute_until,
    frozen_only_by_us,
    in_the_end_closed,
    signs_of_life,
    stand_still,
)

pytestmark = pytest.mark.untraced


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    """One worker."""
    made = Workers(1, memory=512)
    yield made
    await made.close()


async def test_what_a_task_returns_and_raises(workers: Workers) -> None:
    """A result is returned, and so is an error. Both come from another process with low
    priority.
    """
    assert await workers.run(partial(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await workers.run(partial(divmod, 7, 0))
    assert await workers.run(os.getpid) not in (os.getpid(), None)
    assert await workers.run(partial(os.nice, 0)) == os.nice(0) + NICE


async def test_a_crash(workers: Workers, tmp_path: Path) -> None:
    """A task whose process dies is repeated in a new one. If that dies, too, an error is raised,
    and the next task is not affected.
    """
    mark = tmp_path / "was-here"
    assert await workers.run(partial(_die_once, mark)) == "alive"
    with pytest.raises(Crashed):
        await workers.run(os.abort)
    assert await workers.run(partial(max, 1, 2)) == 2


def _die_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os.abort()
    return "alive"


async def test_killed_in_the_middle(workers: Workers, tmp_path: Path) -> None:
    """A search whose process is killed is repeated exactly once. Queued ones are not lost, and none
    is done twice.
    """
    log = tmp_path / "log"
    search = asyncio.create_task(workers.run(partial(_slow_once, log)))
    others = [asyncio.create_task(workers.run(partial(_note, log, name))) for name in "ab"]
    await until(lambda: _noted(log))
    os.kill(int(log.read_text()), signal.SIGKILL)
    again = await search
    await asyncio.gather(*others)
    first, *rest = log.read_text().split()
    assert int(first) != again
    assert rest == [str(again), "a", "b"]


def _slow_once(log: Path) -> int:
    again = log.exists()
    _note(log, str(os.getpid()))
    if not again:
        time.sleep(600)
    return os.getpid()


async def test_one_that_stands_still_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is idle or at work, its search is begun again once by the next process, and others
    go on. This is reported, and meanwhile the workers count as unhealthy.
    """
    frozen_only_by_us(monkeypatch)
    told, log = list[str](), tmp_path / "log"
    async with in_the_end_closed(Workers(1, replaced=told.append)) as workers:
        (worker,) = workers._workers
        for busy in (False, True):
            process = await workers.run(os.getpid)
            if not busy:
                stand_still(worker._child)
                assert workers.well  # There is nothing to do.
            task = partial(_slow_once, log) if busy else os.getpid
            search = asyncio.create_task(workers.run(task, seconds=PATIENCE))
            behind = asyncio.create_task(workers.run(os.getpid))
            if busy:
                await until(lambda: _noted(log))
                stand_still(worker._child)
            await until(lambda: not workers.well)
            again = await search
            assert again != process
            assert await behind == again
            assert workers.well
        assert told == ["searches"] * 2


async def test_where_no_process_can_live(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Callers are refused, and the workers count as unhealthy until a process lives again. The log
    has a line for either.
    """
    caplog.set_level(logging.INFO, pool.__name__)
    monkeypatch.setattr(pool, "AGAIN", 0.05)
    async with in_the_end_closed(Workers(1)) as workers:
        with monkeypatch.context() as broken:
            broken.setattr(sys, "executable", shutil.which("false"))
            for _ in range(2):
                with pytest.raises(Crashed):
                    await workers.run(int)
                assert not _well(workers)
        await until(lambda: workers.well)  # Though nobody asks for anything.
        assert await workers.run(partial(int, 7)) == 7
    replaced, again = (one.getMessage() for one in caplog.records if one.name == pool.__name__)
    assert replaced.startswith("process=searches is replaced: ")
    assert again == "process=searches works again"


async def test_trials_are_rare_and_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where every process hangs as it starts, two are tried after a task and after each pause, each
    once the one before has ended. During a pause there is none.
    """
    hangs = tmp_path / "hangs"
    hangs.write_text("#!/bin/sh\nexec sleep 3600\n")
    hangs.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(hangs))
    for room, name, value in ((pool, "SILENCE", 1), (child, "STARTING", 1), (child, "LOOK", 0.01)):
        monkeypatch.setattr(room, name, value)
    started, begin = list[Process](), Child.start

    async def noted(memory: int, nice: int, silence: int) -> Child:
        assert all(one.returncode is not None for one in started)
        new = await begin(memory, nice, silence)
        started.append(new.process)
        return new

    monkeypatch.setattr(Child, "start", noted)
    async with in_the_end_closed(Workers(1)) as workers:
        with pytest.raises(Crashed):
            await workers.run(int)
        await until(lambda: len(started) == 4 and started[-1].returncode is not None)
        for _ in range(5):  # In this time, others would have been tried.
            process = await asyncio.create_subprocess_exec("true")
            await process.wait()
        assert len(started) == 4
        monkeypatch.setattr(pool, "AGAIN", 0.01)
        with pytest.raises(Crashed):
            await workers.run(int)
        await until(lambda: len(started) > 12)
    assert all(one.returncode is not None for one in started)


async def test_one_that_is_slow_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows signs of life while it computes without a pause."""
    frozen_only_by_us(monkeypatch)
    told, mark = list[str](), tmp_path / "mark"
    async with in_the_end_closed(Workers(1, replaced=told.append)) as workers:
        process = await workers.run(os.getpid)
        slow = asyncio.create_task(workers.run(partial(compute_until, mark), seconds=PATIENCE))
        await signs_of_life(lambda: workers.well)
        mark.touch()
        assert await slow == process
        assert told == []


def _well(workers: Workers) -> bool:
    return workers.well


async def test_a_busy_machine_is_no_reason(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Waiting for the processor does not count as taking too long; using it does."""
    monkeypatch.setattr(pool, "BUSY", 1000)
    await workers.run(partial(time.sleep, 1.5), seconds=0.5)
    with pytest.raises(TooLong):
        await workers.run(partial(compute_until, tmp_path / "never"), seconds=0.5)


async def test_limits_of_time_and_memory(workers: Workers) -> None:
    """A task over the time limit is ended, one over the memory limit fails, and the next task
    works.
    """
    with pytest.raises(TooLong):
        await workers.run(partial(time.sleep, 600), seconds=0.5)
    with pytest.raises(MemoryError):
        await workers.run(partial(bytearray, 1 << 30))
    assert await workers.run(partial(max, 1, 2)) == 2


async def test_cancelled(workers: Workers) -> None:
    """A search that nobody waits for any more is ended, or never begun."""
    running = asyncio.create_task(workers.run(partial(time.sleep, 600), seconds=600))
    waiting = asyncio.create_task(workers.run(partial(time.sleep, 600), seconds=600))
    await asyncio.sleep(0)
    waiting.cancel()
    running.cancel()
    assert await workers.run(partial(max, 1, 2)) == 2


async def test_closed_while_a_process_is_being_ended(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is waited for all the same, so that none is left behind."""
    running = asyncio.create_task(workers.run(partial(time.sleep, 600), seconds=600))
    (worker,) = workers._workers
    await until(lambda: worker._child is not None)
    child = worker._child
    assert child is not None
    killed, kill = asyncio.Event(), child.process.kill

    def heard() -> None:
        killed.set()
        kill()

    monkeypatch.setattr(child.process, "kill", heard)
    running.cancel()
    await killed.wait()
    await workers.close()
    assert child.process.returncode is not None


async def test_urgent_ones_first(workers: Workers, tmp_path: Path) -> None:
    """Urgent tasks overtake queued ones."""
    log = tmp_path / "log"
    tasks = [
        asyncio.create_task(workers.run(partial(_note, log, name), urgent=name == "urgent"))
        for name in ("first", "second", "third", "urgent")
    ]
    await asyncio.gather(*tasks)
    assert log.read_text().split() == ["urgent", "first", "second", "third"]


async def test_urgent_ones_overtake_those_that_wait(tmp_path: Path) -> None:
    """However long the present task takes."""
    log, go, many = tmp_path / "log", tmp_path / "go", [f"a{number}" for number in range(10)]
    wait = partial(_note_and_wait, log, many[0], go)
    async with in_the_end_closed(Workers(1)) as workers:
        asked = [asyncio.create_task(workers.run(wait))]
        asked += [asyncio.create_task(workers.run(partial(_note, log, name))) for name in many[1:]]
        await until(lambda: _noted(log))
        for name, urgent in (("b", False), ("a-live", True)):
            run = workers.run(partial(_note, log, name), urgent=urgent)
            asked.append(asyncio.create_task(run))
        await asyncio.sleep(0)
        go.touch()
        await asyncio.gather(*asked)
    assert log.read_text().split() == ["a0", "a-live", *many[1:], "b"]


def _note_and_wait(log: Path, name: str, go: Path) -> None:
    _note(log, name)
    while not go.exists():
        time.sleep(0.01)


def _noted(log: Path) -> bool:
    """Whether something was noted, in full."""
    return log.exists() and log.read_text().endswith("\n")


def _note(log: Path, name: str) -> None:
    with log.open("a") as file:
        file.write(f"{name}\n")
