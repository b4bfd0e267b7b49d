"""The server side of the page and the test controls: live events, access, faults, rate limits."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from playground import faults
from playground.client import Playground, PlaygroundError, User
from playground.connection import PATIENCE
from playground.server import Server, serve
from playground.world import World
from tests.playground.rawbot import Json, RawBot


class Window:
    """One open page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self, kind: str) -> Any:
        """The data of the next event of this type."""
        while True:
            event: Json = await self.socket.receive_json(timeout=PATIENCE)
            if event["type"] == kind:
                return event["data"]


@pytest.fixture
async def window(pg: Playground, server: Server) -> AsyncIterator[Window]:
    """Anna's window."""
    async with aiohttp.ClientSession() as session:
        url = f"{server.url}/playground/ws?user={pg.user('anna').id}"
        async with session.ws_connect(url) as socket:
            yield Window(socket)


async def test_hello_has_the_state(window: Window, pg: Playground) -> None:
    """The first event is the state as this user sees it, the same as over HTTP."""
    anna = pg.user("anna")
    await anna.dm()
    hello = await window.next("hello")
    assert hello["me"]["locale"] == "de"
    assert [guild["name"] for guild in hello["guilds"]] == ["Playground", "Spielplatz", "Elsewhere"]
    state = await pg.request("GET", "state", user=anna.id)
    assert len(state["users"]) == 5
    assert sorted(each["type"] for each in state["dms"]) == [1, 3]
    assert (await pg.request("GET", "state", user=pg.user("emma").id))["dms"] == []
    assert not {"me", "dms"} & set(await pg.request("GET", "state"))


async def test_used_commands_are_named_in_all_languages(bot: RawBot, pg: Playground) -> None:
    """An answer names its command in each language. Parts without a translation keep their own
    name.
    """
    go = {"name": "go", "description": "d", "type": 1, "name_localizations": {"de": "los"}}
    await bot.register({"name": "do", "description": "d", "options": [go]})
    await pg.user("anna").command("do go", pg.channel("general"), wait=False)
    await bot.answer(await bot.interaction(), 4, {"content": "done"})
    answer = await pg.channel("general").last(pg.user("ben"))
    assert answer.data["interaction_metadata"]["names"] == {"de": "do los"}


async def test_live_messages(window: Window, bot: RawBot, pg: Playground) -> None:
    """Messages, edits, deletions, typing and threads arrive. Other users' ephemeral messages do
    not.
    """
    general, anna, ben = pg.channel("general"), pg.user("anna"), pg.user("ben")
    said = await ben.send("hello", general)
    assert (await window.next("message.create"))["author"]["display"] == "Ben"
    path = f"/channels/{general.id}/messages"
    sent = (await bot.call("POST", path, {"content": "one"}))[1]
    await bot.call("PATCH", f"{path}/{sent['id']}", {"content": "two"})
    assert (await window.next("message.update"))["content"] == "two"
    await said.delete()
    assert await window.next("message.delete") == {"id": said.id, "channel_id": general.id}
    await bot.call("POST", f"/channels/{general.id}/typing")
    assert (await window.next("typing"))["user_id"] == str(bot.server.world.bot.id)
    await bot.call("POST", f"{path}/{sent['id']}/threads", {"name": "Match"})
    assert (await window.next("channel.create"))["parent_id"] == general.id
    await bot.register({"name": "do", "description": "d"})
    await window.next("commands")
    await ben.command("do", general, wait=False)
    await bot.answer(await bot.interaction(), 4, {"content": "for ben", "flags": 64})
    await anna.send("mine", general)
    assert (await window.next("message.create"))["content"] == "mine"


