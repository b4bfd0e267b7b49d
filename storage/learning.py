"""Rows of analyses and of puzzles that players have tried. Functions that write need a
transaction.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select

from storage.ids import MatchNumber, PlayerId
from storage.schema import analysis, puzzle_rating, puzzle_try
from storage.upserts import upsert

_ANALYSIS = select(analysis.c.data).where(analysis.c.match_id == bindparam("number"))
_TRIES = (
    select(puzzle_try)
    .where(puzzle_try.c.player_id == bindparam("player"))
    .order_by(puzzle_try.c.at, puzzle_try.c.puzzle)
)
_TRIES_OF_GAME = _TRIES.where(puzzle_try.c.game == bindparam("wanted"))
_SHIFTS = select(puzzle_rating).where(
    puzzle_rating.c.puzzle.in_(bindparam("wanted", expanding=True))
)
_AT_ONCE = 250
"""How many ratings one query asks for. With 2,000 PostgreSQL would rather read the whole table."""
_SHIFT = select(puzzle_rating).where(puzzle_rating.c.puzzle == bindparam("wanted"))


@dataclass(frozen=True, slots=True)
class Try:
    """How a player has done on a puzzle. The fields are the columns of the table."""

    player_id: PlayerId
    puzzle: str
    game: str
    state: str
    clean: bool
    at: datetime
    gain: float | None = None
    again: datetime | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """How far a puzzle's rating has moved. The fields are the columns of the table."""

    puzzle: str
    game: str
    shift: float
    tries: int


def find_analysis(connection: Connection, number: MatchNumber) -> Any | None:
    """The stored analysis of the match with this number."""
    return connection.execute(_ANALYSIS, {"number": number}).scalar()


def keep_analysis(connection: Connection, number: MatchNumber, data: Any, at: datetime) -> None:
    """Stores an analysis, replacing the one before."""
    row = {"match_id": number, "data": data, "at": at}
    connection.execute(upsert(connection, analysis), row)


def tries(connection: Connection, player: PlayerId, game: str | None = None) -> list[Try]:
    """The player's tries at puzzles, of one game or of all, the latest last, whatever they had once
    more.
    """
    query, given = (_TRIES, {}) if game is None else (_TRIES_OF_GAME, {"wanted": game})
    return [Try(*row) for row in connection.execute(query, {"player": player, **given})]


def keep_try(connection: Connection, tried: Try) -> None:
    """Stores a try, replacing the earlier one at this puzzle."""
    connection.execute(upsert(connection, puzzle_try), asdict(tried))


def shifts(connection: Connection, puzzles: Collection[str]) -> list[Shift]:
    """How far the ratings of these puzzles have moved; those that nobody has answered are left
    out.
    """
    every = list(puzzles)
    parts = [every[at : at + _AT_ONCE] for at in range(0, len(every), _AT_ONCE)]
    found = (connection.execute(_SHIFTS, {"wanted": part}) for part in parts)
    return [Shift(*row) for rows in found for row in rows]


def shift_of(connection: Connection, puzzle: str) -> Shift | None:
    """How far a puzzle's rating has moved; None if nobody has answered it."""
    row = connection.execute(_SHIFT, {"wanted": puzzle}).first()
    return None if row is None else Shift(*row)


def add_shift(connection: Connection, by: Shift) -> None:
    """Adds to how far a puzzle's rating has moved, and to its number of tries."""
    connection.execute(upsert(connection, puzzle_rating, "shift", "tries"), asdict(by))
