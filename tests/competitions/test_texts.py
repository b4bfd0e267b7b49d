"""Events are read as they were written, and nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.model import settings as settings_module
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.events import (
    Agreed,
    Attending,
    Cancelled,
    Corrected,
    Decided,
    Ended,
    Event,
    Excused,
    Joined,
    Left,
    Opened,
    Paired,
    Reinstated,
    Replaced,
    Stalled,
    Started,
    Unpaired,
    Withdrawn,
    reason_of,
)
from competitions.model.pairings import Outcome
from competitions.model.settings import Settings
from competitions.model.texts import read, write
from tests.competitions.play import ids, tables

numbers = st.integers(0, 10**9 - 1)
entrants = numbers.map(EntrantId)
several = st.lists(entrants, min_size=1, max_size=5).map(tuple)
reasons = st.text(max_size=30)
games = st.tuples(numbers, numbers, numbers)
outcomes = st.builds(
    Outcome,
    st.lists(numbers, min_size=1, max_size=4).map(tuple),
    st.sampled_from(["played", "time", "forfeit", "adjudged", "bye", "excused"]),
)
limits = settings_module.BOUNDS
chosen = st.builds(
    Settings,
    st.sampled_from(["round-robin", "swiss", "knockout", "groups"]),
    games=st.integers(*limits["games"]),
    rounds=st.none() | st.integers(*limits["rounds"]),
    cycles=st.integers(*limits["cycles"]),
    groups=st.none() | st.integers(*limits["groups"]),
    advance=st.integers(*limits["advance"]),
    third=st.booleans(),
    least=st.integers(2, 9),
    most=st.none() | st.integers(9, 99),
)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Opened, chosen | st.builds(Settings, st.just("tables"), st.integers(2, 4))),
    st.builds(
        Joined,
        st.builds(
            Entrant, entrants, numbers, st.none() | st.floats(allow_nan=False, allow_infinity=False)
        ),
    ),
    st.builds(Agreed, entrants),
    st.builds(Left, entrants, reasons),
    st.builds(Started, several),
    st.builds(Excused, entrants, numbers),
    st.builds(Attending, entrants, numbers),
    st.builds(Unpaired, numbers, reasons),
    st.builds(Stalled, st.lists(games, min_size=1, max_size=4).map(tuple)),
    st.builds(Reinstated, entrants, reasons),
    st.builds(Paired, numbers, st.lists(several, min_size=1, max_size=5).map(tuple), numbers),
    st.builds(Decided, games, outcomes, reasons),
    st.builds(Corrected, games, outcomes, reasons),
    st.builds(Withdrawn, entrants, reasons),
    st.builds(Replaced, entrants, entrants, reasons),
    st.builds(Ended, st.lists(several, min_size=1, max_size=5).map(tuple), reasons),
    st.builds(Cancelled, reasons),
)

EXAMPLES: list[tuple[Event, str, str]] = [
    (Opened(Settings("knockout")), "open", "knockout"),
    (
        Opened(Settings("swiss", games=2, rounds=5, third=False, most=16)),
        "open",
        "swiss games=2 rounds=5 third=0 most=16",
    ),
    (Joined(Entrant(EntrantId(3), 2, 1512.5)), "join", "3 2 1512.5"),
    (Joined(Entrant(EntrantId(3))), "join", "3 1 -"),
    (
        Opened(Settings("tables", seats=4, most=9, mixed=True)),
        "open",
        "tables seats=4 most=9 mixed=1",
    ),
    (Agreed(EntrantId(3)), "agree", "3"),
    (Left(EntrantId(3), "Rude."), "leave", "3"),
    (Started(ids(2, 1, 3)), "start", "2 1 3"),
    (Excused(EntrantId(3), 2), "excuse", "3 2"),
    (Attending(EntrantId(3), 2), "attend", "3 2"),
    (Unpaired(2, "Wrong."), "unpair", "2"),
    (Stalled(((1, 2, 0), (1, 3, 1))), "stall", "1.2.0 1.3.1"),
    (Reinstated(EntrantId(3)), "reinstate", "3"),
    (Paired(1, tables((1, 4), (2, 3), (5,)), 2), "pair", "1 2 1-4 2-3 5"),
    (Decided((1, 2, 0), Outcome((1, 2))), "decide", "1.2.0 1,2 played"),
    (
        Corrected((1, 2, 0), Outcome((2, 1), "adjudged"), "They erred."),
        "correct",
        "1.2.0 2,1 adjudged",
    ),
    (Decided((1, 2, 0), Outcome((2, 1), "forfeit"), "Ill."), "decide", "1.2.0 2,1 forfeit"),
    (Withdrawn(EntrantId(3), "No time."), "withdraw", "3"),
    (Withdrawn(EntrantId(3)), "withdraw", "3"),
    (Replaced(EntrantId(3), EntrantId(7)), "replace", "3 7"),
    (Ended(tables((3,), (1, 4), (2,)), "Time was up."), "end", "3 1,4 2"),
    (Ended(tables((3,), (1,))), "end", "3 1"),
    (Cancelled("Too few came."), "cancel", ""),
]


@pytest.mark.parametrize(("event", "kind", "text"), EXAMPLES)
def test_events_have_these_texts(event: Event, kind: str, text: str) -> None:
    """Stored logs stay readable: the texts are exactly these."""
    assert write(event) == (kind, text)
    assert read(kind, text, reason_of(event)) == event


@pytest.mark.untraced
@given(events)
def test_what_was_written_is_read(event: Event) -> None:
    """Reading is the inverse of writing."""
    assert read(*write(event), reason_of(event)) == event


@given(st.sampled_from([kind for _, kind, _ in EXAMPLES]), st.text() | st.text("0123456789.,- /="))
def test_any_text_is_an_event_or_an_error(kind: str, text: str) -> None:
    """Whatever can be read would be written the same; everything else is a ValueError."""
    try:
        event = read(kind, text)
    except ValueError:
        return
    assert write(event) == (kind, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("begin", "1"),
        ("open", ""),
        ("open", "chess"),
        ("open", "swiss colour=1"),
        ("open", "swiss rounds="),
        ("open", "swiss rounds=0"),
        ("open", "swiss rounds=5 rounds=6"),
        ("open", "swiss most=16 rounds=5"),
        ("open", "swiss games=1"),
        ("open", "knockout third=2"),
        ("open", "knockout seats=3"),
        ("open", "swiss least=9 most=8"),
        ("join", "1 1"),
        ("join", "1 1 nan"),
        ("join", "1 1 inf"),
        ("join", "1 1 1512.50"),
        ("join", "+1 1 -"),
        ("leave", ""),
        ("leave", "01"),
        ("leave", "-1"),
        ("leave", "١"),
        ("leave", "1000000000"),
        ("start", "1  2"),
        ("excuse", "1"),
        ("excuse", "1 2 3"),
        ("pair", "1 1"),
        ("pair", "1 1 1-"),
        ("decide", "1.2 1,2 played"),
        ("decide", "1.2.0.0 1,2 played"),
        ("decide", "1.2.0 1,2 won"),
        ("correct", "1.2.0 1,2 adjudged They erred."),
        ("withdraw", "3 "),
        ("replace", "3"),
        ("end", ""),
        ("end", "1 2 / "),
        ("withdraw", "3 No time."),
        ("cancel", "Rain."),
        ("stall", ""),
        ("open", "swiss mixed=1"),
        ("open", "tables seats=4 mixed=2"),
    ],
)
def test_what_is_not_written_is_not_read(kind: str, text: str) -> None:
    """No event is written like this."""
    with pytest.raises(ValueError, match=r"event|read"):
        read(kind, text)


def test_only_some_events_have_reasons() -> None:
    """A reason beside another kind of event is damage."""
    assert reason_of(read("leave", "3", "Rude.")) == "Rude."
    with pytest.raises(ValueError, match="no event with a reason"):
        read("start", "1 2", "Rain.")
