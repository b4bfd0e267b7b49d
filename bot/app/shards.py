"""The shards of a process that shares them with others, by leases (`matches.installation`).

Such a process connects the shards that the leases give it, and disconnects all others. It answers
for the shards that it holds. While a shard changes hands, a process may also receive what belongs
to another one. It then answers only what the holder, which may just be disconnected, hasn't taken.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from functools import partial

from discord.gateway import DiscordWebSocket

from bot.app.reach import Reach
from bot.context import Bot, Interaction
from bot.context.pace import part_of
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from matches.clocks.downtime import last_heartbeat
from matches.installation import gateways
from matches.installation.gateways import Share
from matches.model.errors import Unavailable

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks at the leases: several within each of them."""
PATIENCE = 45.0
"""Seconds for which a process that ends waits for an heir of its next shard, at most: the heir has
to begin a session, and Discord wants five seconds between two of them. How long it waits for all
is bounded by whoever stops it: see `stop_grace_period` in docs/operations.md.
"""
LATE = 5.0
"""Seconds after which the database is asked again for a share: well within a lease."""
GRACE = 0.8
"""Seconds that the holder of a shard has to take an interaction, before another process does that
has heard of it, too.
"""
PROMPT, PATIENT = 0.5, 1.0
"""Seconds after which the holder of a shard answers although the database has not said whether it
may, and after which any other process doesn't. The holder's row goes there all the same, mostly
before any other's. All this, and the answer, has to fit into Discord's three seconds.
"""
_PAUSE = 0.5


