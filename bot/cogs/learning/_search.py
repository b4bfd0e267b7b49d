"""Searches that people wait for. Equal searches are run once."""

from __future__ import annotations

import asyncio
import logging
import math
import pickle
import secrets
import time
from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import blake2b
from typing import Any, TypeVar

from bot.context import Bot
from bot.processes.jobs import Engaged
from bot.thinkers import judgements
from games.protocol import Setup
from matches.model.ids import PlayerId
from opponents.analysis import Judgement, judge

T = TypeVar("T")

log = logging.getLogger(__name__)


AGAIN = 60.0
"""Seconds for which this process searches itself after no thinker has answered."""


class Searches:
    """The searches under way in this process, by what was asked, and who waits for a thinker."""

    def __init__(self) -> None:
        self.running: dict[bytes, asyncio.Task[Any]] = {}
        self.people = set[PlayerId]()
        self._alone_until = -math.inf
        self._key = secrets.token_bytes(16)

    async def by_thinker(
        self, bot: Bot, person: PlayerId, task: partial[Judgement]
    ) -> Judgement | None:
        """What a thinker finds, if this process leaves searches to thinkers and one is there.
        Raises Unavailable.
        """
        if not leaves_to_thinkers(bot) or time.monotonic() < self._alone_until:
            return None
        asker = blake2b(str(person).encode(), digest_size=8, key=self._key).hexdigest()
        found = await judgements.handed_over(bot.database, *task.args, asker=asker)
        if found is None:
            self._alone_until = time.monotonic() + AGAIN
            log.warning("no thinker answers: searches are done here for %g s", AGAIN)
        return found


async def search(bot: Bot, person: PlayerId, work: Callable[..., T], *given: Any) -> T:
    """The result of a function of plain values, computed as a job of this person.

    Equal requests share one search, so pressing a button again and again doesn't fill the queue.
    Raises as `Jobs.run`.
    """
    task = partial(work, *given)
    return await _shared(bot, task, partial(bot.jobs.run, person, "search", task))


async def judged(bot: Bot, person: PlayerId, game: str, setup: Setup, position: str) -> Judgement:
    """The same for `judge`. If this process leaves searches to thinkers, one of them is asked, and
    only if none answers it searches itself.
    """
    task = partial(judge, game, setup, position)
    return await _shared(bot, task, partial(_judged, bot, person, task))


async def _judged(bot: Bot, person: PlayerId, task: partial[Judgement]) -> Judgement:
    searches = bot.service(Searches)
    if person in searches.people:
        raise Engaged
    searches.people.add(person)
    try:
        found = await searches.by_thinker(bot, person, task)
    finally:
        searches.people.discard(person)
    return await bot.jobs.run(person, "search", task) if found is None else found


def leaves_to_thinkers(bot: Bot) -> bool:
    """Whether this process searches only if no thinker does."""
    return bot.settings.role == "gateway"


async def _shared(bot: Bot, task: partial[T], run: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What is running already for the same task, or else runs now."""
    key, running = pickle.dumps(task), bot.service(Searches).running
    if key not in running:
        running[key] = asyncio.create_task(run(), name="search")
        running[key].add_done_callback(lambda _: running.pop(key))
    found: T = await asyncio.shield(running[key])
    return found
