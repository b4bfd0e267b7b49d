"""Requests by a bot that is not connected: the budget for invalid requests, direct-message
channels, and each line of the table for these.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import Route
from sqlalchemy import Connection, update

import matches
from bot.app.client import LONGEST_WAIT, Dreierlei
from bot.cogs.clocks._timeouts import Timekeeper
from bot.context import invalid_requests, shut_channels
from bot.context.invalid_requests import Exhausted
from bot.context.shut_channels import StillShut
from bot.context.system_message import SystemMessage
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.matches.system_messages import SystemMessages
from bot.delivery.transport.direct_messages import to_players
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.posts import post, post_to
from bot.interactions.pipeline import open_ways
from bot.text.discord_codes import EDGE, LINES, LOST, TROUBLES, Meaning, Request
from bot.ui.message import Reply
from matches import Match, Place
from matches.clocks.downtime import last_heartbeat
from matches.model.ids import ChannelId, GuildId, MessageId, PlayerId
from matches.outbox.queue import due
from playground.faults import Fault
from playground.paths import PathPattern
from playground.server import Server, serve
from playground.world import Channel
from storage import schema
from storage.transactions import in_transaction
from tests.bot.discord_requests import REQUESTS
from tests.bot.test_prefetch import bot
from tests.bot.walks import walks
from tests.soak.town import town

pytestmark = pytest.mark.untraced

__all__ = ["bot"]

TOKEN = "a-token-of-the-tests"
PEOPLE = 200
AT_ONCE = 1_000.0
"""The bot's share of Discord's budget: so much that no request has to wait for its turn."""
_LIMIT = next(line for line in LINES if line.status == 429 and not line.code)
TOO_LONG = replace(_LIMIT, name="a limit that is not waited for")


@pytest.fixture
async def server(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A playground with many people, which receives the bot's requests."""
    running = await serve(port=0, token=TOKEN, world=town(PEOPLE))
    monkeypatch.setattr(Route, "BASE", running.api_url)
    await bot.http.static_login(TOKEN)
    bot.pace.share(AT_ONCE)
    running.faults.requests.clear()
    yield running
    await bot.http.close()
    await running.close()


@pytest.fixture
def people(server: Server) -> list[int]:
    """The ids of all people."""
    return [user.id for user in server.world.users.values() if not user.bot]


@pytest.fixture
def channel(server: Server) -> Channel:
    """A channel in which the bot may post."""
    found = (one for one in server.world.channels.values() if one.guild is not None)
    return next(one for one in found if server.world.sees(server.world.bot, one))


def made(server: Server, request: Request) -> int:
    """The number of requests of a kind so far."""
    method, path = REQUESTS[request]
    pattern = PathPattern(path)
    told = server.faults.requests
    return sum(one.method == method and pattern.finds(one.path) for one in told)


async def test_a_direct_channel_is_opened_once(
    bot: Dreierlei, server: Server, people: list[int]
) -> None:
    """The number of people does not matter."""
    assert len(people) > 128
    for round_ in (1, 2):
        for player in people:
            await post_to(bot, PlayerId(player), f"{player}.{round_}", content="Hello")
    assert made(server, "direct") == len(people)
    assert made(server, "message") == 2 * len(people)