class Shards:
    """The shards that this process holds. `first_held` is called when it holds shard 0."""

    def __init__(self, bot: Bot, first_held: Callable[[], Awaitable[None]]) -> None:
        self._bot, self._database = bot, bot.database
        self._first_held: Callable[[], Awaitable[None]] | None = first_held
        self.process = f"{socket.gethostname()[:60]}.{os.getpid()}.{secrets.token_hex(4)}"
        """The name of this process. No other one has had it."""
        self.held: frozenset[int] = frozenset()
        """The shards that this process answers for."""
        self._open = frozenset[int]()
        """Those of others, of which it may answer what they leave."""
        self._mine = frozenset[int]()
        """Those that it held, or was taking over, at the last look."""
        self._connected = set[int]()
        """Those that are connected, or reconnect by themselves."""
        self._astray = set[int]()
        """Those that others have taken over while they reconnected by themselves. They still do:
        until they have come back, and are let go, they can't be connected anew.
        """
        self._launching: dict[int, asyncio.Task[None]] = {}
        """Those that are connected right now: no more at a time than Discord lets begin."""
        self._beside = set[asyncio.Task[object]]()
        """What no round waits for, so that the lease is renewed meanwhile."""
        self._leaving = False
        self._reach = Reach()
        self._identifying = 0
        """How many connections wait until they may begin a session."""
        self._others = 0
        """How many other processes there were at the last look that don't leave."""
        self.stands_by = False
        """Whether others have all shards."""
        self.count = 0
        """How many shards there are, in all processes; 0 before that is known."""
        self._buckets = 1
        self._trouble = Trouble(log, "shards can't be shared")
        self._rounds = Poller("shards", self._round, EVERY, trouble=self._trouble)
        bot.add_listener(self._shard_ready, "on_shard_ready")

    async def begin(self) -> tuple[int, list[int]]:
        """Waits until this process has a share. Returns how many shards there are, and which one to
        connect first; from now on, others are connected and let go as the leases say. Raises
        GatewayNotFound.
        """
        recommended, _, limits = await self._bot.http.get_bot_gateway()
        self._buckets = limits["max_concurrency"]
        self.count = self._bot.settings.shard_count or recommended
        mine = frozenset[int]()
        while True:
            with self._trouble.told():
                mine = await self._first()
            if mine:
                break
            await asyncio.sleep(EVERY)  # Others have all of them.
        first = min(mine)
        self._connected.add(first)
        self._reach = Reach()  # Until now nothing was to be connected.
        self._rounds.start()
        return self.count, [first]

    async def _first(self) -> frozenset[int]:
        """What to connect, if this process has a share. Raises Unavailable."""
        share = await self._share()
        mine = share.held | share.inherited
        self._bot.share(part_of(len(mine), share.count))
        self.count = share.count
        self._hold(share)
        return mine

    async def _share(self) -> Share:
        try:
            async with asyncio.timeout(LATE):
                found = await gateways.share(
                    self._database,
                    self.process,
                    self.count,
                    leaving=self._leaving or self.is_cut_off,
                    cautious=self._reach.is_shaken,
                )
        except TimeoutError:
            raise Unavailable(match="-") from TimeoutError(f"no answer within {LATE:g} s")
        self._others = found.others
        return found

    @property
    def is_cut_off(self) -> bool:
        """Whether it hasn't been connected for so long that others should have its shards."""
        return self._reach.is_lost

    def _look_around(self) -> None:
        """Notes whether this process reaches Discord. A connection that waits for its turn to begin
        a session does, and somebody who has nothing to connect may.
        """
        was_cut_off = self.is_cut_off
        hears = (
            not (self.held or self._astray or self._launching)
            or self._identifying > 0
            or self._bot.lacks_sessions
            or any(not one.is_closed() for one in self._bot.shards.values())
        )
        self._reach.look(hears=hears)
        if self.is_cut_off and not was_cut_off:
            log.warning("shards=%s are left to others: none is connected", sorted(self.held))
        elif was_cut_off and not self.is_cut_off:
            log.info("Discord can be reached again")

    async def turn_to_identify(self, shard: int) -> None:
        """Waits until this process may begin a session of the shard."""
        self._identifying += 1
        try:
            while True:
                if await self._may_identify(shard):
                    return
                await asyncio.sleep(_PAUSE)
        finally:
            self._identifying -= 1

    async def _may_identify(self, shard: int) -> bool:
        try:
            return await gateways.may_identify(self._database, shard % self._buckets)
        except Unavailable as error:
            log.warning("shard=%d has to wait: %s", shard, error)
            return False

    async def is_to_answer(self, interaction: Interaction) -> bool:
        """Whether this process, and no other, answers an interaction that it has heard of."""
        shard = self._bot.shard_of(interaction.guild_id or 0)
        if shard not in self.held:
            if shard not in self._open:
                return False
            await asyncio.sleep(GRACE)
        taking = asyncio.create_task(self._take(interaction.id))
        self._bot.unfinished.add(taking)
        await asyncio.wait({taking}, timeout=PROMPT if shard in self.held else PATIENT)
        taken = taking.result() if taking.done() else None
        if taken is None and shard in self.held:
            log.info("interaction=%d is answered, whoever has taken it", interaction.id)
            return True
        return bool(taken)

    async def _take(self, interaction: int) -> bool | None:
        """Whether nobody had taken the interaction before; None if the database doesn't say."""
        try:
            return await gateways.take(self._database, interaction)
        except Unavailable as error:
            log.info("interaction=%d can't be taken: %s", interaction, error)
        except Exception:
            log.exception("interaction=%d can't be taken", interaction)
        return None

    async def leave(self) -> None:
        """Waits until others have taken over what this process holds, if there are any; then lets
        it go.
        """
        self._leaving = True
        self._rounds.stop()
        try:
            while self.held:
                async with asyncio.timeout(PATIENCE):
                    if not await self._hand_over():
                        break
        except TimeoutError:
            log.warning("shards=%s: nobody has taken them over", sorted(self.held))
        for task in (*self._launching.values(), *self._beside):
            task.cancel()

    async def _hand_over(self) -> bool:
        """Waits until others have taken over some of what this process holds. Returns whether there
        are others; while the database doesn't say, whether there were.
        """
        before = self.held
        while self.held == before:
            with self._trouble.told():
                self._let_go(await self._share())
            if not self._others:
                return False
            await asyncio.sleep(_PAUSE)
        return True

    async def end(self) -> None:
        """Frees the shards, once they are disconnected. This process isn't alive any more."""
        try:
            await gateways.end(self._database, self.process)
            await last_heartbeat(self._database, self.process)
        except Unavailable as error:  # They are free once the lease is over.
            log.warning("shards=%s can't be freed: %s", sorted(self.held), error)

    async def _round(self) -> None:
        self._look_around()
        share = await self._share()
        for shard in sorted(share.inherited & self._bot.ready_shards):
            if await gateways.take_over(self._database, self.process, shard):
                share = share.with_held(shard)
                self._hold(share)
        self._let_go(share)
        if self._bot.is_ready():  # discord.py gets ready with the first one alone.
            # Whenever it has so many, it would wait until all are ready, and forget about those if
            # one more connects meanwhile.
            assert self._bot.shard_ids is not None
            self._bot.shard_ids[:] = range(share.count + 1)
            self._launch(share, self._buckets)
        elif not self._connected:  # What it was to connect first was taken back before that.
            self._launch(share, 1)
        if 0 in self.held and self._first_held is not None:
            begin, self._first_held = self._first_held, None
            self._do_beside(begin())

    def _launch(self, share: Share, most: int) -> None:
        """Connects what is missing, so many at a time at most."""
        wanted = (share.held | share.inherited) - self._astray
        missing = sorted(wanted - self._connected - {*self._launching})
        for shard in missing[: max(0, most - len(self._launching))]:
            launching = self._bot.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
            self._launching[shard] = task = asyncio.create_task(launching, name=f"shard-{shard}")
            task.add_done_callback(partial(self._launched, shard))

    def _launched(self, shard: int, task: asyncio.Task[None]) -> None:
        del self._launching[shard]
        if not task.cancelled() and task.exception() is None:
            self._connected.add(shard)
        self._rounds.wake()

    def _do_beside(self, work: Awaitable[object]) -> None:
        task = asyncio.ensure_future(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    def _hold(self, share: Share) -> None:
        if share.held != self.held:
            log.info("shards=%s of %d", sorted(share.held), share.count)
        self.held, self._open = share.held, share.open
        self.stands_by = not (share.held or share.inherited)

    def _let_go(self, share: Share) -> None:
        """Disconnects what others have taken over, and what has come back although they have: a
        connection that was lost at that moment is made again by itself. Forgets the guilds there,
        of whose changes this process doesn't hear any more.
        """
        self._hold(share)
        mine = share.held | share.inherited
        for shard in {*self._launching} - mine:
            self._launching[shard].cancel()
        gone, self._mine = {*self._mine} - mine, mine
        self._bot.ready_shards &= mine
        connections = self._bot.shards
        is_open = {shard for shard, one in connections.items() if not one.is_closed()}
        self._astray |= self._connected - mine - is_open
        back = self._astray & self._bot.ready_shards & is_open
        self._connected = self._connected & mine | back
        self._astray -= back
        for shard in is_open:
            if shard not in mine or shard in self._astray:
                gone.add(shard)
                self._astray.discard(shard)
                self._do_beside(connections[shard].disconnect())
                log.info("shard=%d is let go", shard)
        if not gone:  # There may be thousands of guilds to look through.
            return
        forget = self._bot._connection._remove_guild  # noqa: SLF001 - there is no public way
        for guild in [*self._bot.guilds]:
            if guild.shard_id in gone:
                forget(guild)

    async def _shard_ready(self, shard: int) -> None:
        self._rounds.wake()
