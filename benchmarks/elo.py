"""One scale for all players of a kind of game, fitted to all their games at once.

A side wins with a probability in proportion to its strength: Bradley and Terry's model for two
sides, and the first place of Plackett and Luce's for more. A strength is the player's times the
seat's, so the advantage of each seat is estimated together with the players. A player who shares a
win, or draws, counts as having won that share of a game.

The fit has the maximum likelihood, with two games added for each pair that has met, one won by
each, and a game among equals won from each seat: so nobody who has won everything is infinitely
strong. Errors follow from the information matrix. They are 95 % intervals, and somewhat too wide if
many games are drawn, because a draw is less a matter of luck than the model assumes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt

PRIOR = 2.0
"""How many games are added for each pair; each seat is credited with half as many wins."""
UNIT = 400 / log(10)
"""Points of Elo for a factor of e."""
CERTAIN = 1.959964
"""How many standard errors a 95 % interval has on either side."""
_ROUNDS, _CLOSE = 200, 1e-10


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game: who had each side, and each side's share of the win. The shares add up to 1."""

    players: tuple[str, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and how far a 95 % interval reaches to both sides."""

    value: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.error

    @property
    def high(self) -> float:
        """The upper end."""
        return self.value + self.error


@dataclass(frozen=True, slots=True)
class _Cell:
    """Games alike: for each side the numbers of its parameters, and the games it has won."""

    sides: tuple[tuple[int, ...], ...]
    won: tuple[float, ...]

    def chances(self, at: Sequence[float]) -> list[float]:
        worth = [exp(sum(at[one] for one in side)) for side in self.sides]
        total = sum(worth)
        return [one / total for one in worth]

    def likelihood(self, at: Sequence[float]) -> float:
        return sum(
            many * log(chance) for many, chance in zip(self.won, self.chances(at), strict=True)
        )


class Scale:
    """The players who are connected by games with one of them, who is at 0; and the seats."""

    def __init__(self, outcomes: Iterable[Outcome], anchor: str, prior: float = PRIOR) -> None:
        games = _connected([*outcomes], anchor)
        self.players = sorted({anchor, *(name for game in games for name in game.players)})
        self.sides = len(games[0].players) if games else 0
        self._number = {name: place for place, name in enumerate(self.players)}
        self._anchor = self._number[anchor]
        self._at, self._spread = self._fitted(self._cells(games, prior))

    def elo(self, player: str) -> Estimate:
        """How much stronger a player is than the one at 0."""
        return self.distance(player, self.players[self._anchor])

    def distance(self, first: str, second: str) -> Estimate:
        """How much stronger the first one is than the second."""
        weights = [0.0] * len(self._at)
        weights[self._number[first]] += UNIT
        weights[self._number[second]] -= UNIT
        return self._estimate(sum(w * x for w, x in zip(weights, self._at, strict=True)), weights)

    def seat(self, side: int) -> Estimate:
        """How many points the seats of a side are worth more than the average, counted from 0."""
        weights = [0.0] * len(self._at)
        for other in range(self.sides):
            weights[self._seat(other)] = UNIT * ((other == side) - 1 / self.sides)
        return self._estimate(UNIT * self._at[self._seat(side)], weights)

    def share(self, side: int) -> Estimate:
        """A side's share of the wins among equals."""
        chances = _Cell(self._equals(), ()).chances(self._at)
        weights = [0.0] * len(self._at)
        for other, chance in enumerate(chances):
            weights[self._seat(other)] = chances[side] * ((other == side) - chance)
        return self._estimate(chances[side], weights)

    def expected(self, players: Sequence[str]) -> list[float]:
        """Each side's expected share of the win between these players."""
        return self._cell(players, ()).chances(self._at)

    def _seat(self, side: int) -> int:
        return len(self.players) + side

    def _equals(self) -> tuple[tuple[int, ...], ...]:
        return tuple((self._seat(side),) for side in range(self.sides))

    def _cell(self, players: Sequence[str], won: tuple[float, ...]) -> _Cell:
        sides = enumerate(players)
        return _Cell(tuple((self._number[name], self._seat(side)) for side, name in sides), won)

    def _cells(self, games: Sequence[Outcome], prior: float) -> list[_Cell]:
        won: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0.0] * self.sides)
        for game in games:
            for side, share in enumerate(game.shares):
                won[game.players][side] += share
        met = {pair for players in won for pair in combinations(sorted({*players}), 2)}
        return [
            *(self._cell(players, tuple(many)) for players, many in won.items()),
            *(
                _Cell(((self._number[one],), (self._number[other],)), (prior / 2, prior / 2))
                for one, other in sorted(met)
            ),
            _Cell(
                tuple((self._seat(side),) for side in range(self.sides)), (prior / 2,) * self.sides
            ),
        ]

    def _fitted(self, cells: Sequence[_Cell]) -> tuple[list[float], list[list[float]]]:
        """The most likely parameters, and the covariances of their errors (Newton's method).

        Only distances matter, so it costs nothing to hold the anchor, and the sum of the seats, at
        0.
        """
        size = len(self.players) + self.sides
        held = [[self._anchor], [self._seat(side) for side in range(self.sides)]]
        at = [0.0] * size

        def likelihood(at: Sequence[float]) -> float:
            off = sum(sum(at[one] for one in group) ** 2 for group in held)
            return sum(cell.likelihood(at) for cell in cells) - off / 2

        best = likelihood(at)
        for _ in range(_ROUNDS):
            slope, bend = _derivatives(cells, at, held)
            inverse = inverted(bend)
            step = [sum(b * s for b, s in zip(row, slope, strict=True)) for row in inverse]
            factor = 1.0
            while factor > _CLOSE:
                there = [x + factor * s for x, s in zip(at, step, strict=True)]
                if (found := likelihood(there)) >= best:
                    at, best = there, found
                    break
                factor /= 2
            if factor * max(map(abs, step)) < _CLOSE:
                break
        return at, inverted(_derivatives(cells, at, held)[1])

    def _estimate(self, value: float, weights: Sequence[float]) -> Estimate:
        spread = sum(
            a * b * self._spread[i][j]
            for i, a in enumerate(weights)
            for j, b in enumerate(weights)
            if a and b
        )
        return Estimate(value, CERTAIN * sqrt(max(0.0, spread)))


