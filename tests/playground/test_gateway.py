"""The gateway: handshake, shards, resuming, invalid sessions, close codes."""

import aiohttp
import pytest

from playground.client import Playground
from playground.sample import crowd
from playground.server import Server
from tests.playground.rawbot import INTENTS, RawBot


async def test_hello_identify_ready_guilds(server: Server, bot: RawBot) -> None:
    """READY lists the guilds as unavailable, and each one follows with channels and members."""
    raw = RawBot(server, bot.session)
    hello = await raw.connect()
    assert hello["op"] == 10
    assert hello["d"]["heartbeat_interval"] == 41250
    await raw.send(1, None)
    assert (await raw.frame())["op"] == 11
    await raw.send(2, {"token": "playground", "intents": INTENTS, "shard": [0, 1]})
    ready = await raw.event("READY")
    assert [guild["unavailable"] for guild in ready["guilds"]] == [True, True]
    assert ready["user"]["bot"] is True
    assert ready["shard"] == [0, 1]
    assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
    assert ready["application"]["id"] == str(server.world.application_id)
    guilds = [await raw.event("GUILD_CREATE") for _ in ready["guilds"]]
    assert [guild["preferred_locale"] for guild in guilds] == ["en-US", "de"]
    assert [channel["name"] for channel in guilds[0]["channels"]] == ["general", "games", "quiet"]
    assert [member["user"]["id"] for member in guilds[0]["members"]] == [ready["user"]["id"]]
    await raw.close()


async def test_the_bot_is_added(server: Server, bot: RawBot, pg: Playground) -> None:
    """A guild that the bot has just joined is not called available, and it joined just now."""
    known = [await bot.event("GUILD_CREATE") for _ in range(2)]
    general = pg.channel("general")
    await general.make_system_channel()
    await general.throw_out()
    await bot.event("GUILD_DELETE")
    await general.invite()
    new = await bot.event("GUILD_CREATE")
    assert [one["unavailable"] for one in known] == [False, False]
    assert "unavailable" not in new
    assert new["joined_at"] == new["members"][0]["joined_at"] > known[0]["joined_at"]
    assert (known[0]["system_channel_id"], new["system_channel_id"]) == (None, general.id)


async def test_whom_a_message_mentions(server: Server, bot: RawBot, pg: Playground) -> None:
    """People, roles, and the author of a message that is replied to, each in its own field."""
    david, general = pg.user("david"), pg.channel("general")
    own, role = server.world.bot.id, int(general.data["guild_id"]) + 1
    first = await pg.user("ben").send(f"<@{own}> <@&{role}> @everyone", general)
    await david.send("well", general, reply_to=first)
    said = await bot.event("MESSAGE_CREATE")
    assert [one["id"] for one in said["mentions"]] == [str(own)]
    assert said["mention_roles"] == [str(role)]
    assert not said["mention_everyone"]
    reply = await bot.event("MESSAGE_CREATE")
    assert reply["referenced_message"]["id"] == first.id
    assert [one["username"] for one in reply["mentions"]] == ["ben"]


async def test_guilds_are_spread_over_shards(server: Server, bot: RawBot) -> None:
    """Each shard gets its own guilds by (id >> 22) % count. Direct messages go to shard 0 only."""
    shards = [RawBot(server, bot.session) for _ in range(2)]
    seen = []
    for number, shard in enumerate(shards):
        ready = await shard.identify((number, 2))
        assert all((int(guild["id"]) >> 22) % 2 == number for guild in ready["guilds"])
        seen += [guild["id"] for guild in ready["guilds"]]
        for _ in ready["guilds"]:
            await shard.event("GUILD_CREATE")
    assert sorted(seen) == sorted(str(guild.id) for guild in server.world.joined_guilds())
    assert len(seen) == len(shards)
    async with Playground.connect(server.url) as pg:
        anna = pg.user("anna")
        await anna.send("hello", await anna.dm())
        for channel in pg.channels:
            await anna.send("hello", channel)
    assert "guild_id" not in await shards[0].event("MESSAGE_CREATE")
    for number, shard in enumerate(shards):
        message = await shard.event("MESSAGE_CREATE")
        assert (int(message["guild_id"]) >> 22) % 2 == number
        await shard.close()


