"""Searches that people wait for, each of them once."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from bot.client import Dreierlei

T = TypeVar("T")
Searches: TypeAlias = "dict[bytes, asyncio.Task[Any]]"
"""What is being searched for people who wait for it, by what they asked."""


async def search(bot: Dreierlei, person: int, work: Callable[..., T], *given: Any) -> T:
    """What a function of plain values gives, searched for somebody who waits for it.

    Whoever asks for the same while it is searched waits for the same search, so that nobody fills
    the queue by pressing a button again and again. Raises what `Jobs.run` does.
    """
    task = partial(work, *given)
    key = pickle.dumps(task)
    running = bot.searches.get(key)
    if running is None:
        run = bot.jobs.run(person, "search", task)
        running = bot.searches[key] = asyncio.create_task(run, name="search")
        running.add_done_callback(lambda _: bot.searches.pop(key))
    found: T = await asyncio.shield(running)
    return found
