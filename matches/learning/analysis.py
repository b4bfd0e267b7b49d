"""Learning: who may have hints, stored analyses, and the puzzles that a player has tried."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeAlias

from sqlalchemy import Connection

from matches.course.drafts import draft
from matches.model.errors import NothingToAnalyse, NotOver, NotRunning, Rated
from matches.model.ids import MatchId, PlayerId
from matches.model.match import GOING, Match
from matches.model.played import Draft
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.queries import get
from matches.unit_of_work.repository import key_of
from storage import learning as rows
from storage.database import Database
from storage.learning import Try
from storage.transactions import in_transaction, transaction

Outcome: TypeAlias = Literal["wrong", "solved", "shown"]
"""How a player has answered a puzzle, or that they have been shown its solution."""


# Hints


async def to_hint(db: Database, match_id: MatchId, player: PlayerId) -> Draft:
    """The player's turn, as far as they have begun it, if they may have a hint.

    Raises Rated, and the same as `draft`.
    """
    begun = await draft(db, match_id, player)
    if not begun.match.hints_allowed:
        raise Rated(match=begun.match.id)
    return begun


# Analyses


async def to_analyse(db: Database, match_id: MatchId, player: PlayerId) -> Match:
    """The match, if it is over and has turns. Raises NotOver, NotRunning (a table),
    NothingToAnalyse, UnknownMatch.
    """
    match = await get(db, match_id, viewer=player)
    if match.started_at is None:
        raise NotRunning(match=match.id)
    if match.status in GOING:
        raise NotOver(match=match.id)
    if not match.turn_count or match.fault is not None:
        raise NothingToAnalyse(match=match.id)
    return match


async def kept_analysis(db: Database, match_id: MatchId) -> Any | None:
    """The stored analysis of a match; None if there is none. Raises UnknownMatch, Unavailable."""
    with map_storage_errors(match_id):
        return await db.read(partial(rows.find_analysis, number=key_of(match_id)))


async def keep_analysis(db: Database, match_id: MatchId, data: Any) -> None:
    """Stores an analysis, as values that JSON can hold. Raises Unavailable."""
    number, now = key_of(match_id), db.now()
    keep = partial(rows.keep_analysis, number=number, data=data, at=now)
    with map_storage_errors(match_id):
        await db.write(in_transaction(keep))


# Puzzles


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's tries at the puzzles of a game, the latest last."""

    tries: tuple[Try, ...] = ()

    @property
    def solved(self) -> int:
        """How many they have solved."""
        return sum(one.state == "solved" for one in self.tries)

    @property
    def closed(self) -> frozenset[str]:
        """The puzzles that they won't get again: those solved, or with the solution shown."""
        return frozenset(one.puzzle for one in self.tries if one.state != "open")

    @property
    def streak(self) -> int:
        """How many they have solved in a row, each with the first answer."""
        return self._streaks()[-1]

    @property
    def best(self) -> int:
        """The longest such streak."""
        return max(self._streaks())

    def _streaks(self) -> list[int]:
        found = [0]
        for one in self.tries:
            found.append(found[-1] + 1 if one.clean else 0)
        return found


async def progress(db: Database, player: PlayerId, game: str) -> Progress:
    """A player's record with the puzzles of this game. Raises Unavailable."""
    with map_storage_errors():
        return Progress(tuple(await db.read(partial(rows.tries, player=player, game=game))))


async def note_try(
    db: Database, player: PlayerId, game: str, puzzle: str, outcome: Outcome
) -> Progress:
    """Notes how the player has answered a puzzle. A puzzle that is solved or shown stays so,
    whatever they try later. Raises Unavailable.
    """
    now = db.now()

    def work(connection: Connection) -> Progress:
        with transaction(connection):
            known = {one.puzzle: one for one in rows.tries(connection, player, game)}
            before = known.get(puzzle, Try(player, puzzle, game, "open", True, now))
            if before.state == "open":
                state = "open" if outcome == "wrong" else outcome
                clean = before.clean and outcome == "solved"
                rows.keep_try(connection, replace(before, state=state, clean=clean, at=now))
            return Progress(tuple(rows.tries(connection, player, game)))

    with map_storage_errors():
        return await db.write(work)
