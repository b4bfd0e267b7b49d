"""Trio: a test for each rule."""

from __future__ import annotations

import pytest

from games import play
from games.errors import MoveError
from games.play import Line
from games.protocol import Result, Setup
from games.trio import GAME


def after(*turns: str) -> Line[object, object]:
    """The line after these turns."""
    line = Line.begin(GAME, Setup(2))
    for turn in turns:
        line = play.whole_turn(line, turn).line
    return line


def test_a_second_stone_lies_beside_the_first() -> None:
    """Corners don't count; the turn may end without it."""
    line = play.play_turn(Line.begin(GAME, Setup(2)), "b2").line
    moves = [str(move) for move in GAME.legal_moves(line.position)]
    assert moves == ["a2", "b1", "b3", "c2", "end"]


def test_where_nothing_is_free_beside_the_turn_ends() -> None:
    """There is no second stone to do without."""
    line = Line.at(GAME, GAME.position("-w-b----- 1 - -"))
    assert play.whole_turn(line, "a1").line.position.to_move == 2


@pytest.mark.parametrize("last", ["a3", "c1", "c3"])
def test_three_in_line_win(last: str) -> None:
    """Along columns, along rows, and across."""
    board = {"a3": "ww-------", "c1": "w--w-----", "c3": "w---w----"}[last]
    position = GAME.position(f"{board} 1 - -")
    over = play.whole_turn(Line.at(GAME, position), last).line.position
    assert over.result == Result((1, 2), "three")


def test_a_full_board_is_a_draw() -> None:
    """Nobody has three in line."""
    over = play.whole_turn(Line.at(GAME, GAME.position("wbwwbbbw- 1 - -")), "c3").line.position
    assert over.result == Result((1, 1), "full")


@pytest.mark.parametrize(
    ("turn", "code"), [("end", "not-begun"), ("b2 b2", "occupied"), ("a1 c3", "not-beside")]
)
def test_refusals(turn: str, code: str) -> None:
    """Each has a sentence."""
    with pytest.raises(MoveError) as caught:
        after(turn)
    assert caught.value.refusal.code == code
