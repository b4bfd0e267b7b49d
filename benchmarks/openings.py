"""In how many ways computer players begin: `python -m benchmarks.openings [GAME ...]`.

For each game and number of seats, a level plays against itself, each game with its own seed as in
real matches, and against a player who always plays the same. Only the first moves are played.
Options that are usually drawn are the same in all games, so that only the choice of moves differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import click

import games
from benchmarks.rivals import fixed
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents.arena import Contestant, of_level

GAMES, AGAINST = 40, 20
"""How many games a level plays against itself, and against the one who plays the same."""
PLIES, LONGER = 8, 24
"""How many moves are looked at of these games."""
LEVELS = (3, 6)
EFFORT = 0.05
"""The share of its usual effort that a level spends here."""


def drawn(game: AnyGame, seats: int) -> Setup:
    """The setup of all games of a kind."""
    return play.setup(game, seats, {}, Random(1))


def opening(
    game: AnyGame, setup: Setup, players: Sequence[Contestant], seed: int, plies: int
) -> tuple[str, ...]:
    """The first moves of a game."""
    line: Line[Any, Any] = Line.begin(game, setup)
    moves: list[str] = []
    while len(moves) < plies and (seat := line.position.to_move) is not None:
        for move in players[seat - 1](line, setup, seed):
            moves.append(str(move))
            line = line.push(move)
    return tuple(moves[:plies])


def among_themselves(
    game: AnyGame, setup: Setup, level: int, seeds: Sequence[int], effort: float = EFFORT
) -> list[tuple[str, ...]]:
    """How games begin between players of a level."""
    players = [of_level(level, effort)] * setup.seats
    return [opening(game, setup, players, seed, PLIES) for seed in seeds]


def against_the_same(
    game: AnyGame, setup: Setup, level: int, seeds: Sequence[int], effort: float = EFFORT
) -> list[tuple[str, ...]]:
    """How games begin of a player of a level in the first seat against some who always play the
    same in the same position.
    """
    players = [of_level(level, effort), *[fixed] * (setup.seats - 1)]
    return [opening(game, setup, players, seed, LONGER) for seed in seeds]


def rows(game: AnyGame, seats: int) -> Iterator[str]:
    """What is found for one kind of game, a line for each level."""
    setup = drawn(game, seats)
    for level in LEVELS:
        begun = Counter(among_themselves(game, setup, level, range(GAMES)))
        met = {*against_the_same(game, setup, level, range(AGAINST))}
        yield (
            f"| {game.info.name}, {seats} | {level} | {len(begun)} | {max(begun.values())} "
            f"| {len(met)} |"
        )


@click.command()
@click.argument("keys", metavar="[GAME ...]", nargs=-1)
def main(keys: Sequence[str]) -> None:
    """Counts different beginnings."""
    click.echo(
        f"| game, seats | level | different first {PLIES} moves in {GAMES} games | most alike "
        f"| different of {AGAINST} against the same |\n| --- | ---: | ---: | ---: | ---: |"
    )
    for game in games.all_games():
        for seats in game.info.seats:
            if not keys or game.info.key in keys:
                for row in rows(game, seats):
                    click.echo(row)


if __name__ == "__main__":
    main()
