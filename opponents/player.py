"""The turn of a computer player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Generic
from zlib import crc32

from games.play import Line
from games.protocol import M, P, Setup
from opponents import alphabeta, evaluation, maxn, traps, tree
from opponents.answer import SLACK, Finding, Safety
from opponents.budget import Budget
from opponents.levels import SOUND
from opponents.mind import AnyMind
from opponents.oversights import Oversights
from opponents.soundness import LOOKS, Guard, two_sided

LEAST = 20
"""The number of positions that even the weakest level looks at."""


@cache
def _minds() -> dict[str, AnyMind]:
    found: dict[str, AnyMind] = {}
    for one in iter_modules(evaluation.__path__):
        mind = import_module(f"{evaluation.__name__}.{one.name}").MIND
        if mind.game in found:
            raise ValueError(f"a second mind for {mind.game!r}: {one.name}")
        found[mind.game] = mind
    return found


def mind_of(game: str) -> AnyMind:
    """What the search knows of the game with this key. Raises KeyError if there is none."""
    return _minds()[game]


def best_turn(
    line: Line[P, M],
    setup: Setup,
    level: int,
    seed: int | None = None,
    scale: float = 1.0,
    *,
    budget: Callable[[int], Budget] = Budget,
) -> tuple[M, ...]:
    """The rest of the turn of the seat to move, as a player of this level plays it.

    With a seed, its moves are drawn from those of nearly the best value; without a seed they are
    the best. In both cases the same arguments give the same answer.

    Each further move of the turn gets half the effort of the one before, so a turn never takes more
    than twice the effort of one move. `scale` scales the effort, and `budget` makes a budget from
    the resulting number of positions. Raises KeyError for an unknown level, and ValueError if the
    game is over.
    """
    return take_turn(line, setup, level, seed, scale, budget=budget).moves


@dataclass(frozen=True, slots=True)
class Taken(Generic[M]):
    """The rest of a turn, the share that its side may expect (0 to 1), and its safety, at levels
    that check it.
    """

    moves: tuple[M, ...]
    value: float
    safety: Safety | None


def take_turn(
    line: Line[P, M],
    setup: Setup,
    level: int,
    seed: int | None = None,
    scale: float = 1.0,
    *,
    budget: Callable[[int], Budget] = Budget,
) -> Taken[M]:
    """Like `best_turn`, with what was found about the turn before its first move.

    A safe turn that was found at the first move is kept to the last one: if the search for a
    further move ends too early, the turn continues as it was found to be safe. If the first search
    ended too early, a further one may show that the turn is safe, but not that every other turn
    loses.
    """
    turn: list[M] = []
    values: list[float] = []
    safe: tuple[M, ...] = ()
    safety: Safety | None = None
    while not turn or line.played:
        found = think(line, setup, level, seed, scale / (1 << len(turn)), budget=budget)
        values.append(found.value)
        moves = _at_once(line, found) or (found.move,)
        if safe and found.safety == "open":
            moves = safe
        elif not turn or found.safety == "safe":
            safety = found.safety
            safe = found.line[1:] if safety == "safe" else ()
        for move in moves:
            turn.append(move)
            line = line.push(move)
            if not line.played:
                break
    return Taken(tuple(turn), values[0], safety)


def _at_once(line: Line[P, M], found: Finding[M]) -> tuple[M, ...]:
    """The moves that win in this turn, if they were found. They are played without further
    search.
    """
    if found.wins:
        for number, move in enumerate(found.line, start=1):
            line = line.push(move)
            if line.position.result is not None:
                return found.line[:number]
            if not line.played:
                break
    return ()


def think(
    line: Line[P, M],
    setup: Setup,
    level: int,
    seed: int | None = None,
    scale: float = 1.0,
    *,
    budget: Callable[[int], Budget] = Budget,
) -> Finding[M]:
    """What a player of this level finds for the next move of the seat to move: the best move, or
    with a seed a move of nearly the best value.

    What the player overlooks depends on the seed and on the position where the turn began, and
    stays the same until the turn ends. Raises KeyError for an unknown level, and ValueError if the
    game is over.
    """
    _require_going(line)
    mind = mind_of(line.game.info.key)
    how = mind.level(level)
    mixed = crc32(f"{seed or 0}/{line.turn_start}".encode())
    slack = 0.0 if seed is None else SLACK
    oversights = Oversights(mixed, how.blind, how.blind_ahead, slack)
    planned = budget(max(LEAST, int(mind.effort(line.position) * how.effort * scale)))
    careful = level >= SOUND or oversights.happens(how.careful)
    guard = _guard(line, setup, planned) if careful else None
    if guard is None:
        return look(line, setup, planned, oversights)
    return guard.win() or guard.guarded(look(line, setup, planned, oversights))


def _guard(line: Line[P, M], setup: Setup, planned: Budget) -> Guard[P, M] | None:
    """The guard that keeps the turn from losing to the next one; None unless there are two sides.
    It has a budget of its own, beside that of the search.
    """
    sides = line.game.sides(setup)
    if not two_sided(line.game, line.position, sides):
        return None
    mind = mind_of(line.game.info.key)
    return Guard(line.game, mind, line.position, sides, planned.beside(LOOKS))


def look(
    line: Line[P, M], setup: Setup, budget: Budget, oversights: Oversights | None = None
) -> Finding[M]:
    """What the game's search finds for the next move within a budget. It overlooks nothing unless
    oversights are given. If only two sides are left, it is the search for two. Raises ValueError if
    the game is over.
    """
    _require_going(line)
    game, mind = line.game, mind_of(line.game.info.key)
    sides, seat = game.sides(setup), line.position.to_move
    method = mind.method(2 if two_sided(game, line.position, sides) else setup.seats)
    if method in ("tree", "traps"):
        search = tree.search if method == "tree" else traps.search
        return search(game, mind, line.position, sides, budget, oversights=oversights)
    if method == "max-n":
        assert seat is not None
        return maxn.search(game, mind, line.position, seat, budget, oversights=oversights)
    return alphabeta.search(game, mind, line.position, sides, budget, oversights=oversights)


def _require_going(line: Line[P, M]) -> None:
    if line.position.to_move is None:
        raise ValueError(f"the game is over: {line.position}")
