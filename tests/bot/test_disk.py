"""A full disk, a database file that is read-only or missing: reported, logged, and survived."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

import aiohttp
import pytest

from playground.client import Channel, User
from tests.support.lacking import lacks
from tests.support.matches import Game, begin
from tests.support.memory import DISK
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

REFUSED = "I can't reach the matches right now."
TROUBLE = "the clocks can't be kept"
READ_ONLY = "disk I/O error|attempt to write a readonly database"


@pytest.fixture(scope="module")
def stack(migrated_file: Path) -> Iterator[Stack]:
    """A bot with the health endpoint, on a real disk: in memory, a file that is open can still be
    written when it is immutable.
    """
    with TemporaryDirectory(prefix="dreierlei-", dir=DISK) as folder:
        shutil.copy(migrated_file, Path(folder, "bot.db"))
        running = Stack(Path(folder), METRICS_PORT="0")
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


def _locked(files: Iterable[Path], flag: str) -> bool:
    """Makes files immutable (`+i`), or not any more. Returns whether that is possible."""
    chattr = shutil.which("chattr")
    return (
        chattr is not None
        and subprocess.run([chattr, flag, *files], capture_output=True, check=False).returncode == 0
    )


def _may_lock(folder: Path) -> bool:
    """Whether files there can be made immutable: it takes root with all rights, and a file system
    such as ext4.
    """
    with NamedTemporaryFile(dir=folder) as probe:
        file = [Path(probe.name)]
        return _locked(file, "+i") and _locked(file, "-i")


@contextmanager
def _read_only(stack: Stack) -> Iterator[None]:
    """The bot's files can be read but not written, as after the kernel has remounted their file
    system: also those that are open. A real remount can't be undone while they are.
    """
    if not _may_lock(stack.folder):
        lacks("nobody may make files immutable here: it takes chattr, root, and a disk with ext4")
    files = [stack.folder / name for name in ("bot.db", "bot.db-wal")]
    assert _locked(files, "+i")
    try:
        yield
    finally:
        assert _locked(files, "-i")


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


async def test_a_read_only_file(stack: Stack, general: Channel, ben: User, david: User) -> None:
    """As with a full disk; what is stored can be looked at meanwhile."""
    game = await begin(general, "attangle", ben, david)
    before, over = stack.said().count(TROUBLE), f"{TROUBLE}: that is over"
    ended = stack.said().count(over)
    await general.pg.wait_for(lambda: health_is(stack, "ok"))
    with _read_only(stack):
        assert REFUSED in (await game.move(1, "c3")).content
        (cause,) = refusals(stack, game)
        assert re.match(READ_ONLY, cause)
        await general.pg.wait_for(lambda: health_is(stack, "failing"))
        assert (await _health(stack))["writes"] == "failing"
        assert stack.said().count(TROUBLE) == before + 1
        assert re.findall(rf"{TROUBLE}: (?:{READ_ONLY})", stack.said())
        looked = await game.players[0].command("board", game.channel, match=game.id)
        assert looked.attachments
    await general.pg.wait_for(lambda: health_is(stack, "ok"))
    await general.pg.wait_for(lambda: stack.said().count(over) == ended + 1)
    assert f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content


async def test_a_missing_file(stack: Stack, general: Channel, ben: User, david: User) -> None:
    """Turns are refused, since what is stored in a deleted file would be lost. The log says once
    that the file is gone, and once that it is back.
    """
    game = await begin(general, "attangle", ben, david)
    before, over = stack.said().count(TROUBLE), f"{TROUBLE}: that is over"
    ended = stack.said().count(over)
    with _missing_file(stack):
        assert REFUSED in (await game.move(1, "c3")).content
        (cause,) = refusals(stack, game)
        assert "No such file" in cause
        assert (await _health(stack))["database"] == "unreachable"
        await general.pg.wait_for(lambda: stack.said().count(TROUBLE) > before)
        *_, told = re.findall(rf"{TROUBLE}: (.+)", stack.said())
        assert "No such file" in told
    await general.pg.wait_for(lambda: stack.said().count(over) == ended + 1)
    assert stack.said().count(TROUBLE) == before + 2
    assert f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content


async def health_is(stack: Stack, status: str) -> bool:
    """Whether the endpoint reports this status."""
    return (await _health(stack))["status"] == status
