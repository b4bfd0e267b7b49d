"""Folds all stored leagues, and compares them with their rows and with their divisions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from sqlalchemy import Connection

from competitions.leagues.ids import public_id
from competitions.leagues.repository import event_of, load
from competitions.log import verify
from competitions.log.folds import Folds
from competitions.log.verify import Checked
from competitions.model.league.events import Begun
from competitions.tournaments import repository as tournaments
from storage import competitions
from storage import leagues as rows
from storage.database import Database
from storage.ids import LeagueNumber


def checks(db: Database) -> AsyncIterator[Checked]:
    """Checks every stored league, oldest first. Raises Unavailable."""
    return verify.checks(db, rows.LOG, public_id, _faults)


def _faults(connection: Connection, number: LeagueNumber) -> Iterator[str]:
    row = rows.LOG.row(connection, number)
    assert row is not None
    held = load(connection, Folds(), number)
    now = held.league
    stored, folded = (row.status, row.season, row.signed), (now.status, now.season, len(now.signed))
    if stored != folded:
        yield f"status, season and sign-ups are stored as {stored}, and folded as {folded}"
    if sorted(held.people) != [*range(1, now.last + 1)]:
        yield f"the log has {now.last} members, and stored are {sorted(held.people)}"
    log = rows.LOG.entries(connection, number, 0, row.seq)
    for event in map(event_of, log):
        if isinstance(event, Begun):
            yield from _wrong_divisions(connection, number, event)


def _wrong_divisions(connection: Connection, number: LeagueNumber, event: Begun) -> Iterator[str]:
    """Divisions that are no competition with the right number of entrants."""
    found = competitions.of_league(connection, number, event.season)
    sizes = [len(tournaments.load(connection, Folds(), one).competition.seeding) for one in found]
    if sizes != [*map(len, event.divisions)]:
        yield f"season {event.season} has divisions of {[*map(len, event.divisions)]}, not {sizes}"
