"""The painter's process: it answers, dies, and is restarted."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

import games
from bot.interactions.error_handler import STANDS
from bot.pictures import work
from bot.pictures.work import Order
from bot.processes import painter as painting
from bot.processes.painter import Painter
from bot.processes.pool import Crashed
from games import play
from games.shot import Shot
from tests import PATIENCE
from tests.bot.test_long_trouble import Hall, hall
from tests.support.conditions import until
from tests.support.standing_still import (
    compute_until,
    frozen_only_by_us,
    in_the_end_closed,
    signs_of_life,
    stand_still,
)

__all__ = ["hall"]


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    """A painter that has not been started."""
    made = Painter()
    yield made
    await made.close()


def _slowly(value: int) -> int:
    time.sleep(0.5)
    return value


class Hidden(Exception):
    """A value that can be pickled but not unpickled."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one + other)


def _wrongly() -> None:
    raise Hidden("some", "thing")


async def test_what_is_asked_at_once_is_done_in_order(painter: Painter) -> None:
    """Nobody has to wait before asking, and everybody gets their own result."""
    asked = [painter.run(partial(pow, 2, n)) for n in range(20)]
    assert await asyncio.gather(*asked) == [2**n for n in range(20)]
    assert painter.waiting == 0


async def test_it_paints_what_we_would_paint(painter: Painter) -> None:
    """The picture equals one painted in this process."""
    await painter.run(work.prepare)
    for game in games.all_games():
        setup = play.setup(game, max(game.info.seats), {}, Random(1))
        names = tuple(f"player {seat}" for seat in range(1, setup.seats + 1))
        shot = Shot(game.start(setup))
        order = Order(game.info.key, shot, names, "dark")
        assert await painter.run(partial(work.board, order)) == work.board(order)


async def test_an_error_is_raised_to_whoever_asked(painter: Painter) -> None:
    """The process continues with other people's requests."""
    process = await painter.run(os.getpid)
    wrong, right = (painter.run(partial(int, text)) for text in ("x", "3"))
    with pytest.raises(ValueError, match="invalid literal"):
        await wrong
    assert await right == 3
    assert await painter.run(os.getpid) == process


async def test_an_error_that_cannot_be_sent(painter: Painter) -> None:
    """The caller gets another error, and nobody waits for ever."""
    lost, right = painter.run(_wrongly), painter.run(partial(int, "3"))
    with pytest.raises(TypeError):
        await lost
    assert await right == 3


async def test_whoever_gives_up_is_nobody_elses_concern(painter: Painter) -> None:
    """A picture that nobody waits for any more is thrown away, or not painted at all."""
    await painter.run(int)
    asked = [painter.run(partial(int, n)) for n in range(5)]
    await asyncio.sleep(0)
    for one in asked[:4]:
        one.cancel()
    assert await asked[4] == 4
    assert painter.waiting == 0


async def test_whoever_asks_for_little_comes_first(painter: Painter) -> None:
    """However many pictures of somebody else are waiting, only those wait longer that the process
    knows of already.
    """
    await painter.run(int)
    done = list[str]()
    asked = [painter.run(partial(int, n), "much") for n in range(20)]
    for one in asked:
        one.add_done_callback(lambda _: done.append("much"))
    one = painter.run(int, "little")
    one.add_done_callback(lambda _: done.append("little"))
    await asyncio.gather(*asked, one)
    assert done.index("little") == painting.AHEAD


async def test_a_process_that_was_killed_is_replaced(painter: Painter) -> None:
    """Whether it was idle or working, the next process does the work."""
    process = await painter.run(os.getpid)
    os.kill(process, signal.SIGKILL)
    assert await painter.run(os.getpid) != process
    process = await painter.run(os.getpid)
    late = painter.run(partial(_slowly, 3))
    behind = painter.run(partial(int, 7))
    await asyncio.sleep(0.1)
    os.kill(process, signal.SIGKILL)
    assert await behind == 7
    assert await late == 3


async def test_what_kills_it_twice_is_given_up(painter: Painter) -> None:
    """Only that caller is refused."""
    deadly = painter.run(partial(os._exit, 1))
    harmless = painter.run(partial(int, 5))
    with pytest.raises(Crashed):
        await deadly
    assert await harmless == 5


