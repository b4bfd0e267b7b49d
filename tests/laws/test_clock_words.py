"""Clocks in words: what people write is read, in both languages, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import catalogues
from bot.text import clock as clock_text
from bot.text.clock_words import LONGEST, UNITS, completions, read_words
from matches.model.clock import PRESETS, TURN_PRESETS, Clock

WORDS = [(unit, word) for unit, words in UNITS.items() for word in words.split()]
LANGUAGES = [catalogues.language(code) for code in catalogues.languages()]
times = st.tuples(st.integers(1, 60), st.sampled_from(WORDS))
typed = st.text(max_size=40) | st.text("0123456789 +/.adehinotuwkgzyspr", max_size=40)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("3 days", "3d"),
        ("3 Tage", "3d"),
        ("3 days a turn", "3d"),
        ("2 Tage pro Zug", "2d"),
        ("1 Tag 12 Stunden für jeden Zug", "1d12h"),
        ("a week", "7d"),
        ("1 Woche", "7d"),
        ("eine Woche je Zug", "7d"),
        ("10 min", "10m+0s"),
        ("10 Minuten", "10m+0s"),
        ("10 min. + 5 sek.", "10m+5s"),
        ("24h + 12h", "1d+12h/2d"),
        ("5 days + 12 hours / 10 days", "5d+12h/10d"),
        ("5+5", "5m+5s"),
        ("1 STD", "1h"),
    ],
)
def test_what_people_write(text: str, stored: str) -> None:
    """Both languages, with or without what the time is for."""
    assert str(read_words(text)) == stored


@pytest.mark.parametrize(
    "text",
    ["", "soon", "3", "turn", "days", "3 days +", "+ 3 days", "5d+/10d", "5d//10d", "3 moons",
     "5d+1h/9d/10d", "15 days", "0 days", "a", "3 days 4", "3,5 days", "٣ days", "1 day + + 1 h"],
)  # fmt: skip
def test_what_is_no_clock(text: str) -> None:
    """Anything else is refused, not guessed."""
    with pytest.raises(ValueError, match=r"clock|time|bounds"):
        read_words(text)


@given(st.lists(times, min_size=1, max_size=3), st.sampled_from(["", " "]))
def test_units_add_up(parts: list[tuple[int, tuple[timedelta, str]]], blank: str) -> None:
    """Whatever words and blanks are used, a clock has the time that they say, or is refused."""
    text = " ".join(f"{count}{blank}{word}" for count, (_, word) in parts)
    total = sum((count * unit for count, (unit, _) in parts), timedelta())
    try:
        clock = read_words(text)
    except ValueError:
        assert total > timedelta(days=14) or total < timedelta(seconds=10)
    else:
        assert clock.time == total


@given(typed)
def test_any_text_is_a_clock_or_refused(text: str) -> None:
    """A clock that was read or completed reads back from its stored form."""
    for clock in completions(text):
        assert Clock.read(str(clock)) == clock
    try:
        clock = read_words(text)
    except ValueError:
        return
    assert clock in completions(text)


@given(st.sampled_from([*TURN_PRESETS]), st.sampled_from(LANGUAGES), st.data())
def test_what_is_said_is_understood(
    clock: Clock, language: NullTranslations, data: st.DataObject
) -> None:
    """A time a turn can be typed as it is shown; it is completed as soon as its unit has begun."""
    said = clock_text.control(clock, language)
    assert read_words(said) == clock
    amount = clock_text.duration(clock.time, language)
    begun = data.draw(st.integers(amount.index(" ") + 2, len(amount)))
    assert clock in completions(amount[:begun])


def test_the_usual_clocks_can_be_said() -> None:
    """Each has words of its own in every language."""
    for language in LANGUAGES:
        assert len({clock_text.control(clock, language) for clock in PRESETS}) == len(PRESETS)


def test_a_long_text_is_not_read() -> None:
    """It is refused by its length, so that reading takes no longer than for a short one."""
    for text in ("1 d " * LONGEST, "d" * 10 * LONGEST, "1" * 10 * LONGEST, "+" * 10 * LONGEST):
        with pytest.raises(ValueError, match="too long"):
            read_words(text)
        assert list(completions(text)) == []
