"""Laws of the rules: they hold for every game in every position of random play."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest

from games import play
from games.errors import InvalidMove, MoveError, OptionError, ReplayError
from games.play import Line
from games.preparation import require_readable
from games.protocol import AnyGame, Result, Setup
from tests.laws.walk import random_lines
from tests.samples import SAMPLES

many_games = pytest.mark.untraced
"""Other tests cover every line; tracing these would take three times as long."""


@many_games
def test_legal_moves_are_sorted_unique_and_empty_only_at_the_end(
    game: AnyGame, setup: Setup
) -> None:
    """Legal moves are sorted by token without duplicates, and empty exactly if there is a
    result.
    """
    for line, _ in random_lines(game, setup, 1):
        position = line.position
        tokens = [str(move) for move in game.legal_moves(position)]
        assert tokens == sorted(set(tokens))
        assert bool(tokens) == (position.result is None) == (position.to_move is not None)
        assert not any(re.search(r"\s", token) for token in tokens)
        assert position.seats == setup.seats
        assert not (position.mid_turn and position.to_move is None)


@many_games
def test_moves_survive_their_text(game: AnyGame, setup: Setup) -> None:
    """A move's token reads back as the move, even in its alternative spellings."""
    rng = Random(2)
    for line, _ in random_lines(game, setup, 2):
        moves = game.legal_moves(line.position)
        for move in rng.sample(moves, min(len(moves), 10)):
            token = str(move)
            spread = re.sub(r"([-,:=@])", r" \1 ", token)
            for text in (token, token.upper(), token.lower(), f"  {token} ", spread):
                assert play.parse(game, line.position, text) == move
            assert hash(game.read(line.position, token)) == hash(move)


@many_games
def test_spellings_are_parts_of_tokens(game: AnyGame, setup: Setup) -> None:
    """The parts of a move, joined, are its token. Other spellings are read as the same move."""
    rng = Random(3)
    for line, _ in random_lines(game, setup, 3):
        moves = game.legal_moves(line.position)
        for move in rng.sample(moves, min(len(moves), 10)):
            spellings = game.spellings(move)
            assert "".join(part.text for part in spellings[0]) == str(move)
            for spelling in spellings:
                text = "".join(part.text for part in spelling)
                assert game.read(line.position, text) == move
                assert all(part.kind in game.texts.parts for part in spelling)


@many_games
def test_who_is_out_stays_out(game: AnyGame, setup: Setup) -> None:
    """Those who take turns have not withdrawn, the seat to move is one of them, and nobody comes
    back. As long as the game goes on, two sides are left at least.
    """
    sides, before = game.sides(setup), [*range(1, setup.seats + 1)]
    for line, _ in random_lines(game, setup, 4):
        position = line.position
        if position.result is not None:
            continue
        playing = [*game.contenders(position)]
        assert {*playing} <= {*before} - {*position.withdrawn}
        assert position.to_move in playing
        assert len(game.sides_left(position, sides)) >= 2
        before = playing
        gone = line.withdraw(position.to_move, "resignation").position
        if gone.result is None:
            assert position.to_move not in game.contenders(gone)
            assert gone.to_move in game.contenders(gone)


@many_games
def test_positions_survive_their_text(game: AnyGame, setup: Setup) -> None:
    """A position's text is one line, and reads back as an equal position with equal moves."""
    for number, (line, _) in enumerate(random_lines(game, setup, 4)):
        if number % 3 and line.position.result is None:
            continue
        text = str(line.position)
        again = game.position(text)
        assert "\n" not in text
        assert again == line.position
        assert hash(again) == hash(line.position)
        assert str(again) == text
        assert list(map(str, game.legal_moves(again))) == list(
            map(str, game.legal_moves(line.position))
        )
        assert (again.to_move, again.mid_turn, again.result, again.phase, again.withdrawn) == (
            line.position.to_move,
            line.position.mid_turn,
            line.position.result,
            line.position.phase,
            line.position.withdrawn,
        )


