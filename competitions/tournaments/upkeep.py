"""Upkeep of competitions: results enter the log, rounds are paired, their matches are opened, and
anything unfinished at the hard end is decided.

Each step looks in the database for what is missing, and does it in one transaction. So it doesn't
matter which process started upkeep, how often, or where it was interrupted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from competitions.formats.rounds import next_round
from competitions.formats.steps import Apart, Over, Step
from competitions.log import due
from competitions.model.competition import Competition
from competitions.tournaments.apart import returned
from competitions.tournaments.direction import finish
from competitions.tournaments.games import open_game
from competitions.tournaments.held import Held
from competitions.tournaments.ids import CompetitionId, public_id
from competitions.tournaments.settlement import HARD_END, Missing, settle
from competitions.tournaments.unit_of_work import UnitOfWork, perform
from matches.course.endings import resign
from matches.course.official import resume_official, stop
from matches.model.errors import TableError, Unavailable
from matches.model.ids import MatchId, PlayerId
from matches.unit_of_work.cache import cache_of
from matches.unit_of_work.queries import get
from storage import competitions as rows
from storage.database import Database

NOT_PAIRABLE = "not-pairable"
"""The reason if those who remain could no longer be paired."""

Pair: TypeAlias = Callable[[Competition, Apart, int], Awaitable[Step]]
"""Computes the next round by `competitions.formats.rounds.next_round`. Arguments and results can be
pickled: with many entrants it takes many seconds, so the bot does it in a child process.
"""


async def in_thread(competition: Competition, apart: Apart, seed: int) -> Step:
    """Computes the next round in a thread of this process: for few entrants, and for tests."""
    return await asyncio.to_thread(next_round, competition, apart, seed)


async def take_due(db: Database, limit: int = 20) -> list[CompetitionId]:
    """Leases competitions that need upkeep: a match has ended or is adjourned, or something is due.

    Each is leased to one caller at a time; if it is still due when the lease ends, it is leased
    again. Raises Unavailable.
    """
    return [public_id(number) for number in await due.take_due(db, rows.LOG, limit)]


async def advance(
    db: Database,
    competition_id: CompetitionId,
    *,
    pair: Pair = in_thread,
) -> Held:
    """Does everything that is missing, and returns the competition as it is afterwards.

    Several callers may try at once; each step is done only once. Raises CompetitionError,
    Unavailable.
    """
    look, do = partial(_settled, db, competition_id), partial(_do, db, pair)
    return await due.until_done(competition_id, look, do)


async def _settled(db: Database, competition_id: CompetitionId) -> tuple[Held, Missing]:
    """The competition, once everything possible is entered into its log, and what is missing then.
    Results are entered in portions, so that others can write in between.
    """
    cache, missing, read = cache_of(db), Missing(), set[MatchId]()

    def act(unit: UnitOfWork) -> None:
        nonlocal missing
        missing = settle(unit, cache, read)

    unit = await perform(db, competition_id, act)
    while missing.read is not None:
        for match_id in missing.read:
            await get(db, match_id)
            read.add(match_id)
        unit = await perform(db, competition_id, act)
    return unit.held, missing


async def _do(db: Database, pair: Pair, held: Held, missing: Missing) -> None:
    for match_id in missing.stop:
        await stop(db, match_id)
    for match_id in missing.resume:
        await resume_official(db, match_id)
    for match_id, player in missing.resign:
        await _resign(db, match_id, player)
    for game in missing.open:
        await open_game(db, held, game)
    if missing.apart is not None:
        more = await returned(db, held, missing.apart)
        step = await pair(held.competition, (*missing.apart, *more), held.number)
        await perform(db, held.id, partial(_enter, seen=held.seq, step=step, apart=more))


async def _resign(db: Database, match_id: MatchId, player: PlayerId) -> None:
    try:
        await resign(db, match_id, player)
    except Unavailable:
        raise
    except TableError:  # It is over meanwhile, or they have resigned: the next look tells.
        pass


def _enter(unit: UnitOfWork, seen: int, step: Step, apart: Apart = ()) -> None:
    """Enters the next step, unless something has happened while it was computed. A round has its
    full time from now on, however late it begins.
    """
    if unit.held.seq != seen:
        return
    if isinstance(step, Over):
        finish(unit, "" if step.complete else NOT_PAIRABLE, step.places)
    elif unit.held.over_at(unit.now):
        finish(unit, HARD_END)
    else:
        unit.write(step)
        unit.writes.append(partial(rows.keep_apart, number=unit.held.number, pairs=apart))
        if (time := unit.held.terms.each_round) is not None:
            unit.changes["round_ends_at"] = unit.now + time
