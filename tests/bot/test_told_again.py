"""An acknowledgement that can't become the answer, since its thread stays in the archive, is
deleted, and the user is told anew: also where Discord refuses to delete it.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bot.app.client import LONGEST_WAIT
from bot.interactions import error_handler, response
from bot.text.discord_codes import LOST
from playground.answers import Reply
from playground.client import PATIENCE, Playground
from playground.interaction import DEFER
from playground.server import Server
from tests.bot.test_requests import lines, refuse
from tests.bot.walks import walks
from tests.support.inside import Pauses, inside
from tests.support.matches import Game, begin
from tests.support.servers import mended
from tests.support.slow_answers import acknowledged, written_by_another

pytestmark = pytest.mark.untraced

MANY = 1000
AT_ONCE = 0.0
"""Seconds after which an answer is promised: too soon for the answer itself."""
PLACE = r"^/channels/\d+$"


@pytest.fixture
async def server(
    tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Server]:
    """The playground of a bot in this process, which waits for nothing."""
    Pauses(monkeypatch, 1, 3, 5, 7, 9, LONGEST_WAIT + 1)
    async with inside(tmp_path, migrated_file, monkeypatch) as (running, _):
        yield running


@pytest.fixture
async def pg(server: Server) -> AsyncIterator[Playground]:
    """The tests' client."""
    async with Playground.connect(server.url) as client:
        await client.wait_online()
        yield client


@walks("delete")
async def test_every_line_of_deleting_an_acknowledgement(
    server: Server,
    pg: Playground,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If that is refused once, the log says so, and the user reads what counts all the same. What
    passes, or is lost on the way, is not even in the log.
    """
    game = await begin(pg.channel("general"), "attangle", pg.user("ben"), pg.user("david"))
    monkeypatch.setattr(response, "PATIENCE", AT_ONCE)
    caplog.set_level(logging.INFO, logger=error_handler.__name__)
    for line in lines("delete"):
        await _stays_in_the_archive(game)
        passes = line is LOST or line.status == 429 or line.status >= 500
        refuse(server, "delete", line, 3 if line is LOST else 1)
        caplog.clear()
        reply = await _prepared(game, tmp_path)
        await pg.wait_for(partial(_reads, reply, "you've prepared "), PATIENCE, line.name)
        assert reply.ephemeral, line
        said = [one for one in caplog.records if one.message.startswith("still thinking: ")]
        assert [one.levelno for one in said] == ([] if passes else [line.level]), line
        await pg.clear_faults()


async def test_an_acknowledgement_that_stays(
    server: Server,
    pg: Playground,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If Discord never lets it be deleted, the log says that nobody is told. What was done stands:
    it is there when the user asks.
    """
    game = await begin(pg.channel("general"), "attangle", pg.user("ben"), pg.user("david"))
    monkeypatch.setattr(response, "PATIENCE", AT_ONCE)
    caplog.set_level(logging.INFO, logger=error_handler.__name__)
    await _stays_in_the_archive(game)
    line = next(one for one in lines("delete") if one.code == 50001)
    refuse(server, "delete", line, MANY)
    reply = await _prepared(game, tmp_path)
    await pg.wait_for(lambda: caplog.text.count("can't be answered again: ") == 2)
    assert (await reply.refresh()).content == ""
    await pg.clear_faults()
    await mended(pg.channel("general"))
    asked = await game.players[1].command("prepared", game.channel, match=game.id)
    assert "`c4`" in asked.text


async def _prepared(game: Game, folder: Path) -> Reply:
    """The answer to a turn that is prepared, which has been acknowledged before."""
    player, place = game.players[1], game.channel
    async with written_by_another(folder / "bot.db"):
        reply = await player.command("move", place, wait=False, turn="; c4", match=game.id)
        assert await acknowledged(place.pg, reply) == DEFER
    return reply


async def _reads(reply: Reply, said: str) -> bool:
    return said in (await reply.refresh()).content


async def _stays_in_the_archive(game: Game) -> None:
    """The thread of the match is archived, and Discord doesn't let the bot open it."""
    await game.channel.change(archived=True)
    fault = {"method": "PATCH", "times": MANY, "status": 403, "code": 50013}
    await game.channel.pg.fault("status", PLACE, **fault)
