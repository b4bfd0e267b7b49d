"""Rows of leagues. Each function runs on a connection; those that write need a transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, bindparam, insert, select, update

from storage.ids import CompetitionNumber, LeagueNumber, MessageId, PlayerId
from storage.logs import Log
from storage.schema import competition, league, league_entry, league_member

LOG: Log[LeagueNumber] = Log(league, league_entry)
"""Their rows and their logs."""

GOING = ("open", "running")

_MEMBERS = select(league_member.c.member, league_member.c.player_id).where(
    league_member.c.league_id == bindparam("number")
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


def add_members(
    connection: Connection, number: LeagueNumber, joining: Iterable[tuple[int, PlayerId]]
) -> None:
    """Notes who members are. Raises LostRace by commit if one of them is in the league already."""
    rows = [
        {"league_id": number, "member": member, "player_id": player} for member, player in joining
    ]
    if rows:
        connection.execute(insert(league_member), rows)


def note_poster(connection: Connection, number: LeagueNumber, message: MessageId | None) -> None:
    """Notes in which message people sign up; None: in none any more."""
    connection.execute(update(league).where(league.c.id == number).values(poster=message))


def lock_of(connection: Connection, division: CompetitionNumber) -> None:
    """Locks the league of a division until the end of the transaction; nothing of competitions that
    are none. Whoever locks both locks the league first, so that none waits for the other in a
    circle.
    """
    connection.execute(_LOCK, {"division": division})


def wake(connection: Connection, number: LeagueNumber, now: datetime) -> None:
    """Has somebody see to a league of which a division is over."""
    connection.execute(_WAKE, {"number": number, "now": now})