async def test_invalid_requests_are_counted_and_bounded(
    bot: Dreierlei, server: Server, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each invalid request counts in the metrics. Those of a shared limit do not count for the
    budget. When it is spent only answers to interactions are sent, and finally not even those. Old
    requests free it again.
    """
    monkeypatch.setattr(invalid_requests, "BUDGET", 3)
    monkeypatch.setattr(invalid_requests, "LIMIT", 5)
    look, answer = Route("GET", "/users/@me"), Route("POST", "/webhooks/1/token")
    shared = Fault("status", "^/users", status=429, scope="shared")
    server.faults.planned += [shared, Fault("status", "^/users", status=403, times=9)]
    server.faults.planned.append(Fault("status", "^/webhooks", status=401, times=9))
    for _ in range(3):
        assert not bot.invalid_requests.exhausted
        with pytest.raises(discord.Forbidden):
            await bot.http.request(look)
    assert bot.invalid_requests.exhausted
    made = len(server.faults.requests)
    with pytest.raises(Exhausted):
        await bot.http.request(look)
    with pytest.raises(Exhausted):
        await post(bot, ChannelId(channel.id), "1", content="Hello")
    assert len(server.faults.requests) == made
    for _ in range(2):
        with pytest.raises(discord.HTTPException):
            await bot.http.request(answer)
    with pytest.raises(Exhausted):
        await bot.http.request(answer)
    page = bot.metrics.text(None).decode()
    for status, number in ((429, 1), (403, 3), (401, 2)):
        assert f'dreierlei_invalid_requests_total{{status="{status}"}} {number}.0' in page
    monkeypatch.setattr(invalid_requests, "SPAN", 0.0)
    server.faults.clear()
    assert (await bot.http.request(look))["bot"]


async def test_processes_share_the_invalid_requests(
    bot: Dreierlei,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """They may have one address: of two that are alive, each waits after half as many. The log says
    so once.
    """
    monkeypatch.setattr(invalid_requests, "BUDGET", 4)
    monkeypatch.setattr(invalid_requests, "LIMIT", 6)
    look, answer = Route("GET", "/users/@me"), Route("POST", "/webhooks/1/token")
    server.faults.planned.append(Fault("status", "", status=403, times=9))
    await matches.heartbeat(bot.database, "another process")
    await Timekeeper(bot).rounds.look()
    for route in (look, look, answer):
        with pytest.raises(discord.Forbidden):
            await bot.http.request(route)
        assert bot.invalid_requests.exhausted == ("have to wait" in caplog.text)
    for route in (look, answer):
        with pytest.raises(Exhausted):
            await bot.http.request(route)
    assert caplog.text.count("2 requests were refused in ten minutes: others have to wait") == 1
    await last_heartbeat(bot.database, "another process")
    await Timekeeper(bot).rounds.look()
    with pytest.raises(discord.Forbidden):
        await bot.http.request(look)


async def test_requests_are_counted_by_kind(
    bot: Dreierlei, server: Server, channel: Channel
) -> None:
    """Each request counts under its method and path, without ids and tokens, and says whether it
    spends the budget. What answers an interaction doesn't; what is refused does.
    """
    for number in range(2):
        await post(bot, ChannelId(channel.id), str(number), content="Hello")
    for route in (
        Route("GET", "/channels/1/messages/2"),
        Route("PATCH", "/webhooks/1/a-Token_1/messages/@original"),
        Route("POST", "/interactions/1/token/callback"),
    ):
        with pytest.raises(discord.HTTPException):
            await bot.http.request(route)
    page = bot.metrics.text(None).decode()
    for budgeted, kind, number in (
        ("yes", "POST /channels/*/messages", 2),
        ("yes", "GET /channels/*/messages/*", 1),
        ("no", "PATCH /webhooks/*/*/messages/@original", 1),
        ("no", "POST /interactions/*/*/callback", 1),
    ):
        labels = f'budgeted="{budgeted}",request="{kind}"'
        assert f"dreierlei_requests_total{{{labels}}} {number}.0" in page


async def test_the_outbox_sender_waits_for_the_budget(
    bot: Dreierlei, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notices stay in the outbox, unclaimed."""
    monkeypatch.setattr(invalid_requests, "BUDGET", 1)
    server.faults.planned.append(Fault("status", "^/users", status=403))
    with pytest.raises(discord.Forbidden):
        await bot.http.request(Route("GET", "/users/@me"))
    match = await matches.open_table(
        bot.database,
        game="attangle",
        host=PlayerId(1),
        place=Place(GuildId(7), ChannelId(8)),
        interaction=1,
    )
    await bot.service(Outbox).send_now(f"{match.id}.table")
    await bot.service(OutboxSender)._round()
    assert not bot.service(OutboxSender)._sending
    assert [one.key for one in await due(bot.database)] == [f"{match.id}.table"]


def refuse(server: Server, request: Request, line: Meaning, times: int, method: str = "") -> None:
    """The next requests of this kind, or with this method, get this answer."""
    wanted, path = REQUESTS[request]
    kind = "cut" if line is LOST else "page" if line is EDGE else "status"
    status, code, wait = line.status or 500, line.code, 0.0
    if line is TOO_LONG:
        wait = LONGEST_WAIT + 1
    method = method or wanted
    server.faults.planned.append(
        Fault(kind, path, method, times=times, status=status, code=code, retry_after=wait)
    )


def passes(line: Meaning) -> bool:
    """Whether discord.py itself retries at once, so that nobody notices."""
    return line.status in (429, 500) and line is not TOO_LONG


def lines(request: Request) -> list[Meaning]:
    """The lines that apply to a request."""
    return [line for line in (*LINES, TOO_LONG) if request in line.met]


@walks("delete")
async def test_every_line_of_deleting(
    bot: Dreierlei, server: Server, channel: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """What Discord says of a thread stays, which is no harm: it is said in the log. Where the
    answer would be the same the channel isn't asked again.
    """
    caplog.set_level(logging.INFO, logger="bot")
    thread = await _official_thread(bot)
    for number, line in enumerate(lines("delete")):
        caplog.clear()
        deleting = SystemMessages(bot)
        sent = await post(bot, ChannelId(channel.id), f"{number}", content="Hello")
        message = SystemMessage(MessageId(sent.id), ChannelId(channel.id), thread)
        refuse(server, "delete", line, 1 if passes(line) else 9)
        before = made(server, "delete")
        await deleting.hear(message)
        if passes(line):
            assert (made(server, "delete"), levels(caplog)) == (before + 2, set()), line
            continue
        assert levels(caplog) == {line.level}, line
        asked = made(server, "delete")
        await deleting.hear(message)
        assert (made(server, "delete") == asked) == line.lasts, line
        server.faults.clear()


async def test_deleting_while_the_bot_is_stopped(
    bot: Dreierlei, server: Server, channel: Channel
) -> None:
    """What Discord says of a thread stays then, and nothing goes wrong."""
    thread = await _official_thread(bot)
    message = SystemMessage(MessageId(1), ChannelId(channel.id), thread)
    await discord.Client.close(bot)
    await SystemMessages(bot).hear(message)
    assert made(server, "delete") == 0


async def _official_thread(bot: Dreierlei) -> ChannelId:
    """Where an official match is played."""
    thread = ChannelId(77)
    place = Place(GuildId(7), thread)
    await matches.open_table(bot.database, game="attangle", host=PlayerId(1), place=place)

    def official(connection: Connection) -> None:
        connection.execute(update(schema.match).values(official=True))

    await bot.database.write(in_transaction(official))
    return thread


def levels(caplog: pytest.LogCaptureFixture) -> set[int]:
    """The levels at which the bot has said something."""
    return {one.levelno for one in caplog.records if one.name.startswith("bot.")}


@walks("message", "direct")
@pytest.mark.parametrize("request_", ["message", "direct"])
async def test_every_line_of_direct_messages(
    bot: Dreierlei, server: Server, people: list[int], request_: Request
) -> None:
    """People who accept none are skipped, and not tried again until they use the bot. Any other
    failure is raised after the others have got their messages, and the next attempt succeeds. A
    passing failure is retried unnoticed.
    """
    for number, line in enumerate(lines(request_)):
        host, guest = people[2 * number : 2 * number + 2]
        match = await _challenge(bot, host, guest)
        refuse(server, request_, line, 3 if line is LOST else 1)
        if passes(line):
            server.faults.requests.clear()
            sent, missed = await to_players(bot, match, Reply("Hello"), "1")
            assert (len(sent), missed) == (2, []), line
            assert made(server, request_) == 3, line
            assert (_hears(server, host), _hears(server, guest)) == (1, 1), line
            continue
        if line.shuts:
            sent, missed = await to_players(bot, match, Reply("Hello"), "1")
            assert (len(sent), missed) == (1, [host]), line
            before = len(server.faults.requests)
            with pytest.raises(StillShut):
                await post_to(bot, PlayerId(host), "2", content="Hello")
            assert len(server.faults.requests) == before
            bot.shut.knock(host)
        else:
            with pytest.raises(TROUBLES):
                await to_players(bot, match, Reply("Hello"), "1")
            assert _hears(server, guest) == 1, line
        server.faults.clear()
        sent, missed = await to_players(bot, match, Reply("Hello"), "1")
        assert (len(sent), missed) == (2, []), line
        assert (_hears(server, host), _hears(server, guest)) == (1, 1), line


async def test_closed_direct_messages_cost_little(
    bot: Dreierlei, server: Server, people: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often such a person uses the bot, they are tried once per pause, and the pauses grow.
    When they accept messages again, one arrives after the next pause at the latest.
    """
    clock = 0.0
    monkeypatch.setattr(shut_channels, "time", SimpleNamespace(monotonic=lambda: clock))
    host = people[0]
    server.world.users[host].dms_open = False
    here: Any = SimpleNamespace(
        client=bot,
        user=discord.Object(host),
        type=discord.InteractionType.autocomplete,
    )
    for turn in range(360):
        clock = 10.0 * turn
        open_ways(here)
        with pytest.raises(discord.HTTPException):
            await post_to(bot, PlayerId(host), str(turn), content="Your turn")
    begun = [pause for pause in range(7) if 30 * (2**pause - 1) < 3600]
    assert made(server, "message") == 2 * len(begun) == 14
    server.world.users[host].dms_open = True
    clock += 3600
    open_ways(here)
    await post_to(bot, PlayerId(host), "at last", content="Your turn")
    assert _hears(server, host) == 1


async def _challenge(bot: Dreierlei, host: int, guest: int) -> Match:
    return await matches.open_table(
        bot.database,
        game="attangle",
        host=PlayerId(host),
        invited=[PlayerId(guest)],
        place=Place(None, ChannelId(8)),
        private=True,
    )


def _hears(server: Server, player: int) -> int:
    """The number of direct messages a person has received."""
    user = server.world.users[player]
    return sum(len(one.messages) for one in server.world.channels.values() if one.recipient is user)
