"""Opening a competition: sign-up begins."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from random import SystemRandom
from typing import Any

from sqlalchemy import Connection

from competitions.life.held import Held, Terms
from competitions.life.repository import columns, folds_of, load
from competitions.life.unit_of_work import entry, written
from competitions.model.errors import CompetitionError
from competitions.model.events import Opened
from competitions.model.settings import Settings
from competitions.model.texts import write
from games.play import setup
from matches.model.ids import PlayerId
from storage import competition_lists as lists
from storage import competitions as rows
from storage import players as people
from storage.competitions import CompetitionEntry
from storage.database import Database
from storage.transactions import transaction

HOSTED = 10
"""How many competitions that go on somebody may direct, so that nobody floods a server."""

LONGEST_NAME = 80
"""The most characters of a name: it stands in titles and menus."""


async def open_competition(
    db: Database,
    terms: Terms,
    settings: Settings,
    host: PlayerId,
    *,
    interaction: int | None = None,
) -> Held:
    """Opens a competition, which its `host` directs. They don't take part by that.

    Raises CompetitionError (wrong-name, wrong-seats, wrong-times, wrong-setting, too-many-hosted),
    OptionError, Unavailable.
    """
    now = db.now()
    terms, settings = checked(terms, settings)
    starts, ends = terms.starts_at or now, terms.ends_at
    if starts < now or (ends is not None and ends <= starts):
        raise CompetitionError("wrong-times")
    values, first = written_down(terms, settings, host, now, interaction)

    def work(connection: Connection) -> Held:
        with transaction(connection):
            number = None
            if interaction is not None:
                number = rows.of_interaction(connection, interaction)
            if number is None:
                people.hold(connection, [host])
                if lists.count_hosted(connection, host) >= HOSTED:
                    raise CompetitionError("too-many-hosted", limit=HOSTED)
                number = rows.create(connection, values, first)
        return load(connection, folds_of(db), number)

    return await written(db, work)


def written_down(
    terms: Terms,
    settings: Settings,
    host: PlayerId,
    now: datetime,
    interaction: int | None = None,
) -> tuple[dict[str, Any], CompetitionEntry]:
    """The row of a new competition, and the first entry of its log."""
    opened = Opened(settings)
    times = [time for time in (terms.starts_at, terms.ends_at) if time is not None]
    values = columns(terms) | {
        "host": host,
        "settings": write(opened)[1],
        "status": "open",
        "seq": 1,
        "created_at": now,
        "next_at": min(times, default=None),
        "told": 0,
        "tell_at": now,
    }
    return values, entry(1, opened, now, host, interaction)


def checked(terms: Terms, settings: Settings) -> tuple[Terms, Settings]:
    """The terms, with options as the game writes them; what is drawn for each match is left out.
    Who plays together in each match follows from the game.
    """
    seats = settings.seats * terms.team
    sizes = {seats, seats - 1} if settings.mixed else {seats}
    if not sizes <= {*terms.game.info.seats}:
        raise CompetitionError("wrong-seats", seats=seats)
    made = setup(terms.game, seats, terms.options, SystemRandom())
    sides = {len(side) for side in terms.game.sides(made)}
    drawn = settings.format == "tables" and terms.team == 1 and sides == {2}
    if terms.team > 1 and sides != {terms.team}:
        raise CompetitionError("wrong-seats", seats=seats)
    chosen = {key: made.options[key] for key in terms.options if key in made.options}
    terms = replace(terms, name=named(terms.name), options=chosen)
    return terms, replace(settings, partners=drawn)


def named(name: str) -> str:
    """A name, on one line, of what can be printed. Raises wrong-name."""
    said = "".join(sign for sign in " ".join(name.split()) if sign.isprintable())
    if not 0 < len(said) <= LONGEST_NAME:
        raise CompetitionError("wrong-name", most=LONGEST_NAME)
    return said
