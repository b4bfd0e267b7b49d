"""A first seating that keeps enemies apart, checked by trying everything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.pairing import apart
from competitions.pairing.layouts import BYE, Layout, splits


def _enemies(count: int, pairs: set[tuple[int, int]]) -> list[frozenset[int]]:
    return [
        frozenset(other for other in range(count) if {(one, other), (other, one)} & pairs)
        for one in range(count)
    ]


def _possible(
    left: frozenset[int], sizes: Sequence[int], enemies: Sequence[frozenset[int]], idle: set[int]
) -> bool:
    """Whether there is a seating, found by trying all. `idle` are those who may have a bye."""
    if not sizes:
        return True
    *others, size = sizes
    return any(
        _possible(left - set(table), others, enemies, idle)
        for table in combinations(sorted(left if size > BYE else left & idle), size)
        if not any(enemies[one].intersection(table) for one in table)
    )


@st.composite
def _halls(draw: st.DrawFn) -> tuple[Layout, list[int], list[int], list[frozenset[int]]]:
    count = draw(st.integers(2, 9))
    sizes = draw(st.sampled_from([(3,), (4,), (4, 3), (2,)]))
    pairs = draw(st.sets(st.sampled_from(list(combinations(range(count), 2)))))
    byes = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    order = draw(st.permutations(range(count)))
    layout = Layout(draw(st.sampled_from(list(splits(count, sizes)))))
    return layout, order, byes, _enemies(count, pairs)


@given(_halls())
def test_enemies_are_apart_if_they_can_be(
    hall: tuple[Layout, list[int], list[int], list[frozenset[int]]],
) -> None:
    """A seating is found if and only if there is one. Byes go to those who have had the fewest, if
    possible.
    """
    layout, order, byes, enemies = hall
    at = apart.seating(layout, order, byes, enemies)
    everybody = frozenset(order)
    assert (at is not None) == _possible(everybody, layout.sizes, enemies, set(everybody))
    if at is None:
        return
    assert sorted(at) == sorted(order)
    for table in layout.seated(at):
        assert not any(enemies[one].intersection(table) for one in table)
    resting = [at[place] for place, table in enumerate(layout.table) if layout.sizes[table] == BYE]
    fewest = sorted(byes)[: len(resting)]
    if sorted(byes[one] for one in resting) != fewest:
        must = {one for one in order if byes[one] < fewest[-1]}
        may = {one for one in order if byes[one] <= fewest[-1]} - must
        seats = [size for size in layout.sizes if size > BYE]
        free = len(resting) - len(must)
        for some in combinations(sorted(may), free):
            left = everybody - must - set(some)
            assert not _possible(left, seats, enemies, set())


def test_neighbours_sit_together() -> None:
    """Without enemies the order is kept, and the last of those with the fewest byes get one."""
    layout = Layout((3, 3, 1))
    nobody = _enemies(7, set())
    assert apart.seating(layout, range(7), [0] * 7, nobody) == [0, 1, 2, 3, 4, 5, 6]
    assert apart.seating(layout, range(7), [0, 0, 0, 0, 0, 1, 1], nobody) == [0, 1, 2, 3, 5, 6, 4]


def _resting(
    sizes: tuple[int, ...], byes: Sequence[int], pairs: set[tuple[int, int]]
) -> set[int] | None:
    """Who gets a bye."""
    layout = Layout(sizes)
    at = apart.seating(layout, range(len(byes)), byes, _enemies(len(byes), pairs))
    return {table[0] for table in layout.seated(at) if len(table) == BYE} if at else None


def test_byes_and_enemies() -> None:
    """Byes go to those who have had the fewest, even if they have enemies, and even if others need
    one, too, to keep all apart. Only if that is impossible do others get them alone.
    """
    three = {(0, 1), (0, 2), (1, 2)}
    assert _resting((3, 3, 1), (1, 1, 1, 1, 1, 1, 0), {(0, 1), (5, 6)}) == {6}
    assert _resting((3, 3, 1, 1), (1, 1, 1, 1, 1, 1, 1, 0), three) in ({7, 0}, {7, 1}, {7, 2})
    assert _resting((3, 3, 1, 1), (1, 1, 1, 1, 1, 1, 1, 0), three | {(6, 7)}) in (
        {7, 0},
        {7, 1},
        {7, 2},
    )
    assert _resting((3, 3, 1), (1, 1, 1, 1, 1, 1, 0), three) in ({0}, {1}, {2})
    assert _resting((3, 3), (0,) * 6, three) is None


def test_many_pairs_are_kept_apart() -> None:
    """A hundred pairs among 64 entrants are no problem."""
    rng = Random(1)
    enemies = _enemies(64, {(rng.randrange(32), rng.randrange(32, 64)) for _ in range(100)})
    layout = Layout((4,) * 16)
    at = apart.seating(layout, range(64), [0] * 64, enemies)
    assert at is not None
    for table in layout.seated(at):
        assert not any(enemies[one].intersection(table) for one in table)


def test_the_search_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After that many steps nothing is found, even if a seating exists."""
    enemies = _enemies(6, {(0, 1), (2, 3)})
    assert apart.seating(Layout((3, 3)), range(6), [0] * 6, enemies)
    monkeypatch.setattr(apart, "STEPS", 1)
    assert apart.seating(Layout((3, 3)), range(6), [0] * 6, enemies) is None


@pytest.mark.parametrize("others", [3, 0])
def test_one_of_a_thousand_is_apart_from_nearly_all(others: int) -> None:
    """They are seated if enough others are left for a table; else nothing is found."""
    count = 1000
    foes = frozenset(range(1, count - others))
    enemies = [foes, *(frozenset({0} if one in foes else ()) for one in range(1, count))]
    layout = Layout((4,) * (count // 4))
    at = apart.seating(layout, range(count), [0] * count, enemies)
    assert (at is not None) == (others == 3)
    if at is not None:
        assert sorted(at) == [*range(count)]
        assert {0, 997, 998, 999} in map(set, layout.seated(at))
