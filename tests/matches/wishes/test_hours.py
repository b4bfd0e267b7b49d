"""The hours at which people move: counted, stored, compared."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from matches.wishes import hours

NIGHT = datetime(2030, 1, 1, 22, 30, tzinfo=UTC)


def test_from_turns() -> None:
    """In UTC, whatever the zone of the times; from a few turns nothing is concluded."""
    assert hours.of_turns([NIGHT] * 19) is None
    found = hours.of_turns([NIGHT.astimezone(timezone(timedelta(hours=9)))] * 20)
    assert found is not None
    assert sum(found) == pytest.approx(1)
    assert found[22] == pytest.approx(0.5)
    assert found[21] == found[23] == pytest.approx(0.25)
    assert found[0] == 0


def test_midnight_is_an_hour_like_any_other() -> None:
    """The day is a circle."""
    found = hours.shares(float(hour == 0) for hour in range(24))
    assert found[23] == found[1] == pytest.approx(0.25)


def test_in_common() -> None:
    """1 for the same hours, 0 for people who never meet, and as much for one as for the other."""
    one, other = (hours.shares(float(h in some) for h in range(24)) for some in ({8}, {9, 20}))
    assert hours.common(one, one) == pytest.approx(1)
    assert hours.common(one, other) == hours.common(other, one) == pytest.approx(0.375)
    far = hours.shares(float(hour == 20) for hour in range(24))
    assert hours.common(one, far) == 0


def test_stored_in_a_few_characters() -> None:
    """As exactly as matters."""
    found = hours.shares(float(hour % 7) for hour in range(24))
    text = hours.write(found)
    assert len(text) == 24
    assert hours.read(text) == pytest.approx(found, abs=0.003)
    assert hours.write(hours.read(text)) == text


def test_of_a_party() -> None:
    """The mean of those that are known."""
    one, other = (hours.shares(float(hour == at) for hour in range(24)) for at in (8, 20))
    assert hours.together([None, None]) is None
    assert hours.together([one, None]) == pytest.approx(one)
    both = hours.together([one, other])
    assert both is not None
    assert hours.common(one, both) == pytest.approx(0.5)
