"""Taking turns back and adjourning, by consent."""

from __future__ import annotations

from datetime import timedelta

import pytest

import matches
from matches import Ending, Match
from matches.archive.records import recorded
from matches.model import answer_errors, errors
from matches.model.clock import Clock as Control
from matches.model.ids import PlayerId
from matches.model.ratings import is_rated
from matches.unit_of_work.cache import resize
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, HERE, Clock, Play, Start
from tests.matches.replayed import verified
from tests.matches.toy import heights


async def asked_back(db: Database, match: Match, player: PlayerId) -> int:
    """The entry with which a player requests a take-back."""
    request = (await matches.ask_to_take_back(db, match.id, player)).match.request
    assert request is not None
    return request.seq


# Taking back


async def test_taking_back_by_consent(db: Database, start: Start, turns: Play) -> None:
    """The player's last turn and all later ones leave the record but stay in the log. It is the
    player's turn again, and the match becomes unrated.
    """
    match = await start()
    await turns(match, "jump left", "run end", "step")
    request = await asked_back(db, match, BOB)
    played = await matches.grant(db, match.id, ANN, request=request, interaction=5)
    now = played.match
    assert [turn.text for turn in now.turns] == ["jump left"]
    assert (now.turn_count, now.player_to_move, heights(now.position)) == (1, BOB, (2, 0))
    assert [event.token for event in played.events] == ["takeback:2"]
    assert (now.record, now.events, now.request) == (["jump", "left"], (), None)
    assert now.taken_back
    await verified(db, now)
    assert (await matches.grant(db, match.id, ANN, request=request, interaction=5)).match == now
    _, record = await recorded(db, match.id)
    assert record.turns == ("jump left",)
    over = (await turns(match, *["jump left"] * 10)).match
    assert over.status == "finished"
    assert over.turn_count > 3
    assert not is_rated(over)
    resize(db, 0)
    assert (await matches.get(db, match.id)).turns == over.turns


async def test_a_request_is_for_its_position(db: Database, start: Start, turns: Play) -> None:
    """A turn ends a request. An old answer applies neither to a new request nor to a draw offer."""
    match = await start()
    await turns(match, "step", "step")
    old = await asked_back(db, match, BOB)
    await turns(match, "step")
    with pytest.raises(errors.NoRequest):
        await matches.grant(db, match.id, ANN, request=old)
    new = await asked_back(db, match, BOB)
    for answer in (matches.grant, matches.deny):
        with pytest.raises(errors.StaleMatch):
            await answer(db, match.id, ANN, request=old)
    with pytest.raises(errors.NoOffer):
        await matches.accept_draw(db, match.id, ANN)
    offered = await matches.offer_draw(db, match.id, BOB)
    now = (await matches.grant(db, match.id, ANN, request=new)).match
    assert offered.draw_offer is not None
    assert (now.status, now.draw_offer, now.turn_count) == ("running", None, 1)
    with pytest.raises(errors.StaleMatch):
        await matches.play(db, match.id, BOB, "step", seq=offered.seq)


async def test_one_request_at_a_time(db: Database, start: Start, turns: Play) -> None:
    """A request must be answered before the next one. A declined one cannot be repeated before the
    next turn.
    """
    match = await start()
    await turns(match, "step", "step")
    request = await asked_back(db, match, ANN)
    with pytest.raises(errors.RequestPending):
        await matches.ask_to_take_back(db, match.id, BOB)
    with pytest.raises(answer_errors.OwnRequest):
        await matches.grant(db, match.id, ANN, request=request)
    with pytest.raises(errors.NotSeated):
        await matches.grant(db, match.id, EVE, request=request)
    now = (await matches.deny(db, match.id, BOB, request=request)).match
    assert now.request is None
    assert now.turn_count == 2
    with pytest.raises(errors.AlreadyAsked):
        await matches.ask_to_take_back(db, match.id, ANN)
    await turns(match, "step")
    await asked_back(db, match, ANN)


async def test_all_opponents_must_agree(db: Database, start: Start, turns: Play) -> None:
    """With three seats two consents are needed. A withdrawn player is not asked, and their
    withdrawal is not undone.
    """
    match = await start(ANN, BOB, CAT)
    with pytest.raises(errors.NothingToTakeBack):
        await matches.ask_to_take_back(db, match.id, ANN)
    await turns(match, "step")
    request = await asked_back(db, match, ANN)
    now = (await matches.grant(db, match.id, CAT, request=request)).match
    assert (matches.asked(now), now.turn_count) == ((2,), 1)
    with pytest.raises(answer_errors.AlreadyGranted):
        await matches.grant(db, match.id, CAT, request=request)
    now = (await matches.grant(db, match.id, BOB, request=request)).match
    assert now.turn_count == 0
    await turns(match, "step")
    await matches.resign(db, match.id, BOB)
    with pytest.raises(errors.NothingToTakeBack):
        await matches.ask_to_take_back(db, match.id, ANN)
    await turns(match, "step", "step")
    request = await asked_back(db, match, CAT)
    now = (await matches.grant(db, match.id, ANN, request=request)).match
    assert now.record == ["step", "withdraw:2"]
    await verified(db, now)


