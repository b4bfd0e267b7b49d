"""Judgements of positions that people wait for, such as for hints: handed over to thinkers.

A process that leaves searches to thinkers asks, and looks for the answer a few times a second. If
none takes the question, or none can answer it, that process has to search itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from typing import Any

from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.processes.pool import Workers
from games.protocol import Setup
from matches.installation import searches
from matches.installation.searches import Asked
from matches.model.errors import Unavailable
from opponents.analysis import Judgement, judge
from storage.database import Database

log = logging.getLogger(__name__)

LOOK = 0.25
"""Seconds between two looks for an answer, and for questions."""
PATIENCE = 3.0
"""Seconds after which a question is taken back if nobody is at it, nor at any other."""
LONGEST = 30.0
"""Seconds of processor time that a judgement may take."""
_HOLD = searches.LEASE.total_seconds() / 3


async def handed_over(
    database: Database, game: str, setup: Setup, position: str, effort: float = 1.0, *, asker: str
) -> Judgement | None:
    """The same as `opponents.analysis.judge`, by a thinker; None if none is there, or if it
    couldn't. Askers take turns. Raises Unavailable.
    """
    question = {"asker": asker, "game": game, "position": position, "effort": effort}
    id_ = await searches.ask(database, question | {"setup": asdict(setup)})
    try:
        found = await _answer(database, id_)
    finally:
        await asyncio.shield(searches.withdraw(database, id_))
    if not found:
        return None
    return Judgement(tuple(found["chances"]), tuple(found["turns"]))


async def _answer(database: Database, id_: str) -> Any:
    """The answer to a question. None once nobody has been at any question for some time: thinkers
    that are busy will come to it.
    """
    left = time.monotonic()
    while time.monotonic() - left < PATIENCE:
        await asyncio.sleep(LOOK)
        state = await searches.state(database, id_)
        if state.answer is not None:
            return state.answer
        if state.held or state.others_held:
            left = time.monotonic()
    return None


class Judgements:
    """Answers the questions of other processes, as many at a time as there are `workers`."""

    def __init__(self, database: Database, workers: Workers) -> None:
        self._database, self._workers = database, workers
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._held = 0.0
        trouble = Trouble(log, "questions can't be read")
        self.rounds = Poller("judgements", self._round, LOOK, trouble=trouble)

    async def close(self) -> None:
        """Stops taking questions, and leaves those under way to other processes."""
        self.rounds.stop()
        left = {**self._busy}
        for task in left.values():
            task.cancel()
        await asyncio.gather(*left.values(), return_exceptions=True)
        try:
            await searches.hold(self._database, [*left], timedelta())
        except Unavailable as error:  # Then they are free when the lease is over.
            log.warning("questions=%s are left: %s", [*left], error)

    async def _round(self) -> None:
        if self._busy and time.monotonic() - self._held > _HOLD:
            self._held = time.monotonic()
            await searches.hold(self._database, [*self._busy])
        free = self._workers.number - len(self._busy)
        if free > 0:
            for asked in await searches.take(self._database, free):
                task = asyncio.create_task(self._search(asked), name=f"judgement-{asked.id}")
                self._busy[asked.id] = task
                task.add_done_callback(partial(self._over, asked.id))

    def _over(self, id_: str, _: asyncio.Task[None]) -> None:
        del self._busy[id_]
        self.rounds.wake()

    async def _search(self, asked: Asked) -> None:
        """Searches before all calls, since a person is waiting. What fails is answered by nothing:
        whoever has asked then searches, and tells the person what is wrong.
        """
        given: dict[str, Any] = asked.question
        task = partial(
            judge, given["game"], Setup(**given["setup"]), given["position"], given["effort"]
        )
        found: dict[str, Any] = {}
        try:
            found = asdict(await self._workers.run(task, urgent=True, seconds=LONGEST))
        except Exception:
            log.exception("question=%s", asked.id)
        try:
            await searches.answer(self._database, asked.id, found)
            log.info("question=%s answered", asked.id)
        except Unavailable as error:
            log.warning("question=%s can't be answered: %s", asked.id, error)
