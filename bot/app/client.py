"""The bot as Discord's client: what it listens to, its commands, its buttons."""

from __future__ import annotations

import asyncio
import logging
import time
from importlib import import_module

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import cogs
from bot.app.command_sync import Registration
from bot.app.gateway import UNREAD, Events
from bot.cogs.computer_players._worker import Robots
from bot.cogs.learning._analysis import Analyses
from bot.cogs.learning._search import Searches
from bot.config.settings import Settings
from bot.context import Bot, Interaction
from bot.delivery.outbox import Postman
from bot.i18n.catalogues import language, languages
from bot.i18n.command_names import Translator
from bot.interactions import completion, error_handler, retries
from bot.interactions.contexts import require_context
from bot.interactions.locale import know
from bot.observability import event_loop
from bot.pictures import rendering
from bot.ui import controls, modals
from bot.ui.controls import field
from storage.database import BUSY_TIMEOUT, Database

log = logging.getLogger(__name__)


PATIENCE = BUSY_TIMEOUT / 1000 + 5
"""Seconds within which what has begun is finished before the bot stops: more than anybody waits for
the database.
"""
LONGEST_WAIT = 30.0
"""Seconds for which a request waits at most that Discord wants to have later; then it is given up,
and what it was for is brought by the postman.
"""
_BEGUN = ("CommandTree-invoker", "discord.py: on_interaction", UNREAD, "notice-")
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
        """Looks up what the user has chosen, before anything is said to them, and whether the
        command is known and works here.

        What is raised by the library's own reading of a command would be lost: so everything is
        read here once, and what can't be read is answered. Completions are answered here: what the
        library does with them logs a traceback whenever one is too late.
        """
        try:
            command = interaction.command
            self.client.metrics.begin(interaction, command.qualified_name if command else "-")
            if interaction.type is discord.InteractionType.autocomplete:
                await completion.answer(interaction)
                return False
            await self.client.turnstile.admit(interaction)
            self.client.registration.meet(interaction)
            await know(interaction)
            if command is None:
                raise app_commands.CommandNotFound(str(field(interaction, "name")), [])  # noqa: TRY301
            require_context(interaction, command)
            _ = interaction.namespace
        except Exception as error:  # noqa: BLE001 - all of them are answered
            await error_handler.answer(interaction, error)
            return False
        return True

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answers what a command could not do."""
        await error_handler.answer(interaction, error)


class Dreierlei(Bot):
    """The bot. It needs no privileged intent and reads no messages."""

    def __init__(self, settings: Settings, database: Database) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Nobody speaks here.
        super().__init__(
            settings,
            database,
            rendering.prepare,
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.5,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        Events(self)
        self.registration = Registration(self)
        for service in (Postman(self), Analyses(self), Robots(self), Searches()):
            self.provide(service)

    async def setup_hook(self) -> None:
        """Loads every module of `bot.cogs`, registers buttons and commands, reads catalogues."""
        retries.install()
        prepared = self.painter.run(int)  # Once it can do anything, it is prepared.
        for code in languages():
            language(code)  # Nobody has to wait for it later.
        for name in cogs.extensions():
            await import_module(name).setup(self)  # `load_extension` would run modules twice.
        await self.tree.set_translator(Translator())
        if not self.settings.shard_ids or 0 in self.settings.shard_ids:
            await self.registration.begin()
        await prepared

    async def on_ready(self) -> None:
        """Says that all shards are connected. From now on nobody may be kept waiting."""
        event_loop.begin(self.metrics.blocked)
        log.info("ready as %s in %d guilds", self.user, len(self.guilds))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answers controls and forms; commands are answered by the tree."""
        if interaction.type is discord.InteractionType.component:
            await controls.hear(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await modals.hear(interaction)
        elif interaction.type not in discord.InteractionType:
            log.warning("interaction=%d of an unknown type: %s", interaction.id, interaction.type)

    async def close(self) -> None:
        """Takes nothing new, finishes what has begun, and stops."""
        self.stopping = True
        self.registration.close()
        self.service(Analyses).close()
        await self._finish()
        event_loop.end()
        self.lookups.close()
        await super().close()
        await self.workers.close()
        await self.jobs.close()
        await self.painter.close()

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
