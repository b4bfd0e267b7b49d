"""The machine's clock is set by hours while the bot runs, as by a time server after a start.

The bot is the real process, whose clock libfaketime sets: Debian's package `faketime`.
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
    """Where the library is. Without it the test fails: nothing else shows what it shows."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    assert found, "The bot's clock is set by libfaketime: install it (apt-get install faketime)."
    return str(found[0])


class Machine:
    """The machine on which the bot runs: how far its clock is off."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._off = timedelta()

    def set_by(self, hours: int) -> None:
        """Sets its clock, forward or back."""
        self._off += timedelta(hours=hours)
        written = self._file.with_suffix(".new")
        written.write_text(f"{self._off.total_seconds():+.0f}\n")
        written.replace(self._file)

    def now(self) -> datetime:
        """What its clock shows."""
        return machine_time() + self._off

    @property
    def settings(self) -> dict[str, str]:
        """The environment of what runs there. The monotonic clock is nobody's to set."""
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
    """One that starts eight hours too late in the day."""
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
    # How long things take says nothing: the library stands between the bot and all its clocks.
    assert "Traceback" not in running.said(), running.said()
    running.verify()


async def _left(stack: Stack, machine: Machine, game: Game) -> timedelta:
    """How much time the seat to move has, by the machine's clock."""
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
    """What time may have been lost since: what has passed, and what nobody can measure."""
    return timedelta(seconds=time.monotonic() - begun) + 2 * TOLERANCE


async def test_the_clock_is_set(
    stack: Stack, machine: Machine, general: Channel, ben: User, david: User
) -> None:
    """Whoever is to move when the clock is set has as much time as before, and who is next has all
    of his; a match that begins then, too. So it is whether the clock is set forward or back.
    """
    games = [await begin(general, "attangle", ben, david, clock="1h")]
    turns = iter(["c3", "c4", "c5", "d3", "d5", "e3", "e4", "b2"])
    for number, hours in enumerate(BY_HOURS):
        begun = time.monotonic()
        before = [await _left(stack, machine, game) for game in games]
        machine.set_by(hours)
        await general.pg.wait_for(partial(_noticed_more, stack, number), within=60)
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
    """As after a start with a wrong clock that is set right then."""
    game = await begin(general, "attangle", ben, david, clock="1h")
    for hours in (-9, 4):
        begun = time.monotonic()
        before, noticed = await _left(stack, machine, game), _noticed(stack)
        assert stack.stop() == 0
        machine.set_by(hours)
        stack.start()
        await general.pg.wait_online()
        machine.set_by(-hours)
        await general.pg.wait_for(partial(_noticed_more, stack, noticed), within=60)
        assert before - _lost(begun) <= await _left(stack, machine, game)
    assert "you played `c3`" in (await game.move(1, "c3")).content
    assert " timeout" not in stack.said()


def _noticed_more(stack: Stack, than: int) -> bool:
    return _noticed(stack) > than
