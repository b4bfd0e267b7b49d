"""A full disk, or a missing database file: reported, logged, and survived."""

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

REFUSED = "I can't reach the matches right now."
TROUBLE = "the clocks can't be kept"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, migrated_file: Path) -> Iterator[Stack]:
    """A bot with the health endpoint."""
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
    """The bot's files cannot grow any more; the longest is the log beside the database."""
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
    """Somebody has moved the database file away."""
    file = stack.folder / "bot.db"
    elsewhere = file.rename(stack.folder / "elsewhere.db")
    try:
        yield
    finally:
        assert not file.exists(), "the bot has made another one in its place"
        elsewhere.rename(file)


def refusals(stack: Stack, game: Game) -> list[str]:
    """The reasons in the log why turns of this match were refused."""
    return re.findall(
        rf"match={game.id} turn=1 seq=\d+ action=move user=\d+ refused: (.+)", stack.said()
    )


async def test_a_full_disk(stack: Stack, general: Channel, ben: User, david: User) -> None:
    """While nothing can be written turns are refused, each with a log line that names the match,
    the turn and the database's message. If it lasts, health fails. The log reports the trouble
    once, and its end. Then everything continues.
    """
    game = await begin(general, "attangle", ben, david)
    before = stack.said().count(TROUBLE)
    await general.pg.wait_for(lambda: health_is(stack, "ok"))
    with _full_disk(stack):
        assert REFUSED in (await game.move(1, "c3")).content
        (cause,) = refusals(stack, game)
        assert cause.startswith("disk I/O error")
        await general.pg.wait_for(lambda: health_is(stack, "failing"))
        assert (await _health(stack))["writes"] == "failing"
        assert stack.said().count(TROUBLE) == before + 1
        assert f"{TROUBLE}: disk I/O error" in stack.said()
    await general.pg.wait_for(lambda: health_is(stack, "ok"))
    over = f"{TROUBLE}: that is over"  # It is said at the end of the round that went well.
    await general.pg.wait_for(lambda: over in stack.said())
    assert stack.said().count(over) == 1
    assert f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content


async def test_a_missing_file(stack: Stack, general: Channel, ben: User, david: User) -> None:
    """Turns are refused, since what is stored in a deleted file would be lost."""
    game = await begin(general, "attangle", ben, david)
    with _missing_file(stack):
        assert REFUSED in (await game.move(1, "c3")).content
        (cause,) = refusals(stack, game)
        assert "No such file" in cause
        assert (await _health(stack))["database"] == "unreachable"
    assert f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content


async def health_is(stack: Stack, status: str) -> bool:
    """Whether the endpoint reports this status."""
    return (await _health(stack))["status"] == status
