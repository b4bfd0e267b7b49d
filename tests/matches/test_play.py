"""Playing turns: entering, refusing, forced passes, repeated interactions."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from threading import get_ident

import pytest

import games
import matches
from games.errors import IllegalMove, InvalidMove
from games.play import Line, advance
from matches.model import errors
from matches.model.ids import MessageId
from matches.model.turns import pause, turns_from
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, HERE, Clock, Play, Start
from tests.matches.toy import heights
from tests.support.replay import replay_match


async def test_turn_is_entered(db: Database, start: Start, clock: Clock) -> None:
    """A legal turn is logged in canonical text, with its time and plies. Then the next player is to
    move.
    """
    match = await start()
    clock.turn(hours=3)
    played = await matches.play(db, match.id, ANN, " STEP ", seq=match.seq)
    (turn,) = played.turns
    assert (turn.turn.number, turn.turn.seat, turn.turn.text) == (1, 1, "step")
    assert turn.turn.at == clock()
    assert turn.turn.origin == "played"
    assert [str(step.move) for step in played.steps] == ["step"]
    assert turn.steps[0].before == match.position
    assert turn.steps[0].after == played.match.position
    assert played.match.player_to_move == BOB
    assert played.match.turns == (turn.turn,)
    assert played.match.turn_count == 1
    assert played.draft is None
    assert not played.repeated
    assert await matches.get(db, match.id) == played.match


async def test_how_long_nobody_played(db: Database, start: Start, clock: Clock) -> None:
    """Between the last turn and the one before it: not since the start, nor before an event. Where
    the board is kept doesn't matter.
    """
    match = await start()
    clock.turn(minutes=3)
    first = await matches.play(db, match.id, ANN, "step")
    assert pause(first.match) is None
    clock.turn(minutes=5)
    second = await matches.play(db, match.id, BOB, "step")
    assert pause(second.match) == timedelta(minutes=5)
    moved = await matches.move_to(db, match.id, board=MessageId(71))
    assert pause(moved) == timedelta(minutes=5)
    assert pause((await matches.resign(db, match.id, ANN)).match) is None


async def test_whole_staged_turn_in_one_text(db: Database, start: Start) -> None:
    """A text with several tokens is one turn. A full stop ends a turn that could go on."""
    match = await start()
    played = await matches.play(db, match.id, ANN, "jump left")
    assert heights(played.match.position) == (2, 0)
    played = await matches.play(db, match.id, BOB, "run run run.")
    assert heights(played.match.position) == (2, 3)
    assert played.match.turns[1].text == "run run run end"
    assert len(played.steps) == 4


async def test_refused_turns_change_nothing(db: Database, start: Start) -> None:
    """Nonsense, illegal moves and overlong texts are refused completely."""
    match = await start()
    for text, error in (
        ("", InvalidMove),
        ("fly", InvalidMove),
        ("left", IllegalMove),
        ("jump step", IllegalMove),
        ("step step", IllegalMove),
    ):
        with pytest.raises(error):
            await matches.play(db, match.id, ANN, text)
    with pytest.raises(errors.TurnTooLong):
        await matches.play(db, match.id, ANN, "run " * 200)
    assert await replay_match(db, match.id) == match
    assert (await matches.draft(db, match.id, ANN)).text == ""


async def test_who_may_play(db: Database, start: Start) -> None:
    """Only a seated player may play, and only on their turn. The refusal says whose turn it is and
    what to type.
    """
    match = await start()
    with pytest.raises(errors.NotSeated):
        await matches.play(db, match.id, EVE, "step")
    with pytest.raises(errors.NotYourTurn) as refused:
        await matches.play(db, match.id, BOB, " step ")
    told = {"match": match.id, "player": ANN, "text": "step", "typed": True}
    assert refused.value.refusal.fields == told
    opened = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    with pytest.raises(errors.NotRunning):
        await matches.play(db, opened.id, ANN, "step")


async def test_stale_positions_are_refused(db: Database, start: Start) -> None:
    """A turn for an earlier or unknown position is refused."""
    match = await start()
    await matches.play(db, match.id, ANN, "step", seq=match.seq)
    for seq in (0, match.seq, match.seq + 50):
        with pytest.raises(errors.StaleMatch) as refused:
            await matches.play(db, match.id, BOB, "step", seq=seq)
        assert refused.value.refusal.fields["seq"] == match.seq + 1


async def test_entries_that_leave_the_position_alone_make_nothing_stale(
    db: Database, start: Start
) -> None:
    """A draw offer or prepared turns of others do not make the buttons of the player to move
    stale.
    """
    match = await start()
    await matches.offer_draw(db, match.id, BOB)
    await matches.prepare(db, match.id, BOB, "step")
    await matches.move_to(db, match.id, message=MessageId(4))
    played = await matches.play(db, match.id, ANN, "step", seq=match.seq)
    assert [turn.turn.text for turn in played.turns] == ["step", "step"]


async def test_game_over_finishes_the_match(db: Database, start: Start, clock: Clock) -> None:
    """The result becomes the ending, with ranks. Nothing can be played afterwards."""
    match = await start(ANN, BOB, CAT)
    clock.turn(days=9)
    for _ in range(5):
        for player in (ANN, BOB, CAT):
            played = await matches.play(db, match.id, player, "jump left")
    played = await matches.play(db, match.id, ANN, "jump right")
    over = played.match
    assert over.status == "finished"
    assert over.ending == matches.Ending("top", (1, 2, 2))
    assert over.finished_at == clock()
    assert over.to_move is None
    assert over.player_to_move is None
    assert await replay_match(db, match.id) == over
    (listed,) = await matches.matches_of(db, ANN, over=True)
    assert (listed.ending, listed.status) == (over.ending, "finished")
    with pytest.raises(errors.MatchOver):
        await matches.play(db, match.id, BOB, "step")
    with pytest.raises(errors.MatchOver):
        await matches.resign(db, match.id, BOB)


async def test_forced_pass_is_played_by_itself(db: Database, start: Start) -> None:
    """If `pass` is the only legal move, it is entered in the same transaction, and reported."""
    match = await start(ANN, BOB, CAT)
    played = await matches.play(db, match.id, ANN, "block")
    assert [(one.turn.seat, one.turn.text, one.turn.origin) for one in played.turns] == [
        (1, "block", "played"),
        (2, "pass", "automatic"),
    ]
    assert played.match.player_to_move == CAT
    assert played.match.seq == match.seq + 2


async def test_same_player_goes_on_after_a_forced_pass(db: Database, start: Start) -> None:
    """With two seats a forced pass returns the turn to the first player."""
    match = await start()
    played = await matches.play(db, match.id, ANN, "block")
    assert played.match.player_to_move == ANN


async def test_redelivered_turn_is_applied_once(db: Database, start: Start) -> None:
    """A repeated interaction gets the same outcome again, even when the match has moved on."""
    match = await start(ANN, BOB, CAT)
    first = await matches.play(db, match.id, ANN, "block", seq=match.seq, interaction=77)
    again = await matches.play(db, match.id, ANN, "block", seq=match.seq, interaction=77)
    assert again.repeated
    assert (again.turns, again.match) == (first.turns, first.match)
    await matches.play(db, match.id, CAT, "step", interaction=78)
    late = await matches.play(db, match.id, ANN, "block", seq=match.seq, interaction=77)
    assert (late.turns, late.match) == (first.turns, first.match)
    assert (await matches.get(db, match.id)).turn_count == 3


async def test_a_match_that_is_read_again_has_its_board(db: Database, start: Start) -> None:
    """A repeated interaction gets the match with the message in which its board is shown."""
    match = await matches.move_to(db, (await start()).id, board=MessageId(71))
    await matches.play(db, match.id, ANN, "step", interaction=77)
    again = await matches.play(db, match.id, ANN, "step", interaction=77)
    assert (again.repeated, again.match.board) == (True, 71)


async def test_log_is_the_truth(db: Database, start: Start) -> None:
    """After each turn of random play the stored log replays to the same position, text for text."""
    rng = Random(5)
    match = await start(ANN, BOB, CAT, goal="40")
    for _ in range(60):
        if match.status != "running":
            break
        tokens, line = list[str](), match.line
        while not tokens or line.position.mid_turn:
            move = rng.choice(line.game.legal_moves(line.position))
            tokens.append(str(move))
            line = line.push(move)
        player, text = match.player_to_move, " ".join(tokens)
        assert player is not None
        match = (await matches.play(db, match.id, player, text, seq=match.seq)).match
        stored = await replay_match(db, match.id)
        assert str(stored.position) == str(match.position)
        assert stored == match
    replayed = Line.begin(match.game, match.setup)
    for ply, token in enumerate(match.record):
        replayed = advance(replayed, ply, token)
    assert replayed == match.line


async def test_long_match_remembers_recent_plies_and_replays_older_ones(
    db: Database, start: Start
) -> None:
    """Steps since any entry are available, recent or not."""
    match = await start(goal="1000")
    texts = [("step", "jump left", "run end")[number % 3] for number in range(40)]
    for number, text in enumerate(texts):
        played = await matches.play(db, match.id, (ANN, BOB)[number % 2], text)
    now = played.match
    assert now.recent[-1].steps == played.turns[0].steps
    for since in (0, 3, 25, 39, 40):
        turns = turns_from(now, match.seq + since + 1)
        steps = [step for turn in turns for step in turn.steps]
        assert [str(step.move) for step in steps] == " ".join(texts[since:]).split()
    assert [one.turn for one in matches.turns_of(now)] == list(now.turns)


async def test_attangle_is_played_like_any_game(db: Database) -> None:
    """A real game: a random match played to its end through the use cases."""
    rng = Random(2)
    opened = await matches.open_table(db, game="attangle", host=ANN, place=HERE, invited=[BOB])
    match = await matches.accept(db, opened.id, BOB)
    legal_moves = games.get("attangle").legal_moves
    for _ in range(400):
        if match.player_to_move is None:
            break
        move = str(rng.choice(legal_moves(match.position)))
        match = (await matches.play(db, match.id, match.player_to_move, move)).match
    assert match.status == "finished"
    assert await replay_match(db, match.id) == match


async def test_opponents_are_the_other_sides(start: Start) -> None:
    """Opponents are the players of all other sides; for a spectator, all players."""
    match = await start(ANN, BOB, CAT)
    assert match.opponents(BOB) == (ANN, CAT)
    assert match.opponents(EVE) == (ANN, BOB, CAT)
    assert (match.seat_of(CAT), match.seat_of(EVE)) == (3, None)


async def test_turns_helper_plays_in_order(start: Start, turns: Play) -> None:
    """The helper plays the turns of a line in order, each by the player to move."""
    played = await turns(await start(), "step", "jump left", "step")
    assert heights(played.match.position) == (2, 2)


# Previews


async def test_what_comes_of_a_turn_is_shown_beforehand(db: Database, start: Start) -> None:
    """A preview shows the outcome of a turn from the cached match, in the caller's thread, before
    anything is stored. It equals the stored outcome.
    """
    match = await start()
    shown: list[tuple[int, matches.Match]] = []

    def soon(after: matches.Match) -> None:
        shown.append((get_ident(), after))

    played = await matches.play(db, match.id, ANN, "jump left", soon=soon)
    (here, first), (there, second) = shown
    assert here == get_ident() != there
    assert first.line is second.line is played.match.line
    assert [turn.text for turn in first.turns] == ["jump left"]


async def test_a_memory_that_is_not_up_to_date(db: Database, url: str, start: Start) -> None:
    """A preview of an outdated cached match is discarded."""
    match, other = await start(), Database.connect(url)
    await matches.play(other, match.id, ANN, "step")
    await matches.play(other, match.id, BOB, "run.")
    await other.close()
    shown: list[matches.Match] = []
    played = await matches.play(db, match.id, ANN, "step", soon=shown.append)
    foreseen, stored = shown
    assert (foreseen.turn_count, stored.turn_count) == (1, 3)
    assert stored.line is played.match.line is not foreseen.line
    assert await replay_match(db, match.id) == played.match


async def test_nothing_comes_of_a_refusal(db: Database, start: Start) -> None:
    """There is no preview for a refused or unfinished turn."""
    match = await start()
    shown: list[matches.Match] = []
    with pytest.raises(errors.NotYourTurn):
        await matches.play(db, match.id, BOB, "step", soon=shown.append)
    with pytest.raises(errors.TurnTooLong):
        await matches.play(db, match.id, ANN, "step " * 200, soon=shown.append)
    with pytest.raises(IllegalMove):
        await matches.play(db, match.id, ANN, "left", soon=shown.append)
    assert (await matches.play(db, match.id, ANN, "jump", soon=shown.append)).draft is not None
    assert shown == []
    played = await matches.play(db, match.id, ANN, "left", soon=shown.append)
    assert [turn.text for turn in played.match.turns] == ["jump left"]
    (stored,) = shown
    assert stored.line is played.match.line


async def test_many_turns_are_not_foreseen(db: Database, start: Start) -> None:
    """There is no preview where prepared turns could follow. Only the database thread reads
    those.
    """
    match = await start()
    threads: list[int] = []

    def soon(_: matches.Match) -> None:
        threads.append(get_ident())

    await matches.play(db, match.id, ANN, "step; step; step", soon=soon)
    played = await matches.play(db, match.id, BOB, "step", soon=soon)
    assert played.match.turn_count == 3
    assert get_ident() not in threads
    assert len(threads) == 2