@pytest.mark.parametrize("text", ["", "-", "nonsense", "1 2 3", "a1 " * 40, "☃"])
def test_other_text_is_no_position(game: AnyGame, text: str) -> None:
    """Text that is not a position raises ValueError, and is never misread."""
    with pytest.raises(ValueError, match=r"."):
        game.position(text)


@many_games
def test_apply_leaves_the_position_alone(game: AnyGame, setup: Setup) -> None:
    """Playing a move changes nothing and makes a new position."""
    for line, move in random_lines(game, setup, 5):
        if move is not None:
            before = str(line.position)
            after = game.apply(line.position, move)
            assert str(line.position) == before
            assert str(after) != before
            assert after == game.apply(line.position, move)


@pytest.mark.long
def test_objection_agrees_with_legal_moves(game: AnyGame, setup: Setup) -> None:
    """Legal moves have no objection; every other move has one with a sentence."""
    rng = Random(6)
    seen = [move for line, _ in random_lines(game, setup, 6) for move in _some(game, line, rng)]
    for line, _ in random_lines(game, setup, 7):
        legal = set(game.legal_moves(line.position))
        for move in _some(game, line, rng):
            assert game.objection(line.position, move) is None
        for move in rng.sample(seen, min(len(seen), 20)):
            refusal = game.objection(line.position, move)
            assert (refusal is None) == (move in legal), (str(line.position), str(move), refusal)


def _some(game: AnyGame, line: Line[Any, Any], rng: Random) -> list[Any]:
    moves = game.legal_moves(line.position)
    return rng.sample(moves, min(len(moves), 5))


def test_nonsense_is_refused_as_such(game: AnyGame, setup: Setup) -> None:
    """Text that is not a move raises InvalidMove with an example of a turn, and nothing else."""
    position = game.start(setup)
    for text in ("", " ", ".", "☃", "hello", "a", "1", "-", "a1-", "((", "\x00", "9" * 50, "ß" * 9):
        with pytest.raises(MoveError) as caught:
            play.parse(game, position, text)
        assert isinstance(caught.value, InvalidMove) or caught.value.refusal.code
        assert text.strip() in str(caught.value) or "\\" in str(caught.value)


@many_games
def test_what_only_has_a_wrong_name_has_no_wrong_form(game: AnyGame, setup: Setup) -> None:
    """A legal move with a point or the like that the game doesn't have is refused by naming that,
    and never by the form of a move, which it has. The example can be played here.
    """
    for line, move in islice(random_lines(game, setup, 17), 0, 200, 20):
        token = re.sub(r"\d", "0", str(move))
        if move is None or token in map(str, game.legal_moves(line.position)):
            continue  # The first board of Turnier lies at 0,0.
        with pytest.raises(MoveError) as caught:
            play.parse(game, line.position, token)
        refused = caught.value.refusal
        assert refused.code not in {"unknown-notation", "unknown-form"}, token
        if refused.code in {"no-such-name", "off-board", "off-board-in"}:
            assert str(refused.fields["at"]) in token
            assert play.parse(game, line.position, str(refused.fields["example"]))


@many_games
def test_the_example_of_a_turn_can_be_played_here(game: AnyGame, setup: Setup) -> None:
    """Whoever types nonsense is shown a legal move of this very position, in every phase, and the
    same one each time.
    """
    for number, (line, move) in enumerate(random_lines(game, setup, 16)):
        if number % 5 or move is None:
            continue
        for nonsense in ("", "hello"):
            with pytest.raises(InvalidMove) as caught:
                play.play_turn(line, nonsense)
            shown = str(caught.value.refusal.fields["example"])
            assert play.parse(game, line.position, shown)
            assert shown == play.example(game, line.position)


@many_games
def test_replay_gives_the_same_position(game: AnyGame, setup: Setup) -> None:
    """The tokens of a game replay to its last position and picture."""
    played = list(random_lines(game, setup, 8))
    tokens = [str(move) for _, move in played if move is not None]
    line = play.replay(game, setup, tokens)
    assert line == played[-1][0]
    assert game.scene(line.position, ()) == game.scene(played[-1][0].position, ())


