"""Around a match: rematches, tables that nobody joins, ending by those who manage the server."""

from __future__ import annotations

import asyncio
import logging
from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle, app_commands
from discord.ext import commands

import matches
from bot import delivery, replies, turns
from bot.choosing import MATCH, complete_match, label
from bot.cogs.lobby import show_table
from bot.components import Press, button, custom_id, on
from bot.errors import NOT_ALLOWED, Refused
from bot.i18n import of_locale
from bot.replies import Reply
from games.words import N_, say
from matches.errors import TableError
from matches.match import Match

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

log = logging.getLogger(__name__)

CHALLENGED = N_("{match}: the others are challenged to a rematch.")
ACCEPTED = N_("{match}: you accept the rematch.")
NONE_OVER = N_("None of your matches is over yet.")
SURE = N_(
    "Do you really end the match {match} of others? It will have no result, and nobody can go on."
)
END, CANCEL = N_("End it"), N_("Cancel")
ENDED = N_("The match {match} is ended.")
TO_END = N_("The match, by its id")
MOST = 25
"""The most choices that Discord shows."""
PAUSE = 60.0
"""Seconds between two looks for tables that have expired, at most."""


class Life(commands.Cog):
    """The commands, and the sweeping up of tables."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot
        self._sweeping: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begins to sweep."""
        self._sweeping = asyncio.create_task(self._sweep(), name="sweeper")

    async def cog_unload(self) -> None:
        """Stops."""
        if self._sweeping is not None:
            self._sweeping.cancel()

    async def _sweep(self) -> None:
        """Closes tables that nobody joins, for ever and whatever goes wrong."""
        await self.bot.wait_until_ready()
        limits = self.bot.settings.limits
        while True:
            try:
                for match in await matches.expire_tables(self.bot.database):
                    await _close(self.bot, match)
            except TableError as error:
                log.warning("tables can't be swept up: %s", error)
            except Exception:
                log.exception("tables can't be swept up")
            await asyncio.sleep(min(PAUSE, limits.waiting.total_seconds() / 10))

    @app_commands.command(name=N_("rematch"), description=N_("Play a finished match once more"))
    @app_commands.describe(match=MATCH)
    async def rematch(self, interaction: Interaction, match: str | None = None) -> None:
        """Challenges the same players; without a match, to the last one here."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(interaction.guild_id, interaction.user)
        await _rematch(interaction, match or await _last(interaction))

    @rematch.autocomplete("match")
    async def _complete_over(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The user's matches that are over."""
        database, typed = interaction.client.database, current.strip().lower()
        found = await matches.matches_of(database, interaction.user.id, over=True)
        language = of_locale(interaction.locale)
        labels = [(label(interaction, one, language), one.id) for one in found if one.started_at]
        shown = [(name, value) for name, value in labels if typed in name.lower()][:MOST]
        return [app_commands.Choice(name=name, value=value) for name, value in shown]

    @app_commands.command(name=N_("end"), description=N_("End a match of this server"))
    @app_commands.describe(match=TO_END)
    @app_commands.autocomplete(match=complete_match)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def end(self, interaction: Interaction, match: str) -> None:
        """Asks whether the user means it, who must be allowed to manage the server."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        _require_manager(interaction)
        found = await matches.get(interaction.client.database, match, viewer=interaction.user.id)
        language = of_locale(interaction.locale)
        yes = custom_id("end", found.id, found.seq)
        controls = (
            button(language.gettext(END), yes, style=ButtonStyle.danger),
            button(language.gettext(CANCEL), custom_id("cancel", found.id, found.seq)),
        )
        text = say(SURE, {"match": found.id}, language=language)
        await delivery.show(interaction, Reply(text, controls))


# Rematches


async def _last(interaction: Interaction) -> str:
    """The user's last match in this channel, or else anywhere."""
    found = await matches.matches_of(interaction.client.database, interaction.user.id, over=True)
    played = [one for one in found if one.started_at]
    channel = interaction.channel_id
    here = [one for one in played if channel in (one.place.channel, one.place.thread)]
    if not played:
        raise Refused(NONE_OVER)
    return (here or played)[0].id


async def _rematch(interaction: Interaction, match_id: str) -> None:
    match = await matches.rematch(
        interaction.client.database,
        match_id,
        interaction.user.id,
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    interaction.extras["match"] = match.id
    mine = match.host == interaction.user.id
    sentence = CHALLENGED if mine else ACCEPTED
    done = Reply(say(sentence, {"match": match.id}, language=of_locale(interaction.locale)))
    if match.status == "running":
        await turns.begun(interaction, match, done)
        await _renew(interaction.client, match)
    elif mine:
        await show_table(interaction, match, done)
    else:
        await delivery.show(interaction, done)
        await _renew(interaction.client, match)


@on("rematch")
async def rematch(press: Press) -> None:
    """Challenges to a rematch, or accepts it."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _rematch(press.interaction, press.match)


# Ending by those who manage the server


def _require_manager(interaction: Interaction) -> None:
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refused(NOT_ALLOWED)


@on("end")
async def end(press: Press) -> None:
    """Ends the match."""
    interaction = press.interaction
    await interaction.response.defer()
    _require_manager(interaction)
    assert interaction.guild_id is not None
    match = await matches.end(
        interaction.client.database, press.match, interaction.guild_id, interaction=interaction.id
    )
    log.info("match=%s user=%d ends it", match.id, press.player)
    done = Reply(say(ENDED, {"match": match.id}, language=of_locale(interaction.locale)))
    if match.started_at is None:
        await delivery.show(interaction, done)
        await _close(interaction.client, match)
    else:
        await turns.ended(interaction, match, done)


# Messages that show tables


async def _close(bot: Dreierlei, match: Match) -> None:
    """Says under a table what became of it; where its message is not known, in a new one."""
    if await _renew(bot, match):
        return
    reply = replies.table(match, _language(bot, match))
    try:
        await delivery.broadcast(bot, match, reply, f"{match.id}.{match.base}")
    except discord.HTTPException as error:
        log.info("match=%s: %s", match.id, error)


async def _renew(bot: Dreierlei, match: Match) -> bool:
    """Shows a table as it is now in the message in which it was shown first, if that is known."""
    place = match.place
    if match.message is None:
        return False
    channel = bot.get_partial_messageable(place.thread or place.channel, guild_id=place.guild)
    reply = replies.table(match, _language(bot, match))
    try:
        await channel.get_partial_message(match.message).edit(**reply.edited())
    except discord.HTTPException as error:
        log.info("match=%s message=%d: %s", match.id, match.message, error)
        return False
    return True


def _language(bot: Dreierlei, match: Match) -> NullTranslations:
    guild = bot.get_guild(match.place.guild) if match.place.guild else None
    return of_locale(guild.preferred_locale if guild else None)


async def setup(bot: Dreierlei) -> None:
    """Adds the commands, and begins to sweep."""
    await bot.add_cog(Life(bot))
