"""Opening a league: sign-up for its first season begins."""

from __future__ import annotations

from random import SystemRandom

from sqlalchemy import Connection

from competitions.leagues.held import Held, Terms
from competitions.leagues.repository import columns, folds_of, load
from competitions.log.creation import as_played, open_one, require_seats, row_values
from competitions.log.terms import LONGEST_NAME as LONGEST
from competitions.model.errors import CompetitionError
from competitions.model.league.events import LeagueSettings, Opened
from competitions.model.league.texts import write
from games.play import setup
from matches.model.ids import PlayerId
from storage import leagues as rows
from storage.database import Database
from storage.ids import LeagueNumber
from storage.logs import LogEntry

LONGEST_NAME = LONGEST - 12
"""The maximum length of a league's name, in characters: the names of divisions add their numbers.
"""


async def open_league(
    db: Database,
    terms: Terms,
    settings: LeagueSettings,
    host: PlayerId,
    *,
    interaction: int | None = None,
) -> Held:
    """Opens a league, which its `host` directs. That alone doesn't sign them up.

    Raises CompetitionError (wrong-name, wrong-seats, wrong-times, too-many-hosted), OptionError,
    Unavailable.
    """
    require_seats(terms.game, settings.seats)
    now = db.now()
    if terms.starts_at < now:
        raise CompetitionError("wrong-times")
    made = setup(terms.game, settings.seats, terms.options, SystemRandom())
    terms = as_played(terms, made, LONGEST_NAME)
    kind, text = write(Opened(settings))
    values = columns(terms) | row_values(host, text, "open", now, terms.starts_at)
    values |= {"season": 0, "signed": 0}
    first = LogEntry(1, kind, text, now, host, interaction)

    def opened(connection: Connection, number: LeagueNumber) -> Held:
        return load(connection, folds_of(db), number)

    return await open_one(db, rows.LOG, host, values, first, load=opened, interaction=interaction)
