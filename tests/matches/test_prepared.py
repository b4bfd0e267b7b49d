"""Turns prepared in advance."""

from __future__ import annotations

import pytest

import matches
from games.errors import MoveError
from matches import PREPARED_LIMIT, Match, Played
from matches.model import errors
from matches.model.ids import PlayerId
from matches.model.shots import after
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, HERE, Start
from tests.support.replay import replay_match


def _texts(played: Played) -> list[tuple[int, str, str]]:
    return [(one.turn.seat, one.turn.text, one.turn.origin) for one in played.turns]


async def test_first_now_the_rest_later(db: Database, start: Start) -> None:
    """Turns after a semicolon are kept for later. Each is played as soon as its seat is to move."""
    match = await start()
    played = await matches.play(db, match.id, ANN, "step; Jump  left ;; run .")
    assert _texts(played) == [(1, "step", "played")]
    assert played.prepared == ("Jump left", "run .")
    assert await matches.prepared(db, match.id, ANN) == played.prepared
    played = await matches.play(db, match.id, BOB, "step")
    assert _texts(played) == [(2, "step", "played"), (1, "jump left", "prepared")]
    assert played.prepared == ()
    played = await matches.play(db, match.id, BOB, "step")
    assert _texts(played)[1] == (1, "run end", "prepared")
    assert await matches.prepared(db, match.id, ANN) == ()
    assert played.match.player_to_move == BOB
    assert await replay_match(db, match.id) == played.match


async def test_preparing_out_of_turn(db: Database, start: Start) -> None:
    """Out of turn a semicolon prepares turns, at the start or between them. New ones are appended
    to the queue.
    """
    match = await start()
    played = await matches.play(db, match.id, BOB, "; step")
    assert played.turns == ()
    assert played.prepared == ("step",)
    await matches.play(db, match.id, BOB, "jump left; step")
    played = await matches.prepare(db, match.id, BOB, "run .")
    assert played.prepared == ("step", "jump left", "step", "run .")
    assert (await matches.get(db, match.id)).turn_count == 0


async def test_prepared_turns_of_both_play_on(db: Database, start: Start) -> None:
    """Queues of several seats are played against each other until one is empty."""
    match = await start()
    await matches.play(db, match.id, BOB, "; step; step; step")
    played = await matches.play(db, match.id, ANN, "step; step")
    assert [seat for seat, _, _ in _texts(played)] == [1, 2, 1, 2]
    assert played.match.player_to_move == ANN
    assert await matches.prepared(db, match.id, BOB) == ("step",)


async def test_a_prepared_turn_comes_with_what_it_answers(db: Database, start: Start) -> None:
    """Both are played at once, so whoever looks at the board then has seen neither."""
    match = await start()
    await matches.play(db, match.id, ANN, "step")
    await matches.play(db, match.id, BOB, "step; step")
    now = (await matches.play(db, match.id, ANN, "step")).match
    assert now.turns[-1].origin == "prepared"
    for seat in (1, 2, None):
        assert [one.turn.number for one in matches.since(now, seat)] == [3, 4]
    shot = after(now.position, matches.since(now, now.to_move))
    assert (len(shot.steps), len(shot.earlier)) == (1, 1)
    now = (await matches.play(db, match.id, ANN, "step")).match
    assert [one.turn.number for one in matches.since(now, 2)] == [5]


@pytest.mark.parametrize("bad", ["left", "jump", "step step"])
async def test_turn_that_can_not_be_played_drops_the_rest(
    db: Database, start: Start, bad: str
) -> None:
    """An illegal or unfinished prepared turn is dropped together with all that follow."""
    match = await start()
    await matches.play(db, match.id, BOB, f"; step; {bad}; step")
    await matches.play(db, match.id, ANN, "step")
    played = await matches.play(db, match.id, ANN, "step", interaction=5)
    (dropped,) = played.dropped
    assert (dropped.seat, dropped.player, dropped.texts) == (2, BOB, (bad, "step"))
    assert dropped.error.refusal.code
    assert await matches.prepared(db, match.id, BOB) == ()
    assert played.match.player_to_move == BOB
    again = await matches.play(db, match.id, ANN, "step", interaction=5)
    assert [(one.seat, one.texts) for one in again.dropped] == [(2, (bad, "step"))]
    assert await replay_match(db, match.id) == played.match


@pytest.mark.parametrize("typed", ["; nonsense", "; step; step nonsense", "step; nonsense"])
@pytest.mark.parametrize("player", [ANN, BOB])
async def test_what_is_no_turn_is_not_prepared(
    db: Database, start: Start, player: int, typed: str
) -> None:
    """Neither in turn nor out of turn; and nothing of the text is played or prepared then."""
    match = await start()
    with pytest.raises(MoveError) as refused:
        await matches.play(db, match.id, PlayerId(player), typed)
    assert refused.value.refusal.code == "unknown-notation"
    now = await matches.get(db, match.id)
    assert (now.turn_count, now.queues) == (0, {})


