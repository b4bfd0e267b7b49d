"""Folds all stored competitions, and compares them with their rows and with the matches played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from competitions.life.games import outcome_of
from competitions.life.held import Held
from competitions.life.ids import CompetitionId, public_id
from competitions.life.repository import Folds, event_of, load
from competitions.model.competition import games_of
from competitions.model.events import Decided, Event
from matches.model.ids import number_of
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load as load_match
from storage import competitions as rows
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.transactions import snapshot

PAGE = 50
"""How many competitions are looked up at a time."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One competition, and what is wrong with it, in words for whoever runs the bot."""

    competition_id: CompetitionId
    status: str
    fault: str | None = None


async def checks(db: Database) -> AsyncIterator[Checked]:
    """Checks every stored competition, in the order of their opening. Raises Unavailable."""
    last = CompetitionNumber(0)
    with map_storage_errors():
        while numbers := await db.read(partial(rows.numbers_after, number=last, limit=PAGE)):
            for number in numbers:
                yield await db.read(partial(_checked, number=number))
            last = numbers[-1]


def _checked(connection: Connection, number: CompetitionNumber) -> Checked:
    with snapshot(connection):
        row = rows.row(connection, number)
        assert row is not None
        try:
            fault = next(_faults(connection, number), None)
        except SQLAlchemyError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are looked at
            fault = f"{type(error).__name__}: {error}: {error.__cause__}"
    return Checked(public_id(number), row.status, fault)


def _faults(connection: Connection, number: CompetitionNumber) -> Iterator[str]:
    row = rows.row(connection, number)
    assert row is not None
    held = load(connection, Folds(), number)
    log = rows.entries(connection, number, 0, row.seq + 1)
    if [one.seq for one in log] != list(range(1, row.seq + 1)):
        yield f"seq is {row.seq}, and the log has {len(log)} entries"
    if row.settings != log[0].text:
        yield f"settings are stored as {row.settings!r}, and logged as {log[0].text!r}"
    if row.status != held.competition.status:
        yield f"status is stored as {row.status}, and folded as {held.competition.status}"
    yield from _wrong_teams(held)
    if row.stalled != len(held.competition.stalled):
        yield f"stalled is stored as {row.stalled}, and folded as {len(held.competition.stalled)}"
    yield from _wrong_games(connection, held, [event_of(one) for one in log])


def _wrong_teams(held: Held) -> Iterator[str]:
    """Everybody who has signed up is known, if only as a former player, and nobody else."""
    sizes = {entrant.id: entrant.size for entrant in held.competition.signed}
    found = {id_: len(team) for id_, team in held.teams.items()}
    if sizes != found:
        yield f"the log has the entrants {sizes}, and their members are {found}"


def _wrong_games(connection: Connection, held: Held, events: list[Event]) -> Iterator[str]:
    """What the log says of games is what their matches say."""
    now = held.competition
    paired = {game for pairings in now.rounds for one in pairings for game in games_of(one)}
    if strange := held.matches.keys() - paired:
        yield f"there are matches of games that are not paired: {sorted(strange)}"
    decided = {one.game: one for one in events if isinstance(one, Decided)}
    cache = Cache(0)
    for game, match_id in held.matches.items():
        match, _ = load_match(connection, cache, number_of(match_id))
        if not match.official and now.status != "cancelled":
            yield f"match {match_id} of game {game} is not official"
        played, logged = outcome_of(match, held.terms.team), decided.get(game)
        if logged is None or logged.reason or logged.outcome.how == "adjudged":
            continue
        if logged.outcome != played:
            yield f"game {game} is logged as {logged.outcome}, and match {match_id} says {played}"
