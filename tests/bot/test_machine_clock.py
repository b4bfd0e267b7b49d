"""The machine's clock is set by hours while the bot runs, as by a time server after booting.

The bot is the real process. libfaketime sets its clock (Debian package `faketime`).
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

import matches
from playground.client import Channel, User
from storage.database import Database
from storage.steady_time import TOLERANCE, machine_time
from tests.support.matches import Game, begin
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

TURN = timedelta(hours=1)
BY_HOURS = (-8, 5, 30, -26)


def _library() -> str:
    """The path of the library. Without it the test fails, since nothing else covers this."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    assert found, "The bot's clock is set by libfaketime: install it (apt-get install faketime)."
    return str(found[0])


class Machine:
    """The bot's machine, and the error of its clock."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._off = timedelta()

    def set_by(self, hours: int) -> None:
        """Sets its clock forward or back."""
        self._off += timedelta(hours=hours)
        written = self._file.with_suffix(".new")
        written.write_text(f"{self._off.total_seconds():+.0f}\n")
        written.replace(self._file)

    def now(self) -> datetime:
        """The time on its clock."""
        return machine_time() + self._off

    @property
    def settings(self) -> dict[str, str]:
        """The environment of its processes. The monotonic clock cannot be set."""
        return {
            "LD_PRELOAD": _library(),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine that starts with its clock eight hours ahead."""
    made = Machine(tmp_path_factory.mktemp("machine"))
    made.set_by(8)
    return made


@pytest.fixture(scope="module")
def stack(
    tmp_path_factory: pytest.TempPathFactory, migrated_file: Path, machine: Machine
) -> Iterator[Stack]:
    """The bot on that machine."""
    folder = tmp_path_factory.mktemp("bot")
    shutil.copy(migrated_file, folder / "bot.db")
    running = Stack(folder, **machine.settings)
    yield running
    running.close()
    # Timings mean nothing here, since the library intercepts all clocks.
    assert "Traceback" not in running.said(), running.said()
    running.verify()


async def _left(stack: Stack, machine: Machine, game: Game) -> timedelta:
    """The time left for the seat to move, by the machine's clock."""
    database = Database.connect(stack.settings["DATABASE_URL"], now=machine.now)
    try:
        match = await matches.get(database, game.id)
    finally:
        await database.close()
    assert match.status == "running"
    assert match.due_at is not None
    return match.due_at - machine.now()


def _noticed(stack: Stack) -> int:
    return stack.said().count("the machine's clock was set by")


def _lost(begun: float) -> timedelta:
    """The time that may be lost: what has passed, and what cannot be measured."""
    return timedelta(seconds=time.monotonic() - begun) + 2 * TOLERANCE


async def test_the_clock_is_set(
    stack: Stack, machine: Machine, general: Channel, ben: User, david: User
) -> None:
    """The player to move keeps their time when the clock is set, and the next one has all of
    theirs. So have the players of a match that begins then. This holds forward and back.
    """
    games = [await begin(general, "attangle", ben, david, clock="1h")]
    turns = iter(["c3", "c4", "c5", "d3", "d5", "e3", "e4", "b2"])
    for number, hours in enumerate(BY_HOURS):
        begun = time.monotonic()
        before = [await _left(stack, machine, game) for game in games]
        machine.set_by(hours)
        await general.pg.wait_for(partial(_noticed_more, stack, number))
        for game, had in zip(games, before, strict=True):
            assert had - _lost(begun) <= await _left(stack, machine, game) <= had + 2 * TOLERANCE
        begun, turn, seat = time.monotonic(), next(turns), number % 2 + 1
        assert f"you played `{turn}`" in (await games[0].move(seat, turn)).content
        games.append(await begin(general, "attangle", ben, david, clock="1h"))
        for game in (games[0], games[-1]):
            left = await _left(stack, machine, game)
            assert TURN - _lost(begun) <= left <= TURN + 2 * TOLERANCE
    assert " timeout" not in stack.said()


async def test_the_clock_is_set_between_two_starts(
    stack: Stack, machine: Machine, general: Channel, ben: User, david: User
) -> None:
    """As after booting with a wrong clock that is corrected at that moment."""
    game = await begin(general, "attangle", ben, david, clock="1h")
    for hours in (-9, 4):
        begun = time.monotonic()
        before, noticed = await _left(stack, machine, game), _noticed(stack)
        assert stack.stop() == 0
        machine.set_by(hours)
        stack.start()
        await general.pg.wait_online()
        machine.set_by(-hours)
        await general.pg.wait_for(partial(_noticed_more, stack, noticed))
        assert before - _lost(begun) <= await _left(stack, machine, game)
    assert "you played `c3`" in (await game.move(1, "c3")).content
    assert " timeout" not in stack.said()


def _noticed_more(stack: Stack, than: int) -> bool:
    return _noticed(stack) > than
