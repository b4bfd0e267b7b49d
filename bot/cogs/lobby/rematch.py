"""Around a match: rematches, tables that nobody joins, ending by those who manage the server."""

from __future__ import annotations

import logging
from functools import partial

from discord import ButtonStyle, app_commands
from discord.ext import commands

import matches
from bot.commands.checks import require_manager, require_offered
from bot.commands.which_match import MATCH, choices, complete_match
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.delivery import tables as table_delivery
from bot.delivery import turns as turn_delivery
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import everywhere, require_server, servers_only
from bot.interactions.locale import language_of
from bot.observability.poller import Poller
from bot.observability.trouble import Trouble
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.lobby.cooldowns import forget_old

log = logging.getLogger(__name__)


CHALLENGED = N_("{match}: the others are challenged to a rematch.")
CHALLENGED_IN = N_("{match}: the others are challenged to a rematch in {channel}.")
ACCEPTED = N_("{match}: you accept the rematch.")
NONE_OVER = N_("None of your matches is over yet.")
SURE = N_(
    "Do you really end the match {match} of others? It will have no result, and nobody can go on."
)
ELSEWHERE = N_(
    "`/end` ends matches of a server of which I am a member, and works there. A match of your own "
    "you can give up anywhere with `/resign`."
)
END, CANCEL = N_("End it"), N_("Cancel")
ENDED = N_("The match {match} is ended.")
TO_END = N_("The match, by its id")
PAUSE = 60.0
"""Seconds between two looks for tables that have expired, at most."""


class Life(commands.Cog):
    """The commands."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
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
        database, player = interaction.client.database, interaction.user.id
        found = await matches.matches_of(database, player, over=True)
        return choices(interaction, [one for one in found if one.started_at], current)

    @servers_only(ELSEWHERE)
    @app_commands.command(name=N_("end"), description=N_("End a match of this server"))
    @app_commands.describe(match=TO_END)
    @app_commands.autocomplete(match=complete_match)
    @app_commands.default_permissions(manage_guild=True)
    async def end(self, interaction: Interaction, match: str) -> None:
        """Asks whether the user means it, who must be allowed to manage the server."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        require_manager(interaction)
        found = await access.require(interaction, match, "end")
        language = language_of(interaction)
        yes = custom_id("end", found.id, found.seq)
        controls = (
            button(language.gettext(END), yes, style=ButtonStyle.danger),
            button(language.gettext(CANCEL), custom_id("cancel", found.id, found.seq)),
        )
        text = say(SURE, {"match": found.id}, language=language)
        await answers.show_reply(interaction, Reply(text, controls))


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
    old = await access.require(interaction, match_id, "rematch")
    await require_offered(interaction.client, old.place.guild, old.game)
    match = await matches.rematch(
        interaction.client.database,
        match_id,
        interaction.user.id,
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    interaction.extras["match"] = match.id
    mine = match.host == interaction.user.id
    elsewhere = not match.apart and match.place.where != interaction.channel_id
    sentence = ACCEPTED if not mine else CHALLENGED_IN if elsewhere else CHALLENGED
    fields: Fields = {"match": match.id, "channel": f"<#{match.place.where}>"}
    done = Reply(say(sentence, fields, language=language_of(interaction)))
    if match.status == "running":
        await turn_delivery.publish_first_board(interaction, match, done)
        await table_delivery.renew_table(interaction.client, match)
    elif mine:
        await table_delivery.show_table(interaction, match, done)
    else:
        await answers.show_reply(interaction, done)
        await table_delivery.renew_table(interaction.client, match)


@on("rematch")
async def rematch(press: Press) -> None:
    """Challenges to a rematch, or accepts it."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _rematch(press.interaction, press.match_id)


# Ending by those who manage the server


@on("end")
async def end(press: Press) -> None:
    """Ends the match."""
    interaction = press.interaction
    guild = require_server(interaction, ELSEWHERE)
    await interaction.response.defer()
    require_manager(interaction)
    match = await matches.end(
        interaction.client.database, press.match_id, guild, interaction=interaction.id
    )
    log.info("match=%s user=%d ends it", match.id, press.player)
    done = Reply(say(ENDED, {"match": match.id}, language=language_of(interaction)))
    if match.started_at is None:
        await answers.show_reply(interaction, done)
        await table_delivery.close_table(interaction.client, match)
    else:
        await turn_delivery.publish_ending(interaction, match, done)


async def _sweep(bot: Bot) -> None:
    """Closes tables that nobody joins, and forgets who has opened what."""
    for match in await matches.expire_tables(bot.database):
        await table_delivery.close_table(bot, match)
    await forget_old(bot.database)


async def setup(bot: Bot) -> None:
    """Adds the commands, and begins to sweep."""
    await bot.add_cog(Life(bot))
    every = min(PAUSE, bot.settings.limits.waiting.total_seconds() / 10)
    trouble = Trouble(log, "tables can't be swept up")
    bot.keep(Poller("sweeper", partial(_sweep, bot), every, trouble=trouble))
