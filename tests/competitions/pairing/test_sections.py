"""Sections: which entrants are in which section."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from competitions.model.entrants import Entrant, EntrantId, seeded
from competitions.model.settings import BOUNDS, Settings
from competitions.pairing.sections import (
    LARGEST,
    MOST,
    SMALLEST,
    USUAL,
    divided,
    letter,
    limit,
    nearest,
)


def entrants(count: int) -> list[Entrant]:
    """`count` entrants in the order of sign-up, with random ratings; some have none."""
    rng = Random(count)
    return [
        Entrant(EntrantId(number), rating=rng.choice((None, float(rng.randrange(1000)))))
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize("size", [SMALLEST, 13, 400])
def test_sections_are_nearly_equal(size: int) -> None:
    """There are as few as possible, and their sizes differ by one at most."""
    for count in range(size + 1, 5 * size, max(1, size // 7)):
        sizes = [*map(len, divided(entrants(count), size))]
        assert sum(sizes) == count
        assert len(sizes) == -(-count // size)
        assert max(sizes) <= size
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= size // 2


def test_sections_go_by_rating() -> None:
    """The strongest are first, and those without a rating last, in the order of sign-up. Nobody is
    ahead of somebody stronger, within a section or across two.
    """
    found = divided(entrants(50), 12)
    order = [*chain.from_iterable(found)]
    assert order == [*seeded(tuple(entrants(50)))]
    rated = [one.rating is not None for one in order]
    assert rated == sorted(rated, reverse=True)


def test_no_more_sections_than_letters_and_a_menu_have_room_for() -> None:
    """With more entrants than that, sections are larger."""
    sizes = [*map(len, divided(entrants(MOST * SMALLEST + 30), SMALLEST))]
    assert len(sizes) == MOST
    assert {*sizes} == {9, 10}
    assert (letter(1), letter(MOST)) == ("A", "Y")


def test_who_comes_later_is_near_people_of_their_strength() -> None:
    """Newcomers who have no rating, or are weaker than everybody, belong to the last section."""
    found = divided([Entrant(EntrantId(n), rating=100.0 * n) for n in range(1, 19)], 9)
    later = [Entrant(EntrantId(20), rating=rating) for rating in (9999, 1050, 950, 10, None)]
    assert [nearest(found, one) for one in later] == [0, 0, 1, 1, 1]


def test_how_many_play_undivided() -> None:
    """As many as were chosen, or any number, but no more than can be paired."""
    for settings in (Settings("swiss"), Settings("tables", seats=3, most=LARGEST + 1)):
        assert limit(None, settings) == LARGEST
        assert limit(9999, settings) == LARGEST
        assert limit(8, settings) == 8
    for settings in (Settings("knockout"), Settings("swiss", most=LARGEST)):
        assert limit(None, settings) is None
        assert limit(8, settings) == 8


def test_usual_sections_can_be_paired() -> None:
    """However many have signed up, no section is larger than usual."""
    assert max(map(len, divided(entrants(BOUNDS["most"][1]), USUAL))) <= USUAL <= LARGEST
