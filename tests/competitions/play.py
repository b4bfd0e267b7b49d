"""Competitions for tests, in states that their logs could produce."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import pytest

from competitions.formats.rounds import next_round
from competitions.formats.steps import Apart, Over
from competitions.model.competition import Competition, begun
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Decided, Joined, Opened, Started, Tables
from competitions.model.pairings import Game, Outcome
from competitions.model.settings import Settings

Result = Callable[[Game], Outcome]

FIRST, SECOND, SHARED = Outcome((1, 2)), Outcome((2, 1)), Outcome((1, 1))
NO_SHOW, NOBODY = Outcome((1, 2), "forfeit"), Outcome((2, 2), "forfeit")


def one(number: int) -> EntrantId:
    """The number of an entrant."""
    return EntrantId(number)


def ids(*numbers: int) -> tuple[EntrantId, ...]:
    """Numbers of entrants."""
    return tuple(map(EntrantId, numbers))


def tables(*pairs: tuple[int, ...]) -> Tables:
    """Tables of entrants."""
    return tuple(ids(*pair) for pair in pairs)


def signed(settings: Settings, count: int) -> Competition:
    """A competition that `count` entrants have signed up for."""
    competition = begun(Opened(settings))
    for number in range(1, count + 1):
        competition = competition.apply(Joined(Entrant(EntrantId(number))))
    return competition


def started(settings: Settings, count: int) -> Competition:
    """Such a competition after its start; the entrants are seeded in the order of sign-up."""
    competition = signed(settings, count)
    return competition.apply(Started(tuple(entrant.id for entrant in competition.entrants)))


def decide(competition: Competition, outcomes: Iterable[Outcome] | Result) -> Competition:
    """Gives the undecided games these outcomes, in order."""
    games = competition.undecided
    found = map(outcomes, games) if callable(outcomes) else outcomes
    for game, outcome in zip(games, found, strict=True):
        competition = competition.apply(Decided(game, outcome))
    return competition


def paired(competition: Competition, apart: Apart = ()) -> Competition:
    """The competition with its next round paired."""
    step = next_round(competition, apart=apart)
    assert not isinstance(step, Over)
    return competition.apply(step)


def to_the_end(competition: Competition, result: Result) -> tuple[Competition, Over]:
    """The competition after all of its rounds, and the format's final step."""
    step = next_round(competition)
    while not isinstance(step, Over):
        competition = decide(competition.apply(step), result)
        step = next_round(competition)
    return competition, step


def game_by_game(competition: Competition, rng: Random) -> Iterator[Competition]:
    """The competition after each round is paired, and after each of its games, in any order."""
    while not isinstance(step := next_round(competition), Over):
        competition = competition.apply(step)
        yield competition
        while competition.undecided:
            game = rng.choice(competition.undecided)
            outcome = at_random(rng, competition)(game)
            competition = competition.apply(Decided(game, outcome))
            yield competition


def rated(competition: Competition, rng: Random) -> Competition:
    """The competition with ratings for most entrants."""
    return replace(
        competition,
        signed=tuple(
            replace(one, rating=rng.choice((None, 1200.5, 1500.0, 1733.25)))
            for one in competition.signed
        ),
    )


def at_random(rng: Random, now: Competition | None = None) -> Result:
    """Outcomes of games for two, in which the second seat is weaker. Given a competition, outcomes
    of its games, for as many as sit there.
    """

    def result(game: Game) -> Outcome:
        seats = 2 if now is None else len(now.pairing(game).seats)
        if seats > 2:
            ranks = rng.sample(range(1, seats + 1), seats)
            return Outcome(tuple(ranks), rng.choices(("played", "forfeit"), (95, 5))[0])
        return rng.choices((FIRST, SECOND, SHARED, NO_SHOW), (45, 35, 15, 5))[0]

    return result


def everybody_once(found: Tables, entrants: Iterable[EntrantId]) -> bool:
    """Whether each of the entrants sits at one of the tables."""
    return sorted(chain.from_iterable(found)) == sorted(entrants)


def refusal(now: Any, event: object) -> tuple[str, dict[str, str | int]]:
    """The refusal of an event: its code and fields. Checks that nothing has changed."""
    with pytest.raises(CompetitionError) as caught:
        now.apply(event)
    assert caught.value.code in str(caught.value)
    return caught.value.code, caught.value.fields
