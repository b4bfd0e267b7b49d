"""A computer player's turn."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any

from games.play import Line
from games.protocol import AnyGame, M, P, Seat, Setup
from opponents import alphabeta, minds, tree
from opponents.alphabeta import Finding
from opponents.budget import Budget
from opponents.eyes import Eyes
from opponents.levels import LEVELS
from opponents.mind import AnyMind, Mind

LEAST = 30
"""Positions that even the weakest level looks at."""


@cache
def _minds() -> dict[str, AnyMind]:
    modules = (import_module(f"{minds.__name__}.{one.name}") for one in iter_modules(minds.__path__))
    return {module.MIND.game: module.MIND for module in modules}


def mind_of(game: str) -> AnyMind:
    """What search knows of the game with this key. Raises KeyError where there is no such file."""
    return _minds()[game]


def best_turn(line: Line[P, M], setup: Setup, level: int, seed: int = 0) -> tuple[M, ...]:
    """The rest of the turn of the seat to move, as a player of this level plays it.

    Deterministic for a seed. Raises KeyError for an unknown level.
    """
    start, turn = line, list[M]()
    while not turn or (line.position.to_move == start.position.to_move and line.played):
        found = think(line.game, mind_of(line.game.info.key), line.position, setup, level, seed)
        turn.append(found.move)
        line = line.push(found.move)
    return tuple(turn)


def think(
    game: AnyGame, mind: Mind[Any, Any], position: Any, setup: Setup, level: int, seed: int = 0
) -> Finding[Any]:
    """What a player of this level finds in a position."""
    how = LEVELS[level]
    mixed = Random(f"{seed}/{position}").getrandbits(32)
    eyes = Eyes(mixed, how.blind, how.blind_ahead)
    budget = Budget(max(LEAST, int(mind.nodes * how.effort)))
    side = side_of(game, setup, position.to_move)
    method = tree if mind.method(len(game.sides(setup))) == "tree" else alphabeta
    return method.search(game, mind, position, side, budget, eyes)


def side_of(game: AnyGame, setup: Setup, seat: Seat) -> tuple[Seat, ...]:
    """The seats that win together with this one."""
    return next(side for side in game.sides(setup) if seat in side)
