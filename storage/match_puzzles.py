"""Rows of puzzles from matches that were played here, and of the matches that are to be searched
for them. Functions that write need a transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, union, update

from storage.handovers import had
from storage.ids import MatchNumber, PlayerId
from storage.schema import match, match_puzzle, puzzle_search, seat
from storage.upserts import INSERTS


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle as a line of text, with its game and the rules under which its match began."""

    game: str
    text: str
    rules_version: int


_OVER = (
    select(match.c.id, match.c.finished_at)
    .where(match.c.id.in_(bindparam("numbers", expanding=True)), match.c.status == "finished")
    .order_by(match.c.id)  # Two that queue the same ones don't wait for each other.
)
_WAITING = (
    select(puzzle_search.c.match_id)
    .where(puzzle_search.c.until <= bindparam("now"))
    .order_by(puzzle_search.c.until)
    .limit(bindparam("most"))
)
_UNDER_WAY = update(puzzle_search).where(
    puzzle_search.c.match_id == bindparam("number"), puzzle_search.c.until.is_not(None)
)
_FREE = _UNDER_WAY.where(puzzle_search.c.until <= bindparam("now"))
_STORED = select(match_puzzle.c.game, match_puzzle.c.text, match.c.rules_version).join_from(
    match_puzzle, match, match.c.id == match_puzzle.c.match_id
)
_OF_GAME = (
    _STORED.where(match_puzzle.c.game == bindparam("wanted"))
    .order_by(match_puzzle.c.match_id.desc())
    .limit(bindparam("most"))
)
_ONE = _STORED.where(match_puzzle.c.puzzle == bindparam("wanted"))


# Searching


def queue(connection: Connection, numbers: Collection[MatchNumber]) -> None:
    """Notes that these matches are to be searched, as far as they have a result. Those that are
    noted already, or were searched, stay as they are.
    """
    new = INSERTS[connection.dialect.name](puzzle_search)
    from_them = new.from_select(["match_id", "until"], _OVER).on_conflict_do_nothing()
    connection.execute(from_them, {"numbers": list(numbers)})


def waiting(connection: Connection, now: datetime, most: int) -> list[MatchNumber]:
    """The matches that may be searched now, those that were over first before the others."""
    found = connection.execute(_WAITING, {"now": now, "most": most}).scalars()
    return [MatchNumber(number) for number in found]


def claim(connection: Connection, number: MatchNumber, now: datetime, until: datetime) -> bool:
    """Takes a match: nobody else gets it until that time. False if it can't be taken now."""
    given = {"number": number, "now": now}
    return connection.execute(_FREE.values(until=until), given).rowcount == 1


def hold(connection: Connection, number: MatchNumber, until: datetime) -> None:
    """Leaves a match that hasn't been searched to nobody until that time."""
    connection.execute(_UNDER_WAY.values(until=until), {"number": number})


def drop(connection: Connection, number: MatchNumber) -> None:
    """Notes that a match is not to be searched."""
    connection.execute(delete(puzzle_search).where(puzzle_search.c.match_id == number))


def close(connection: Connection, number: MatchNumber) -> bool:
    """Notes that a match has been searched. False if that was noted before, or if it was not to be
    searched any more.
    """
    return connection.execute(_UNDER_WAY.values(until=None), {"number": number}).rowcount == 1


def rules_version(connection: Connection, number: MatchNumber) -> int:
    """The rules under which a match began."""
    query = select(match.c.rules_version).where(match.c.id == number)
    return int(connection.execute(query).scalar_one())


# Puzzles


def put(connection: Connection, number: MatchNumber, game: str, texts: Mapping[str, str]) -> None:
    """Stores the puzzles of a match by their keys; those that are known already stay."""
    rows = [
        {"puzzle": key, "match_id": number, "game": game, "text": text}
        for key, text in sorted(texts.items())
    ]
    if rows:
        new = INSERTS[connection.dialect.name](match_puzzle)
        connection.execute(new.on_conflict_do_nothing(), rows)


def of_game(connection: Connection, game: str, most: int) -> list[PuzzleRow]:
    """The game's puzzles from the latest matches."""
    found = connection.execute(_OF_GAME, {"wanted": game, "most": most})
    return [PuzzleRow(*row) for row in found]


def one(connection: Connection, puzzle: str) -> PuzzleRow | None:
    """The puzzle with this key, if it is there."""
    row = connection.execute(_ONE, {"wanted": puzzle}).first()
    return None if row is None else PuzzleRow(*row)


def withdraw(connection: Connection, player: PlayerId) -> None:
    """Removes the puzzles of all matches in which somebody has, or had, a seat."""
    connection.execute(delete(match_puzzle).where(match_puzzle.c.match_id.in_(_played(player))))


def forget(connection: Connection, player: PlayerId) -> None:
    """Removes also that those matches were, or are to be, searched."""
    withdraw(connection, player)
    connection.execute(delete(puzzle_search).where(puzzle_search.c.match_id.in_(_played(player))))


def _played(player: PlayerId) -> Any:
    return union(*had(player, seat.c.match_id))
