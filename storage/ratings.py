"""Rows of ratings and of their ledger. Functions that write need a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from storage.ids import MatchNumber, PlayerId
from storage.schema import (
    match,
    rating,
    rating_change,
    seat,
    seat_advantage,
    standing,
    tally,
)
from storage.standings import Board, Shift, shift
from storage.upserts import upsert


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating and record in a pool; see the table."""

    player_id: PlayerId
    pool: str
    mu: float
    sigma: float
    points: int
    games: int = 0
    wins: int = 0
    draws: int = 0
    streak: int = 0
    best_streak: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """What a match did to the rating of the player of a seat; see the table.

    `player_id` is None for somebody who has had their data deleted.
    """

    match_id: MatchNumber
    seat: int
    player_id: PlayerId | None
    pool: str
    games: int
    before_mu: float
    before_sigma: float
    before_points: int
    after_mu: float
    after_sigma: float
    after_points: int
    model: str
    at: datetime
    period: int
    holder: int = 0
    advantage: float = 0.0

    @property
    def counts(self) -> bool:
        """Whether the match counts for the player, because it changed their skill."""
        before = self.before_mu, self.before_sigma
        return before != (self.after_mu, self.after_sigma)


@dataclass(frozen=True, slots=True)
class Due:
    """A change that a period no longer counts: how many points it had gained, and for whom."""

    id: int
    player_id: PlayerId | None
    pool: str
    gain: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """A finished match between two players: its setup, and the seat and rank of each."""

    game: str
    seats: int
    options: Mapping[str, str]
    mine: int
    my_rank: int
    other: int
    other_rank: int


# Reading

_RATING = [rating.c[field.name] for field in fields(Rating)]
_CHANGE = [rating_change.c[field.name] for field in fields(Change)]

_IN_POOL = (
    select(*_RATING)
    .where(
        rating.c.pool == bindparam("pool"),
        rating.c.player_id.in_(bindparam("players", expanding=True)),
    )
    .order_by(rating.c.player_id)
)
_ONE = select(*_RATING).where(
    rating.c.player_id == bindparam("player"), rating.c.pool == bindparam("pool")
)
_OF_PLAYER = (
    select(*_RATING)
    .where(rating.c.player_id == bindparam("player"))
    .order_by(rating.c.games.desc(), rating.c.pool)
)
_OF_MATCH = (
    select(*_CHANGE)
    .where(rating_change.c.match_id == bindparam("number"))
    .order_by(rating_change.c.seat, rating_change.c.holder)
)
_HISTORY = (
    select(rating_change.c.at, rating_change.c.after_points)
    .where(
        rating_change.c.player_id == bindparam("player"), rating_change.c.pool == bindparam("pool")
    )
    .order_by(rating_change.c.id.desc())
    .limit(bindparam("limit"))
)
_DUE = (
    select(
        rating_change.c.id,
        rating_change.c.player_id,
        rating_change.c.pool,
        rating_change.c.after_points - rating_change.c.before_points,
    )
    .where(rating_change.c.period == bindparam("period"), rating_change.c.at <= bindparam("until"))
    .order_by(rating_change.c.at)
    .limit(bindparam("limit"))
)


_OF_MATCHES = select(*_CHANGE).where(
    rating_change.c.match_id.in_(bindparam("numbers", expanding=True))
)


def ratings(
    connection: Connection, pool: str, players: Iterable[PlayerId]
) -> dict[PlayerId, Rating]:
    """The ratings of these players in a pool, locked so that this transaction can change them."""
    given = {"pool": pool, "players": sorted(players)}
    found = connection.execute(_IN_POOL.with_for_update(), given)
    return {row.player_id: Rating(*row) for row in found}


def strengths(
    connection: Connection, pool: str, players: Iterable[PlayerId]
) -> dict[PlayerId, Rating]:
    """The ratings of these players in a pool, to read only."""
    given = {"pool": pool, "players": sorted(players)}
    return {row.player_id: Rating(*row) for row in connection.execute(_IN_POOL, given)}


