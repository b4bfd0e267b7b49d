"""Commands are registered with Discord if they have changed, and only then."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import games
from bot.app.command_sync import same
from bot.app.run import REFUSED
from playground import commands
from playground.client import Playground
from tests import PATIENCE
from tests.support.stack import TOKEN, Stack

pytestmark = pytest.mark.untraced

OURS: dict[str, Any] = {
    "name": "play",
    "type": 1,
    "description": "Open a table",
    "name_localizations": {"de": "spielen"},
    "description_localizations": {},
    "nsfw": False,
    "default_member_permissions": 32,
    "contexts": None,
    "options": [
        {
            "name": "seats",
            "type": 4,
            "description": "How many",
            "required": False,
            "choices": [{"name": "two", "value": 2}, {"name": "three", "value": 3}],
        }
    ],
}
ADDED = {
    "id": "7",
    "application_id": "8",
    "version": "9",
    "default_member_permissions": "32",
    "contexts": [0, 1, 2],
    "integration_types": [0],
    "dm_permission": True,
}


def _theirs() -> dict[str, Any]:
    """The form in which Discord returns it."""
    found: dict[str, Any] = deepcopy(OURS) | ADDED
    del found["options"][0]["required"]
    found["description_localizations"] = None
    return found


def test_what_discord_adds_makes_no_difference() -> None:
    """Ids, versions, defaults, numbers as strings and omitted false values do not count as a
    change.
    """
    assert same([OURS], [_theirs()])


@pytest.mark.parametrize(
    "change",
    [
        {"name": "games"},
        {"description": "Something else"},
        {"name_localizations": {"de": "Spiel"}},
        {"name_localizations": {"de": "spielen", "fr": "jouer"}},
        {"default_member_permissions": None},
        {"options": []},
        {"options": [OURS["options"][0] | {"required": True}]},
        {"options": [OURS["options"][0] | {"autocomplete": True}]},
        {"options": [OURS["options"][0] | {"choices": OURS["options"][0]["choices"][:1]}]},
        {"options": [OURS["options"][0], {"name": "more", "type": 3, "description": "More"}]},
    ],
)
def test_every_change_is_seen(change: dict[str, Any]) -> None:
    """Anything that only one side has counts, in either direction."""
    assert not same([OURS], [_theirs() | change])
    assert not same([OURS | change], [_theirs()])


def test_a_command_more_or_less() -> None:
    """A missing or an extra command is a change, too."""
    assert not same([OURS], [])
    assert not same([], [_theirs()])


async def _written(pg: Playground) -> int:
    found = await pg.requests(r"/applications/\d+/commands", method="PUT")
    return int(found["count"])


async def _written_times(pg: Playground, times: int) -> bool:
    return await _written(pg) == times


async def test_registered_once(stack: Stack, pg: Playground) -> None:
    """A restarted bot finds its commands registered. If one is missing it registers them again."""
    every = await pg.commands()
    before = await _written(pg)
    assert before == 1
    await _again(stack, pg)
    assert await _written(pg) == before
    assert await pg.commands() == every
    await _remove_one(pg, every[0])
    await _again(stack, pg)
    assert await _written(pg) == before + 1
    assert {one["name"] for one in await pg.commands()} == {one["name"] for one in every}


async def _again(stack: Stack, pg: Playground) -> None:
    assert stack.stop() == 0
    stack.start()
    await pg.wait_online()


def _as_bot() -> aiohttp.ClientSession:
    """Sends Discord a request that the bot's owner could send."""
    return aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"})


async def _remove_one(pg: Playground, command: dict[str, Any]) -> None:
    """Removes a command, as the bot's owner could."""
    path = f"applications/{command['application_id']}/commands/{command['id']}"
    async with (
        _as_bot() as session,
        session.delete(f"{pg.url}/api/v10/{path}") as response,
    ):
        assert response.status == 204


# Obstacles, and commands in other places

HOME, OTHER = "Playground", "Spielplatz"
_ALL = r"^/applications/\d+/commands$"
_OWN = r"^/applications/\d+/guilds/\d+/commands$"


