"""The order in which the members of a team take the team's seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from competitions.model.entrants import EntrantId

Person = TypeVar("Person")


def in_turn(
    seating: Sequence[EntrantId],
    members: Mapping[EntrantId, Sequence[Person]],
    past: Iterable[Sequence[EntrantId]] = (),
) -> tuple[tuple[Person, ...], ...]:
    """The members of each team, in the order of the team's seats.

    `past` are the seatings of earlier games. The first member changes each time that the team has
    the same side of the table again, so that its members share its seats as evenly as possible.
    """
    had = Counter(place for earlier in past for place in enumerate(earlier))
    turned = []
    for side, team in enumerate(seating):
        by = had[side, team] % len(members[team])
        turned.append((*members[team][by:], *members[team][:by]))
    return tuple(turned)
