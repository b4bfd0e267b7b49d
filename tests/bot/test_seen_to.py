"""Seeing to competitions: a mistake of ours is logged with the id, and keeps nothing else back."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.app.client import Dreierlei
from bot.delivery.competitions import Competitions
from competitions.ladders.settling import Missing
from competitions.logged import due
from tests.bot.test_prefetch import bot

__all__ = ["bot"]


async def test_what_does_not_end_is_a_fault(
    bot: Dreierlei, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is counted as one, and logged with the id of what could not be done."""
    monkeypatch.setattr(due, "STEPS", 3)
    steps = 0

    async def look() -> tuple[None, Missing]:
        return None, Missing(open=(1,))

    async def do(_: None, __: Missing) -> None:
        nonlocal steps
        steps += 1

    async def see_to(id_: str) -> None:
        await due.until_done(id_, look, do)

    seeing, before = Competitions(bot), _faults(bot)
    with caplog.at_level(logging.ERROR):
        seeing._begin("see to", "L-K7F2", see_to)
        await asyncio.gather(*seeing._at_work.values())
    assert (steps, _faults(bot) - before) == (3, 1)
    assert "competition=L-K7F2 can't see to it" in caplog.text
    assert "L-K7F2 isn't done after 3 steps" in caplog.text
    assert not seeing._at_work


def _faults(bot: Dreierlei) -> float:
    """How many have been counted."""
    (found,) = bot.metrics.bugs.collect()
    return next(one.value for one in found.samples if one.name == "dreierlei_bugs_total")
