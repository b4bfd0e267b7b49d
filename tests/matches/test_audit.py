"""The audit of ratings: regular play passes it, and all damage is reported."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

import matches
from matches import privacy
from matches.effects.ratings import expire
from matches.ratings.audit import audit
from matches.ratings.recompute import recompute
from storage.database import Database
from storage.schema import rating, rating_change, seat_advantage, standing, tally
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, Clock, Play, Start


async def _spoil(db: Database, statement: Any) -> None:
    def work(connection: Connection) -> None:
        with transaction(connection):
            assert connection.execute(statement).rowcount

    await db.write(work)


async def _faults(db: Database) -> list[str]:
    return list((await audit(db)).faults)


@pytest.fixture
async def rated(db: Database, start: Start, turns: Play, clock: Clock) -> None:
    """Some rated matches at different times; one of their players is forgotten."""
    for players in ((ANN, BOB), (BOB, ANN), (ANN, BOB, CAT), (CAT, DAN), (ANN, DAN)):
        match = await start(*players)
        await turns(match, "step", "step", "step", "step")
        await matches.resign(db, match.id, players[0])
        for other in players[1:-1]:
            await matches.resign(db, match.id, other)
        clock.turn(days=12)
    await privacy.forget(db, DAN)


@pytest.mark.usefixtures("rated")
async def test_ratings_as_they_come_about(db: Database, clock: Clock) -> None:
    """Ratings pass before and after changes leave a period, and after recomputing."""
    assert (await audit(db)).ratings > 4
    assert await _faults(db) == []
    await expire(db)
    assert await _faults(db) == []
    clock.turn(days=400)
    assert await _faults(db) == []
    await expire(db)
    assert await _faults(db) == []
    await recompute(db)
    assert await _faults(db) == []


_SPOILT = [
    update(rating_change).values(after_points=rating_change.c.after_points + 1),
    update(rating_change).values(before_mu=rating_change.c.before_mu + 0.5),
    update(rating_change).values(games=rating_change.c.games + 1),
    update(rating_change).values(period=365),
    update(rating_change).values(advantage=rating_change.c.advantage + 0.01),
    update(seat_advantage).values(value=seat_advantage.c.value + 0.01),
    delete(seat_advantage),
    delete(rating_change).where(rating_change.c.seat == 1),
    update(rating).values(points=rating.c.points + 1),
    update(rating).values(sigma=rating.c.sigma + 0.01),
    delete(rating).where(rating.c.player_id == ANN),
    update(standing).values(points=standing.c.points - 1),
    delete(standing).where(standing.c.period == 30),
    update(tally).values(count=tally.c.count + 1),
    delete(tally).where(tally.c.width == 1),
]


@pytest.mark.usefixtures("rated")
async def test_whatever_is_spoilt_is_named(db: Database) -> None:
    """Every number in the ledger, ratings and leaderboards is checked. Recomputing from the matches
    repairs all of them.
    """
    for statement in _SPOILT:
        await _spoil(db, statement)
        assert await _faults(db) != [], str(statement)
        await recompute(db)
        assert await _faults(db) == []
    await _spoil(db, delete(rating_change))
    assert any("not in the ledger" in one for one in await _faults(db))


@pytest.mark.usefixtures("rated")
async def test_another_model_is_named(db: Database) -> None:
    """Numbers from another rating model are reported, not compared."""
    await _spoil(db, update(rating_change).values(model="guesses 1", after_points=7))
    found = await audit(db)
    assert (found.models, found.faults) == (["guesses 1"], [])