def test_replay_names_the_token_that_fails(game: AnyGame, setup: Setup) -> None:
    """An illegal token stops a replay with its index."""
    first = str(game.legal_moves(game.start(setup))[0])
    with pytest.raises(ReplayError) as caught:
        play.replay(game, setup, [first, "nonsense", first])
    assert (caught.value.ply, caught.value.token) == (1, "nonsense")


@many_games
def test_turns_are_whole_and_read_back(game: AnyGame, setup: Setup) -> None:
    """The tokens between two ends of turns are one complete turn, which can be typed in one
    line.
    """
    start, turn = Line.begin(game, setup), list[str]()
    for line, move in random_lines(game, setup, 9):
        if not line.position.mid_turn and turn:
            read = play.whole_turn(start, " ".join(turn))
            assert read.complete
            assert read.text == " ".join(turn)
            assert read.line == line
            start, turn = line, []
        turn.append(str(move))


def test_a_turn_of_too_many_tokens_is_refused_whole(game: AnyGame, setup: Setup) -> None:
    """A turn with a token after its end is refused."""
    lines = [pair for pair in random_lines(game, setup, 10, 40) if pair[1] is not None]
    for (line, move), (after, following) in pairwise(lines):
        if not line.position.mid_turn and not after.position.mid_turn:
            with pytest.raises(MoveError) as caught:
                play.play_turn(line, f"{move} {following}")
            assert caught.value.refusal.code == "turn-over"


def test_withdrawals_rank_as_the_rulebook_says(game: AnyGame, setup: Setup) -> None:
    """Withdrawing ends a game of two. Otherwise the seat is out, and the last to stay wins."""
    sides = {seat: side for side in game.sides(setup) for seat in side}
    for seed in range(6):
        rng = Random(seed)
        lines = [line for line, _ in random_lines(game, setup, seed, 60)]
        line = lines[rng.randrange(len(lines))]
        gone: list[int] = []
        while line.position.to_move is not None:
            staying = [seat for seat in sides if seat not in gone]
            seat = rng.choice(staying)
            reason = rng.choice(["resignation", "timeout"])
            line = line.withdraw(seat, reason)
            gone.append(seat)
            result = line.position.result
            left = {sides[seat] for seat in sides if seat not in gone}
            if len(left) == 1:
                assert result is not None
                assert result.reason == reason
            if result is not None:
                ranks = result.ranks
                assert [ranks[seat - 1] for seat in reversed(gone)] == list(
                    range(min(ranks[seat - 1] for seat in gone), max(ranks) + 1)
                )
                assert all(
                    ranks[seat - 1] < ranks[gone[-1] - 1] for seat in sides if seat not in gone
                )
            else:
                assert line.position.withdrawn == tuple(gone)
                assert line.position.to_move not in gone
                assert game.position(str(line.position)) == line.position


@many_games
def test_a_withdrawal_throws_the_unfinished_turn_away(game: AnyGame, setup: Setup) -> None:
    """What a seat has begun is void when it withdraws, unless its page rules otherwise."""
    kept = SAMPLES[game.info.key].keeps_unfinished
    for line, _ in random_lines(game, setup, 11):
        position = line.position
        if position.mid_turn and not kept:
            seat = position.to_move
            fresh = Line.at(game, line.turn_start)
            assert line.withdraw(seat, "timeout") == fresh.withdraw(seat, "timeout")


def test_agreement_shares_the_first_rank(game: AnyGame, setup: Setup) -> None:
    """A draw by agreement gives rank 1 to all who have not withdrawn."""
    line = next(line for line, _ in random_lines(game, setup, 12))
    drawn = line.event("agreement")
    assert drawn is not None
    assert drawn.position.result == Result((1,) * setup.seats, "agreement")
    assert drawn.position.to_move is None
    assert not game.legal_moves(drawn.position)


def test_a_draw_has_no_winner(game: AnyGame, setup: Setup) -> None:
    """No seat is crowned in the picture of a draw; whoever is left at the end is."""
    line = Line.begin(game, setup)
    assert game.scene(line.agree().position, ()).winners == ()
    last = setup.seats
    for seat in range(1, last):
        if line.position.result is None:
            line = line.withdraw(seat, "resignation")
    winners = game.scene(line.position, ()).winners
    assert last in winners
    assert 1 not in winners


