"""Starts of turns in games between players who differ: what soundness and sight are measured in.

Half of the games are random play; in the other half, each side is a level that is drawn, with a
small share of its effort. Phases in which a game is only built up are left out: nobody can win in
the next turn there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

from benchmarks.kinds import Kind
from games.play import Line
from games.protocol import Setup
from opponents.arena import Contestant, at_random, course, of_level
from opponents.levels import LEVELS

EFFORT = 0.02
"""The share of its effort that a level spends in these games."""
LAST, EVERY = 6, 7
"""Of each game the last starts of turns are taken, and every seventh one before."""


def walk(kind: Kind, seed: str, *, by_levels: bool) -> tuple[Setup, list[Line[Any, Any]]]:
    """The starts of turns of a game, in their order. Seeds are texts."""
    rng = Random(f"{kind.key} {seed}")
    setup = kind.setup(rng.getrandbits(32))
    players: list[Contestant] = [at_random] * kind.seats
    for side in kind.sides if by_levels else ():
        level = of_level(rng.choice([*LEVELS]), EFFORT)
        for seat in side:
            players[seat - 1] = level
    lines = [Line[Any, Any].begin(kind.game, setup)]
    lines += [line for _, line in course(kind.game, setup, players, rng.getrandbits(32))]
    gradual = kind.game.info.gradual
    return setup, [
        line
        for line in lines
        if line.position.result is None and line.position.phase not in gradual
    ]


def starts(kind: Kind, chunk: int, number: int) -> list[tuple[Setup, Line[Any, Any]]]:
    """Finds this many starts of turns. Chunks alternate between random play and play of levels."""
    return [*islice(_starts(kind, chunk), number)]


def _starts(kind: Kind, chunk: int) -> Iterator[tuple[Setup, Line[Any, Any]]]:
    for game in count():
        setup, lines = walk(kind, f"{chunk}/{game}", by_levels=chunk % 2 == 1)
        for line in [*lines[game % EVERY : -LAST : EVERY], *lines[-LAST:]]:
            yield setup, line
