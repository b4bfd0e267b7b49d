"""Each line of the table of Discord's refusals, for scheduled events of tournaments."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import pytest

import games
from bot.app.client import Dreierlei
from bot.delivery.competitions import scheduled_events
from competitions.model.settings import Settings
from competitions.tournaments import direction
from competitions.tournaments.creation import open_competition
from competitions.tournaments.held import Held, Terms
from matches.model.clock import Clock
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.settings.guilds import configure
from playground import payloads
from playground.permissions import USUAL, named
from playground.server import Server
from playground.world import Channel, Guild
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import channel, levels, lines, passes, refuse, server
from tests.bot.walks import walks

__all__ = ["bot", "channel", "server"]

HOST = PlayerId(1)


@pytest.fixture
async def place(bot: Dreierlei, server: Server, channel: Channel) -> Channel:
    """A channel of a server that wants events, which the bot may create there."""
    data: Any = payloads.user(server.world.bot)
    bot._connection.user = discord.ClientUser(state=bot._connection, data=data)
    guild = _guild(channel)
    (role,) = guild.members[server.world.bot.id]
    role.permissions = USUAL | named(["create_events"])
    await configure(bot.database, GuildId(guild.id), events="all")
    return channel


def _guild(channel: Channel) -> Guild:
    assert channel.guild is not None
    return channel.guild


async def _open(bot: Dreierlei, channel: Channel) -> Held:
    terms = Terms(
        name="Planned",
        guild=GuildId(_guild(channel).id),
        channel=ChannelId(channel.id),
        game=games.get("attangle"),
        options={},
        clock=Clock.read("3d"),
        unfinished="draw",
        starts_at=bot.database.now() + timedelta(days=2),
    )
    return await open_competition(bot.database, terms, Settings("knockout"), HOST)


@walks("event")
@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
async def test_every_line(
    bot: Dreierlei,
    server: Server,
    place: Channel,
    caplog: pytest.LogCaptureFixture,
    method: str,
) -> None:
    """Nothing is raised, and one line in the log says what was refused. The next attempt to rename
    or to delete an event succeeds.
    """
    caplog.set_level(logging.INFO, logger=scheduled_events.__name__)
    for line in lines("event"):
        held = await _open(bot, place)
        if method != "POST":
            await scheduled_events.keep(bot, held, new=True)
        if method == "PATCH":
            held = await direction.change(bot.database, held.id, HOST, name="Renamed")
        elif method == "DELETE":
            held = await direction.cancel(bot.database, held.id, HOST, reason="Rain.")
        caplog.clear()
        refuse(server, "event", line, 1 if passes(line) else 9, method)
        again = partial(scheduled_events.keep, bot, held)
        await again(new=method == "POST")
        assert levels(caplog) == (set() if passes(line) else {line.level}), line
        server.faults.clear()
        await again()
        there = [event.name for event in _guild(place).events.values()]
        wanted = {"POST": ["Planned"] if passes(line) else [], "PATCH": ["Renamed"], "DELETE": []}
        assert there == wanted[method], line
        await direction.call_off(bot.database, held.id, "Over.")
        _guild(place).events.clear()
