"""Whole games between computer players of level 4, fifty of each game, played by `play.py`.

A line is a game: the number of seats, its options, a stroke, and its tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.play import Line
from games.protocol import AnyGame, Setup

FOLDER = Path(__file__).parent


def turns(game: AnyGame) -> Iterator[tuple[Line[Any, Any], list[str]]]:
    """All turns of all games in order: the line before each, and its tokens."""
    for text in (FOLDER / f"{game.info.key}.txt").read_text().splitlines():
        head, tokens = text.split(" | ")
        seats, *options = head.split()
        setup = Setup(int(seats), dict(option.split("=") for option in options))
        line: Line[Any, Any] = Line.begin(game, setup)
        start, turn = line, list[str]()
        for token in tokens.split():
            turn.append(token)
            line = line.read(token)[1]
            if not line.played:
                yield start, turn
                start, turn = line, []
