"""Each line of the table of Discord's refusals, for the application's emojis."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import pytest

from bot.app import emoji_sync
from bot.app.client import Dreierlei
from bot.app.emoji_sync import EmojiSync
from bot.pictures.men import Emojis, all_shown
from bot.text.discord_codes import LOST, Meaning
from playground.server import Server
from playground.world import Emoji
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import lines, passes, refuse, server
from tests.bot.walks import walks

__all__ = ["bot", "server"]

OLD = "attangle_old_0123456789"


@pytest.fixture
async def eager(
    bot: Dreierlei,
    server: Server,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> Dreierlei:
    """A bot without pauses between attempts, all of whose emojis are there."""
    monkeypatch.setattr(emoji_sync, "PAUSE", 0.0)
    caplog.set_level(logging.INFO, logger=emoji_sync.__name__)
    bot._connection.application_id = server.world.application_id
    bot._ready = asyncio.Event()
    bot._ready.set()
    for man in all_shown():
        _add(server, man.name)
    return bot


def _add(server: Server, name: str) -> None:
    """The application has this emoji."""
    number = server.world.ids.next()
    server.world.emojis[number] = Emoji(number, name, "image/png", b"")


def _named(server: Server) -> set[str]:
    return {one.name for one in server.world.emojis.values()}


async def _sync(bot: Dreierlei) -> Mapping[str, int]:
    """Until it is done or given up. The emojis that are used then."""
    sync = EmojiSync(bot)
    sync.begin()
    assert sync._trying is not None
    await sync._trying
    return bot.service(Emojis).ids


@walks("emojis")
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_every_line(
    eager: Dreierlei,
    server: Server,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
) -> None:
    """The log says once what was refused, and the next attempt succeeds. Where that would be
    pointless there is none: what is there is used. Whatever is removed already needn't be.
    """
    wanted = [one.name for one in all_shown()]
    lacking = wanted[0]
    if method == "DELETE":
        monkeypatch.setattr(emoji_sync, "MOST", len(wanted))
    for line in lines("emojis"):
        server.faults.clear()
        eager.service(Emojis).ids = {}
        for number, one in [*server.world.emojis.items()]:
            if one.name == lacking:
                del server.world.emojis[number]
        if OLD not in _named(server):
            _add(server, OLD)
        server.faults.requests.clear()
        caplog.clear()
        refuse(server, "emojis", line, 3 if line is LOST else 1, method)
        used = await _sync(eager)
        unnoticed = passes(line) or (line.again == "done" and method == "DELETE")
        stays = line.again == "never"
        _check(caplog, line, unnoticed=unnoticed)
        assert (lacking in used) == (lacking in _named(server)) == (not stays), line
        known = set[str]() if stays and method == "GET" else {*wanted}
        assert {*used} >= known - {lacking}, line
        refused = [one for one in server.faults.requests if one.status >= 400]
        assert len(refused) <= (3 if line is LOST else 1), line


def _check(caplog: pytest.LogCaptureFixture, line: Meaning, *, unnoticed: bool) -> None:
    told = [one.levelno for one in caplog.records if one.message.startswith("no emojis")]
    if line is LOST:  # Three times, some of which aiohttp repeats.
        assert {*told} == {line.level}
    else:
        assert told == ([] if unnoticed else [line.level]), line
