"""Folds all stored ladders, and compares them with their rows and their matches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from sqlalchemy import Connection

from competitions.ladders import games
from competitions.ladders.held import Held
from competitions.ladders.ids import public_id
from competitions.ladders.repository import event_of, load
from competitions.log import verify
from competitions.log.folds import Folds
from competitions.log.verify import Checked
from competitions.model.ladder.events import Played
from competitions.model.ladder.ladder import Challenge, fold
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load as load_match
from storage import ladders as rows
from storage.database import Database
from storage.ids import LadderNumber


def checks(db: Database) -> AsyncIterator[Checked]:
    """Checks every stored ladder, oldest first. Raises Unavailable."""
    return verify.checks(db, rows.LOG, public_id, _faults)


def _faults(connection: Connection, number: LadderNumber) -> Iterator[str]:
    row = rows.LOG.row(connection, number)
    assert row is not None
    held = load(connection, Folds(), number)
    now = held.ladder
    if row.status != ("over" if now.closed else "running"):
        yield f"status is stored as {row.status}, and it is closed: {now.closed}"
    if sorted(held.people) != sorted(now.places) or row.members != len(now.places):
        yield f"the log has the members {sorted(now.places)}, and stored are {sorted(held.people)}"
    yield from _wrong_challenges(connection, held)


def _wrong_challenges(connection: Connection, held: Held) -> Iterator[str]:
    """Challenges that are stored wrongly, or whose result is not that of their match."""
    made = held.ladder.made
    stored = rows.challenges(connection, held.number, made + 1, made + 1)
    if [one.number for one in stored] != [*range(made, 0, -1)]:
        yield f"there were {made} challenges, and {len(stored)} are stored"
    going = {one.number for one in stored if one.ended is None}
    if going != held.ladder.challenges.keys():
        yield f"running are {sorted(held.ladder.challenges)}, and stored {sorted(going)}"
    timed = {one.number for one in stored if one.timed}
    open_ = {one.number for one in stored if one.ended is None and one.match_id is None}
    asked = {one.number for one in held.ladder.challenges.values() if one.unanswered}
    if not asked <= timed <= open_:
        yield f"to be answered are {sorted(asked)}, and times are stored for {sorted(timed)}"
    matches, cache = {one.number: one.match_id for one in stored}, Cache(0)
    for challenge, logged in _played(connection, held):
        number, played = matches.get(challenge.number), None
        if number is not None:
            match, _ = load_match(connection, cache, number)
            played = games.ranks_of(held, challenge, match)
        if played != logged:
            said = f"challenge {challenge.number} is logged as {logged}"
            yield f"{said}, and its match {number} says {played}"


def _played(connection: Connection, held: Held) -> Iterator[tuple[Challenge, tuple[int, ...]]]:
    """The challenges that were played, with their ranks in the log."""
    first, *entries = rows.LOG.entries(connection, held.number, 0, held.seq)
    now = fold([event_of(first)])
    for event in map(event_of, entries):
        if isinstance(event, Played):
            yield now.challenges[event.number], event.ranks
        now = now.apply(event)
