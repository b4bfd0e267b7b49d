"""Folds all stored competitions, and compares them with their rows and their matches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

from sqlalchemy import Connection

from competitions.log import verify
from competitions.log.folds import Folds
from competitions.log.verify import Checked
from competitions.model.events import Decided, Event, Unpaired
from competitions.model.pairings import Game, Outcome, games_of
from competitions.standings.placings import placings
from competitions.standings.table import standings
from competitions.tournaments.games import outcome_of
from competitions.tournaments.held import Held
from competitions.tournaments.ids import public_id
from competitions.tournaments.repository import event_of, fold_entries, load
from competitions.tournaments.sheets import restored
from matches.model.ids import number_of
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import load as load_match
from storage import competition_tables as tables
from storage import competitions as rows
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.logs import LogEntry


def checks(db: Database) -> AsyncIterator[Checked]:
    """Checks every stored competition, oldest first. Raises Unavailable."""
    return verify.checks(db, rows.LOG, public_id, _faults)


def _faults(connection: Connection, number: CompetitionNumber) -> Iterator[str]:
    row = rows.LOG.row(connection, number)
    assert row is not None
    held = load(connection, Folds(), number)
    log = rows.LOG.entries(connection, number, 0, row.seq)
    if row.status != held.competition.status:
        yield f"status is stored as {row.status}, and folded as {held.competition.status}"
    yield from _wrong_teams(held)
    if row.stalled != len(held.competition.stalled):
        yield f"stalled is stored as {row.stalled}, and folded as {len(held.competition.stalled)}"
    yield from _wrong_table(connection, number, log)
    yield from _wrong_games(connection, held, [event_of(one) for one in log])


def _wrong_teams(held: Held) -> Iterator[str]:
    """Entrants whose stored members or withdrawals are not those of the log."""
    sizes = {entrant.id: entrant.size for entrant in held.competition.signed}
    found = {id_: len(team) for id_, team in held.teams.items()}
    if sizes != found:
        yield f"the log has the entrants {sizes}, and their members are {found}"
    gone = {one.entrant for one in held.members if one.withdrawn and one.until is None}
    if gone != held.competition.withdrawn:
        withdrawn = sorted(held.competition.withdrawn)
        yield f"{sorted(gone)} are stored as withdrawn, and folded are {withdrawn}"


def _same(logged: Outcome, played: Outcome) -> bool:
    """Whether two outcomes are the same. Earlier versions also called it a forfeit if somebody
    resigned after moving, and nobody else had moved.
    """
    earlier = replace(played, how="forfeit") if played.how == "played" else played
    return logged in (played, earlier)


def _wrong_games(connection: Connection, held: Held, events: list[Event]) -> Iterator[str]:
    """Games whose outcome in the log is not that of their match."""
    now = held.competition
    paired = {game for pairings in now.rounds for one in pairings for game in games_of(one)}
    if strange := held.matches.keys() - paired:
        yield f"there are matches of games that are not paired: {sorted(strange)}"
    decided = _decided(events)
    cache = Cache(0)
    for game, match_id in held.matches.items():
        match, _ = load_match(connection, cache, number_of(match_id))
        if not match.official and now.status != "cancelled":
            yield f"match {match_id} of game {game} is not official"
        played, logged = outcome_of(match, held.terms.team), decided.get(game)
        if logged is None or logged.reason or logged.outcome.how == "adjudged":
            continue
        if played is None or not _same(logged.outcome, played):
            yield f"game {game} is logged as {logged.outcome}, and match {match_id} says {played}"


def _wrong_table(
    connection: Connection, number: CompetitionNumber, log: list[LogEntry]
) -> Iterator[str]:
    """Yields a fault if a stored table is not the one made from the same entries."""
    head = tables.head(connection, number)
    if head is None:
        return
    then = fold_entries(None, log[: head.seq])
    if not then.seeding or restored(head, tables.whole(connection, number)) != placings(
        standings(then)
    ):
        yield f"the table of entry {head.seq} is not the one that the log makes"


def _decided(events: list[Event]) -> dict[Game, Decided]:
    """How games were decided, except those of rounds that were taken back afterwards."""
    found: dict[Game, Decided] = {}
    for one in events:
        if isinstance(one, Decided):
            found[one.game] = one
        elif isinstance(one, Unpaired):
            found = {game: known for game, known in found.items() if game[0] != one.round}
    return found
