"""Analyses of matches: judged position by position in the workers, and kept once they are done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from bot.context import Bot
from bot.processes.jobs import Engaged
from bot.processes.pool import Full as Crowded
from bot.records.shelf import positions
from bot.records.source import log_of
from matches.learning.analysis import keep_analysis, kept_analysis
from matches.model.match import LoggedTurn, Match
from opponents.analysis import Judgement, judge

T = TypeVar("T")

log = logging.getLogger(__name__)


WORTH = 25.0
"""An analysis may cost as much as so many moves of the strongest player: about half a minute."""
LEAST_EFFORT = 0.02
"""The share of the strongest player's effort that the positions of a very long match get."""
PATIENCE = 600.0
"""Seconds after which it is given up, however many others take turns with it."""
MOST = 20
"""How many analyses a process has under way at the same time: they take turns by positions."""
PAUSE = 1.0
"""Seconds before it is asked again where the queue is full."""
KEY_TURNS = 5
LEAST = 0.08
"""A turn that has cost less of the win is not worth a word."""


@dataclass(frozen=True, slots=True)
class Key:
    """A turn that changed much: `loss` is what it cost its side, `better` what was expected. It
    leads from `stop` to the next one.
    """

    stop: int
    turn: LoggedTurn
    loss: float
    better: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """A judgement of the start of a match, and of what each of its turns and events led to."""

    stops: tuple[Judgement, ...]

    def written(self) -> dict[str, Any]:
        """As plain values."""
        stops = [
            {"chances": [round(one, 4) for one in stop.chances], "turns": list(stop.turns)}
            for stop in self.stops
        ]
        return {"stops": stops}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Analysis:
        """The inverse of `written`."""
        return cls(
            tuple(
                Judgement(tuple(stop["chances"]), tuple(stop["turns"])) for stop in stored["stops"]
            )
        )

    def keys(self, match: Match) -> list[Key]:
        """The turns that cost their side most, the most expensive first."""
        found = sorted(self._losses(match), key=lambda key: -key.loss)
        return [key for key in found if key.loss >= LEAST][:KEY_TURNS]

    def _losses(self, match: Match) -> Iterator[Key]:
        sides = match.game.sides(match.setup)
        for stop, entry in enumerate(match.logged):
            expected = self.stops[stop].turns
            if not isinstance(entry, LoggedTurn) or not expected or expected[0] == entry.text:
                continue
            side = next(number for number, seats in enumerate(sides) if entry.seat in seats)
            loss = self.stops[stop].chances[side] - self.stops[stop + 1].chances[side]
            yield Key(stop, entry, loss, expected[0])


@dataclass(eq=False)
class Job:
    """An analysis under way; `watchers` are those who wait for it."""

    total: int
    done: int = 0
    person: int = 0
    """Whose job it is: who has begun it."""
    watchers: set[int] = field(default_factory=set)
    task: asyncio.Task[Analysis] | None = None


class Full(Exception):
    """Too many analyses are under way."""


class Another(Exception):
    """An analysis of another match is under way for this person."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id)
        self.match_id = match_id


class Analyses:
    """The analyses that this process has under way: one for a match, whoever asks for it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._jobs: dict[str, Job] = {}

    async def kept(self, match: Match) -> Analysis | None:
        """What was found of the match before, if that fits it still."""
        stored = await kept_analysis(self._bot.database, match.id)
        found = None if stored is None else Analysis.read(stored)
        return found if found and len(found.stops) == len(match.logged) + 1 else None

    def begin(self, match: Match, watcher: int) -> Job:
        """The analysis of the match, begun unless it is under way. Raises Another, Full."""
        job = self._jobs.get(match.id)
        if job is None:
            for other, one in self._jobs.items():
                if one.person == watcher:
                    raise Another(other)
            if len(self._jobs) >= MOST:
                raise Full
            job = self._jobs[match.id] = Job(len(match.logged) + 1, person=watcher)
            job.task = asyncio.create_task(self._run(match, job), name=f"analysis-{match.id}")
            job.task.add_done_callback(lambda _: self._jobs.pop(match.id, None))
        job.watchers.add(watcher)
        return job

    def leave(self, match_id: str, watcher: int) -> bool:
        """Somebody does not wait any more; the last one ends it. Whether they had waited."""
        job = self._jobs.get(match_id)
        if job is None or watcher not in job.watchers:
            return False
        job.watchers.discard(watcher)
        if not job.watchers and job.task is not None:
            job.task.cancel()
        return True

    def close(self) -> None:
        """Ends all of them."""
        for job in list(self._jobs.values()):
            if job.task is not None:
                job.task.cancel()

    async def _run(self, match: Match, job: Job) -> Analysis:
        async with asyncio.timeout(PATIENCE):
            key, effort = match.game.info.key, min(1.0, max(LEAST_EFFORT, WORTH / job.total))
            effort *= min(1.0, self._bot.settings.computer_effort)
            stops: list[Judgement] = []
            for position in await self._ask(job, partial(positions, log_of(match))):
                task = partial(judge, key, match.setup, position, effort)
                stops.append(await self._ask(job, task))
                job.done += 1
        found = Analysis(tuple(stops))
        await keep_analysis(self._bot.database, match.id, found.written())
        log.info("match=%s analysed: %d positions", match.id, job.total)
        return found

    async def _ask(self, job: Job, work: Callable[[], T]) -> T:
        """What the work gives; it waits where that person asks for other things meanwhile, too."""
        while True:
            try:
                return await self._bot.jobs.run(job.person, "search", work)
            except (Engaged, Crowded):
                await asyncio.sleep(PAUSE)
