"""What follows in a league: seasons end and begin. See `competitions.leagues.seasons`.

Whoever sees to a league looks at what there is and does what is missing. So it makes no difference
who began it, how often, and where they were interrupted.
"""

from __future__ import annotations

from functools import partial

from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId, public_id
from competitions.leagues.seasons import Missing, settle
from competitions.leagues.unit_of_work import UnitOfWork, perform
from competitions.log import due
from competitions.tournaments.direction import LEAGUE_OVER, call_off
from matches.unit_of_work.cache import cache_of
from storage import leagues as rows
from storage.database import Database


async def take_due(db: Database, limit: int = 20) -> list[LeagueId]:
    """Takes the leagues to which somebody has to see now: a division is over, or a time has come.

    Each is given to one caller only; if it is still due after a while, to another. Raises
    Unavailable.
    """
    return [public_id(number) for number in await due.take_due(db, rows.LOG, limit)]


async def advance(db: Database, league_id: LeagueId) -> Held:
    """Does all that there is to do now, and returns the league as it is then.

    Several may try at once; each thing is done once. Raises CompetitionError, Unavailable.
    """
    return await due.until_done(league_id, partial(_settled, db, league_id), partial(_do, db))


async def _settled(db: Database, league_id: LeagueId) -> tuple[Held, Missing]:
    """The league, with everything entered that can be, and what is missing then."""
    cache, missing = cache_of(db), Missing()

    def act(unit: UnitOfWork) -> None:
        nonlocal missing
        missing = settle(unit, cache)

    return (await perform(db, league_id, act)).held, missing


async def _do(db: Database, _: Held, missing: Missing) -> None:
    for division in missing.cancel:
        await call_off(db, division, LEAGUE_OVER)
