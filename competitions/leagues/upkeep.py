"""Upkeep of leagues: seasons end and begin. See `competitions.leagues.seasons`.

Each step looks in the database for what is missing, and does it. So it doesn't matter which process
started upkeep, how often, or where it was interrupted.
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
    """Leases leagues that need upkeep: a division is over, or something is due.

    Each is leased to one caller at a time; if it is still due when the lease ends, it is leased
    again. Raises Unavailable.
    """
    return [public_id(number) for number in await due.take_due(db, rows.LOG, limit)]


async def advance(db: Database, league_id: LeagueId) -> Held:
    """Does everything that is missing, and returns the league as it is afterwards.

    Several callers may try at once; each step is done only once. Raises CompetitionError,
    Unavailable.
    """
    return await due.until_done(league_id, partial(_settled, db, league_id), partial(_do, db))


async def _settled(db: Database, league_id: LeagueId) -> tuple[Held, Missing]:
    """The league, once everything possible is entered into its log, and what is missing then."""
    cache, missing = cache_of(db), Missing()

    def act(unit: UnitOfWork) -> None:
        nonlocal missing
        missing = settle(unit, cache)

    return (await perform(db, league_id, act)).held, missing


async def _do(db: Database, _: Held, missing: Missing) -> None:
    for division in missing.cancel:
        await call_off(db, division, LEAGUE_OVER)
