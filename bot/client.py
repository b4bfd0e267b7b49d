"""The bot as Discord's client: what it listens to, its commands, its buttons."""

from __future__ import annotations

import asyncio
import logging
import pkgutil
import time
from typing import TypeAlias

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import canvas, cogs, components, errors, logs, loop, retries
from bot.analysing import Analyses
from bot.answering import Begun
from bot.chosen import Chosen, know
from bot.i18n import language, languages
from bot.lookups import Lookups, Pace
from bot.metrics import Metrics, Threads
from bot.names import Names
from bot.painting import Painter
from bot.postman import Postman
from bot.registering import register
from bot.robots import Robots
from bot.searching import Searches
from bot.settings import Settings
from bot.translator import Translator
from bot.workers import Workers
from storage.database import BUSY_TIMEOUT, Database

log = logging.getLogger(__name__)

PATIENCE = BUSY_TIMEOUT / 1000 + 5
"""Seconds within which what has begun is finished before the bot stops: more than anybody waits for
the database.
"""
_BEGUN = ("CommandTree-invoker", "discord-ui-", "notice-")
"""What the tasks are called that answer interactions, by discord.py, and that send notices."""


async def point_at(api: str) -> None:
    """Makes this process speak to another server than Discord's own.

    Raises aiohttp.ClientError, TimeoutError, and ValueError or KeyError for a strange answer.
    """
    timeout = aiohttp.ClientTimeout(total=10)
    async with (
        aiohttp.ClientSession(timeout=timeout, raise_for_status=True) as session,
        session.get(f"{api}/gateway") as response,
    ):
        gateway = yarl.URL((await response.json())["url"])
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = gateway


class Tree(app_commands.CommandTree["Dreierlei"]):
    """The commands, whose errors are answered in one place."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Looks up what the user has chosen, before anything is said to him."""
        command = interaction.command
        self.client.metrics.begin(interaction, command.qualified_name if command else "-")
        await know(interaction)
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answers what a command could not do."""
        await errors.answer(interaction, error)


class Dreierlei(commands.AutoShardedBot):
    """The bot. It needs no privileged intent and reads no messages."""

    def __init__(self, settings: Settings, database: Database) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Nobody speaks here.
        super().__init__(
            commands.when_mentioned,  # There are no commands by message; some prefix is required.
            tree_cls=Tree,
            help_command=None,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            shard_count=settings.shard_count,
            shard_ids=list(settings.shard_ids) or None,  # type: ignore[arg-type]
            guild_ready_timeout=0.5,
        )
        self.settings = settings
        self.stopping = False
        self.metrics = Metrics(self)
        self.database = database
        self.names = Names(self)
        self.chosen = Chosen(database)
        self.lookups = Lookups(self)
        self.showing = Pace(1, settings.showing_pause)
        self.begun = Begun()
        self.complained: set[tuple[int, str]] = set()
        """What has been said already: in which channel which permissions are lacking."""
        self.postman = Postman(self)
        self.analyses = Analyses(self)
        self.painter = Painter()
        self.animators = Threads(1, "animator")
        self.workers = Workers(settings.computer_workers, memory=settings.computer_memory)
        self.searches: Searches = {}
        self.robots = Robots(self)

    async def setup_hook(self) -> None:
        """Loads every module of `bot.cogs`, registers buttons and commands, reads catalogues."""
        retries.install()
        prepared = self.painter.run(canvas.prepare)
        for code in languages():
            language(code)  # Nobody has to wait for it later.
        self.add_dynamic_items(components.Control)
        for module in pkgutil.iter_modules(cogs.__path__):
            await self.load_extension(f"{cogs.__name__}.{module.name}")
        await self.tree.set_translator(Translator())
        if not self.settings.shard_ids or 0 in self.settings.shard_ids:
            await register(self)
        await prepared

    async def on_ready(self) -> None:
        """Says that all shards are connected. From now on nobody may be kept waiting."""
        loop.begin(self.metrics.blocked)
        log.info("ready as %s in %d guilds", self.user, len(self.guilds))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answers components that no version of this program would make today."""
        logs.interaction.set(interaction.id)
        if interaction.type is discord.InteractionType.component and not components.known(
            components.field(interaction, "custom_id")
        ):
            await errors.answer(interaction, errors.Outdated())

    async def close(self) -> None:
        """Takes nothing new, finishes what has begun, and stops."""
        self.stopping = True
        self.analyses.close()
        await self._finish()
        self.lookups.close()
        await super().close()
        await self.workers.close()
        await self.painter.close()
        self.animators.shutdown(cancel_futures=True)

    async def _finish(self) -> None:
        """Waits for what has begun, also where a shard that was just resuming brings some more."""
        end = time.monotonic() + PATIENCE
        while True:
            await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
            begun = [task for task in asyncio.all_tasks() if task.get_name().startswith(_BEGUN)]
            if not begun:
                return
            _, late = await asyncio.wait(begun, timeout=max(0, end - time.monotonic()))
            if late:
                log.warning("%d answers are not finished", len(late))
                for task in late:  # It could not answer any more. What is being stored is stored.
                    task.cancel()
                return


Interaction: TypeAlias = "discord.Interaction[Dreierlei]"
