"""The tables of large competitions. They are derived from the logs, written as a whole, and read a
page at a time. Each function runs on a connection; `store` needs a transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from storage.competitions import Member, member_columns
from storage.ids import CompetitionNumber, PlayerId
from storage.schema import competition_place, competition_table, entrant_member


class Head(NamedTuple):
    """The log entry from which a table was made, how many lines it has, whether some of them are
    `level`, and whether tie-breaks are `decisive`.
    """

    seq: int
    entrants: int
    level: bool
    decisive: bool


class Line(NamedTuple):
    """A line of a table, with its place in it. Points and tie-breaks are texts."""

    entrant: int
    rank: int
    points: str
    tie_breaks: str


_HEAD = select(
    competition_table.c.seq,
    competition_table.c.entrants,
    competition_table.c.level,
    competition_table.c.decisive,
).where(competition_table.c.competition_id == bindparam("number"))

_LINE = (
    competition_place.c.entrant,
    competition_place.c.rank,
    competition_place.c.points,
    competition_place.c.tie_breaks,
)


def _same_entrant(one: FromClause, other: FromClause) -> ColumnElement[bool]:
    return and_(one.c.competition_id == other.c.competition_id, one.c.entrant == other.c.entrant)


_PRESENT = and_(_same_entrant(entrant_member, competition_place), entrant_member.c.until.is_(None))
_LINES: Select[Any] = (
    select(*_LINE, entrant_member.c.player_id)
    .outerjoin_from(competition_place, entrant_member, _PRESENT)
    .where(
        competition_place.c.competition_id == bindparam("number"),
        competition_place.c.place > bindparam("after", type_=Integer),
        competition_place.c.place <= bindparam("last", type_=Integer),
    )
    .order_by(competition_place.c.place, entrant_member.c.place)
)
_EVERY: Select[Any] = (
    select(*_LINE)
    .where(competition_place.c.competition_id == bindparam("number"))
    .order_by(competition_place.c.place)
)
_MINE, _WITH = entrant_member.alias("mine"), entrant_member.alias("together")
_SEEN = (
    select(
        *_HEAD.selected_columns,
        competition_place.c.place.label("stands"),
        *member_columns(_WITH),
    )
    .outerjoin_from(
        competition_table,
        _MINE,
        and_(
            _MINE.c.competition_id == competition_table.c.competition_id,
            _MINE.c.player_id == bindparam("player"),
            _MINE.c.until.is_(None),
        ),
    )
    .outerjoin(_WITH, and_(_same_entrant(_WITH, _MINE), _WITH.c.until.is_(None)))
    .outerjoin(competition_place, _same_entrant(competition_place, _MINE))
    .where(competition_table.c.competition_id == bindparam("number"))
    .order_by(_WITH.c.place)
)
"""What is said of the whole and who the reader is, at once: two queries take longer."""


def head(connection: Connection, number: CompetitionNumber) -> Head | None:
    """The head of the table, if one is stored."""
    found = connection.execute(_HEAD, {"number": number}).first()
    return None if found is None else Head(*found)


class Seen(NamedTuple):
    """What a reader sees: the head of the table, the reader's own entrant, and its place in the
    table. If they have not signed up, there is no entrant and the place is None.
    """

    head: Head
    own: list[Member]
    place: int | None


def seen(connection: Connection, number: CompetitionNumber, player: PlayerId) -> Seen | None:
    """The stored table as a player sees it, if there is one."""
    found = connection.execute(_SEEN, {"number": number, "player": player}).all()
    if not found:
        return None
    own = [Member(*one[5:]) for one in found if one.entrant is not None]
    return Seen(Head(*found[0][:4]), own, found[0].stands)


def page(connection: Connection, number: CompetitionNumber, span: range) -> Sequence[Row[Any]]:
    """The lines of a span, counted from 0, each with a `player_id`. Partners get one line each, in
    their order.
    """
    values = {"number": number, "after": span.start, "last": span.stop}
    return connection.execute(_LINES, values).all()


def line_of(found: Row[Any]) -> Line:
    """The line in a row that was read."""
    return Line(found.entrant, found.rank, found.points, found.tie_breaks)


def whole(connection: Connection, number: CompetitionNumber) -> list[Line]:
    """All lines, the best first."""
    return [line_of(one) for one in connection.execute(_EVERY, {"number": number})]


def store(
    connection: Connection, number: CompetitionNumber, table: Head, lines: Iterable[Line]
) -> None:
    """Stores a table, unless there is one made from this log entry or a later one."""
    values = {"competition_id": number, **table._asdict()}
    mine = competition_table.c
    newer = update(competition_table).where(mine.competition_id == number, mine.seq < table.seq)
    if connection.execute(newer.values(**table._asdict())).rowcount == 0:
        if head(connection, number) is not None:
            return
        connection.execute(insert(competition_table), values)
    connection.execute(
        delete(competition_place).where(competition_place.c.competition_id == number)
    )
    rows = [
        {"competition_id": number, "place": place, **line._asdict()}
        for place, line in enumerate(lines, start=1)
    ]
    connection.execute(insert(competition_place), rows)
