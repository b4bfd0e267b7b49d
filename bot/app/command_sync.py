"""Registers the commands with Discord, unless they are registered already.

Discord is asked which commands it has: our own records would miss other processes, other versions,
and commands that were removed by hand. Discord doesn't say which guilds have commands of their own,
so these are noted in the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord.http import Route
from sqlalchemy import Connection

from bot.app.attempts import until_done
from bot.config.database import CantStart
from bot.context import Bot, Interaction
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.text.discord_codes import TROUBLES, meaning_of
from matches.model.ids import GuildId
from storage import guilds as rows
from storage.transactions import transaction

log = logging.getLogger(__name__)


PATIENCE = 10.0
"""Seconds that the start waits for the commands, at most."""
PAUSE = 5.0
"""Seconds between the first two attempts."""
AGAIN = 600.0
"""Seconds after which a process that registers none looks again: while versions change, another one
registers them only once it has shard 0.
"""

ENTRY_POINT = 4
"""Discord's type of the command that opens an activity. Discord creates this command, and it must
stay.
"""
_LONGEST_ID = 63
"""Bits of a Discord id. Discord can't read longer ones."""

_OURS = (
    *("type", "name", "description", "name_localizations", "description_localizations"),
    *("options", "choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("default_member_permissions", "nsfw", "contexts", "integration_types"),
)
"""The fields of a command that are ours; Discord adds ids, versions and the like."""
_UNLESS_GIVEN = ("contexts", "integration_types")
"""Fields that Discord fills with defaults if they are not given."""
_KEPT = ("id", "handler", *_OURS)
"""The fields that are sent for a command that isn't ours, so that it stays."""


class WrongGuild(Exception):
    """Some guilds named in the settings can't have commands; the text names them."""


class Registration:
    """Keeps this bot's commands registered, and nowhere twice."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._trying: asyncio.Task[None] | None = None
        trouble = Trouble(log, "the ids of the commands are not known", _level_of)
        self._looking = Poller("registration", self._look, AGAIN, trouble=trouble)
        self._strays: dict[GuildId, asyncio.Task[None]] = {}

    async def begin(self) -> None:
        """Registers the commands. If this fails or takes long, the bot starts with the commands
        that Discord has, and registration is tried again unless it can't succeed.

        Raises CantStart if the settings name wrong guilds.
        """
        self._looking.stop()  # What it registers itself, it needn't look up.
        if self._trying is not None:
            self._trying.cancel()
        self._trying = first = self._try()
        await asyncio.wait({first}, timeout=PATIENCE)
        if first.done() and isinstance(error := first.exception(), WrongGuild):
            raise CantStart(f"GUILD_IDS: {error}") from error
        self._trying = asyncio.create_task(self._go_on(first), name="registration")

    async def begin_late(self) -> None:
        """Like `begin`, in a process that people use already: it goes on with the commands that
        Discord has if the settings name wrong guilds.
        """
        try:
            await self.begin()
        except CantStart as error:
            log.error("%s", error)  # noqa: TRY400 - the message says it all

    def meet(self, interaction: Interaction) -> None:
        """Removes the commands of a guild if this is one of them and the guild was never noted."""
        data: Any = interaction.data or {}
        guild = GuildId(int(data.get("guild_id") or 0))
        if guild and guild not in {*self._bot.settings.guild_ids, *self._strays}:
            self._strays[guild] = asyncio.create_task(
                self._remove_stray(guild), name="registration"
            )

    def look(self) -> None:
        """Looks up the commands registered by another process, now and from time to time, so that
        texts can mention them.
        """
        self._looking.start()

    def close(self) -> None:
        """Stops trying."""
        self._looking.stop()
        for task in (self._trying, *self._strays.values()):
            if task is not None:
                task.cancel()

    def _try(self) -> asyncio.Task[None]:
        return asyncio.create_task(register(self._bot), name="registration")

    async def _go_on(self, first: asyncio.Task[None]) -> None:
        """Goes on with the first attempt, which has begun, and with others if that fails."""
        begun = [first]

        async def attempt() -> None:
            try:
                await (begun.pop() if begun else self._try())
            except WrongGuild as error:
                log.error("GUILD_IDS: %s", error)  # noqa: TRY400 - the message says it all

        await until_done(attempt, log, "commands can't be registered", PAUSE)

    async def _look(self) -> None:
        for guild in (*_guilds(self._bot), None):
            self._bot.command_ids.note(guild, await _registered(self._bot, guild) or [])

    async def _remove_stray(self, guild_id: GuildId) -> None:
        try:
            await _clear(self._bot, guild_id)
        except Exception as error:  # noqa: BLE001 - they do no harm
            level = meaning_of(error).level
            log.log(level, "guild=%d keeps commands of its own: %s", guild_id, error)


async def register(bot: Bot) -> None:
    """Registers the commands in the guilds that the settings name, where they appear at once, or
    else globally. Removes them where they were registered before.

    Raises WrongGuild, discord.HTTPException, StorageError.
    """
    wanted: list[GuildId | None] = [*_guilds(bot)] or [None]
    before = await bot.database.read(rows.with_commands)
    there = {scope: await _registered(bot, scope) for scope in dict.fromkeys((*wanted, None))}
    if wrong := ", ".join(str(scope) for scope in wanted if there[scope] is None):
        raise WrongGuild(f"expected servers on which the bot is installed; not so: {wrong}")
    for scope, commands in there.items():
        await _replace(bot, scope, commands or [], wanted=scope in wanted)
    for guild in {*before}.difference(wanted):
        await _clear(bot, guild)


def _level_of(error: Exception) -> int | None:
    return meaning_of(error).level if isinstance(error, TROUBLES) else None


def _guilds(bot: Bot) -> list[GuildId]:
    """The guilds that the settings name."""
    return [GuildId(id_) for id_ in bot.settings.guild_ids]


async def _registered(bot: Bot, guild_id: GuildId | None) -> list[Any] | None:
    """The commands that Discord has; None for a guild that can't have any."""
    if guild_id is not None and guild_id.bit_length() > _LONGEST_ID:
        return None
    route = Route("GET", _path(bot, guild_id))
    try:
        return await bot.http.request(route, params={"with_localizations": "true"}) or []
    except discord.HTTPException as error:
        if guild_id is not None and meaning_of(error).hides:
            return None
        raise


async def _replace(bot: Bot, guild_id: GuildId | None, there: list[Any], *, wanted: bool) -> None:
    """Makes ours the only commands, or leaves none if they are not `wanted`. Discord's own entry
    point stays in either case.
    """
    kept = [one for one in there if one.get("type") == ENTRY_POINT]
    theirs = [one for one in there if one not in kept]
    ours = await _payloads(bot, guild_id) if wanted else []
    if guild_id is not None:
        await _note(bot, guild_id, has=True)  # First: a wrong note costs only a second removal.
    if same(_sorted(ours), _sorted(theirs)):
        log.info("the commands are registered already")
        bot.command_ids.note(guild_id, there)
        return
    staying = [{name: one[name] for name in _KEPT if one.get(name) is not None} for one in kept]
    put = Route("PUT", _path(bot, guild_id))
    bot.command_ids.note(guild_id, await bot.http.request(put, json=[*ours, *staying]) or [])
    log.info("registered %d commands", len(ours))


async def _clear(bot: Bot, guild_id: GuildId) -> None:
    """Removes the commands of a guild."""
    try:
        await bot.http.request(Route("PUT", _path(bot, guild_id)), json=[])
        log.info("guild=%d has no commands of its own any more", guild_id)
    except discord.HTTPException as error:
        if not meaning_of(error).hides:
            raise
    await _note(bot, guild_id, has=False)


async def _note(bot: Bot, guild_id: GuildId, *, has: bool) -> None:
    def work(connection: Connection) -> None:
        with transaction(connection):
            rows.note_commands(connection, guild_id, has=has)

    await bot.database.write(work)


def _path(bot: Bot, guild_id: GuildId | None) -> str:
    scope = "" if guild_id is None else f"/guilds/{guild_id}"
    return f"/applications/{bot.application_id}{scope}/commands"


async def _payloads(bot: Bot, guild_id: GuildId | None) -> list[dict[str, Any]]:
    """Our commands in Discord's form. Commands of a guild have no contexts."""
    translator = bot.tree.translator
    assert translator is not None
    payloads = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    hidden = () if guild_id is None else _UNLESS_GIVEN
    return [{key: one[key] for key in one if key not in hidden} for one in payloads]


def _sorted(commands: list[Any]) -> list[Any]:
    return sorted(commands, key=lambda command: (command.get("type", 1), command["name"]))


def same(ours: Any, theirs: Any) -> bool:
    """Whether Discord has what we would send. A missing field equals an empty one, or False."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        names = _OURS if "name" in ours else {*ours, *theirs}
        return all(
            same(ours.get(name), theirs.get(name))
            for name in names
            if ours.get(name) or name not in _UNLESS_GIVEN
        )
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    return (not ours and not theirs) or str(ours) == str(theirs)
