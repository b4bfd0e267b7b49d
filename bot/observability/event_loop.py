"""An event loop that tells which callback kept everybody else waiting.

A callback is charged with the processor time that it took in the loop's thread, so that waiting,
other threads and other processes don't count. Reading that clock is expensive. But nobody uses more
of it than has passed on the wall, so it is read only after a millisecond of work.

The loop is a subclass that overrides what asyncio documents: the three ways to schedule a callback,
and the selector in which it waits. Callbacks for sockets that are ready come from the selector
without being scheduled; they are measured as what lies between the others.

The same work takes longer where others use the same core or its caches. So a callback that took too
long is followed by a reference computation, and the log says what would have been too long at the
machine's pace just then.

What it costs: 0.45 µs for a callback and 0.35 µs more for each round of the loop. A `/move` takes
some 41 callbacks in 18 rounds, so 25 µs of about 7 ms. What it is worth: a thread that samples the
loop's stack every 5 ms, 40 lines instead, found 20 of 20 callbacks of 80 ms that were written in
Python, and none of 20 that spent them in one call of `json.loads`, which lets no other thread run;
and it took 1.2 % of a core from a bot at rest, where this takes 0.005 %.
"""

from __future__ import annotations

import asyncio
import json
import logging
import selectors
from collections.abc import Callable, Iterator
from contextvars import Context
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from types import FrameType
from typing import Any

from bot.observability import logs

log = logging.getLogger(__name__)


LIMIT = 0.05
"""Seconds of the processor's time that a callback may take, on a core that nobody else slows
down.
"""
REFERENCE = 0.001
"""Seconds that the reference computation takes there."""
_FINE = 0.001
"""Seconds of work after which the processor's clock is read; what is measured is as exact."""
_ASKING = 0.000_05
"""Seconds of each wait that count as work."""
_ROOT = Path(__file__).parents[2]
_SOCKETS = "what came in or went out at a socket"
_SAMPLE = json.dumps({f"{n}": [n, f"{n}"] for n in range(2000)})
_SAMPLES = 5

Report = Callable[[float], None]
"""Hears of a callback that took so many seconds."""


_call_soon = asyncio.SelectorEventLoop.call_soon
_select = selectors.DefaultSelector.select
# Found once, for all callbacks: looking them up by `super` each time was a third of the price.


class Loop(asyncio.SelectorEventLoop):
    """Logs what takes longer than LIMIT, once it was told to begin."""

    def __init__(self) -> None:
        self._wall, self._cpu = perf_counter(), thread_time()
        """When the processor's clock was read last (moved on by all waiting), and what it said."""
        self._report: Report | None = None
        super().__init__(_Selector(self))

    def begin(self, report: Report) -> None:
        """From now on, what takes too long is logged and reported."""
        if self._report is None:
            self._report = report
            self._wall, self._cpu = perf_counter(), thread_time()

    def end(self) -> None:
        """From now on nobody is kept waiting, so nothing is logged."""
        self._report = None

    # What asyncio calls

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As asyncio says."""
        return _call_soon(self, self._timed, callback, *args, context=context)

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As asyncio says."""
        return super().call_soon_threadsafe(self._timed, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """As asyncio says; `call_later` comes here, too."""
        return super().call_at(when, self._timed, callback, *args, context=context)

    # What is measured

    def _timed(self, callback: Callable[..., object], *args: Any) -> None:
        if (now := perf_counter()) - self._wall > _FINE:
            self._read(now, None)
        try:
            callback(*args)
        finally:
            if (now := perf_counter()) - self._wall > _FINE:
                self._read(now, callback)

    def works(self, now: float) -> None:
        """Measures what has been run since the callback before."""
        if now - self._wall > _FINE:
            self._read(now, None)

    def has_waited(self, seconds: float) -> None:
        """Leaves time out that was spent waiting, but for what asking the system may have cost."""
        self._wall += max(0.0, seconds - _ASKING)

    def _read(self, now: float, callback: Callable[..., object] | None) -> None:
        """Reads the processor's clock, and blames the callback for what it took."""
        cpu = thread_time()
        used, self._wall, self._cpu = cpu - self._cpu, now, cpu
        if used <= LIMIT or self._report is None:
            return
        log.warning(
            "blocked ms=%d of=%d match=%s by=%s",
            *(round(1000 * used), round(1000 * LIMIT * _slowness()), logs.match.get()),
            _SOCKETS if callback is None else named(callback),
        )
        self._report(used)
        self._cpu = thread_time()


class _Selector(selectors.DefaultSelector):
    """Says when the loop waits."""

    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        """As `selectors` says."""
        begun = perf_counter()
        self._loop.works(begun)
        ready = _select(self, timeout)
        self._loop.has_waited(perf_counter() - begun)
        return ready


def _slowness() -> float:
    """How many times as long as it should the reference computation takes just now; never less than
    1. The slowest of some counts: what slowed a callback down may go within a few milliseconds.
    """
    slowest = REFERENCE
    for _ in range(_SAMPLES):
        begun = thread_time()
        json.dumps(json.loads(_SAMPLE))
        slowest = max(slowest, thread_time() - begun)
    return slowest / REFERENCE


# Names


def named(callback: Callable[..., object]) -> str:
    """What a callback is: of a task its name, its coroutine, and where that waits now, from the
    outside in (the time was spent on the way there); of others the function.
    """
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        coroutine = owner.get_coro()
        name = getattr(coroutine, "__qualname__", repr(coroutine))
        return f"{owner.get_name()}: {name}, {' > '.join(_awaiting(coroutine)) or 'to its end'}"
    while isinstance(callback, partial):
        callback = callback.func
    name = getattr(callback, "__qualname__", repr(callback))
    return f"{getattr(callback, '__module__', None) or '?'}.{name}"


def _awaiting(coroutine: Any) -> Iterator[str]:
    """The lines at which a coroutine, and those that it waits for, stand."""
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
        if isinstance(frame, FrameType):
            path = Path(frame.f_code.co_filename)
            file = path.relative_to(_ROOT) if path.is_relative_to(_ROOT) else path.name
            yield f"{file}:{frame.f_lineno}"
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)


def begin(report: Report) -> None:
    """Begins in the running loop, if it is one of these."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, Loop):
        loop.begin(report)


def end() -> None:
    """Ends in the running loop, if it is one of these."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, Loop):
        loop.end()
