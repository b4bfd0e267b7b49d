"""Analyses of matches: computed position by position, as jobs, and stored once done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from bot.cogs.learning._search import Searches, leaves_to_thinkers
from bot.context import Bot
from bot.processes.jobs import Engaged
from bot.processes.jobs import Full as Crowded
from bot.records.shelf import positions
from bot.records.source import log_of
from matches.learning.analysis import keep_analysis, kept_analysis
from matches.model.ids import MatchId, PlayerId
from matches.model.match import LoggedTurn, Match
from opponents.analysis import Judgement, judge

T = TypeVar("T")

log = logging.getLogger(__name__)


WORTH = 25.0
"""An analysis may cost as much as this many moves of the strongest player: about half a minute."""
LEAST_EFFORT = 0.02
"""The least share of the strongest player's effort for a position, in a very long match."""
PATIENCE = 600.0
"""Seconds after which an analysis is given up, even if it had to share its process."""
MOST = 20
"""How many analyses may be under way in this process. They take turns, position by position."""
AHEAD = 4
"""How many positions of an analysis thinkers are asked about at a time."""
PAUSE = 1.0
"""Seconds before the next attempt if the queue is full."""
KEY_TURNS = 5
LEAST = 0.08
"""A turn that lost less of the chance to win is not mentioned."""


@dataclass(frozen=True, slots=True)
class Key:
    """A turn that changed much, leading from `stop` to the next one: `loss` is what it cost its
    side, `better` is what was expected.
    """

    stop: int
    turn: LoggedTurn
    loss: float
    better: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """The judged positions of a match: its start, and after each turn and event."""

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
        """The turns that cost their side the most, the most costly first."""
        return sorted(self._losses(match), key=lambda key: -key.loss)[:KEY_TURNS]

    def loss(self, match: Match, stop: int) -> Key | None:
        """What the turn after this stop gave away, if it is worth a mention."""
        return next((key for key in self._losses(match) if key.stop == stop), None)

    def _losses(self, match: Match) -> Iterator[Key]:
        sides = match.game.sides(match.setup)
        for stop, entry in enumerate(match.logged):
            expected = self.stops[stop].turns
            if not isinstance(entry, LoggedTurn) or not expected or expected[0] == entry.text:
                continue
            side = next(number for number, seats in enumerate(sides) if entry.seat in seats)
            loss = self.stops[stop].chances[side] - self.stops[stop + 1].chances[side]
            if loss >= LEAST:
                yield Key(stop, entry, loss, expected[0])


@dataclass(eq=False)
class Job:
    """An analysis under way. `watchers` wait for it."""

    total: int
    person: PlayerId
    """The user who began it, and is charged with the job."""
    done: int = 0
    watchers: set[PlayerId] = field(default_factory=set)
    task: asyncio.Task[Analysis] | None = None


class Full(Exception):
    """Too many analyses are under way."""


class Another(Exception):
    """An analysis of another match is under way for this person."""

    def __init__(self, match_id: MatchId) -> None:
        super().__init__(match_id)
        self.match_id = match_id


class Analyses:
    """The analyses under way in this process: one for each match, shared by all who ask."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._jobs: dict[MatchId, Job] = {}

    async def kept(self, match: Match) -> Analysis | None:
        """The stored analysis of the match, if it still fits."""
        stored = await kept_analysis(self._bot.database, match.id)
        found = None if stored is None else Analysis.read(stored)
        return found if found and len(found.stops) == len(match.logged) + 1 else None

    def begin(self, match: Match, watcher: PlayerId) -> Job:
        """Joins the analysis of the match, or begins one. Raises Another, Full."""
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

    def leave(self, match_id: MatchId, watcher: PlayerId) -> bool:
        """Notes that a person stops waiting; the analysis ends with the last one. Otherwise it
        continues as if one of those still waiting had begun it. Returns whether the person was
        waiting.
        """
        job = self._jobs.get(match_id)
        if job is None or watcher not in job.watchers:
            return False
        job.watchers.discard(watcher)
        if not job.watchers and job.task is not None:
            job.task.cancel()
        elif job.watchers and job.person == watcher:
            job.person = min(job.watchers)
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
            turns = asyncio.Semaphore(AHEAD if leaves_to_thinkers(self._bot) else 1)
            tasks = [
                asyncio.create_task(
                    self._judged(job, turns, partial(judge, key, match.setup, position, effort))
                )
                for position in await self._ask(job, partial(positions, log_of(match)))
            ]
            try:
                found = Analysis(tuple(await asyncio.gather(*tasks)))
            finally:
                for task in tasks:
                    task.cancel()
        await keep_analysis(self._bot.database, match.id, found.written())
        log.info("match=%s analysed: %d positions", match.id, job.total)
        return found

    async def _judged(
        self, job: Job, turns: asyncio.Semaphore, task: partial[Judgement]
    ) -> Judgement:
        async with turns:
            found = await self._bot.service(Searches).by_thinker(self._bot, job.person, task)
            if found is None:
                found = await self._ask(job, task)
            job.done += 1
            return found

    async def _ask(self, job: Job, work: Callable[[], T]) -> T:
        """The result of the work. Waits while the person's queue is full of other jobs."""
        while True:
            try:
                return await self._bot.jobs.run(job.person, "search", work)
            except (Engaged, Crowded):
                await asyncio.sleep(PAUSE)
