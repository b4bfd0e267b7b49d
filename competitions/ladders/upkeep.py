"""Upkeep of ladders: opens matches, enters results, applies deadlines.

Each step looks in the database for what is missing, and does it in one transaction. So it doesn't
matter which process started upkeep, how often, or where it was interrupted.
"""

from __future__ import annotations

from functools import partial

from competitions.ladders.games import open_game
from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId, public_id
from competitions.ladders.settlement import Missing, settle
from competitions.ladders.unit_of_work import UnitOfWork, perform
from competitions.log import due
from matches.course.official import resume_official
from matches.unit_of_work.cache import cache_of
from storage import ladders as rows
from storage.database import Database


async def take_due(db: Database, limit: int = 20) -> list[LadderId]:
    """Leases ladders that need upkeep: a match has ended or is adjourned, or something is due.

    Each is leased to one caller at a time; if it is still due when the lease ends, it is leased
    again. Raises Unavailable.
    """
    return [public_id(number) for number in await due.take_due(db, rows.LOG, limit)]


async def advance(db: Database, ladder_id: LadderId) -> Held:
    """Does everything that is missing, and returns the ladder as it is afterwards.

    Several callers may try at once; each step is done only once. Raises CompetitionError,
    Unavailable.
    """
    return await due.until_done(ladder_id, partial(_settled, db, ladder_id), partial(_do, db))


async def _settled(db: Database, ladder_id: LadderId) -> tuple[Held, Missing]:
    """The ladder, once everything possible is entered into its log, and what is missing then."""
    cache, missing = cache_of(db), Missing()

    def act(unit: UnitOfWork) -> None:
        nonlocal missing
        missing = settle(unit, cache)

    return (await perform(db, ladder_id, act)).held, missing


async def _do(db: Database, held: Held, missing: Missing) -> None:
    for match_id in missing.resume:
        await resume_official(db, match_id)
    for number in missing.open:
        await open_game(db, held, number)
