"""Laws of the evaluations: they hold in every position of random games."""

from __future__ import annotations

from itertools import islice
from math import isclose, isfinite
from typing import Any

import pytest

from games.protocol import AnyGame, Setup
from opponents import mind_of
from opponents.mind import shares
from tests.laws.conftest import CASES, name
from tests.laws.walk import random_lines

_GAMES = 2
_EVERY = 5

pytestmark = [
    pytest.mark.untraced,
    pytest.mark.parametrize(("game", "setup"), CASES, ids=name),
]


def _positions(game: AnyGame, setup: Setup) -> list[Any]:
    """Some unfinished positions, including the last ones of their games."""
    found = []
    for seed in range(_GAMES):
        walked = [line.position for line, _ in random_lines(game, setup, seed)]
        running = [position for position in walked if position.result is None]
        found += [*islice(running, 0, None, _EVERY), *running[-3:]]
    return found


def test_evaluations_share_one_win(game: AnyGame, setup: Setup) -> None:
    """The seats' chances are finite, never negative, and add up to 1."""
    evaluate = mind_of(game.info.key).evaluate
    for position in _positions(game, setup):
        worth = evaluate(position)
        assert len(worth) == setup.seats
        assert all(isfinite(share) and share >= 0 for share in worth)
        assert isclose(sum(worth), 1)


def test_candidates_are_legal_and_miss_no_win(game: AnyGame, setup: Setup) -> None:
    """There is at least one candidate. Candidates are different legal moves, and include every
    winning move.
    """
    candidates = mind_of(game.info.key).candidates
    for position in _positions(game, setup):
        legal = game.legal_moves(position)
        found = list(candidates(position, legal))
        assert found
        assert len(set(found)) == len(found)
        assert set(found) <= set(legal)
        winning = {move for move in legal if _wins(game, setup, position, move)}
        assert winning <= set(found)


def _wins(game: AnyGame, setup: Setup, position: Any, move: Any) -> bool:
    after = game.apply(position, move)
    if after.result is None:
        return False
    side = next(side for side in game.sides(setup) if position.to_move in side)
    return sum(shares(after.result)[seat - 1] for seat in side) == 1


def test_forcing_moves_are_legal(game: AnyGame, setup: Setup) -> None:
    """Forcing moves are legal moves."""
    forcing = mind_of(game.info.key).forcing
    for position in _positions(game, setup):
        if forcing is None:
            break
        legal = game.legal_moves(position)
        assert set(forcing(position, legal)) <= set(legal)


def test_alike_positions_have_the_same_moves(game: AnyGame, setup: Setup) -> None:
    """Positions with the same key have the same moves and the same value."""
    mind = mind_of(game.info.key)
    seen: dict[Any, Any] = {}
    for position in _positions(game, setup):
        known = seen.setdefault(mind.key(position), position)
        assert game.legal_moves(known) == game.legal_moves(position)
        assert mind.evaluate(known) == mind.evaluate(position)
