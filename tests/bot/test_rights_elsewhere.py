"""Who may read a match on a server that another process of the bot hears of, from their direct
messages: Discord is asked about the server, its channel and its member.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord.http import Route

import matches
from bot.app.client import Dreierlei
from bot.context import Interaction, lookups
from bot.interactions import access
from bot.interactions.response import note_received
from matches import Match, Place
from matches.model.errors import UnknownMatch
from matches.model.ids import ChannelId, GuildId
from playground import payloads
from playground.faults import Fault
from playground.interaction import COMMAND, payload
from playground.interaction import Interaction as Asked
from playground.permissions import Permission
from playground.sample import default_world
from playground.server import Server, serve
from playground.world import PUBLIC_THREAD, Channel, User
from tests import PATIENCE
from tests.bot.test_prefetch import ANN, BEN, bot
from tests.support.stack import TOKEN

__all__ = ["bot"]

pytestmark = pytest.mark.untraced


@pytest.fixture
async def server(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A playground with two servers, whose only shard another process has."""
    monkeypatch.setattr(lookups, "PATIENCE", 60.0)
    monkeypatch.setattr(access, "_SOON", 60.0)
    monkeypatch.setattr(access, "LAST", 60.0)
    running = await serve(port=0, token=TOKEN, world=default_world())
    monkeypatch.setattr(Route, "BASE", running.api_url)
    await bot.http.static_login(TOKEN)
    own: Any = payloads.user(running.world.bot)
    bot._connection.user = discord.ClientUser(state=bot._connection, data=own)
    bot.shard_count = 1
    yield running
    bot.lookups.close()
    await bot.http.close()
    await running.close()


def _user(server: Server, name: str) -> User:
    return next(one for one in server.world.users.values() if one.username == name)


def _place(server: Server) -> Channel:
    return next(server.world.channels_of(server.world.joined_guilds()[0]))


def _thread_in(server: Server, place: Channel) -> Channel:
    thread = Channel(server.world.ids.next(), PUBLIC_THREAD, "a thread", place.guild, parent=place)
    thread.owner = server.world.bot
    server.world.add_channel(thread)
    return thread


async def _match(bot: Dreierlei, place: Channel) -> Match:
    """A match of two others there."""
    assert place.guild is not None
    there = Place(GuildId(place.guild.id), ChannelId(place.id))
    table = await matches.open_table(
        bot.database, game="attangle", host=ANN, invited=(BEN,), place=there
    )
    return await matches.accept(bot.database, table.id, BEN)


def _asking(bot: Dreierlei, server: Server, name: str) -> Interaction:
    """What somebody asks in their direct messages."""
    world, who = server.world, _user(server, name)
    asked = Asked(1, COMMAND, who, world.open_dm(who), {}, "token", {"1": str(who.id)})
    received: Any = payload(world, asked)
    state: Any = bot._connection
    asking: Interaction = discord.Interaction(data=received, state=state)
    note_received(asking)
    return asking


def _hide(server: Server, place: Channel, name: str) -> None:
    """Somebody sees the place no longer."""
    place.overwrites[_user(server, name).id] = Permission(0), Permission.VIEW_CHANNEL


async def _reads(bot: Dreierlei, server: Server, name: str, match: Match) -> bool:
    return await _may_read(_asking(bot, server, name), match)


async def _may_read(asking: Interaction, match: Match) -> bool:
    try:
        await access.require(asking, match.id)
    except UnknownMatch:
        return False
    return True


def _asked(server: Server) -> int:
    return sum(one.method == "GET" for one in server.faults.requests)


async def test_who_sees_its_channel(bot: Dreierlei, server: Server) -> None:
    """Members do, unless the channel is hidden from them; nobody else. What Discord has said isn't
    asked for again.
    """
    place = _place(server)
    match = await _match(bot, place)
    assert place.guild is not None
    _hide(server, place, "clara")
    del place.guild.members[_user(server, "david").id]
    server.faults.requests.clear()
    assert await _reads(bot, server, "emma", match)
    before = _asked(server)
    assert before == 3
    assert await _reads(bot, server, "emma", match)
    assert _asked(server) == before
    assert not await _reads(bot, server, "clara", match)
    assert not await _reads(bot, server, "david", match)


async def test_a_match_in_a_thread(bot: Dreierlei, server: Server) -> None:
    """The rights in the channel of the thread count."""
    place = _place(server)
    match = await _match(bot, _thread_in(server, place))
    _hide(server, place, "clara")
    assert await _reads(bot, server, "emma", match)
    assert not await _reads(bot, server, "clara", match)


async def test_a_channel_that_was_hidden_since(bot: Dreierlei, server: Server) -> None:
    """What Discord has said to another one counts for nobody else."""
    place = _place(server)
    match = await _match(bot, _thread_in(server, place))
    assert await _reads(bot, server, "emma", match)
    _hide(server, place, "clara")
    assert not await _reads(bot, server, "clara", match)


async def test_how_often_it_is_asked(
    bot: Dreierlei, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever tries one match after the other can do so only so often, however many questions each
    takes.
    """
    found = [await _match(bot, _thread_in(server, _place(server))) for _ in range(5)]
    monkeypatch.setattr(bot.lookups, "_quota", lookups.Quota(3, 1_000_000.0))
    read = [await _reads(bot, server, "emma", match) for match in found]
    assert read == [True, True, True, False, False]
    before = _asked(server)
    assert await _reads(bot, server, "emma", found[0])
    assert not await _reads(bot, server, "emma", found[3])
    assert _asked(server) == before
    assert await _reads(bot, server, "clara", found[3])
    assert not await _reads(bot, server, "emma", found[3])


async def test_all_questions_together_are_waited_for(
    bot: Dreierlei, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interaction waits for all that it wants to know for as long as it can, and not for each
    answer anew; what it is told later is used the next time.
    """
    monkeypatch.setattr(lookups, "PATIENCE", 3600.0)
    match = await _match(bot, _thread_in(server, _place(server)))
    assert await _reads(bot, server, "clara", match)
    held = Fault("delay", r"/members/\d+$", "GET", times=9, seconds=3600.0)
    server.faults.planned[:] = [held]
    monkeypatch.setattr(access, "_SOON", 0.1)
    asking = _asking(bot, server, "emma")
    async with asyncio.timeout(PATIENCE):
        assert not await _may_read(asking, match)
        monkeypatch.setattr(access, "_SOON", 3600.0)
        assert not await _may_read(asking, match)
    monkeypatch.setattr(access, "LAST", 0.1)  # From here on, what isn't acknowledged is late.
    async with asyncio.timeout(PATIENCE):
        assert not await _reads(bot, server, "david", match)
    server.faults.clear()
    server.faults.release()
    monkeypatch.setattr(access, "LAST", 60.0)
    for name in ("emma", "david"):
        assert await _reads(bot, server, name, match)
