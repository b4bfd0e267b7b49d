"""Unreadable gateway events, and unknown interactions: the bot survives, and everybody gets an
answer.
"""

from __future__ import annotations

import re
from typing import Any

import aiohttp
import pytest

from playground.answers import Reply
from playground.client import Channel, Playground, User
from tests.support.matches import begin
from tests.support.stack import Stack

SOUND = {"sound_id": "7", "name": "Gong", "guild_id": "1"}
"""A soundboard sound without `volume`."""
THREAD = {"id": "8", "parent_id": "9", "owner_id": "10", "name": "Talk", "type": 11}
"""A thread without `message_count`, and more."""
ODD_GUILD = {
    "soundboard_sounds": [SOUND, "noise", None],
    "threads": [THREAD, {}],
    "stage_instances": [{}],
    "guild_scheduled_events": [{"id": "x"}],
    "members": [{"odd": True}],
    "roles": [{"id": "1", "name": 7}, 5],
    "channels": [{"type": 0}],
    "voice_states": [{}],
}


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The bot counts dropped events."""
    return {"METRICS_PORT": "0"}


@pytest.fixture(autouse=True)
async def usual(pg: Playground) -> Any:
    """After each test events have their usual form again."""
    yield
    for event in ("GUILD_CREATE", "READY", "INTERACTION_CREATE"):
        await pg.gateway("odd", event=event)


async def _dropped(stack: Stack) -> dict[str, float]:
    """The number of dropped events, by name."""
    address = re.findall(r"http://127\.0\.0\.1:\d+$", stack.said(), re.MULTILINE)[-1]
    async with aiohttp.ClientSession() as session, session.get(f"{address}/metrics") as page:
        text = await page.text()
    found = re.findall(r'dreierlei_dropped_events_total\{event="(\w+)"\} ([\d.]+)', text)
    return {name: float(count) for name, count in found}


async def _again(stack: Stack, pg: Playground) -> None:
    """The bot restarts."""
    assert stack.stop() == 0
    said = stack.said().count("ready as")
    stack.start()

    async def ready() -> bool:
        return stack.said().count("ready as") > said

    await pg.wait_for(ready)


async def test_a_start_with_odd_guilds(
    stack: Stack, pg: Playground, ben: User, general: Channel
) -> None:
    """Guilds with unreadable parts are still known, without those parts. A match gets its thread,
    in the language of the guild.
    """
    await pg.gateway("odd", event="GUILD_CREATE", add=ODD_GUILD, set={"member_count": "many"})
    await _again(stack, pg)

    async def both() -> bool:
        return (await _dropped(stack)).get("GUILD_CREATE") == 2

    await pg.wait_for(both)
    match = await begin(general, "attangle", ben, pg.user("david"))
    assert match.channel.name != "general"
    assert (await match.board()).attachments


async def test_a_start_without_any_guild(
    stack: Stack, pg: Playground, ben: User, david: User, general: Channel
) -> None:
    """A guild with an unreadable event is missing from the cache and nothing else."""
    await pg.gateway("odd", event="GUILD_CREATE", drop=["id"])
    await pg.gateway(
        "odd",
        event="READY",
        add={"guilds": [{"odd": True}, 5]},
        drop=["application"],
        set={"user": {"id": (await pg.fetch_json("/playground/control/state"))["application_id"]}},
    )
    await _again(stack, pg)
    match = await begin(general, "attangle", ben, david)
    assert (await match.board()).attachments


async def test_events_that_cannot_be_read(
    stack: Stack, pg: Playground, ben: User, general: Channel
) -> None:
    """Each is dropped and counted. The log has one line for the first, the tenth and so on."""
    guild = general.data["guild_id"]
    events: dict[str, Any] = {
        "THREAD_CREATE": THREAD | {"guild_id": guild},
        "THREAD_LIST_SYNC": {"guild_id": guild, "threads": [THREAD], "members": [{}]},
        "GUILD_UPDATE": {"id": guild, "roles": [5]},
        "ENTITLEMENT_CREATE": {"shape": "new"},
        "CHANNEL_CREATE": {"guild_id": guild, "type": 0},
        "GUILD_SOUNDBOARD_SOUND_CREATE": SOUND | {"guild_id": guild},
        "INTERACTION_CREATE": {"odd": True},
        "GUILD_DELETE": None,
        "MESSAGE_CREATE": [],
    }
    before = await _dropped(stack)
    for event, data in events.items():
        await pg.gateway("send", event=event, data=data, guild=guild)
    for _ in range(11):
        await pg.gateway("send", event="USER_UPDATE", data={}, guild=guild)

    async def counted() -> bool:
        now = await _dropped(stack)
        wanted = dict.fromkeys(events, 1) | {"USER_UPDATE": 11}
        return all(now.get(name, 0) - before.get(name, 0) == n for name, n in wanted.items())

    await pg.wait_for(counted)
    lines = [line for line in stack.said().splitlines() if "event=USER_UPDATE" in line]
    assert [re.findall(r"count=(\d+)", line) for line in lines] == [["1"], ["10"]]
    assert (await ben.command("games", general)).content


async def test_a_frame_that_cannot_be_read(stack: Stack, pg: Playground, general: Channel) -> None:
    """It closes the connection, and the bot opens another one."""

    async def sessions() -> set[str]:
        state = await pg.request("GET", "control/state")
        return {session["id"] for session in state["sessions"] if session["connected"]}

    before = await sessions()
    await pg.gateway("garble")

    async def anew() -> bool:
        return bool(await sessions() - before)

    await pg.wait_for(anew)
    assert stack.bot.poll() is None
    # discord.py logs the cause, which would count as an error of the bot.
    stack.log.write_text(re.sub(r"(?m)^Traceback.*\n(?:[ \n].*\n)*", "", stack.said()))


@pytest.mark.parametrize(
    "change",
    [
        {"drop": ["attachment_size_limit"]},
        {"drop": ["version"], "set": {"attachment_size_limit": None}},
        {"set": {"entitlements": [{"shape": "new"}], "entitlement_skus": ["x"]}},
    ],
)
async def test_interactions_that_can_be_mended(
    pg: Playground, ben: User, general: Channel, change: dict[str, Any]
) -> None:
    """Parts that the bot does not need are left out, and the player notices nothing."""
    await pg.gateway("odd", event="INTERACTION_CREATE", **change)
    reply = await ben.command("games", general)
    assert reply.content
    assert "Reference" not in reply.content


async def test_an_interaction_in_an_odd_thread(
    pg: Playground, ben: User, david: User, general: Channel
) -> None:
    """A thread with many unreadable parts works like any other."""
    match = await begin(general, "attangle", ben, david)
    channel = {"id": match.channel.id, "type": 11, "parent_id": general.id}
    await pg.gateway("odd", event="INTERACTION_CREATE", set={"channel": channel})
    reply = await match.move(1, "c3")
    assert "you played `c3`" in reply.content


async def test_an_interaction_that_cannot_be_read(
    stack: Stack, pg: Playground, ben: User, anna: User, general: Channel
) -> None:
    """The player is told so in their own language, with a reference number that is also in
    the log.
    """
    await pg.gateway("odd", event="INTERACTION_CREATE", drop=["application_id"])
    for user, said in ((ben, "Reference:"), (anna, "Fehlercode:")):
        reply = await user.command("games", general)
        assert reply.ephemeral
        assert said in reply.content
        number = re.search(r"[0-9A-F]{8}", reply.content)
        assert number
        assert f"reference={number[0]}" in stack.said()
    assert await ben.autocomplete("board", "match", channel=general) == []


async def test_unknown_types_of_interactions(
    stack: Stack, pg: Playground, ben: User, general: Channel
) -> None:
    """They are logged."""
    await pg.gateway("odd", event="INTERACTION_CREATE", set={"type": 9})
    await ben.command("games", general, wait=False)

    async def logged() -> bool:
        return "of an unknown type: " in stack.said()

    await pg.wait_for(logged)


async def test_unknown_commands(pg: Playground, ben: User, general: Channel) -> None:
    """Commands, autocomplete and entry points that this version does not know are answered."""
    await pg.gateway("odd", event="INTERACTION_CREATE", set={"data": {"name": "odd", "id": "1"}})
    assert "has changed" in (await ben.command("games", general)).content
    assert await ben.autocomplete("board", "match", channel=general) == []
    entry = {"name": "launch", "id": "1", "type": 4}
    await pg.gateway("odd", event="INTERACTION_CREATE", set={"data": entry})
    assert "has changed" in (await ben.command("games", general)).content


@pytest.mark.parametrize("custom_id", ["old-form:-:0:x", "of another kind", ""])
async def test_unknown_forms(pg: Playground, ben: User, general: Channel, custom_id: str) -> None:
    """An unknown form is answered like a button of an older version."""
    data = {"custom_id": custom_id, "components": []}
    await pg.gateway("odd", event="INTERACTION_CREATE", set={"type": 5, "data": data})
    reply: Reply = await ben.command("games", general)
    assert reply.content.startswith("That's from an older version")
