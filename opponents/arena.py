"""Matches between computer players, for measuring their strength."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeAlias
from zlib import crc32

from games.play import Line
from games.protocol import AnyGame, Result, Setup
from opponents.decisions import ENDLESS, idle
from opponents.mind import Shares, shares
from opponents.player import best_turn

LONGEST = 600
"""The number of turns after which a game is stopped and counts as a draw."""

Contestant: TypeAlias = Callable[[Line[Any, Any], Setup, int], Sequence[Any]]
"""Returns the rest of a turn, given the line, the setup and a seed."""


def of_level(level: int, scale: float = 1.0) -> Contestant:
    """The computer player of a level. `scale` scales its effort."""
    return lambda line, setup, seed: best_turn(line, setup, level, seed, scale)


def at_random(line: Line[Any, Any], setup: Setup, seed: int) -> Sequence[Any]:
    """Random legal moves."""
    return random_turn(line, Random(crc32(f"{seed}/{line.position}".encode())))[0]


def random_turn(line: Line[Any, Any], rng: Random) -> tuple[Sequence[Any], Line[Any, Any]]:
    """The rest of a turn, made of random legal moves, and the line after it."""
    turn: list[Any] = []
    while not turn or line.played:
        turn.append(rng.choice(line.game.legal_moves(line.position)))
        line = line.push(turn[-1])
    return turn, line


def course(
    game: AnyGame,
    setup: Setup,
    players: Sequence[Contestant],
    seed: int,
    endless: int | None = ENDLESS,
) -> Iterator[tuple[Sequence[Any], Line[Any, Any]]]:
    """Plays one game. Yields each turn, with the line after it.

    Like computer players among themselves, the players agree on a draw after `endless` plies
    without progress; with None they play on.
    """
    line: Line[Any, Any] = Line.begin(game, setup)
    for _ in range(LONGEST):
        seat = line.position.to_move
        if seat is None or (endless and idle(game.info.key, line.position) >= endless):
            return
        turn = players[seat - 1](line, setup, seed)
        for move in turn:
            line = line.push(move)
        yield turn, line


def contest(
    game: AnyGame,
    setup: Setup,
    players: Sequence[Contestant],
    seed: int,
    endless: int | None = ENDLESS,
) -> Shares:
    """Plays one game, as `course` does. Returns each seat's share of the win."""
    result: Result | None = None
    for _, line in course(game, setup, players, seed, endless):
        result = line.position.result
    if result is None:
        return (1 / setup.seats,) * setup.seats
    return shares(result)
