"""Entrants and members, and the numbers under which logs know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

EntrantId = NewType("EntrantId", int)
"""The number of an entrant in a competition, from 1 in the order of sign-up. They keep it if they
withdraw, and a replacement takes it over. Logs name entrants by number, never players. So a
player's data can be deleted while their results stay.
"""

MemberId = NewType("MemberId", int)
"""The number of a member of a ladder, from 1 in the order of joining, or of a league, where they
keep it over all seasons. Like an entrant's number it doesn't reveal who they are.
"""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person, a computer player, or several partners who play as a team.

    `size` is the number of people. `rating` is their strength when they signed up, on the scale of
    the ratings; a team's is the mean. Unrated entrants have None, and are seeded last.
    """

    id: EntrantId
    size: int = 1
    rating: float | None = None


def seeded(entrants: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    """The entrants in order of strength; equals in the order of sign-up."""

    def key(entrant: Entrant) -> tuple[bool, float, int]:
        return (entrant.rating is None, -(entrant.rating or 0.0), entrant.id)

    return tuple(sorted(entrants, key=key))
