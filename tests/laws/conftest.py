"""Every law runs over every registered game, with every number of seats and value of option."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import games
from games import play
from games.protocol import AnyGame, Setup


def setups(game: AnyGame) -> list[Setup]:
    """All seat counts with all listed values of options; what is drawn is drawn once for each."""
    found: list[Setup] = []
    for seats in game.info.seats:
        options = [
            option
            for option in game.info.options
            if option.values and (option.seats is None or seats in option.seats)
        ]
        for values in product(*(option.values or () for option in options)):
            chosen = {option.key: value for option, value in zip(options, values, strict=True)}
            found.append(play.setup(game, seats, chosen, Random(len(found))))
    return found


def name(value: Any) -> str:
    """What a case is called in a report."""
    if isinstance(value, Setup):
        options = ",".join(f"{key}={value.options[key]}" for key in sorted(value.options))
        return f"{value.seats}-{options or 'plain'}"
    return str(value.info.key)


CASES = [(game, setup) for game in games.all_games() for setup in setups(game)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives `game` and `setup`, or `game` alone, every value there is."""
    if "setup" in metafunc.fixturenames:
        metafunc.parametrize(("game", "setup"), CASES, ids=name)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games.all_games(), ids=name)