async def test_live_interactions(
    window: Window, bot: RawBot, pg: Playground, server: Server
) -> None:
    """One's own interactions arrive: created, acknowledged or failed, and forms opened."""
    await bot.register({"name": "do", "description": "d"})
    anna, general = pg.user("anna"), pg.channel("general")
    reply = await anna.command("do", general, wait=False)
    assert (await window.next("interaction.create"))["id"] == reply.interaction
    text = {"type": 4, "custom_id": "t", "label": "T", "style": 1}
    form = {"custom_id": "f", "title": "Form", "components": [{"type": 1, "components": [text]}]}
    await bot.answer(await bot.interaction(), 9, form)
    opened = await window.next("modal.open")
    assert (opened["interaction"], opened["title"]) == (reply.interaction, "Form")
    assert (await window.next("interaction.done"))["id"] == reply.interaction
    server.world.settings.deadline = 0.3
    await anna.command("do", general, wait=False)
    failed = await window.next("interaction.failed")
    assert (failed["kind"], failed["error"]) == ("command", "The application did not respond")


async def test_bot_comes_and_goes(bot: RawBot, window: Window) -> None:
    """The page is told when the bot disconnects and connects."""
    await bot.close()
    assert await window.next("bot") == {"online": False}
    await bot.identify()
    assert await window.next("bot") == {"online": True}


async def test_people_change_themselves(window: Window, pg: Playground, server: Server) -> None:
    """People can change their own language and DMs, but not those of others, and not to an unknown
    language.
    """
    anna = pg.user("anna")
    await anna.change(locale="fr", dms_open=False, installed=False)
    update = await window.next("user.update")
    assert (update["locale"], update["dms_open"], update["installed"]) == ("fr", False, False)
    for path, body in (
        (f"users/{pg.user('ben').id}", {"user": anna.id, "locale": "de"}),
        (f"users/{anna.id}", {"user": anna.id, "locale": "klingon"}),
        (f"users/{anna.id}", {"user": "5"}),
    ):
        with pytest.raises(PlaygroundError):
            await pg.request("PATCH", path, body)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:80"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "localhost"}, 200),
        ({}, 200),
    ],
)
async def test_foreign_pages_are_refused(
    server: Server, headers: dict[str, str], status: int
) -> None:
    """Requests with a foreign host name or origin are refused, on every path."""
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/playground/state", "/playground/control/state", "/api/v10/gateway"):
            async with session.get(server.url + path, headers=headers) as response:
                assert response.status == status


async def test_static_files(server: Server) -> None:
    """The page is served at /, and nothing outside its folder is."""
    async with aiohttp.ClientSession() as session:
        async with session.get(server.url + "/") as response:
            assert response.content_type == "text/html"
        for path in ("/../world.py", "/%2e%2e/world.py", "/nothing.js", "/PAGE.md"):
            async with session.get(server.url + path) as response:
                assert response.status == 404


async def test_bad_requests_of_the_page(pg: Playground) -> None:
    """Invalid requests are answered with a sentence, never with a server error."""
    anna, general = pg.user("anna"), pg.channel("general")
    for method, path, body in (
        ("GET", f"channels/{general.id}/messages", None),
        ("GET", "channels/x/messages?user=1", None),
        ("POST", f"channels/{general.id}/messages", {"user": anna.id, "content": ""}),
        ("POST", f"channels/{general.id}/commands", {"user": anna.id}),
        ("POST", "channels/5/messages", {"user": anna.id, "content": "x"}),
        ("POST", "modals/5", {"user": anna.id}),
        ("POST", "control/faults", {"kind": "unheard of"}),
        ("PATCH", "control/settings", {"nothing": 1}),
        ("POST", "control/gateway", {"action": "dance"}),
    ):
        with pytest.raises(PlaygroundError) as refusal:
            await pg.request(method, path, body)
        assert 400 <= refusal.value.status < 500


async def test_ones_own_messages(pg: Playground) -> None:
    """People can delete only their own messages, and dismiss only ephemeral ones. The client raises
    for anything missing.
    """
    anna, ben, general = pg.user("anna"), pg.user("ben"), pg.channel("general")
    said = await anna.send("oops", general)
    path = f"channels/{general.id}/messages/{said.id}"
    for verb, user in (("delete", ben), ("dismiss", anna)):
        with pytest.raises(PlaygroundError) as refusal:
            await pg.request("POST", f"{path}/{verb}", {"user": user.id})
        assert refusal.value.status == 403
    await pg.request("POST", f"{path}/delete", {"user": anna.id})
    assert await general.messages() == []
    with pytest.raises(LookupError):
        await said.refresh()
    with pytest.raises(LookupError):
        pg.channel("nowhere")
    with pytest.raises(TimeoutError):
        await pg.wait_for(lambda: False, within=0.05)


