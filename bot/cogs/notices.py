"""How one hears of one's turns, and the way to the next match that waits for one."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from discord import app_commands
from discord.ext import commands

import matches
from bot import delivery, replies
from bot.chosen import language_of
from bot.components import Press, on
from bot.errors import Refused
from bot.reminding import next_button
from bot.replies import Reply
from games.words import N_, say
from matches.preferences import prefer

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

PLACES = {
    "thread": N_("where the match is played"),
    "direct": N_("by direct message"),
    "none": N_("not at all"),
}
CHOSEN = N_("You hear of your turns {where}.")
QUIET = N_("Quiet hours: {hours} ({zone}).")
WRONG = N_(
    "Quiet hours are written as `22-8`, `off` for none; a time zone is one of the list, such as "
    "`Europe/Berlin`."
)
NOTHING_WAITS = N_("No other match waits for you.")
OFF = "off"


class Notices(commands.Cog):
    """The command that says how one hears of one's turns; and the postman's rounds."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot
        self._rounds: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Sends the postman off."""
        self._rounds = asyncio.create_task(self.bot.postman.run(), name="postman")

    async def cog_unload(self) -> None:
        """Calls him back."""
        if self._rounds is not None:
            self._rounds.cancel()

    @app_commands.command(name=N_("notices"), description=N_("How you hear of your turns"))
    @app_commands.describe(
        where=N_("Where you want to be told that it is your turn"),
        quiet=N_("Hours in which you want no direct messages, such as 22-8, or off"),
        zone=N_("Your time zone"),
    )
    @app_commands.choices(
        where=[app_commands.Choice(name=name, value=key) for key, name in PLACES.items()]
    )
    async def notices(
        self,
        interaction: Interaction,
        where: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
    ) -> None:
        """Notes what the user wants, and says what holds now."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        wanted: dict[str, Any] = {"notices": where, "quiet": quiet, "zone": zone}
        chosen = {name: value for name, value in wanted.items() if value is not None}
        if quiet is not None and quiet.strip().lower() == OFF:
            chosen["quiet"] = None
        chosen["locale"] = str(interaction.locale)
        try:
            now = await prefer(self.bot.database, interaction.user.id, **chosen)
        except ValueError:
            raise Refused(WRONG) from None
        language = language_of(interaction)
        place = language.gettext(PLACES[now.notices])
        lines = [say(CHOSEN, {"where": place}, language=language)]
        if now.quiet is not None:
            hours = {"hours": now.quiet, "zone": now.zone or "UTC"}
            lines.append(say(QUIET, hours, language=language))
        await delivery.show(interaction, Reply("\n".join(lines)))

    @notices.autocomplete("zone")
    async def _zones(
        self,
        interaction: Interaction,
        current: str,
    ) -> list[app_commands.Choice[str]]:
        """Time zones in which what is typed occurs."""
        typed = current.strip().lower().replace(" ", "_")
        found = sorted(zone for zone in available_timezones() if typed in zone.lower())
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:25]]


@on("next")
async def next_match(press: Press) -> None:
    """Shows the next match in which the user is to move, the longest untouched first."""
    interaction, player = press.interaction, press.player
    await interaction.response.defer(ephemeral=True, thinking=True)
    database, language = interaction.client.database, language_of(interaction)
    mine = [one for one in await matches.matches_of(database, player) if one.id != press.match]
    waiting = next((one for one in mine if one.player_to_move == player), None)
    if waiting is None:
        await delivery.show(interaction, Reply(language.gettext(NOTHING_WAITS)))
        return
    match = await matches.get(database, waiting.id)
    board = await replies.own_board(interaction.client, match, player, language)
    controls = (*board.controls, next_button(match, language))
    await delivery.show(interaction, replace(board, controls=controls))


async def setup(bot: Dreierlei) -> None:
    """Adds the command."""
    await bot.add_cog(Notices(bot))
