"""Advancing competitions: a mistake of ours is logged with the id, and keeps nothing else back."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import pytest

import games
from bot.app.client import Dreierlei
from bot.delivery.competitions import sign_ups
from bot.delivery.competitions.errands import Errands
from competitions.ladders.settlement import Missing
from competitions.log import due
from competitions.model.settings import Settings
from competitions.tournaments import direction, news
from competitions.tournaments.creation import open_competition
from matches.settings.guilds import configure
from storage.ids import MessageId
from tests import PATIENCE
from tests.bot.test_prefetch import bot
from tests.competitions.tournaments.conftest import HOST, terms

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

    async def advance(id_: str) -> None:
        await due.until_done(id_, look, do)

    done, before = asyncio.Event(), _faults(bot)
    errands = Errands(bot, done.set)
    with caplog.at_level(logging.ERROR):
        errands.begin("advance", "L-K7F2", advance)
        assert errands.count("advance", "ladder") == 1
        await asyncio.wait_for(done.wait(), PATIENCE)
    assert (steps, _faults(bot) - before) == (3, 1)
    assert "competition=L-K7F2 can't advance it" in caplog.text
    assert "L-K7F2 isn't done after 3 steps" in caplog.text
    assert errands.count("advance", "ladder") == 0


async def test_what_is_taken_meanwhile_is_done_afterwards(bot: Dreierlei) -> None:
    """Whoever has taken it has it alone, so nobody else does it until the lease is over. What is
    only wanted once more is being done already.
    """
    begun, free, ended = [asyncio.Event() for _ in range(3)]
    found = list[str]()

    async def first(id_: str) -> None:
        found.append("first")
        begun.set()
        await free.wait()

    async def later(id_: str) -> None:
        found.append("later")
        ended.set()

    errands = Errands(bot, lambda: None)
    errands.begin("tell of", "C-K7F2", first, taken=True)
    await asyncio.wait_for(begun.wait(), PATIENCE)
    errands.begin("tell of", "C-K7F2", later)
    errands.begin("tell of", "C-K7F2", later, taken=True)
    errands.begin("tell of", "C-K7F2", later, taken=True)
    assert errands.count("tell of", "tournament") == 1
    free.set()
    await asyncio.wait_for(ended.wait(), PATIENCE)
    await bot.unfinished.wait(PATIENCE)
    assert found == ["first", "later"]


async def test_an_announcement_is_brought_up_to_date_in_order(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord is slow to take one state of it, no newer one gets ahead, to be replaced."""
    cup = terms(game=games.get("attangle"))
    await configure(bot.database, cup.guild, language="en")
    held = await open_competition(bot.database, cup, Settings("knockout"), HOST)
    await news.posted(bot.database, held.id, MessageId(9))
    shown, begun, free = list[str](), asyncio.Event(), asyncio.Event()

    async def edit(**message: Any) -> None:
        if not begun.is_set():
            begun.set()
            await free.wait()
        shown.append(str(message["view"].to_components()))

    channel = SimpleNamespace(get_partial_message=lambda _: SimpleNamespace(edit=edit))
    monkeypatch.setattr(bot, "get_partial_messageable", lambda *_, **__: channel)
    first = asyncio.create_task(sign_ups.show(bot, held.id))
    await asyncio.wait_for(begun.wait(), PATIENCE)
    await direction.change(bot.database, held.id, HOST, name="Renamed")
    second = asyncio.create_task(sign_ups.show(bot, held.id))
    await asyncio.wait({second}, timeout=0.5)  # Only to see it get ahead, if it does.
    free.set()
    await asyncio.gather(first, second)
    assert ["Renamed" in one for one in shown] == [False, True]


def _faults(bot: Dreierlei) -> float:
    """How many have been counted."""
    (found,) = bot.metrics.bugs.collect()
    return next(one.value for one in found.samples if one.name == "dreierlei_bugs_total")
