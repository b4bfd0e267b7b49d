"""An unmodified discord.py bot with two shards, driven by the test client."""

import asyncio

import pytest

from playground.client import NoResponse, Playground, Reply
from playground.connection import PATIENCE
from playground.server import Server
from tests.playground.rawbot import SMALL_PNG
from tests.playground.tinybot import TinyBot


async def test_the_bot_knows_its_guilds(tiny: TinyBot) -> None:
    """Each shard receives its guild with channels, and the commands are registered."""
    assert sorted(guild.name for guild in tiny.guilds) == ["Playground", "Spielplatz"]
    assert {guild.shard_id for guild in tiny.guilds} == {0, 1}
    assert {channel.name for channel in tiny.get_all_channels()} >= {"general", "spiele"}


async def test_commands_and_components(tiny: TinyBot, pg: Playground) -> None:
    """A slash command with a member, autocomplete, buttons, menus and a form."""
    anna, ben = pg.user("anna"), pg.user("ben")
    for channel in (pg.channel("general"), pg.channel("spiele")):
        table = await anna.command("play table", channel, opponent=ben)
        assert table.content == "against Ben"
        assert table.labels == ["Join", "Later", "Name"]
        assert (await table.click("Join", by=ben)).content == "ben joined"
        assert (await table.select("Pick", ["b"])).content == "picked b"
        assert (await table.select("who", [ben])).content == "picked Ben"
        form = (await table.click("Name")).modal
        assert form is not None
        hello = await form.submit(**{form.fields[0]: "Anna"})
        assert (hello.content, hello.ephemeral) == ("Hello Anna", True)
        assert (await table.click("Later")).content == "later"
        assert (await table.refresh()).buttons == []
    choices = await anna.autocomplete("move", "turn", "b", channel=pg.channel("games"), times=2)
    assert [each.value for each in choices] == ["b1", "b2"]
    moved = await anna.command("move", pg.channel("games"), turn="b2", times=3)
    assert moved.text == "b2\nxxx"
    assert await moved.attachments[0].read() == SMALL_PNG


async def test_deferred_answers_and_menus(tiny: TinyBot, pg: Playground) -> None:
    """A deferred answer is awaited until it is filled. Context menus work on users and messages."""
    anna, general = pg.user("anna"), pg.channel("general")
    reply = await anna.command("board", general)
    assert (reply.ephemeral, reply.attachments[0].description) == (True, "The board.")
    await pg.wait_for(lambda: _content_is(reply, "the new board"))
    assert [each.content for each in reply.followups] == ["and more"]
    who = await anna.menu("Who is", pg.user("emma"), channel=general)
    assert who.content == f"Emma {pg.user('emma').id}"
    said = await pg.user("ben").send("wisdom", general)
    assert (await anna.menu("Quote", said)).content == "> wisdom"
    layout = await anna.command("play layout", general)
    assert (layout.text, len(layout.attachments)) == ("Your turn", 1)


async def _content_is(reply: Reply, content: str) -> bool:
    return (await reply.refresh()).content == content


async def test_direct_messages_and_threads(tiny: TinyBot, pg: Playground) -> None:
    """The bot messages people who allow it, and opens, fills and archives threads."""
    anna, general = pg.user("anna"), pg.channel("general")
    assert (await anna.command("play dm", general)).content == "sent"
    assert [each.content for each in await (await anna.dm()).messages()] == ["psst"]
    assert (await anna.command("play table", await anna.dm())).content == "against anyone"
    await anna.change(dms_open=False)
    assert (await anna.command("play dm", general)).content == "closed: 50007"
    await anna.command("play thread", general)
    thread = (await pg.threads(general))[0]
    assert (thread.name, thread.data["archived"]) == ("Match 1", True)
    assert (await thread.last()).mentions == ["anna"]


async def test_places_without_the_bot(tiny: TinyBot, pg: Playground) -> None:
    """A command of a user install works in all contexts."""
    anna = pg.user("anna")
    for name, said in (
        ("lounge", "guild user False"),
        ("Anna, Ben, Clara", "group user False"),
    ):
        reply = await anna.command("anywhere", pg.channel(name))
        assert (reply.content, len(reply.attachments)) == (said, 1)
    assert (await anna.command("anywhere", pg.channel("general"))).content.startswith("guild")
    assert (await anna.command("anywhere", await anna.dm())).content.startswith("dm")


async def test_trouble(tiny: TinyBot, pg: Playground, server: Server) -> None:
    """discord.py waits out 429s, resumes cut connections, and survives an invalid session."""
    anna, general = pg.user("anna"), pg.channel("general")
    await pg.rate_limit("/callback", times=2)
    assert (await anna.command("play table", general)).content == "against anyone"
    assert (await pg.requests("/callback"))["statuses"] == {"429": 2, "200": 1}
    await pg.gateway("drop")
    await asyncio.wait_for(tiny.resumed.wait(), PATIENCE)
    assert (await anna.command("move", general, turn="b2")).text == "b2\nx"
    await pg.gateway("invalidate")
    await pg.wait_online(shards=2)
    assert (await anna.command("move", general, turn="c3")).text == "c3\nx"
    server.world.settings.deadline = 0.3
    reply = await anna.command("fail", general, wait=False)
    await pg.wait_for(lambda: tiny.seen)
    await pg.redeliver(reply)
    await pg.wait_for(lambda: len(tiny.seen) == 2)
    assert len(set(tiny.seen)) == 1
    with pytest.raises(NoResponse):
        await reply.wait()
