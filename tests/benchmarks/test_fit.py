"""Evaluations fitted to games: factors that add up to the evaluation, and values that are found."""

from __future__ import annotations

from math import exp, log
from random import Random
from typing import Any

import pytest

from benchmarks.fit import FITTED, Seen, errors, fit, loss, seen
from benchmarks.kinds import kinds
from games import play
from games.play import Line
from opponents.player import mind_of

pytestmark = pytest.mark.untraced


def _positions(key: str) -> list[Any]:
    """Those of some random games."""
    kind, found = kinds()[key], list[Any]()
    for seed in range(5):
        setup = kind.setup(seed)
        line: Line[Any, Any] = Line.begin(kind.game, setup)
        for move in play.random_line(kind.game, setup, Random(seed))[:-1]:
            line = line.push(move)
            found.append(line.position)
    return found


@pytest.mark.parametrize("game", FITTED)
def test_factors_add_up_to_the_evaluation(game: str) -> None:
    """So what is fitted is what players think."""
    fitted = FITTED[game]
    factors, evaluate = fitted.units(), mind_of(game).evaluate
    for position in _positions(fitted.kind):
        first = evaluate(position)[0]
        worth = sum(a * factor(position) for a, factor in zip(fitted.now, factors, strict=True))
        assert worth == pytest.approx(log(first / (1 - first)), abs=1e-6)


@pytest.mark.parametrize("game", FITTED)
def test_values_are_made_of_single_ones(game: str) -> None:
    """In the order of their names."""
    fitted = FITTED[game]
    assert fitted.with_values(fitted.now) == fitted.values
    assert len(fitted.names) == len({*fitted.names}) == len(fitted.now)


def test_a_game_follows_from_its_number() -> None:
    """Games differ, and each is the same again."""
    first, again, other = (seen("die-drei", number) for number in (3, 3, 4))
    assert first == again != other
    assert {one.share for one in first} <= {0.0, 0.5, 1.0}


def test_what_games_were_made_with_is_found() -> None:
    """Within its error; and a value that no position is about stays as it is."""
    rng, true = Random(1), (0.8, -0.5)
    games = []
    for _ in range(200):
        game = []
        for _ in range(20):
            factors = (rng.uniform(-2, 2), rng.uniform(-2, 2), 0.0)
            chance = 1 / (1 + exp(-true[0] * factors[0] - true[1] * factors[1]))
            game.append(Seen(factors, float(rng.random() < chance)))
        games.append(game)
    found = fit(games, (0.0, 0.0, 7.0))
    wrong = errors(games, found)
    assert found[:2] == pytest.approx(true, abs=0.15)
    assert found[2] == pytest.approx(7.0)
    assert all(0.01 < one < 0.2 for one in wrong[:2])
    assert loss(games, found) < loss(games, (0.0, 0.0, 7.0)) == pytest.approx(log(2))
