"""Each line of the table of Discord's refusals, for registering commands."""

from __future__ import annotations

import logging
from functools import partial

import pytest
from discord.http import Route

from bot.app import command_sync
from bot.app.client import Dreierlei
from bot.app.command_sync import Registration
from bot.config.database import CantStart
from bot.context import Interaction
from bot.i18n.command_names import Translator
from bot.text.discord_codes import LOST, Meaning
from matches.model.ids import GuildId
from playground.faults import Fault
from playground.server import Server
from storage import guilds
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import lines, passes, refuse, server
from tests.bot.walks import walks
from tests.support.conditions import until

__all__ = ["bot", "server"]

SCOPES = {"for all": False, "of a guild": True}


@pytest.fixture
async def eager(bot: Dreierlei, server: Server, monkeypatch: pytest.MonkeyPatch) -> Dreierlei:
    """A bot with one command and no pauses between attempts."""
    monkeypatch.setattr(command_sync, "PAUSE", 0.0)
    bot._connection.application_id = server.world.application_id
    await bot.tree.set_translator(Translator())

    @bot.tree.command(name="hello", description="Hello")
    async def _(interaction: Interaction) -> None: ...

    return bot


async def _register(bot: Dreierlei) -> None:
    """Until it is done or given up."""
    registration = Registration(bot)
    await registration.begin()
    assert registration._trying is not None
    await registration._trying


def _begin(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    server.faults.clear()
    server.faults.requests.clear()
    caplog.clear()
    caplog.set_level(logging.INFO, logger=command_sync.__name__)


def _check(server: Server, caplog: pytest.LogCaptureFixture, line: Meaning) -> None:
    """It was refused once and reported once. Then another attempt succeeded, or there was none."""
    told = [one.levelno for one in caplog.records if "can't be registered" in one.message]
    asked = [*server.faults.requests]
    if line is LOST:
        assert {*told} == {line.level}
    else:
        assert told == ([] if passes(line) else [line.level]), line
        assert [one.status for one in asked if one.status >= 400] == [line.status], line
    assert asked[-1].status == (line.status if line.again == "never" else 200), line


@walks("commands")
@pytest.mark.parametrize("own", SCOPES.values(), ids=[*SCOPES])
@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_every_line_of_registering(
    eager: Dreierlei, server: Server, caplog: pytest.LogCaptureFixture, method: str, *, own: bool
) -> None:
    """The next attempt registers the commands. Where that would be pointless there is none. A guild
    without the bot is a wrong setting.
    """
    guild = next(iter(server.world.guilds)) if own else None
    named = () if guild is None else (guild,)
    eager.settings = eager.settings.model_copy(update={"guild_ids": named})
    for line in lines("commands"):
        server.world.commands.clear()
        _begin(server, caplog)
        refuse(server, "commands", line, 3 if line is LOST else 1, method)
        if own and line.hides and method == "GET":
            with pytest.raises(CantStart, match=f"GUILD_IDS: .*{guild}"):
                await _register(eager)
            assert {one.method for one in server.faults.requests} == {"GET"}, line
            continue
        await _register(eager)
        there = [one["name"] for one in server.world.commands[guild].values()]
        assert there == ([] if line.again == "never" else ["hello"]), line
        _check(server, caplog, line)


@walks("commands")
async def test_every_line_of_removing(
    eager: Dreierlei, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """When the settings no longer name a guild, its commands are removed, at the next attempt if
    necessary. A guild that the bot has left is dropped.
    """
    guild = next(iter(server.world.guilds))
    await _register(eager)
    for line in lines("commands"):
        await command_sync._note(eager, GuildId(guild), has=True)
        _begin(server, caplog)
        refuse(server, "commands", line, 3 if line is LOST else 1, "PUT")
        await _register(eager)
        noted = await eager.database.read(guilds.with_commands)
        assert noted == ([guild] if line.again == "never" else []), line
        if not line.hides:
            _check(server, caplog, line)


async def test_commands_that_another_process_registers_later(
    eager: Dreierlei, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that registers none itself finds them when it looks again. Whoever comes to
    register them looks no more.
    """
    monkeypatch.setattr(command_sync, "AGAIN", 0.0)
    server.world.commands.clear()
    server.faults.requests.clear()
    registration = Registration(eager)
    registration.look()
    mention = partial(eager.command_ids.mention, "hello", "hello", None)
    await until(lambda: len(server.faults.requests) > 1)
    assert mention() == "`/hello`"
    put = Route("PUT", command_sync._path(eager, None))
    await eager.http.request(put, json=await command_sync._payloads(eager, None))
    await until(lambda: mention().startswith("</hello:"))
    looking = registration._looking._rounds
    assert looking is not None
    await registration.begin()
    await until(looking.done)
    registration.close()


async def test_what_cannot_be_looked_up_is_told_once(
    eager: Dreierlei, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """However often a process looks that registers none; and that it is over."""
    _begin(server, caplog)
    server.faults.planned.append(Fault("status", "/commands$", "GET", times=3, status=403))
    registration = Registration(eager)
    for _ in range(5):  # One after the other: none is broken off at the end.
        await registration._looking.look()
    told = [one.getMessage() for one in caplog.records if one.name == command_sync.__name__]
    what = "the ids of the commands are not known"
    assert [one.partition(": ")[0] for one in told] == [what, what]
    assert told[1] == f"{what}: that is over"
