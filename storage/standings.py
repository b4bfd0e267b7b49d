"""Rows of leaderboards, ordered by an index, and the counters from which ranks are computed.

Each player on a board is counted in two of its tallies: a narrow bucket of one point and a wide one
of `WIDE` points. A rank is the sum of the wide buckets above and of the narrow ones above in one's
own wide bucket: some fifty rows each, with ten players or with ten million.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    and_,
    bindparam,
    delete,
    func,
    select,
    tuple_,
)

from storage.ids import PlayerId
from storage.schema import standing, tally
from storage.upserts import upsert

EVERYWHERE = 0
"""The scope that is no guild."""

WIDE = 64
"""Points of a wide bucket: as many narrow ones in it as there are wide ones in the usual range."""
_SHIFT = WIDE.bit_length() - 1


@dataclass(frozen=True, slots=True, order=True)
class Board:
    """A leaderboard: of a pool, in a scope, for a period in days (0: all the time)."""

    scope: int
    pool: str
    period: int


@dataclass(frozen=True, slots=True)
class Row:
    """A player on a board, with the number of rated matches that their points come from."""

    player_id: PlayerId
    points: int
    games: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands: how many are above them, and how many are on the board in all."""

    points: int
    games: int
    above: int
    players: int


@dataclass(frozen=True, slots=True)
class Shift:
    """A player's row on a board, from `before` (None: they were not on it) to `row` (None: not any
    more).
    """

    board: Board
    player_id: PlayerId
    before: int | None
    row: Row | None


# Reading

_COLUMNS = (standing.c.player_id, standing.c.points, standing.c.games)
_ON_BOARD = and_(
    standing.c.scope == bindparam("scope"),
    standing.c.pool == bindparam("pool"),
    standing.c.period == bindparam("period"),
)
_TALLIED = and_(
    tally.c.scope == bindparam("scope"),
    tally.c.pool == bindparam("pool"),
    tally.c.period == bindparam("period"),
)
_POINTS = bindparam("points", type_=Integer)
_KEY = tuple_(standing.c.points, standing.c.player_id)
_CURSOR = tuple_(_POINTS, bindparam("player", type_=BigInteger))

_BEST = (
    select(*_COLUMNS)
    .where(_ON_BOARD)
    .order_by(standing.c.points.desc(), standing.c.player_id.desc())
    .limit(bindparam("limit", type_=Integer))
)
_BELOW = _BEST.where(_KEY < _CURSOR)
_ABOVE = (
    select(*_COLUMNS)
    .where(_ON_BOARD, _KEY > _CURSOR)
    .order_by(standing.c.points, standing.c.player_id)
    .limit(bindparam("limit", type_=Integer))
)


def _sum(*wanted: ColumnElement[bool]) -> ColumnElement[int]:
    total = func.coalesce(func.sum(tally.c.count), 0)
    return select(total).where(_TALLIED, *wanted).scalar_subquery()


def _number_above(points: ColumnElement[int]) -> ColumnElement[int]:
    wide = points.bitwise_rshift(_SHIFT)
    narrow = tally.c.bucket
    return _sum(tally.c.width == WIDE, tally.c.bucket > wide) + _sum(
        tally.c.width == 1, narrow > points, narrow < (wide + 1) * WIDE
    )


_PLACE = select(
    standing.c.points,
    standing.c.games,
    _number_above(standing.c.points),
    _sum(tally.c.width == WIDE),
).where(_ON_BOARD, standing.c.player_id == bindparam("player"))
_LEVEL = select(
    _number_above(_POINTS),
    _sum(tally.c.width == 1, tally.c.bucket == _POINTS),
)
_OF_PLAYERS = select(
    standing.c.player_id,
    standing.c.scope,
    standing.c.period,
    standing.c.points,
    standing.c.games,
).where(
    standing.c.pool == bindparam("pool"),
    standing.c.player_id.in_(bindparam("players", expanding=True)),
)