async def test_what_takes_too_long_is_given_up(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture that is never finished delays nobody else's."""
    monkeypatch.setattr(painting, "SECONDS", 1)
    endless = painter.run(partial(time.sleep, 60))
    harmless = painter.run(partial(int, 5))
    with pytest.raises(Crashed):
        await endless
    assert await harmless == 5


async def test_one_that_stands_still_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is idle or working, its replacement is prepared first and then does all the work.
    This is reported, and meanwhile the painter counts as unhealthy.
    """
    frozen_only_by_us(monkeypatch)
    told, begun = list[str](), tmp_path / "begun"
    async with in_the_end_closed(Painter(_prepare, replaced=told.append)) as painter:
        for busy in (False, True):
            await painter.run(int)
            if busy:
                first = painter.run(partial(_once, begun))
                await until(begun.exists)
            stand_still(painter._child)
            if not busy:
                assert painter.well  # There are no requests.
                first = painter.run(int)
            behind = [painter.run(partial(int, n)) for n in range(5)]
            await until(lambda: not painter.well)
            assert await first == 0
            assert await asyncio.gather(*behind) == [0, 1, 2, 3, 4]
            assert await painter.run(_prepared)
        assert told == ["pictures"] * 2


def _once(begun: Path) -> int:
    """Never ends, except if it was begun before."""
    if not begun.exists():
        begun.touch()
        time.sleep(PATIENCE)
    return 0


async def test_one_that_is_slow_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow process is kept as long as it shows signs of life."""
    frozen_only_by_us(monkeypatch)
    told, mark = list[str](), tmp_path / "mark"
    async with in_the_end_closed(Painter(replaced=told.append)) as painter:
        process = await painter.run(os.getpid)
        slow = painter.run(partial(compute_until, mark))
        await signs_of_life(lambda: painter.well)
        mark.touch()
        assert await slow == process
        assert told == []


async def test_where_no_process_can_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some attempts callers are refused. As soon as a process can start, everything works
    again.
    """
    painter = Painter(partial(os._exit, 1))
    monkeypatch.setattr(painting, "PAUSE", 0.05)
    asked = [painter.run(int) for _ in range(5)]
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(one) for one in found] == [Crashed] * 5
    assert not _well(painter)
    painter._prepare = int
    await until(lambda: painter.well)
    assert await painter.run(partial(int, 7)) == 7
    await painter.close()


def _well(painter: Painter) -> bool:
    return painter.well


def _prepare() -> None:
    os.environ["PREPARED"] = "yes"


def _prepared() -> bool:
    return "PREPARED" in os.environ


async def test_it_stays_until_we_end(painter: Painter) -> None:
    """A signal to all processes of a service leaves the painter running until the bot has
    finished.
    """
    process = await painter.run(os.getpid)
    os.kill(process, signal.SIGTERM)
    assert await painter.run(os.getpid) == process
    await painter.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_whoever_waits_when_it_is_closed_is_told(painter: Painter) -> None:
    """Nobody waits for ever."""
    late = painter.run(partial(time.sleep, 60))
    await asyncio.sleep(0.05)
    await painter.close()
    with pytest.raises(asyncio.CancelledError):
        await late


@pytest.mark.untraced
async def test_a_turn_that_cannot_be_painted(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its player reads that it counts, and a number that the log has, but not that they should try
    again. Its board comes once a painter can live.
    """
    monkeypatch.setattr(painting, "PAUSE", 0.05)
    await hall.begin()
    painter = hall.bot.painter
    painter._prepare = partial(os._exit, 1)
    assert painter._child is not None
    painter._child.process.kill()
    reply = await hall.turn(1)
    await reply.wait()
    assert "try again" not in reply.content
    said = await hall.reads(reply, STANDS)
    reference = re.search(r"Reference: ([0-9A-F]{8})$", said)
    assert reference is not None
    assert f"reference={reference[1]} match={hall.game.id}" in caplog.text
    await hall.stands()
    painter._prepare = work.prepare
    await hall.mend()
    await hall.shown(1)
