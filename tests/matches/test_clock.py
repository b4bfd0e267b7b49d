"""Clocks as values: their texts, their limits, and downtime."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.model.clock import (
    BUDGET_PRESETS,
    LIVE_PRESETS,
    PRESETS,
    TEXT_LIMIT,
    TURN_PRESETS,
    Clock,
    Pause,
    between,
    duration,
    later,
    read_duration,
)

START = datetime(2030, 1, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)

durations = st.integers(min_value=0, max_value=40 * 24 * 3600).map(lambda s: timedelta(seconds=s))


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    """Any clock within the limits."""
    time, more, cap = (draw(durations), draw(durations), draw(st.none() | durations))
    total = draw(st.none() | durations)
    try:
        return Clock(time, time, time, total) if total is not None else Clock(time, more, cap)
    except ValueError:
        return draw(st.sampled_from(PRESETS))


@st.composite
def pauses(draw: st.DrawFn) -> list[Pause]:
    """Time spans in any order, some of them overlapping."""
    found = draw(st.lists(st.tuples(durations, durations), max_size=4))
    return [(START + after, START + after + length) for after, length in found]


@given(clocks())
def test_every_clock_has_a_text(clock: Clock) -> None:
    """Every clock's text fits its column and reads back as the same clock."""
    assert Clock.read(str(clock)) == clock
    assert len(str(clock)) <= TEXT_LIMIT


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("3d", "3d"),
        ("36H", "1d12h"),
        ("5+5", "5m+5s"),
        ("15 + 10", "15m+10s"),
        ("30m+20s", "30m+20s"),
        (" 5d + 12h / 10d ", "5d+12h/10d"),
        ("5d+12h", "5d+12h/10d"),
        ("1d+1d/1d", "1d"),
        ("10s+0s", "10s+0s"),
    ],
)
def test_reading_is_forgiving(typed: str, stored: str) -> None:
    """Case, spaces and other units don't matter; the default cap is twice the time."""
    assert str(Clock.read(typed)) == stored


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "3", "59m", "15d", "0+5", "9s+1s", "5d+12h/4d", "31d+1h", "5d+12h/61d", "5d/3d",
     "9" * 7 + "d", "999999d" * 6, "5d+", "+5s", "-5d", "1d+31d"],
)  # fmt: skip
def test_what_is_no_clock(typed: str) -> None:
    """Nonsense and times outside the limits are refused, however large."""
    with pytest.raises(ValueError, match="clock"):
        Clock.read(typed)


def test_presets() -> None:
    """The presets range from live games to two weeks per turn."""
    assert [str(one) for one in LIVE_PRESETS] == ["5m+5s", "15m+10s", "30m+20s"]
    assert all(one.live for one in LIVE_PRESETS)
    assert (str(TURN_PRESETS[0]), str(TURN_PRESETS[-1])) == ("1h", "14d")
    assert all(one.per_turn and not one.live for one in TURN_PRESETS)
    assert "5d+12h/10d" in map(str, BUDGET_PRESETS)
    assert not any(one.per_turn or one.live for one in BUDGET_PRESETS)


def test_after_a_turn() -> None:
    """A fixed time is reset; an increment is added up to the cap; there is no debt."""
    assert Clock.read("3d").after_turn(HOUR) == 3 * DAY
    budget = Clock.read("5d+12h/10d")
    assert budget.after_turn(2 * DAY) == 2.5 * DAY
    assert budget.after_turn(9.75 * DAY) == 10 * DAY
    assert budget.after_turn(-DAY) == DAY / 2
    assert Clock.read("5+5").after_turn(HOUR) == HOUR + timedelta(seconds=5)


@given(durations)
def test_durations(time: timedelta) -> None:
    """Durations are written in whole seconds and read back unchanged."""
    assert read_duration(duration(time)) == time


def test_time_stands_still() -> None:
    """A pause within the time moves the end by its length. One before or after it has no effect.
    One that covers the start delays the start.
    """
    inside = (START + HOUR, START + 3 * HOUR)
    assert later(START, 2 * HOUR, [inside]) == START + 4 * HOUR
    assert later(START, 2 * HOUR, [(START - DAY, START)]) == START + 2 * HOUR
    assert later(START, 2 * HOUR, [(START + 3 * HOUR, START + DAY)]) == START + 2 * HOUR
    assert later(START, 2 * HOUR, [(START - DAY, START + DAY)]) == START + DAY + 2 * HOUR
    assert later(START, 2 * HOUR, [inside, inside]) == START + 4 * HOUR
    assert between(START + 2 * HOUR, START + 4 * HOUR, [inside]) == HOUR
    assert between(START + HOUR, START) == timedelta()


@given(durations, pauses())
def test_later_and_between_are_inverse(time: timedelta, still: list[Pause]) -> None:
    """Adding time and measuring it agree, whatever pauses lie between."""
    end = later(START, time, still)
    assert between(START, end, still) == time
    assert later(START, between(START, end, still), still) == end


@given(clocks(), durations, durations)
def test_a_bounded_clock_never_gives_more_than_its_total(
    clock: Clock, total: timedelta, used: timedelta
) -> None:
    """However the turns go, all of a seat together take no longer."""
    bounded = clock.bounded(total)
    if bounded == clock and clock.total is None:
        assert clock.time + 300 * clock.increment <= max(total, timedelta(seconds=10))
        return
    assert Clock.read(str(bounded)) == bounded
    most, left = max(total, timedelta(seconds=10)), bounded.at_first
    assert left <= most
    spent = timedelta()
    for _ in range(20):
        turn = bounded.for_turn(left)
        taken = min(used, turn)
        left = bounded.after_turn(bounded.stopped(left, turn - taken))
        spent += taken
    assert spent <= most
    assert spent + left == bounded.at_first


def test_bounded_clocks() -> None:
    """A time a turn, and a total; known absences give more time a turn."""
    assert str(Clock.read("3d").bounded(10 * DAY)) == "3d/10d"
    assert str(Clock.read("3d").bounded(10 * DAY, 4 * DAY)) == "7d/10d"
    assert str(Clock.read("3d").bounded(2 * DAY)) == "2d/2d"
    assert str(Clock.read("3d/10d").bounded(20 * DAY)) == "3d/10d"
    assert str(Clock.read("5d+12h/10d").bounded(30 * DAY)) == "10d/30d"
    assert Clock.read("5m+5s").bounded(DAY) == Clock.read("5m+5s")
    assert not Clock.read("3d/10d").stops_on_vacation
    assert not Clock.read("3d/10d").per_turn
    assert Clock.read("10m/1h").live
    assert not Clock.read("3d/10d").live
    with pytest.raises(ValueError, match="out of bounds"):
        Clock.read("3d/2d")
