"""Verifying: matches that reproduce pass, and all damage is reported."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

import games
import matches
from matches.archive import verify
from matches.archive.verify import Replayed
from matches.model.ids import MatchId, number_of
from matches.unit_of_work import cache
from storage import migrations
from storage.database import Database
from storage.schema import entry, match, seat
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock, Play, Start, Timed


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
    offers and withdrawals, are replayed page by page without a finding.
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
    assert found[4].match_id == opened.id


async def _seq(db: Database, match_id: MatchId) -> int:
    return (await matches.get(db, match_id)).seq


async def test_turn_that_is_not_legal_any_more_is_named(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a change of rules each failing match is reported with its turn, and no other."""
    good, bad = await start(), await start()
    await turns(good, "step", "step")
    await turns(bad, "step", "jump left", "step")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    first, second = await _all(db)
    assert first.fault is None
    assert second.match_id == bad.id
    assert second.fault is not None
    assert (second.fault.number, second.fault.text) == (2, "jump left")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("turn_count", 0),
        ("base", 1),
        ("to_move", 1),
        ("status", "open"),
        ("seq", 9),
        ("taken_back", True),
    ],
)
async def test_summary_that_is_not_of_the_log_is_reported(
    db: Database, start: Start, turns: Play, column: str, value: object
) -> None:
    """The match's own row must agree with its log."""
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
        update(entry).where(entry.c.kind == "turn").values(kind="pass", text="pass"),
        update(match).values(game="lost"),
        update(match).values(options={"goal": "1"}),
    ],
    ids=["rank", "ending", "gap", "seat", "kind", "game", "options"],
)
async def test_damage_is_reported_and_the_rest_is_looked_at(
    db: Database, start: Start, turns: Play, statement: Any
) -> None:
    """Any damage to a match is reported, and the next match is still verified."""
    spoilt = await start()
    await turns(spoilt, "step")
    await matches.resign(db, spoilt.id, BOB)
    number = number_of(spoilt.id)
    key = match.c.id if statement.table is match else statement.table.c.match_id
    await _spoil(db, statement.where(key == number))
    good = await start()
    first, second = await _all(db)
    assert first.match_id == spoilt.id
    assert first.fault is not None
    assert second == Replayed(good.id, "running", 0, game="toy")


async def test_missing_seat_is_reported(db: Database, start: Start, turns: Play) -> None:
    """A missing seat row is damage: a forgotten player's row would exist without an id."""
    gone, forgotten = await start(), await start(CAT, BOB)
    await turns(gone, "step")
    await _spoil(db, delete(seat).where(seat.c.match_id == number_of(gone.id), seat.c.seat == 2))
    await _spoil(db, update(seat).where(seat.c.player_id == CAT).values(player_id=None))
    first, second = await _all(db)
    assert first.match_id == gone.id
    assert first.fault is not None
    assert "seats" in first.fault.message
    assert second == Replayed(forgotten.id, "running", 0, game="toy")


@pytest.mark.parametrize(
    "by",
    [timedelta(seconds=-1), timedelta(seconds=1), timedelta(days=300), None],
    ids=["early", "late", "far", "none"],
)
async def test_wrong_due_time_is_reported(
    db: Database, timed: Timed, turns: Play, time: Clock, by: timedelta | None
) -> None:
    """The due time of the player to move must equal the time they have left."""
    spoilt = await timed("5d+12h/10d")
    time.turn(hours=30)
    await turns(spoilt, "step")
    time.turn(minutes=7)
    await turns(spoilt, "step")
    assert [one.fault for one in await _all(db)] == [None]
    known = (await matches.get(db, spoilt.id)).due_at
    assert known is not None
    await _spoil(db, update(match).values(due_at=None if by is None else known + by))
    (found,) = await _all(db)
    assert found.fault is not None
    assert "due" in found.fault.message


async def test_due_times_after_all_that_puts_them_off(
    db: Database, timed: Timed, turns: Play, time: Clock
) -> None:
    """Vacations, downtimes and the minimum after them, adjournments, withdrawals, take-backs and
    draws are not faults.
    """
    long, short = await timed("3d"), await timed("5m+5s")
    three = await timed("5d+12h/10d", ANN, BOB, CAT)
    await matches.credit_downtime(db, "first")
    await turns(long, "step")
    await matches.take_vacation(db, BOB, db.now() + timedelta(days=4))
    time.turn(hours=5)
    await matches.offer_draw(db, long.id, ANN)
    await matches.resign(db, three.id, ANN)
    assert [one.fault for one in await _all(db)] == [None] * 3
    await matches.credit_downtime(db, "first")
    assert [one.fault for one in await _all(db)] == [None] * 3
    await matches.end_vacation(db, BOB)
    time.turn(days=1)
    assert [one.fault for one in await _all(db)] == [None] * 3
    await matches.credit_downtime(db, "first")
    asked = await matches.ask_to_adjourn(db, three.id, BOB)
    await matches.grant(db, three.id, CAT, request=asked.match.seq)
    await turns(long, "step")
    assert [one.fault for one in await _all(db)] == [None] * 3
    await matches.resume(db, three.id, CAT)
    asked = await matches.ask_to_take_back(db, long.id, BOB)
    await matches.grant(db, long.id, ANN, request=asked.match.seq)
    assert [one.fault for one in await _all(db)] == [None] * 3
    assert short.due_at is not None


async def test_thawed_match_has_its_time_anew(
    db: Database, timed: Timed, turns: Play, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that was frozen by a rule change and then reverted is not a fault either."""
    match = await timed("3d")
    await turns(match, "step", "jump left")
    with monkeypatch.context() as patch:
        patch.setitem(games._registry(), "toy", toy.STRICTER)
        cache.resize(db, 10)
        with pytest.raises(matches.TableError):
            await matches.resign(db, match.id, ANN)
    time.turn(days=2)
    cache.resize(db, 10)
    with pytest.raises(matches.TableError):
        await matches.play(db, match.id, ANN, "nonsense", seq=0)
    assert [one.fault for one in await _all(db)] == [None]


async def test_other_rules_are_named(db: Database, start: Start) -> None:
    """A match opened under another version of the rules is reported as such."""
    await start()
    await _spoil(db, update(match).values(rules_version=7))
    (found,) = await _all(db)
    assert (found.fault, found.game, found.rules, found.present) == (None, "toy", 7, 1)


async def test_matches_survive_every_migration(db: Database, start: Start, turns: Play) -> None:
    """Databases left by any earlier version keep their matches. After the upgrade they replay to
    the same positions, with the same entries, seats and results.
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
        cache.resize(db, 10)
        found = [await matches.get(db, one.id) for one in kept]
        for one, before in zip(found, kept, strict=True):
            assert (one.line, one.logged) == (before.line, before.logged)
            assert (one.players, one.status, one.ending) == (
                before.players,
                before.status,
                before.ending,
            )
        assert [one.fault for one in await _all(db)] == [None, None]
