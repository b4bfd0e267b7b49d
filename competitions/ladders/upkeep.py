"""Carries out what is due on a ladder: opens matches, enters results, applies deadlines.

Each step finds in the database what is missing, and does it in one transaction. So it doesn't
matter which process began, how often, or where it was interrupted.
"""

from __future__ import annotations

from functools import partial

from competitions.ladders.games import open_game
from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId, public_id
from competitions.ladders.settlement import Missing, settle
from competitions.ladders.unit_of_work import UnitOfWork, perform
from competitions.logged import due as logged
from matches.course.official import resume
from matches.unit_of_work.cache import cache_of
from storage import ladders as rows
from storage.database import Database


async def take_due(db: Database, limit: int = 20) -> list[LadderId]:
    """Takes the ladders to which somebody has to see now: a match has ended or stands still, or a
    time has come.

    Each is given to one caller only; if it is still due after a while, to another. Raises
    Unavailable.
    """
    return [public_id(number) for number in await logged.take_due(db, rows.LOG, limit)]


async def advance(db: Database, ladder_id: LadderId) -> Held:
    """Does all that there is to do now, and returns the ladder as it is then.

    Several may try at once; each thing is done once. Raises CompetitionError, Unavailable.
    """
    return await logged.until_done(ladder_id, partial(_settled, db, ladder_id), partial(_do, db))


async def _settled(db: Database, ladder_id: LadderId) -> tuple[Held, Missing]:
    """The ladder, with everything entered that can be, and what is missing then."""
    cache, missing = cache_of(db), Missing()

    def act(unit: UnitOfWork) -> None:
        nonlocal missing
        missing = settle(unit, cache)

    return (await perform(db, ladder_id, act)).held, missing


async def _do(db: Database, held: Held, missing: Missing) -> None:
    for match_id in missing.resume:
        await resume(db, match_id)
    for number in missing.open:
        await open_game(db, held, number)
