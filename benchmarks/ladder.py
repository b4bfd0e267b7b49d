"""The plan of the ladder: who plays whom, how often, and which results are required.

It is the same for every kind of game, and was fixed before any game of it was played. Numbers of
games are rounded up, so that everybody has every seat equally often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from benchmarks.entrants import NOVICE, ONE_TURN, UCT, UNIFORM, contestant
from benchmarks.kinds import Kind
from games.protocol import Setup
from opponents.arena import Contestant


@dataclass(frozen=True, slots=True)
class Pair:
    """One player of the first name among players of the second."""

    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.first}:{self.second}"


PLAN: Mapping[Pair, int] = {
    Pair("2", "1"): 200,
    Pair("3", "2"): 200,
    Pair("4", "3"): 200,
    Pair("5", "4"): 200,
    Pair("6", "5"): 60,
    Pair("1", UNIFORM): 100,
    Pair("1", NOVICE): 200,
    Pair("2", NOVICE): 100,
    Pair("4", ONE_TURN): 100,
    Pair("6", ONE_TURN): 100,
    Pair(NOVICE, UNIFORM): 100,
    Pair(ONE_TURN, NOVICE): 100,
    Pair("4", UCT): 60,
    Pair("6", UCT): 60,
}
"""The number of games of each pair, in each kind."""

_BY_TEXT = {str(pair): pair for pair in PLAN}

ANCHOR = NOVICE
"""The player with 0 points on each scale: one that changes to the levels don't affect."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted of a pair: the distance on the scale, or the first one's share of points."""

    pair: Pair
    unit: Literal["Elo", "points"]
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == -self.high:
            return f"within {self.high:.0f} Elo"
        if self.unit == "Elo":
            return f"{self.low:.0f} to {self.high:.0f} Elo"
        return f"at least {100 * self.low:.0f} % of the points"


GOALS = (
    Goal(Pair("1", NOVICE), "Elo", -70, 70),
    *(Goal(Pair(str(level + 1), str(level)), "Elo", 100, 200) for level in range(1, 6)),
    Goal(Pair("4", ONE_TURN), "points", 0.75, 1),
    Goal(Pair("6", ONE_TURN), "points", 0.9, 1),
)
"""The required results. Between two players, a difference of 70 points means a share of 60 % or 40
%.
"""


def number_of_games(kind: Kind, pair: Pair) -> int:
    """How many games a pair plays: as planned, rounded up to whole rounds of seats."""
    sides = len(kind.sides)
    return -(-PLAN[pair] // sides) * sides


def terms(kind: Kind, pair: Pair, number: int) -> tuple[Setup, Sequence[Contestant], int]:
    """The setup, the players by seat, and the seed of a game.

    The first one has the seats of each side in turn, and the second all others. The seed follows
    from kind, pair and number, so each game can be played again.
    """
    seed = crc32(f"{kind.key} {pair} {number}".encode())
    side = kind.sides[number % len(kind.sides)]
    first, second = contestant(pair.first), contestant(pair.second)
    players = [first if seat in side else second for seat in range(1, kind.seats + 1)]
    return kind.setup(seed), players, seed


def by_side(kind: Kind, pair: Pair, number: int) -> tuple[str, ...]:
    """Who has each side in a game."""
    place = number % len(kind.sides)
    return tuple(pair.first if one == place else pair.second for one, _ in enumerate(kind.sides))


def pair_of(text: str) -> Pair:
    """The planned pair that is written like this. Raises KeyError."""
    return _BY_TEXT[text]
