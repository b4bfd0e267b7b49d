"""Resigning, draws by agreement, aborting."""

from __future__ import annotations

import pytest

import matches
from matches import Ending
from matches.model import answer_errors, errors
from matches.model.ids import ChannelId, MessageId
from matches.ratings.standings import rating_changes
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, Clock, Play, Start
from tests.matches.toy import heights
from tests.support.replay import replay_match


async def test_resigning_with_two_seats_loses(db: Database, start: Start, clock: Clock) -> None:
    """The other player wins, even if it is their turn, and the record says so."""
    match = await start()
    clock.turn(minutes=1)
    played = await matches.resign(db, match.id, BOB)
    assert played.match.status == "finished"
    assert played.match.ending == Ending("resignation", (1, 2))
    assert played.match.record == ["withdraw:2"]
    assert [event.token for event in played.events] == ["withdraw:2"]
    assert played.events[0].at == clock()
    assert await replay_match(db, match.id) == played.match


async def test_withdrawing_from_three_plays_on(db: Database, start: Start, turns: Play) -> None:
    """The seat is skipped and ranks last. The last player left wins."""
    match = await start(ANN, BOB, CAT)
    await turns(match, "step")
    now = (await matches.resign(db, match.id, BOB)).match
    assert now.status == "running"
    assert now.player_to_move == CAT
    with pytest.raises(errors.HasWithdrawn):
        await matches.resign(db, match.id, BOB)
    with pytest.raises(errors.HasWithdrawn):
        await matches.play(db, match.id, BOB, "step")
    await turns(now, "step", "step")
    over = (await matches.resign(db, match.id, CAT)).match
    assert over.ending == Ending("resignation", (1, 3, 2))
    assert over.record == ["step", "withdraw:2", "step", "step", "withdraw:3"]
    assert [one.turn for one in matches.turns_of(over)] == list(over.turns)


async def test_unfinished_turn_is_thrown_away(db: Database, start: Start) -> None:
    """A draft of a resigning player does not count, complete or not."""
    match = await start(ANN, BOB, CAT)
    await matches.extend_draft(db, match.id, ANN, "jump left", seq=match.seq)
    now = (await matches.resign(db, match.id, ANN)).match
    assert now.record == ["withdraw:1"]
    assert heights(now.position) == (0, 0, 0)
    await matches.play(db, match.id, BOB, "run run")
    over = (await matches.resign(db, match.id, BOB)).match
    assert over.record == ["withdraw:1", "withdraw:2"]


async def test_unfinished_turn_that_counts_is_entered(db: Database, start: Start) -> None:
    """In games where an unfinished turn counts, it is entered in the log, which still replays."""
    match = await start(ANN, BOB, CAT)
    await matches.play(db, match.id, ANN, "grab")
    played = await matches.resign(db, match.id, ANN, interaction=4)
    now = played.match
    assert now.record == ["grab", "withdraw:1"]
    assert heights(now.position) == (1, 0, 0)
    assert now.player_to_move == BOB
    assert [one.turn.text for one in played.turns] == ["grab"]
    assert await replay_match(db, match.id) == now
    again = await matches.resign(db, match.id, ANN, interaction=4)
    assert (again.match, again.repeated) == (now, True)


async def test_confirmed_resignation_is_for_the_position_seen(
    db: Database, start: Start, turns: Play
) -> None:
    """With `seq`, a resignation requested before the latest turn is stale."""
    match = await start()
    await turns(match, "step")
    with pytest.raises(errors.StaleMatch):
        await matches.resign(db, match.id, ANN, seq=match.seq)
    with pytest.raises(errors.NotSeated):
        await matches.resign(db, match.id, EVE)
    assert (await matches.resign(db, match.id, ANN)).match.status == "finished"


