"""Who may open and join tables: limits, cool-downs, and players who have blocked each other.

All checks run inside the transaction that seats a player. It holds a lock, so nobody else can seat
or block the same player at the same time.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from games.protocol import Seat
from matches.effects.conduct import require_reliability
from matches.lobby import cooldowns
from matches.lobby.cooldowns import Rates
from matches.model.computer_players import EVERYBODY, has_computer_player
from matches.model.errors import (
    NotTogether,
    TooManyComputerMatches,
    TooManyMatches,
    TooManyTables,
)
from matches.model.ids import PlayerId
from matches.model.match import Match
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.work import UnitOfWork
from storage import blocks, listings, players
from storage.database import Database
from storage.transactions import in_transaction


@dataclass(frozen=True, slots=True)
class Limits:
    """How many tables and matches a player may have at once, and how long a table waits.

    Going beyond them is refused as TooManyTables, TooManyMatches or TooManyComputerMatches.
    """

    tables: int = 10
    matches: int = 100
    waiting: timedelta = timedelta(hours=24)
    with_computer: int = 10
    """How many of the matches may be with computer players."""
    rates: Rates = field(default_factory=Rates)
    """Opening more often is refused as OpenedTooOften, InvitedTooOften or ServerTooBusy."""


LIMITS = Limits()


def admit_host(connection: Connection, match: Match, limits: Limits) -> None:
    """Checks a new table, inside its transaction. Raises NotTogether and the refusals of
    `Limits`.
    """
    host = match.host
    players.hold(connection, [host])
    _require_together(connection, host, match.invited)
    if listings.count_tables(connection, host) >= limits.tables:
        raise TooManyTables(limit=limits.tables)
    _require_room(connection, host, limits, match)
    if has_computer_player(match.invited):
        _require_room_for_computer_players(host, limits, connection)
    cooldowns.admit_table(connection, match, limits.rates)


def admit_guest(unit: UnitOfWork, player: PlayerId, limits: Limits, now: datetime) -> None:
    """Makes the transaction check a player who joins. It raises NotTogether, TooManyMatches; and,
    for a player who is not invited, LeftTooOften, TooUnreliable.
    """
    unit.before_writing = partial(_admit, unit.match, player, limits, now)


def _admit(
    match: Match, player: PlayerId, limits: Limits, now: datetime, connection: Connection
) -> None:
    players.hold(connection, [player])
    _require_together(connection, player, {*match.seated, *match.invited} - {player})
    _require_room(connection, player, limits, match)
    if player in match.kept:
        cooldowns.accepted(connection, match, player)
    else:
        cooldowns.require_settled(connection, player, now)
        require_reliability(connection, player, match.reliability)


def admit_offer(unit: UnitOfWork, player: PlayerId, to: PlayerId | None, limits: Limits) -> None:
    """Makes the transaction check and count the offer of a seat. It raises NotTogether,
    OfferedTooOften, InvitedTooOften.
    """
    assert unit.log.at is not None
    match, now = unit.match, unit.log.at

    def admit(connection: Connection) -> None:
        players.hold(connection, {player, *([to] if to else [])})
        if to is not None:
            _require_together(connection, to, {*match.seated, player})
        cooldowns.admit_offer(connection, match, player, to, rates=limits.rates, now=now)

    unit.before_writing = admit


def admit_newcomer(unit: UnitOfWork, player: PlayerId, seat: Seat, limits: Limits) -> None:
    """Makes the transaction check a player who takes over a seat. It raises NotTogether,
    TooManyMatches, TooManyComputerMatches, TooUnreliable.
    """
    unit.before_writing = partial(_admit_newcomer, unit.match, player, seat, limits)


def _admit_newcomer(
    match: Match, player: PlayerId, seat: Seat, limits: Limits, connection: Connection
) -> None:
    before = match.players[seat - 1]
    players.hold(connection, filter(None, {player, before}))
    _require_together(connection, player, {*match.seated} - {before})
    _require_room(connection, player, limits)
    if has_computer_player(match.players):
        _require_room_for_computer_players(player, limits, connection)
    require_reliability(connection, player, match.reliability)


def dismiss_guest(unit: UnitOfWork, player: PlayerId, now: datetime) -> None:
    """Makes the transaction note that somebody leaves a table that goes on waiting."""
    unit.before_writing = partial(cooldowns.departed, player, unit.match.place.guild, now)


def admit_computer_players(unit: UnitOfWork, limits: Limits) -> None:
    """Makes the transaction check a table that computer players join. It raises
    TooManyComputerMatches.
    """
    unit.before_writing = partial(_require_room_for_computer_players, unit.match.host, limits)


def _require_room_for_computer_players(
    host: PlayerId, limits: Limits, connection: Connection
) -> None:
    players.hold(connection, [host])
    if listings.count_with(connection, host, EVERYBODY) >= limits.with_computer:
        raise TooManyComputerMatches(limit=limits.with_computer)


def _require_together(
    connection: Connection, player: PlayerId, others: Collection[PlayerId]
) -> None:
    if blocks.apart(connection, player, others):
        raise NotTogether


def _require_room(
    connection: Connection, player: PlayerId, limits: Limits, table: Match | None = None
) -> None:
    """Raises a refusal if the player has no room for one more match, or for two if the table begins
    two.
    """
    more = 2 if table is not None and table.with_return else 1
    if not has_room(connection, player, limits, more):
        raise TooManyMatches(limit=limits.matches)


def has_room(connection: Connection, player: PlayerId, limits: Limits, more: int) -> bool:
    """Whether the player may have that many more matches."""
    return listings.count_matches(connection, player) + more <= limits.matches


async def blocked_and_gone(db: Database, player: PlayerId) -> int:
    """How many of the people whom the player has blocked have had their data deleted since. They
    are still kept away when they come back. Raises Unavailable.
    """
    with map_storage_errors():
        return await db.read(partial(blocks.count_sealed, player=player))


async def unblock_gone(db: Database, player: PlayerId) -> None:
    """Removes the blocks of those people. Raises Unavailable."""
    with map_storage_errors():
        await db.write(in_transaction(partial(blocks.remove_sealed, player=player)))
