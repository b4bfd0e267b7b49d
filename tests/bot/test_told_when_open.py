"""News that a channel refused: nobody waits longer than the channel makes them."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

import games
from bot.app.client import Dreierlei
from bot.delivery.competitions.due import Competitions
from bot.text.discord_codes import LINES
from competitions.log import due
from competitions.model.settings import Settings
from competitions.tournaments import direction
from competitions.tournaments.creation import open_competition
from competitions.tournaments.held import Held
from competitions.tournaments.queries import get
from matches.settings.guilds import configure
from playground.server import Server
from playground.world import Channel
from storage.competitions import LOG
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


async def test_while_they_are_being_told(bot: Dreierlei, held: Held, channel: Channel) -> None:
    """Nobody else is given news whose lease is in use."""
    service, begun, free = bot.service(Competitions), asyncio.Event(), asyncio.Event()

    async def telling(_: str) -> None:
        begun.set()
        await free.wait()

    def lease(connection: Connection) -> datetime:
        found: datetime = connection.execute(select(LOG.table.c.tell_at)).scalar_one()
        return found

    before = await bot.database.read(lease)
    service._errands.begin("tell of", held.id, telling)
    await begun.wait()
    bot.shut.open(channel.id)
    await service._round()
    assert await bot.database.read(lease) == before
    free.set()
    await bot.unfinished.wait(PATIENCE)
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


async def test_another_channel_that_refuses(
    bot: Dreierlei, held: Held, server: Server, channel: Channel
) -> None:
    """The announcement is tried again there after growing pauses, and when that channel opens."""
    service = bot.service(Competitions)
    bot.shut.open(channel.id)
    await _round(bot)
    (before,) = _announced(channel)
    assert channel.guild is not None
    other = next(one for one in server.world.channels_of(channel.guild) if one is not channel)
    refuse(server, "message", HIDDEN, 1)
    last = await get(bot.database, held.id)
    await direction.change(bot.database, held.id, HOST, channel=ChannelId(other.id))
    service.changed(last)
    pauses = list[float]()
    for _ in range(4):
        await _round(bot)
        later = service._later["move", held.id]
        pauses.append(later.timer.when() - asyncio.get_running_loop().time())
        later.act()
    assert pauses == sorted(pauses)
    assert pauses[-1] > 2 * pauses[0]
    await _round(bot)
    assert not _announced(other)
    bot.shut.open(other.id)
    await _round(bot)
    assert len(_announced(other)) == 1
    assert service.owed == frozenset()
    assert before.id in channel.messages


async def test_a_database_that_is_away(
    bot: Dreierlei, held: Held, channel: Channel, tmp_path: Path, migrated_file: Path
) -> None:
    """An announcement that could not be updated for that reason is updated later."""
    service, file = bot.service(Competitions), tmp_path / migrated_file.name
    bot.shut.open(channel.id)
    await _round(bot)
    (poster,) = _announced(channel)
    await direction.change(bot.database, held.id, HOST, name="Renamed")
    away = file.rename(tmp_path / "away")
    service.show(held.id)
    await bot.unfinished.wait(PATIENCE)
    assert service.owed == {held.id}
    away.rename(file)
    service._later["show", held.id].act()
    await bot.unfinished.wait(PATIENCE)
    assert service.owed == frozenset()
    assert "Renamed" in str(poster.components)
