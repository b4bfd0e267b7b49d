"""The scale: known values, and what it finds in games that were drawn by its own model."""

from __future__ import annotations

from math import log, log10, sqrt
from random import Random

import pytest

from benchmarks.elo import CERTAIN, UNIT, Outcome, Scale, inverted

A_WINS, B_WINS = (1.0, 0.0), (0.0, 1.0)


def _pair(a_first: tuple[float, float], b_first: tuple[float, float]) -> list[Outcome]:
    """Games of a against b: a's shares of the games in which it is first, and second, out of 100
    games each.
    """
    return [
        *[Outcome(("a", "b"), A_WINS)] * round(a_first[0]),
        *[Outcome(("a", "b"), B_WINS)] * round(a_first[1]),
        *[Outcome(("b", "a"), B_WINS)] * round(b_first[0]),
        *[Outcome(("b", "a"), A_WINS)] * round(b_first[1]),
    ]


def test_three_of_four_are_191_points() -> None:
    """The logistic scale: 400 points are ten to one. The error is that of a share's logarithm."""
    scale = Scale(_pair((75, 25), (75, 25)), "b", prior=0)
    found = scale.elo("a")
    assert found.value == pytest.approx(400 * log10(3))
    assert found.error == pytest.approx(CERTAIN * UNIT / sqrt(200 * 0.75 * 0.25), rel=1e-3)
    assert scale.elo("b").value == pytest.approx(0)
    assert scale.elo("b").error == pytest.approx(0, abs=1e-6)
    back = scale.distance("b", "a")
    assert back.value == pytest.approx(-found.value)
    assert (found.low + found.high) / 2 == pytest.approx(found.value)
    assert scale.seat(0).value == pytest.approx(0, abs=1e-6)
    assert scale.expected(["a", "b"]) == pytest.approx([0.75, 0.25])


def test_the_first_seat_is_found_apart_from_the_players() -> None:
    """Two equals, of whom whoever begins wins 73 %: the seat is worth 173 points, they nothing."""
    scale = Scale(_pair((73, 27), (27, 73)), "a", prior=0)
    assert scale.elo("b").value == pytest.approx(0, abs=1e-6)
    assert scale.share(0).value == pytest.approx(0.73)
    assert scale.share(1).value == pytest.approx(0.27)
    assert scale.share(0).error == pytest.approx(CERTAIN * sqrt(0.73 * 0.27 / 200), rel=1e-3)
    assert scale.seat(0).value - scale.seat(1).value == pytest.approx(172.8, abs=0.1)
    assert scale.seat(0).value == pytest.approx(-scale.seat(1).value)


def test_a_draw_is_half_a_win() -> None:
    """A drawn game says as much as a won and a lost one do, each half."""
    drawn = Scale([Outcome(("a", "b"), (0.5, 0.5))] * 10 + _pair((4, 0), (0, 0)), "b")
    split = Scale(_pair((9, 5), (0, 0)), "b")
    assert drawn.elo("a").value == pytest.approx(split.elo("a").value)


def test_who_wins_everything_is_not_infinitely_strong() -> None:
    """Of 100 games and two that are supposed, 101 were won."""
    scale = Scale(_pair((50, 0), (50, 0)), "b")
    assert scale.elo("a").value == pytest.approx(UNIT * log(101), rel=1e-2)
    assert 0 < scale.elo("a").error < 1000


@pytest.mark.parametrize("number", [1, 2, 40])
def test_a_seat_that_wins_everything_is_not_infinitely_good(number: int) -> None:
    """However few or many games there are, and whoever had it."""
    games = [Outcome(("a", "b", "b"), (1.0, 0.0, 0.0)), Outcome(("b", "a", "b"), (1.0, 0.0, 0.0))]
    scale = Scale((games * number)[:number], "a")
    assert 1 / 3 < scale.share(0).value < 1
    assert sum(scale.share(side).value for side in range(3)) == pytest.approx(1)
    assert scale.seat(1).value < scale.seat(0).value > scale.seat(2).value
    assert 0 < scale.seat(0).error < 1000


def test_players_without_a_chain_of_games_are_left_out() -> None:
    """Nothing is known of them: neither how strong they are, nor of their seats."""
    others = [Outcome(("c", "d"), A_WINS)] * 5
    scale = Scale([*_pair((6, 4), (5, 5)), *others], "b")
    assert scale.players == ["a", "b"]
    nothing = Scale(others, "b")
    assert (nothing.players, nothing.sides) == (["b"], 0)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_simulated_players_are_found_again(sides: int) -> None:
    """Games are drawn by known strengths and seats: nearly all of them lie within their intervals,
    though not all players have met.
    """
    strengths = {"a": 0.0, "b": 120.0, "c": 250.0, "d": 420.0, "e": 600.0}
    seats = [60.0, 20.0, -20.0, -60.0][:sides]
    mean = sum(seats) / sides
    rng = Random(sides)
    hits = looks = 0
    for _ in range(8):
        games = []
        for weak, strong in ("ab", "bc", "cd", "de", "ac"):
            for number in range(300):
                players = [strong if place == number % sides else weak for place in range(sides)]
                worth = [
                    10 ** ((strengths[name] + seat) / 400)
                    for name, seat in zip(players, seats, strict=True)
                ]
                winner = rng.choices(range(sides), worth)[0]
                shares = tuple(float(place == winner) for place in range(sides))
                games.append(Outcome(tuple(players), shares))
        scale = Scale(games, "a")
        found = [(scale.elo(name), strengths[name]) for name in "bcde"]
        found += [(scale.seat(side), seat - mean) for side, seat in enumerate(seats)]
        hits += sum(one.low <= true <= one.high for one, true in found)
        looks += len(found)
        for one, true in found:
            assert abs(one.value - true) < 2.5 * one.error
    assert hits >= 0.85 * looks


def test_matrices_are_inverted() -> None:
    """With rows in any order; and not if there is no inverse."""
    found = inverted([[0.0, 2.0], [4.0, 0.0]])
    assert found == [[0.0, 0.25], [0.5, 0.0]]
    with pytest.raises(ZeroDivisionError):
        inverted([[1.0, 1.0], [1.0, 1.0]])
