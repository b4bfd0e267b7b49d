"""Leaderboards as rows and counters, compared with sorted lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from sqlalchemy import Connection, func, select

from storage import ratings, standings
from storage.database import Database
from storage.errors import LostRace
from storage.ids import PlayerId
from storage.ratings import Rating
from storage.schema import rating, tally
from storage.standings import WIDE, Board, Row, Shift
from storage.transactions import transaction

pytestmark = pytest.mark.untraced

BOARD = Board(7, "some-2-live", 30)
OTHERS = (Board(0, "some-2-live", 30), Board(7, "some-3-live", 30), Board(7, "some-2-live", 0))


def _random_shifts(
    rng: Random, board: Board, kept: dict[int, Row], players: int
) -> Iterator[Shift]:
    """Players come, move and go. `kept` is what remains."""
    for player in rng.sample(range(1, 40), players):
        before = kept.pop(player, None)
        row = None
        if before is None or rng.random() < 0.8:
            row = kept[player] = Row(
                PlayerId(player), round(rng.gauss(40, 120)), rng.randrange(1, 9)
            )
        yield Shift(board, PlayerId(player), None if before is None else before.points, row)


def _best_first(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.points, row.player_id), reverse=True)


async def test_places_are_those_of_a_sorted_list(db: Database) -> None:
    """After any changes, pages, ranks and levels equal those of a sorted list, even with negative
    points. No board affects another.
    """
    rng = Random(5)
    kept: dict[Board, dict[int, Row]] = {board: {} for board in (BOARD, *OTHERS)}

    def work(connection: Connection) -> None:
        for _ in range(25):
            with transaction(connection):
                standings.shift(
                    connection,
                    [s for one in kept for s in _random_shifts(rng, one, kept[one], 12)],
                )
            for board, rows in kept.items():
                wanted = _best_first(rows.values())
                assert standings.best(connection, board, 100) == wanted
                assert standings.best(connection, board, 3) == wanted[:3]
                for index, row in enumerate(wanted):
                    above = sum(one.points > row.points for one in wanted)
                    place = standings.place(connection, board, row.player_id)
                    expected = (row.points, row.games, above, len(wanted))
                    assert place is not None
                    assert (place.points, place.games, place.above, place.players) == expected
                    equal = sum(one.points == row.points for one in wanted)
                    assert standings.level(connection, board, row.points) == (above, equal)
                    cursor = row.points, row.player_id
                    up = standings.beside(connection, board, cursor, 4, above=True)
                    down = standings.beside(connection, board, cursor, 4, above=False)
                    assert up == wanted[max(0, index - 4) : index]
                    assert down == wanted[index + 1 : index + 5]

    await db.write(work)


async def test_who_is_on_no_board_has_no_place(db: Database) -> None:
    """An empty board has no rows and no ranks."""

    def work(connection: Connection) -> None:
        assert standings.best(connection, BOARD, 25) == []
        assert standings.place(connection, BOARD, PlayerId(1)) is None
        assert standings.of_players(connection, BOARD.pool, [PlayerId(1)]) == {1: {}}

    await db.read(work)


async def test_a_place_reads_few_tallies(db: Database) -> None:
    """The number of tallies on a board is bounded by the possible points, not by the players."""

    def work(connection: Connection) -> None:
        shifts = [
            Shift(BOARD, PlayerId(n), None, Row(PlayerId(n), n % 2000, 1)) for n in range(1, 5001)
        ]
        with transaction(connection):
            standings.shift(connection, shifts)
        wide = select(func.count()).where(tally.c.width == WIDE)
        assert connection.execute(wide).scalar() == 2000 // WIDE + 1
        place = standings.place(connection, BOARD, PlayerId(1))
        assert place is not None
        assert place.above == 5000 - 2 * 3 + 1

    await db.write(work)


async def test_forgetting_a_player(db: Database) -> None:
    """The player's rows are removed, and everybody below moves up by one."""

    def work(connection: Connection) -> None:
        with transaction(connection):
            for player, points in ((1, 1500), (2, 1400), (3, 1300)):
                ratings.add(connection, [Rating(PlayerId(player), BOARD.pool, 25, 8, points)])
                for board in (BOARD, *OTHERS):
                    row = Row(PlayerId(player), points, 1)
                    standings.shift(connection, [Shift(board, PlayerId(player), None, row)])
        with transaction(connection):
            ratings.forget(connection, PlayerId(2))
        assert set(connection.execute(select(rating.c.player_id)).scalars()) == {1, 3}
        for board in (BOARD, *OTHERS):
            assert [row.player_id for row in standings.best(connection, board, 9)] == [1, 3]
            last = standings.place(connection, board, PlayerId(3))
            assert last is not None
            assert (last.above, last.players) == (1, 2)

    await db.write(work)


async def test_a_rating_is_replaced(db: Database) -> None:
    """A player has one rating per pool, the last one stored, in full precision. A first rating
    never replaces an existing one.
    """

    def work(connection: Connection) -> None:
        first = Rating(PlayerId(1), "a-2-live", 25.0, 25 / 3, 1200)
        second = Rating(PlayerId(1), "a-2-live", 26.123456789012345, 0.1 + 0.2, 1310, 1, 1, 0, 1, 1)
        other = Rating(PlayerId(1), "b-2-live", 20.0, 8.0, 1100, 5, 0, 5, 0, 0)
        with transaction(connection):
            ratings.add(connection, [first, other])
            ratings.put(connection, [second])
        assert ratings.ratings(connection, "a-2-live", [PlayerId(1), PlayerId(2)]) == {1: second}
        assert ratings.ratings_of(connection, PlayerId(1)) == [other, second]
        assert ratings.rating_of(connection, PlayerId(1), "b-2-live") == other
        assert ratings.rating_of(connection, PlayerId(2), "b-2-live") is None
        with pytest.raises(LostRace), transaction(connection):
            ratings.add(connection, [first])

    await db.write(work)
