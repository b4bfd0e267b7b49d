"""How many taps a turn takes, counted over games between computer players of level 4."""

from __future__ import annotations

from statistics import median

import pytest

import games
from games.protocol import AnyGame
from tests.level4 import turns
from tests.support.picking import taps

BUDGETS = {"attangle": 3, "die-drei": 3, "3stein": 3, "tyr": 4, "turnier": 4}
USUAL = 4
"""The budget of a game that is not named."""
COUNTED = 800
"""About so many turns of each game are counted, evenly spread over all its games."""


@pytest.mark.untraced  # Some thousand turns.
@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: str(game.info.key))
def test_a_usual_turn_takes_few_taps(game: AnyGame) -> None:
    """*Move* and *Confirm* included, the median of all turns keeps to the budget."""
    every = [*turns(game)]
    counted = every[:: max(1, len(every) // COUNTED)]
    found = [taps(line, tokens) for line, tokens in counted]
    assert median(found) <= BUDGETS.get(game.info.key, USUAL)
    assert min(found) >= 2
