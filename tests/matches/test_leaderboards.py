"""Leaderboards: their scopes, periods and pages."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sqlalchemy import Connection

from matches.model.ids import GuildId, PlayerId
from matches.model.ratings import (
    Pool,
)
from matches.ratings.recompute import recompute
from matches.ratings.standings import (
    PAGE,
    Cursor,
    Leaderboard,
    Standing,
    around,
    leaderboard,
    rating_changes,
)
from storage.database import Database
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Clock, Win
from tests.matches.rated import ALONE, ELSEWHERE, POOL, stored


def _shown(board: Leaderboard) -> list[tuple[int, int]]:
    return [(one.rank, one.player) for one in board.page]


async def test_scopes(db: Database, win: Win) -> None:
    """A guild's board has everybody who finished a rated match there, with their global ratings.
    Matches in direct messages count only for the global board.
    """
    await win(ANN, BOB)
    await win(CAT, DAN, place=ELSEWHERE)
    await win(EVE, CAT, place=ALONE)
    await win(ANN, CAT, place=ELSEWHERE)
    here = await leaderboard(db, POOL, DAN, guild=HERE.guild)
    assert _shown(here) == [(1, ANN), (2, BOB)]
    assert here.own is None
    there = await leaderboard(db, POOL, DAN, guild=ELSEWHERE.guild)
    assert {one.player for one in there.page} == {ANN, CAT, DAN}
    assert there.own == replace(there.page[-1], players=3)
    everywhere = await leaderboard(db, POOL, ANN)
    assert {one.player for one in everywhere.page} == {ANN, BOB, CAT, DAN, EVE}
    assert everywhere.page[0].player == ANN
    points = {one.player: one.points for one in everywhere.page}
    assert all(points[one.player] == one.points for one in (*here.page, *there.page))
    nothing = await leaderboard(db, Pool("toy", 2, "live"), ANN)
    assert nothing == Leaderboard(nothing.pool, None, 0, (), None, None, None)


async def test_periods(db: Database, win: Win, clock: Clock) -> None:
    """Points gained count for exactly 30 and 365 days, in every scope."""
    first = await win(ANN, BOB)
    clock.turn(days=20)
    second = await win(BOB, ANN, place=ELSEWHERE)
    gains = {
        match.id: {one.player_id: one.after_points - one.before_points for one in changes}
        for match in (first, second)
        for changes in [await rating_changes(db, match.id)]
    }

    async def gained(period: int, guild: GuildId | None) -> dict[int, int]:
        board = await leaderboard(db, POOL, ANN, guild=guild, period=period)
        return {one.player: one.points for one in board.page}

    both = {player: gains[first.id][player] + gains[second.id][player] for player in (ANN, BOB)}
    for days, month, year in (
        (0, both, both),
        (9.9999, both, both),
        (0.0001, gains[second.id], both),
        (20, {}, both),
        (315, {}, gains[second.id]),
        (20, {}, {}),
    ):
        clock.turn(days=days)
        for guild in (None, HERE.guild, ELSEWHERE.guild):
            assert await gained(30, guild) == month
            assert await gained(365, guild) == year
    assert len((await leaderboard(db, POOL, ANN)).page) == 2
    before = await stored(db)
    await recompute(db)
    assert await stored(db) == before


async def _walk(db: Database, pool: Pool, player: PlayerId) -> list[list[Standing]]:
    """The pages of a board, from the first to the last."""
    pages, cursor = [], None
    while True:
        board = await leaderboard(db, pool, player, cursor=cursor)
        pages.append([*board.page])
        if board.below is None:
            return pages
        cursor = board.below


async def test_paging_shows_everybody_once(db: Database) -> None:
    """Paging down and up shows everybody once, with the ranks of a sorted list, including ties."""
    rng = Random(3)
    from storage import standings
    from storage.standings import Board, Row, Shift

    points = {player: rng.choice((1100, 1200, 1201, 1500)) for player in range(1, 121)}

    def fill(connection: Connection) -> None:
        with transaction(connection):
            shifts = [
                Shift(Board(0, str(POOL), 0), PlayerId(one), None, Row(PlayerId(one), worth, 3))
                for one, worth in points.items()
            ]
            standings.shift(connection, shifts)

    await db.write(fill)
    pages = await _walk(db, POOL, PlayerId(1))
    assert [len(page) for page in pages] == [PAGE] * 4 + [20]
    shown = [one for page in pages for one in page]
    assert {one.player: one.points for one in shown} == points
    for one in shown:
        assert one.rank == 1 + sum(other > one.points for other in points.values())
    assert shown == sorted(shown, key=lambda one: -one.points)
    for number in range(1, 5):
        first = pages[number][0]
        up = await leaderboard(
            db, POOL, PlayerId(1), cursor=Cursor("above", first.points, first.player)
        )
        assert [*up.page] == pages[number - 1]
        assert (up.above is None) == (number == 1)
    own = (await leaderboard(db, POOL, PlayerId(60))).own
    assert own is not None
    assert own.players == 120
    mine = await leaderboard(db, POOL, PlayerId(60), cursor=around(own))
    assert mine.page[0] == replace(own, players=None)
    past = await leaderboard(db, POOL, PlayerId(1), cursor=Cursor("below", -1, PlayerId(1)))
    assert [*past.page] == pages[0]
