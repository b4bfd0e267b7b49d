"""The rulebook's checks of Tyr against its naive implementation."""

from random import Random

import pytest

from . import tyr
from .tyr import State, legal, play, result, start, to_move, withdraw


def after(*tokens: str, seats: int = 2, line: str = "adjacent") -> State:
    """Return the position after these tokens, all of them legal."""
    state = start(seats, {"line": line})
    for token in tokens:
        assert token in legal(state)
        state = play(state, token)
    return state


@pytest.mark.parametrize(
    ("number", "field", "targets"),
    [
        (2, "11", "12 22 21"),
        (8, "88", "81 82 83 84 85 86 87 89 18 28 38 48 58 68 78 98"),
        (6, "92", "62 65 56 96"),
        (3, "54", "34 53 43 32 63 36"),
    ],
)
def test_targets(number: int, field: str, targets: str) -> None:
    """The published examples of target fields."""
    found = tyr._targets({"5": ((int(field[0]), int(field[1])), number)}, "5")
    assert sorted(f"{row}{column}" for row, column in found) == sorted(targets.split())


def test_placing() -> None:
    """There are 1458 placements at the start. No number may be up twice, and seats take turns."""
    assert len(legal(after())) == 3 * 6 * 81
    second = legal(after("4@63=8"))
    assert len(second) == (6 + 5) * 80
    assert "5@11=8" not in second
    assert to_move(after("4@63=8", "3@11=1", "5@22=2")) == 2
    assert to_move(after("4@63=8", "3@11=1", "5@22=2", seats=3)) == 1
    assert to_move(after("4@63=8", "3@11=1", "5@22=2", seats=4)) == 4


def test_third_die_completes_the_line() -> None:
    """It wins at once. Its face may make no Pasch."""
    state = after("3@11=1", "4@12=3")
    assert "5@13=3" not in legal(state)
    assert result(play(state, "5@13=6")) == ((1, 2), "line")
    assert result(play(state, "5@14=6")) is None
    assert result(after("3@11=1", "4@12=3", "5@14=6", line="any")) == ((1, 2), "line")


def test_chain() -> None:
    """After a Pasch the same seat moves the other die, and only that. The last die is barred."""
    state = after("4@33=3", "3@19=1", "5@22=8")
    assert not any(token.startswith("5") for token in legal(state))
    state = play(state, "4-63=8")
    assert to_move(state) == 2
    assert {token[0] for token in legal(state)} == {"5"}
    state = play(state, "5-28=7")
    assert to_move(state) == 1
    assert {token[0] for token in legal(state)} == {"3", "4"}


def test_pasch_needs_a_target() -> None:
    """A face is illegal if it makes a Pasch with a die that has no target field."""
    moves = legal(after("4@11=1", "3@24=2", "5@12=6"))
    to_21 = [token for token in moves if token.startswith("3-21")]
    assert to_21 == ["3-21=5", "3-21=6", "3-21=7", "3-21=9"]


def test_winning_shift() -> None:
    """A shift into line wins before turning, and has no face."""
    state = after("5@33=3", "3@11=2", "4@12=8")
    assert [token for token in legal(state) if token.startswith("5-13")] == ["5-13"]
    assert result(play(state, "5-13")) == ((2, 1), "line")
    assert "5-23=4" in legal(state), "a target beside the line is written with a face"


def test_repetition() -> None:
    """The rulebook's shuffle is a draw at the ninth shift."""
    tokens = ["3-12=1", "4-89=9", "3-11=2", "4-99=8"] * 2
    state = after("3@11=2", "4@99=8", "5@46=3", *tokens)
    assert result(state) is None
    assert result(play(state, "3-12=1")) == ((1, 1), "repetition")


def test_withdrawal() -> None:
    """A withdrawal undoes the unfinished turn. The seat is skipped from then on, and ranks
    behind.
    """
    state = after("4@33=3", "3@19=1", seats=4)
    state = play(withdraw(state, 3, "timeout"), "5@22=8")
    assert to_move(state) == 1
    chain = play(state, "4-63=8")
    other = withdraw(chain, 2, "resignation")
    assert to_move(other) == 1
    assert legal(other) == legal(chain)
    back = withdraw(other, 1, "resignation")
    assert back.dice == state.dice
    assert back.last == "5"
    assert to_move(back) is None
    assert result(back) == ((2, 3, 4, 1), "resignation")
    assert to_move(withdraw(chain, 1, "timeout")) == 2
    assert legal(withdraw(chain, 1, "timeout")) == legal(state)


def test_random_games() -> None:
    """Random play has a move until the game is over."""
    rng = Random(1)
    for number in range(12):
        seats = tyr.SEATS[number % 3]
        state = start(seats, tyr.random_options(rng, seats))
        for _ in range(300):
            moves = legal(state)
            assert moves == sorted(set(moves))
            assert bool(moves) is (result(state) is None)
            if not moves:
                break
            state = play(state, rng.choice(moves))