def rating_of(connection: Connection, player_id: PlayerId, pool: str) -> Rating | None:
    """A player's rating in a pool."""
    row = connection.execute(_ONE, {"player": player_id, "pool": pool}).first()
    return None if row is None else Rating(*row)


def ratings_of(connection: Connection, player_id: PlayerId) -> list[Rating]:
    """A player's ratings in all pools, the most played first."""
    return [Rating(*row) for row in connection.execute(_OF_PLAYER, {"player": player_id})]


def changes_of(connection: Connection, number: MatchNumber) -> list[Change]:
    """What a match did to its players' ratings, by seat; empty if it was not rated."""
    return [Change(*row) for row in connection.execute(_OF_MATCH, {"number": number})]


def changes_of_all(connection: Connection, numbers: Sequence[MatchNumber]) -> list[Change]:
    """What these matches did to their players' ratings, by match, seat and holder."""
    found = connection.execute(_OF_MATCHES, {"numbers": list(numbers)})
    return sorted((Change(*row) for row in found), key=key_of)


def key_of(change: Change) -> tuple[MatchNumber, int, int]:
    """The key of a ledger entry."""
    return change.match_id, change.seat, change.holder


def models(connection: Connection) -> set[str]:
    """All models that the ledger's numbers come from."""
    return set(connection.execute(select(rating_change.c.model).distinct()).scalars())


def rated_by(connection: Connection, model: str) -> set[MatchNumber]:
    """The matches whose numbers in the ledger come from this model."""
    query = select(rating_change.c.match_id).where(rating_change.c.model == model).distinct()
    return set(connection.execute(query).scalars())


def history(
    connection: Connection, player_id: PlayerId, pool: str, limit: int
) -> list[tuple[datetime, MatchNumber]]:
    """When a player's rating in a pool changed, and to what: the last changes, oldest first."""
    given = {"player": player_id, "pool": pool, "limit": limit}
    found = connection.execute(_HISTORY, given).all()
    return [(at, points) for at, points in reversed(found)]


def due(connection: Connection, period: int, until: datetime, limit: int) -> list[Due]:
    """Changes up to `until` that this period still counts, locked for this transaction."""
    given = {"period": period, "until": until, "limit": limit}
    found = connection.execute(_DUE.with_for_update(skip_locked=True), given)
    return [Due(*row) for row in found]


def is_due(connection: Connection, period: int, until: datetime) -> bool:
    """Whether there are any."""
    given = {"period": period, "until": until, "limit": 1}
    return connection.execute(_DUE, given).first() is not None


def meetings(connection: Connection, player_id: PlayerId, other_id: PlayerId) -> list[Meeting]:
    """The finished matches in which both players have a rank."""
    mine, other = seat.alias("mine"), seat.alias("other")
    query = (
        select(
            match.c.game,
            match.c.seats,
            match.c.options,
            mine.c.seat,
            mine.c.rank,
            other.c.seat,
            other.c.rank,
        )
        .select_from(
            mine.join(other, other.c.match_id == mine.c.match_id).join(
                match, match.c.id == mine.c.match_id
            )
        )
        .where(
            mine.c.player_id == player_id,
            other.c.player_id == other_id,
            match.c.status == "finished",
            mine.c.rank.is_not(None),
            other.c.rank.is_not(None),
        )
    )
    return [Meeting(*row) for row in connection.execute(query)]


# Writing

_ADVANCE = (
    update(rating_change)
    .where(rating_change.c.id == bindparam("number"))
    .values(period=bindparam("next"))
)


def add(connection: Connection, new: Iterable[Rating]) -> None:
    """Stores players' first ratings. Raises LostRace, at commit at the latest, if a player has got
    one in the meantime.
    """
    rows = _in_order(new)
    if rows:
        connection.execute(insert(rating), rows)


