"""Events of ladders as texts: each is read as it was written, and nothing else can be read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.model.entrants import MemberId
from competitions.model.ladder.events import (
    Accepted,
    Annulled,
    Challenged,
    Closed,
    Dropped,
    Event,
    Joined,
    LadderSettings,
    Lapsed,
    Left,
    Moved,
    Opened,
    Played,
    Recalled,
    Refused,
    reason_of,
)
from competitions.model.ladder.texts import KINDS, read, write

AT = datetime(2026, 1, 1, tzinfo=UTC)
ONE, TWO, THREE = map(MemberId, (1, 2, 3))

WRITTEN: list[tuple[Event, str, str]] = [
    (Opened(LadderSettings(), AT), "open", ""),
    (Opened(LadderSettings(seats=3, idle=60), AT), "open", "seats=3 idle=60"),
    (Joined(THREE, AT), "join", "3"),
    (Left(THREE, AT), "leave", "3"),
    (Left(THREE, AT, "They cheat."), "leave", "3"),
    (Challenged(THREE, (ONE, TWO), AT), "challenge", "3 1,2"),
    (Accepted(12, ONE, AT), "accept", "12 1"),
    (Refused(12, ONE, AT), "refuse", "12 1"),
    (Lapsed(12, AT), "lapse", "12"),
    (Recalled(12, AT), "recall", "12"),
    (Played(12, (2, 1, 2), AT), "play", "12 2,1,2"),
    (Annulled(12, "They erred twice.", AT), "annul", "12"),
    (Dropped(ONE, AT), "drop", "1"),
    (Moved(ONE, 2, "They erred.", AT), "move", "1 2"),
    (Closed("Too few are left.", AT), "close", ""),
]


@pytest.mark.parametrize(("event", "kind", "text"), WRITTEN)
def test_events_are_written_and_read(event: Event, kind: str, text: str) -> None:
    """Their times and reasons are stored beside the text."""
    assert write(event) == (kind, text)
    assert read(kind, text, AT, reason_of(event)) == event


def test_every_kind_has_an_example() -> None:
    """So that none is forgotten."""
    assert {kind for _, kind, _ in WRITTEN} == set(KINDS)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("dance", ""),
        ("join", ""),
        ("join", "03"),
        ("join", "-3"),
        ("join", "3 4"),
        ("accept", "1"),
        ("accept", "1  2"),
        ("challenge", "1 2,"),
        ("play", "1"),
        ("annul", "1 They erred."),
        ("close", "1"),
        ("open", "seats"),
        ("open", "seats=2"),
        ("open", "seats=9"),
        ("open", "size=3"),
        ("open", "idle=60 seats=3"),
        ("open", "seats=3  idle=60"),
    ],
)
def test_nothing_else_is_read(kind: str, text: str) -> None:
    """Texts with something missing, too much, or written differently."""
    with pytest.raises(ValueError, match=kind):
        read(kind, text, AT)


@given(st.sampled_from(sorted(KINDS)), st.text("0123456789,= seatidl\n", max_size=20))
def test_whatever_is_read_is_written_the_same(kind: str, text: str) -> None:
    """Otherwise it is refused."""
    try:
        event = read(kind, text, AT)
    except ValueError:
        return
    assert write(event) == (kind, text)


def test_events_without_reasons_get_none() -> None:
    """A reason beside an event that can't have one is refused."""
    with pytest.raises(ValueError, match="can't read 'join'"):
        read("join", "3", AT, "Rain.")
