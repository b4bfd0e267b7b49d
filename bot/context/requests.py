"""The requests that the bot makes to Discord: their kinds, which of them spend the budget, and that
each is carried through.

Discord allows all processes of a bot together 50 requests a second. Answers to interactions are
exempt: the callback, follow-ups, and edits of either. All code that has to distinguish the two uses
this module.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import aiohttp
import yarl
from discord.http import Route

P = ParamSpec("P")
T = TypeVar("T")

_EXEMPT = ("/interactions/", "/webhooks/")
"""The prefixes of the paths at which interactions are answered."""
_WORD = re.compile(r"[a-z@][a-z0-9@-]*")
"""A path segment that is the same in every request of its kind."""


@dataclass(frozen=True, slots=True)
class RequestKind:
    """A kind of request: its method and path, with `*` for each id and token."""

    name: str
    budgeted: bool
    """Whether it spends the budget."""


def kind_of(method: str, url: yarl.URL | str) -> RequestKind | None:
    """The kind of a request; None for the gateway and for files."""
    address = str(url).partition("?")[0]
    if not address.startswith(Route.BASE):
        return None
    return kind_at(method, address.removeprefix(Route.BASE))


def kind_at(method: str, path: str) -> RequestKind:
    """The kind of a request to a path below the API's address."""
    exempt = path.startswith(_EXEMPT)
    parts = [one if _WORD.fullmatch(one) else "*" for one in path.strip("/").split("/")]
    if exempt:  # An id, and a token, which may be anything.
        parts[1:3] = "*" * len(parts[1:3])
    return RequestKind(f"{method} /{'/'.join(parts)}", not exempt)


def carried_through(
    request: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """The same request. It goes on by itself if nobody waits for it any longer: in the middle of
    one, discord.py may be holding up all others, and would never let them go on if it were broken
    off.
    """
    running = set[asyncio.Task[T]]()

    def end(task: asyncio.Task[T]) -> None:
        running.discard(task)
        if not task.cancelled():
            task.exception()  # Perhaps nobody asks for it.

    async def carry_through(*args: P.args, **given: P.kwargs) -> T:
        task = asyncio.create_task(request(*args, **given), name="request")
        running.add(task)
        task.add_done_callback(end)
        try:
            await asyncio.wait({task})
            return task.result()
        finally:
            del task  # Otherwise an error and its traceback would keep each other.

    return carry_through


class Requests:
    """Counts the requests of this process. `count` is called with the kind of each: its name, and
    whether it is budgeted.
    """

    count: Callable[[str, bool], None]

    def __init__(self) -> None:
        self.count = lambda *_: None

    def trace(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Hooks for the session of all requests, added to those of `config`, which may hold a
        request up or refuse it: only what is sent is counted.
        """
        config.on_request_start.append(self._begin)
        return config

    async def _begin(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        kind = kind_of(params.method, params.url)
        if kind is not None:
            self.count(kind.name, kind.budgeted)
