"""Which of Discord's events open a channel that refuses the bot, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import cycle
from pathlib import Path

import discord
import pytest

from bot.app.client import Dreierlei
from bot.context.lookups import Quota
from bot.context.shut_channels import FIRST, LONGEST, WITHIN, ShutChannels
from playground.permissions import Permission, named
from playground.server import Server
from playground.world import PUBLIC_THREAD, Channel
from tests import PATIENCE
from tests.bot.test_shut_channels import HIDDEN, MUTED, Clock, clock, refusal, tried
from tests.support.inside import inside

__all__ = ["clock"]

pytestmark = pytest.mark.untraced

HOUR = 3600.0
NOTHING = Permission(0)


class Door:
    """A channel, of whose changes the bot hears."""

    def __init__(self, server: Server, bot: Dreierlei) -> None:
        self.world, self.bot, self.shut = server.world, bot, bot.shut
        self.channel = next(one for one in self.world.channels.values() if one.name == "general")
        assert self.channel.guild is not None
        self.guild = self.channel.guild

    async def heard(self, event: str, kind: str, subject: object) -> None:
        """Waits until the bot has dealt with an event."""
        heard = asyncio.Event()

        async def note(*_: object) -> None:
            heard.set()

        self.bot.add_listener(note, f"on_{event}")
        self.world.emit(kind, subject)
        await asyncio.wait_for(heard.wait(), PATIENCE)
        self.bot.remove_listener(note, f"on_{event}")

    async def changed(self) -> None:
        """The bot hears of the channel."""
        await self.heard("guild_channel_update", "channel.update", self.channel)

    def deny(self, *names: str) -> None:
        """The bot lacks these permissions here, and has not heard of it yet."""
        self.channel.overwrites[self.world.bot.id] = (NOTHING, named(names))

    async def permit(self, *without: str) -> None:
        """The bot has the usual permissions here, except for some."""
        self.deny(*without)
        await self.changed()

    async def recoloured(self) -> None:
        """The bot's role gets another colour."""
        (role,) = self.guild.members[self.world.bot.id]
        await self.heard("guild_role_update", "role.update", (self.guild, role))

    async def thread(self) -> Channel:
        """A thread of the bot's own in the channel."""
        made = Channel(
            self.world.ids.next(),
            PUBLIC_THREAD,
            "Match",
            self.guild,
            self.channel,
            owner=self.world.bot,
        )
        self.world.add_channel(made)
        await self.heard("thread_create", "channel.create", made)
        return made

    def tried(self, id_: int | None = None) -> bool:
        """Whether a message is sent. It is refused."""
        sees = self.world.sees(self.world.bot, self.channel)
        return tried(self.shut, refusal(MUTED if sees else HIDDEN), channel=id_ or self.channel.id)

    def accepted(self) -> bool:
        """Whether a message is sent. It is accepted."""
        return tried(self.shut, None, channel=self.channel.id)


