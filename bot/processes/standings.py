"""Standings with their tie-breaks, and reports, for a person who asks. With many entrants they are
computed in a separate process.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from bot.processes.jobs import Jobs
from competitions.formats import reports
from competitions.formats.rounds import all_standings
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.table import Standings
from matches.model.ids import PlayerId

T = TypeVar("T")

SMALL = 60
"""Up to this many entrants they are computed in a thread, within milliseconds. For 1,000 entrants
they take half a second of processor time, at each click.
"""


async def tables(jobs: Jobs, person: PlayerId, competition: Competition) -> tuple[Standings, ...]:
    """The tables, as `all_standings` computes them. Raises the same as `Jobs.run`."""
    return await _made(jobs, person, all_standings, competition)


async def report(
    jobs: Jobs,
    person: PlayerId,
    competition: Competition,
    names: Mapping[EntrantId, str],
    title: str,
) -> str:
    """The report, as `reports.export` writes it. Raises the same as `Jobs.run`."""
    return await _made(jobs, person, reports.export, competition, names, title)


async def _made(
    jobs: Jobs, person: PlayerId, work: Callable[..., T], competition: Competition, *more: object
) -> T:
    if len(competition.seeding) <= SMALL:
        return await asyncio.to_thread(work, competition, *more)
    given = await asyncio.to_thread(pickle.dumps, (competition, *more))
    return await jobs.run(person, "record", partial(_work, work, given))


def _work(work: Callable[..., T], given: bytes) -> T:
    """The work of the process. It unpickles the competition itself, so that the event loop does not
    have to pickle it.
    """
    return work(*pickle.loads(given))  # noqa: S301 - from our own process
