"""The stored log: frozen matches, the cache, and the summary rows."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import delete, select, update

import games
import matches
from games.errors import ReplayError
from matches import Match, privacy
from matches.archive import verify
from matches.effects.calls import calls
from matches.lobby.expiry import expire_tables
from matches.model import errors
from matches.model.errors import MatchFrozen
from matches.model.ids import MessageId
from matches.model.log import Log
from matches.outbox import queue
from matches.outbox.backlog import backlog
from matches.outbox.queue import Notice
from matches.unit_of_work.cache import cache_of, resize
from storage import schema
from storage.database import Database
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Clock, Play, Start
from tests.matches.toy import heights
from tests.support.replay import replay_match


def _forbid_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)


async def _status(db: Database, match: Match) -> str:
    (status,) = await db.read(
        lambda connection: connection.execute(select(schema.match.c.status)).scalars().all()
    )
    return str(status)


async def test_match_that_does_not_replay_is_frozen(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players are told which turn fails. Nothing can be done with the match, and it thaws when
    the rules allow the turn again.
    """
    match = await start()
    await turns(match, "step", "jump left", "step")
    _forbid_jumps(monkeypatch)
    resize(db, 100)
    frozen = await matches.get(db, match.id)
    assert frozen.status == "frozen"
    assert frozen.fault is not None
    assert (frozen.fault.number, frozen.fault.text) == (2, "jump left")
    assert [turn.text for turn in frozen.turns] == ["step", "jump left", "step"]
    assert heights(frozen.position) == (1, 0)
    assert frozen.to_move is None
    for attempt in (
        matches.play(db, match.id, BOB, "step"),
        matches.resign(db, match.id, BOB),
        matches.offer_draw(db, match.id, ANN),
        matches.abort(db, match.id, ANN),
    ):
        with pytest.raises(errors.MatchFrozen) as refused:
            await attempt
        fields = {"match": match.id, "number": 2, "text": "jump left"}
        assert refused.value.refusal.fields == fields
    assert await _status(db, match) == "frozen"
    with pytest.raises(ReplayError) as failed:
        await replay_match(db, match.id)
    assert (failed.value.ply, failed.value.token) == (1, "jump left")
    assert [one.turn.text for one in matches.turns_of(frozen)] == ["step", "jump left", "step"]
    monkeypatch.setitem(games._registry(), "toy", toy.GAME)
    resize(db, 100)
    played = await matches.play(db, match.id, BOB, "step")
    assert played.match.status == "running"
    assert await _status(db, match) == "running"


async def _called(db: Database) -> list[Notice]:
    """All calls of computer players that wait, taken."""
    return await queue.take_calls(db, [one.key for one in await queue.waiting_calls(db, 20)])


