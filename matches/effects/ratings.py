"""The ledger of ratings: enters matches when they finish, and keeps what is derived from it up to
date.

Leaderboards are kept up to date in the same transaction: for each pool, everywhere and in every
guild where a player has finished a rated match of that pool, for all time and for each period.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from matches.model.advantage import is_seated, moved
from matches.model.ids import GuildId, MatchNumber, PlayerId
from matches.model.match import Match
from matches.model.ratings import (
    PERIODS,
    begins,
    enter,
    holders_of,
    is_rated,
    next_period,
    pool_of,
)
from matches.model.storage_errors import map_storage_errors
from storage import advantages, standings
from storage import ratings as rows
from storage.database import Database
from storage.ratings import Change, Due, Rating
from storage.standings import EVERYWHERE, Board, Row, Shift
from storage.transactions import transaction

_BATCH = 200
"""How many changes leave a period in one transaction."""

Rows = Mapping[tuple[int, int], Row]
"""A player's rows on the boards of a pool, by scope and period."""


def rate_match(connection: Connection, number: MatchNumber, match: Match) -> None:
    """Rates a match that has just finished, inside the transaction that writes its end."""
    if not is_rated(match):
        return
    assert match.finished_at is not None
    holders = holders_of(match, ((one.seat, one.player) for one in match.handovers))
    pool, players = str(pool_of(match)), [one for had in holders for one in had if one is not None]
    key, seated = match.game.info.key, is_seated(match)
    advantage = advantages.hold(connection, key) if seated else 0
    known = rows.ratings(connection, pool, players)
    entered = enter(
        match,
        number,
        known,
        match.finished_at,
        nameless={},
        holders=holders,
        advantage=advantage,
    )
    if seated:
        after = moved(advantage, match, [change for change, _ in entered])
        advantages.put(connection, {key: after})
    placed = standings.of_players(connection, pool, players)
    played = [(change, rating) for change, rating in entered if rating is not None]
    rows.add(connection, (rating for _, rating in played if rating.player_id not in known))
    rows.put(connection, (rating for _, rating in played if rating.player_id in known))
    rows.enter(connection, [change for change, _ in entered])
    standings.shift(
        connection,
        [
            shift
            for change, rating in played
            for shift in _shifts(change, rating, placed[rating.player_id], match.place.guild)
        ],
    )


def _shifts(change: Change, rating: Rating, here: Rows, guild: GuildId | None) -> Iterator[Shift]:
    """How a match changes the boards. Players' first match in a guild puts them on the guild's
    boards.
    """
    player, gain = rating.player_id, change.after_points - change.before_points
    after = {0: Row(player, rating.points, rating.games)}
    for period in PERIODS:
        known = here.get((EVERYWHERE, period), Row(player, 0, 0))
        after[period] = Row(player, known.points + gain, known.games + 1)
    scopes = {scope for scope, _ in here} | {EVERYWHERE, guild or EVERYWHERE}
    for scope in scopes:
        for period, row in after.items():
            yield _shift(Board(scope, rating.pool, period), here, player, row)


def _shift(board: Board, here: Rows, player: PlayerId, row: Row | None) -> Shift:
    known = here.get((board.scope, board.period))
    return Shift(board, player, None if known is None else known.points, row)


# The end of periods


async def expire(db: Database) -> None:
    """Removes from the boards of each period the points that were gained before it.

    Reads only one index if there is nothing to do. Raises Unavailable.
    """
    with map_storage_errors():
        for period in PERIODS:
            until = begins(period, db.now())
            if await db.read(partial(rows.is_due, period=period, until=until)):
                while await db.write(partial(_expire, period, until)) == _BATCH:
                    pass


def _expire(period: int, until: datetime, connection: Connection) -> int:
    """Removes some changes from a period's boards. Returns how many."""
    with transaction(connection):
        found = rows.due(connection, period, until, _BATCH)
        for pool in sorted({one.pool for one in found}):
            _take_out(connection, pool, period, [one for one in found if one.pool == pool])
        rows.advance(connection, [one.id for one in found], next_period(period))
    return len(found)


def _take_out(connection: Connection, pool: str, period: int, gone: Sequence[Due]) -> None:
    players = sorted({one.player_id for one in gone if one.player_id is not None})
    rows.ratings(connection, pool, players)  # Locks the boards.
    placed = standings.of_players(connection, pool, players)
    shifts: list[Shift] = []
    for player, here in placed.items():
        mine = [one.gain for one in gone if one.player_id == player]
        for (scope, counted), row in here.items():
            if counted == period:
                games = row.games - len(mine)
                left = Row(player, row.points - sum(mine), games) if games > 0 else None
                shifts.append(Shift(Board(scope, pool, period), player, row.points, left))
    standings.shift(connection, shifts)