async def test_a_sixth_game_finds_room(pg: Playground) -> None:
    """`/play` has a subcommand for each game, and Discord limits its characters. One more game of
    the usual length fits.
    """
    [play] = [one for one in await pg.commands() if one["name"] == "play"]
    count = len(games.all_games())
    assert len(play["options"]) == count
    assert commands.size(play) * (count + 1) / count <= commands.TOTAL


@pytest.fixture
def folder(tmp_path: Path, migrated_file: Path) -> Path:
    """A folder with a bot's database."""
    shutil.copy(migrated_file, tmp_path / "bot.db")
    return tmp_path


@pytest.fixture
async def alone(folder: Path) -> AsyncIterator[tuple[Stack, Playground]]:
    """A playground whose bot has registered its commands and is stopped."""
    stack = Stack(folder)
    try:
        async with Playground.connect(stack.url) as pg:
            await pg.wait_online()
            assert stack.stop() == 0
            yield stack, pg
    finally:
        stack.close()
    stack.check()


async def _ready(stack: Stack, pg: Playground) -> None:
    """Starts the bot, and waits until it reports that it is ready."""
    before = stack.said().count("ready as")
    stack.start()

    async def ready() -> bool:
        assert stack.bot.poll() is None, stack.said()
        return stack.said().count("ready as") > before

    await pg.wait_for(ready)


async def _scopes(pg: Playground) -> Counter[str]:
    """The number of commands by guild; `-` stands for the global ones."""
    return Counter(one.get("guild_id", "-") for one in await pg.commands())


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        ("PUT", {"status": 400}),
        ("PUT", {"status": 403}),
        ("GET", {"status": 500, "times": 6}),
        ("PUT", {"status": 429, "retry_after": 14.0}),
    ],
)
async def test_what_hinders_registering_hinders_no_start(
    alone: tuple[Stack, Playground], method: str, fault: dict[str, Any]
) -> None:
    """The bot starts with Discord's current commands, and registers its own later."""
    stack, pg = alone
    names = {one["name"] for one in await pg.commands()}
    await _remove_one(pg, next(one for one in await pg.commands() if one["name"] == "blocked"))
    await pg.fault("status", _ALL, method=method, **fault)
    await pg.fault("delay", _ALL, method=method, seconds=3600)  # The next attempt.
    await _ready(stack, pg)
    assert "blocked" not in {one["name"] for one in await pg.commands()}
    reply = await pg.user("ben").command("games", pg.channel("general"))
    assert reply.content
    await pg.clear_faults()
    await pg.release()

    async def registered() -> bool:
        return {one["name"] for one in await pg.commands()} == names

    await pg.wait_for(registered)


async def test_the_entry_point_stays(alone: tuple[Stack, Playground]) -> None:
    """The command created by Discord itself is kept. It does not affect the others, and does not
    count as a change.
    """
    stack, pg = alone
    (first, *_) = every = await pg.commands()
    entry = {
        "name": "launch",
        "type": 4,
        "description": "Play",
        "handler": 2,
        "contexts": [0],
        "integration_types": [0, 1],
        "name_localizations": {"de": "starten"},
    }
    async with _as_bot() as session:
        url = f"{pg.url}/api/v10/applications/{first['application_id']}/commands"
        async with session.post(url, json=entry) as made:
            assert made.status == 201
            entry = await made.json()
    await _ready(stack, pg)
    await pg.wait_for(partial(_written_times, pg, 1))
    assert stack.stop() == 0
    await _remove_one(pg, first)
    await _ready(stack, pg)
    await pg.wait_for(partial(_written_times, pg, 2))
    now = await pg.commands()
    assert len(now) == len(every) + 1
    (kept,) = (one for one in now if one["type"] == 4)
    assert {**kept, "version": 0} == {**entry, "version": 0}
    stack.settings["GUILD_IDS"] = _guild(pg, HOME)
    assert stack.stop() == 0
    await _ready(stack, pg)
    assert (await _scopes(pg))["-"] == 1


def _guild(pg: Playground, name: str) -> str:
    return str(next(one for one in pg.channels if one.guild == name).data["guild_id"])


