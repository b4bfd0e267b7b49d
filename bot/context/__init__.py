"""What every answer needs: a thin bot that does not depend on the packages above it.

The client in `bot.app` is one of these. Services that it builds on top (the outbox sender, the
computer players, …) are found by their type.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeAlias, TypeVar, cast

import discord
from discord.ext import commands

from bot.config.settings import Settings
from bot.context.command_ids import CommandIds
from bot.context.direct_channels import DirectChannels
from bot.context.invalid_requests import InvalidRequests
from bot.context.lookups import Asker, Lookups, Quota
from bot.context.names import Names
from bot.context.pace import Pace, part_of
from bot.context.preferences import KnownPreferences
from bot.context.requests import Requests, carried_through
from bot.context.seen import SeenInteractions
from bot.context.shut_channels import HEEDED, WITHIN, ShutChannels
from bot.context.turnstile import Turnstile
from bot.context.unfinished import Unfinished
from bot.observability.metrics import Metrics
from bot.observability.poller import Poller
from bot.observability.pulse import Pulse
from bot.processes.jobs import KINDS, Jobs
from bot.processes.painter import Painter
from bot.processes.pool import Workers
from matches.model.ids import GuildId
from storage.database import Database

T = TypeVar("T")


class Bot(commands.AutoShardedBot):
    """A Discord client with the settings, the database and the child processes of this process.

    `prepare` is the painter's first task. `client` holds arguments for discord.py's own class.
    """

    def __init__(
        self, settings: Settings, database: Database, prepare: Callable[[], None], **client: Any
    ) -> None:
        self.requests = Requests()
        self.invalid_requests = InvalidRequests()
        self.pace = Pace()
        self.share(part_of(len(settings.shard_ids), settings.shard_count))
        super().__init__(
            commands.when_mentioned,  # There are no text commands, but a prefix is required.
            shard_count=settings.shard_count,
            shard_ids=list(settings.shard_ids) or None,  # type: ignore[arg-type]
            http_trace=self.requests.trace(self.invalid_requests.trace(self.pace.trace())),
            **client,
        )
        self.http.request = carried_through(self.http.request)  # type: ignore[method-assign]
        self.settings = settings
        self.process = settings.process
        """The name of this process, different from those of all others that are alive."""
        self.database = database
        self.stopping = False
        """Whether the bot is stopping, so that nothing new may begin."""
        self.unfinished = Unfinished()
        self.pulse = Pulse()
        self.metrics = Metrics(self.queues, self.pulse, self.count_shards)
        self.metrics.listen(self)
        self.requests.count = self.metrics.requested
        self.invalid_requests.count = self.metrics.refused
        self.names = Names(self, self.find_guild)
        self.preferences = KnownPreferences(database)
        self.lookups = Lookups()
        self.showing = Quota(1, settings.showing_pause)
        """Limits how often a person may show a board to everybody."""
        self.seen_interactions = SeenInteractions()
        self.complained: set[tuple[int, str]] = set()
        """Channels, each with a missing permission that was mentioned there."""
        refusals = Quota(HEEDED, WITHIN)
        self.shut = ShutChannels(self, refusals)
        self.archived = ShutChannels(self, refusals)
        """Threads that Discord doesn't let the bot unarchive, though it may let it write there."""
        self.direct = DirectChannels(self)
        self.ready_shards = set[int]()
        """Those whose guilds Discord has sent, and which this process has not given up since."""
        self.add_listener(self._note_ready, "on_shard_ready")
        self.command_ids = CommandIds()
        self.turnstile = Turnstile()
        replaced = self.metrics.replaced
        self.painter = Painter(prepare, replaced=replaced)
        self.jobs = Jobs(replaced=replaced)
        self.workers = Workers(
            settings.computer_workers, memory=settings.computer_memory, replaced=replaced
        )
        self.pages_url: str | None = None
        """The address of the pages on the web, if there are any."""
        self.called = asyncio.Event()
        """Set whenever a computer player may have something to do."""
        self._services: dict[type, object] = {}
        self._pollers: list[Poller] = []

    def share(self, part: float) -> None:
        """Sets this process's share of what Discord allows all processes together."""
        self.pace.share(part)
        self.invalid_requests.share(part)

    def provide(self, service: object) -> None:
        """Makes a service available by its type. Raises ValueError if there is already one of that
        type.
        """
        if type(service) in self._services:
            raise ValueError(f"a second {type(service).__name__}")
        self._services[type(service)] = service

    def service(self, kind: type[T]) -> T:
        """The service of this type. Raises KeyError if there is none."""
        return cast("T", self._services[kind])

    def keep(self, poller: Poller, *, at_once: bool = False) -> None:
        """Runs a poller until the bot stops, starting once the bot is connected, or `at_once`."""
        self._pollers.append(poller)
        poller.start(None if at_once else self.wait_until_ready)

    async def close(self) -> None:
        """Stops the pollers, and disconnects."""
        for poller in self._pollers:
            poller.stop()
        await super().close()

    def own_shards(self) -> Collection[int]:
        """The shards that this process answers for. None of them may be connected yet."""
        return self.settings.shard_ids or self.shards

    @property
    def all_shards(self) -> int:
        """How many shards there are, in all processes; 0 before that is known."""
        return self.shard_count or 0

    def count_shards(self) -> dict[str, int]:
        """The number of all shards, and of those that this process holds, and has connected."""
        held = {*self.own_shards()}
        connected = held & self.metrics.connected
        return {"all": self.all_shards, "held": len(held), "connected": len(connected)}

    @property
    def stands_by(self) -> bool:
        """Whether this process waits for others to end, and answers for no shard meanwhile."""
        return False

    @property
    def is_cut_off(self) -> bool:
        """Whether this process leaves its shards to others, since it can't reach Discord."""
        return False

    @property
    def lacks_sessions(self) -> bool:
        """Whether a shard isn't connected, since too few sessions are left for today."""
        return False

    def shard_of(self, guild_id: int) -> int | None:
        """The shard of a guild; of direct messages, if the id is 0. None before it is known how
        many there are.
        """
        count: int | None = self.shard_count
        return None if count is None else (guild_id >> 22) % count

    async def is_to_answer(self, interaction: Interaction) -> bool:
        """Whether this process, and no other, answers an interaction that it has heard of."""
        shard = self.shard_of(interaction.guild_id or 0)
        return shard is None or shard in self.own_shards()

    async def _note_ready(self, shard: int) -> None:
        """Notes that Discord has sent all guilds of a shard."""
        self.ready_shards.add(shard)

    def _connected_guild(self, guild_id: GuildId) -> discord.Guild | None:
        """A guild as the gateway has sent it. When a process gives up a shard, it forgets the
        shard's guilds.
        """
        known = self.get_guild(guild_id)
        return None if known is None or known.unavailable else known

    async def require_guild(self, guild_id: GuildId) -> discord.Guild:
        """A guild, asked for at Discord if another process has it. Raises TROUBLES, especially if
        the bot is not a member of it.
        """
        if (known := self._connected_guild(guild_id)) is not None:
            return known
        with self.shut.reaching(guild_id):
            return await self.fetch_guild(guild_id, with_counts=False)

    async def find_guild(
        self, guild_id: GuildId, patience: float | None = None, asker: Asker | None = None
    ) -> discord.Guild | None:
        """A guild, even if another process has it; None if the bot is not a member of it, or if it
        isn't known within so many seconds (None: a second, or for as long as the `asker` can
        wait). What Discord says is remembered. If somebody asks for what isn't theirs (`asker`),
        Discord isn't asked for them too often.
        """
        if (known := self._connected_guild(guild_id)) is not None:
            return known
        shard, unknown = self.shard_of(guild_id), self.get_guild(guild_id) is None
        if unknown and (shard is None or shard in self.ready_shards):
            return None
        ask = partial(self.require_guild, guild_id)
        return await self.lookups.guild(guild_id, ask, patience, asker)

    def queues(self) -> dict[str, int]:
        """The lengths of this process's queues."""
        return {
            "searches": self.workers.waiting,
            "pictures": self.painter.waiting,
            **{f"{kind} jobs": self.jobs.waiting(kind) for kind in KINDS},
            "requests": self.pace.waiting,
            **self.database.waiting,
        }

    @property
    def unwell(self) -> list[str]:
        """The kinds of work whose processes are failing at the moment."""
        well = {
            "pictures": self.painter.well,
            "searches": self.workers.well,
            "jobs": self.jobs.well,
        }
        return [what for what in well if not well[what]]


Interaction: TypeAlias = discord.Interaction[Bot]
