"""The bot as Discord's client: what it listens to, its commands, its buttons."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from importlib import import_module

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import cogs
from bot.app.command_sync import Registration
from bot.app.emoji_sync import EmojiSync
from bot.app.gateway import Events
from bot.app.shards import Shards
from bot.app.starts import Allowance, Starts
from bot.cogs.learning import Analyses, Searches
from bot.config.settings import Settings
from bot.context import Bot, Interaction
from bot.delivery.competitions.due import Competitions
from bot.delivery.competitions.news import Parts
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.matches.system_messages import SystemMessages
from bot.delivery.matches.wishes import Wishes
from bot.delivery.transport.outbox import Outbox
from bot.delivery.transport.tokens import Tokens
from bot.i18n.catalogues import language, languages
from bot.i18n.command_names import Translator
from bot.interactions import completion, error_handler, retries
from bot.interactions.contexts import require_context
from bot.interactions.pipeline import InteractionKind, Pipeline
from bot.messages.competitions.tournament import Belongings
from bot.observability import event_loop, garbage
from bot.pictures import work
from bot.pictures.medals import Honours
from bot.pictures.men import Emojis
from bot.pictures.prefetch import BoardPrefetch
from bot.thinkers.computer_players import ComputerPlayers
from bot.thinkers.puzzle_searches import PuzzleSearches
from bot.ui import controls, dispatch, modals
from bot.ui.refused_forms import TypedForms
from storage.database import BUSY_TIMEOUT, Database

log = logging.getLogger(__name__)


PATIENCE = BUSY_TIMEOUT / 1000 + 5
"""Seconds that a stopping bot waits for running work: longer than anything waits for the database.
"""
LONGEST_WAIT = 30.0
"""The longest wait of a rate-limited request, in seconds. After that it is given up, and the outbox
sends the message later.
"""


async def point_at(api: str) -> None:
    """Makes this process use a server other than Discord's.

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
    """The commands: checked, and completed, by the pipeline; discord.py calls them."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether discord.py should run a command. False for a completion, which is answered here
        because discord.py would log a traceback for each one that comes too late.
        """
        answered = await self.client.pipeline.answer(interaction)
        return answered and interaction.type is discord.InteractionType.application_command

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Tells the user what went wrong."""
        await error_handler.answer(interaction, error)


def _command(interaction: Interaction) -> str:
    """The name of the command that is used or completed."""
    return interaction.command.qualified_name if interaction.command else controls.UNKNOWN


async def _check_command(interaction: Interaction) -> None:
    """Raises any error that would keep discord.py from running the command. The command is read
    here first, because errors that discord.py raises while reading it would reach nobody.
    """
    interaction.client.service(Registration).meet(interaction)
    command = interaction.command
    if command is None:
        raise app_commands.CommandNotFound(str(controls.field(interaction, "name")), [])
    require_context(interaction, command)
    _ = interaction.namespace


KINDS = {
    discord.InteractionType.application_command: InteractionKind(_command, _check_command),
    discord.InteractionType.autocomplete: InteractionKind(
        _command, completion.complete, completion.fail
    ),
    discord.InteractionType.component: dispatch.CONTROLS,
    discord.InteractionType.modal_submit: modals.FORMS,
}
"""How each kind of interaction is handled."""
_BY_TREE = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)


class Dreierlei(Bot):
    """The bot. It needs no privileged intent, and reads no words of any message: of those that
    mention it, and of direct messages, it gets ids only (`bot.context.addressed`).
    """

    def __init__(self, settings: Settings, database: Database) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # No voice here.
        super().__init__(
            settings,
            database,
            work.prepare,
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.5,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        Events(self)
        self.pipeline = Pipeline(KINDS)
        self.registration = Registration(self)
        self._starts = Starts()
        self._allowance = Allowance(self.fetch_session_start_limits)
        self._sharing: Shards | None = None
        if settings.role == "gateway" and not settings.shard_ids:
            self._sharing = Shards(self, self.registration.begin_late)
            self.process = self._sharing.process
        self._spared = False
        self.emoji_sync = EmojiSync(self)
        self.provide(self.registration)
        self.provide(Outbox(self))
        computer_players = ComputerPlayers(
            settings,
            database,
            self.workers,
            self.metrics,
            awake=self.called,
            owed=self.service(Outbox).wake,
        )
        self.provide(Tokens())
        services = (
            OutboxSender(self),
            Analyses(self),
            computer_players,
            Searches(),
            BoardPrefetch(self),
            Emojis(),
            Belongings(self),
            Competitions(self),
            Honours(database),
            Wishes(self),
            TypedForms(),
            Parts(),
            PuzzleSearches(settings, database, self.metrics),
        )
        for service in services:
            self.provide(service)
        self.add_listener(SystemMessages(self).hear, "on_system_message")

    async def setup_hook(self) -> None:
        """Loads every module of `bot.cogs`, registers buttons and commands, reads catalogues, and
        starts the outbox sender.
        """
        retries.install()
        prepared = self.painter.run(int)  # Its first answer means that it is ready.
        for code in languages():
            language(code)  # Read in now, so that nobody waits for it later.
        for name in cogs.extensions():
            await import_module(name).setup(self)  # `load_extension` would run modules twice.
        self.keep(self.service(OutboxSender).rounds)
        await self.tree.set_translator(Translator())
        if self._sharing is None and 0 in (self.settings.shard_ids or (0,)):
            await self.registration.begin()
        else:
            self.registration.look()
        await prepared
        if self.settings.emojis:
            self.emoji_sync.begin()

    async def launch_shards(self) -> None:
        """Connects the shards of this process: those of the settings, or its share."""
        if self._sharing is not None:
            self.shard_count, self.shard_ids = await self._sharing.begin()
        elif self.settings.shard_count is None:
            self.shard_count, _, limits = await self.http.get_bot_gateway()
            self._starts = Starts(limits["max_concurrency"])
        await super().launch_shards()

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connects a shard for the first time, once enough sessions are left. It waits before it
        connects, since discord.py gives up a connection that takes for minutes.
        """
        await self._allowance.for_new_shard()
        if not self.stopping:
            await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Waits until a session may be begun: shards take turns, and so do several processes."""
        await self._allowance.for_any_session()
        if self._sharing is None:
            await asyncio.sleep(self._starts.wait(shard_id or 0, time.monotonic()))
        else:
            await self._sharing.turn_to_identify(shard_id or 0)

    def own_shards(self) -> Collection[int]:
        """The shards that this process answers for."""
        return super().own_shards() if self._sharing is None else self._sharing.held

    @property
    def all_shards(self) -> int:
        """How many shards there are, in all processes; 0 before that is known."""
        return super().all_shards if self._sharing is None else self._sharing.count

    async def is_to_answer(self, interaction: Interaction) -> bool:
        """Whether this process, and no other, answers an interaction that it has heard of."""
        if self._sharing is None or interaction.type is discord.InteractionType.autocomplete:
            return await super().is_to_answer(interaction)
        return await self._sharing.is_to_answer(interaction)

    @property
    def stands_by(self) -> bool:
        """Whether this process has no share, since others have all."""
        return self._sharing is not None and self._sharing.stands_by

    @property
    def is_cut_off(self) -> bool:
        """Whether this process leaves its shards to others, since it can't reach Discord."""
        return self._sharing is not None and self._sharing.is_cut_off

    @property
    def lacks_sessions(self) -> bool:
        """Whether a shard isn't connected, since too few sessions are left for today."""
        return self._allowance.is_short

    async def on_ready(self) -> None:
        """Notes that all shards are connected. From now on the event loop is watched."""
        if not self._spared:
            self._spared = True
            garbage.spare()
        event_loop.begin(self.metrics.blocked)
        log.info("ready as %s in %d guilds", self.user, len(self.guilds))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answers controls and forms; the tree answers the rest."""
        if interaction.type not in KINDS:
            log.warning("interaction=%d of an unknown type: %s", interaction.id, interaction.type)
        elif interaction.type not in _BY_TREE:
            await self.pipeline.answer(interaction)

    async def close(self) -> None:
        """Leaves its shards to others, if they share them. Accepts nothing new, finishes running
        work, and stops.
        """
        if self._sharing is not None and not self.stopping:
            await self._sharing.leave()
        self.stopping = True
        self.registration.close()
        self.emoji_sync.close()
        self.service(Analyses).close()
        await self._finish()
        await self.service(ComputerPlayers).close()
        await self.service(PuzzleSearches).close()
        event_loop.end()
        self.lookups.close()
        await super().close()
        if self._sharing is not None:
            await self._sharing.end()
        await self.workers.close()
        await self.jobs.close()
        await self.painter.close()

    async def _finish(self) -> None:
        """Waits for running work, including events that a resuming shard still delivers."""
        end = time.monotonic() + PATIENCE
        while True:
            await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
            if not await self.unfinished.begun():
                return
            late = await self.unfinished.wait(max(0.0, end - time.monotonic()))
            if late:
                log.warning("%d answers are not finished", len(late))
                for task in late:  # Anything they are storing is still stored.
                    task.cancel()
                return
