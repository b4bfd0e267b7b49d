"""A process that only thinks: it answers the calls of computer players, and judges positions for
hints and analyses. Besides, it looks for puzzles in matches that were played.

It has neither token nor gateway. Any number of them take calls from one database, on any machine.
What they play is shown by the processes that speak with Discord.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack

from bot.app import health
from bot.config.database import existing
from bot.config.settings import Settings
from bot.observability.metrics import Metrics
from bot.observability.pulse import Pulse
from bot.processes.pool import Workers
from bot.thinkers.computer_players import ComputerPlayers
from bot.thinkers.judgements import Judgements
from bot.thinkers.puzzle_searches import PuzzleSearches
from storage.database import PATIENCE as DATABASE_PATIENCE
from storage.database import Database

log = logging.getLogger(__name__)


async def think(settings: Settings, stop: asyncio.Event) -> None:
    """Answers calls until it is told to stop. Searches under way are left to others.

    Raises CantStart, also if the database isn't up to date: the processes that speak with Discord
    migrate it.
    """
    database = await existing(settings, patience=DATABASE_PATIENCE)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.close)
        thinker = Thinker(settings, database)
        await stack.enter_async_context(health.served(thinker.watched, settings))
        log.info("thinking, with %d workers", settings.computer_workers)
        await thinker.run(stop)


class Thinker:
    """The players, judgements and searches for puzzles, their workers, and their metrics."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._pulse = Pulse()
        self._metrics = Metrics(self._queues, self._pulse)
        self._database = database
        self._workers = Workers(
            settings.computer_workers,
            memory=settings.computer_memory,
            replaced=self._metrics.replaced,
        )
        self._players = ComputerPlayers(
            settings, database, self._workers, self._metrics, beat=self._pulse.beat
        )
        self._judgements = Judgements(database, self._workers)
        self._puzzles = PuzzleSearches(settings, database, self._metrics)

    async def run(self, stop: asyncio.Event) -> None:
        """Answers calls and questions, and looks for puzzles, until it is told to stop."""
        self._players.rounds.start()
        self._judgements.rounds.start()
        self._puzzles.rounds.start()
        await stop.wait()
        log.info("stopping")
        await self._players.close()
        await self._judgements.close()
        await self._puzzles.close()
        await self._workers.close()

    @property
    def watched(self) -> health.Watched:
        """The process, as its health is asked for."""
        return health.Watched(self._database, self._metrics, self._parts)

    def _parts(self) -> dict[str, str]:
        unwell = [] if self._workers.well else ["searches"]
        calls = "failing" if health.is_late(self._pulse) else health.WELL["calls"]
        return {"calls": calls, "processes": health.processes(unwell)}

    def _queues(self) -> dict[str, int]:
        return {"searches": self._workers.waiting, **self._database.waiting}
