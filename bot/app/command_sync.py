"""Registering the commands with Discord, where they are not registered as they are already.

What Discord has is asked of Discord: nothing that is kept elsewhere would know of another bot's
process, of another version, or of commands that were removed by hand. But where else commands have
been registered can't be asked, so guilds with commands of their own are noted in the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import discord
from discord.http import Route
from sqlalchemy import Connection

from bot.config.database import CantStart
from bot.context import Bot, Interaction
from bot.text.discord_codes import meaning_of
from storage import guilds as rows
from storage.transactions import transaction

log = logging.getLogger(__name__)


PATIENCE = 10.0
"""Seconds for which the start waits for the commands, at most."""
PAUSE, LONGEST_PAUSE = 5.0, 3600.0
"""Seconds between two tries: after each failure twice as many, up to the second number."""

ENTRY_POINT = 4
"""Discord's type of the command that opens an activity. Discord makes it, and it has to stay."""
_LONGEST_ID = 63
"""Bits of Discord's ids. What is longer names nothing, and Discord can't read it."""

_OURS = (
    *("type", "name", "description", "name_localizations", "description_localizations"),
    *("options", "choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("default_member_permissions", "nsfw", "contexts", "integration_types"),
)
"""What a command is made of; Discord adds ids, versions and the like."""
_UNLESS_GIVEN = ("contexts", "integration_types")
"""For these Discord fills in what holds where nothing is given."""
_KEPT = ("id", "handler", *_OURS)
"""What is sent of a command that is not ours, so that it stays."""


class WrongGuild(Exception):
    """Guilds that the settings name can have no commands; the text names them."""


class Registration:
    """Sees to it that this bot's commands are registered, and nowhere twice."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._trying: asyncio.Task[None] | None = None
        self._strays: dict[int, asyncio.Task[None]] = {}

    async def begin(self) -> None:
        """Registers the commands. Whatever hinders that, the bot starts, soon, with those that
        Discord has, and it is tried again, unless that would be in vain. Raises CantStart if the
        settings name wrong guilds.
        """
        self._trying = first = self._try()
        await asyncio.wait({first}, timeout=PATIENCE)
        if first.done() and isinstance(error := first.exception(), WrongGuild):
            raise CantStart(f"GUILD_IDS: {error}") from error
        self._trying = asyncio.create_task(self._go_on(first), name="registration")

    def meet(self, interaction: Interaction) -> None:
        """Removes the commands of a guild that nobody has noted, if this is one of them."""
        data: Any = interaction.data or {}
        guild = int(data.get("guild_id") or 0)
        if guild and guild not in {*self._bot.settings.guild_ids, *self._strays}:
            self._strays[guild] = asyncio.create_task(
                self._remove_stray(guild), name="registration"
            )

    def close(self) -> None:
        """Stops trying."""
        for task in (self._trying, *self._strays.values()):
            if task is not None:
                task.cancel()

    def _try(self) -> asyncio.Task[None]:
        return asyncio.create_task(register(self._bot), name="registration")

    async def _go_on(self, attempt: asyncio.Task[None]) -> None:
        pause = PAUSE
        while True:
            try:
                return await attempt
            except WrongGuild as error:
                log.error("GUILD_IDS: %s", error)  # noqa: TRY400 - it says all
                return None
            except Exception as error:  # noqa: BLE001 - the bot does without
                meaning, said = meaning_of(error), f"{type(error).__name__}: {error}"
                if meaning.again == "never":
                    log.log(meaning.level, "commands can't be registered: %s", said)
                    return None
                told = "commands can't be registered, next try in %d s: %s"
                log.log(meaning.level, told, pause, said)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            attempt = self._try()

    async def _remove_stray(self, guild: int) -> None:
        try:
            await _clear(self._bot, guild)
        except Exception as error:  # noqa: BLE001 - they do no harm
            level = meaning_of(error).level
            log.log(level, "guild=%d keeps commands of its own: %s", guild, error)


async def register(bot: Bot) -> None:
    """Registers the commands in the guilds named in the settings, where they appear at once, or
    else for all; and removes them where they were registered before.

    Raises WrongGuild, discord.HTTPException, StorageError.
    """
    wanted: list[int | None] = [*bot.settings.guild_ids] or [None]
    before = await bot.database.read(rows.with_commands)
    there = {scope: await _registered(bot, scope) for scope in dict.fromkeys((*wanted, None))}
    if wrong := ", ".join(str(scope) for scope in wanted if there[scope] is None):
        raise WrongGuild(f"expected servers on which the bot is installed; not so: {wrong}")
    for scope, commands in there.items():
        await _replace(bot, scope, commands or [], wanted=scope in wanted)
    for guild in {*before}.difference(wanted):
        await _clear(bot, guild)


async def _registered(bot: Bot, guild: int | None) -> list[Any] | None:
    """The commands that Discord has; None for a guild that can't have any."""
    if guild is not None and guild.bit_length() > _LONGEST_ID:
        return None
    route = Route("GET", _path(bot, guild))
    try:
        return await bot.http.request(route, params={"with_localizations": "true"}) or []
    except discord.HTTPException as error:
        if guild is not None and meaning_of(error).hides:
            return None
        raise


async def _replace(bot: Bot, guild: int | None, there: list[Any], *, wanted: bool) -> None:
    """Makes ours the only commands, or if they are not wanted leaves none; in either case those
    stay that Discord wants to stay.
    """
    kept = [one for one in there if one.get("type") == ENTRY_POINT]
    theirs = [one for one in there if one not in kept]
    ours = await _payloads(bot, guild) if wanted else []
    if guild is not None:
        await _note(bot, guild, has=True)  # First: what is noted wrongly is only removed once more.
    if same(_sorted(ours), _sorted(theirs)):
        log.info("the commands are registered already")
        return
    staying = [{name: one[name] for name in _KEPT if one.get(name) is not None} for one in kept]
    await bot.http.request(Route("PUT", _path(bot, guild)), json=[*ours, *staying])
    log.info("registered %d commands", len(ours))


async def _clear(bot: Bot, guild: int) -> None:
    """Removes the commands of a guild."""
    try:
        await bot.http.request(Route("PUT", _path(bot, guild)), json=[])
        log.info("guild=%d has no commands of its own any more", guild)
    except discord.HTTPException as error:
        if not meaning_of(error).hides:
            raise
    await _note(bot, guild, has=False)


async def _note(bot: Bot, guild: int, *, has: bool) -> None:
    def work(connection: Connection) -> None:
        with transaction(connection):
            rows.note_commands(connection, guild, has=has)

    await bot.database.write(work)


def _path(bot: Bot, guild: int | None) -> str:
    scope = "" if guild is None else f"/guilds/{guild}"
    return f"/applications/{bot.application_id}{scope}/commands"


async def _payloads(bot: Bot, guild: int | None) -> list[dict[str, Any]]:
    """Our commands as Discord takes them. In a guild's own there is no choice of contexts."""
    translator = bot.tree.translator
    assert translator is not None
    payloads = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    hidden = () if guild is None else _UNLESS_GIVEN
    return [{key: one[key] for key in one if key not in hidden} for one in payloads]


def _sorted(commands: list[Any]) -> list[Any]:
    return sorted(commands, key=lambda command: (command.get("type", 1), command["name"]))


def same(ours: Any, theirs: Any) -> bool:
    """Whether Discord has what we would send. What is left out is as good as empty or False."""
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
