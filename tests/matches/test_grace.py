"""What everybody has at least after a downtime is for the turn that it has interrupted."""

from __future__ import annotations

from datetime import timedelta

import pytest

import matches
from matches import Match
from matches.model.clock import GRACE, Clock
from storage.database import Database
from tests.matches.beats import beats
from tests.matches.conftest import ANN, BOB, CAT, HERE, Timed, same_everywhere
from tests.matches.conftest import Clock as Time
from tests.matches.owed import owed
from tests.support.replay import replay_match


async def _with_a_minute(db: Database, timed: Timed, time: Time, control: str) -> Match:
    """Ann began her turn with a minute; after a downtime she has a quarter of an hour for it."""
    await matches.credit_downtime(db)
    match = await timed(control)
    await beats(db, time, time() + timedelta(minutes=4))
    for player in (ANN, BOB):
        await matches.play(db, match.id, player, "step")
    time.turn(seconds=1)
    assert match.id in await matches.credit_downtime(db)
    match = await matches.get(db, match.id)
    assert match.due_at == time() + GRACE
    return match


@pytest.mark.parametrize("control", ["5m+0s", "5m/5m"])
async def test_nobody_saves_what_is_given_for_a_turn(
    db: Database, timed: Timed, time: Time, control: str
) -> None:
    """Whoever moves at once has no more afterwards than when their turn began, and whoever takes
    longer has no more than the rest.
    """
    match = await _with_a_minute(db, timed, time, control)
    played = await matches.play(db, match.id, ANN, "step")
    assert played.match.left[0] == timedelta(minutes=1)
    await same_everywhere(db, played.match)
    other = await _with_a_minute(db, timed, time, control)
    await beats(db, time, time() + GRACE - timedelta(seconds=20))
    played = await matches.play(db, other.id, ANN, "step")
    assert played.match.left[0] == timedelta(seconds=20)


async def test_computer_players_are_told_nothing(db: Database, time: Time) -> None:
    """They never lose on time, so nobody has to know when theirs runs out."""
    await matches.credit_downtime(db)
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seating="chosen", clock=Clock.read("5m+0s")
    )
    match = await matches.fill(db, table.id, ANN, 1)
    match = (await matches.play(db, match.id, ANN, "step")).match
    time.turn(seconds=1)
    assert await matches.credit_downtime(db) == []
    assert [key for key in await owed(db) if ".b" in key] == []
    assert match.player_to_move is not None
    await matches.play(db, match.id, match.player_to_move, "step")
    time.turn(seconds=1)
    assert await matches.credit_downtime(db) == [match.id]
    assert len([key for key in await owed(db) if ".b" in key]) == 1


async def test_nobody_saves_it_by_a_pause(db: Database, timed: Timed, time: Time) -> None:
    """Nor does an adjournment turn it into time for the rest of the match."""
    match = await _with_a_minute(db, timed, time, "5m+0s")
    request = (await matches.ask_to_adjourn(db, match.id, ANN)).match.request
    assert request is not None
    await matches.grant(db, match.id, BOB, request=request.seq)
    resumed = (await matches.resume(db, match.id, BOB)).match
    assert resumed.due_at == time() + timedelta(minutes=1)
    await same_everywhere(db, resumed)


async def test_nobody_takes_it_over(db: Database, timed: Timed, time: Time) -> None:
    """Nor does it go over to whoever takes over the seat."""
    match = await _with_a_minute(db, timed, time, "5m+0s")
    await matches.offer_seat(db, match.id, ANN, to=CAT)
    taken = (await matches.take_over(db, match.id, CAT, 1)).match
    assert taken.due_at == time() + timedelta(minutes=1)
    assert await replay_match(db, match.id) == taken
