"""Seats of running matches are offered, taken over, kept and declined."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

import matches
from matches import LIMITS, Match
from matches.archive import records
from matches.lobby import cooldowns
from matches.model import errors
from matches.model.computer_players import of_level
from matches.model.handovers import SeatOffer
from matches.model.ids import PlayerId
from matches.model.match import DrawOffer
from matches.outbox import queue
from matches.settings.blocks import block
from storage.database import Database
from storage.schema import draft, notice
from tests.matches.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HERE,
    Clock,
    Play,
    Start,
    Timed,
    same_everywhere,
)
from tests.matches.replayed import verified
from tests.support.replay import replay_match
from tests.support.viewed import at_stop, viewed


async def handed_over(
    db: Database, match: Match, by: PlayerId, to: PlayerId, *, named: bool = False
) -> Match:
    """The match after somebody has handed their seat over to somebody else."""
    seat = (await matches.get(db, match.id)).seat_of(by)
    assert seat is not None
    await matches.offer_seat(db, match.id, by, to=to if named else None)
    return (await matches.take_over(db, match.id, to, seat)).match


async def test_handed_over(db: Database, start: Start, turns: Play) -> None:
    """The newcomer goes on in the same position. The log tells it, and the record, as an event."""
    match = await start(ANN, BOB)
    before = (await turns(match, "step", "step", "step")).match
    offered = await matches.offer_seat(db, match.id, BOB)
    assert offered.offers == (SeatOffer(2, None, anyone=True),)
    assert offered.base == before.base
    played = await matches.take_over(db, match.id, CAT, 2, interaction=5)
    now = played.match
    assert (now.players, now.position, now.offers) == ((ANN, CAT), before.position, ())
    assert [event.token for event in played.events] == ["handover:2"]
    assert now.record == ["step", "step", "step", "handover:2"]
    (one,) = now.handovers
    assert (one.seat, one.turns, one.player, one.reason) == (2, 3, BOB, "handover")
    assert now.base == now.seq
    assert [matches.holder(now, 2, turn.seq) for turn in now.turns] == [BOB, BOB, BOB]
    assert matches.holder(now, 2, now.seq) == CAT
    await same_everywhere(db, now)
    again = await matches.take_over(db, match.id, CAT, 2, interaction=5)
    assert (again.repeated, again.match.players) == (True, (ANN, CAT))
    assert again.match.handovers == now.handovers
    await matches.play(db, match.id, CAT, "step")
    with pytest.raises(errors.NotSeated):
        await matches.resign(db, match.id, BOB)
    assert await matches.matches_of(db, BOB) == []
    await verified(db, await matches.get(db, match.id))


async def test_the_record_says_so(db: Database, start: Start, turns: Play) -> None:
    """It is written and read back; at each stop those sit there who sat there then."""
    match = await start(ANN, BOB)
    await turns(match, "step", "step")
    await handed_over(db, match, ANN, CAT)
    await turns(match, "step", "step")
    await matches.resign(db, match.id, BOB)
    over, record = await records.recorded(db, match.id)
    assert record.turns == ("step", "step", "handover:1", "step", "step", "withdraw:2")
    assert viewed(record).record == over.record
    sat = [at_stop(over, count).players[0] for count in range(len(record.turns) + 1)]
    assert sat == [ANN, ANN, ANN, CAT, CAT, CAT, CAT]
    then = at_stop(over, 2)
    assert (then.handovers, at_stop(over, 3).handovers) == ((), over.handovers)


async def test_what_the_leaver_had_begun_is_void(db: Database, start: Start, turns: Play) -> None:
    """Drafts, prepared turns, requests and offers of a draw; nobody reads them afterwards."""
    match = await start(ANN, BOB, CAT)
    await matches.prepare(db, match.id, BOB, "jump left; right")
    await matches.play(db, match.id, ANN, "jump")
    await matches.ask_to_adjourn(db, match.id, CAT)
    await matches.offer_draw(db, match.id, CAT)
    await matches.offer_draw(db, match.id, BOB)
    now = await handed_over(db, match, BOB, DAN)
    assert (now.request, now.draw_offer, now.queues) == (None, None, {})
    assert (await matches.draft(db, match.id, ANN)).text == "jump"  # Hers is not.
    await handed_over(db, match, ANN, EVE)
    rows = await db.read(lambda connection: connection.execute(select(draft)).all())
    assert rows == []
    await matches.ask_to_adjourn(db, match.id, CAT)
    assert (await matches.offer_draw(db, match.id, DAN)).draw_offer == DrawOffer(
        2, (2,), (await matches.get(db, match.id)).seq
    )
    await verified(db, await matches.get(db, match.id))


async def test_words_about_dropped_turns_are_not_for_the_newcomer(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """They would tell what somebody else had planned."""
    match = await start(ANN, BOB)
    await matches.prepare(db, match.id, BOB, "left")
    await matches.play(db, match.id, ANN, "step")
    await handed_over(db, match, BOB, CAT)
    clock.turn(minutes=5)
    assert "dropped" not in {one.kind for one in await queue.due(db)}


async def test_turns_of_somebody_else_are_not_taken_back(
    db: Database, start: Start, turns: Play
) -> None:
    """What was played before a seat changed hands stays."""
    match = await start(ANN, BOB)
    await turns(match, "step", "step")
    await handed_over(db, match, BOB, CAT)
    for player in (ANN, CAT):
        with pytest.raises(errors.NothingToTakeBack):
            await matches.ask_to_take_back(db, match.id, player)


async def test_offered_to_somebody(db: Database, start: Start) -> None:
    """Nobody else can take it; they can decline it, after which it can be offered anew."""
    match = await start(ANN, BOB)
    offered = await matches.offer_seat(db, match.id, ANN, to=CAT)
    assert offered.offers == (SeatOffer(1, CAT),)
    assert offered.concerns(CAT)
    with pytest.raises(errors.SeatOffered):
        await matches.offer_seat(db, match.id, ANN)
    for refused in (
        matches.take_over(db, match.id, DAN, 1),
        matches.take_over(db, match.id, CAT, 2),
        matches.decline_seat(db, match.id, DAN, 1),
    ):
        with pytest.raises(errors.SeatNotOffered):
            await refused
    declined = await matches.decline_seat(db, match.id, CAT, 1, interaction=9)
    assert declined.offers == ()
    assert (await matches.decline_seat(db, match.id, CAT, 1, interaction=9)).offers == ()
    assert not declined.concerns(CAT)
    with pytest.raises(errors.SeatNotOffered):
        await matches.take_over(db, match.id, CAT, 1)
    assert (await handed_over(db, match, ANN, CAT, named=True)).players == (CAT, BOB)


async def test_kept_after_all(db: Database, start: Start, turns: Play) -> None:
    """The player plays on meanwhile, and can change their mind."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN)
    assert "keep-seat" in matches.possible(await matches.get(db, match.id), ANN, db.now())
    assert (await turns(match, "step")).match.offers
    assert (await matches.keep_seat(db, match.id, ANN)).offers == ()
    for player in (ANN, BOB):
        with pytest.raises(errors.SeatNotOffered):
            await matches.keep_seat(db, match.id, player)
    await verified(db, await matches.get(db, match.id))


