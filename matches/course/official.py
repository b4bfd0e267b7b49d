"""What competitions do with official matches: end them, have somebody else go on in a seat. Matches
that are over stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from games.play import HANDOVER
from matches.model.errors import NotTogether
from matches.model.forced import agree_if_all, go_on
from matches.model.ids import MatchId, MatchNumber, PlayerId
from matches.model.log import Log
from matches.model.match import GOING, Match
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.commit import store_log
from matches.unit_of_work.execution import perform
from matches.unit_of_work.repository import load
from matches.unit_of_work.work import UnitOfWork
from storage import blocks
from storage.database import Database

ADJOURNED = timedelta(days=7)
"""How long an official match may be adjourned at a time."""


async def stop(db: Database, match_id: MatchId) -> Match:
    """Ends a match without a result of its own, since it is decided elsewhere.

    Raises UnknownMatch, Unavailable.
    """
    return (await perform(db, match_id, _stop)).match


def _stop(unit: UnitOfWork) -> None:
    if unit.match.official and unit.match.status in ("frozen", *GOING):
        unit.log.write("end", None, "adjudged")
        unit.changes["to_move"] = None


async def resume(db: Database, match_id: MatchId) -> Match:
    """An adjourned match goes on, whether or not somebody resumes it.

    Raises UnknownMatch, Unavailable.
    """
    return (await perform(db, match_id, _resume)).match


def _resume(unit: UnitOfWork) -> None:
    if unit.match.official and unit.match.status == "adjourned":
        unit.log.write("resume")
        agree_if_all(unit.log)
        go_on(unit.log)


def release(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """A match is an ordinary one from now on. Inside a transaction. Raises LostRace."""
    match, at = load(connection, Cache(0), number)
    log = Log(match, now)
    log.header = replace(match, official=False)
    unit = UnitOfWork(number, match, log, match.seq, None)
    unit.changes["official"] = False
    log.write("place")
    store_log(connection, unit, at, log.match())


def replace_player(
    connection: Connection, number: MatchNumber, player: PlayerId, to: PlayerId, now: datetime
) -> bool:
    """Somebody goes on in a player's seat. Inside a transaction. Raises NotTogether, LostRace.

    Returns False if that can't be: the match is over, or the player has withdrawn from it; or who
    is to go on sits or has sat there.
    """
    match, at = load(connection, Cache(0), number)
    seat, here = match.seat_of(player), {*match.players, *(one.player for one in match.handovers)}
    if match.status not in GOING or seat is None or seat in match.position.withdrawn or to in here:
        return False
    if blocks.apart(connection, to, {*match.seated} - {player}):
        raise NotTogether
    log = Log(match, now)
    unit = UnitOfWork(number, match, log, match.seq, None)
    log.hand_over(seat, to, HANDOVER)
    unit.newcomer = seat, to
    store_log(connection, unit, at, log.match())
    return True
