"""Verifying: what reproduces is passed over, and what does not is named."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

import games
import matches
from matches import verify
from matches.ids import number_of
from matches.verify import Replayed
from storage import migrations
from storage.database import Database
from storage.schema import entry, match, seat
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, HERE, Play, Start


async def _all(db: Database) -> list[Replayed]:
    return [one async for one in verify.replays(db)]


async def _spoil(db: Database, statement: Any) -> None:
    def work(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(statement)

    await db.write(work)


async def test_everything_that_was_played_reproduces(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables, running, finished, aborted and closed matches, with drafts, prepared turns, passes,
    offers and withdrawals, are replayed page by page, and nothing is reported.
    """
    monkeypatch.setattr(verify, "PAGE", 2)
    won = await start()
    await turns(won, *["step"] * 23)
    drawn = await start(ANN, BOB, CAT)
    await turns(drawn, "block", "jump left", "run run .")
    await matches.resign(db, drawn.id, CAT)
    await matches.offer_draw(db, drawn.id, BOB)
    await matches.offer_draw(db, drawn.id, ANN)
    running = await start()
    await matches.play(db, running.id, BOB, "; step; step")
    await turns(running, "step")
    await matches.extend_draft(db, running.id, ANN, "jump", seq=(await _seq(db, running.id)))
    await matches.abort(db, (await start()).id, BOB)
    opened = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    closed = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
    await matches.decline(db, closed.id, BOB)
    found = await _all(db)
    assert [one.fault for one in found] == [None] * 6
    statuses = ["finished", "finished", "running", "aborted", "open", "closed"]
    assert [one.status for one in found] == statuses
    assert [found[0].turns, found[2].turns] == [23, 2]
    assert found[4].match == opened.id


async def _seq(db: Database, match_id: str) -> int:
    return (await matches.get(db, match_id)).seq


async def test_turn_that_is_not_legal_any_more_is_named(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of rules each match that fails is reported with its turn; others are not."""
    good, bad = await start(), await start()
    await turns(good, "step", "step")
    await turns(bad, "step", "jump left", "step")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    first, second = await _all(db)
    assert first.fault is None
    assert second.match == bad.id
    assert second.fault is not None
    assert (second.fault.number, second.fault.text) == (2, "jump left")


@pytest.mark.parametrize(
    ("column", "value"),
    [("turn_count", 9), ("base", 1), ("to_move", 1), ("status", "open"), ("seq", 2)],
)
async def test_summary_that_is_not_of_the_log_is_reported(
    db: Database, start: Start, turns: Play, column: str, value: object
) -> None:
    """The match's own row must say what the log says."""
    spoilt = await start()
    await turns(spoilt, "step")
    await _spoil(db, update(match).values({column: value}))
    (found,) = await _all(db)
    assert found.fault is not None


@pytest.mark.parametrize(
    "statement",
    [
        update(seat).where(seat.c.seat == 2).values(rank=3),
        update(match).values(ending={"reason": "line", "ranks": [1, 2], "seat": None}),
        delete(entry).where(entry.c.kind == "start"),
        update(entry).where(entry.c.kind == "turn").values(seat=2),
        update(entry).where(entry.c.kind == "turn").values(kind="twist"),
        update(match).values(game="lost"),
        update(match).values(options={"goal": "1"}),
    ],
    ids=["rank", "ending", "gap", "seat", "kind", "game", "options"],
)
async def test_damage_is_reported_and_the_rest_is_looked_at(
    db: Database, start: Start, turns: Play, statement: Any
) -> None:
    """Whatever is wrong with a match is said of it, and the next one is replayed all the same."""
    spoilt = await start()
    await turns(spoilt, "step")
    await matches.resign(db, spoilt.id, BOB)
    number = number_of(spoilt.id)
    key = match.c.id if statement.table is match else statement.table.c.match_id
    await _spoil(db, statement.where(key == number))
    good = await start()
    first, second = await _all(db)
    assert first.match == spoilt.id
    assert first.fault is not None
    assert second == Replayed(good.id, "running", 0)


async def test_matches_survive_every_migration(db: Database, start: Start, turns: Play) -> None:
    """A database as any earlier version has left it keeps its matches: brought up to date, they
    replay to the same positions, with the same entries, seats and results.
    """
    running = await start(ANN, BOB, CAT)
    await turns(running, "block", "jump left", "run run .")
    await matches.resign(db, running.id, CAT)
    won = await start()
    await turns(won, *["step"] * 23)
    kept = [await matches.get(db, one.id) for one in (running, won)]
    *earlier, _ = migrations.revisions()
    assert len(earlier) >= 7
    for revision in reversed(earlier):
        await db.downgrade(revision)
        await db.migrate()
        matches.cache.resize(db, 10)
        found = [await matches.get(db, one.id) for one in kept]
        for one, before in zip(found, kept, strict=True):
            assert (one.line, one.logged) == (before.line, before.logged)
            assert (one.players, one.status, one.ending) == (
                before.players,
                before.status,
                before.ending,
            )
        assert [one.fault for one in await _all(db)] == [None, None]
