"""Whatever is tried with a ladder, in any order, its guarantees hold."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from competitions.model.entrants import MemberId
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import (
    Accepted,
    Annulled,
    Challenged,
    Closed,
    Dropped,
    Event,
    Joined,
    LadderSettings,
    Lapsed,
    Left,
    Moved,
    Opened,
    Played,
    Recalled,
    Refused,
    reason_of,
)
from competitions.model.ladder.ladder import Ladder, due, fold
from competitions.model.ladder.texts import read, write

START = datetime(2026, 1, 1, tzinfo=UTC)

numbers = st.integers(1, 8).map(MemberId)


def _is_challenge(event: Event) -> bool:
    return isinstance(event, Challenged)


class Climbers(RuleBasedStateMachine):
    """Eight members, with two or three at a table, try everything while days pass."""

    def __init__(self) -> None:
        super().__init__()
        self.at = START
        self.log: list[Event] = [Opened(LadderSettings(), START)]
        self.now = fold(self.log)

    def attempt(self, event: Event) -> Ladder | None:
        """Either applies an event, or checks that nothing has changed. Returns the ladder before,
        if the event has happened.
        """
        before = self.now
        try:
            self.now = before.apply(event)
        except CompetitionError:
            assert self.now is before
            return None
        self.log.append(event)
        return before

    @initialize(seats=st.integers(2, 3), count=st.integers(0, 7))
    def open(self, seats: int, count: int) -> None:
        """Opens the ladder, with some members."""
        self.log = [Opened(LadderSettings(seats=seats), START)]
        self.log += [Joined(MemberId(number), START) for number in range(1, count + 1)]
        self.now = fold(self.log)

    @rule(days=st.floats(0, 20))
    def wait(self, days: float) -> None:
        """Lets time pass. What is due happens, and then nothing more is due."""
        self.at += timedelta(days=days)
        late = {
            number
            for number, one in enumerate(filter(_is_challenge, self.log), start=1)
            if one.at + self.now.settings.days("answer") <= self.at
        }
        for event in due(self.now, self.at, late):
            assert self.attempt(event) is not None
        assert due(self.now, self.at, late) == ()

    @rule(data=st.data())
    def join(self, data: Any) -> None:
        """Somebody joins, or comes back, at the bottom."""
        number = MemberId(data.draw(st.integers(1, self.now.last + 1)))
        before = self.attempt(Joined(number, self.at))
        if before:
            assert self.now.places == (*before.places, number)

    @rule(number=numbers)
    def leave(self, number: MemberId) -> None:
        """Somebody leaves; the others keep their order."""
        before = self.attempt(Left(number, self.at))
        if before:
            assert self.now.places == tuple(id_ for id_ in before.places if id_ != number)

    @rule(data=st.data())
    def challenge(self, data: Any) -> None:
        """Somebody challenges members whom they can challenge, which is never refused."""
        rivals = self.now.settings.seats - 1
        can = [id_ for id_ in self.now.places if len(self.now.reachable(id_, self.at)) >= rivals]
        if can:
            who = data.draw(st.sampled_from(can))
            whom = data.draw(st.permutations(self.now.reachable(who, self.at)))[:rivals]
            assert self.attempt(Challenged(who, tuple(whom), self.at)) is not None

    @rule(who=numbers, whom=st.lists(numbers, max_size=3).map(tuple))
    def challenge_anybody(self, who: MemberId, whom: tuple[MemberId, ...]) -> None:
        """Somebody challenges anybody, which happens only if they are within reach."""
        before = self.attempt(Challenged(who, whom, self.at))
        if before:
            assert set(whom) <= set(before.reachable(who, self.at))

    @rule(data=st.data(), number=numbers, refuse=st.integers(0, 4))
    def answer(self, data: Any, number: MemberId, refuse: int) -> None:
        """Somebody answers any challenge."""
        which = data.draw(st.sampled_from([*self.now.challenges, 99]))
        answer = Refused if refuse == 0 else Accepted
        self.attempt(answer(which, number, self.at))

    @rule()
    def accept_all(self) -> None:
        """All who were asked accept."""
        for one in self.now.challenges.values():
            for id_ in one.unanswered:
                self.attempt(Accepted(one.number, id_, self.at))

    @rule(data=st.data())
    def play(self, data: Any) -> None:
        """A challenge is decided. Only members at a larger table, or in between two, have moved."""
        which = data.draw(st.sampled_from([*self.now.challenges, 99]))
        seats = self.now.settings.seats
        ranks = tuple(data.draw(st.lists(st.integers(1, 3), min_size=seats, max_size=seats)))
        before = self.attempt(Played(which, ranks, self.at))
        if before:
            one = before.challenges[which]
            self._moved_rightly(before, one.members, ranks)

    def _moved_rightly(
        self, before: Ladder, members: tuple[MemberId, ...], ranks: tuple[int, ...]
    ) -> None:
        old = {id_: before.places.index(id_) for id_ in before.places}
        new = {id_: self.now.places.index(id_) for id_ in self.now.places}
        others = [id_ for id_ in before.places if id_ not in members]
        assert others == [id_ for id_ in self.now.places if id_ not in members]
        if len(members) == 2:
            challenger, other = members
            won = ranks[0] < ranks[1] and old[challenger] > old[other]
            assert new[challenger] == old[other if won else challenger]
            assert new[other] == old[other] + won
            return
        assert all(old[id_] == new[id_] for id_ in others)
        for one, rank in zip(members, ranks, strict=True):
            for other, behind in zip(members, ranks, strict=True):
                if rank < behind or (rank == behind and old[one] < old[other]):
                    assert new[one] < new[other]

    @rule(data=st.data(), number=numbers, place=st.integers(0, 9), what=st.integers(0, 9))
    def meddle(self, data: Any, number: MemberId, place: int, what: int) -> None:
        """Directors and the clock try what may not be due."""
        which = data.draw(st.sampled_from([*self.now.challenges, 99]))
        events: list[Event] = [
            Lapsed(which, self.at),
            Recalled(which, self.at),
            Annulled(which, "why", self.at),
            Dropped(number, self.at),
            Moved(number, place, "why", self.at),
            Closed("why", self.at) if place == 0 else Recalled(which, self.at),
        ]
        self.attempt(events[what % len(events)])

    @invariant()
    def everybody_has_one_place(self) -> None:
        """And everything that is known belongs to a member; meetings, to past ones too."""
        here = set(self.now.places)
        assert len(here) == len(self.now.places)
        assert set(self.now.seen) == here
        assert set(self.now.dropped) <= here
        assert all(max(both) <= self.now.last for both in self.now.met)

    @invariant()
    def one_challenge_runs_each_way(self) -> None:
        """Each is between members of the ladder, as many as a table has."""
        running = self.now.challenges.values()
        assert max(Counter(one.challenger for one in running).values(), default=1) == 1
        challenged = Counter(id_ for one in running for id_ in one.challenged)
        assert max(challenged.values(), default=1) == 1
        for one in running:
            assert len(set(one.members)) == self.now.settings.seats
            assert set(one.members) <= set(self.now.places)

    def teardown(self) -> None:
        """Replaying the log gives the same ladder, also from its stored form."""
        assert fold(self.log) == self.now
        again = [read(*write(one), one.at, reason_of(one)) for one in self.log]
        assert again == self.log


Climbers.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestClimbers = Climbers.TestCase
