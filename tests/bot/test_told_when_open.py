"""News that a channel refused: nobody waits longer than the channel makes them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

import games
from bot.app.client import Dreierlei
from bot.delivery.competitions import Competitions
from bot.text.discord_codes import LINES
from competitions.log import due
from competitions.model.settings import Settings
from competitions.tournaments import direction
from competitions.tournaments.creation import open_competition
from competitions.tournaments.held import Held
from matches.settings.guilds import configure
from playground.server import Server
from playground.world import Channel
from storage.ids import ChannelId, GuildId
from tests import PATIENCE
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import channel, refuse, server
from tests.competitions.tournaments.conftest import HOST, terms

__all__ = ["bot", "channel", "server"]

HIDDEN = next(line for line in LINES if line.code == 50001)


@pytest.fixture
async def held(
    bot: Dreierlei, server: Server, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> Held:
    """A cup whose announcement its channel has refused. By the lease alone it would be told a day
    later.
    """
    monkeypatch.setattr(due, "LEASE", timedelta(days=1))
    assert channel.guild is not None
    guild = GuildId(channel.guild.id)
    await configure(bot.database, guild, language="en")
    cup = terms(game=games.get("attangle"), guild=guild, channel=ChannelId(channel.id))
    found = await open_competition(bot.database, cup, Settings("knockout"), HOST)
    refuse(server, "message", HIDDEN, 1)
    await _round(bot)
    assert not channel.messages
    await _round(bot)
    assert not channel.messages
    return found


async def _round(bot: Dreierlei) -> None:
    """What the bot does at its next look, to its end."""
    await bot.service(Competitions)._round()
    await bot.unfinished.wait(PATIENCE)


def _announced(channel: Channel) -> list[Any]:
    return [one for one in channel.messages.values() if "cup-join" in str(one.components)]


async def test_the_channel_opens(bot: Dreierlei, held: Held, channel: Channel) -> None:
    """It is told at the next look."""
    bot.shut.open(channel.id)
    await _round(bot)
    assert len(_announced(channel)) == 1


async def test_another_channel(
    bot: Dreierlei, held: Held, server: Server, channel: Channel
) -> None:
    """It is told there at the next look."""
    assert channel.guild is not None
    other = next(one for one in server.world.channels_of(channel.guild) if one is not channel)
    await direction.change(bot.database, held.id, HOST, channel=ChannelId(other.id))
    bot.service(Competitions).changed(held)
    await _round(bot)
    await _round(bot)
    assert len(_announced(other)) == 1
    assert not channel.messages
