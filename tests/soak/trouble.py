"""Everything that goes wrong while people play, each kind of fault at its own random times."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random

from sqlalchemy import Connection

from playground.errors import ApiError
from playground.faults import Chances
from playground.permissions import Permission
from playground.world import TEXT, Channel
from storage.database import Database
from storage.errors import StorageError
from storage.runners import awaited
from storage.transactions import transaction
from tests.soak.fleet import Fleet
from tests.soak.party import Party
from tests.soak.processes import Bot
from tests.soak.town import channels_of
from tests.support.conditions import until

KINDS = ("requests", "gateway", "players", "permissions", "deletions", "kills", "disk", "locks")

BY_PEOPLE = frozenset(("players",))
"""What people do on purpose, while everything works."""

RAREST = ("kills", "disk", "locks")

SHARES = {
    "limited": 0.02,
    "broken": 0.015,
    "delay": 0.03,
    "late": 0.02,
    "lost": 0.01,
    "cut": 0.01,
}
"""The probability of each fault per request of the bot."""

_DENIED = (
    Permission.SEND_MESSAGES,
    Permission.ATTACH_FILES,
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.EMBED_LINKS,
)
_FULL = 4096
"""The file size limit of a full disk: too small even for SQLite's log."""


class Trouble:
    """Causes faults of some kinds. About `pace` seconds lie between two kills; with `once` there is
    only one.
    """

    def __init__(
        self,
        party: Party,
        bot: Bot | Fleet,
        db: Database,
        kinds: AbstractSet[str],
        *,
        pace: float,
        once: bool,
    ) -> None:
        self.party, self.bot, self.db = party, bot, db
        self.kinds = kinds
        self.pace, self.once = pace, once
        self.world, self.tally = party.world, party.tally
        self._denied: set[int] = set()

    async def run(self) -> None:
        """Runs until cancelled."""
        if "requests" in self.kinds:
            faults = self.party.server.faults
            faults.chances = Chances(SHARES, self.party.seed)
        loops: dict[str, tuple[Callable[[Random], Awaitable[None]], float]] = {
            "gateway": (self.gateway, 0.3),
            "players": (self.players, 0.1),
            "permissions": (self.permissions, 0.3),
            "deletions": (self.deletions, 0.2),
            "kills": (self.kills, 1.0),
            "disk": (self.disk, 1.5),
            "locks": (self.locks, 1.5),
        }
        async with asyncio.TaskGroup() as group:
            for name, (act, share) in loops.items():
                if name in self.kinds:
                    group.create_task(self._again(name, act, share * self.pace))

    async def _again(
        self, name: str, act: Callable[[Random], Awaitable[None]], seconds: float
    ) -> None:
        rng = Random(f"{self.party.seed} {name}")
        while True:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * seconds)
            await act(rng)
            if self.once and name in RAREST:
                return

    # The kinds of faults

    async def gateway(self, rng: Random) -> None:
        """Cuts the connection, asks for a new one, or forgets its session."""
        gateway = self.party.server.gateway
        self.party.callbacks.cut.append(datetime.now(UTC))
        name = rng.choice(("drop", "drop", "drop", "reconnect", "invalidate", "forget"))
        if name == "drop":
            gateway.drop()
        elif name == "reconnect":
            gateway.reconnect()
        elif name == "invalidate":
            gateway.invalidate(rng.random() < 0.5)
        else:
            gateway.drop()
            gateway.forget()
        self.tally[f"gateway: {name}"] += 1

    async def players(self, rng: Random) -> None:
        """Somebody closes or opens their direct messages."""
        user = rng.choice(self.party.people)
        user.dms_open = not user.dms_open
        self.world.emit("user.update", user)
        self.tally["direct messages closed or opened"] += 1

    async def permissions(self, rng: Random) -> None:
        """The bot loses permissions in a channel for some time."""
        channel = rng.choice(channels_of(self.world))
        denied = Permission(0)
        for one in rng.sample(_DENIED, rng.randint(1, 2)):
            denied |= one
        channel.overwrites[self.world.bot.id] = (Permission(0), denied)
        self.world.emit("channel.update", channel)
        self._denied.add(channel.id)
        self.tally["permissions taken away"] += 1
        asyncio.get_running_loop().call_later(rng.uniform(0.2, 1) * self.pace, self._grant, channel)

    def _grant(self, channel: Channel) -> None:
        self._denied.discard(channel.id)
        if channel.overwrites.pop(self.world.bot.id, None) and channel.id in self.world.channels:
            self.world.emit("channel.update", channel)

    async def deletions(self, rng: Random) -> None:
        """Deletes a message, sometimes a thread, rarely a channel with its threads."""
        at = rng.random()
        with suppress(ApiError, IndexError):
            if at < 0.03:
                channel = rng.choice(channels_of(self.world))
                self.party.server.interactions.messages.delete_channel(channel)
                self._replace(channel)
                self.tally["channels deleted"] += 1
            elif at < 0.15:
                threads = [one for one in self.world.channels.values() if one.is_thread]
                self.party.server.interactions.messages.delete_channel(rng.choice(threads))
                self.tally["threads deleted"] += 1
            else:
                shown = rng.choice(list(self.party.witness.shown.values()))
                message = rng.choice(list(shown.values())[-3:])
                if message.id in message.channel.messages:
                    self.party.server.interactions.messages.delete(message)
                    self.tally["messages deleted"] += 1

    def _replace(self, gone: Channel) -> None:
        new = Channel(self.world.ids.next(), TEXT, gone.name, gone.guild, position=gone.position)
        self.world.emit("channel.create", self.world.add_channel(new))

    async def kills(self, rng: Random) -> None:
        """Kills the process, or sometimes asks it to stop. It is restarted."""
        await self._online()
        if rng.random() < 0.75 or not self.tally["killed and started again"]:
            self.bot.kill()
            self.tally["killed and started again"] += 1
        else:
            self.bot.end()
            self.tally["stopped and started again"] += 1
        await self.bot.ended()
        await self._online()

    async def _online(self) -> None:
        await until(lambda: self.party.server.gateway.online)

    async def disk(self, rng: Random) -> None:
        """Nothing can be stored for some seconds."""
        if self.db.url.get_backend_name() != "sqlite":
            return
        await self._online()
        self.bot.limit(_FULL)
        self.tally["disk full"] += 1
        await asyncio.sleep(rng.uniform(0.1, 0.3) * self.pace)
        self.bot.limit(None)

    async def locks(self, rng: Random) -> None:
        """Another process locks the database, sometimes for longer than the bot waits."""
        seconds = rng.uniform(0.1, 0.4) * self.pace
        if rng.random() < 0.15 and self.pace > 10:
            seconds = 12.0

        def hold(connection: Connection) -> None:
            with transaction(connection):
                if connection.dialect.name == "postgresql":
                    connection.exec_driver_sql("LOCK TABLE match IN EXCLUSIVE MODE")
                self.tally["database locked"] += 1
                began = datetime.now(UTC)
                self.party.locked.append((began, began + timedelta(seconds=seconds)))
                awaited(asyncio.sleep(seconds))

        with suppress(StorageError):
            await self.db.write(hold)

    # The end

    def heal(self) -> None:
        """Ends all faults."""
        self.party.server.faults.chances = None
        self.bot.limit(None)
        for key in self._denied:
            if key in self.world.channels:
                self.world.channels[key].overwrites.pop(self.world.bot.id, None)
                self.world.emit("channel.update", self.world.channels[key])
        for user in self.party.people:
            user.dms_open = True