async def test_an_offer_ends_with_the_match_and_with_the_seat(db: Database, start: Start) -> None:
    """Whoever withdraws offers nothing any more."""
    match = await start(ANN, BOB, CAT)
    for player in (ANN, BOB):
        await matches.offer_seat(db, match.id, player)
    left = (await matches.resign(db, match.id, ANN)).match
    assert [one.seat for one in left.offers] == [2]
    await same_everywhere(db, left)
    with pytest.raises(errors.SeatNotOffered):
        await matches.take_over(db, match.id, DAN, 1)
    over = (await matches.resign(db, match.id, CAT)).match
    assert (over.status, over.offers) == ("finished", ())
    assert await replay_match(db, over.id) == over
    with pytest.raises(errors.MatchOver):
        await matches.take_over(db, match.id, DAN, 2)
    assert await matches.open_seats(db, DAN, HERE.guild, channels=[HERE.channel]) == []


async def test_who_can_not_take_over(db: Database, start: Start) -> None:
    """Players, those who have left, computer players, and whoever was blocked or has blocked."""
    match = await start(ANN, BOB, CAT)
    await handed_over(db, match, CAT, DAN)
    robot = of_level(1)
    await matches.offer_seat(db, match.id, ANN)
    await block(db, EVE, BOB)
    for player, error in (
        (ANN, errors.HasSeat),
        (BOB, errors.HasSeat),
        (CAT, errors.HasLeft),
        (robot, errors.SeatForPeople),
        (EVE, errors.NotTogether),
    ):
        with pytest.raises(error):
            await matches.take_over(db, match.id, player, 1)
    await matches.keep_seat(db, match.id, ANN)
    for player, error in (
        (BOB, errors.HasSeat),
        (CAT, errors.HasLeft),
        (robot, errors.SeatForPeople),
        (EVE, errors.NotTogether),
    ):
        with pytest.raises(error):
            await matches.offer_seat(db, match.id, ANN, to=player)
    assert (await matches.get(db, match.id)).offers == ()


