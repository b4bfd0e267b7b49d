"""Sections: many entrants, divided by strength.

The strongest are in the first section, those without a rating behind all others. There are as few
sections as have room for all, and their sizes differ by one at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from competitions.model.entrants import Entrant, seeded

SMALLEST = 8
"""The fewest entrants that can be chosen as the most of a section."""
MOST = 25
"""The most sections: each has a letter, and one menu holds them all. With more entrants than fill
these, they are larger than was chosen.
"""

Sections: TypeAlias = tuple[tuple[Entrant, ...], ...]


def divided(entrants: Sequence[Entrant], size: int) -> Sections:
    """Sections of up to `size` of these entrants, each in the order of strength."""
    order = seeded(tuple(entrants))
    count = min(-(-len(order) // size), MOST)
    ends = [len(order) * number // count for number in range(count + 1)]
    return tuple(order[begin:end] for begin, end in pairwise(ends))


def nearest(sections: Sections, entrant: Entrant) -> int:
    """The place among the sections of that in which somebody would be by their strength: the first
    one whose last entrant they stand before, else the last one.
    """
    for place, section in enumerate(sections):
        if seeded((section[-1], entrant))[0] == entrant:
            return place
    return len(sections) - 1


def letter(section: int) -> str:
    """What a section is called: the first one is A."""
    return chr(ord("A") + section - 1)
