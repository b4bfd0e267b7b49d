"""Rows of studies. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage.errors import LostRace
from storage.ids import MatchNumber, PlayerId, StudyNumber
from storage.schema import study


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A study; see the table."""

    player_id: PlayerId
    number: StudyNumber
    match_id: MatchNumber | None
    game: str
    seats: int
    options: Mapping[str, str]
    start: str
    root: int
    name: str
    tree: str
    here: int
    draft: str
    seq: int
    changed_at: datetime


_MINE = study.c.player_id == bindparam("player")
_THIS = (_MINE, study.c.number == bindparam("wanted"))
_ONE = select(study).where(*_THIS)
_OF_MATCH = (
    select(study)
    .where(_MINE, study.c.match_id == bindparam("match_number"))
    .order_by(study.c.changed_at.desc(), study.c.number.desc())
)
_OF_PLAYER = (
    select(*(column for column in study.c if column is not study.c.tree))
    .where(_MINE)
    .order_by(study.c.changed_at.desc(), study.c.number.desc())
)
_CHANGE = update(study).where(*_THIS, study.c.seq == bindparam("seen"))
_REMOVE = delete(study).where(*_THIS)


def one(connection: Connection, player: PlayerId, number: StudyNumber) -> StudyRow | None:
    """The player's study with this number."""
    row = connection.execute(_ONE, {"player": player, "wanted": number}).first()
    return None if row is None else StudyRow(*row)


def of_match(connection: Connection, player: PlayerId, number: MatchNumber) -> list[StudyRow]:
    """The player's studies of a match, the most recently changed first."""
    found = connection.execute(_OF_MATCH, {"player": player, "match_number": number})
    return [StudyRow(*row) for row in found]


def of_player(connection: Connection, player: PlayerId) -> list[StudyRow]:
    """The player's studies without their trees, the most recently changed first."""
    found = connection.execute(_OF_PLAYER, {"player": player}).mappings()
    return [StudyRow(**row, tree="") for row in found]


def create(connection: Connection, row: StudyRow) -> None:
    """Stores a new study. Raises LostRace, at commit at the latest, if its owner already has one
    with this number.
    """
    connection.execute(insert(study), asdict(row))


def change(
    connection: Connection,
    player: PlayerId,
    number: StudyNumber,
    seen: int,
    values: Mapping[str, Any],
) -> None:
    """Changes a study that had `seen` changes. Raises LostRace if it has been changed since."""
    given = {"player": player, "wanted": number, "seen": seen}
    if connection.execute(_CHANGE.values(dict(values)), given).rowcount != 1:
        raise LostRace(f"study {number} of somebody has more than {seen} changes")


def remove(connection: Connection, player: PlayerId, number: StudyNumber) -> None:
    """Deletes a study."""
    connection.execute(_REMOVE, {"player": player, "wanted": number})
