"""Who plays in the ladder, by name: the six levels, and players of other kinds.

An entrant's signature shows whether it is still the same player as when a game was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any
from zlib import crc32

from benchmarks import playouts
from benchmarks.kinds import Kind, kinds
from benchmarks.rivals import novice, one_turn
from games import play
from games.play import Line
from games.protocol import Setup
from opponents.arena import LONGEST, Contestant, at_random, course, of_level
from opponents.decisions import ENDLESS
from opponents.levels import LEVELS
from opponents.player import mind_of, think

UNIFORM, NOVICE, ONE_TURN, UCT = "uniform", "novice", "one-turn", "uct"
POSITIONS = 10_000
"""How many positions plain search makes for a move."""
_PROBES, _PLIES, _NODES = 8, 400, 500
"""A signature's sample of a level: the number of positions, the most plies of the random game that
they come from, and how many positions the level searches in each.
"""


def uct(line: Line[Any, Any], setup: Setup, seed: int) -> Sequence[Any]:
    """Plain Monte-Carlo tree search with random playouts, which knows only the rules."""
    rng = Random(crc32(f"{seed}/{line.position}".encode()))
    return playouts.turn(line, rng, POSITIONS)


OTHERS: Mapping[str, Contestant] = {
    UNIFORM: at_random,
    NOVICE: novice,
    ONE_TURN: one_turn,
    UCT: uct,
}
"""The players of other kinds."""
ENTRANTS = (*OTHERS, *map(str, LEVELS))
"""All names. A level's name is its number."""


def contestant(name: str) -> Contestant:
    """The player with this name."""
    return OTHERS[name] if name in OTHERS else of_level(int(name))


def title(name: str) -> str:
    """How pages name an entrant."""
    return name if name in OTHERS else f"level {name}"


def signature(kind: Kind, name: str) -> str:
    """A checksum of an entrant in a kind of game. A player who plays otherwise gets another, unless
    they do so in few positions only: that is found by playing stored games again.

    It covers a level's numbers, what it finds in some positions of a random game, and the rules by
    which games end. Of players of other kinds it covers a whole game among themselves; of plain
    search, which is slow, a few turns.
    """
    level = None if name in OTHERS else mind_of(kind.game.info.key).level(int(name))
    numbers = f"{level} {level.careful}" if level is not None and level.careful else str(level)
    return _signature(kind.key, name, numbers)


def signatures(kind: Kind) -> dict[str, str]:
    """All entrants as they are now."""
    return {name: signature(kind, name) for name in ENTRANTS}


@cache
def _signature(key: str, name: str, numbers: str) -> str:
    kind = kinds()[key]
    found: list[object] = [kind.game.info.rules_version, numbers, LONGEST, ENDLESS]
    if name == UCT:
        found += [POSITIONS, playouts.LONGEST, playouts.SPREAD]
        found += [str(playouts.turn(line, Random(1), POSITIONS // 10)) for line, _ in _probes(key)]
    elif name in OTHERS:
        setup, players = kind.setup(1), [OTHERS[name]] * kind.seats
        found += [" ".join(map(str, turn)) for turn, _ in course(kind.game, setup, players, 1)]
    else:
        found += [_found(kind, int(name), *probe) for probe in _probes(key)]
    return f"{crc32(repr(found).encode()):08x}"


@cache
def _probes(key: str) -> list[tuple[Line[Any, Any], Setup]]:
    """Some positions, spread over a random game."""
    kind = kinds()[key]
    setup = kind.setup(kind.seats)
    walked = [Line[Any, Any].begin(kind.game, setup)]
    for move in play.random_line(kind.game, setup, Random(1), most=_PLIES)[:-1]:
        walked.append(walked[-1].push(move))
    return [(walked[len(walked) * one // _PROBES], setup) for one in range(_PROBES)]


def _found(kind: Kind, level: int, line: Line[Any, Any], setup: Setup) -> str:
    mind = mind_of(kind.game.info.key)
    effort = mind.effort(line.position)
    found = think(line, setup, level, 0, _NODES / effort / mind.level(level).effort)
    return f"{effort:g} {found.move} {found.value:.5f} {found.depth}"
