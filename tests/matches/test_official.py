"""Official matches: opened by others, at once; never aborted; ended from outside."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection

import games
import matches
from matches.archive import verify
from matches.course.official import release, resume_official, stop
from matches.model.errors import OfficialEnd, OfficialMatch
from matches.model.ids import GuildId, number_of
from matches.unit_of_work import cache
from storage.database import Database
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, Clock, Play, Timed, official, same_everywhere


async def test_opened_and_running_at_once(db: Database, time: Clock) -> None:
    """Everybody sits where they were put, the first clock runs, and the board is owed."""
    match = await official(db, BOB, ANN, CAT)
    assert (match.status, match.players, match.host) == ("running", (BOB, ANN, CAT), BOB)
    assert (match.rated, match.private, match.official) == (True, False, True)
    assert match.setup.options["pact"] == "yes"
    assert match.to_move == 1
    assert match.due_at is not None
    await same_everywhere(db, match)
    assert [one.fault async for one in verify.replays(db)] == [None]


async def test_options_for_more_seats_are_dropped(db: Database) -> None:
    """A table of two has no option that is for three."""
    assert "pact" not in (await official(db, ANN, BOB)).setup.options


async def test_board_is_owed(db: Database) -> None:
    """An official match is an ordinary one: its first board is shown to everybody."""
    from matches.outbox import queue

    match = await official(db, ANN, BOB)
    db.now.turn(minutes=1)  # type: ignore[attr-defined]
    (board,) = await queue.due(db)
    assert (board.kind, board.match_id, board.base) == ("board", match.id, match.base)


async def test_adjourned_match_goes_on(db: Database) -> None:
    """Whether or not anybody resumes it. Others are left alone."""
    match = await official(db, ANN, BOB)
    asked = await matches.ask_to_adjourn(db, match.id, ANN)
    adjourned = (await matches.grant(db, match.id, BOB, request=asked.match.seq)).match
    assert adjourned.status == "adjourned"
    resumed = await resume_official(db, match.id)
    assert resumed.status == "running"
    assert (await resume_official(db, match.id)).seq == resumed.seq
    assert [one.fault async for one in verify.replays(db)] == [None]


async def test_released_match_is_an_ordinary_one(db: Database) -> None:
    """Also for processes that have it in their memory."""
    match = await official(db, ANN, BOB)

    def work(connection: Connection) -> None:
        with transaction(connection):
            release(connection, number_of(match.id), db.now())

    await db.write(work)
    found = await matches.get(db, match.id)
    assert (found.official, found.status, found.due_at) == (False, "running", match.due_at)
    assert (await matches.abort(db, match.id, ANN)).status == "aborted"


async def test_stopped_without_a_result(db: Database, turns: Play) -> None:
    """It is over, and has no ranks and no ratings."""
    match = await official(db, ANN, BOB)
    await turns(match, "step")
    ended = await stop(db, match.id)
    assert ended.ending == matches.Ending("adjudged")
    assert ended.status == "aborted"
    assert [one.fault async for one in verify.replays(db)] == [None]


async def test_frozen_match_is_stopped(
    db: Database, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that does not replay can be stopped."""
    match = await official(db, ANN, BOB)
    await turns(match, "step", "jump left")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    cache.resize(db, 10)
    assert (await matches.get(db, match.id)).status == "frozen"
    assert (await stop(db, match.id)).status == "aborted"


async def test_ordinary_match_is_left_alone(db: Database, timed: Timed) -> None:
    """Only official matches are ended from outside."""
    match = await timed("3d")
    assert (await stop(db, match.id)).status == "running"


async def test_what_is_ruled_out(db: Database, turns: Play) -> None:
    """Aborting and taking back are refused, and not offered."""
    match = await official(db, ANN, BOB)
    with pytest.raises(OfficialMatch):
        matches.require_beginning(match)
    with pytest.raises(OfficialMatch):
        await matches.abort(db, match.id, ANN)
    assert match.place.guild is not None
    with pytest.raises(OfficialEnd):
        await matches.end(db, match.id, GuildId(match.place.guild))
    match = (await turns(match, "step")).match
    assert not {"abort", "takeback"} & {*matches.possible(match, ANN, db.now())}
    with pytest.raises(OfficialMatch):
        await matches.ask_to_take_back(db, match.id, ANN)