@pytest.fixture
async def door(
    tmp_path: Path, migrated_file: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> AsyncIterator[Door]:
    """An open one."""
    async with inside(tmp_path, migrated_file, monkeypatch) as (server, bot):
        await bot.wait_until_ready()
        yield Door(server, bot)


async def test_events_that_grant_nothing_open_nothing(door: Door) -> None:
    """A role gets another colour, somebody else a permission, the channel another name, and the bot
    may do still less.
    """
    await door.permit("send_messages")
    assert door.tried()
    user = next(one for one in door.guild.members if one != door.world.bot.id)
    for number in range(5):
        await door.recoloured()
        assert not door.tried()
        door.channel.overwrites[user] = (NOTHING, (NOTHING, Permission.VIEW_CHANNEL)[number % 2])
        door.channel.name = f"general-{number}"
        await door.changed()
        assert not door.tried()
    await door.permit("send_messages", "add_reactions")
    assert not door.tried()


@pytest.mark.parametrize("denied", ["view_channel", "send_messages"])
async def test_a_permission_opens_it_at_once(door: Door, denied: str) -> None:
    """Also when it is granted for the third time, and when it is granted to a role."""
    for _ in range(3):
        await door.permit(denied)
        assert door.tried()
        assert not door.tried()
        await door.permit()
        assert door.accepted()
    for role in door.guild.all_roles():
        role.permissions &= ~named([denied])
        await door.recoloured()
    (role,) = door.guild.members[door.world.bot.id]
    await door.heard("guild_role_update", "role.update", (door.guild, door.guild.everyone))
    assert door.tried()
    role.permissions |= named([denied])
    await door.recoloured()
    assert door.accepted()


async def test_a_permission_that_is_lost_before_a_trial(door: Door) -> None:
    """It opens the channel when it is granted again."""
    await door.permit("send_messages")
    assert door.tried()
    await door.permit()
    await door.permit("send_messages")
    assert not door.tried()
    await door.permit()
    assert door.accepted()


async def test_a_thread_that_is_seen_shows_that_its_channel_is(door: Door) -> None:
    """So it counts as new when that is hidden again."""
    thread = await door.thread()
    for _ in range(3):
        await door.permit("view_channel")
        assert door.tried()
        await door.permit()
        with door.shut.reaching(thread.id, door.channel.id):
            pass
        assert not door.shut.is_shut(door.channel.id)


async def test_a_thread_that_accepts_messages_again(door: Door, clock: Clock) -> None:
    """Then what the channel has refused before makes no pause longer."""
    thread = await door.thread()
    for _ in range(3):
        await door.permit("send_messages", "send_messages_in_threads", "add_reactions")
        assert door.tried()
        await door.permit("send_messages")
        assert tried(door.shut, None, channel=thread.id, parent=door.channel.id)
    assert door.tried()
    assert not door.tried()
    clock.now += FIRST
    assert door.accepted()


async def test_a_refusal_before_its_event(door: Door) -> None:
    """Discord may refuse something before it tells the bot that it has lost a permission."""
    door.deny("send_messages")
    assert door.tried()
    await door.changed()
    assert not door.tried()
    await door.permit()
    assert door.accepted()


async def test_a_refusal_after_a_trial_makes_the_pause_longer(door: Door, clock: Clock) -> None:
    """What is refused although the bot has gained something is left alone for twice as long."""
    await door.permit("send_messages", "add_reactions")
    assert door.tried()
    await door.permit("send_messages")
    assert door.tried()
    clock.now += 1.5 * FIRST
    assert not door.tried()
    clock.now += FIRST
    assert door.tried()
    clock.now += 3 * FIRST
    assert not door.tried()


async def test_a_trial_that_more_is_granted_during(door: Door, clock: Clock) -> None:
    """It is tried again, since its refusal may be older than what was granted last."""
    await door.permit("send_messages", "view_channel")
    assert door.tried()
    await door.permit("send_messages")

    async def granted_meanwhile() -> None:
        with door.shut.reaching(door.channel.id, sending=True):
            clock.now += 1
            await door.permit()
            raise refusal(MUTED)

    with pytest.raises(discord.Forbidden):
        await granted_meanwhile()
    assert door.accepted()


async def test_what_is_toggled_opens_it_once_in_a_pause(door: Door, clock: Clock) -> None:
    """However often somebody takes a permission and grants it, the bot is refused twice in each
    pause, and the pauses grow.
    """
    denials = cycle([("send_messages", "add_reactions"), ("send_messages",)])
    refusals, began = 0, clock.now
    while clock.now < began + 6 * HOUR:
        await door.permit(*next(denials))
        refusals += door.tried()
        clock.now += 30
    growing = [FIRST * 2**number for number in range(20) if FIRST * 2**number < LONGEST]
    assert len(growing) / 2 < refusals <= len(growing) + 2 * 6


async def test_a_guild_that_is_refused_often_is_not_heeded(door: Door, clock: Clock) -> None:
    """Whoever grants a permission, and takes it again once the bot has written, can't have it
    refused more often than that. The pauses go on.
    """
    door.shut = ShutChannels(door.bot, Quota(5, WITHIN))
    refusals = 0
    for _ in range(10):
        await door.permit("send_messages")
        refusals += door.tried()
        await door.permit()
        if not door.shut.is_shut(door.channel.id):
            assert door.accepted()
    assert refusals == 5
    clock.now += FIRST
    assert door.accepted()


async def test_a_thread_opens_once_it_is_unlocked(door: Door) -> None:
    """But not when it gets another name, or is archived."""
    thread = await door.thread()
    thread.locked = True
    await door.heard("thread_update", "channel.update", thread)
    assert door.tried(thread.id)
    thread.name = "Match 2"
    await door.heard("thread_update", "channel.update", thread)
    assert not door.tried(thread.id)
    thread.archived = True
    await door.heard("thread_update", "channel.update", thread)
    assert not door.tried(thread.id)
    thread.archived = thread.locked = False
    await door.heard("thread_join", "channel.update", thread)
    assert door.tried(thread.id)
