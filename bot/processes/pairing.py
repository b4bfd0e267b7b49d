"""Pairing the next round of a competition in a process of its own."""

from __future__ import annotations

import asyncio
import pickle
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from bot.processes.jobs import Jobs
from competitions.formats.rounds import next_round
from competitions.formats.steps import Apart, Step
from competitions.model.competition import Competition

SMALL = 16
"""Rounds with at most this many entrants are paired in a thread, which is faster than starting a
process.
"""
SECONDS = 600.0
"""The most processor time of a round: minutes, for thousands of entrants."""
SPELL = 0.02
"""Seconds of processor time after which the process rests …"""
REST = 0.12
"""… and for how long. The cores of a small machine share their caches, and often their arithmetic
units, so a process that computes without a pause slows down the other core, however nice it is.
While 400 were paired, the p95 of others' answers was 1.05, 1.02 and 1.10 times the usual with these
rests, 1.21, 1.00 and 1.22 times with half of them, and 1.24, 1.42 and 1.45 times without
(`benchmarks.competitions.beside`).
"""


async def paired(jobs: Jobs, competition: Competition, apart: Apart, seed: int) -> Step:
    """The next round, as `next_round` computes it. Each competition has one job at a time, and
    gives way to answers. Raises the same as `Jobs.run`.
    """
    if len(competition.remaining) <= SMALL:
        return await asyncio.to_thread(next_round, competition, apart, seed)
    given = await asyncio.to_thread(pickle.dumps, (competition, apart, seed))
    return await jobs.run(seed, "pairing", partial(_next_round, given), seconds=SECONDS)


def _next_round(given: bytes) -> Step:
    """The work of the process. It unpickles the competition itself, so that the event loop does not
    have to pickle it.
    """
    with _resting():
        return next_round(*pickle.loads(given))  # noqa: S301 - from our own process


@contextmanager
def _resting() -> Iterator[None]:
    """Makes this process rest regularly. Works in the main thread only."""
    before = signal.signal(signal.SIGPROF, lambda *_: time.sleep(REST))
    signal.setitimer(signal.ITIMER_PROF, SPELL, SPELL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
