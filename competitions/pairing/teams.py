"""In which order the people of teams sit on the seats of their teams."""

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
    """The people of each team, in the order of the seats that the team has.

    `past` are the seatings of earlier games. Who of a team comes first changes each time that the
    team has the same side of the table, so that they have its seats as evenly as possible.
    """
    had = Counter(place for earlier in past for place in enumerate(earlier))
    turned = []
    for side, team in enumerate(seating):
        by = had[side, team] % len(members[team])
        turned.append((*members[team][by:], *members[team][:by]))
    return tuple(turned)
