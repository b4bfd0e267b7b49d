"""Rows of leagues. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    String,
    and_,
    bindparam,
    cast,
    exists,
    insert,
    or_,
    select,
    update,
)

from storage.competitions import GOING as GOING_DIVISIONS
from storage.ids import CompetitionNumber, LeagueNumber, MessageId, PlayerId
from storage.logs import Log
from storage.schema import competition, entrant_member, league, league_entry, league_member

LOG: Log[LeagueNumber] = Log(league, league_entry)
"""Their rows and their logs."""

GOING = ("open", "running")

_MEMBERS = select(league_member.c.member, league_member.c.player_id).where(
    league_member.c.league_id == bindparam("number")
)
_PLAYING = exists().where(
    competition.c.league == league_member.c.league_id,
    competition.c.status.in_(GOING_DIVISIONS),
    entrant_member.c.competition_id == competition.c.id,
    entrant_member.c.player_id == league_member.c.player_id,
    entrant_member.c.until.is_(None),
    ~entrant_member.c.withdrawn,
)
_LATEST = league.alias("latest")
_IN_SEASON = exists().where(
    _LATEST.c.id == league_member.c.league_id,
    competition.c.league == _LATEST.c.id,
    competition.c.season == _LATEST.c.season,
    entrant_member.c.competition_id == competition.c.id,
    entrant_member.c.player_id == league_member.c.player_id,
)
# Rows only count those who have signed up. Who they are is known from the log alone.
_ENTERED, _LATER = league_entry.alias("entered"), league_entry.alias("later")
_TAKEN_OFF = exists().where(
    _LATER.c.league_id == _ENTERED.c.league_id,
    _LATER.c.seq > _ENTERED.c.seq,
    or_(
        and_(_LATER.c.kind == "leave", _LATER.c.text == _ENTERED.c.text),
        _LATER.c.kind.in_(("last", "close")),
    ),
)
_SIGNED = exists().where(
    _ENTERED.c.league_id == league_member.c.league_id,
    _ENTERED.c.kind == "enter",
    _ENTERED.c.text == cast(league_member.c.member, String),
    ~_TAKEN_OFF,
)
CONCERNED = or_(_IN_SEASON, _SIGNED)
"""The condition for members who play in the latest season, or have signed up for the next one."""

_RESTING = (
    select(league.c.id, league.c.seq, league_member.c.member)
    .join_from(league_member, league, league.c.id == league_member.c.league_id)
    .where(
        league_member.c.player_id == bindparam("player"),
        league.c.status.in_(GOING),
        league.c.id != bindparam("besides"),
        ~_PLAYING,
    )
)
_LOCK = (
    select(league.c.id)
    .where(
        league.c.id
        == select(competition.c.league)
        .where(competition.c.id == bindparam("division"))
        .scalar_subquery()
    )
    .with_for_update(key_share=True)
)
_WAKE = (
    update(league)
    .where(league.c.id == bindparam("number"), league.c.status.in_(GOING))
    .values(next_at=bindparam("now"))
)


def members(connection: Connection, number: LeagueNumber) -> dict[int, PlayerId | None]:
    """Who is or was in a league, by number; None for former players."""
    found = connection.execute(_MEMBERS, {"number": number})
    return {one.member: one.player_id for one in found}


def resting(
    connection: Connection, player: PlayerId, besides: LeagueNumber | None = None
) -> list[Row[Any]]:
    """The other running leagues of which a player is or was a member without playing in a division
    now: for each, its number, the last entry of its log, and the player's number.
    """
    return [*connection.execute(_RESTING, {"player": player, "besides": besides or 0})]


def add_members(
    connection: Connection, number: LeagueNumber, joining: Iterable[tuple[int, PlayerId]]
) -> None:
    """Stores who the members are. Raises LostRace, at commit at the latest, if one of them is in
    the league already.
    """
    rows = [
        {"league_id": number, "member": member, "player_id": player} for member, player in joining
    ]
    if rows:
        connection.execute(insert(league_member), rows)


def note_poster(connection: Connection, number: LeagueNumber, message: MessageId | None) -> None:
    """Notes the message in which people sign up, or that there is none any more (None)."""
    connection.execute(update(league).where(league.c.id == number).values(poster=message))


def lock_of(connection: Connection, division: CompetitionNumber) -> None:
    """Locks the league of a division until the end of the transaction. Does nothing for other
    competitions. To avoid deadlocks, the league must always be locked before the division.
    """
    connection.execute(_LOCK, {"division": division})


def wake(connection: Connection, number: LeagueNumber, now: datetime) -> None:
    """Makes a league due, because one of its divisions is over."""
    connection.execute(_WAKE, {"number": number, "now": now})
