"""Whatever is tried with a competition, in any order, its guarantees hold."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from competitions.model.competition import fold
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import (
    Agreed,
    Attending,
    Cancelled,
    Corrected,
    Decided,
    Ended,
    Event,
    Excused,
    Joined,
    Left,
    Opened,
    Paired,
    Reinstated,
    Replaced,
    Stalled,
    Started,
    Unpaired,
    Withdrawn,
    reason_of,
)
from competitions.model.pairings import Outcome, games_of
from competitions.model.settings import Settings
from competitions.model.texts import read, write

numbers = st.integers(1, 7).map(EntrantId)
outcomes = st.sampled_from(
    [Outcome(ranks) for ranks in ((1, 2), (2, 1), (1, 1), (2, 2), (1, 2, 3), (1,), (3, 1, 1), ())]
)


class Directors(RuleBasedStateMachine):
    """Two directors and seven entrants try everything, possible or not."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Event] = [Opened(Settings("swiss"))]
        self.now = fold(self.log)

    def attempt(self, event: Event) -> None:
        """Either applies an event, or checks that nothing has changed."""
        before, dead = self.now, self.now.status in ("over", "cancelled")
        dead = dead and not (before.status == "over" and isinstance(event, Corrected | Ended))
        try:
            self.now = self.now.apply(event)
        except CompetitionError:
            assert self.now is before
            return
        assert not dead
        self.log.append(event)

    @initialize(most=st.none() | st.integers(3, 5), three=st.booleans(), count=st.integers(0, 6))
    def open(self, most: int | None, three: bool, count: int) -> None:
        """Opens sign-up, with or without a limit, for two or three seats, with some entrants."""
        chosen = Settings("tables", seats=3, most=most) if three else Settings("swiss", most=most)
        self.log = [Opened(chosen)]
        self.log += [Joined(Entrant(EntrantId(number))) for number in range(1, count + 1)]
        self.now = fold(self.log)

    @rule(number=numbers, at_the_end=st.booleans(), size=st.sampled_from([1, 1, 1, 2]))
    def join(self, number: EntrantId, at_the_end: bool, size: int) -> None:
        """Somebody signs up, perhaps under a wrong number, perhaps with a partner."""
        self.attempt(Joined(Entrant(EntrantId(self.now.last + 1) if at_the_end else number, size)))

    @rule(number=numbers)
    def agree(self, number: EntrantId) -> None:
        """A partner agrees."""
        self.attempt(Agreed(number))

    @rule(number=numbers)
    def leave(self, number: EntrantId) -> None:
        """Somebody leaves."""
        self.attempt(Left(number))

    @rule(data=st.data())
    def start(self, data: Any) -> None:
        """Starts it, with a seeding that may be right."""
        here = [entrant.id for entrant in self.now.entrants]
        self.attempt(Started(tuple(data.draw(st.permutations(here)))))

    @rule(number=numbers, after=st.integers(0, 2), back=st.booleans())
    def excuse(self, number: EntrantId, after: int, back: bool) -> None:
        """Somebody asks to miss a round, which may be past, next or later, or takes that back."""
        round_ = len(self.now.rounds) + after
        self.attempt(Attending(number, round_) if back else Excused(number, round_))

    @rule(before=st.integers(0, 1), back=st.booleans())
    def stall_or_take_back(self, before: int, back: bool) -> None:
        """Games stall, or a round is taken back."""
        round_ = len(self.now.rounds) - before
        self.attempt(Unpaired(round_) if back else Stalled(self.now.undecided[:2]))

    @rule(data=st.data(), remaining=st.booleans(), games=st.integers(1, 2))
    def pair(self, data: Any, remaining: bool, games: int) -> None:
        """A round is paired, of all entrants or of those who remain."""
        others = self.now.remaining if remaining else self.now.seeding
        order = data.draw(st.permutations(others))
        size = data.draw(st.integers(1, 4))
        tables = [tuple(order[at : at + size]) for at in range(0, len(order), size)]
        self.attempt(Paired(len(self.now.rounds) + 1, tuple(tables), games))

    @rule(tables=st.lists(st.lists(numbers, max_size=3).map(tuple), max_size=3).map(tuple))
    def pair_anybody(self, tables: tuple[tuple[EntrantId, ...], ...]) -> None:
        """A round is paired at random."""
        self.attempt(Paired(len(self.now.rounds) + 1, tables))

    @rule(data=st.data(), outcome=outcomes, correct=st.booleans())
    def decide(self, data: Any, outcome: Outcome, correct: bool) -> None:
        """A game is decided or corrected; it may not exist."""
        every = list(chain(self.now.undecided, self.now.outcomes))
        game = data.draw(st.sampled_from([*every, (1, 1, 0), (9, 9, 9)]))
        self.attempt(Corrected(game, outcome, "why") if correct else Decided(game, outcome))

    @rule()
    def decide_all(self) -> None:
        """Decides all undecided games."""
        for game in self.now.undecided:
            seats = len(self.now.pairing(game).seats)
            self.attempt(Decided(game, Outcome(tuple(range(1, seats + 1)))))

    @rule(number=numbers, by=numbers, replace=st.booleans())
    def withdraw(self, number: EntrantId, by: EntrantId, replace: bool) -> None:
        """Somebody withdraws, or somebody else takes over their number."""
        self.attempt(Replaced(number, by) if replace else Withdrawn(number))

    @rule(number=numbers)
    def reinstate(self, number: EntrantId) -> None:
        """Somebody comes back."""
        self.attempt(Reinstated(number))

    @rule(cancel=st.sampled_from([False, False, False, True]))
    def end(self, cancel: bool) -> None:
        """It ends, or is cancelled."""
        if cancel:
            self.attempt(Cancelled("why"))
        else:
            self.attempt(Ended(tuple((id_,) for id_ in self.now.seeding)))

    @invariant()
    def nobody_is_paired_twice_in_a_round(self) -> None:
        """Everybody who is paired sits at one table only, and takes part."""
        for pairings in self.now.rounds:
            times = Counter(chain.from_iterable(pairing.seats for pairing in pairings))
            assert set(times.values()) <= {1}
            assert set(times) <= set(self.now.seeding)

    @invariant()
    def only_paired_games_have_outcomes(self) -> None:
        """The games are exactly those of the pairings, decided or not."""
        pairings = chain.from_iterable(self.now.rounds)
        seats = {game: len(pairing.seats) for pairing in pairings for game in games_of(pairing)}
        assert all(len(outcome.ranks) == seats[game] for game, outcome in self.now.outcomes.items())
        assert set(self.now.undecided) == set(seats) - set(self.now.outcomes)

    @invariant()
    def numbers_are_somebodys(self) -> None:
        """Each number belongs to one entrant, who takes part or waits."""
        signed = [entrant.id for entrant in self.now.signed]
        assert len(set(signed)) == len(signed)
        assert set(self.now.seeding) <= set(signed) <= set(range(1, self.now.last + 1))
        assert self.now.withdrawn <= set(self.now.seeding)
        known = (*self.now.entrants, *self.now.waiting, *self.now.forming)
        assert sorted(entrant.id for entrant in known) == sorted(signed)
        assert self.now.stalled <= set(self.now.undecided)

    def teardown(self) -> None:
        """Replaying the log gives the same competition, also from its stored form."""
        assert fold(self.log) == self.now
        assert [read(*write(event), reason_of(event)) for event in self.log] == self.log

    @invariant()
    def an_end_is_whole(self) -> None:
        """When it is over, everything is decided, and everybody has a place."""
        if self.now.status == "over":
            assert not self.now.undecided
            assert sorted(chain.from_iterable(self.now.places)) == sorted(self.now.seeding)


Directors.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestDirectors = Directors.TestCase