async def test_computer_players_are_called_again_after_a_thaw(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a match is frozen, a call is void and removed. Whoever finds that its log replays again
    leaves a new one, once.
    """
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, seating="chosen")
    match = await matches.fill(db, table.id, ANN, 1)
    after = (await matches.play(db, match.id, ANN, "jump left")).match
    with monkeypatch.context() as stricter:
        _forbid_jumps(stricter)
        resize(db, 10)
        with pytest.raises(errors.MatchFrozen):
            await matches.play(db, match.id, ANN, "step")
        assert not calls(await matches.get(db, match.id))
        await queue.done(db, *(one.key for one in await _called(db)))
    resize(db, 10)
    for _ in range(2):
        with pytest.raises(errors.NotYourTurn):
            await matches.play(db, match.id, ANN, "step")
        assert (await matches.get(db, match.id)).seq == after.seq
    (called,) = await _called(db)
    assert (called.match_id, called.seat, called.base) == (match.id, 2, after.base)
    with pytest.raises(errors.NotYourTurn):
        await matches.play(db, match.id, ANN, "step")
    assert await _called(db) == []


async def test_finished_match_keeps_its_ending(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A finished match that no longer replays keeps its ending."""
    match = await start()
    await turns(match, "jump left")
    over = (await matches.resign(db, match.id, BOB)).match
    _forbid_jumps(monkeypatch)
    resize(db, 100)
    later = await matches.get(db, match.id)
    assert (later.status, later.ending) == ("finished", over.ending)
    assert later.finished_at == over.finished_at
    assert later.fault is not None
    with pytest.raises(errors.MatchOver):
        await matches.play(db, match.id, ANN, "step")


async def test_tampered_log_is_noticed(db: Database, start: Start, turns: Play) -> None:
    """A turn under the wrong seat, a missing entry and an invented ending are all detected."""
    entry = schema.entry
    match = await start()
    now = (await turns(match, "step", "step")).match
    wrong_seat = update(entry).where(entry.c.seq == now.seq).values(seat=1)
    await _tamper(db, wrong_seat)
    assert (await matches.get(db, match.id)).status == "frozen"
    await _tamper(db, update(entry).where(entry.c.seq == now.seq).values(seat=2))
    assert (await matches.get(db, match.id)).status == "running"
    over = (await matches.resign(db, match.id, BOB)).match
    await _tamper(db, delete(entry).where(entry.c.seq == over.seq))
    assert (await matches.get(db, match.id)).status == "finished"
    with pytest.raises(ReplayError, match="missing"):
        await replay_match(db, match.id)
    back = {"status": "running", "ending": None, "seq": now.seq, "base": now.base}
    await _tamper(db, update(schema.match).values(back))
    await _tamper(db, update(entry).where(entry.c.seq == now.seq).values(kind="withdraw"))
    await _tamper(db, update(entry).where(entry.c.seq == now.seq).values(text="resignation"))
    assert (await matches.get(db, match.id)).status == "frozen"


async def test_what_a_later_version_has_written_freezes_a_match(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows what an entry of an unknown kind did, and taking turns back may not undo it. The
    match can be looked at, and goes on where the kind is known.
    """
    match = await start()
    await matches.offer_draw(db, match.id, BOB)
    await turns(match, "step", "step")
    request = (await matches.ask_to_take_back(db, match.id, BOB)).match.request
    assert request is not None
    await matches.grant(db, match.id, ANN, request=request.seq)
    await turns(match, "step")
    kinds = Log._KINDS
    known = {kind: fold for kind, fold in kinds.items() if kind != "offer"}
    monkeypatch.setattr(Log, "_KINDS", known)
    resize(db, 100)
    frozen = await matches.get(db, match.id)
    assert frozen.fault is not None
    assert (frozen.status, frozen.fault.number) == ("frozen", 1)
    assert "offer" in frozen.fault.message
    assert [one.turn.text for one in matches.turns_of(frozen)] == ["step", "step"]
    with pytest.raises(MatchFrozen):
        await matches.resign(db, match.id, ANN)
    (found,) = [one async for one in verify.replays(db)]
    assert found.fault == frozen.fault
    monkeypatch.setattr(Log, "_KINDS", kinds)
    resize(db, 100)
    assert (await matches.resign(db, match.id, ANN)).match.status == "finished"


async def test_what_a_later_version_has_written_freezes_a_table(
    db: Database, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody may join a table where something unknown has happened, leave it, or start it, and it
    doesn't close either. It goes on where the kind is known, and waits as long as before. Who is
    invited may still delete their data.
    """
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB], seats=3)
    other = await matches.open_table(db, game="toy", host=CAT, place=HERE, invited=[EVE], seats=3)
    for one in (table, other):
        await matches.move_to(db, one.id, message=MessageId(1))
    kinds = Log._KINDS
    known = {kind: fold for kind, fold in kinds.items() if kind != "place"}
    monkeypatch.setattr(Log, "_KINDS", known)
    resize(db, 100)
    for attempt in (
        matches.join(db, table.id, DAN),
        matches.accept(db, table.id, BOB),
        matches.decline(db, table.id, BOB),
        matches.leave(db, table.id, ANN),
        matches.start(db, table.id, ANN),
        matches.fill(db, table.id, ANN, 1),
    ):
        with pytest.raises(MatchFrozen):
            await attempt
    frozen = await matches.get(db, table.id)
    assert frozen.fault is not None
    assert (frozen.status, frozen.fault.number) == ("frozen", 1)
    assert frozen.expires_at == table.expires_at
    forgotten = await privacy.forget(db, EVE)
    assert [(one.id, one.status) for one in forgotten.left] == [(other.id, "aborted")]
    clock.turn(days=30)
    assert await expire_tables(db) == await expire_tables(db) == []
    clock.turn(days=-30)
    monkeypatch.setattr(Log, "_KINDS", kinds)
    resize(db, 100)
    await matches.accept(db, table.id, BOB)
    begun = await matches.join(db, table.id, DAN)
    assert begun.status == "running"


async def _tamper(db: Database, statement: object) -> None:
    def work(connection: object) -> None:
        with transaction(connection):  # type: ignore[arg-type]
            connection.execute(statement)  # type: ignore[attr-defined]

    await db.write(work)
    resize(db, 100)


