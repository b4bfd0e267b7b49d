"""`python -m benchmarks.fit attangle`: what an evaluation's values should be, by games.

Texel's way: the strongest level plays itself with a small effort, from random openings, and values
are sought with which the evaluation of the positions foretells the results best (logistic
regression). Everything follows from the numbers of the games, so anybody finds the same values.

It works for evaluations whose logit is linear in their values: each value's factor in a position is
what the evaluation says when that value alone isn't zero.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from math import exp, log, sqrt
from multiprocessing import get_context
from random import Random
from typing import Any

import click

from benchmarks.elo import inverted
from benchmarks.kinds import kinds
from games.play import Line
from opponents.arena import LONGEST, of_level, random_turn
from opponents.evaluation import attangle, die_drei
from opponents.levels import LEVELS
from opponents.mind import shares

GAMES, EFFORT = 1600, 0.02
"""How many games are played, and the share of its effort that the strongest level spends."""
TURNS, LAST = 4, 2
"""The number of random turns that a game begins with, and of its last turns that are left out,
since a search sees the end there.
"""
PARTS = 10
"""Errors are found by leaving out one of so many parts of the games (the jackknife), because the
positions of a game hang together.
"""
HELD = 0.1
"""How strongly values are held where they are, so that those that no position is about stay."""
STEPS = 8
"""How many of Newton's steps are made. Three are enough."""
NICE = 15
_UNIT = 0.01
"""A value that keeps the evaluation away from 0 and 1."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """An evaluation with values: how it is made of them, and those it has now."""

    kind: str
    evaluation: Callable[[Any], Callable[[Any], Sequence[float]]]
    values: Any

    @property
    def names(self) -> list[str]:
        """The names of single values."""
        return [name for name, _ in self._single()]

    @property
    def now(self) -> list[float]:
        """The single values."""
        return [value for _, value in self._single()]

    def _single(self) -> Iterator[tuple[str, float]]:
        for field in fields(self.values):
            value = getattr(self.values, field.name)
            if isinstance(value, tuple):
                yield from ((f"{field.name} {place}", one) for place, one in enumerate(value, 1))
            else:
                yield field.name, value

    def with_values(self, single: Sequence[float]) -> Any:
        """The values, out of single ones."""
        left, made = [*single], dict[str, Any]()
        for field in fields(self.values):
            before = getattr(self.values, field.name)
            if isinstance(before, tuple):
                made[field.name] = tuple(left.pop(0) for _ in before)
            else:
                made[field.name] = left.pop(0)
        return type(self.values)(**made)

    def units(self) -> list[Callable[[Any], float]]:
        """For each single value, its factor in a position, as the first seat sees it."""
        size = len(self.now)
        rows = ([_UNIT * (one == place) for one in range(size)] for place in range(size))
        return [_factor(self.evaluation(self.with_values(row))) for row in rows]


FITTED = {
    "attangle": Fitted("attangle-2", attangle.evaluation, attangle.Values()),
    "die-drei": Fitted("die-drei-2", die_drei.evaluation, die_drei.Values()),
}
"""By game."""


def _factor(evaluate: Callable[[Any], Sequence[float]]) -> Callable[[Any], float]:
    def factor(position: Any) -> float:
        first = evaluate(position)[0]
        return log(first / (1 - first)) / _UNIT

    return factor


@dataclass(frozen=True, slots=True)
class Seen:
    """A position: the factor of each value, and the first seat's share of the win in the end."""

    factors: tuple[float, ...]
    share: float


def seen(game: str, number: int) -> list[Seen]:
    """The positions of a game, from the end of its opening on."""
    fitted, rng = FITTED[game], Random(f"fit {game} {number}")
    kind, player = kinds()[fitted.kind], of_level(max(LEVELS), EFFORT)
    setup = kind.setup(number)
    line: Line[Any, Any] = Line.begin(kind.game, setup)
    lines: list[Line[Any, Any]] = []
    while line.position.to_move is not None and len(lines) < LONGEST:
        if len(lines) < TURNS:
            line = random_turn(line, rng)[1]
        else:
            for move in player(line, setup, number):
                line = line.push(move)
        lines.append(line)
    result = line.position.result
    share = 0.5 if result is None else shares(result)[0]
    factors = fitted.units()
    return [
        Seen(tuple(factor(one.position) for factor in factors), share)
        for one in lines[TURNS - 1 : -1 - LAST]
    ]


def fit(games: Sequence[Sequence[Seen]], values: Sequence[float]) -> list[float]:
    """The values with which the results are foretold best, sought from these on."""
    at, size = [*values], len(values)
    for _ in range(STEPS):
        slope = [HELD * (before - one) for before, one in zip(values, at, strict=True)]
        bend = [[HELD * (row == column) for column in range(size)] for row in range(size)]
        for game in games:
            for one in game:
                _learn(one, at, slope, bend)
        step = inverted(bend)
        at = [
            one + sum(a * b for a, b in zip(row, slope, strict=True))
            for one, row in zip(at, step, strict=True)
        ]
    return at


def _learn(one: Seen, at: Sequence[float], slope: list[float], bend: list[list[float]]) -> None:
    chance = 1 / (1 + exp(-sum(a * b for a, b in zip(at, one.factors, strict=True))))
    known = [(place, factor) for place, factor in enumerate(one.factors) if factor]
    weight = chance * (1 - chance)
    for row, factor in known:
        slope[row] += (one.share - chance) * factor
        for column, other in known:
            bend[row][column] += weight * factor * other


def errors(games: Sequence[Sequence[Seen]], values: Sequence[float]) -> list[float]:
    """How far the fitted values may be off, as 95 % intervals reach to either side."""
    without = [
        fit([game for place, game in enumerate(games) if place % PARTS != part], values)
        for part in range(PARTS)
    ]
    means = [sum(one) / PARTS for one in zip(*without, strict=True)]
    return [
        1.96 * sqrt((PARTS - 1) / PARTS * sum((one[place] - mean) ** 2 for one in without))
        for place, mean in enumerate(means)
    ]


def loss(games: Sequence[Sequence[Seen]], values: Sequence[float]) -> float:
    """How badly results are foretold: the mean of minus the logarithm of the chance that they were
    given. Without any knowledge it is 0.693.
    """
    found = []
    for one in (one for game in games for one in game):
        worth = sum(a * b for a, b in zip(values, one.factors, strict=True))
        found.append(log(1 + exp(worth)) - one.share * worth)
    return sum(found) / len(found)


@click.command()
@click.argument("game", type=click.Choice([*FITTED]))
@click.option("--games", "number", default=GAMES, show_default=True, help="How many are played.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 2))
def main(game: str, number: int, processes: int) -> None:
    """Fits the values of a game's evaluation to games that the strongest level plays itself."""
    with get_context("spawn").Pool(processes, os.nice, (NICE,)) as pool:
        games = pool.starmap(seen, [(game, one) for one in range(number)], chunksize=4)
    fitted = FITTED[game]
    found = fit(games, fitted.now)
    click.echo(f"{number} games, {sum(map(len, games)):,} positions.")
    rows = zip(fitted.names, fitted.now, found, errors(games, found), strict=True)
    click.echo(f"{'value':12} {'now':>7} {'fitted':>7} {'error':>7}")
    for name, now, new, error in rows:
        click.echo(f"{name:12} {now:+7.3f} {new:+7.3f} {error:7.3f}")
    click.echo(f"Loss: {loss(games, fitted.now):.4f} now, {loss(games, found):.4f} fitted.")


if __name__ == "__main__":
    main()