def best(connection: Connection, board: Board, limit: int) -> list[Row]:
    """The first rows of a board, by points; equal ones in a fixed order."""
    found = connection.execute(_BEST, {**asdict(board), "limit": limit})
    return [Row(*row) for row in found]


def beside(
    connection: Connection, board: Board, cursor: tuple[int, int], limit: int, *, above: bool
) -> list[Row]:
    """The rows next to a cursor (points, player id), best first: those above it, or below."""
    points, player = cursor
    given = {**asdict(board), "points": points, "player": player, "limit": limit}
    found = [Row(*row) for row in connection.execute(_ABOVE if above else _BELOW, given)]
    return found[::-1] if above else found


def place(connection: Connection, board: Board, player_id: PlayerId) -> Place | None:
    """Where a player stands on a board; None if they are not on it."""
    row = connection.execute(_PLACE, {**asdict(board), "player": player_id}).first()
    return None if row is None else Place(*map(int, row))


def level(connection: Connection, board: Board, points: int) -> tuple[int, int]:
    """How many players on a board have more points than this, and how many have exactly as many."""
    above, equal = connection.execute(_LEVEL, {**asdict(board), "points": points}).one()
    return int(above), int(equal)


def of_players(
    connection: Connection, pool: str, players: Sequence[PlayerId]
) -> dict[PlayerId, dict[tuple[int, int], Row]]:
    """The rows of players on all boards of a pool, by player, and by scope and period."""
    found: dict[PlayerId, dict[tuple[int, int], Row]] = {player: {} for player in players}
    rows = connection.execute(_OF_PLAYERS, {"pool": pool, "players": list(players)})
    for player, scope, period, points, games in rows:
        found[player][scope, period] = Row(player, points, games)
    return found


# Writing

_REMOVE = delete(standing).where(_ON_BOARD, standing.c.player_id == bindparam("player"))


def shift(connection: Connection, shifts: Iterable[Shift]) -> None:
    """Changes rows of boards and their tallies. Must be called inside a transaction.

    Rows are written in a fixed order, so that transactions can't deadlock.
    """
    wanted = sorted(shifts, key=lambda one: (one.board, one.player_id))
    gone = [asdict(one.board) | {"player": one.player_id} for one in wanted if one.row is None]
    put = [asdict(one.board) | asdict(one.row) for one in wanted if one.row is not None]
    if gone:
        connection.execute(_REMOVE, gone)
    if put:
        connection.execute(upsert(connection, standing), put)
    changed: Counter[tuple[Board, int, int]] = Counter()
    for one in wanted:
        after = None if one.row is None else one.row.points
        for points, by in ((one.before, -1), (after, 1)):
            if points is not None:
                for width in (1, WIDE):
                    changed[one.board, width, points // width] += by
    counted = [
        {**asdict(board), "width": width, "bucket": bucket, "count": by}
        for (board, width, bucket), by in sorted(changed.items())
        if by
    ]
    if counted:
        connection.execute(upsert(connection, tally, "count"), counted)


# All boards


def everybody(connection: Connection) -> Iterator[tuple[Board, Row]]:
    """All rows of all boards."""
    found = connection.execute(
        select(standing.c.scope, standing.c.pool, standing.c.period, *_COLUMNS)
    )
    for scope, pool, period, *row in found:
        yield Board(scope, pool, period), Row(*row)


def tallied(connection: Connection) -> Counter[tuple[Board, int, int]]:
    """All tallies that are not zero, by board, width and bucket."""
    found = connection.execute(select(tally).where(tally.c.count != 0))
    return Counter(
        {
            (Board(row.scope, row.pool, row.period), row.width, row.bucket): row.count
            for row in found
        }
    )


def tallies_of(rows: Iterable[tuple[Board, Row]]) -> Counter[tuple[Board, int, int]]:
    """The tallies that follow from these rows of boards."""
    return Counter(
        (board, width, row.points // width) for board, row in rows for width in (1, WIDE)
    )
