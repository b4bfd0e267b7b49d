"""The questions that `make strength` asks, and the results so far."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import games
from games import play
from games.play import Line
from games.protocol import Setup
from opponents.levels import LEVELS, Level
from opponents.player import mind_of, think

RANDOM, PLAIN = "random", "plain search, 10 × the time"
TOP = max(LEVELS)
ROUND = 8
"""The number of games between two looks at an answer."""
LEAST, MOST = 16, 600
_PROBES, _PLIES, _NODES = 5, 120, 200
"""The sample of a player's choices: this many positions, from a random game of at most this many
plies, with this many nodes.
"""


@dataclass(slots=True)
class Question:
    """Whether one player wins at least `bound` of the points against others."""

    game: str
    seats: int
    level: int
    against: str
    sides: int
    bound: float
    games: int = 0
    points: float = 0.0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """The unique name of the question."""
        return f"{self.game}, {self.seats} seats: level {self.level} against {self.against}"

    @property
    def levels(self) -> list[int]:
        """The competing levels."""
        return [self.level] if self.against in (RANDOM, PLAIN) else [self.level, self.level - 1]

    @property
    def fair(self) -> float:
        """Each side's share if all are equally strong."""
        return 1 / self.sides

    @property
    def share(self) -> float:
        """The player's share of the points so far."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval. It is conservative, since draws and shares spread less than
        wins.
        """
        if not self.games:
            return 0.0, 1.0
        z, n, p = 1.96, self.games, self.share
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - reach), min(1.0, middle + reach)

    @property
    def reached(self) -> bool:
        """Whether the bound is reached and the player is significantly better than a fair share."""
        return self.share >= self.bound and self.interval[0] > self.fair

    @property
    def next_look(self) -> int:
        """The number of games at the next look."""
        return max(LEAST, (self.games // ROUND + 1) * ROUND)

    @property
    def answered(self) -> bool:
        """Whether further games are not worth the time."""
        if self.games >= MOST:
            return True
        if self.games < LEAST or self.games % ROUND:
            return False
        return self.reached or self.interval[1] < self.bound

    @property
    def verdict(self) -> str:
        """The answer in words."""
        if self.games < LEAST:
            return "open"
        if self.reached:
            return "yes"
        return "no" if self.interval[1] < self.bound else "open"


def questions() -> list[Question]:
    """All steps of all ladders, and both ends of each."""
    found = []
    for game in games.all_games():
        for seats in game.info.seats:
            sides = len(game.sides(play.setup(game, seats, {}, Random(0))))
            among = 0.65 if sides == 2 else 1 / sides

            def ask(level: int, against: str, bound: float, of: Any = (game, seats, sides)) -> None:
                found.append(Question(of[0].info.key, of[1], level, against, of[2], bound))

            ask(2, RANDOM, 0.95)
            for level in range(2, TOP + 1):
                ask(level, f"level {level - 1}", among)
            ask(TOP, PLAIN, 0.6 if sides == 2 else among)
    return found


# Results kept between runs


def signature(question: Question, tempo: float) -> str:
    """A checksum of the players. Changed players almost certainly get a different one.

    It covers their levels and their choices in some positions of a random game. Against plain
    search it also covers the share of the usual time.
    """
    game, seats = question.game, question.seats
    players = [_player(game, seats, mind_of(game).level(level)) for level in question.levels]
    known = f"{players} {tempo if question.against == PLAIN else 1}"
    return f"{crc32(known.encode()):08x}"


@cache
def _player(game: str, seats: int, level: Level) -> str:
    """A level's parameters, and its choices in some positions."""
    return " ".join([str(level), *(_found(level, *one) for one in _probes(game, seats))])


@cache
def _probes(key: str, seats: int) -> list[tuple[Line[Any, Any], Setup]]:
    game = games.get(key)
    setup = play.setup(game, seats, {}, Random(seats))
    walked = [Line[Any, Any].begin(game, setup)]
    for move in play.random_line(game, setup, Random(1), most=_PLIES)[:-1]:
        walked.append(walked[-1].push(move))
    return [(walked[len(walked) * one // _PROBES], setup) for one in range(_PROBES)]


def _found(level: Level, line: Line[Any, Any], setup: Setup) -> str:
    effort = mind_of(line.game.info.key).effort(line.position)
    found = think(line, setup, level.number, 0, _NODES / effort / level.effort)
    return f"{effort:g} {found.move} {found.value:.5f}"


def remember(asked: Iterable[Question], path: Path, tempo: float) -> None:
    """Adds the earlier results of the same players."""
    kept = json.loads(path.read_text()) if path.exists() else {}
    for question in asked:
        result = kept.get(question.name)
        if result and result["players"] == signature(question, tempo):
            question.games = result["games"]
            question.points = result["points"]
            question.seconds = result["seconds"]


def keep(asked: Sequence[Question], path: Path, tempo: float) -> None:
    """Saves the results atomically: a reader finds the old or the new file."""
    results = {
        one.name: {
            "games": one.games,
            "points": round(one.points, 3),
            "seconds": round(one.seconds, 1),
            "players": signature(one, tempo),
        }
        for one in asked
        if one.games
    }
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(results, indent=1) + "\n")
    fresh.replace(path)
