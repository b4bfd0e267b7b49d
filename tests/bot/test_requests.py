"""Requests in themselves, made by a bot that is not connected: the budget of those that are
refused, the channels of direct messages, and each line of the table for these.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import discord
import pytest
from discord.http import Route

import matches
from bot import invalid_requests
from bot.client import Dreierlei
from bot.direct_channels import to_players
from bot.discord_codes import EDGE, LINES, LOST, REQUESTS, TROUBLES, Meaning
from bot.invalid_requests import Exhausted
from bot.posting import post, post_to
from bot.replies import Reply
from bot.shut_channels import StillShut
from matches import Match, Place
from matches.notices import due
from playground.faults import Fault
from playground.server import Server, serve
from playground.world import Channel
from tests.bot.test_ahead import bot
from tests.soak.town import town

__all__ = ["bot"]

TOKEN = "a-token-of-the-tests"
PEOPLE = 200


@pytest.fixture
async def server(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A playground with many people, to which the bot's requests go."""
    running = await serve(port=0, token=TOKEN, world=town(PEOPLE))
    monkeypatch.setattr(Route, "BASE", running.api_url)
    await bot.http.static_login(TOKEN)
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
    """A channel in which the bot may write."""
    found = (one for one in server.world.channels.values() if one.guild is not None)
    return next(one for one in found if server.world.sees(server.world.bot, one))


def _made(server: Server, pattern: str) -> int:
    return sum(re.search(pattern, one.path) is not None for one in server.faults.requests)


async def test_a_direct_channel_is_opened_once(
    bot: Dreierlei, server: Server, people: list[int]
) -> None:
    """However many people there are."""
    assert len(people) > 128
    for round_ in (1, 2):
        for player in people:
            await post_to(bot, player, f"{player}.{round_}", content="Hello")
    assert _made(server, "^/users/@me/channels$") == len(people)
    assert _made(server, "^/channels/.*/messages$") == 2 * len(people)


async def test_invalid_requests_are_counted_and_bounded(
    bot: Dreierlei, server: Server, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each counts in the metrics. Those of a shared limit are not held against the bot. When the
    budget is spent nothing goes out but answers to interactions, at last not even those; and
    everything again when they are old enough.
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
        await post(bot, channel.id, "1", content="Hello")
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


async def test_the_postman_waits_for_the_budget(
    bot: Dreierlei, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is owed is not even taken from the outbox."""
    monkeypatch.setattr(invalid_requests, "BUDGET", 1)
    server.faults.planned.append(Fault("status", "^/users", status=403))
    with pytest.raises(discord.Forbidden):
        await bot.http.request(Route("GET", "/users/@me"))
    match = await matches.open_table(
        bot.database, game="attangle", host=1, place=Place(7, 8), interaction=1
    )
    await bot.postman.hurry(f"{match.id}.table")
    await bot.postman._round()
    assert not bot.postman._sending
    assert [one.key for one in await due(bot.database)] == [f"{match.id}.table"]


def _refuse(server: Server, request: str, line: Meaning, times: int) -> None:
    method, path = REQUESTS[request]  # type: ignore[index]
    kind = "cut" if line is LOST else "page" if line is EDGE else "status"
    status, code = line.status or 500, line.code
    server.faults.planned.append(
        Fault(kind, path, method, times=times, status=status, code=code, retry_after=0.0)
    )


@pytest.mark.parametrize("request_", ["message", "direct"])
async def test_every_line_of_direct_messages(
    bot: Dreierlei, server: Server, people: list[int], request_: str
) -> None:
    """Who takes none is missed, and not asked again until they have been here; any other trouble is
    raised, after the others have got theirs, and does not keep the next attempt from arriving.
    """
    lines = [line for line in LINES if request_ in line.met and line.status not in (500, 429)]
    for number, line in enumerate(lines):
        host, guest = people[2 * number : 2 * number + 2]
        match = await _challenge(bot, host, guest)
        _refuse(server, request_, line, 3 if line is LOST else 1)
        if line.shuts:
            sent, missed = await to_players(bot, match, Reply("Hello"), "1")
            assert (len(sent), missed) == (1, [host]), line
            made = len(server.faults.requests)
            with pytest.raises(StillShut):
                await post_to(bot, host, "2", content="Hello")
            assert len(server.faults.requests) == made
            bot.shut.open(host)
        else:
            with pytest.raises(TROUBLES):
                await to_players(bot, match, Reply("Hello"), "1")
            assert _hears(server, guest) == 1, line
        server.faults.clear()
        sent, missed = await to_players(bot, match, Reply("Hello"), "1")
        assert (len(sent), missed) == (2, []), line
        assert (_hears(server, host), _hears(server, guest)) == (1, 1), line


async def _challenge(bot: Dreierlei, host: int, guest: int) -> Match:
    return await matches.open_table(
        bot.database,
        game="attangle",
        host=host,
        invited=[guest],
        place=Place(None, 8),
        private=True,
    )


def _hears(server: Server, player: int) -> int:
    """How many direct messages a person has got."""
    user = server.world.users[player]
    return sum(len(one.messages) for one in server.world.channels.values() if one.recipient is user)
