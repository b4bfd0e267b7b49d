"""Rows of ladders. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, insert, select, update

from storage.downtime import (
    DOWNTIME_BEFORE_ANSWER,
    latest_downtime,
    require_total,
    to_real,
    to_stored,
    total_downtime,
)
from storage.ids import LadderNumber, MatchNumber, PlayerId
from storage.logs import Log
from storage.schema import ladder, ladder_challenge, ladder_entry, ladder_member, match

LOG: Log[LadderNumber] = Log(ladder, ladder_entry)
"""Their rows and their logs."""

GOING = ("running",)


class ChallengeMatch(NamedTuple):
    """The match of a challenge, its status, and when it last changed."""

    number: MatchNumber
    status: str
    moved_at: datetime


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge: its number, the entries that made and ended it, its match, and whether it has to
    be answered by a certain time.
    """

    number: int
    seq: int
    ended: int | None
    match_id: MatchNumber | None
    timed: bool


# Reading

_PRESENT = select(ladder_member.c.member, ladder_member.c.player_id).where(
    ladder_member.c.ladder_id == bindparam("number"), ladder_member.c.until.is_(None)
)
_NUMBER = select(func.max(ladder_member.c.member)).where(
    ladder_member.c.player_id == bindparam("player"),
    ladder_member.c.ladder_id == bindparam("number"),
)
_STORED = select(
    ladder_challenge.c.number,
    ladder_challenge.c.seq,
    ladder_challenge.c.ended,
    ladder_challenge.c.match_id,
    ladder_challenge.c.until.is_not(None).label("timed"),
).where(ladder_challenge.c.ladder_id == bindparam("ladder"))
_BELONGING = (
    select(ladder.c.id, ladder.c.name)
    .join_from(ladder_challenge, ladder, ladder.c.id == ladder_challenge.c.ladder_id)
    .where(ladder_challenge.c.match_id == bindparam("match"))
)


def members(connection: Connection, number: LadderNumber) -> dict[int, PlayerId | None]:
    """Who is on a ladder now, by number; None for former players."""
    found = connection.execute(_PRESENT, {"number": number})
    return {one.member: one.player_id for one in found}


def number_of(connection: Connection, number: LadderNumber, player: PlayerId) -> int | None:
    """The number under which a player is on a ladder, or was last; None if they never were."""
    found: int | None = connection.execute(_NUMBER, {"number": number, "player": player}).scalar()
    return found


def named(
    connection: Connection, number: LadderNumber, wanted: Collection[int]
) -> dict[int, PlayerId | None]:
    """Who these members are or were."""
    query = select(ladder_member.c.member, ladder_member.c.player_id).where(
        ladder_member.c.ladder_id == number, ladder_member.c.member.in_(list(wanted))
    )
    return {one.member: one.player_id for one in connection.execute(query)}


def played(
    connection: Connection, number: LadderNumber, running: Collection[int]
) -> dict[int, ChallengeMatch]:
    """The matches of these challenges that have been opened."""
    if not running:
        return {}
    query = (
        select(ladder_challenge.c.number, match.c.id, match.c.status, match.c.moved_at)
        .join_from(ladder_challenge, match, match.c.id == ladder_challenge.c.match_id)
        .where(ladder_challenge.c.ladder_id == number, ladder_challenge.c.number.in_(list(running)))
    )
    return {
        one.number: ChallengeMatch(MatchNumber(one.id), one.status, one.moved_at)
        for one in connection.execute(query)
    }


def answer_times(
    connection: Connection, number: LadderNumber, running: Collection[int]
) -> dict[int, datetime]:
    """The times of day by which these challenges must be answered."""
    if not running:
        return {}
    query = select(
        ladder_challenge.c.number,
        ladder_challenge.c.until,
        DOWNTIME_BEFORE_ANSWER.label("downtime"),
    ).where(
        ladder_challenge.c.ladder_id == number,
        ladder_challenge.c.number.in_(list(running)),
        ladder_challenge.c.until.is_not(None),
    )
    return {one.number: to_real(one.until, one.downtime) for one in connection.execute(query)}