def _connected(games: Sequence[Outcome], anchor: str) -> list[Outcome]:
    """The games of players whom a chain of games connects with the anchor."""
    known = {anchor}
    while True:
        more = {name for game in games if known & {*game.players} for name in game.players}
        if more <= known:
            return [game for game in games if known & {*game.players}]
        known |= more


def _derivatives(
    cells: Sequence[_Cell], at: Sequence[float], held: Sequence[Sequence[int]]
) -> tuple[list[float], list[list[float]]]:
    """The slope of the logarithm of the likelihood, and how it bends (the information)."""
    size = len(at)
    slope = [0.0] * size
    bend = [[0.0] * size for _ in range(size)]
    for cell in cells:
        chances, games = cell.chances(at), sum(cell.won)
        mean: dict[int, float] = defaultdict(float)
        for side, chance, won in zip(cell.sides, chances, cell.won, strict=True):
            for one in side:
                mean[one] += chance
                slope[one] += won - games * chance
                for other in side:
                    bend[one][other] += games * chance
        for one, much in mean.items():
            for other, also in mean.items():
                bend[one][other] -= games * much * also
    for group in held:
        off = sum(at[one] for one in group)
        for one in group:
            slope[one] -= off
            for other in group:
                bend[one][other] += 1
    return slope, bend


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a matrix (Gauss and Jordan). Raises ZeroDivisionError if there is none."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        first = rows[column][column]
        rows[column] = [one / first for one in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [
                    one - factor * other for one, other in zip(rows[row], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]
