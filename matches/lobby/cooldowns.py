"""How often a player may make the bot write to others, who can't prevent this.

Withdrawn and declined invitations count too; accepted ones no longer count. The counts are in the
database, so neither a restart nor a second process resets them. They use seals, so deleting one's
data doesn't reset them either.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from math import ceil

from sqlalchemy import Connection

from matches.model.computer_players import is_computer_player
from matches.model.errors import (
    InvitedTooOften,
    LeftTooOften,
    OfferedTooOften,
    OpenedTooOften,
    ServerTooBusy,
    VacationTooOften,
)
from matches.model.ids import GuildId, PlayerId
from matches.model.match import Match
from matches.model.storage_errors import map_storage_errors
from storage import approaches as rows
from storage import players
from storage.database import Database
from storage.transactions import in_transaction

INVITATION, DEPARTURE, VACATION, SEAT = "invitation", "departure", "vacation", "seat"


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit: at most this many in this time."""

    most: int
    within: timedelta


@dataclass(frozen=True, slots=True)
class Rates:
    """How often tables may be opened: by one host (each invitation counts; a table without any
    counts as one), by one host for the same guest, and by everybody on one server.
    """

    host: Rate = Rate(12, timedelta(minutes=10))
    pair: Rate = Rate(3, timedelta(hours=1))
    server: Rate = Rate(60, timedelta(minutes=10))


RATES = Rates()
"""The usual ones."""
DEPARTURES = Rate(10, timedelta(hours=1))
"""How often a player may leave tables, tournaments, ladders and leagues and still join another."""
VACATIONS = Rate(6, timedelta(days=1))
"""How often a player may announce a vacation."""
SEATS = Rate(12, timedelta(hours=1))
"""How often a player may offer seats of running matches."""
_KEPT = timedelta(days=1)
"""The longest time for which anything is counted."""


def admit_table(connection: Connection, match: Match, rates: Rates) -> None:
    """Counts a new table, inside its transaction. Raises OpenedTooOften, InvitedTooOften,
    ServerTooBusy.
    """
    guild, now = match.place.guild, match.created_at
    players.hold(connection, [match.host, *([guild] if guild else [])])
    host, guests = _require_rest(connection, match.host, match.invited, rates, now)
    wait = partial(_wait, connection, now=now, kind=INVITATION)
    if guild and (at := wait(rates.server, guild=guild)):
        raise ServerTooBusy(possible_at=at)
    rows.note(connection, INVITATION, host, whom=guests, guild=guild, now=now)


def admit_invitations(
    connection: Connection,
    host: PlayerId,
    guests: Collection[PlayerId],
    rates: Rates,
    now: datetime,
) -> None:
    """Counts that a player has these people asked for something other than a table, such as being
    their partner. Must be called inside a transaction that has locked the player. Raises
    OpenedTooOften, InvitedTooOften.
    """
    who, whom = _require_rest(connection, host, guests, rates, now)
    if whom:
        rows.note(connection, INVITATION, who, whom=whom, now=now)


def admit_wish(
    connection: Connection,
    leader: PlayerId,
    friends: Collection[PlayerId],
    rates: Rates,
    now: datetime,
) -> None:
    """Counts a wish that these friends are asked to share, like a table. Must be called inside a
    transaction that has locked the leader. Raises OpenedTooOften, InvitedTooOften.
    """
    who, whom = _require_rest(connection, leader, friends, rates, now)
    rows.note(connection, INVITATION, who, whom=whom, now=now)


def _require_rest(
    connection: Connection,
    host: PlayerId,
    invited: Collection[PlayerId],
    rates: Rates,
    now: datetime,
) -> tuple[str, list[str]]:
    """The seals of the host and of the people they invite. Raises a refusal if they can't invite
    them now.
    """
    who = rows.sealed(connection, host)
    guests = {one: rows.sealed(connection, one) for one in invited if not is_computer_player(one)}
    wait = partial(_wait, connection, now=now, kind=INVITATION)
    if at := wait(rates.host, who=who):
        raise OpenedTooOften(limit=rates.host.most, possible_at=at)
    for guest, seal in guests.items():
        if at := wait(rates.pair, who=who, whom=seal):
            raise InvitedTooOften(limit=rates.pair.most, other_player=guest, possible_at=at)
    return who, list(guests.values())


def _wait(connection: Connection, rate: Rate, *, now: datetime, **where: object) -> int | None:
    """When the rate allows one more (seconds since 1970); None if it allows one now."""
    oldest = rows.nth_last(connection, rate.most, now - rate.within, **where)
    return None if oldest is None else ceil((oldest + rate.within).timestamp())


def accepted(connection: Connection, match: Match, player: PlayerId) -> None:
    """Stops counting this host's invitations to the player, who has accepted one."""
    welcomed(connection, match.host, player)


def welcomed(connection: Connection, host: PlayerId, guest: PlayerId) -> None:
    """Stops counting one player's invitations to another who has welcomed one."""
    who, whom = rows.sealed(connection, host), rows.sealed(connection, guest)
    rows.welcome(connection, INVITATION, who, whom)


def require_settled(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Raises LeftTooOften for a player who keeps joining and leaving."""
    who = rows.sealed(connection, player)
    if at := _wait(connection, DEPARTURES, now=now, kind=DEPARTURE, who=who):
        raise LeftTooOften(limit=DEPARTURES.most, possible_at=at)


def departed(
    player: PlayerId, guild: GuildId | None, now: datetime, connection: Connection
) -> None:
    """Counts that a player has left a table that goes on waiting, the list of a tournament or a
    league, or a ladder.
    """
    rows.note(connection, DEPARTURE, rows.sealed(connection, player), guild=guild, now=now)


def admit_offer(
    connection: Connection,
    match: Match,
    player: PlayerId,
    to: PlayerId | None,
    *,
    rates: Rates,
    now: datetime,
) -> None:
    """Counts the offer of a seat, to somebody or to anyone. Raises OfferedTooOften,
    InvitedTooOften.
    """
    who, whom = rows.sealed(connection, player), list[str]()
    if at := _wait(connection, SEATS, now=now, kind=SEAT, who=who):
        raise OfferedTooOften(limit=SEATS.most, possible_at=at)
    if to is not None:
        whom.append(rows.sealed(connection, to))
        if at := _wait(connection, rates.pair, now=now, kind=SEAT, who=who, whom=whom[0]):
            raise InvitedTooOften(limit=rates.pair.most, other_player=to, possible_at=at)
    rows.note(connection, SEAT, who, whom=whom, guild=match.place.guild, now=now)


def admit_vacation(connection: Connection, player: PlayerId, now: datetime) -> None:
    """Counts a vacation, which is announced to opponents. Raises VacationTooOften."""
    who = rows.sealed(connection, player)
    if at := _wait(connection, VACATIONS, now=now, kind=VACATION, who=who):
        raise VacationTooOften(limit=VACATIONS.most, possible_at=at)
    rows.note(connection, VACATION, who, now=now)


async def forget_old(db: Database) -> None:
    """Removes counts that are too old to matter. Raises Unavailable."""
    until = db.now() - _KEPT
    with map_storage_errors():
        if await db.read(partial(rows.any_before, time=until)):
            await db.write(in_transaction(partial(rows.remove_before, time=until)))
