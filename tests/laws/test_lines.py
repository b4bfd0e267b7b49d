"""Laws of a line of play: full stops, events of records, continuations within a turn."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest

from bot.text.discord_limits import OPTIONS
from games import play
from games.continuations import completions, outlook
from games.errors import IllegalMove, InvalidMove
from games.play import HANDOVER, Line, closing, event_token, play_turn
from games.protocol import AnyGame, Setup
from games.scene import turned, with_earlier, with_expected
from games.suggestions import begun
from tests.laws.walk import random_lines


def test_a_full_stop_ends_the_turn_where_it_can_be_ended(game: AnyGame, setup: Setup) -> None:
    """After a move a full stop adds the end of the turn, if the turn may go on and may end. It adds
    nothing if the turn is over, and is refused if more must follow.
    """
    seen = set()
    for line, move in random_lines(game, setup, 41, 120):
        if move is None:
            break
        after = line.push(move)
        stop = closing(game, after.position)
        if after.position.mid_turn and stop is None:
            kind = "owed"
            with pytest.raises(IllegalMove) as caught:
                play_turn(line, f"{move}.")
            assert caught.value.refusal.code == "turn-unfinished"
        else:
            kind = "over" if stop is None else "ended"
            expected = after if stop is None else after.push(stop)
            assert play_turn(line, f"{move} .").line == expected
        seen.add(kind)
    assert seen


def test_nothing_typed_is_no_turn(game: AnyGame, setup: Setup) -> None:
    """Spaces are refused with an example."""
    for text in ("", "  ", "\n"):
        with pytest.raises(InvalidMove) as caught:
            play_turn(Line.begin(game, setup), text)
        assert caught.value.refusal.code == "no-token"


def test_events_happen_to_seats_that_are_there(game: AnyGame, setup: Setup) -> None:
    """A record's events read back from their text. Seats that do not exist or have withdrawn cannot
    withdraw.
    """
    line: Line[Any, Any] = Line.begin(game, setup)
    assert line.event(event_token("agreement")) == line.agree()
    for reason in ("resignation", "timeout"):
        withdrawn = line.withdraw(setup.seats, reason)
        assert line.event(event_token(reason, setup.seats)) == withdrawn
        if withdrawn.position.to_move is not None:
            with pytest.raises(IllegalMove) as caught:
                withdrawn.event(event_token(reason, setup.seats))
            assert caught.value.refusal.code == "has-withdrawn"
    with pytest.raises(IllegalMove) as caught:
        line.event(event_token("timeout", setup.seats + 1))
    assert caught.value.refusal.code == "no-such-seat"


def test_a_handover_changes_nothing(game: AnyGame, setup: Setup) -> None:
    """A record notes that somebody else goes on in a seat. Nothing moves. It comes between turns,
    and to a seat that is there and has not withdrawn.
    """
    seen = set()
    for line, _ in random_lines(game, setup, 47, 60):
        seen.add(line.position.mid_turn)
        if line.position.to_move is None:
            continue
        for seat in range(1, setup.seats + 1):
            token = event_token(HANDOVER, seat)
            if seat in line.position.withdrawn:
                code = "has-withdrawn"
            elif line.position.mid_turn:
                code = "turn-unfinished"
            else:
                assert line.event(token) == line
                continue
            with pytest.raises(IllegalMove) as caught:
                line.event(token)
            assert caught.value.refusal.code == code
    assert False in seen
    for seat, over in ((setup.seats + 1, line), (1, Line.begin(game, setup).agree())):
        with pytest.raises(IllegalMove):
            over.event(event_token(HANDOVER, seat))


def test_no_plies_are_no_counts(game: AnyGame, setup: Setup) -> None:
    """Perft of depth 0 counts nothing."""
    assert play.perft(game, game.start(setup), 0) == []


def test_offers_end_with_the_turn(game: AnyGame, setup: Setup) -> None:
    """Offers after a complete token and a space continue it. There are none after a whole turn,
    after illegal input, or after the end. Each offer knows the move that it ends with.
    """
    for number, (line, move) in enumerate(random_lines(game, setup, 42, 90)):
        if move is None or number % 6:
            continue
        after = line.push(move)
        found = completions(line, f"{move} ", OPTIONS)
        assert bool(found) == after.position.mid_turn
        assert outlook(line, f"{move} ").line == after
        assert begun(line, f"{move} ") == ((str(move), "") if found else None)
        for one in (*found, *completions(line, str(move), OPTIONS)):
            if one.way.move is not None:
                turn = play_turn(line, one.text)
                assert (turn.steps[-1].before, turn.steps[-1].move) == (one.position, one.way.move)
        assert completions(line, "§ ", OPTIONS) == []
        assert begun(line, "§ ") is None
        assert completions(line.agree(), "", OPTIONS) == []


def test_every_seat_has_its_side_of_the_table(game: AnyGame, setup: Setup) -> None:
    """All seats see the board from different sides, or all from the same. Turning the table moves
    no figure to another point, and can be undone.
    """
    position = game.start(setup)
    angles = [game.view(position, seat) for seat in range(1, setup.seats + 1)]
    assert all(0.0 <= angle < 360.0 for angle in angles)
    assert len({*angles}) in (1, setup.seats)
    scene = game.scene(position, ())
    for angle in angles:
        assert turned(scene, angle).figures == scene.figures
        assert turned(turned(scene, angle), 360.0 - angle) == scene


def test_what_is_picked_lies_on_the_board(game: AnyGame, setup: Setup) -> None:
    """While a move is picked, the picture keeps its board and its trays, and what is added to it is
    on points of the board.
    """
    for number, (line, move) in enumerate(random_lines(game, setup, 44, 80)):
        if move is None or number % 7:
            continue
        bare = game.scene(line.position, ())
        for spelling in game.spellings(move):
            for parts in accumulate((part,) for part in spelling):
                scene = game.in_hand(line.position, parts, bare)
                assert [tray.seat for tray in scene.trays] == [tray.seat for tray in bare.trays]
                points = {point for way in scene.trails for point in way.points}
                points |= {mark.point for mark in scene.marks}
                points |= {figure.point for figure in scene.figures}
                assert points <= scene.board.spots.keys()


def test_marks_of_other_turns_lie_on_the_board(game: AnyGame, setup: Setup) -> None:
    """Marks of earlier and expected turns are only on points of the board, and leave existing marks
    unchanged.
    """
    happened: list[Any] = [()]
    for number, (line, move) in enumerate(random_lines(game, setup, 43, 80)):
        position = line.position
        if number > 1 and number % 7 == 0:
            before, last = (game.scene(position, events) for events in happened[-2:])
            bare = game.scene(position, ())
            earlier = with_earlier(last, before, bare)
            expected = with_expected(bare, [before, last])
            assert {*last.marks} <= {*earlier.marks}
            assert {*bare.marks} <= {*expected.marks}
            for scene in (earlier, expected):
                points = {point for way in scene.trails for point in way.points}
                points |= {mark.point for mark in scene.marks}
                assert points <= scene.board.spots.keys()
        if move is not None:
            step = play.Step(position, move, line.push(move).position)
            happened.append(play.events(game, [step]))


def test_at_least_one_move_is_picked_at_a_time(game: AnyGame, setup: Setup) -> None:
    """Whatever is asked for, one move can be picked."""
    for line, move in random_lines(game, setup, 53, 40):
        if move is None:
            break
        assert min(game.several(line.position, kind) for kind in game.texts.parts) >= 1
