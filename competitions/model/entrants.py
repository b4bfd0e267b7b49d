"""Who takes part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

EntrantId = NewType("EntrantId", int)
"""The number of an entrant in a competition, in the order of sign-up, from 1. It stays theirs if
they withdraw, and goes to whoever replaces them. Logs name entrants by it, never players: so a
player's data can be deleted, and their results stay.
"""

MemberId = NewType("MemberId", int)
"""The number of somebody in a ladder, in the order of joining, from 1, or in a league: theirs over
all its seasons. Like that of an entrant it says nothing of who they are.
"""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, a computer player, or several partners who play as one team.

    `size` is the number of people. `rating` is their strength when they signed up, on whatever
    scale the ratings have; a team's is the mean. Unrated entrants have none, and are seeded last.
    """

    id: EntrantId
    size: int = 1
    rating: float | None = None


def seeded(entrants: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    """The entrants in the order of their strength; equals in the order of sign-up."""

    def key(entrant: Entrant) -> tuple[bool, float, int]:
        return (entrant.rating is None, -(entrant.rating or 0.0), entrant.id)

    return tuple(sorted(entrants, key=key))