@pytest.mark.parametrize("size", [0, 1, 100])
async def test_cache_makes_no_difference(db: Database, start: Start, size: int) -> None:
    """Two matches played in alternation give the same results with no cache, a tiny one and a large
    one.
    """
    resize(db, size)
    one, other = await start(ANN, BOB, goal="40"), await start(ANN, BOB, CAT)
    for text in ("step", "jump left", "block", "run run end", "step; step"):
        for match in (one, other):
            now = await matches.get(db, match.id)
            assert now.player_to_move is not None
            played = await matches.play(db, match.id, now.player_to_move, text, seq=now.seq)
            assert played.match == await replay_match(db, match.id)
    await matches.offer_draw(db, one.id, ANN)
    assert await matches.get(db, one.id) == await replay_match(db, one.id)
    assert len(cache_of(db)._kept) == min(size, 2)


async def test_cache_follows_another_process(db: Database, url: str, start: Start) -> None:
    """Entries by another process are read on top of the cached match, and the next turn builds on
    them.
    """
    match = await start()
    other = Database.connect(url)
    try:
        await matches.play(other, match.id, ANN, "step")
        played = await matches.play(db, match.id, BOB, "step")
        seen = await matches.get(other, match.id)
        await matches.resign(other, match.id, ANN)
    finally:
        await other.close()
    assert seen == played.match
    assert (await matches.get(db, match.id)).status == "finished"


async def test_cached_match_is_not_read_again(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the match in the cache, a turn does not read the log."""
    match = await start()
    await turns(match, "step", "step")
    monkeypatch.setattr("storage.matches.entries", None)
    assert (await turns(match, "step", "step")).match.turn_count == 4


async def test_late_reader_does_not_age_the_cache(db: Database, start: Start, turns: Play) -> None:
    """An older state of a match never replaces a newer one in the cache."""
    match = await start()
    now = (await turns(match, "step")).match
    cache = cache_of(db)
    (number,) = cache._kept
    cache.put(number, match)
    assert cache.get(number) == now


async def test_event_that_can_not_have_happened_is_a_fault(db: Database, start: Start) -> None:
    """A seat that withdraws twice in the log freezes the match."""
    match = await start(ANN, BOB, CAT, EVE)
    await matches.resign(db, match.id, BOB)
    now = (await matches.resign(db, match.id, CAT)).match
    await _tamper(db, update(schema.entry).where(schema.entry.c.seq == now.seq).values(seat=2))
    assert (await matches.get(db, match.id)).status == "frozen"


async def test_ruling_voids_a_draft(
    db: Database, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draft that has become illegal is neither shown nor counted."""
    match = await start()
    await matches.play(db, match.id, ANN, "jump")
    _forbid_jumps(monkeypatch)
    resize(db, 100)
    assert (await matches.draft(db, match.id, ANN)).text == ""
    assert (await matches.resign(db, match.id, ANN)).match.record == ["withdraw:1"]


async def test_no_player_is_named_in_the_log(db: Database, start: Start, turns: Play) -> None:
    """Player ids are stored with the seats and nowhere in the log, so that they can be removed."""
    match = await start(ANN, BOB, CAT, place=HERE)
    await turns(match, "step; step", "block")
    await matches.resign(db, match.id, ANN)
    rows = await db.read(lambda connection: connection.execute(select(schema.entry)).all())
    assert len(rows) > 6
    named = {str(ANN), str(BOB), str(CAT)}
    assert not [row for row in rows if named & {str(value) for value in row}]


async def test_frozen_matches_are_told_and_counted(
    db: Database,
    start: Start,
    turns: Play,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A match is reported once when it is found frozen, even if somebody only looks at it, and once
    when it replays again.
    """
    match, other = await start(), await start()
    await turns(match, "jump left")
    await turns(other, "step")
    assert (await backlog(db)).frozen == 0
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    resize(db, 10)
    with caplog.at_level(logging.INFO, logger="matches.unit_of_work.execution"):
        assert (await matches.get(db, match.id)).status == "frozen"
        assert (await backlog(db)).frozen == 1
        for _ in range(3):
            with pytest.raises(MatchFrozen):
                await matches.play(db, match.id, BOB, "step")
    (line,) = caplog.messages
    assert line.startswith(f"match={match.id} turn=1 is frozen: ")
    assert (await backlog(db)).frozen == 1
    caplog.clear()
    monkeypatch.setitem(games._registry(), "toy", toy.GAME)
    resize(db, 10)
    with caplog.at_level(logging.INFO, logger="matches.unit_of_work.execution"):
        await matches.play(db, match.id, BOB, "step")
    assert caplog.messages == [f"match={match.id} turn=1 replays again"]
    assert (await backlog(db)).frozen == 0
