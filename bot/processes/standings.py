"""Standings with their tie-breaks, and reports, for somebody who asks: those of many entrants in a
process of their own.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Mapping
from functools import partial

from bot.processes.jobs import Jobs
from competitions.formats import reports
from competitions.formats.rounds import all_standings
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.standings.table import Standings

SMALL = 60
"""Of up to so many entrants they are made in a thread, in milliseconds; of 1,000 they take half a
second of processor time, at each click.
"""


async def tables(jobs: Jobs, person: int, competition: Competition) -> tuple[Standings, ...]:
    """The tables, as `all_standings` computes them. Raises as `Jobs.run`."""
    if len(competition.seeding) <= SMALL:
        return await asyncio.to_thread(all_standings, competition)
    given = await asyncio.to_thread(pickle.dumps, competition)
    return await jobs.run(person, "record", partial(_tables, given))


async def report(
    jobs: Jobs, person: int, competition: Competition, names: Mapping[EntrantId, str], title: str
) -> str:
    """The report, as `reports.export` writes it. Raises as `Jobs.run`."""
    if len(competition.seeding) <= SMALL:
        return await asyncio.to_thread(reports.export, competition, names, title)
    given = await asyncio.to_thread(pickle.dumps, (competition, names, title))
    return await jobs.run(person, "record", partial(_report, given))


def _tables(given: bytes) -> tuple[Standings, ...]:
    """What the process does. It reads the competition itself, so that the event loop need not write
    anything long.
    """
    return all_standings(pickle.loads(given))  # noqa: S301 - from our own process


def _report(given: bytes) -> str:
    """The same for a report."""
    return reports.export(*pickle.loads(given))  # noqa: S301 - from our own process