async def test_prepared_turns_and_drafts_go_with_a_take_back(
    db: Database, start: Start, turns: Play
) -> None:
    """Prepared turns and drafts for the removed positions are dropped."""
    match = await start()
    await turns(match, "step", "step")
    await matches.prepare(db, match.id, BOB, "step")
    await matches.play(db, match.id, ANN, "jump")
    request = await asked_back(db, match, ANN)
    now = (await matches.grant(db, match.id, BOB, request=request)).match
    assert now.queues == {}
    assert (await matches.draft(db, match.id, ANN)).text == ""
    assert (await turns(match, "step")).match.turn_count == 1


# Adjourning


async def test_adjourning_by_consent(db: Database, start: Start, turns: Play, clock: Clock) -> None:
    """All players must agree. Then nobody can play until somebody resumes, and prepared turns wait,
    too.
    """
    match = await start(ANN, BOB, CAT)
    await matches.prepare(db, match.id, BOB, "step")
    first = (await matches.ask_to_adjourn(db, match.id, ANN)).match.request
    assert first is not None
    await matches.ask_to_adjourn(db, match.id, BOB)
    played = await matches.grant(db, match.id, CAT, request=first.seq)
    now = played.match
    assert [event.token for event in played.events] == ["adjourn"]
    assert (now.status, now.to_move, now.record) == ("adjourned", None, [])
    await verified(db, now)
    assert [one.id for one in await matches.matches_of(db, ANN)] == [match.id]
    assert await matches.find(db, ANN) == []
    assert [one.id for one in await matches.find(db, ANN, status="adjourned")] == [match.id]
    for attempt in (
        matches.play(db, match.id, ANN, "step"),
        matches.offer_draw(db, match.id, ANN),
        matches.ask_to_adjourn(db, match.id, ANN),
    ):
        with pytest.raises(errors.Adjourned):
            await attempt
    with pytest.raises(errors.NotSeated):
        await matches.resume(db, match.id, EVE)
    now = (await matches.resume(db, match.id, CAT)).match
    assert now.player_to_move == ANN
    with pytest.raises(errors.NotAdjourned):
        await matches.resume(db, match.id, CAT)
    now = (await turns(match, "step")).match
    assert now.record == ["step", "step"]
    await verified(db, now)


async def test_clocks_stand_still(db: Database, clock: Clock) -> None:
    """The time left before an adjournment is left after it, however long it took."""
    opened = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, invited=[BOB], seating="chosen",
        clock=Control.read("3d"),
    )  # fmt: skip
    await matches.accept(db, opened.id, BOB)
    clock.turn(days=1)
    request = (await matches.ask_to_adjourn(db, opened.id, ANN)).match.request
    assert request is not None
    now = (await matches.grant(db, opened.id, BOB, request=request.seq)).match
    assert now.due_at is None
    clock.turn(days=100)
    now = (await matches.resume(db, opened.id, BOB)).match
    assert now.due_at == clock() + timedelta(days=2)
    played = await matches.play(db, opened.id, ANN, "step")
    assert played.match.due_at == clock() + timedelta(days=3)
    await verified(db, played.match)


async def test_resigning_an_adjourned_match(db: Database, start: Start) -> None:
    """Players can resign during an adjournment. With two seats that ends the match."""
    match = await start()
    request = (await matches.ask_to_adjourn(db, match.id, ANN)).match.request
    assert request is not None
    await matches.grant(db, match.id, BOB, request=request.seq)
    over = (await matches.resign(db, match.id, ANN)).match
    assert over.ending == Ending("resignation", (2, 1))
    await verified(db, over)


# What has become of them


async def test_who_declined(db: Database, start: Start) -> None:
    """Whoever asks later hears of a refusal, but not of one that answered another question."""
    match = await start()
    match = (await matches.play(db, match.id, ANN, "step")).match
    request = await asked_back(db, match, ANN)
    assert await matches.declined_by(db, match.id, request) is None
    await matches.prepare(db, match.id, ANN, "step")
    await matches.deny(db, match.id, BOB, request=request)
    assert await matches.declined_by(db, match.id, request) == BOB
    offered = (await matches.offer_draw(db, match.id, BOB)).seq
    await matches.decline_draw(db, match.id, BOB)
    assert await matches.declined_by(db, match.id, offered) == BOB
    again = (await matches.ask_to_adjourn(db, match.id, ANN)).match.request
    assert again is not None
    await matches.grant(db, match.id, BOB, request=again.seq)
    assert await matches.declined_by(db, match.id, again.seq) is None