async def drawing_up(db: Database) -> Match:
    """A match of Turnier in which fighters are drawn up; Ann's turn."""
    opened = await matches.open_table(
        db, game="turnier", host=ANN, place=HERE, invited=[BOB], seating="chosen"
    )
    match = await matches.accept(db, opened.id, BOB)
    for number, turn in enumerate(("Sh@0,0", "Sh@0,2", "Sh@0,4", "Sh@0,6", "Csw@6,0")):
        await matches.play(db, match.id, (ANN, BOB)[number % 2], turn)
    await matches.play(db, match.id, ANN, "; a1")  # Bob is to move: five boards lie.
    return (await matches.play(db, match.id, BOB, "f1")).match


async def test_in_gradual_phases_only_what_can_not_be_played_is_dropped(db: Database) -> None:
    """While fighters are drawn up, a point that is taken costs one prepared turn, and the next one
    is played instead. Its owner hears of all such points in one word.
    """
    match = await drawing_up(db)
    assert match.player_to_move == ANN
    await matches.play(db, match.id, ANN, "a2; b2; a3; a4; a5")
    played = await matches.play(db, match.id, BOB, "b2; a4; f4; f5")
    texts = [(seat, text) for seat, text, _ in _texts(played)]
    assert texts == [(2, "b2"), (1, "a3"), (2, "a4"), (1, "a5"), (2, "f4")]
    assert [(one.player, one.texts) for one in played.dropped] == [(ANN, ("b2", "a4"))]
    assert played.dropped[0].error.refusal.fields["at"] == "b2"
    assert played.match.player_to_move == ANN
    assert await matches.prepared(db, match.id, BOB) == ("f5",)
    assert await replay_match(db, match.id) == played.match


async def test_forced_pass_leaves_prepared_turns(db: Database, start: Start) -> None:
    """A seat that must pass does so, and its prepared turns wait for its next turn."""
    match = await start(ANN, BOB, CAT)
    await matches.play(db, match.id, BOB, "; jump left")
    played = await matches.play(db, match.id, ANN, "block")
    assert _texts(played)[1] == (2, "pass", "automatic")
    assert await matches.prepared(db, match.id, BOB) == ("jump left",)
    await matches.play(db, match.id, CAT, "step")
    played = await matches.play(db, match.id, ANN, "step")
    assert _texts(played)[1] == (2, "jump left", "prepared")


async def test_prepared_pass_is_used_up(db: Database, start: Start) -> None:
    """A prepared pass is used when the pass is forced."""
    match = await start(ANN, BOB, CAT)
    await matches.play(db, match.id, BOB, "; pass; step")
    played = await matches.play(db, match.id, ANN, "block")
    assert _texts(played)[1] == (2, "pass", "prepared")
    assert await matches.prepared(db, match.id, BOB) == ("step",)


async def test_a_turn_behind_a_semicolon_in_turn_is_played(db: Database, start: Start) -> None:
    """It is played like any other: nothing was prepared of what happens at once."""
    match = await start()
    played = await matches.play(db, match.id, ANN, "; step; jump left")
    assert _texts(played) == [(1, "step", "played")]
    assert played.prepared == ("jump left",)


async def test_draft_goes_before_prepared_turns(db: Database, start: Start) -> None:
    """If the first turn is unfinished, the others are kept until after it."""
    match = await start()
    played = await matches.play(db, match.id, ANN, "jump; step", interaction=8)
    assert played.draft is not None
    assert played.draft.text == "jump"
    assert played.prepared == ("step",)
    again = await matches.play(db, match.id, ANN, "jump; step", interaction=8)
    assert again.repeated
    assert (again.draft, again.prepared) == (played.draft, ("step",))
    await matches.prepare(db, match.id, ANN, "block")
    played = await matches.play(db, match.id, ANN, "left")
    assert _texts(played) == [(1, "jump left", "played")]
    assert played.prepared == ("step", "block")


async def test_clearing(db: Database, start: Start) -> None:
    """Players can clear their own prepared turns, once."""
    match = await start()
    await matches.prepare(db, match.id, BOB, "step; step", interaction=31)
    again = await matches.prepare(db, match.id, BOB, "step; step", interaction=31)
    assert again.prepared == ("step", "step")
    played = await matches.clear_prepared(db, match.id, BOB)
    assert played.prepared == ()
    with pytest.raises(errors.NothingPrepared):
        await matches.clear_prepared(db, match.id, BOB)
    with pytest.raises(errors.NothingToPrepare):
        await matches.prepare(db, match.id, BOB, " ; ;")
    with pytest.raises(errors.NotSeated):
        await matches.prepared(db, match.id, EVE)
    assert await replay_match(db, match.id) == await matches.get(db, match.id)


