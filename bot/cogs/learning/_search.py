"""Searches that people wait for. Equal searches are run once."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from bot.context import Bot

T = TypeVar("T")


class Searches(dict[bytes, asyncio.Task[Any]]):
    """The searches under way, by what was asked."""


async def search(bot: Bot, person: int, work: Callable[..., T], *given: Any) -> T:
    """The result of a function of plain values, computed as a job of this person.

    Equal requests share one search, so pressing a button again and again doesn't fill the queue.
    Raises as `Jobs.run`.
    """
    task = partial(work, *given)
    key = pickle.dumps(task)
    searches = bot.service(Searches)
    running = searches.get(key)
    if running is None:
        run = bot.jobs.run(person, "search", task)
        running = searches[key] = asyncio.create_task(run, name="search")
        running.add_done_callback(lambda _: searches.pop(key))
    found: T = await asyncio.shield(running)
    return found
