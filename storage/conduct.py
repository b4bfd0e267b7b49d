"""Rows of how people have played their matches. Functions that write need a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from storage.ids import MatchNumber, PlayerId
from storage.schema import conduct


@dataclass(frozen=True, slots=True)
class Conduct:
    """How somebody has played a match that is over; see the table."""

    player_id: PlayerId
    at: datetime
    kept: bool
    pace: int | None


_COLUMNS = [conduct.c[field.name] for field in fields(Conduct)]
_OF_PLAYER = (
    select(conduct.c.kept, conduct.c.pace)
    .where(conduct.c.player_id == bindparam("player"))
    .order_by(conduct.c.at.desc(), conduct.c.match_id.desc())
    .limit(bindparam("most"))
)
_OF_MATCH = (
    select(*_COLUMNS).where(conduct.c.match_id == bindparam("number")).order_by(conduct.c.player_id)
)


def of_player(
    connection: Connection, player_id: PlayerId, limit: int
) -> list[tuple[bool, int | None]]:
    """Whether a player has played their last matches to the end, and at which pace; the latest
    first.
    """
    found = connection.execute(_OF_PLAYER, {"player": player_id, "most": limit})
    return [(row.kept, row.pace) for row in found]


def noted_of(connection: Connection, number: MatchNumber) -> list[Conduct]:
    """How people have played a match, by their ids."""
    return [Conduct(*row) for row in connection.execute(_OF_MATCH, {"number": number})]


def note(connection: Connection, number: MatchNumber, found: Sequence[Conduct]) -> None:
    """Notes how people have played a match that has just ended."""
    if found:
        rows = [{"match_id": number, **asdict(one)} for one in found]
        connection.execute(insert(conduct), rows)


def remove(connection: Connection, number: MatchNumber) -> None:
    """Removes what was noted about a match."""
    connection.execute(delete(conduct).where(conduct.c.match_id == number))