async def test_resume_replays_what_was_missed(server: Server, bot: RawBot, pg: Playground) -> None:
    """After a cut connection every missed event arrives once and in order, then RESUMED."""
    await bot.event("GUILD_CREATE")
    await bot.event("GUILD_CREATE")
    general, anna = pg.channel("general"), pg.user("anna")
    await anna.send("one", general)
    await bot.event("MESSAGE_CREATE")
    await pg.gateway("drop")
    await bot.closed()
    await pg.wait_for(lambda: not server.gateway.online)
    for text in ("two", "three"):
        await anna.send(text, general)
    await bot.resume()
    frames = [await bot.frame() for _ in range(3)]
    assert [frame["t"] for frame in frames] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
    assert [frame["s"] for frame in frames] == list(range(frames[0]["s"], frames[0]["s"] + 3))
    await anna.send("four", general)
    assert (await bot.frame())["t"] == "MESSAGE_CREATE"


async def test_resume_of_a_forgotten_session_is_invalid(bot: RawBot, pg: Playground) -> None:
    """An unknown session gets op 9 with false. The same connection can identify again."""
    await pg.gateway("forget")
    await bot.resume()
    assert await bot.frame() == {"op": 9, "d": False}
    await bot.send(2, {"token": "playground", "intents": INTENTS, "shard": [0, 1]})
    assert (await bot.event("READY"))["session_id"] != bot.session_id


async def test_asked_to_reconnect_and_invalidated(bot: RawBot, pg: Playground) -> None:
    """Op 7 and op 9 reach the connected bot, op 9 with the requested flag."""
    for _ in range(2):
        await bot.event("GUILD_CREATE")
    await pg.gateway("reconnect")
    assert (await bot.frame())["op"] == 7
    await pg.gateway("invalidate", resumable=True)
    assert (await bot.frame())["d"] is True
    await pg.gateway("invalidate")
    assert (await bot.frame())["d"] is False


async def test_a_clean_goodbye_ends_the_session(
    server: Server, bot: RawBot, pg: Playground
) -> None:
    """Closing with 1000 ends the session. Closing with 4000 keeps it resumable."""
    assert bot.socket is not None
    await bot.socket.close(code=4000)
    await pg.wait_for(lambda: not server.gateway.online)
    await bot.resume()
    await bot.event("RESUMED")
    await bot.socket.close(code=1000)
    await pg.wait_for(lambda: not server.gateway.sessions)


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": INTENTS}, 4004),
        (6, {"token": "wrong", "session_id": "x", "seq": 0}, 4004),
        (2, {"token": "playground", "intents": INTENTS, "shard": [2, 2]}, 4010),
        (2, {"token": "playground"}, 4013),
        (2, {"token": "playground", "intents": INTENTS, "shard": ["x"]}, 4002),
        (2, {"token": "playground", "intents": INTENTS | 1 << 1}, 4014),
        (3, {}, 4003),
    ],
)
async def test_close_codes(server: Server, op: int, data: object, code: int) -> None:
    """Invalid tokens, shards, intents and early frames close the connection with Discord's
    codes.
    """
    async with aiohttp.ClientSession() as session:
        raw = RawBot(server, session)
        await raw.connect()
        await raw.send(op, data)
        assert await raw.closed() == code


async def test_more_close_codes(bot: RawBot) -> None:
    """Identifying twice is 4005, invalid JSON 4002, an unknown opcode 4001, a future sequence
    4007.
    """
    await bot.send(2, {"token": "playground", "intents": INTENTS})
    assert await bot.closed() == 4005
    await bot.identify()
    assert bot.socket is not None
    await bot.socket.send_str("{")
    assert await bot.closed() == 4002
    await bot.identify()
    await bot.send(77, {})
    assert await bot.closed() == 4001
    await bot.identify()
    await bot.resume(seq=10_000)
    assert await bot.closed() == 4007


