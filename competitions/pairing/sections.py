"""Sections: the parts of a large competition, divided by strength.

The strongest are in the first section, and those without a rating come after all others. There are
as few sections as possible, and their sizes differ by one at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from competitions.model.entrants import Entrant, seeded
from competitions.model.settings import Format, Settings

SMALLEST = 8
"""The smallest maximum size of a section that can be chosen."""
MOST = 25
"""The most sections there can be: each has a letter, and one menu lists them all. With more
entrants than that, sections are larger than was chosen.
"""

USUAL = 400
"""The default maximum size of a section."""
LARGEST = 1000
"""The most entrants who can play undivided in a format whose rounds have to be searched for. A
Swiss round with that many takes most of a minute, and the time grows with the cube of their number.
"""
FOUND = frozenset[Format]({"swiss", "tables"})
"""The formats whose rounds have to be searched for. In the others they follow from the seeding or
from the last results.
"""

Sections: TypeAlias = tuple[tuple[Entrant, ...], ...]


def limit(chosen: int | None, settings: Settings) -> int | None:
    """The most entrants who play undivided, given what was `chosen`; None if any number can."""
    if settings.format in FOUND and (settings.most is None or settings.most > LARGEST):
        return LARGEST if chosen is None else min(chosen, LARGEST)
    return chosen


def divided(entrants: Sequence[Entrant], size: int) -> Sections:
    """The entrants in sections of up to `size`, each in order of strength."""
    order = seeded(tuple(entrants))
    count = min(-(-len(order) // size), MOST)
    ends = [len(order) * number // count for number in range(count + 1)]
    return tuple(order[begin:end] for begin, end in pairwise(ends))


def nearest(sections: Sections, entrant: Entrant) -> int:
    """The index of the section that somebody would belong to by strength: the first one whose last
    entrant is weaker, else the last section.
    """
    for place, section in enumerate(sections):
        if seeded((section[-1], entrant))[0] == entrant:
            return place
    return len(sections) - 1


def letter(section: int) -> str:
    """The letter of a section, counted from 1: the first one is A."""
    return chr(ord("A") + section - 1)
