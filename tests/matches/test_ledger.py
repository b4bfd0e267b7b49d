"""The whole ledger of ratings: recomputed, and written by several at once."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import Connection, delete, func, select, update

import matches
from matches import privacy
from matches.ratings.recompute import recompute
from matches.ratings.standings import (
    leaderboard,
    profile,
)
from storage.database import Database
from storage.schema import rating, rating_change, seat_advantage, standing, tally
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Clock, Play, Start, Win
from tests.matches.rated import ALONE, ELSEWHERE, POOL, stored

pytestmark = pytest.mark.untraced


async def _tournament(db: Database, start: Start, turns: Play, clock: Clock, rounds: int) -> None:
    """Random matches with two to four players in three places over several months."""
    rng = Random(11)
    for _ in range(rounds):
        players = rng.sample((ANN, BOB, CAT, DAN, EVE), rng.choice((2, 2, 3, 4)))
        match = await start(*players, place=rng.choice((HERE, ELSEWHERE, ALONE)))
        await turns(match, *["step"] * rng.choice((2, 4, 5)))
        if rng.random() < 0.2:
            await matches.offer_draw(db, match.id, players[0])
            for player in players[1:]:
                await matches.accept_draw(db, match.id, player)
        else:
            for player in rng.sample(players, len(players) - 1):
                await matches.resign(db, match.id, player)
        clock.turn(days=rng.choice((0, 0, 3, 9)))


async def _boards(db: Database) -> None:
    """Expires every change that is older than its period."""
    for period in (30, 365):
        await leaderboard(db, POOL, ANN, period=period)


async def test_recomputing_gives_the_same_numbers(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """Recomputing ratings, ledger and leaderboards from the stored matches gives the same
    numbers.
    """
    await _tournament(db, start, turns, clock, 40)
    await _boards(db)
    grown = await stored(db)
    assert len(grown["rating_change"]) > 50
    done = await recompute(db)
    assert await stored(db) == grown
    assert done.changed == 0
    assert done.ratings == len(grown["rating"])
    assert done.matches == len({row[0] for row in grown["rating_change"]})


async def test_recomputing_repairs(db: Database, win: Win) -> None:
    """Wrong numbers are corrected, and matches from before the ratings are entered."""
    for players in ((ANN, BOB), (BOB, CAT), (CAT, ANN), (ANN, BOB)):
        await win(*players)
    grown = await stored(db)

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(update(rating).values(points=7).where(rating.c.player_id == ANN))
            connection.execute(update(tally).values(count=7))

    await db.write(spoil)
    assert (await recompute(db)).changed == 1
    assert await stored(db) == grown

    def empty(connection: Connection) -> None:
        with transaction(connection):
            for table in (rating, rating_change, seat_advantage, standing, tally):
                connection.execute(delete(table))

    await db.write(empty)
    assert (await recompute(db)).changed == 3
    again = await stored(db)
    # All finished at the same moment, so that they are entered by number.
    assert again == grown


async def test_recomputing_follows_the_order_of_the_ledger(
    db: Database, start: Start, turns: Play
) -> None:
    """Matches are rated in the order in which they finished, whatever their numbers and the clock
    say.
    """
    opened = [await start(ANN, BOB) for _ in range(3)]
    for match in opened:
        await turns(match, "step", "step", "step")
    for match, loser in zip(reversed(opened), (ANN, BOB, BOB), strict=True):
        await matches.resign(db, match.id, loser)
    grown = await stored(db)
    await recompute(db)
    assert await stored(db) == grown


async def test_recomputing_without_a_forgotten_player(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """A forgotten player is on no board and in no ledger. The others' numbers stay, and recompute
    to the same.
    """
    await _tournament(db, start, turns, clock, 25)
    await _boards(db)
    before = await stored(db)
    await privacy.forget(db, BOB)
    after = await stored(db)
    assert after["rating"] == {row for row in before["rating"] if row[0] != BOB}
    assert after["standing"] == {row for row in before["standing"] if row[0] != BOB}
    assert not any(BOB in row for rows in after.values() for row in rows)
    for scope in (None, HERE.guild, ELSEWHERE.guild):
        board = await leaderboard(db, POOL, ANN, guild=scope)
        assert board.own is not None
        assert board.own.players == len(board.page)
    await recompute(db)
    again = await stored(db)
    assert again["rating"] == after["rating"]
    assert again["standing"] == after["standing"]
    assert again["tally"] == after["tally"]
    assert {row[3:5] + row[5:] for row in again["rating_change"]} >= {
        row[3:5] + row[5:] for row in after["rating_change"] if row[2] is not None
    }


async def test_matches_that_finish_at_once(url: str, clock: Clock, db: Database) -> None:
    """If two processes rate matches of the same players at the same time, every match counts."""
    others = [Database.connect(url, now=clock) for _ in range(2)]
    ids = []
    for _ in range(12):
        opened = await matches.open_table(
            db, game="toy", host=ANN, place=HERE, invited=[BOB], seating="chosen"
        )
        await matches.accept(db, opened.id, BOB)
        for player in (ANN, BOB, ANN):
            await matches.play(db, opened.id, player, "step")
        ids.append(opened.id)
    await asyncio.gather(
        *(matches.resign(others[n % 2], one, (ANN, BOB)[n % 2]) for n, one in enumerate(ids))
    )
    grown = await stored(db)
    assert len(grown["rating_change"]) == 24
    record = (await profile(db, ANN)).records[0]
    assert (record.rating.games, record.rating.wins) == (12, 6)
    assert len(record.history) == 12
    await recompute(db)
    assert await stored(db) == grown
    for other in others:
        await other.close()


async def test_expiring_in_batches(
    db: Database, start: Start, turns: Play, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any number of changes expire from a period in batches, without remainder."""
    monkeypatch.setattr("matches.effects.ratings._BATCH", 3)
    await _tournament(db, start, turns, clock, 10)
    clock.turn(days=400)
    await _boards(db)
    left = await stored(db)
    assert {row[3] for row in left["standing"]} == {0}
    assert {row[2] for row in left["tally"]} == {0}

    def periods(connection: Connection) -> set[int]:
        return set(connection.execute(select(func.distinct(rating_change.c.period))).scalars())

    assert await db.read(periods) == {0}


def test_the_oldest_match_still_counts() -> None:
    """A period ends exactly after its number of days."""
    from matches.model.ratings import next_period, shortest_period

    now = Clock()()
    moment = timedelta(microseconds=1)
    for days, period in ((30, 30), (365, 365)):
        at = now - timedelta(days=days)
        assert shortest_period(at + moment, now) == period
        assert shortest_period(at, now) == next_period(period)
    assert shortest_period(now, now) == 30