async def test_members_on_request(bot: RawBot, server: Server) -> None:
    """Op 8 answers with a chunk of the members whose names match the prefix."""
    guild = next(iter(server.world.guilds))
    await bot.send(8, {"guild_id": str(guild), "query": "an", "limit": 5, "nonce": "n"})
    chunk = await bot.event("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["username"] for member in chunk["members"]] == ["anna"]
    assert chunk["nonce"] == "n"


async def test_content_needs_its_intent(bot: RawBot, pg: Playground, server: Server) -> None:
    """Without the privileged intent the bot can read only direct messages and messages that mention
    it.
    """
    anna, general = pg.user("anna"), pg.channel("general")
    await anna.send("secret", general)
    assert (await bot.event("MESSAGE_CREATE"))["content"] == ""
    await anna.send(f"<@{server.world.bot.id}> hello", general)
    assert "hello" in (await bot.event("MESSAGE_CREATE"))["content"]
    await anna.send("private", await anna.dm())
    assert (await bot.event("MESSAGE_CREATE"))["content"] == "private"


async def test_silence_ends_a_connection(server: Server, pg: Playground) -> None:
    """A client that does not heartbeat for two intervals is closed with 4009."""
    await pg.settings(heartbeat_interval=0.05)
    async with aiohttp.ClientSession() as session:
        raw = RawBot(server, session)
        await raw.connect()
        assert await raw.closed() == 4009


async def test_typing_reaches_the_bot(server: Server, bot: RawBot, pg: Playground) -> None:
    """Typing is sent to sessions with the intent, in guilds and in direct messages."""
    raw = RawBot(server, bot.session)
    await raw.identify(intents=INTENTS | 1 << 11 | 1 << 14)
    anna = pg.user("anna")
    for channel in (pg.channel("general"), await anna.dm()):
        await pg.request("POST", f"channels/{channel.id}/typing", {"user": anna.id})
        event = await raw.event("TYPING_START")
        assert (event["channel_id"], event["user_id"]) == (channel.id, anna.id)
        assert ("member" in event) == (channel.guild is not None)
    await raw.close()


async def test_sessions_begin_one_after_the_other(server: Server, bot: RawBot) -> None:
    """Of a bucket's shards one may begin within five seconds; another is told that its session is
    invalid. Shards of other buckets may begin, too.
    """
    server.world.settings.rate_limits = True
    server.world.settings.max_concurrency = 4
    shards = [RawBot(server, bot.session) for _ in range(3)]
    for number in (1, 2):
        await shards[number].identify((number, 8))
    await shards[0].connect()
    await shards[0].send(2, {"token": "playground", "intents": INTENTS, "shard": [5, 8]})
    assert await shards[0].frame() == {"op": 9, "d": False}
    for shard in shards:
        await shard.close()


async def test_sessions_of_a_day(server: Server, bot: RawBot) -> None:
    """The bot is told how many more may begin. Beyond that all sessions end, and the token."""
    server.world.settings.rate_limits = True
    server.world.settings.max_concurrency = 16
    server.world.settings.session_starts = 1
    raw = RawBot(server, bot.session)
    await raw.identify((1, 2))
    _, told = await raw.call("GET", "/gateway/bot")
    limit = told["session_start_limit"]
    assert (limit["remaining"], limit["max_concurrency"]) == (0, 16)
    late = RawBot(server, bot.session)
    await late.connect()
    await late.send(2, {"token": "playground", "intents": INTENTS, "shard": [0, 2]})
    for one in (raw, late):
        assert await one.closed() == 4004
    assert server.gateway.sessions == {}


async def test_a_crowd_of_guilds(server: Server, bot: RawBot) -> None:
    """They are spread evenly over shards, each with its channels and roles."""
    crowd(server.world, guilds=8, channels=3, roles=2)
    raw = RawBot(server, bot.session)
    ready = await raw.identify((1, 4))
    guilds = [await raw.event("GUILD_CREATE") for _ in ready["guilds"]]
    made = [one for one in guilds if one["name"].startswith("Guild ")]
    assert len(made) == 2
    for one in made:
        assert [channel["name"] for channel in one["channels"]] == [
            f"channel-{n}" for n in range(3)
        ]
        assert {role["name"] for role in one["roles"]} >= {"@everyone", "Role 0", "Role 1"}
    await raw.close()
