"""Asking the workers, whose troubles become sentences."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from bot.errors import Refused
from bot.workers import Crashed, Full, TooLong
from games.words import N_

if TYPE_CHECKING:
    from bot.client import Dreierlei

T = TypeVar("T")
Searches: TypeAlias = "dict[bytes, asyncio.Task[Any]]"
"""What is being searched for people who wait for it, by what they asked."""

BUSY = N_("I have too much to think about just now. Please try again in a minute.")
TOO_HARD = N_("I have thought about this in vain. Please try again in a minute.")


async def search(bot: Dreierlei, work: Callable[..., T], *given: Any) -> T:
    """What a function of plain values gives, run in a worker for somebody who waits for it.

    Whoever asks for the same while it is searched waits for the same search, so that nobody fills
    the queue by pressing a button again and again. Raises Refused where too many wait, or where the
    search comes to nothing.
    """
    task = partial(work, *given)
    key = pickle.dumps(task)
    running = bot.searches.get(key)
    if running is None:
        running = bot.searches[key] = asyncio.create_task(bot.workers.run(task, urgent=True))
        running.add_done_callback(lambda _: bot.searches.pop(key))
    try:
        found: T = await asyncio.shield(running)
    except Full:
        raise Refused(BUSY) from None
    except (TooLong, Crashed):
        raise Refused(TOO_HARD) from None
    return found
