"""Opening a ladder. Nobody is on it at first."""

from __future__ import annotations

from random import SystemRandom

from sqlalchemy import Connection

from competitions.ladders.held import Held
from competitions.ladders.repository import folds_of, load
from competitions.log import terms as common
from competitions.log.creation import as_played, open_one, require_seats, row_values
from competitions.log.terms import LONGEST_NAME, CommonTerms
from competitions.model.ladder.events import LadderSettings, Opened
from competitions.model.ladder.texts import write
from games.play import setup
from matches.model.ids import PlayerId
from storage import ladders as rows
from storage.database import Database
from storage.ids import LadderNumber
from storage.logs import LogEntry


async def open_ladder(
    db: Database,
    terms: CommonTerms,
    settings: LadderSettings,
    host: PlayerId,
    *,
    interaction: int | None = None,
) -> Held:
    """Opens a ladder, which its `host` directs. That alone doesn't put them on it.

    Raises CompetitionError (wrong-name, wrong-seats, too-many-hosted), OptionError, Unavailable.
    """
    require_seats(terms.game, settings.seats)
    made = setup(terms.game, settings.seats, terms.options, SystemRandom())
    terms, now = as_played(terms, made, LONGEST_NAME), db.now()
    kind, text = write(Opened(settings, now))
    values = common.columns(terms) | row_values(host, text, "running", now, None)
    first = LogEntry(1, kind, text, now, host, interaction)

    def opened(connection: Connection, number: LadderNumber) -> Held:
        return load(connection, folds_of(db), number)

    values |= {"members": 0}
    return await open_one(db, rows.LOG, host, values, first, load=opened, interaction=interaction)
