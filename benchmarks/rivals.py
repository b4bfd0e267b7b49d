"""Players of other kinds than the levels, to measure them by. They play every game.

They see a win in this turn, or in an answer of one turn, exactly. If that would take too many
positions, they don't see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any
from zlib import crc32

from games.play import Line
from games.protocol import Setup
from opponents.arena import Contestant, random_turn
from opponents.budget import Budget, Spent
from opponents.player import best_turn, mind_of
from opponents.soundness import LOOKS, Guard

TRIES = 6
"""How many turns are looked at for one that doesn't lose at once."""
SEES_A_WIN, IS_CAREFUL = 0.9, 0.5
"""How often a novice sees a win in one turn, and how often it looks for a safe one."""


def one_turn(line: Line[Any, Any], setup: Setup, seed: int) -> Sequence[Any]:
    """Takes a win, else the first of six random turns that doesn't lose at once, else the last."""
    return _looking(line, setup, _rng(line, seed), wins=True, careful=True)


def novice(line: Line[Any, Any], setup: Setup, seed: int) -> Sequence[Any]:
    """Plays at random, but sees nine of ten wins, and is as careful as `one_turn` half the time."""
    rng = _rng(line, seed)
    wins, careful = rng.random() < SEES_A_WIN, rng.random() < IS_CAREFUL
    return _looking(line, setup, rng, wins=wins, careful=careful)


def fixed(line: Line[Any, Any], setup: Setup, seed: int) -> Sequence[Any]:
    """Level 2 without a seed: in the same position always the same turn."""
    return best_turn(line, setup, 2)


RIVALS: dict[str, Contestant] = {"one-turn": one_turn, "novice": novice, "fixed": fixed}


def _rng(line: Line[Any, Any], seed: int) -> Random:
    return Random(crc32(f"{seed}/{line.position}".encode()))


def _looking(
    line: Line[Any, Any], setup: Setup, rng: Random, *, wins: bool, careful: bool
) -> Sequence[Any]:
    sides, mind = line.game.sides(setup), mind_of(line.game.info.key)
    guard = Guard(line.game, mind, line.position, sides, Budget(LOOKS * TRIES))
    win = guard.win() if wins else None
    if win is not None:
        return win.line
    turn, after = random_turn(line, rng)
    for _ in range(TRIES - 1 if careful else 0):
        if _looks_safe(guard, after.position):
            break
        turn, after = random_turn(line, rng)
    return turn


def _looks_safe(guard: Guard[Any, Any], after: Any) -> bool:
    try:
        return guard.is_safe(after)
    except Spent:
        return True