async def test_what_nobody_sees_is_not_stored(db: Database, start: Start) -> None:
    """Control characters and lone surrogates, which a database may refuse, are removed."""
    match = await start()
    played = await matches.prepare(db, match.id, BOB, "\ud83d; st\0ep\u200b ; \0 ")
    assert played.prepared == ("step",)


async def test_limits(db: Database, start: Start) -> None:
    """The number and the length of prepared turns are limited."""
    match = await start()
    await matches.prepare(db, match.id, BOB, "step;" * (PREPARED_LIMIT - 1))
    with pytest.raises(errors.TooManyPrepared) as refused:
        await matches.prepare(db, match.id, BOB, "step; step")
    assert refused.value.refusal.fields == {"limit": PREPARED_LIMIT, "number": PREPARED_LIMIT + 1}
    with pytest.raises(errors.TurnTooLong):
        await matches.prepare(db, match.id, BOB, "run " * 300)
    assert len(await matches.prepared(db, match.id, BOB)) == PREPARED_LIMIT - 1


async def test_withdrawn_seat_keeps_no_prepared_turns(db: Database, start: Start) -> None:
    """Withdrawing empties the queue. The next seat's queue may then be played."""
    match = await start(ANN, BOB, CAT)
    await matches.prepare(db, match.id, BOB, "step")
    played = await matches.resign(db, match.id, ANN)
    assert _texts(played) == [(2, "step", "prepared")]
    await matches.prepare(db, match.id, BOB, "step")
    now = (await matches.resign(db, match.id, BOB)).match
    assert now.queues == {}
    with pytest.raises(errors.MatchOver):
        await matches.prepare(db, match.id, BOB, "step")


# Turns for later belong to the draft that they were prepared with


async def test_later_turns_go_with_a_draft_that_a_withdrawal_voids(
    db: Database, start: Start
) -> None:
    """When somebody else withdraws, the draft is void, and what was to follow it isn't played in
    its stead.
    """
    match = await start(ANN, BOB, CAT)
    await matches.play(db, match.id, ANN, "jump; step; step")
    await matches.prepare(db, match.id, BOB, "step")
    played = await matches.resign(db, match.id, CAT, interaction=5)
    now = played.match
    assert (played.turns, played.dropped) == ((), ())
    assert (now.player_to_move, now.position.withdrawn) == (ANN, (3,))
    assert now.queues == {2: ("step",)}
    assert (await matches.draft(db, match.id, ANN)).text == ""
    assert (await matches.resign(db, match.id, CAT, interaction=5)).match == now
    assert await replay_match(db, match.id) == now


async def test_later_turns_stay_with_a_draft_where_only_a_player_is_replaced(
    db: Database,
) -> None:
    """When a computer player takes somebody else's seat, the draft stays, and its turns with it."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=3, seating="chosen", stand_in=1
    )
    await matches.join(db, table.id, BOB)
    match = await matches.join(db, table.id, CAT)
    await matches.play(db, match.id, ANN, "jump; step")
    played = await matches.resign(db, match.id, CAT)
    assert played.turns == ()
    assert (await matches.draft(db, match.id, ANN)).text == "jump"
    assert await matches.prepared(db, match.id, ANN) == ("step",)
    assert await replay_match(db, match.id) == played.match
    played = await matches.play(db, match.id, ANN, "left")
    assert _texts(played) == [(1, "jump left", "played")]
    assert played.prepared == ("step",)


async def test_later_turns_go_with_a_draft_that_an_adjournment_voids(
    db: Database, start: Start
) -> None:
    """Whoever had begun a turn finds nothing of it after the pause, so nothing follows it. What
    others have prepared waits.
    """
    match = await start()
    await matches.prepare(db, match.id, BOB, "step; step")
    await matches.play(db, match.id, ANN, "jump; step")
    request = (await matches.ask_to_adjourn(db, match.id, BOB)).match.request
    assert request is not None
    adjourned = (await matches.grant(db, match.id, ANN, request=request.seq)).match
    assert adjourned.queues == {2: ("step", "step")}
    played = await matches.resume(db, match.id, ANN)
    assert (played.turns, played.match.player_to_move) == ((), ANN)
    played = await matches.play(db, match.id, ANN, "step")
    assert _texts(played) == [(1, "step", "played"), (2, "step", "prepared")]
    assert await replay_match(db, match.id) == played.match