async def test_changed_guilds_leave_nothing_behind(alone: tuple[Stack, Playground]) -> None:
    """Commands are registered in exactly one scope: global ones or those of other guilds are
    removed. A start without a change only reads.
    """
    stack, pg = alone
    home, other = _guild(pg, HOME), _guild(pg, OTHER)
    number = (await _scopes(pg))["-"]
    for guilds in ([home], [home, other], [other], [], [home], []):
        stack.settings["GUILD_IDS"] = ",".join(guilds)
        await _ready(stack, pg)
        assert await _scopes(pg) == Counter(dict.fromkeys(guilds or ["-"], number)), guilds
        assert stack.stop() == 0
    before = await pg.requests("/commands$")
    await _ready(stack, pg)
    after = await pg.requests("/commands$")
    new = after["requests"][before["count"] :]
    assert [one["method"] for one in new] == ["GET"]
    reply = await pg.user("ben").command("games", pg.channel("general"))
    assert reply.content


async def test_commands_in_a_guild_that_nobody_noted(alone: tuple[Stack, Playground]) -> None:
    """An earlier version has recorded nothing. Its commands work, and are removed when one is
    used.
    """
    stack, pg = alone
    home = _guild(pg, HOME)
    stack.settings["GUILD_IDS"] = home
    await _ready(stack, pg)
    assert stack.stop() == 0
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        database.execute("DELETE FROM guild")
    stack.settings["GUILD_IDS"] = ""
    await _ready(stack, pg)
    assert set(await _scopes(pg)) == {"-", home}
    reply = await pg.user("ben").command("games", pg.channel("general"))
    assert reply.content

    async def removed() -> bool:
        return set(await _scopes(pg)) == {"-"}

    await pg.wait_for(removed)


async def test_what_a_guild_has_chosen_stays(alone: tuple[Stack, Playground]) -> None:
    """The record of a guild's own commands is stored beside its settings and does not affect
    them.
    """
    stack, pg = alone
    home = _guild(pg, HOME)
    for guilds in (home, ""):
        stack.settings["GUILD_IDS"] = guilds
        await _ready(stack, pg)
        await pg.user("anna").command("server", pg.channel("general"), threads=False)
        assert stack.stop() == 0
        with closing(sqlite3.connect(stack.folder / "bot.db")) as database:
            (stored,) = database.execute("SELECT settings FROM guild").fetchone()
        noted = {"commands": True} if guilds else {}
        assert json.loads(stored) == {"threads": False} | noted


@pytest.mark.parametrize(
    "wrong", [["5"], ["home", "5", "lounge"], ["home", "99999999999999999999999999"]]
)
async def test_wrong_guilds_end_the_start(
    alone: tuple[Stack, Playground], wrong: list[str]
) -> None:
    """One line names the guilds that the bot is not a member of. Nothing has been registered
    anywhere.
    """
    stack, pg = alone
    named = {"home": _guild(pg, HOME), "lounge": _guild(pg, "Elsewhere")}
    before = await _scopes(pg)
    ids = [named.get(one, one) for one in wrong]
    stack.settings["GUILD_IDS"] = ",".join(ids)
    ended = await asyncio.to_thread(stack.run, "run")
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    bad = ", ".join(one for one in ids if one != named["home"])
    expected = f"GUILD_IDS: expected servers on which the bot is installed; not so: {bad}"
    assert ended.stderr.splitlines()[-1] == expected
    assert await _scopes(pg) == before


async def test_refused_by_the_gateway(alone: tuple[Stack, Playground]) -> None:
    """Problems that only the operator can fix end the bot with one line and status 2, at the start
    and later.
    """
    stack, pg = alone
    for code, said in REFUSED.items():
        await pg.settings(identify_close=code)
        ended = await asyncio.to_thread(stack.run, "run")
        assert ended.returncode == 2
        assert "Traceback" not in ended.stderr
        assert ended.stderr.splitlines()[-1] == said
    await pg.settings(identify_close=0)
    await _ready(stack, pg)
    await pg.gateway("close", code=4011)
    assert stack.bot.wait(timeout=PATIENCE) == 2
    assert stack.said().splitlines()[-1] == REFUSED[4011]
