"""Why an interaction was not acknowledged, as far as the soak knows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from playground.faults import Recorded
from tests.soak.callbacks import DEADLINE, UNKNOWN, Callbacks

BEGAN = datetime(2026, 1, 1, 12, tzinfo=UTC)
OURS, OTHER = 5, 6


def _why(callbacks: Callbacks, ended: float = -60.0, locked: float = -60.0) -> str:
    """Why ours was not acknowledged, with a process that ended so many seconds after it began, and
    the database locked for one from then on.
    """
    at, since = (BEGAN + timedelta(seconds=one) for one in (ended, locked))
    return callbacks.why(OURS, BEGAN, [at], [(since, since + timedelta(seconds=1))])


def _heard(interaction: int, status: int, *, planned: bool = False) -> Callbacks:
    callbacks = Callbacks()
    path = f"/interactions/{interaction}/token/callback"
    callbacks.hear(Recorded("POST", path, status, 0.0, planned))
    return callbacks


@pytest.mark.parametrize(
    ("callbacks", "said"),
    [
        (_heard(OURS, 500, planned=True), "since a fault hit the callback"),
        (_heard(OURS, 404), "since the callback was late"),
        (_heard(OURS, 400), UNKNOWN),
        (_heard(OTHER, 500, planned=True), UNKNOWN),
        (Callbacks(missed={OURS}), "since nobody was connected"),
        (Callbacks(missed={OTHER}), UNKNOWN),
        (Callbacks(cut=[BEGAN + DEADLINE]), "since nobody was connected"),
        (Callbacks(cut=[BEGAN + 2 * DEADLINE]), UNKNOWN),
    ],
)
def test_what_was_heard(callbacks: Callbacks, said: str) -> None:
    """Only what concerns this interaction explains it."""
    assert _why(callbacks) == said


def test_what_happened_meanwhile() -> None:
    """Until it was due."""
    due = DEADLINE.total_seconds()
    assert _why(Callbacks(), ended=due) == "since a process ended"
    assert _why(Callbacks(), locked=due) == "since the database was locked"
    assert _why(Callbacks(), ended=due + 1, locked=due + 1) == UNKNOWN