def challenges(
    connection: Connection, number: LadderNumber, before: int, limit: int
) -> list[ChallengeRow]:
    """The challenges with a lower number than this, the latest first."""
    query = (
        _STORED.where(ladder_challenge.c.number < before)
        .order_by(ladder_challenge.c.number.desc())
        .limit(limit)
    )
    return [ChallengeRow(*one) for one in connection.execute(query, {"ladder": number})]


def belonging(connection: Connection, number: MatchNumber) -> tuple[LadderNumber, str] | None:
    """The ladder to which a match belongs: its number and its name."""
    found = connection.execute(_BELONGING, {"match": number}).first()
    return None if found is None else (LadderNumber(found.id), found.name)


# Writing


def add_members(
    connection: Connection,
    number: LadderNumber,
    joining: Iterable[tuple[int, PlayerId, int]],
) -> None:
    """Stores who the members are, each from an entry on. Raises LostRace, at commit at the latest,
    if one of them is on the ladder already.
    """
    rows = [
        {"ladder_id": number, "member": member, "player_id": player, "since": since}
        for member, player, since in joining
    ]
    if rows:
        connection.execute(insert(ladder_member), rows)


def readmit(connection: Connection, number: LadderNumber, member: int, since: int) -> None:
    """Notes that somebody who had left is a member again, from an entry on."""
    here = update(ladder_member).where(_member(number, member))
    connection.execute(here.values(since=since, until=None))


def end_members(
    connection: Connection, number: LadderNumber, leaving: Iterable[tuple[int, int]]
) -> None:
    """Notes that these are no longer members, each from an entry on."""
    for member, seq in leaving:
        here = update(ladder_member).where(_member(number, member))
        connection.execute(here.values(until=seq))


def _member(number: LadderNumber, member: int) -> ColumnElement[bool]:
    return and_(ladder_member.c.ladder_id == number, ladder_member.c.member == member)


def add_challenge(
    connection: Connection, number: LadderNumber, made: int, seq: int, until: datetime
) -> None:
    """Notes which entry made a challenge, and by when it must be answered. Raises LostRace if a
    downtime has been recorded in the meantime.
    """
    total = total_downtime(connection)
    stored = to_stored(until, total, latest_downtime(connection))
    row = {"ladder_id": number, "number": made, "seq": seq, "until": stored}
    connection.execute(insert(ladder_challenge), row)
    require_total(connection, total)


def end_challenges(
    connection: Connection, number: LadderNumber, ended: Iterable[tuple[int, int]]
) -> None:
    """Notes which entries ended challenges."""
    for one, seq in ended:
        here = update(ladder_challenge).where(_challenge(number, one))
        connection.execute(here.values(ended=seq, until=None))


def set_match(
    connection: Connection, number: LadderNumber, challenge: int, played_in: MatchNumber
) -> None:
    """Notes in which match a challenge is played: all have answered it."""
    here = update(ladder_challenge).where(_challenge(number, challenge))
    connection.execute(here.values(match_id=played_in, until=None))


def _challenge(number: LadderNumber, challenge: int) -> ColumnElement[bool]:
    return and_(ladder_challenge.c.ladder_id == number, ladder_challenge.c.number == challenge)


# What is due

_WAKE = (
    update(ladder)
    .where(
        ladder.c.id.in_(
            select(ladder_challenge.c.ladder_id).where(
                ladder_challenge.c.match_id == bindparam("match")
            )
        ),
        ladder.c.status == "running",
    )
    .values(next_at=bindparam("now"))
)


def wake(connection: Connection, number: MatchNumber, now: datetime) -> None:
    """Makes the ladder of a match due, because the match is over or stands still."""
    connection.execute(_WAKE, {"match": number, "now": now})
