"""The disk takes nothing any more, or the database's file is gone: said, logged, and survived."""

from __future__ import annotations

import re
import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest

from playground.client import Channel, User
from tests.support.matches import Game, begin
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

REFUSED = "I can't get at the matches just now."
_TROUBLE = "the clocks can't be kept"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Stack]:
    """A bot that shows how it is."""
    folder = tmp_path_factory.mktemp("bot")
    shutil.copy(migrated_file, folder / "bot.db")
    running = Stack(folder, METRICS_PORT="0")
    yield running
    running.close()
    running.check()


async def _health(stack: Stack) -> dict[str, str]:
    address = re.findall(r"http://127\.0\.0\.1:\d+(?=$|\s)", stack.said(), re.MULTILINE)[-1]
    async with aiohttp.ClientSession() as session, session.get(f"{address}/health") as response:
        found: dict[str, str] = await response.json()
        assert (response.status == 200) == (found["status"] == "ok")
        return found


@contextmanager
def _full_disk(stack: Stack) -> Iterator[None]:
    """The bot's files can't grow any more: the log beside the database is the longest of them."""
    longest = (stack.folder / "bot.db-wal").stat().st_size
    assert longest > 4 * stack.log.stat().st_size
    _, hard = resource.prlimit(stack.bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(stack.bot.pid, resource.RLIMIT_FSIZE, (longest, hard))
    try:
        yield
    finally:
        resource.prlimit(stack.bot.pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def _missing_file(stack: Stack) -> Iterator[None]:
    """Somebody has moved the database away."""
    file = stack.folder / "bot.db"
    elsewhere = file.rename(stack.folder / "elsewhere.db")
    try:
        yield
    finally:
        assert not file.exists(), "the bot has made another one in its place"
        elsewhere.rename(file)


def _refusals(stack: Stack, game: Game) -> list[str]:
    """Why turns of this match were refused, by the log."""
    return re.findall(
        rf"match={game.id} turn=1 seq=\d+ action=move user=\d+ refused: (.+)", stack.said()
    )


async def test_a_full_disk(stack: Stack, general: Channel, ben: User, david: User) -> None:
    """While nothing can be written turns are refused, each with a line in the log that names the
    match, the turn and what the database says. Health fails once that has lasted; the log tells of
    the trouble once, and of its end. Then all goes on.
    """
    game = await begin(general, "attangle", ben, david)
    before = stack.said().count(_TROUBLE)
    await general.pg.wait_for(lambda: _is(stack, "ok"), within=60)
    with _full_disk(stack):
        assert REFUSED in (await game.move(1, "c3")).content
        (cause,) = _refusals(stack, game)
        assert cause.startswith("disk I/O error")
        await general.pg.wait_for(lambda: _is(stack, "failing"), within=120)
        assert (await _health(stack))["writes"] == "failing"
        assert stack.said().count(_TROUBLE) == before + 1
        assert f"{_TROUBLE}: disk I/O error" in stack.said()
    await general.pg.wait_for(lambda: _is(stack, "ok"), within=60)
    assert stack.said().count(f"{_TROUBLE}: that is over") == 1
    assert f"{game.id}: you played `c3`." in (await game.move(1, "c3")).content


async def test_a_missing_file(stack: Stack, general: Channel, ben: User, david: User) -> None:
    """What is stored in a file that is not there any more would be lost: it is refused."""
    game = await begin(general, "attangle", ben, david)
    with _missing_file(stack):
        assert REFUSED in (await game.move(1, "c3")).content
        (cause,) = _refusals(stack, game)
        assert "No such file" in cause
        assert (await _health(stack))["database"] == "unreachable"
    assert f"{game.id}: you played `c3`." in (await game.move(1, "c3")).content


async def _is(stack: Stack, status: str) -> bool:
    return (await _health(stack))["status"] == status