def test_events_of_records_are_no_moves(game: AnyGame, setup: Setup) -> None:
    """The event tokens of records are never legal moves, and are impossible after the end."""
    for line, _ in random_lines(game, setup, 13, 10):
        for token in ("withdraw:1", "timeout:2", "handover:1", "agreement"):
            with pytest.raises(MoveError):
                play.parse(game, line.position, token)
    for token in ("withdraw:9", "timeout:9", f"timeout:{setup.seats + 1}"):
        with pytest.raises(MoveError, match=r"."):
            line.event(token)
    over = line.agree()
    with pytest.raises(MoveError):
        over.event("withdraw:1")
    gone = Line.begin(game, setup).withdraw(1, "resignation")
    with pytest.raises(MoveError):
        gone.event("timeout:1")


def test_nothing_is_played_after_the_end(game: AnyGame, setup: Setup) -> None:
    """Moves that were legal just before are refused once the game is over."""
    line = Line.begin(game, setup)
    over = line.agree().position
    assert not game.legal_moves(over)
    for move in game.legal_moves(line.position)[:5]:
        refusal = game.objection(over, move)
        assert refusal is not None
        assert refusal.code == "game-over"


def test_a_full_stop_may_stand_apart(game: AnyGame, setup: Setup) -> None:
    """A full stop closes a turn, with or without a space before it."""
    line, move = next(pair for pair in random_lines(game, setup, 14) if pair[1] is not None)
    assert play.play_turn(line, f"{move} .").steps == play.play_turn(line, f"{move}.").steps


def test_what_must_go_on_is_not_closed_by_a_full_stop(game: AnyGame, setup: Setup) -> None:
    """If a turn cannot end yet, a full stop after a move is refused."""
    for line, move in random_lines(game, setup, 15, 60):
        if move is not None:
            after = line.push(move).position
            if after.mid_turn and play.closing(game, after) is None:
                with pytest.raises(MoveError) as caught:
                    line.read(f"{move}.")
                assert caught.value.refusal.code == "turn-unfinished"


def test_no_plies_are_counted_at_once(game: AnyGame, setup: Setup) -> None:
    """At depth 0 there is nothing to count."""
    assert play.perft(game, game.start(setup), 0) == []


def test_unknown_options_are_refused_with_what_is_allowed(game: AnyGame, setup: Setup) -> None:
    """Unknown options, wrong values and wrong seats are errors."""
    for options in ({"nonsense": "1"}, *({key: "nonsense"} for key in setup.options)):
        with pytest.raises(OptionError):
            play.setup(game, setup.seats, {**setup.options, **options})
    fewest, most = min(game.info.seats), max(game.info.seats)
    for seats in {0, 1, 5, -2, fewest - 1, most + 1} - {*game.info.seats}:
        with pytest.raises(OptionError):
            play.setup(game, seats, setup.options)
    assert play.setup(game, setup.seats, setup.options) == setup


def test_positions_are_frozen(game: AnyGame, setup: Setup) -> None:
    """Positions are immutable, and `result` is one of their fields."""
    position = game.start(setup)
    assert "result" in {field.name for field in fields(position)}
    with pytest.raises((AttributeError, TypeError)):
        position.result = None


@many_games
def test_moves_that_close_end_their_turn(game: AnyGame, setup: Setup) -> None:
    """After a move that is said to end its turn in every position nothing follows in that turn."""
    for line, move in random_lines(game, setup, 5):
        if move is not None and game.closes(move):
            assert not line.push(move).position.mid_turn


@many_games
def test_legal_turns_could_have_been_prepared(game: AnyGame, setup: Setup) -> None:
    """What is legal somewhere is not refused to those who prepare it in the position before."""
    rng, before = Random(6), None
    for line, _ in random_lines(game, setup, 6):
        moves = game.legal_moves(line.position)
        if before is not None and moves:
            require_readable(game, before, str(rng.choice(moves)))
        before = line.position