async def test_draw_by_agreement(db: Database, start: Start) -> None:
    """A draw offer accepted by everybody ends the match with equal ranks."""
    match = await start()
    offered = await matches.offer_draw(db, match.id, BOB)
    assert offered.draw_offer is not None
    assert offered.draw_offer.seat == 2
    with pytest.raises(answer_errors.OwnOffer):
        await matches.accept_draw(db, match.id, BOB, seq=offered.seq)
    assert offered.status == "running"
    assert await replay_match(db, match.id) == offered
    over = await matches.accept_draw(db, match.id, ANN, seq=offered.seq)
    assert over.ending == Ending("agreement", (1, 1))
    assert over.record == ["agreement"]
    assert over.draw_offer is None
    assert await replay_match(db, match.id) == over


async def test_all_that_stay_must_agree(db: Database, start: Start) -> None:
    """With three seats two are not enough. If the third withdraws, the agreement is complete."""
    match = await start(ANN, BOB, CAT)
    await matches.offer_draw(db, match.id, ANN)
    now = await matches.offer_draw(db, match.id, BOB)
    assert now.draw_offer is not None
    assert now.draw_offer.agreed == (1, 2)
    with pytest.raises(answer_errors.AlreadyAgreed):
        await matches.accept_draw(db, match.id, BOB)
    over = (await matches.resign(db, match.id, CAT)).match
    assert over.ending == Ending("agreement", (1, 1, 2))
    assert over.record == ["withdraw:3", "agreement"]


async def test_what_lapses(db: Database, start: Start, turns: Play) -> None:
    """A question that is open as the position changes has lapsed until it changes again. One that
    was answered hasn't.
    """
    match = await start()
    await turns(match, "step")
    await matches.offer_draw(db, match.id, ANN)
    asked = (await matches.ask_to_adjourn(db, match.id, BOB)).match
    moved = (await turns(match, "step")).match
    assert moved.lapsed == (asked.request,)
    declined = await matches.decline_draw(db, match.id, BOB)
    assert declined.lapsed == moved.lapsed
    assert (await turns(match, "step")).match.lapsed == ()
    offered = await matches.offer_draw(db, match.id, BOB)
    over = (await matches.resign(db, match.id, ANN)).match
    assert over.lapsed == (offered.draw_offer,)
    assert await replay_match(db, match.id) == over


async def test_offer_stands_until_its_makers_next_turn(
    db: Database, start: Start, turns: Play
) -> None:
    """Another player's turn leaves the offer standing. The next turn of the player who made it ends
    it, and they may offer again.
    """
    match = await start()
    await matches.offer_draw(db, match.id, ANN)
    with pytest.raises(errors.AlreadyOffered):
        await matches.offer_draw(db, match.id, ANN)
    now = (await turns(match, "step")).match
    assert now.draw_offer is None
    await matches.offer_draw(db, match.id, ANN)
    now = (await turns(match, "step")).match
    assert now.draw_offer is not None
    now = (await turns(match, "step")).match
    assert now.draw_offer is None
    with pytest.raises(errors.NoOffer):
        await matches.accept_draw(db, match.id, BOB)


async def test_declined_offer_can_not_be_repeated_at_once(
    db: Database, start: Start, turns: Play
) -> None:
    """Declining ends the offer. The player has to play a turn before offering again."""
    match = await start()
    await matches.offer_draw(db, match.id, BOB)
    now = await matches.decline_draw(db, match.id, ANN)
    assert now.draw_offer is None
    with pytest.raises(errors.NoOffer):
        await matches.decline_draw(db, match.id, ANN)
    with pytest.raises(errors.AlreadyOffered):
        await matches.offer_draw(db, match.id, BOB)
    await turns(match, "step", "step")
    assert (await matches.offer_draw(db, match.id, BOB)).draw_offer is not None


async def test_old_button_does_not_answer_a_new_offer(
    db: Database, start: Start, turns: Play
) -> None:
    """Accepting or declining applies to the offer that was seen, not to a later one."""
    match = await start()
    seen = await matches.offer_draw(db, match.id, ANN)
    await matches.decline_draw(db, match.id, BOB)
    await turns(match, "step")
    await matches.offer_draw(db, match.id, ANN)
    for answer in (matches.accept_draw, matches.decline_draw):
        with pytest.raises(errors.StaleMatch):
            await answer(db, match.id, BOB, seq=seen.seq)
    assert (await matches.get(db, match.id)).draw_offer is not None


