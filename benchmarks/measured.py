"""The results for a kind of game: its games, the scale fitted to them, and which goals are reached.

A goal is not judged before all games planned for it have been played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from benchmarks.elo import Outcome, Scale
from benchmarks.kinds import Kind, kinds
from benchmarks.ladder import ANCHOR, Goal, Pair, by_side, number_of_games
from benchmarks.ledger import Counted, Game, counted
from opponents.programs.sprt import interval

Verdict = Literal["yes, surely", "yes", "no", "no, surely", "not finished"]


@dataclass(frozen=True, slots=True)
class Measured:
    """A kind of game with what is known of it."""

    kind: Kind
    games: Counted
    scale: Scale

    def played(self, pair: Pair) -> Sequence[Game]:
        """The games of a pair."""
        return [*self.games.of(pair).values()]

    def complete(self, pair: Pair) -> bool:
        """Whether a pair has played all its games."""
        return len(self.games.of(pair)) == number_of_games(self.kind, pair)

    def points(self, pair: Pair) -> tuple[float, tuple[float, float]] | None:
        """The first one's share of the points, and its interval; None without games."""
        sides = len(self.kind.sides)
        found = [game.shares(self.kind)[game.number % sides] for game in self.played(pair)]
        if not found:
            return None
        return sum(found) / len(found), interval(found)

    def expected(self, pair: Pair) -> float:
        """The first one's share according to the scale."""
        sides = range(len(self.kind.sides))
        shares = [self.scale.expected(by_side(self.kind, pair, one))[one] for one in sides]
        return sum(shares) / len(shares)

    def knows(self, *names: str) -> bool:
        """Whether these players stand on the scale."""
        return {*names} <= {*self.scale.players}

    def of_pair(self, pair: Pair) -> Scale:
        """The scale that is fitted to the games of one pair alone."""
        return fitted(self.kind, self.games, pair)

    def verdict(self, goal: Goal) -> Verdict:
        """Whether a goal is reached; surely, if the whole interval agrees."""
        value, low, high = self._figure(goal)
        if not self.complete(goal.pair):
            return "not finished"
        if goal.low <= value <= goal.high:
            return "yes, surely" if goal.low <= low and high <= goal.high else "yes"
        return "no, surely" if high < goal.low or low > goal.high else "no"

    def _figure(self, goal: Goal) -> tuple[float, float, float]:
        """The figure that a goal is about, and its interval."""
        points = self.points(goal.pair)
        if goal.unit == "points" and points is not None:
            return points[0], *points[1]
        if goal.unit == "Elo" and self.knows(goal.pair.first, goal.pair.second):
            step = self.scale.distance(goal.pair.first, goal.pair.second)
            return step.value, step.low, step.high
        return 0.0, 0.0, 0.0


def measured(folder: Path) -> list[Measured]:
    """What is known of each kind."""
    return [_of(kind, counted(kind, folder)) for kind in kinds().values()]


def _of(kind: Kind, games: Counted) -> Measured:
    return Measured(kind, games, fitted(kind, games))


def fitted(kind: Kind, games: Counted, only: Pair | None = None) -> Scale:
    """The scale that is fitted to all games of a kind, or to those of one pair."""
    outcomes = [
        Outcome(by_side(kind, pair, game.number), game.shares(kind))
        for pair, game in games.all
        if only in (None, pair)
    ]
    return Scale(outcomes, ANCHOR if only is None else only.first)
