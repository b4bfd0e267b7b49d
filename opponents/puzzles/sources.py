"""Where puzzles come from: games between computer players, and records of matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, fields, replace
from pathlib import Path
from random import Random
from typing import Any

from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from games.record import from_json, from_text
from opponents.arena import course, of_level
from opponents.puzzles.proof import setup_of

STRONG, ANY = (5, 6), (2, 3, 4, 5, 6)
"""Half of the games are played by strong players, the others by players of any level from 2 up."""
SELDOM = 0.02
"""How often a strong player is of the strongest level, which takes much longer than the others."""
FORGOTTEN = ("history", "past")
"""Fields that are reset in the positions of puzzles, if they have a default: the picture doesn't
show how often a position has occurred.
"""


def played(game: AnyGame, number: int, seed: int) -> list[Any]:
    """The positions at the starts of turns in one game between computer players."""
    rng = Random(f"{seed}/{number}")
    setup = play.setup(game, rng.choice(game.info.seats), {}, rng)
    of, odds = (STRONG, (1 - SELDOM, SELDOM)) if number % 2 else (ANY, (2, 2, 2, 2, SELDOM))
    players = [of_level(level) for level in rng.choices(of, odds, k=setup.seats)]
    positions: list[Any] = [game.start(setup)]
    for _, line in course(game, setup, players, rng.getrandbits(32)):
        positions.append(line.position)
    return [one for one in positions if one.to_move is not None]


def recorded(game: AnyGame, files: Sequence[Path]) -> Iterator[list[Any]]:
    """The positions of each record of this game. Raises RecordError."""
    for file in files:
        text = file.read_text(encoding="utf-8-sig")
        record = from_json(text) if text.lstrip().startswith("{") else from_text(text)
        if record.game.info.key == game.info.key:
            yield positions(game, record.setup, record.turns)


def positions(game: AnyGame, setup: Setup, turns: Iterable[str]) -> list[Any]:
    """The positions at the starts of turns, from a record's turns and events. Empty if it doesn't
    have the usual options, which positions don't name.
    """
    line: Line[Any, Any] = Line.begin(game, setup)
    found: list[Any] = []
    if game.sides(setup) != game.sides(setup_of(game, line.position)):
        return found
    for token in (token for turn in turns for token in turn.split()):
        if not line.played:
            found.append(line.position)
        line = line.event(token) or line.read(token)[1]
    return found


def afresh(position: Any) -> Any:
    """The position without its history, if the history can be left out."""
    defaults = {one.name: one.default for one in fields(position) if one.name in FORGOTTEN}
    return replace(position, **{name: one for name, one in defaults.items() if one is not MISSING})
