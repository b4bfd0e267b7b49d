"""What a search thinks of a position: the chances of each side, and the turns it expects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import games
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents.answer import Finding
from opponents.levels import LEVELS
from opponents.mind import draw_share, is_draw, shares, side_of
from opponents.oversights import Oversights
from opponents.player import mind_of, think

TURNS = 4
"""The most expected turns that are returned."""
FORCED = 40
"""The most forced moves that are followed before the search begins."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """`chances` holds the share of the win that each side may expect, in the order of the game's
    sides; they add up to 1. `turns` holds the expected turns, the next one first.
    """

    chances: tuple[float, ...]
    turns: tuple[str, ...] = ()


def judge(game: str, setup: Setup, position: str, effort: float = 1.0) -> Judgement:
    """Judges a position, given as text, at the start of a turn or in the middle of one.

    `effort` is a share of the strongest level's effort. The same effort always gives the same
    judgement. Takes and returns plain values, so that it can run in another process. Raises
    KeyError for an unknown game, and ValueError.
    """
    rules = games.get(game)
    line: Line[Any, Any] = Line.at(rules, rules.position(position))
    return _judged(setup, line, effort)


def _judged(setup: Setup, line: Line[Any, Any], effort: float) -> Judgement:
    game, moves, there = line.game, list[Any](), line
    while there.position.to_move is not None and len(moves) < FORCED:
        legal = game.legal_moves(there.position)
        if len(legal) > 1:
            break
        moves.append(legal[0])
        there = there.push(legal[0])
    if there.position.to_move is None:
        worth = shares(there.position.result)
        return Judgement(_of_seats(game, setup, worth), _turns(line, moves))
    found = think(there, setup, max(LEVELS), scale=effort)
    follow = _finished(there, setup, found, effort)
    chances = _chances(game, setup, there.position, found, follow)
    return Judgement(chances, _turns(line, [*moves, *follow]))


def _finished(
    line: Line[Any, Any], setup: Setup, found: Finding[Any], effort: float
) -> tuple[Any, ...]:
    """The expected moves, to the end of a turn.

    A search keeps no moves after a win that it has seen, so the rest of the turn is searched
    separately.
    """
    moves = list(found.line)
    for move in moves:
        line = line.push(move)
    while line.position.mid_turn:
        effort /= 2
        for move in think(line, setup, max(LEVELS), scale=effort).line:
            moves.append(move)
            line = line.push(move)
    return tuple(moves)


def _chances(
    game: AnyGame, setup: Setup, position: Any, found: Finding[Any], follow: Sequence[Any]
) -> tuple[float, ...]:
    """The chances of each side.

    With two sides left, or if the side to move can force its win, that side has the search's value,
    and the others that are left share the rest, unless it is a draw. Otherwise each side has its
    share at the end of the expected moves.
    """
    sides = game.sides(setup)
    left = game.sides_left(position, sides)
    if len(left) == 2 and is_draw(found.value, position, side_of(sides, position.to_move)):
        return tuple(draw_share(position, side) for side in sides)
    if len(left) == 2 or found.wins:
        own = min(1.0, max(0.0, found.value))
        chances = dict.fromkeys(left, (1 - own) / (len(left) - 1))
        chances[side_of(sides, position.to_move)] = own
        return tuple(chances.get(side, 0.0) for side in sides)
    for move in follow:
        position = game.apply(position, move)
    if position.result is not None:
        return _of_seats(game, setup, shares(position.result))
    return _of_seats(game, setup, mind_of(game.info.key).judge(position, Oversights()))


def _of_seats(game: AnyGame, setup: Setup, worth: Sequence[float]) -> tuple[float, ...]:
    return tuple(sum(worth[seat - 1] for seat in side) for side in game.sides(setup))


def _turns(line: Line[Any, Any], moves: Sequence[Any]) -> tuple[str, ...]:
    """The moves as turns. The last turn may be unfinished."""
    found: list[list[str]] = []
    for move in moves:
        if not found or not line.played:
            found.append([])
        found[-1].append(str(move))
        line = line.push(move)
    return tuple(" ".join(turn) for turn in found[:TURNS])
