"""Registering the commands with Discord, where they are not registered as they are already.

What Discord has is asked of Discord: nothing that is kept elsewhere would know of another bot's
process, of another version, or of commands that were removed by hand.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord
from discord.http import Route

if TYPE_CHECKING:
    from bot.client import Dreierlei

log = logging.getLogger(__name__)

_OURS = (
    *("type", "name", "description", "name_localizations", "description_localizations"),
    *("options", "choices", "value", "required", "autocomplete", "channel_types"),
    *("min_value", "max_value", "min_length", "max_length"),
    *("default_member_permissions", "nsfw", "contexts", "integration_types"),
)
"""What a command is made of; Discord adds ids, versions and the like."""
_UNLESS_GIVEN = ("contexts", "integration_types")
"""For these Discord fills in what holds where nothing is given."""


async def register(bot: Dreierlei) -> None:
    """Registers the commands; in the guilds named in the settings they appear at once.

    Raises discord.HTTPException.
    """
    guilds = [discord.Object(guild) for guild in bot.settings.guild_ids]
    for guild in guilds:
        bot.tree.copy_global_to(guild=guild)
    scopes: list[discord.Object | None] = [*guilds] or [None]
    for where in scopes:
        if await _is_registered(bot, where):
            log.info("the commands are registered already")
        else:
            log.info("registered %d commands", len(await bot.tree.sync(guild=where)))


async def _is_registered(bot: Dreierlei, guild: discord.Object | None) -> bool:
    scope = "" if guild is None else f"/guilds/{guild.id}"
    path = f"/applications/{bot.application_id}{scope}/commands"
    there = await bot.http.request(Route("GET", path), params={"with_localizations": "true"})
    translator = bot.tree.translator
    assert translator is not None
    ours = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands(guild=guild)
    ]
    return same(_sorted(ours), _sorted(there or []))


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
