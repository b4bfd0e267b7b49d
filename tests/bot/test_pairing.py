"""Rounds with many entrants are paired in a process of their own."""

from __future__ import annotations

import pickle
import signal
import time
from collections.abc import AsyncIterator

import pytest

from bot.processes import pairing
from bot.processes.jobs import Jobs
from competitions.formats.rounds import next_round
from competitions.model.settings import Settings
from tests.support.held import begun

pytestmark = pytest.mark.untraced

NUMBER = 7
"""Of the competition."""


@pytest.fixture
async def jobs() -> AsyncIterator[Jobs]:
    """The jobs of a bot."""
    made = Jobs()
    yield made
    await made.close()


@pytest.mark.parametrize("settings", [Settings("swiss", rounds=5), Settings("tables", seats=3)])
@pytest.mark.parametrize("count", [pairing.SMALL, 2 * pairing.SMALL + 1])
async def test_it_is_paired_as_anywhere(jobs: Jobs, settings: Settings, count: int) -> None:
    """The pairings don't depend on where they are computed. Only for many entrants a process is
    started.
    """
    now = begun(settings, 1, count)
    apart = {(now.seeding[0], now.seeding[1])}
    assert await pairing.paired(jobs, now, apart, NUMBER) == next_round(now, apart, NUMBER)
    assert (jobs._workers["pairing"]._child is not None) == (count > pairing.SMALL)


def test_the_process_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves the processor to others for most of the time, and comes to the same pairing."""
    monkeypatch.setattr(pairing, "SPELL", 0.001)
    monkeypatch.setattr(pairing, "REST", 0.01)
    now = begun(Settings("swiss", rounds=5), 1, 64)
    expected = next_round(now, set(), NUMBER)
    wall, used = time.monotonic(), time.process_time()
    found = pairing._next_round(pickle.dumps((now, set(), NUMBER)))
    wall, used = time.monotonic() - wall, time.process_time() - used
    assert found == expected
    assert used < wall / 2
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
