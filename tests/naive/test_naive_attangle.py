"""The rulebook's checks of Attangle against its naive implementation."""

from random import Random

import pytest

from . import attangle
from .attangle import State, legal, play, result, start, to_move, withdraw

pytestmark = pytest.mark.untraced
"""Other tests show that every line is run; to trace these would take three times as long."""


def after(*tokens: str) -> State:
    """Return the position after these tokens, each of them legal."""
    state = start(2, {})
    for token in tokens:
        assert token in legal(state)
        state = play(state, token)
    return state


def captures(state: State) -> list[str]:
    """Return the legal captures."""
    return [token for token in legal(state) if "-" in token]


@pytest.mark.parametrize(
    ("point", "neighbours"),
    [
        ("d3", "c2 c3 d2 d4 e2 e3"),
        ("d4", "c3 c4 d3 d5 e3 e4"),
        ("a1", "a2 b1 b2"),
        ("c1", "b1 c2 d1 d2"),
        ("e1", "d1 d2 e2 f1"),
        ("g4", "f4 f5 g3"),
    ],
)
def test_neighbours(point: str, neighbours: str) -> None:
    """The coordinates give every point of the page its neighbours."""
    x, y = attangle.PLACES[point]
    found = {attangle.POINTS.get((x + dx, y + dy)) for dx, dy in attangle.DIRECTIONS}
    assert sorted(name for name in found if name) == neighbours.split()


def test_opening() -> None:
    """36 placements at the start, 34 after two, and no capture."""
    assert len(legal(after())) == 36
    assert "d4" not in legal(after())
    assert len(legal(after("a1", "g4"))) == 34
    assert captures(after("a1", "g4")) == []


def test_capture_over_the_centre_from_opposite_directions() -> None:
    """d1 passes over d4 and captures with d7 on d5; one attacker returns to the stock."""
    state = after("d1", "d5", "d7", "a1")
    assert captures(state) == ["d1,d7-d5"]
    done = play(state, "d1,d7-d5")
    assert done.board == {"d5": (1, 2), "a1": (2, 1)}
    assert done.stocks == {1: 17, 2: 16}
    assert captures(after("d1", "d5", "d7", "d6")) == []
    assert captures(after("d1", "d5", "d7", "d3")) == []


@pytest.mark.parametrize(
    ("one", "two", "victim", "height"),
    [
        (1, 1, 1, 2),
        (1, 1, 2, 3),
        (1, 2, 1, 3),
        (2, 1, 1, 3),
        (2, 2, 1, 0),
        (1, 2, 2, 0),
        (3, 1, 1, 0),
        (1, 1, 3, 0),
    ],
)
def test_heights(one: int, two: int, victim: int, height: int) -> None:
    """At most one double takes part and no triple; height 0 stands for no capture."""
    board = {"c1": (1, one), "c3": (1, two), "c2": (2, victim)}
    state = attangle._to_act(board, {1: 0, 2: 5}, 1)
    assert captures(state) == (["c1,c3-c2"] if height else [])
    if height:
        assert play(state, "c1,c3-c2").board == {"c2": (1, height)}


def test_third_triple() -> None:
    """The third triple of one's colour wins at once."""
    board = {"a1": (1, 3), "g1": (1, 3), "c1": (1, 1), "c3": (1, 1), "c2": (2, 2), "a3": (2, 3)}
    done = play(attangle._to_act(board, {1: 0, 2: 5}, 1), "c1,c3-c2")
    assert result(done) == ((1, 2), "third-triple")
    assert legal(done) == []
    assert to_move(done) is None


def test_no_move() -> None:
    """Whoever is to move with an empty stock and no capture loses."""
    board = {"a1": (1, 1), "c3": (2, 1)}
    assert result(attangle._to_act(board, {1: 0, 2: 5}, 1)) == ((2, 1), "no-move")


def test_withdrawal() -> None:
    """Who resigns or runs out of time loses, on turn or not."""
    assert result(withdraw(after("a1"), 1, "timeout")) == ((2, 1), "timeout")
    assert result(withdraw(after("a1"), 2, "resignation")) == ((1, 2), "resignation")


def test_random_games() -> None:
    """Random games end within 76 plies with 36 pieces in stocks and stacks throughout."""
    rng = Random(1)
    for _ in range(50):
        state, plies = start(2, attangle.random_options(rng, 2)), 0
        while moves := legal(state):
            assert moves == sorted(set(moves))
            state, plies = play(state, rng.choice(moves)), plies + 1
            assert sum(state.stocks.values()) + sum(h for _, h in state.board.values()) == 36
        assert to_move(state) is None
        assert result(state) is not None
        assert plies <= 76
