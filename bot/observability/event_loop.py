"""An event loop that reports callbacks that kept everybody else waiting.

A callback is charged with the processor time that it took in the loop's thread: waiting, other
threads and other processes don't count. Reading that clock is expensive. But processor time never
exceeds wall-clock time, so it is read only after a millisecond of work.

The loop is a subclass that overrides only what asyncio documents: the three ways to schedule a
callback, and the selector in which the loop waits. Callbacks of ready sockets are not scheduled;
they are measured as the time between the others.

The same work takes longer if others use the same core or its caches. So a reference computation is
run after a callback that took too long, and the log says what the limit would be at the machine's
speed at that moment.

The cost is 0.45 µs for each callback, and 0.35 µs for each round of the loop. A `/move` takes some
41 callbacks in 18 rounds, so 25 µs of about 7 ms. The alternative was a thread that samples the
loop's stack every 5 ms, in 40 lines. It found 20 of 20 callbacks of 80 ms that were written in
Python, but none of 20 that spent them in one call of `json.loads`, which lets no other thread run.
It took 1.2 % of a core from an idle bot; this takes 0.005 %.
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
"""Seconds of processor time that a callback may take, on a core that nothing else slows down."""
REFERENCE = 0.001
"""Seconds that the reference computation takes on such a core."""
_FINE = 0.001
"""Seconds of work after which the processor's clock is read: the precision of what is measured."""
_ASKING = 0.000_05
"""Seconds of each wait that count as work: the cost of asking the system."""
_ROOT = Path(__file__).parents[2]
_SOCKETS = "what came in or went out at a socket"
_SAMPLE = json.dumps({f"{n}": [n, f"{n}"] for n in range(2000)})
_SAMPLES = 5

Report = Callable[[float], None]
"""Called with the seconds that a callback took."""


_call_soon = asyncio.SelectorEventLoop.call_soon
_select = selectors.DefaultSelector.select
# Looked up once: calling `super` for each callback was a third of the cost.


class Loop(asyncio.SelectorEventLoop):
    """Logs callbacks that take longer than LIMIT, from `begin` on."""

    def __init__(self) -> None:
        self._wall, self._cpu = perf_counter(), thread_time()
        """When the processor's clock was last read (moved on by time spent waiting), and its value.
        """
        self._report: Report | None = None
        super().__init__(_Selector(self))

    def begin(self, report: Report) -> None:
        """Starts logging and reporting."""
        if self._report is None:
            self._report = report
            self._wall, self._cpu = perf_counter(), thread_time()

    def end(self) -> None:
        """Stops logging: nobody is waiting any more."""
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
        """As in asyncio. `call_later` comes here, too."""
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
        """Measures the work since the previous callback."""
        if now - self._wall > _FINE:
            self._read(now, None)

    def has_waited(self, seconds: float) -> None:
        """Excludes time spent waiting, except for the cost of asking the system."""
        self._wall += max(0.0, seconds - _ASKING)

    def _read(self, now: float, callback: Callable[..., object] | None) -> None:
        """Reads the processor's clock, and charges the callback."""
        cpu = thread_time()
        used, self._wall, self._cpu = cpu - self._cpu, now, cpu
        if used <= LIMIT or self._report is None:
            return
        log.warning(
            "blocked ms=%d of=%d match=%s by=%s",
            round(1000 * used),
            round(1000 * LIMIT * _slowness()),
            logs.match.get(),
            _SOCKETS if callback is None else named(callback),
        )
        self._report(used)
        self._cpu = thread_time()


class _Selector(selectors.DefaultSelector):
    """Tells the loop when it has waited."""

    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        """As in `selectors`."""
        begun = perf_counter()
        self._loop.works(begun)
        ready = _select(self, timeout)
        self._loop.has_waited(perf_counter() - begun)
        return ready


def _slowness() -> float:
    """How many times slower the reference computation is than it should be, at least 1.

    The slowest of several runs counts, because the cause may pass within a few milliseconds.
    """
    slowest = REFERENCE
    for _ in range(_SAMPLES):
        begun = thread_time()
        json.dumps(json.loads(_SAMPLE))
        slowest = max(slowest, thread_time() - begun)
    return slowest / REFERENCE


# Names


def named(callback: Callable[..., object]) -> str:
    """A callback's name. For a task: its name, its coroutine, and the lines at which that waits
    now, from the outside in, since the time was spent on the way there. For others: the function.
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
    """The lines at which a coroutine and those that it awaits are suspended."""
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None) or getattr(coroutine, "gi_frame", None)
        if isinstance(frame, FrameType):
            path = Path(frame.f_code.co_filename)
            file = path.relative_to(_ROOT) if path.is_relative_to(_ROOT) else path.name
            yield f"{file}:{frame.f_lineno}"
        coroutine = getattr(coroutine, "cr_await", None) or getattr(coroutine, "gi_yieldfrom", None)


def begin(report: Report) -> None:
    """Starts logging in the running loop, if it is a `Loop`."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, Loop):
        loop.begin(report)


def end() -> None:
    """Stops logging in the running loop, if it is a `Loop`."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, Loop):
        loop.end()
