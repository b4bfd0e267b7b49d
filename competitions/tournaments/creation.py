"""Opening a competition, with which sign-up begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import SystemRandom
from typing import Any

from sqlalchemy import Connection

from competitions.log.creation import as_played, open_one, require_seats, row_values
from competitions.log.partners import of_partners
from competitions.log.terms import LONGEST_NAME
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Agreed, Event, Joined, Opened, Started
from competitions.model.settings import BOUNDS, Settings, require_meant
from competitions.model.texts import write
from competitions.pairing.sections import SMALLEST
from competitions.tournaments.held import Held, Terms
from competitions.tournaments.repository import HOUR, columns, folds_of, load
from competitions.tournaments.unit_of_work import entry
from games.play import setup
from matches.model.ids import PlayerId
from storage import competitions as rows
from storage.competitions import Member
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.logs import LogEntry

LONGEST_ROUND = 366 * 24
"""The maximum length of a round in hours."""


async def open_competition(
    db: Database,
    terms: Terms,
    settings: Settings,
    host: PlayerId,
    *,
    interaction: int | None = None,
) -> Held:
    """Opens a competition, which its `host` directs. That alone doesn't sign them up.

    Raises CompetitionError (wrong-name, wrong-seats, wrong-teams, wrong-times, wrong-setting,
    fixed-rounds, only-once, too-many-hosted), OptionError, Unavailable.
    """
    now = db.now()
    require_meant(settings)
    terms, settings = checked(terms, settings)
    starts, ends = terms.starts_at or now, terms.ends_at
    if starts < now or (ends is not None and ends <= starts):
        raise CompetitionError("wrong-times")
    values, first = written_down(terms, settings, host, now, interaction)

    def opened(connection: Connection, number: CompetitionNumber) -> Held:
        return load(connection, folds_of(db), number)

    return await open_one(db, rows.LOG, host, values, first, load=opened, interaction=interaction)


def written_down(
    terms: Terms,
    settings: Settings,
    host: PlayerId,
    now: datetime,
    interaction: int | None = None,
) -> tuple[dict[str, Any], LogEntry]:
    """The row of a new competition, and the first entry of its log."""
    opened = Opened(settings)
    times = [time for time in (terms.starts_at, terms.ends_at) if time is not None]
    next_at = min(times, default=None)
    values = columns(terms) | row_values(host, write(opened)[1], "open", now, next_at)
    return values, entry(1, opened, now, host, interaction)


@dataclass(frozen=True, slots=True)
class Coming:
    """An entrant of a competition that begins at once: who they are, in order, and their rating.
    `open_begun` numbers them, and fills in `entrant` and `since` of the members.
    """

    members: tuple[Member, ...]
    rating: float | None


def open_begun(
    connection: Connection,
    terms: Terms,
    settings: Settings,
    host: PlayerId,
    entrants: Sequence[Coming],
    *,
    waiting: Sequence[Coming] = (),
    now: datetime,
) -> CompetitionNumber:
    """Opens a competition that begins at once with these entrants, strongest first; those `waiting`
    are on its waiting list. They are numbered in this order. Nothing is announced. Call it inside a
    transaction.
    """
    events: list[Event] = [Opened(settings)]
    members: list[Member] = []

    def sign_up(those: Sequence[Coming], before: int = 0) -> tuple[EntrantId, ...]:
        ids = tuple(EntrantId(before + number) for number in range(1, len(those) + 1))
        for id_, one in zip(ids, those, strict=True):
            events.append(Joined(Entrant(id_, len(one.members), one.rating)))
            members.extend(replace(who, entrant=id_, since=len(events)) for who in one.members)
            if len(one.members) > 1 and all(who.agreed for who in one.members):
                events.append(Agreed(id_))
        return ids

    events.append(Started(sign_up(entrants)))
    sign_up(waiting, len(entrants))
    log = [entry(seq, event, now, None) for seq, event in enumerate(events, start=1)]
    values = columns(terms) | row_values(host, log[0].text, "running", now, now)
    values |= {"seq": len(log), "told": len(log), "tell_at": None}
    opened = rows.LOG.create(connection, values, *log)
    rows.add_members(connection, opened, members)
    return opened


def checked(terms: Terms, settings: Settings) -> tuple[Terms, Settings]:
    """The terms and settings, with options as the game writes them, without what is drawn for each
    match. Whether partners are drawn follows from the game. A cup of servers is open to people from
    anywhere.
    """
    seats = settings.seats * terms.team
    if terms.team > 1 and seats not in terms.game.info.seats:
        raise CompetitionError("wrong-teams", seats=seats)
    require_seats(terms.game, *((seats, seats - 1) if settings.mixed else (seats,)))
    made = setup(terms.game, seats, terms.options, SystemRandom())
    sides = {len(side) for side in terms.game.sides(made)}
    tables = settings.format == "tables" and terms.team == 1
    drawn = tables and of_partners(terms.game, made)
    if terms.team > 1 and sides != {terms.team}:
        raise CompetitionError("wrong-teams", seats=seats)
    _require_sense(terms, settings)
    terms = replace(terms, anywhere=terms.anywhere or terms.servers)
    return as_played(terms, made, LONGEST_NAME), replace(settings, partners=drawn)


def _require_sense(terms: Terms, settings: Settings) -> None:
    """Raises wrong-setting for an impossible length of rounds, range of ratings or size of
    sections.
    """
    if terms.each_round is not None:
        hours, rest = divmod(terms.each_round, HOUR)
        if rest or not 1 <= hours <= LONGEST_ROUND:
            raise CompetitionError("wrong-setting", name="each_round", least=1, most=LONGEST_ROUND)
    lowest, highest = terms.lowest, terms.highest
    if lowest is not None and highest is not None and lowest > highest:
        raise CompetitionError("wrong-setting", name="lowest", least=0, most=round(highest))
    size, least, most = terms.section_size, max(SMALLEST, 2 * settings.least), BOUNDS["most"][1]
    if size is not None and not least <= size <= most:
        raise CompetitionError("wrong-setting", name="section_size", least=least, most=most)
