"""Computer players: their rounds, and filling a table up with them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

import matches
from bot import access, delivery, openings
from bot.chosen import language_of
from bot.cogs.lobby import carry_out
from bot.components import Press, custom_id, menu, on
from bot.errors import Outdated
from bot.replies import Reply
from games.words import N_, say
from matches.match import Match
from matches.robots import LEVELS

if TYPE_CHECKING:
    from bot.client import Dreierlei

ASKED = N_("How strong shall the computer players be who take the free seats?")
SEATED = N_("{match}: the computer players have sat down.")


class Robots(commands.Cog):
    """Has computer players answer their calls."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot
        self._rounds: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begins to look for calls."""
        self._rounds = asyncio.create_task(self.bot.robots.run(), name="robots")

    async def cog_unload(self) -> None:
        """Stops, and leaves what is not answered yet to others."""
        if self._rounds is not None:
            self._rounds.cancel()
        self.bot.robots.stop()


@on("fill")
async def ask_for_level(press: Press) -> None:
    """Asks the host how strong the computer players shall be."""
    interaction = press.interaction
    await interaction.response.defer(ephemeral=True, thinking=True)
    match = await access.require(interaction, press.match)
    matches.require_host(match, press.player)
    language = language_of(interaction)
    options = [
        discord.SelectOption(label=language.gettext(name), value=str(level))
        for level, name in openings.LEVELS.items()
    ]
    asked = language.gettext(ASKED)
    to = custom_id("fill-level", match.id, match.seq)
    await delivery.show(interaction, Reply(asked, (menu(asked, to, options),)))


@on("fill-level")
async def fill(press: Press) -> None:
    """Has computer players of the level take the free seats."""
    client, language = press.interaction.client, language_of(press.interaction)
    if not press.choice.isdecimal() or int(press.choice) not in LEVELS:
        raise Outdated
    client.robots.require_room()

    def done(match: Match) -> str:
        return say(SEATED, {"match": match.id}, language=language)

    limits = client.settings.limits
    use_case = partial(matches.fill, level=int(press.choice), limits=limits)
    await carry_out(press, press.match, use_case, done)


async def setup(bot: Dreierlei) -> None:
    """Adds the rounds."""
    await bot.add_cog(Robots(bot))
