"""A computer player's turn."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from zlib import crc32

from games.play import Line
from games.protocol import AnyGame, M, P, Seat, Setup
from opponents import alphabeta, minds, tree
from opponents.budget import Budget
from opponents.eyes import Eyes
from opponents.finding import Finding
from opponents.levels import LEVELS
from opponents.mind import AnyMind

LEAST = 20
"""Positions that even the weakest level looks at."""


@cache
def _minds() -> dict[str, AnyMind]:
    modules = (
        import_module(f"{minds.__name__}.{one.name}") for one in iter_modules(minds.__path__)
    )
    return {module.MIND.game: module.MIND for module in modules}


def mind_of(game: str) -> AnyMind:
    """What search knows of the game with this key. Raises KeyError where there is no such file."""
    return _minds()[game]


def best_turn(
    line: Line[P, M], setup: Setup, level: int, seed: int = 0, scale: float = 1.0
) -> tuple[M, ...]:
    """The rest of the turn of the seat to move, as a player of this level plays it.

    Deterministic for a seed. Each further move of the turn gets half of the effort of the one
    before, so that a turn never takes more than twice the effort of one move. `scale` makes all
    efforts smaller or greater. Raises KeyError for an unknown level.
    """
    turn: list[M] = []
    while not turn or line.played:
        effort = scale / (1 << len(turn))
        turn.append(think(line, setup, level, seed, effort).move)
        line = line.push(turn[-1])
    return tuple(turn)


def think(
    line: Line[P, M], setup: Setup, level: int, seed: int = 0, scale: float = 1.0
) -> Finding[M]:
    """What a player of this level finds for the next move of the seat to move.

    What it overlooks depends on the seed and on where the turn began: it stays the same to the
    turn's end. Deterministic for a seed and a scale. Raises KeyError for an unknown level.
    """
    game, how = line.game, LEVELS[level]
    mind: AnyMind = mind_of(game.info.key)
    mixed = crc32(f"{seed}/{line.turn_start}".encode())
    eyes = Eyes(mixed, how.blind, how.blind_ahead)
    budget = Budget(max(LEAST, int(mind.nodes * how.effort * scale)))
    sides = game.sides(setup)
    if mind.method(setup.seats) == "tree":
        return tree.search(game, mind, line.position, sides, budget, eyes)
    side = side_of(game, setup, line.position.to_move)
    return alphabeta.search(game, mind, line.position, side, budget, eyes)


def side_of(game: AnyGame, setup: Setup, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats that win together with this one. Raises StopIteration for one that isn't there."""
    return next(side for side in game.sides(setup) if seat in side)
