"""Rows of analyses and of puzzles that players have tried. Functions that write need a
transaction.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, select

from storage.ids import MatchNumber, PlayerId
from storage.schema import analysis, puzzle_try
from storage.upserts import upsert

_ANALYSIS = select(analysis.c.data).where(analysis.c.match_id == bindparam("number"))
_TRIES = (
    select(puzzle_try)
    .where(puzzle_try.c.player_id == bindparam("player"), puzzle_try.c.game == bindparam("wanted"))
    .order_by(puzzle_try.c.at, puzzle_try.c.puzzle)
)


@dataclass(frozen=True, slots=True)
class Try:
    """How a player has done on a puzzle. The fields are the columns of the table."""

    player_id: PlayerId
    puzzle: str
    game: str
    state: str
    clean: bool
    at: datetime


def find_analysis(connection: Connection, number: MatchNumber) -> Any | None:
    """The stored analysis of the match with this number."""
    return connection.execute(_ANALYSIS, {"number": number}).scalar()


def keep_analysis(connection: Connection, number: MatchNumber, data: Any, at: datetime) -> None:
    """Stores an analysis, replacing the one before."""
    row = {"match_id": number, "data": data, "at": at}
    connection.execute(upsert(connection, analysis), row)


def tries(connection: Connection, player: PlayerId, game: str) -> list[Try]:
    """The player's tries at puzzles of this game, the latest last."""
    rows = connection.execute(_TRIES, {"player": player, "wanted": game})
    return [Try(*row) for row in rows]


def keep_try(connection: Connection, tried: Try) -> None:
    """Stores a try, replacing the earlier one at this puzzle."""
    connection.execute(upsert(connection, puzzle_try), asdict(tried))
