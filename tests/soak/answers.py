"""Whether everybody got their answers: the part of the audit that a slow machine could confuse."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterator
from datetime import datetime, timedelta

from playground.interaction import DEFER, DEFER_UPDATE, Interaction
from playground.snowflake import time_of
from tests.soak.callbacks import UNKNOWN
from tests.soak.party import Party

WAITING = timedelta(seconds=5)
"""The longest an answer takes, including all retries, but without the time in which the database is
locked, and on an otherwise idle machine.
"""
OVERTAKING = 200
"""How many other answers are made in that time. On a busy machine they take longer, and so may this
one. It is more than were ever seen to overtake an answer that still came: 163 while everybody opens
their tables at once, and 65 later.
"""
_DEFERRALS = (DEFER, DEFER_UPDATE)


def left_thinking(
    party: Party, killed_at: list[datetime], dealt_with: Container[int]
) -> Iterator[str]:
    """No answer is left "thinking", unless the process was killed while making it: not once it had
    dealt with the interaction, and not if the answer was overdue.
    """
    asked = [attempt.interaction for attempt in party.attempts.values()]
    answered = sorted(time_of(one.id) for one in asked if _was_made(one))
    for one in filter(_waits, asked):
        began = time_of(one.id)
        in_flight = (_in_flight(began, at, party.locked, answered) for at in killed_at)
        if one.acknowledged and (one.id in dealt_with or not any(in_flight)):
            match = party.attempts[one.id].match
            yield f"missing: interaction {one.id} in {match} was never answered"


def _waits(interaction: Interaction) -> bool:
    return interaction.deferred_reply or not interaction.answered.is_set()


def _was_made(interaction: Interaction) -> bool:
    """Whether it has an answer that took its time. A refusal is quick even where a turn waits for
    its picture and for Discord: while nothing can be stored, hundreds are refused in seconds.
    """
    return interaction.response_type in _DEFERRALS and not _waits(interaction)


def _in_flight(
    began: datetime,
    killed: datetime,
    locked: list[tuple[datetime, datetime]],
    answered: list[datetime],
) -> bool:
    """Whether a killed process was still working on an interaction that began at this time. It was
    not if the answer was due before, and many later ones were made. `answered` has the start times
    of those interactions, in order.
    """
    overtaking = bisect_left(answered, killed) - bisect_right(answered, began)
    return began <= killed and (killed <= _due(began, locked) or overtaking < OVERTAKING)


def _due(began: datetime, locked: list[tuple[datetime, datetime]]) -> datetime:
    """When an interaction that began then must have been answered."""
    due = began + WAITING
    for start, end in locked:
        if began < end and start < due:
            due = max(due, end + WAITING)
    return due


def unacknowledged(party: Party, ended_at: list[datetime]) -> Iterator[str]:
    """Interactions that were not acknowledged in time, and nothing that is known explains it."""
    for one, why in _not_acknowledged(party, ended_at):
        if why == UNKNOWN:
            match = party.attempts[one.id].match
            yield f"unanswered: interaction {one.id} in {match} ({one.kind}, {time_of(one.id)})"


def _not_acknowledged(party: Party, ended_at: list[datetime]) -> Iterator[tuple[Interaction, str]]:
    for attempt in party.attempts.values():
        one = attempt.interaction
        if not one.acknowledged:
            began = time_of(one.id)
            yield one, party.callbacks.why(one.id, began, ended_at, party.locked)


def unanswered(party: Party, ended_at: list[datetime]) -> Counter[str]:
    """How interactions ended, from the users' point of view."""
    counts = Counter(
        f"not acknowledged in time, {why}" for _, why in _not_acknowledged(party, ended_at)
    )
    for attempt in party.attempts.values():
        one = attempt.interaction
        if one.acknowledged and one.deferred_reply:
            counts["left thinking"] += 1
        elif one.acknowledged and not one.answered.is_set():
            counts["without an answer"] += 1
        elif one.acknowledged:
            counts["answered"] += 1
    return counts
