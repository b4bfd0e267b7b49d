"""Who sits together at a game's tables: whether there are partners, and whether a seat may be
empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.play import setup
from games.protocol import AnyGame, Setup

_FOUR = 4


def of_partners(game: AnyGame, made: Setup) -> bool:
    """Whether the seats play in pairs, as partners."""
    return {len(side) for side in game.sides(made)} == {2}


def may_be_mixed(game: AnyGame, seats: int, options: Mapping[str, str]) -> bool:
    """Whether some tables of four may have three players instead, each playing alone."""
    if seats != _FOUR or seats - 1 not in game.info.seats:
        return False
    return {len(side) for side in game.sides(setup(game, seats, options, Random(0)))} == {1}
