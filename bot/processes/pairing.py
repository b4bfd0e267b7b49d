"""Pairing the next round of a competition in a process of its own."""

from __future__ import annotations

import asyncio
import pickle
from functools import partial

from bot.processes.jobs import Jobs
from competitions.formats.rounds import next_round
from competitions.formats.steps import Apart, Step
from competitions.model.competition import Competition

SMALL = 16
"""Up to so many entrants are paired in a thread: that takes less than to start a process."""
SECONDS = 600.0
"""The most processor time of a round: minutes, for thousands of entrants."""


async def paired(jobs: Jobs, competition: Competition, apart: Apart, seed: int) -> Step:
    """The next round, as `next_round` computes it. Each competition has one job at a time, and
    gives way to answers. Raises as `Jobs.run`.
    """
    if len(competition.remaining) <= SMALL:
        return await asyncio.to_thread(next_round, competition, apart, seed)
    given = await asyncio.to_thread(pickle.dumps, (competition, apart, seed))
    return await jobs.run(seed, "pairing", partial(_next_round, given), seconds=SECONDS)


def _next_round(given: bytes) -> Step:
    """What the process does. It reads the competition itself, so that the event loop need not write
    anything long.
    """
    return next_round(*pickle.loads(given))  # noqa: S301 - from our own process
