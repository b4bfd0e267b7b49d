"""Finds and counts matches: a player's, those in a channel, open tables, expired tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    text,
)

from storage.ids import ChannelId, GuildId, MatchNumber, PlayerId
from storage.matches import HEADER_COLUMNS, HEADERS, LIVE, OVER, Chair, read_chairs
from storage.schema import STANDING_REMATCH, match, seat

_URGENCY = case(
    (and_(match.c.status == "running", match.c.to_move == seat.c.seat), 0),
    (match.c.status == "running", 1),
    (match.c.status == "adjourned", 2),
    (match.c.status == "frozen", 3),
    else_=4,
)
_SOONEST = (match.c.due_at.is_(None), match.c.due_at, match.c.moved_at, match.c.id)
"""Those first whose time is over first, then those without a clock, the longest untouched first."""
_MINE = (
    select(match.c.id)
    .select_from(match.join(seat, seat.c.match_id == match.c.id))
    .where(
        seat.c.player_id == bindparam("player"),
        match.c.status.in_(bindparam("statuses", expanding=True)),
    )
    .limit(bindparam("most"))
    .offset(bindparam("offset"))
)
_URGENT_FIRST = _MINE.order_by(_URGENCY, *_SOONEST)
_URGENT = (
    select(match.c.id, _URGENCY.label("urgency"))
    .select_from(match.join(seat, seat.c.match_id == match.c.id))
    .where(seat.c.player_id == bindparam("player"), match.c.status == bindparam("status"))
    .order_by(_URGENCY, *_SOONEST)
    .limit(bindparam("most"))
    .subquery()
)
_URGENT_ROWS = (
    select(*HEADER_COLUMNS)
    .select_from(
        _URGENT.join(match, match.c.id == _URGENT.c.id).outerjoin(
            seat, seat.c.match_id == match.c.id
        )
    )
    .order_by(_URGENT.c.urgency, *_SOONEST, seat.c.seat)
)
_LATEST_FIRST = _MINE.order_by(match.c.moved_at.desc(), match.c.id.desc())
_SEVERAL = HEADERS.where(match.c.id.in_(bindparam("numbers", expanding=True)))
_BASES = select(match.c.id, match.c.base).where(
    match.c.id.in_(bindparam("numbers", expanding=True))
)


def numbers_of(
    connection: Connection,
    player_id: PlayerId,
    statuses: Sequence[str],
    limit: int,
    offset: int = 0,
) -> list[MatchNumber]:
    """A player's matches with these statuses. Of live matches, those where the player is to move
    come first, and within each group those whose time runs out first, then the longest untouched.
    Finished matches: the latest first.
    """
    span = {"player": player_id, "statuses": list(statuses), "most": limit, "offset": offset}
    return _numbers(connection, _LATEST_FIRST if statuses == OVER else _URGENT_FIRST, span)


def headers_of(
    connection: Connection, player_id: PlayerId, status: str, limit: int
) -> list[tuple[Row[Any], list[Chair]]]:
    """The rows and chairs of a player's live matches with this status, in the order of
    `numbers_of`, read at once.
    """
    span = {"player": player_id, "status": status, "most": limit}
    found: dict[MatchNumber, list[Row[Any]]] = {}
    for row in connection.execute(_URGENT_ROWS, span):
        found.setdefault(row.id, []).append(row)
    return [(rows[0], read_chairs(rows)) for rows in found.values()]


_AWAITING = (
    select(func.count())
    .select_from(match.join(seat, seat.c.match_id == match.c.id))
    .where(
        seat.c.player_id == bindparam("player"),
        match.c.status == "running",
        match.c.to_move == seat.c.seat,
        match.c.id != bindparam("besides"),
    )
)


def awaiting(connection: Connection, player_id: PlayerId, besides: MatchNumber) -> int:
    """The number of matches, other than this one, in which the player is to move."""
    values = {"player": player_id, "besides": besides}
    return connection.execute(_AWAITING, values).scalar_one()


def numbers_in(
    connection: Connection, channel: ChannelId, statuses: Sequence[str], limit: int
) -> list[MatchNumber]:
    """The matches in a channel or thread that are not private: running ones first, then the most
    recently touched.
    """
    there = and_(or_(match.c.channel == channel, match.c.thread == channel), ~match.c.private)
    rank = case((match.c.status == "running", 0), else_=1)
    return _numbers(
        connection,
        select(match.c.id)
        .where(there, match.c.status.in_(statuses))
        .order_by(rank, match.c.moved_at.desc(), match.c.id.desc())
        .limit(limit),
    )


def is_thread_of_match(connection: Connection, thread: ChannelId, channel: ChannelId) -> bool:
    """Whether a thread below this channel was made for a match, which may be over."""
    made = select(match.c.id).where(match.c.thread == thread, match.c.channel == channel)
    return connection.execute(made.limit(1)).first() is not None


def numbers_open(
    connection: Connection,
    guild: GuildId,
    player_id: PlayerId | None,
    *,
    game: str | None,
    channels: Collection[ChannelId] | None,
    limit: int,
    offset: int,
) -> list[MatchNumber]:
    """The open tables of a guild with a chair kept for this player, followed by those with a chair
    for anybody; the oldest first. A `game` restricts the list to that game. `channels` restricts
    the tables for anybody to these channels.
    """
    there = seat.c.match_id == match.c.id
    mine = select(seat.c.match_id).where(there, seat.c.player_id == player_id, ~seat.c.joined)
    taken = select(func.count()).select_from(seat).where(there).scalar_subquery()
    invited: ColumnElement[bool] = mine.exists()
    free = and_(~match.c.private, taken < match.c.seats)
    if channels is not None:
        free = and_(free, match.c.channel.in_(channels))
    wanted = and_(match.c.guild == guild, match.c.status == "open", or_(invited, free))
    if game is not None:
        wanted = and_(wanted, match.c.game == game)
    order = (case((invited, 0), else_=1), match.c.id)
    query = select(match.c.id).where(wanted).order_by(*order).limit(limit).offset(offset)
    return _numbers(connection, query)


def channels_open(connection: Connection, guild: GuildId) -> list[ChannelId]:
    """The channels of a guild with open tables that are not private."""
    wanted = and_(match.c.guild == guild, match.c.status == "open", ~match.c.private)
    return list(connection.execute(select(match.c.channel).where(wanted).distinct()).scalars())


def numbers_expired(connection: Connection, now: datetime, limit: int) -> list[MatchNumber]:
    """The open tables that have waited too long for players, the longest waiting first."""
    due = and_(match.c.expires_at <= now, match.c.status == "open")
    query = select(match.c.id).where(due).order_by(match.c.expires_at, match.c.id).limit(limit)
    return _numbers(connection, query)


def rematch(connection: Connection, number: MatchNumber) -> MatchNumber | None:
    """The rematch of a match, or None if there is none or it came to nothing."""
    # Repeats the index's condition word for word; otherwise databases would not use the index.
    query = select(match.c.id).where(match.c.rematch_of == number, text(STANDING_REMATCH))
    return connection.execute(query).scalar()


def count_tables(connection: Connection, host: PlayerId) -> int:
    """How many of the tables that this player has opened are waiting for others."""
    query = (
        select(func.count())
        .select_from(match.join(seat, seat.c.match_id == match.c.id))
        .where(seat.c.player_id == host, match.c.status == "open", match.c.host == host)
    )
    return int(connection.execute(query).scalar_one())


def count_matches(connection: Connection, player_id: PlayerId) -> int:
    """How many matches this player is playing now."""
    query = (
        select(func.count())
        .select_from(match.join(seat, seat.c.match_id == match.c.id))
        .where(seat.c.player_id == player_id, match.c.status.in_(("running", "adjourned")))
    )
    return int(connection.execute(query).scalar_one())


def count_with(connection: Connection, player_id: PlayerId, others: range) -> int:
    """How many unfinished matches this player has with anyone who has one of these ids."""
    mine, theirs = seat.alias("mine"), seat.alias("theirs")
    with_them = select(theirs.c.match_id).where(
        theirs.c.match_id == match.c.id,
        theirs.c.player_id.between(others.start, others.stop - 1),
    )
    query = (
        select(func.count())
        .select_from(match.join(mine, mine.c.match_id == match.c.id))
        .where(mine.c.player_id == player_id, match.c.status.in_(LIVE), with_them.exists())
    )
    return int(connection.execute(query).scalar_one())


def numbers_after(connection: Connection, number: MatchNumber, limit: int) -> list[MatchNumber]:
    """The numbers of all matches with a higher number than this, in ascending order."""
    query = select(match.c.id).where(match.c.id > number).order_by(match.c.id).limit(limit)
    return _numbers(connection, query)


def _numbers(
    connection: Connection, query: Any, values: Mapping[str, Any] | None = None
) -> list[MatchNumber]:
    return [MatchNumber(number) for number in connection.execute(query, values).scalars()]


def headers(
    connection: Connection, numbers: Sequence[MatchNumber]
) -> list[tuple[Row[Any], list[Chair]]]:
    """The rows and chairs of several matches, in the order of their numbers in the argument.
    Matches that don't exist are left out.
    """
    found: dict[MatchNumber, list[Row[Any]]] = {number: [] for number in numbers}
    if numbers:
        for row in connection.execute(_SEVERAL, {"numbers": list(numbers)}):
            found[row.id].append(row)
    return [(rows[0], read_chairs(rows)) for rows in found.values() if rows]


def bases(connection: Connection, numbers: Iterable[MatchNumber]) -> dict[MatchNumber, int]:
    """The last entry of each of these matches that changed its position. Matches that don't exist
    are left out.
    """
    found = connection.execute(_BASES, {"numbers": list(numbers)})
    return {row.id: row.base for row in found}
