"""Searches that people wait for, each of them once."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from bot.context import Bot

T = TypeVar("T")


class Searches(dict[bytes, asyncio.Task[Any]]):
    """What is being searched for people who wait for it, by what they asked."""


async def search(bot: Bot, person: int, work: Callable[..., T], *given: Any) -> T:
    """What a function of plain values gives, searched for somebody who waits for it.

    Whoever asks for the same while it is searched waits for the same search, so that nobody fills
    the queue by pressing a button again and again. Raises what `Jobs.run` does.
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
