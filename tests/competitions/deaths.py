"""Processes that are killed from outside, at moments counted in their own steps.

Each process reports every step: a statement or a commit on its database, or a number of calls while
its child pairs a round. The killer counts these steps. So the moments don't depend on how fast the
machine is; only where within a step the process is hit is left to chance.
"""

from __future__ import annotations

import asyncio
import os
import signal
import struct
import sys
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from sqlalchemy import event

from bot.processes.jobs import SECONDS, JobKind, Jobs
from storage.database import Database

T = TypeVar("T")

Victim: TypeAlias = Literal["keeper", "player", "pairing", "child"]
"""Who dies: a process that does upkeep and announces news · one that does what people do · one
whose child is pairing a round · that child.
"""

CALLS = 2_000
"""How many calls and returns make a step of pairing: a round of 17 has about a dozen steps."""
_KINDS: Mapping[Victim, bytes] = {"keeper": b"k", "player": b"p", "pairing": b"c", "child": b"c"}
"""The kind of steps after which each victim dies."""
_STEP = struct.Struct("!cII")
"""The kind of a step, and the processes that it belongs to and that took it. Short enough for a
pipe to take it at once.
"""


@dataclass(frozen=True)
class Death:
    """Who dies, and after how many of their steps. A child may die several `times`, each time after
    another child has replaced it.
    """

    victim: Victim
    after: int
    times: int = 1


@dataclass
class Life:
    """What a process has, and what it is `doing`, which decides what kind of victim it is now."""

    db: Database
    jobs: Jobs
    doing: Literal["keeper", "player"] = "keeper"


Work: TypeAlias = Callable[[Life], Awaitable[None]]


def deaths(
    url: str,
    now: Callable[[], Any],
    folder: Path,
    works: Sequence[tuple[Work, Death | None]],
) -> Counter[Victim]:
    """Runs these works in processes at the same time, and returns how many of each kind of victim
    were killed. By then all processes have ended, including the children of those that were killed.
    """
    steps = folder / "steps"
    with suppress(FileExistsError):
        os.mkfifo(steps)
    heard = os.open(steps, os.O_RDONLY | os.O_NONBLOCK)
    told = os.open(steps, os.O_WRONLY)
    os.set_blocking(heard, True)
    mortal: dict[int, Death | None] = {}
    for work, death in works:
        pid = os.fork()
        if not pid:
            _be_born(Database.connect(url, now=now), work, told, steps)
        mortal[pid] = death
    os.close(told)
    died = _killed(heard, mortal)
    os.close(heard)
    for pid in mortal:
        _, status = os.waitpid(pid, 0)
        assert status in (0, signal.SIGKILL), "it died by itself"
    return died


def _killed(heard: int, mortal: dict[int, Death | None]) -> Counter[Victim]:
    """Kills each process at its step. Returns how many were killed, once nobody takes steps any
    more.
    """
    taken, died = Counter[tuple[int, bytes]](), Counter[Victim]()
    while step := os.read(heard, _STEP.size):
        kind, pid, by = _STEP.unpack(step)
        taken[pid, kind] += 1
        death = mortal[pid]
        if death is None or _KINDS[death.victim] != kind or taken[pid, kind] < death.after:
            continue
        os.kill(by if death.victim == "child" else pid, signal.SIGKILL)
        taken[pid, kind], died[death.victim] = 0, died[death.victim] + 1
        mortal[pid] = replace(death, times=death.times - 1) if death.times > 1 else None
    return died


def _be_born(db: Database, work: Work, told: int, steps: Path) -> None:
    """The life of the new process, which ends with it."""
    status = 1
    try:
        asyncio.run(_live(db, work, told, steps))
        status = 0
    except Exception:  # noqa: BLE001 – Whoever has it killed is told by the status.
        traceback.print_exc()
    finally:
        os._exit(status)


async def _live(db: Database, work: Work, told: int, steps: Path) -> None:
    own, life = os.getpid(), Life(db, _Jobs(steps))

    def step(*_: Any) -> None:
        os.write(told, _STEP.pack(_KINDS[life.doing], own, own))

    for moment in ("before_cursor_execute", "commit"):
        event.listen(db.engine, moment, step)
    await work(life)
    await life.jobs.close()
    await db.close()


class _Jobs(Jobs):
    """The bot's jobs, whose processes report their steps."""

    def __init__(self, steps: Path) -> None:
        super().__init__()
        self._steps = steps

    async def run(
        self, person: int, kind: JobKind, work: Callable[[], T], *, seconds: float = SECONDS
    ) -> T:
        """Runs a job step by step."""
        stepwise = partial(_stepwise, self._steps, os.getpid(), work)
        return await super().run(person, kind, stepwise, seconds=seconds)


def _stepwise(steps: Path, parent: int, work: Callable[[], T]) -> T:
    """Runs in the child."""
    told, own, calls = os.open(steps, os.O_WRONLY), os.getpid(), 0

    def call(*_: Any) -> None:
        nonlocal calls
        calls += 1
        if calls % CALLS == 0:
            os.write(told, _STEP.pack(_KINDS["child"], parent, own))

    sys.setprofile(call)
    try:
        return work()
    finally:
        sys.setprofile(None)
        os.close(told)
