"""Ending official matches on behalf of a competition. Matches that are over stay as they are."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from matches.model.forced import agree_if_all, go_on
from matches.model.ids import MatchId, MatchNumber
from matches.model.log import Log
from matches.model.match import GOING, Match, Status
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.commit import store_log
from matches.unit_of_work.execution import Act, perform
from matches.unit_of_work.repository import load
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database

ADJOURNED = timedelta(days=7)
"""How long an official match may be adjourned at a time."""

UNDECIDED: tuple[Status, ...] = ("frozen", *GOING)
"""The statuses of matches that have begun and have no ending yet."""


async def stop(db: Database, match_id: MatchId) -> Match:
    """Ends a match without a result of its own, since it is decided elsewhere.

    Raises UnknownMatch, Unavailable.
    """
    return (await perform(db, match_id, _stop)).match


def _stop(unit: UnitOfWork) -> None:
    if unit.match.official and unit.match.status in UNDECIDED:
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


def stop_within(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """As `stop`, inside a transaction. Raises LostRace."""
    _act_within(connection, number, now, _stop)


def release(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """A match is an ordinary one from now on. Inside a transaction. Raises LostRace."""
    _act_within(connection, number, now, _release)


def _release(unit: UnitOfWork) -> None:
    if not unit.match.official or unit.match.status not in UNDECIDED:
        return
    unit.log.header = replace(unit.match, official=False)
    unit.changes["official"] = False
    if unit.match.status == "frozen":  # Its row may not know that yet.
        unit.changes["status"] = "frozen"
    unit.log.write("place")


def _act_within(connection: Connection, number: MatchNumber, now: datetime, act: Act) -> None:
    match, at = load(connection, Cache(0), number)
    unit = UnitOfWork(number, match, Log(match, now), match.seq, None)
    act(unit)
    if unit.log.entries:
        store_log(connection, unit, at, unit.log.match())
