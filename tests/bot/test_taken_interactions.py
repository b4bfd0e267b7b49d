"""While a shard changes hands, people are answered by whichever process hears of them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import asyncpg
import discord
import pytest
from sqlalchemy import Connection, select, update

from bot.app import shards
from bot.app.client import Dreierlei
from bot.config.settings import Settings
from bot.interactions import access
from matches.installation.gateways import Share
from matches.model.ids import ChannelId
from playground import payloads
from playground.client import Playground
from playground.interaction import COMMAND, Interaction, payload
from playground.sample import default_world
from storage.database import Database
from storage.gateways import LOCK
from storage.schema import shard
from storage.transactions import in_transaction
from tests import PATIENCE
from tests.bot.gateways import Another, another, pg, stack
from tests.bot.test_prefetch import bot
from tests.support.stack import Bot, Stack

__all__ = ["another", "bot", "pg", "stack"]

pytestmark = pytest.mark.untraced


@pytest.fixture
def shared(address: str) -> dict[str, str]:
    """What both processes have in common: their logs say what they have dealt with."""
    settings = {"DATABASE_URL": address, "ROLE": "gateway", "SHARD_COUNT": "2"}
    return settings | {"METRICS_PORT": "0", "LOG_LEVEL": "DEBUG"}


@asynccontextmanager
async def nothing_changes_hands(address: str) -> AsyncIterator[None]:
    """Whoever wants to share out the shards has to wait meanwhile."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(f"SELECT pg_advisory_lock({LOCK:d})")
        yield
    finally:
        await connection.close()


@contextmanager
def standing_still(one: Bot) -> Iterator[None]:
    """The process hears nothing meanwhile. What was sent to it, it hears afterwards."""
    os.kill(one.bot.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(one.bot.pid, signal.SIGCONT)


def _identify(last: datetime | None, connection: Connection) -> None:
    """When a session was begun last, in every bucket."""
    connection.execute(update(shard).values(identified_at=last))


async def _inherited(db: Database) -> list[int]:
    """The shards that somebody is to take over. Nobody begins to connect them meanwhile."""
    later = partial(_identify, db.now() + timedelta(seconds=4))
    await db.write(in_transaction(later))
    heirs = select(shard.c.id).where(shard.c.heir.is_not(None))
    return [*await db.read(lambda connection: connection.execute(heirs).scalars())]


async def test_who_is_to_take_over_answers_what_the_holder_leaves(
    address: str, stack: Stack, pg: Playground, db: Database, another: Another
) -> None:
    """Once, although the holder hears of it afterwards. What the holder takes is left to it."""
    anna, places = pg.user("anna"), [pg.channel("general"), pg.channel("spiele")]
    for place in places:
        await anna.join(place)
    heir = another()
    await pg.wait_for(partial(_inherited, db))
    (changing,) = await _inherited(db)
    (place,) = [one for one in places if (int(one.data["guild_id"]) >> 22) % 2 == changing]
    async with nothing_changes_hands(address):
        await db.write(in_transaction(partial(_identify, None)))
        await pg.wait_for(lambda: "has connected to Gateway" in heir.said())
        with standing_still(stack):
            replies = [await anna.command("help", place)]
        replies.append(await anna.command("help", place))
        left, own = (f"dealt with interaction={one.interaction}" for one in replies)
        await pg.wait_for(lambda: own in stack.said())
    for one in replies:
        await one.refresh()
        assert (one.content != "", one.followups) == (True, [])
    assert left in heir.said()
    assert left not in stack.said()
    assert own not in heir.said()


async def test_what_is_being_taken_when_its_process_leaves(
    address: str, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its user is answered: the process ends only afterwards, and may be the last one."""
    monkeypatch.setattr(shards, "PROMPT", PATIENCE)
    settings = Settings(_env_file=None, database_url=address, role="gateway", shard_count=1)  # type: ignore[call-arg]
    ending = Dreierlei(settings, db)
    assert ending._sharing is not None
    ending._sharing.held = frozenset({0})
    command = discord.InteractionType.application_command
    arrived: Any = SimpleNamespace(id=1, guild_id=None, type=command)
    deciding = asyncio.create_task(ending.is_to_answer(arrived))
    await asyncio.sleep(0)  # It is being taken.
    ending._sharing.held = frozenset()
    await ending._sharing.leave()
    assert await deciding
    assert not await ending.unfinished.begun()


async def test_what_has_begun_when_its_shard_is_let_go(bot: Dreierlei) -> None:
    """Nobody is told any more what changes on the servers there, so they are forgotten. But who has
    asked something from there may see what they could see then.
    """
    world = default_world()
    (emma,) = [one for one in world.users.values() if one.username == "emma"]
    guild = next(iter(world.joined_guilds()))
    here, elsewhere, *_ = world.channels_of(guild)
    own: Any = payloads.user(world.bot)
    bot._connection.user = discord.ClientUser(state=bot._connection, data=own)
    described: Any = payloads.guild_create(world, guild, all_members=False)
    bot._connection._add_guild_from_data(described)
    asked = Interaction(1, COMMAND, emma, here, {}, "token", {"0": str(guild.id)})
    received: Any = payload(world, asked)
    arrived: Any = discord.Interaction(data=received, state=bot._connection)
    seen = [ChannelId(elsewhere.id)]
    assert access.in_sight(arrived, seen) == seen
    sharing = shards.Shards(bot, bot.registration.begin_late)
    for held in (frozenset({0}), frozenset[int]()):
        sharing._let_go(Share(1, held=held, inherited=frozenset()))
    assert bot.get_guild(guild.id) is None
    assert bot.get_channel(elsewhere.id) is None
    assert access.in_sight(arrived, seen) == seen
