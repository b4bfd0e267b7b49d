"""Searches matches that were played here for puzzles, if all people in them agree.

Nobody waits for that. So one match at a time is searched, in a process of its own that gives way to
all others; people take turns, as with calls of computer players.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Iterable
from functools import partial
from itertools import count
from typing import Any

from bot.config.settings import Settings
from bot.observability.metrics import Metrics
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.processes.fair_queue import Turns
from bot.processes.pool import Worker
from matches.archive.records import log_of
from matches.learning import match_puzzles
from matches.model.errors import Unavailable
from matches.model.ids import MatchId
from matches.model.match import Match
from opponents.puzzles import Puzzle
from opponents.puzzles.collector import of_match
from storage.database import Database

log = logging.getLogger(__name__)

POLL = 5.0
"""Seconds between two looks for matches."""
NICE = 19
"""The niceness of the process: it gives way to all others."""
LONGEST = 120.0
"""Seconds of processor time that the search of a match may take."""


class PuzzleSearches:
    """Searches what waits, one match after the other."""

    def __init__(self, settings: Settings, database: Database, metrics: Metrics) -> None:
        self._database = database
        self._worker = Worker("puzzle searches", settings.computer_memory, NICE, metrics.replaced)
        self._turns = Turns()
        self._numbers = count()
        self._order: dict[MatchId, tuple[int, int]] = {}
        """The turn and the number of each match that waits."""
        self._taking: asyncio.Task[Match | None] | None = None
        """What takes the match under way, or has taken it."""
        trouble = Trouble(log, "matches can't be searched for puzzles")
        self.rounds = Poller("puzzle-searches", self._round, POLL, trouble=trouble)

    async def close(self) -> None:
        """Stops, and leaves the match under way to other processes."""
        self.rounds.stop()
        await self._worker.end()
        try:
            if self._taking is not None and (match := await self._taking) is not None:
                await match_puzzles.give_back(self._database, match.id)
        except Unavailable as error:  # Then it is free when the lease is over.
            log.warning("a match is left: %s", error)

    async def _round(self) -> None:
        """Searches until nothing waits."""
        try:
            while (chosen := await self._next()) is not None:
                self._taking = asyncio.create_task(match_puzzles.take(self._database, chosen))
                match = await asyncio.shield(
                    self._taking
                )  # Whoever stops gives back what is taken.
                if match is not None:
                    await self._search(match)
                self._taking = None
        except Exception:
            self._taking = None  # It is free when the lease is over.
            raise
        finally:
            await self._worker.end()

    async def _next(self) -> MatchId | None:
        """The match whose turn it is."""
        known, self._order = self._order, {}
        for one in await match_puzzles.waiting(self._database):
            place = known.get(one.id) or (self._turns.draw(one.people), next(self._numbers))
            self._order[one.id] = place
        chosen = min(self._order, key=self._order.__getitem__, default=None)
        if chosen is not None:
            self._turns.begun(self._order[chosen][0])
        return chosen

    async def _search(self, match: Match) -> None:
        """Searches a match, and stores what is found. One that can't be searched has no puzzles."""
        key, texts = match.game.info.key, list[str]()
        try:
            texts = await self._found(partial(of_match, key, match.setup, log_of(match)))
        except Exception:
            log.exception("match=%s can't be searched for puzzles", match.id)
        await match_puzzles.keep(self._database, match, _by_key(key, texts))
        log.info("match=%s searched: %d puzzles", match.id, len(texts))

    async def _found(self, task: partial[list[str]]) -> list[str]:
        result: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        await self._worker.carry_out(pickle.dumps(task), LONGEST, result)
        found: list[str] = await result
        return found


def _by_key(game: str, texts: Iterable[str]) -> dict[str, str]:
    return {Puzzle.read(game, text).key: text for text in texts}