async def test_starting_from_the_command_line() -> None:
    """It prints its address, exits with 0 on request, and with 2 if it cannot start."""
    command = [sys.executable, "-m", "playground", "--port"]
    first = await asyncio.create_subprocess_exec(*command, "0", stdout=PIPE)
    assert first.stdout is not None
    url = (await asyncio.wait_for(first.stdout.readline(), PATIENCE)).decode().split()[-1]
    async with Playground.connect(url) as pg:
        assert pg.user("anna").display == "Anna"
        port = url.rsplit(":", 1)[-1]
        second = await asyncio.create_subprocess_exec(*command, port, stderr=PIPE)
        _, complaint = await second.communicate()
        assert second.returncode == 2
        assert b"cannot listen" in complaint
        wrong = await asyncio.create_subprocess_exec(*command, "99999", stderr=PIPE)
        await wrong.communicate()
        assert wrong.returncode == 2
    first.terminate()
    assert await first.wait() == 0
    assert b"DISCORD_API_URL" in await first.stdout.read()


# Faults


async def test_unauthorized(server: Server, bot: RawBot) -> None:
    """A wrong token is 401, except where the secret is in the path."""
    stranger = RawBot(server, bot.session, "wrong")
    assert await stranger.call("GET", "/users/@me") == (
        401,
        {"message": "401: Unauthorized", "code": 0},
    )
    assert (await stranger.call("GET", "/gateway"))[0] == 200
    assert (await bot.call("GET", "/users/@me"))[0] == 200
    assert (await bot.call("GET", "/nothing"))[0] == 404
    assert (await bot.call("POST", "/nothing", {}))[0] == 404


async def test_planned_429(bot: RawBot, pg: Playground) -> None:
    """The next matching requests get 429 with all headers; then everything is as before."""
    await pg.rate_limit("/users/@me$", times=2, retry_after=0.5, scope="global", method="GET")
    for _ in range(2):
        url = bot.server.api_url + "/users/@me"
        headers = {"Authorization": "Bot playground"}
        async with bot.session.get(url, headers=headers) as response:
            assert response.status == 429
            assert response.headers["Via"]
            assert response.headers["Retry-After"] == "1"
            assert response.headers["X-RateLimit-Global"] == "true"
            assert await response.json() == {
                "message": "You are being rate limited.",
                "retry_after": 0.5,
                "global": True,
            }
        assert (await bot.call("GET", "/users/@me/guilds"))[0] == 200
    assert (await bot.call("GET", "/users/@me"))[0] == 200
    counted = await pg.requests("/users/@me$", "GET")
    assert (counted["count"], counted["statuses"]) == (3, {"429": 2, "200": 1})


