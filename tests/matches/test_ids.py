"""Public ids."""

from __future__ import annotations

import pytest

from matches.model.ids import MatchNumber, number_of, public_id


def test_ids_and_numbers_are_one_to_one() -> None:
    """Every number has its own id and comes back from it, across the change of length."""
    edge = 32**4
    numbers = [*range(1, 3000), *range(edge - 50, edge + 50), 32**5 + edge + 7, 10**12]
    ids = [public_id(number) for number in numbers]
    assert len(set(ids)) == len(numbers)
    assert [number_of(one) for one in ids] == numbers
    assert {len(one) for one in ids[:3000]} == {4}


def test_neighbours_look_different() -> None:
    """Two matches opened one after the other differ in most letters of their ids."""
    for number in range(1, 500):
        one, other = (public_id(MatchNumber(one)) for one in (number, number + 1))
        assert sum(a != b for a, b in zip(one, other, strict=True)) >= 2


@pytest.mark.parametrize("text", ["", "A", "????", "K7FU", "1" * 13])
def test_other_text_is_no_id(text: str) -> None:
    """Too short, too long, or with a letter that no id has."""
    with pytest.raises(ValueError, match="not an id"):
        number_of(text)
