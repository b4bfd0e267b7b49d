"""A match between two programs: openings from a seed, every seating of each, in a fixed order.

Groups of games are played one after another, and so are the games of a group. The test is evaluated
after each group. So the games do not depend on when a match was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from games import play
from games.protocol import AnyGame, Setup
from opponents.programs import contest
from opponents.programs.contest import Played, Seating
from opponents.programs.engine import Engine
from opponents.programs.program import Failure
from opponents.programs.results import Results
from opponents.programs.sprt import Sprt, Verdict, interval
from opponents.protocol.commands import Go

SEEDS = 1_000_000
"""Each game has its own seed: the match's seed times this number, plus the game's number."""


@dataclass(frozen=True)
class Terms:
    """The terms of a match: what is played, and what is asked. Programs are commands with their
    arguments.
    """

    game: AnyGame
    seats: int | None
    options: Mapping[str, str]
    programs: tuple[Sequence[str], Sequence[str]]
    hows: tuple[Go, Go] = (Go(), Go())
    seconds: float = 60.0
    """The most time for an answer. It is a guard, not a budget: a program that is late loses."""
    turns: int = 4
    """The number of random turns in an opening."""
    seed: int = 1
    sprt: Sprt | None = None

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings of a group, one for each game."""
        return contest.seatings(self.game.sides(self.setup(0)))

    def setup(self, group: int) -> Setup:
        """The setup of a group's games. Options without a value are drawn at random. Raises
        OptionError.
        """
        return play.setup(self.game, self.seats, self.options, self._random("setup", group))

    def opening(self, group: int) -> tuple[str, ...]:
        """The first turns of a group's games."""
        rng = self._random("opening", group)
        return contest.opening(self.game, self.setup(group), self.turns, rng)

    def _random(self, what: str, group: int) -> Random:
        return Random(f"{self.seed}/{what}/{group}")

    def written(self) -> dict[str, Any]:
        """Everything on which the games and the verdict depend, as JSON values."""
        return {
            "game": self.game.info.key,
            "rules": self.game.info.rules_version,
            "seats": self.setup(0).seats,
            "options": dict(self.options),
            "programs": [[*command] for command in self.programs],
            "go": [str(how) for how in self.hows],
            "seconds": self.seconds,
            "turns": self.turns,
            "seed": self.seed,
            "sprt": self.sprt and asdict(self.sprt),
        }


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match after some games. Incomplete groups don't count."""

    games: int
    groups: tuple[float, ...]
    faults: tuple[int, int]
    ratio: float | None
    """The logarithm of the likelihood ratio; None without a test."""
    verdict: Verdict

    @property
    def share(self) -> float:
        """The first program's share."""
        return sum(self.groups) / len(self.groups) if self.groups else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval, as if the number of games had been fixed in advance."""
        return interval(self.groups)


class CantBegin(Exception):
    """A program does not start, or does not play this game. The text says why."""

    def __init__(self, program: int, text: str) -> None:
        super().__init__(text)
        self.program = program


class Match:
    """A match that is being played, or resumed."""

    def __init__(self, terms: Terms, path: Path | None = None) -> None:
        """Raises OtherMatch, OptionError and OSError."""
        self.terms = terms
        self._results = Results(path, terms.written())

    def standing(self) -> Standing:
        """The current state."""
        shares, sprt = self._results.shares, self.terms.sprt
        size = len(self.terms.seatings)
        groups = tuple(
            sum(shares[start : start + size]) / size
            for start in range(0, len(shares) - size + 1, size)
        )
        steps = contest.parts(self.terms.game.sides(self.terms.setup(0)))
        ratio = None if sprt is None else sprt.ratio(groups, steps)
        verdict: Verdict = "open" if sprt is None or ratio is None else sprt.verdict(ratio)
        first, second = self._results.faults
        return Standing(len(shares), groups, (first, second), ratio, verdict)

    def play(self, most: int) -> Iterator[tuple[Played, Seating, Standing]]:
        """Plays until this many games are over, rounded up to whole groups, or until the test has
        ended.

        Yields each game as it ends. Raises CantBegin.
        """
        programs = [Engine(command, self.terms.seconds) for command in self.terms.programs]
        try:
            if not self._over(most):
                self._begin(programs)
            while not self._over(most):
                yield self._game(programs)
            for program in programs:
                program.close()
        finally:
            for program in programs:
                program.drop()
            self._results.close()

    def _over(self, most: int) -> bool:
        """Whether nothing more has to be played. A group that has begun is finished."""
        number = len(self._results.shares)
        whole = number % len(self.terms.seatings) == 0
        return whole and (number >= most or self.standing().verdict != "open")

    def _begin(self, programs: Sequence[Engine]) -> None:
        """Starts the programs, because a program that can't begin at all would lose every game.
        Raises CantBegin.
        """
        for number, program in enumerate(programs):
            try:
                program.begin(self.terms.game, self.terms.setup(0))
            except Failure as failure:
                raise CantBegin(number, program.drop(failure)) from failure

    def _game(self, programs: Sequence[Engine]) -> tuple[Played, Seating, Standing]:
        terms, number = self.terms, len(self._results.shares)
        group, place = divmod(number, len(terms.seatings))
        setup, seating = terms.setup(group), terms.seatings[place]
        seed = terms.seed * SEEDS + number
        hows = [replace(how, seed=seed) if how.seed is None else how for how in terms.hows]
        played = contest.play(
            terms.game, setup, terms.opening(group), seating, programs=programs, hows=hows
        )
        names = [program.name for program in programs]
        self._results.add(terms.game, setup, seating, played, names)
        return played, seating, self.standing()