async def test_withdrawn_offer_goes_with_its_maker(db: Database, start: Start) -> None:
    """A player who resigns withdraws their offer."""
    match = await start(ANN, BOB, CAT)
    await matches.offer_draw(db, match.id, ANN)
    now = (await matches.resign(db, match.id, ANN)).match
    assert now.draw_offer is None
    assert now.status == "running"


async def test_redelivered_offers_count_once(db: Database, start: Start) -> None:
    """A repeated interaction does not offer, accept or decline twice."""
    match = await start()
    first = await matches.offer_draw(db, match.id, ANN, interaction=1)
    assert await matches.offer_draw(db, match.id, ANN, interaction=1) == first
    over = await matches.accept_draw(db, match.id, BOB, interaction=2)
    assert (await matches.accept_draw(db, match.id, BOB, interaction=2)).ending == over.ending


async def test_abort_before_everyone_has_moved(db: Database, start: Start, turns: Play) -> None:
    """Any player may abort, without a result, until everybody has had a turn."""
    match = await start(ANN, BOB, CAT)
    await turns(match, "step", "step")
    with pytest.raises(errors.NotSeated):
        await matches.abort(db, match.id, EVE)
    over = await matches.abort(db, match.id, BOB)
    assert over.status == "aborted"
    assert over.ending == Ending("aborted", (), BOB)
    assert over.to_move is None
    assert await replay_match(db, match.id) == over
    (listed,) = await matches.matches_of(db, CAT, over=True)
    assert listed.ending == over.ending
    with pytest.raises(errors.MatchOver):
        await matches.abort(db, match.id, BOB)


async def test_abort_is_too_late_after_everyone_has_moved(
    db: Database, start: Start, turns: Play
) -> None:
    """A withdrawn seat does not count as missing its first turn."""
    match = await start(ANN, BOB, CAT)
    await turns(match, "step", "step")
    await matches.resign(db, match.id, CAT)
    with pytest.raises(errors.TooLate):
        await matches.abort(db, match.id, ANN)


# After the end


async def test_its_place_is_noted_after_a_rated_end(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """The place of the last board, or the loss of its thread, is recorded. Nothing else changes:
    the match is rated once, and keeps its end time.
    """
    match = await start()
    await turns(match, "step", "step", "step")
    over = (await matches.resign(db, match.id, BOB)).match
    changes = await rating_changes(db, match.id)
    clock.turn(hours=1)
    moved = await matches.move_to(db, match.id, board=MessageId(77), thread=ChannelId(88))
    assert (moved.board, moved.place.thread) == (77, 88)
    assert (moved.status, moved.ending, moved.finished_at) == (
        "finished",
        over.ending,
        over.finished_at,
    )
    assert len(changes) == 2
    assert await rating_changes(db, match.id) == changes
    assert await replay_match(db, match.id) == moved


async def test_a_kept_board_is_never_an_earlier_one(db: Database, start: Start) -> None:
    """Of two processes that have sent one, it doesn't matter which notes its own first."""
    match = await start()
    for board in (71, 73, 72):
        match = await matches.move_to(db, match.id, board=MessageId(board))
    assert match.board == 73
    assert await replay_match(db, match.id) == match


async def test_its_place_is_noted_after_it_was_aborted(db: Database, start: Start) -> None:
    """The player who aborted stays recorded."""
    match = await start()
    over = await matches.abort(db, match.id, BOB)
    moved = await matches.move_to(db, match.id, board=MessageId(77))
    assert (moved.board, moved.ending) == (77, over.ending)
    assert await replay_match(db, match.id) == moved
    (listed,) = await matches.matches_of(db, ANN, over=True)
    assert listed.ending == over.ending
