"""The places of a round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.pairing.layouts import KINDS, Layout, kind, splits


@pytest.mark.parametrize(
    ("entrants", "sizes", "first"),
    [
        (9, (3,), (3, 3, 3)),
        (10, (3,), (3, 3, 3, 1)),
        (10, (4, 3), (4, 3, 3)),
        (10, (3, 4), (3, 3, 4)),
        (5, (4, 3), (4, 1)),
        (11, (4,), (4, 4, 1, 1, 1)),
        (7, (4, 3, 2), (4, 3)),
        (2, (3,), (1, 1)),
        (0, (3,), ()),
    ],
)
def test_the_preferred_split(entrants: int, sizes: tuple[int, ...], first: tuple[int, ...]) -> None:
    """As few byes as possible, then as many tables of the preferred size as possible."""
    assert next(splits(entrants, sizes)) == first


@given(st.integers(0, 30), st.permutations([2, 3, 4]), st.integers(1, 3))
def test_splits(entrants: int, order: list[int], many: int) -> None:
    """Each split seats everybody, with equally few byes. None is repeated, and no sum of sizes that
    is nearer to the number of entrants was left out.
    """
    sizes = tuple(order[:many])
    found = list(splits(entrants, sizes))
    assert all(sum(split) == entrants for split in found)
    assert len({tuple(sorted(split)) for split in found}) == len(found)
    reached = {0}
    for seats in range(1, entrants + 1):
        if any(seats - size in reached for size in sizes):
            reached.add(seats)
    assert {split.count(1) for split in found} == {entrants - max(reached)}


def test_who_sits_with_whom() -> None:
    """Everybody else at a table is an opponent, except partners, who sit opposite."""
    assert Layout((3, 1)).rivals == ((1, 2), (0, 2), (0, 1), ())
    assert Layout((4,), partners=True).rivals == ((1, 3), (0, 2), (1, 3), (0, 2))
    assert Layout((4,), partners=True).partner == ((2,), (3,), (0,), (1,))
    assert Layout((4,)).partner == ((), (), (), ())
    assert Layout((4, 3, 1)).table == (0, 0, 0, 0, 1, 1, 1, 2)
    assert list(Layout((3, 2)).seated([5, 6, 7, 8, 9])) == [(5, 6, 7), (8, 9)]


def test_kinds_of_places() -> None:
    """Each seat at each size of table is a kind of its own."""
    kinds = [kind(size, seat) for size in range(1, 5) for seat in range(size)]
    assert kinds == list(range(KINDS))