async def test_real_buckets(bot: RawBot, pg: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    """With rate limits on, the sixth message to one channel within five seconds is refused."""
    now = 1_000.0
    monkeypatch.setattr(faults, "time", SimpleNamespace(time=lambda: now))
    await pg.settings(rate_limits=True)
    general, games = pg.channel("general"), pg.channel("games")
    statuses = []
    for channel in [general] * 6 + [games]:
        status, _ = await bot.call("POST", f"/channels/{channel.id}/messages", {"content": "x"})
        statuses.append(status)
    assert statuses == [200] * 5 + [429, 200]
    now += 5
    path = f"/channels/{general.id}/messages"
    assert (await bot.call("POST", path, {"content": "x"}))[0] == 200


async def test_errors_delays_and_lost_replies(bot: RawBot, pg: Playground) -> None:
    """A 502 has no effect; a delayed request takes effect late; a lost reply has taken effect."""
    general = pg.channel("general")
    path = f"/channels/{general.id}/messages"
    await pg.fault("status", "/messages", status=502)
    assert (await bot.call("POST", path, {"content": "x"}))[0] == 502
    assert await general.messages() == []
    await pg.fault("lost", "/messages")
    with pytest.raises(aiohttp.ClientError):
        await bot.call("POST", path, {"content": "lost"})
    assert [each.content for each in await general.messages()] == ["lost"]
    await pg.fault("delay", "/messages", seconds=3600)
    slow = asyncio.create_task(bot.call("POST", path, {"content": "slow"}))
    await pg.wait_for(lambda: not bot.server.faults.planned)
    assert (await bot.call("POST", path, {"content": "quick"}))[0] == 200
    await pg.release()
    assert (await slow)[0] == 200
    assert [each.content for each in await general.messages()] == ["lost", "quick", "slow"]
    await pg.fault("status", times=5)
    await pg.clear_faults()
    assert (await bot.call("GET", path))[0] == 200


async def test_trouble_by_chance(bot: RawBot, pg: Playground) -> None:
    """Each kind has the given frequency, on its paths only, and the same seed gives the same
    sequence. A cut connection has no effect.
    """
    shares = {"limited": 0.2, "broken": 0.2}
    results: list[list[int]] = []
    for _ in range(2):
        await pg.chances(seed=7, path="@me$", **shares)
        results.append([(await bot.call("GET", "/users/@me"))[0] for _ in range(30)])
        assert (await bot.call("GET", "/users/5"))[0] == 404
    assert results[0] == results[1]
    refused = [status for status in results[0] if status != 200]
    assert {429} < set(refused) <= {429, 500, 502, 503, 504}
    assert 4 <= len(refused) <= 20
    assert sum((await pg.happened()).values()) == 2 * len(refused)
    await pg.chances(cut=1.0)
    general = pg.channel("general")
    with pytest.raises(aiohttp.ClientError):
        await bot.call("POST", f"/channels/{general.id}/messages", {"content": "x"})
    assert await general.messages() == []
    await pg.clear_faults()
    assert (await bot.call("GET", "/users/@me"))[0] == 200
    with pytest.raises(PlaygroundError, match="unknown chance"):
        await pg.chances(nonsense=1.0)


async def test_other_things_over_rest(bot: RawBot, pg: Playground) -> None:
    """Users, guilds, members and the application are found, or unknown with Discord's codes."""
    anna: User = pg.user("anna")
    guild = next(iter(bot.server.world.guilds))
    assert (await bot.call("GET", f"/users/{anna.id}"))[1]["global_name"] == "Anna"
    assert (await bot.call("GET", "/users/5"))[1]["code"] == 10013
    assert len((await bot.call("GET", "/users/@me/guilds"))[1]) == 2
    assert (await bot.call("GET", f"/guilds/{guild}"))[1]["name"] == "Playground"
    assert (await bot.call("GET", "/guilds/5"))[1]["code"] == 10004
    assert (await bot.call("GET", f"/guilds/{guild}/members/{anna.id}"))[0] == 200
    assert (await bot.call("GET", f"/guilds/{guild}/members/5"))[1]["code"] == 10013
    found = (await bot.call("GET", f"/guilds/{guild}/members/search?query=An&limit=5"))[1]
    assert [each["user"]["username"] for each in found] == ["anna"]
    assert (await bot.call("GET", f"/guilds/{guild}/members"))[1]["code"] == 50001
    app = (await bot.call("GET", "/oauth2/applications/@me"))[1]
    assert (app["id"], app["name"]) == (str(bot.app), "Dreierlei")
    assert (await bot.call("GET", "/gateway/bot"))[1]["shards"] == 1
    assert (await bot.call("GET", "/channels/x"))[1]["code"] == 50035


async def test_a_world_of_ones_own() -> None:
    """Tests may provide their own world and token."""
    world = World("Other")
    server = await serve(port=0, token="secret", world=world)
    try:
        async with aiohttp.ClientSession() as session:
            raw = RawBot(server, session, "secret")
            assert (await raw.identify())["user"]["username"] == "other"
            await raw.close()
    finally:
        await server.close()
    with pytest.raises(ValueError, match="token"):
        await serve(port=0, token="")
