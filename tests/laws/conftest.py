"""Every law runs for every registered game, with every number of seats and every option value."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import games
from games import play
from games.protocol import AnyGame, Setup


def setups(game: AnyGame) -> list[Setup]:
    """All numbers of seats with all listed option values; random options are drawn once for
    each.
    """
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
    """The name of a case in a report."""
    if isinstance(value, Setup):
        options = ",".join(f"{key}={value.options[key]}" for key in sorted(value.options))
        return f"{value.seats}-{options or 'plain'}"
    return str(value.info.key)


CASES = [(game, setup) for game in games.all_games() for setup in setups(game)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrizes `game` and `setup`, or `game` alone, with every value."""
    if "setup" in metafunc.fixturenames:
        metafunc.parametrize(("game", "setup"), CASES, ids=name)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games.all_games(), ids=name)