async def test_whom_one_has_blocked_may_leave(db: Database, start: Start) -> None:
    """A block of the one who leaves keeps nobody away from the others."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN)
    await block(db, CAT, ANN)
    assert (await matches.take_over(db, match.id, CAT, 1)).match.players == (CAT, BOB)


async def test_limits(db: Database, start: Start, timed: Timed) -> None:
    """Nobody plays more matches than they may, nor more with computer players."""
    match = await start(ANN, BOB)
    await start(CAT, DAN)
    await matches.offer_seat(db, match.id, ANN)
    with pytest.raises(errors.TooManyMatches):
        await matches.take_over(db, match.id, CAT, 1, limits=replace(LIMITS, matches=1))
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, computer_level=1)
    await matches.seat_invited(db, table)
    await matches.offer_seat(db, table.id, ANN)
    seat = (await matches.get(db, table.id)).seat_of(ANN)
    assert seat is not None
    limits = replace(LIMITS, with_computer=0)
    with pytest.raises(errors.TooManyComputerMatches):
        await matches.take_over(db, table.id, CAT, seat, limits=limits)
    now = (await matches.take_over(db, table.id, CAT, seat)).match
    assert CAT in now.players
    await verified(db, now)


async def test_not_too_often(
    db: Database, start: Start, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is asked again and again, and no channel is flooded."""
    monkeypatch.setattr(cooldowns, "SEATS", cooldowns.Rate(5, timedelta(hours=1)))
    match = await start(ANN, BOB)
    for _ in range(3):
        await matches.offer_seat(db, match.id, ANN, to=CAT)
        await matches.keep_seat(db, match.id, ANN)
    with pytest.raises(errors.InvitedTooOften):
        await matches.offer_seat(db, match.id, ANN, to=CAT)
    for _ in range(2):
        await matches.offer_seat(db, match.id, ANN)
        await matches.keep_seat(db, match.id, ANN)
    with pytest.raises(errors.OfferedTooOften):
        await matches.offer_seat(db, match.id, ANN)
    clock.turn(hours=2)
    await matches.offer_seat(db, match.id, ANN, to=CAT)


async def test_three_times_at_most(db: Database, start: Start) -> None:
    """A seat does not gain time again and again."""
    match = await start(ANN, BOB)
    players = [PlayerId(number) for number in range(201, 205)]
    before = ANN
    for player in players[:3]:
        assert "hand-over" in matches.possible(await matches.get(db, match.id), before, db.now())
        await handed_over(db, match, before, player)
        before = player
    assert "hand-over" not in matches.possible(await matches.get(db, match.id), before, db.now())
    with pytest.raises(errors.HandedOverOften):
        await matches.offer_seat(db, match.id, before)
    await verified(db, await matches.get(db, match.id))


async def test_adjourned(db: Database, timed: Timed, time: Clock) -> None:
    """A seat can change hands while the match stands still; its clock stays as it is."""
    match = await timed("5d+12h/10d", ANN, BOB)
    time.turn(days=4, hours=23)
    asked = await matches.ask_to_adjourn(db, match.id, ANN)
    await matches.grant(db, match.id, BOB, request=asked.match.seq)
    await matches.offer_seat(db, match.id, ANN)
    now = (await matches.take_over(db, match.id, CAT, 1)).match
    assert (now.status, now.left[0], now.due_at) == ("adjourned", timedelta(days=1), None)
    resumed = (await matches.resume(db, match.id, CAT)).match
    assert resumed.due_at == db.now() + timedelta(days=1)
    await verified(db, await matches.get(db, match.id))


async def test_who_has_left_is_told(db: Database, start: Start) -> None:
    """As long as managers offer their seat; neither whoever offers their own, nor whoever takes one
    over.
    """
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN)
    assert await _leavers(db) == []
    await matches.keep_seat(db, match.id, ANN)
    guild = match.place.guild
    assert guild is not None
    await matches.offer_for(db, match.id, EVE, guild, 1)
    assert await _leavers(db) == [1]
    await matches.keep_seat(db, match.id, ANN)
    assert await _leavers(db) == []
    offered = await matches.offer_for(db, match.id, EVE, guild, 1)
    (told,) = [one for one in await queue.due(db) if one.kind == "leaver"]
    assert (told.seat, told.base) == (1, offered.seq)
    await matches.take_over(db, match.id, CAT, 1)
    assert await _leavers(db) == []


async def _leavers(db: Database) -> list[int]:
    """The seats whose players are still to be told that managers have offered them."""
    query = select(notice.c.seat).where(notice.c.kind == "leaver")
    return await db.read(lambda connection: [*connection.execute(query).scalars()])
