"""Leaderboards, places and profiles: looking up ratings, always by an index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Literal, TypeAlias

from sqlalchemy import Connection

import games
from games.protocol import Setup
from matches.effects.conduct import reliability_of
from matches.effects.ratings import expire
from matches.model.conduct import Reliability
from matches.model.ids import GuildId, MatchId, PlayerId
from matches.model.ratings import PROVISIONAL, Pool
from matches.model.storage_errors import read, read_late
from matches.unit_of_work.repository import key_of
from storage import ratings as rows
from storage import standings
from storage.database import Database
from storage.ratings import Change, Meeting, Rating
from storage.standings import EVERYWHERE, Board, Place, Row

PAGE = 25
"""How many players a page of a leaderboard shows."""

POOLS = 12
"""The most pools of a profile, those that were played the most."""

HISTORY = 500
"""The most points of a rating's curve, the last ones."""

Side: TypeAlias = Literal["above", "below"]


# Leaderboards


@dataclass(frozen=True, slots=True)
class Cursor:
    """Which page of a leaderboard: the one above or below these points of this player."""

    side: Side
    points: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Standing:
    """A player on a leaderboard. Equal points share a rank; in a period, `points` is a gain."""

    rank: int
    player: PlayerId
    points: int
    games: int
    players: int | None = None
    """How many players are on the board; only for the one who asked."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard, and where the one who asked stands.

    `guild` None: everywhere. `period` in days; 0: of all time. `above` and `below` lead to the
    pages before and after, if there are any.
    """

    pool: Pool
    guild: GuildId | None
    period: int
    page: tuple[Standing, ...]
    own: Standing | None
    above: Cursor | None
    below: Cursor | None


async def leaderboard(
    db: Database,
    pool: Pool,
    player: PlayerId,
    *,
    guild: GuildId | None = None,
    period: int = 0,
    cursor: Cursor | None = None,
) -> Leaderboard:
    """A page of the leaderboard of a pool: the first, or the one that a cursor leads to.

    The players of a guild are those who have finished a rated match of the pool in it. With a
    period of 30 or 365 days, players are ranked by what they have gained in matches finished in it.
    Raises Unavailable.
    """
    if period:
        await expire(db)
    board = Board(guild or EVERYWHERE, str(pool), period)
    return await read_late(db, lambda c: _leaderboard(c, board, pool, player, cursor))


def _leaderboard(
    connection: Connection, board: Board, pool: Pool, player: PlayerId, cursor: Cursor | None
) -> Leaderboard:
    found, before, after = _rows(connection, board, cursor)
    place = standings.place(connection, board, player)
    own = None
    if place is not None:
        own = Standing(place.above + 1, player, place.points, place.games, place.players)
    above, equal = 0, 0
    if before:
        above, equal = standings.level(connection, board, found[0].points)
    return Leaderboard(
        pool=pool,
        guild=GuildId(board.scope) if board.scope else None,
        period=board.period,
        page=tuple(_ranked(found, above, equal)),
        own=own,
        above=Cursor("above", found[0].points, found[0].player_id) if before else None,
        below=Cursor("below", found[-1].points, found[-1].player_id) if after else None,
    )


def _rows(
    connection: Connection, board: Board, cursor: Cursor | None
) -> tuple[list[Row], bool, bool]:
    """A page of rows, and whether there are any before and after it."""
    if cursor is not None:
        beside = cursor.points, cursor.player
        above = cursor.side == "above"
        found = standings.beside(connection, board, beside, PAGE + 1, above=above)
        if above and len(found) > PAGE:
            return found[1:], True, True
        if not above and found:
            return found[:PAGE], True, len(found) > PAGE
    found = standings.best(connection, board, PAGE + 1)
    return found[:PAGE], False, len(found) > PAGE


def _ranked(found: Sequence[Row], above: int, equal: int) -> list[Standing]:
    """Rows with ranks. `above` and `equal`: how many are above the first one, and level with it.

    (`equal` counts those on earlier pages, too, or is 0 if there are none.)
    """
    ranked: list[Standing] = []
    elsewhere = max(0, equal - sum(row.points == found[0].points for row in found)) if found else 0
    for index, row in enumerate(found):
        if ranked and ranked[-1].points == row.points:
            rank = ranked[-1].rank
        else:
            rank = above + index + 1 + (elsewhere if index else 0)
        ranked.append(Standing(rank, row.player_id, row.points, row.games))
    return ranked


def around(own: Standing) -> Cursor:
    """The page that begins with a player's own row."""
    return Cursor("below", own.points, PlayerId(own.player + 1))


# What a match did


async def rating_changes(db: Database, match_id: MatchId) -> list[Change]:
    """What a match did to the ratings of its players, by seat; empty if it was not rated.

    Raises UnknownMatch, Unavailable.
    """
    return await read(db, partial(rows.changes_of, number=key_of(match_id)))


def provisional(games_played: int) -> bool:
    """Whether a rating from this many rated matches is provisional."""
    return games_played < PROVISIONAL


# Profiles


@dataclass(frozen=True, slots=True)
class Record:
    """A player's record in a pool: the rating, and its place among all players."""

    pool: Pool
    rating: Rating
    place: Place | None
    history: tuple[tuple[datetime, int], ...] = ()
    """The points after each of the last rated matches, oldest first."""

    @property
    def losses(self) -> int:
        """How many of the rated matches were lost."""
        return self.rating.games - self.rating.wins - self.rating.draws


@dataclass(frozen=True, slots=True)
class Score:
    """How two players have done against each other in a game, from one's point of view."""

    game: str
    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's records, the most played pool first; and how reliably they have played lately."""

    player: PlayerId
    records: tuple[Record, ...]
    reliability: Reliability = field(default_factory=Reliability)


async def profile(db: Database, player: PlayerId, *, game: str | None = None) -> Profile:
    """A player's profile, for all games or for one. Raises Unavailable."""

    def work(connection: Connection) -> Profile:
        found = [(Pool.read(one.pool), one) for one in rows.ratings_of(connection, player)]
        wanted = [(pool, one) for pool, one in found if game in (None, pool.game)]
        records = []
        for pool, rating in wanted[:POOLS]:
            place = standings.place(connection, Board(EVERYWHERE, rating.pool, 0), player)
            points = rows.history(connection, player, rating.pool, HISTORY)
            records.append(Record(pool, rating, place, tuple(points)))
        return Profile(player, tuple(records), reliability_of(connection, player))

    return await read_late(db, work)


async def head_to_head(db: Database, player: PlayerId, other: PlayerId) -> list[Score]:
    """How a player has done against another, by game: finished matches, rated or not.

    The player with the better rank has won; matches in which both were partners don't count. Raises
    Unavailable.
    """
    found = await read_late(db, partial(rows.meetings, player_id=player, other_id=other))
    scores: dict[str, Score] = {}
    for one in found:
        if _partners(one):
            continue
        known = scores.get(one.game, Score(one.game))
        by = (one.my_rank > one.other_rank) - (one.my_rank < one.other_rank)
        scores[one.game] = Score(
            one.game, known.wins + (by < 0), known.draws + (by == 0), known.losses + (by > 0)
        )
    return sorted(scores.values(), key=lambda one: (-one.wins - one.draws - one.losses, one.game))


def _partners(meeting: Meeting) -> bool:
    setup = Setup(meeting.seats, meeting.options)
    sides = games.get(meeting.game).sides(setup)
    return any({meeting.mine, meeting.other} <= {*side} for side in sides)
