"""A game's sample: matches and slips, for tests that play every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, TypeAlias

from games.protocol import AnyGame, Setup
from tests.bot.lines import Choice, Whole, leading_to, whole

Slips: TypeAlias = Callable[[Any, Random], Iterator[str]]
"""What somebody who does not know the rules might type in a position."""


@dataclass(frozen=True)
class Short:
    """A short match: the turns that are played, and what is `said` of why it is over then."""

    game: str
    seats: int
    turns: str
    said: str
    options: dict[str, str] = field(default_factory=dict)


class End(NamedTuple):
    """An end of a game: in which setup it is reached, and by which line. `reason` is the result's
    code.
    """

    game: str
    reason: str
    seats: int
    options: Mapping[str, str]
    line: Callable[[AnyGame, Setup], Whole]

    def __str__(self) -> str:
        said = (f"{key}-{value}" for key, value in self.options.items())
        return "-".join((self.game, str(self.seats), *said, self.reason))


def given(key: str, reason: str, seats: int, tokens: str, **options: str) -> End:
    """An end to which a known line leads."""
    return End(key, reason, seats, options, lambda game, setup: whole(game, setup, tokens))


def found(
    key: str, reason: str, seats: int, choices: Callable[[Setup], Choice], **options: str
) -> End:
    """An end to which such choices lead."""
    return End(
        key,
        reason,
        seats,
        options,
        lambda game, setup: leading_to(reason, game, setup, lambda: choices(setup)),
    )


class Tour(NamedTuple):
    """How a tour is found: its setup, who chooses its moves, at most how many turns it has, and
    for which refusals it is made; for all that are left without any.
    """

    seed: int
    choices: Callable[[Setup], Choice]
    most: int
    options: Mapping[str, str] = {}
    seats: int | None = None
    codes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sample:
    """What is known of a game. All ends and all refusals of its texts are among these."""

    short: Short
    ends: Sequence[End]
    tours: Sequence[Tour]
    slips: Slips
    keeps_unfinished: bool = False
    """Whether the rules keep what a seat has begun when it withdraws."""

    @property
    def game(self) -> str:
        """The game's key."""
        return self.short.game
