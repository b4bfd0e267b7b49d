"""Where commands work: on servers with the bot, on others, in its direct messages and in other
people's. Each command declares this to Discord, and is used once in each place.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground.answers import Message, Reply
from playground.client import Channel, File, Playground, User
from tests.support.stack import TOKEN

ON_SERVERS = {"tables", "server", "end", "daily"}
"""The commands that need a server with the bot."""
PLACES = ("general", "lounge", "dm", "group")
USUAL: dict[str, Any] = {
    "match": "ZZZZ",
    "game": "attangle",
    "turn": "c3",
    "until": "3",
    "file": File("record.txt", b"no record"),
}
"""Values for required options."""


async def _place(pg: Playground, name: str, user: User) -> Channel:
    if name == "dm":
        return await user.dm()
    if name == "group":
        return next(one for one in pg.channels if "Anna" in one.name)
    return pg.channel(name)


async def test_every_command_says_where_it_works(pg: Playground) -> None:
    """Contexts and installs are set for each command, without relying on Discord's defaults."""
    commands = await pg.commands()
    assert {one["name"] for one in commands} >= ON_SERVERS
    for one in commands:
        on_servers = one["name"] in ON_SERVERS
        assert one["contexts"] == ([0] if on_servers else [0, 1, 2]), one["name"]
        assert one["integration_types"] == ([0] if on_servers else [0, 1]), one["name"]


async def test_help_lists_what_works_here(pg: Playground, anna: User) -> None:
    """In direct messages help leaves out commands that need a server."""
    shown = await anna.command("help", await anna.dm())
    text = ""
    for option in shown.selects[0]["options"]:
        shown = await shown.select(None, [option["value"]])
        text += shown.text
    assert "`/brett`" in text
    assert "`/tische`" not in text


@pytest.mark.parametrize("place", PLACES)
async def test_each_command_in_each_place(
    pg: Playground, anna: User, ben: User, place: str
) -> None:
    """A command that Discord offers there is answered with a sentence, not an error number. One
    that needs a server is not offered elsewhere.
    """
    channel = await _place(pg, place, anna)
    offered = await anna.commands(channel)
    names = {each["name"] for each in offered}
    assert names.isdisjoint(ON_SERVERS) == (place != "general"), names
    assert len(names) > 30
    targets: dict[int, User | Message] = {2: ben, 3: await anna.send("Hallo", channel)}
    for command in offered:
        if command["type"] in targets:
            reply = await anna.menu(command["name"], targets[command["type"]], channel=channel)
        else:
            options = [one for one in command["options"] if one.get("required")]
            given = {one["name"]: USUAL.get(one["name"], ben) for one in options}
            reply = await anna.command(command["name"], channel, **given)
        _check(command["name"], reply)


def _check(name: str, reply: Reply) -> None:
    said = reply.text or reply.content
    assert said or reply.attachments or reply.modal, name
    assert not re.search("Fehlercode: [0-9A-F]{8}", said), (name, said)


@pytest.fixture
async def stale(pg: Playground) -> AsyncIterator[None]:
    """Commands are still registered everywhere, as by an earlier version."""
    anywhere = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
    nowhere = {"contexts": [0], "integration_types": [0]}
    changed = [one for one in await pg.commands() if one["name"] in ON_SERVERS]
    assert len(changed) == len(ON_SERVERS)
    headers = {"Authorization": f"Bot {TOKEN}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for scope in (anywhere, nowhere):
            for one in changed:
                path = f"applications/{one['application_id']}/commands/{one['id']}"
                body = scope | {"default_member_permissions": None}
                async with session.patch(f"{pg.url}/api/v10/{path}", json=body) as response:
                    assert response.status == 200
            if scope is anywhere:
                yield


@pytest.mark.usefixtures("stale")
@pytest.mark.parametrize("place", ["lounge", "dm", "group"])
async def test_what_needs_a_server_elsewhere(
    pg: Playground, anna: User, ben: User, place: str
) -> None:
    """Anybody who still reaches such a command is told where it works, and what works here."""
    channel = await _place(pg, place, anna)
    instead = {
        "tables": "/spielen",
        "server": "/einstellungen",
        "end": "/aufgeben",
        "daily": "/aufgabe",
    }
    for name in ON_SERVERS:
        options: dict[str, Any] = {"match": "ZZZZ"} if name == "end" else {}
        reply = await anna.command(name, channel, **options)
        assert reply.ephemeral
        assert instead[name] in reply.content
        assert "auf de" in reply.content
    assert await anna.autocomplete("end", "match", channel=channel) == []
    daily = await anna.command("daily", channel, game="attangle")
    assert "/aufgabe" in daily.content


@pytest.mark.parametrize("place", ["dm", "group", "lounge"])
async def test_buttons_that_need_a_server(pg: Playground, anna: User, place: str) -> None:
    """The buttons of such commands say the same, however they got there."""
    channel = await _place(pg, place, anna)
    for custom_id, said in (
        ("tables:-:0:0/", "/spielen"),
        ("server:-:0:games", "/einstellungen"),
        ("server-reset:-:0:", "/einstellungen"),
        ("server-keep:-:0:", "/einstellungen"),
        ("server-reset-all:-:0:", "/einstellungen"),
        ("end:ZZZZ:0:", "ZZZZ"),
    ):
        data = {"custom_id": custom_id, "component_type": 2}
        await pg.gateway("odd", event="INTERACTION_CREATE", set={"type": 3, "data": data})
        reply = await anna.command("games", channel, wait=False)

        async def told(reply: Reply = reply) -> str:
            await reply.refresh()
            return " ".join(one.content for one in (reply, *reply.followups))

        async def answered(said: str = said) -> bool:
            return said in await told()

        await pg.wait_for(answered)
    await pg.gateway("odd", event="INTERACTION_CREATE")
