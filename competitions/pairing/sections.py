"""Sections: many entrants, divided by strength.

The strongest are in the first section, those without a rating behind all others. There are as few
sections as have room for all, and their sizes differ by one at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from competitions.model.entrants import Entrant, seeded
from competitions.model.settings import Format, Settings

SMALLEST = 8
"""The fewest entrants that can be chosen as the most of a section."""
MOST = 25
"""The most sections: each has a letter, and one menu holds them all. With more entrants than fill
these, they are larger than was chosen.
"""

USUAL = 400
"""The most entrants of one section, where its director has not chosen otherwise."""
LARGEST = 1000
"""The most who can play undivided in a format whose rounds have to be found: a Swiss round of so
many takes most of a minute, and the time grows with the cube of their number.
"""
FOUND = frozenset[Format]({"swiss", "tables"})
"""These formats. In the others rounds follow from the seeding or from the last results."""

Sections: TypeAlias = tuple[tuple[Entrant, ...], ...]


def limit(chosen: int | None, settings: Settings) -> int | None:
    """The most entrants that play undivided, as chosen; None for any number, if they all can be
    paired.
    """
    if settings.format in FOUND and (settings.most is None or settings.most > LARGEST):
        return LARGEST if chosen is None else min(chosen, LARGEST)
    return chosen


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
