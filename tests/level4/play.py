"""Plays fifty games of each game between computer players of level 4, and keeps them beside it.

    python -m tests.level4.play [GAME...]

The numbers of seats take turns. A game's number is the seed of everything that is drawn in it.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import games
from games.play import Line, setup
from games.protocol import AnyGame
from opponents.arena import LONGEST
from opponents.player import best_turn
from tests.level4 import FOLDER

GAMES, LEVEL = 50, 4


def played(game: AnyGame, number: int) -> str:
    """The game with this number, as a line."""
    seats = game.info.seats[number % len(game.info.seats)]
    given = setup(game, seats, rng=Random(number))
    line: Line[Any, Any] = Line.begin(game, given)
    tokens: list[str] = []
    for _ in range(LONGEST):
        if line.position.to_move is None:
            break
        for move in best_turn(line, given, LEVEL, number):
            tokens.append(str(move))
            line = line.push(move)
    options = (f"{key}={value}" for key, value in given.options.items())
    return " ".join((str(seats), *options, "|", *tokens))


def main() -> None:
    """Plays the games that are named, or all."""
    for key in sys.argv[1:] or [game.info.key for game in games.all_games()]:
        game = games.get(key)
        found = [played(game, number) for number in range(1, GAMES + 1)]
        (FOLDER / f"{key}.txt").write_text("\n".join(found) + "\n")


if __name__ == "__main__":
    main()
