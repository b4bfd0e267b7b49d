"""The event loop that watches itself: nothing may keep it from answering others for long.

A callback is blamed for the processor's time that it took in the loop's thread, so that waiting,
other threads and other processes don't count. That clock is expensive to read; but nothing takes
more of it than has passed on the wall, so it is read only once a millisecond of work has gone by.

The loop is a subclass that overrides what asyncio documents: the three ways to schedule a callback,
and the selector that it is given, in which it waits. What it runs for sockets that are ready it
takes from the selector without scheduling it; that is measured as what lies between the others.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import selectors
import threading
from collections.abc import Callable, Iterator
from contextvars import Context
from functools import partial
from pathlib import Path
from time import perf_counter, thread_time
from types import FrameType
from typing import Any

from bot import logs

log = logging.getLogger(__name__)

LIMIT = 0.05
"""Seconds of the processor's time that a callback may take."""
_FINE = 0.001
"""Seconds of work after which the processor's clock is read; what is measured is as exact."""
_ROOT = Path(__file__).parent.parent
_SOCKETS = "what came in or went out at a socket"

Report = Callable[[float], None]
"""Hears of a callback that took so many seconds."""


class Loop(asyncio.SelectorEventLoop):
    """Logs what takes longer than LIMIT, once it was told to begin."""

    def __init__(self) -> None:
        self._wall, self._cpu = perf_counter(), thread_time()
        """When the processor's clock was read last (moved on by all waiting), and what it said."""
        self._report: Report | None = None
        self._collecting = _Collecting()
        super().__init__(_Selector(self._waits))

    def begin(self, report: Report) -> None:
        """From now on, what takes too long is logged and reported. Puts aside what the start has
        left in memory: it stays, so there is no use in looking through it for garbage.
        """
        if self._report is None:
            gc.collect()
            gc.freeze()
            self._collecting.begin()
        self._wall, self._cpu = perf_counter(), thread_time()
        self._report = report

    def close(self) -> None:
        """Closes the loop."""
        self._collecting.end()
        gc.unfreeze()
        super().close()

    # What asyncio calls

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As asyncio says."""
        return super().call_soon(self._timed, callback, *args, context=context)

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

    def _waits(self, select: Callable[[], Any]) -> Any:
        before = perf_counter()
        if before - self._wall > _FINE:
            self._read(before, None)
        ready = select()
        self._wall += perf_counter() - before
        return ready

    def _read(self, now: float, callback: Callable[..., object] | None) -> None:
        """Reads the processor's clock, and blames the callback for what it took."""
        cpu = thread_time()
        used, self._wall, self._cpu = cpu - self._cpu, now, cpu
        collecting = self._collecting.taken()
        if used <= LIMIT or self._report is None:
            return
        log.warning(
            "blocked ms=%d match=%s collecting=%d by=%s",
            *(round(1000 * used), logs.match.get(), round(1000 * collecting)),
            _SOCKETS if callback is None else named(callback),
        )
        self._report(used)
        self._cpu = thread_time()


class _Selector(selectors.DefaultSelector):
    """Says when the loop waits."""

    def __init__(self, waits: Callable[[Callable[[], Any]], Any]) -> None:
        super().__init__()
        self._waits = waits

    def select(self, timeout: float | None = None) -> Any:
        """As `selectors` says."""
        return self._waits(partial(super().select, timeout))


class _Collecting:
    """The time that whole collections of garbage take in the thread that begins it."""

    def __init__(self) -> None:
        self._taken = self._begun = 0.0
        self._thread = 0

    def begin(self) -> None:
        """Measures from now on."""
        self._thread = threading.get_ident()
        gc.callbacks.append(self._heard)

    def end(self) -> None:
        """Measures no more."""
        if self._heard in gc.callbacks:
            gc.callbacks.remove(self._heard)

    def taken(self) -> float:
        """How long they took since this was asked last."""
        taken, self._taken = self._taken, 0.0
        return taken

    def _heard(self, phase: str, info: dict[str, int]) -> None:
        if info["generation"] < 2 or threading.get_ident() != self._thread:
            return
        if phase == "start":
            self._begun = perf_counter()
        else:
            self._taken += perf_counter() - self._begun


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
