"""The rulebook's checks of Die Drei against its naive implementation."""

from random import Random

import pytest

from . import die_drei
from .die_drei import State, legal, play, result, start, to_move, withdraw

PLAIN = "1a0.2a0.3a0.4a0"


def after(board: str, *tokens: str, extended: str = "false") -> State:
    """Return the position after these tokens, all of them legal."""
    state = start(2, {"board": board, "extended": extended})
    for token in tokens:
        assert token in legal(state)
        state = play(state, token)
    return state


@pytest.mark.parametrize(("tile", "row"), [("1a0", "RYBG"), ("1a1", "BYGR"), ("1b1", "YRBG")])
def test_board_code(tile: str, row: str) -> None:
    """Side first, then rotation: the rulebook's examples for a8 to d8."""
    colours = start(2, {"board": f"{tile}.2a0.3a0.4a0", "extended": "false"}).colours
    assert "".join(colours[column, 7] for column in range(4)) == row
    assert len(colours) == 64


def test_first_moves() -> None:
    """64 legal first moves, on every board tried."""
    rng = Random(2)
    for _ in range(50):
        assert len(legal(start(2, die_drei.random_options(rng, 2)))) == 64


def test_example_one() -> None:
    """White places on green (d8). Black then chooses among the knight's squares."""
    assert legal(after(PLAIN, "d8")) == ["b7", "c6", "e6", "f7"]


def test_reach_of_red_and_yellow() -> None:
    """A rook's or bishop's lines end at the first square of the colour, or before a piece."""
    state = after(PLAIN, "a8")
    assert [state.colours[0, row] for row in range(7, -1, -1)] == list("RGYBRYBG")
    assert [state.colours[column, 7] for column in range(8)] == list("RYBGRYGB")
    assert legal(state) == ["a4", "a5", "a6", "a7", "b8", "c8", "d8", "e8"]
    assert legal(after(PLAIN, "b8")) == ["a7", "c7", "d6", "e5"]
    blocked = die_drei._reach(state.colours, (1, 7), frozenset({(1, 7), (3, 5)}))
    assert {die_drei._name(square) for square in blocked} == {"a7", "c7"}


@pytest.mark.parametrize(
    ("squares", "three"),
    [
        ("a1 b1 c1", True),
        ("a1 c3 e5", True),
        ("a1 d1 e1", False),
        ("a1 d4 e5", False),
        ("b2 b5 b8", True),
        ("h1 f3 d5", True),
        ("a1 b3 c5", False),
    ],
)
def test_three_need_equal_gaps(squares: str, three: bool) -> None:
    """Die Drei needs a line at 0, 45 or 90 degrees with the middle piece half way."""
    men = frozenset(die_drei._square(name) for name in squares.split())
    assert all(die_drei._makes_three(men, man) is three for man in men)


def test_example_two() -> None:
    """A game that White wins with piece 11, in line with pieces 1 and 3."""
    tokens = ["g7", "h6", "g5", "g4", "h5", "f6", "f8", "g8", "e7", "f7"]
    state = after("3b2.4b0.1b1.2b2", *tokens)
    assert result(state) is None
    state = play(state, "g6")
    assert result(state) == ((1, 2), "three")
    assert legal(state) == []


def test_valid_continuation() -> None:
    """A placement in reach is illegal if it leaves the opponent no legal reply."""
    state = after("3a1.1a1.2b1.4a1", "b2")
    reach = {
        die_drei._name(square)
        for square in die_drei._reach(state.colours, (1, 1), frozenset({(1, 1)}))
    }
    assert reach - set(legal(state)) == {"a1"}


NO_MOVE = [
    "b7",
    "b5",
    "d4",
    "d5",
    "c6",
    "c7",
    "e6",
    "e5",
    "f7",
    "g8",
    "f8",
    "d7",
    "e8",
    "c8",
    "b8",
    "a7",
]
REPEATED = [
    "g3",
    "g6",
    "f7",
    "d8",
    "e8",
    "b5",
    "c5",
    "c2",
    "b2",
    "a3",
    "f3",
    "e2",
    "d4",
    "b3",
    "b4",
    "c4",
]


def test_ends_after_the_sixteenth_piece() -> None:
    """The game is drawn at once, or with the other ending if White has no relocation."""
    assert result(after("2a3.4a0.3b2.1b3", *NO_MOVE)) == ((1, 1), "all-placed")
    assert result(after("2a3.4a0.3b2.1b3", *NO_MOVE, extended="true")) == ((1, 1), "no-move")


def test_repetition() -> None:
    """Relocating back and forth is a draw when the position after the 16th piece recurs."""
    shuffle = ["c5-d5", "c4-c6", "d5-c5", "c6-c4"]
    state = after("2b0.3a3.1b1.4a3", *REPEATED, *shuffle, *shuffle[:3], extended="true")
    assert result(state) is None
    state = play(state, shuffle[3])
    assert result(state) == ((1, 1), "repetition")
    assert to_move(state) is None


def test_withdrawal() -> None:
    """Resigning or running out of time loses, on turn or not."""
    assert result(withdraw(after(PLAIN, "a1"), 1, "timeout")) == ((2, 1), "timeout")
    assert result(withdraw(after(PLAIN, "a1"), 2, "resignation")) == ((1, 2), "resignation")


def test_random_games() -> None:
    """Random games have a move until they are over."""
    rng = Random(1)
    for _ in range(100):
        state = start(2, die_drei.random_options(rng, 2))
        while moves := legal(state):
            assert moves == sorted(set(moves))
            state = play(state, rng.choice(moves))
        assert to_move(state) is None
        assert result(state) is not None