def put(connection: Connection, changed: Iterable[Rating]) -> None:
    """Stores ratings, replacing those that this transaction has locked."""
    rows = _in_order(changed)
    if rows:
        connection.execute(upsert(connection, rating), rows)


def _in_order(found: Iterable[Rating]) -> list[dict[str, Any]]:
    return [asdict(one) for one in sorted(found, key=lambda one: (one.pool, one.player_id))]


def enter(connection: Connection, changes: Sequence[Change]) -> None:
    """Adds to the ledger. Raises LostRace, at commit at the latest, if the match is in it
    already.
    """
    if changes:
        connection.execute(insert(rating_change), [asdict(one) for one in changes])


def advance(connection: Connection, counted: Sequence[int], period: int) -> None:
    """Notes that only this and longer periods still count these changes."""
    rows = [{"number": number, "next": period} for number in counted]
    if rows:
        connection.execute(_ADVANCE, rows)


def forget(connection: Connection, player_id: PlayerId) -> None:
    """Removes a player from ratings and leaderboards.

    The numbers stay in the ledger, without the player's id, because those of the opponents were
    computed from them.
    """
    mine = standing.c.player_id == player_id
    connection.execute(
        select(rating.c.pool).where(rating.c.player_id == player_id).with_for_update()
    )
    found = connection.execute(
        select(standing.c.scope, standing.c.pool, standing.c.period, standing.c.points).where(mine)
    ).all()
    shift(
        connection,
        [
            Shift(Board(scope, pool, period), player_id, points, None)
            for scope, pool, period, points in found
        ],
    )
    connection.execute(delete(rating).where(rating.c.player_id == player_id))
    connection.execute(
        update(rating_change).where(rating_change.c.player_id == player_id).values(player_id=None)
    )


# The whole ledger


def lock(connection: Connection) -> None:
    """Keeps everybody else from rating matches until the end of this transaction.

    SQLite has only one writer anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            "LOCK TABLE seat_advantage, rating, rating_change IN EXCLUSIVE MODE"
        )


def rated_matches(connection: Connection) -> list[tuple[datetime, MatchNumber]]:
    """The matches of the ledger and their times, in the order in which they were rated."""
    first = func.min(rating_change.c.id)
    query = select(func.min(rating_change.c.at), rating_change.c.match_id)
    found = connection.execute(query.group_by(rating_change.c.match_id).order_by(first))
    return [(at, number) for at, number in found]


def other_matches(connection: Connection) -> list[tuple[datetime, MatchNumber]]:
    """The finished matches that are not in the ledger and their times, in order."""
    known = select(rating_change.c.id).where(rating_change.c.match_id == match.c.id)
    query = (
        select(match.c.finished_at, match.c.id)
        .where(match.c.status == "finished", match.c.rated, ~known.exists())
        .order_by(match.c.finished_at, match.c.id)
    )
    return [(at, number) for at, number in connection.execute(query)]


def nameless(
    connection: Connection,
) -> dict[tuple[MatchNumber, int, int], tuple[float, float]]:
    """The skills with which players who have deleted their data entered their matches, by match,
    seat and holder.
    """
    query = select(
        rating_change.c.match_id,
        rating_change.c.seat,
        rating_change.c.holder,
        rating_change.c.before_mu,
        rating_change.c.before_sigma,
    ).where(rating_change.c.player_id.is_(None))
    found = connection.execute(query)
    return {(number, place, holder): (mu, sigma) for number, place, holder, mu, sigma in found}


def all_ratings(connection: Connection) -> set[Rating]:
    """Everybody's ratings in all pools."""
    return {Rating(*row) for row in connection.execute(select(*_RATING))}


def clear(connection: Connection) -> None:
    """Deletes all ratings, the ledger, the leaderboards, and what seats are taken to be worth."""
    for table in (tally, standing, rating_change, rating, seat_advantage):
        connection.execute(delete(table))
