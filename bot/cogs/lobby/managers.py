"""Managers of a server can end the matches of others."""

from __future__ import annotations

import logging

from discord import ButtonStyle, app_commands
from discord.ext import commands

import matches
from bot.commands.checks import require_manager
from bot.commands.which_match import complete_match
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.delivery import tables as table_delivery
from bot.delivery import turns as turn_delivery
from bot.interactions import access
from bot.interactions.contexts import require_server, servers_only
from bot.interactions.locale import language_of
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.ids import MatchId

log = logging.getLogger(__name__)


SURE = N_(
    "Do you really want to end match {match}, which others are playing? It will have no result, "
    "and nobody can go on with it."
)
ELSEWHERE = N_(
    "`/end` ends a server's matches. It only works on a server I've been added to. You can "
    "resign your own matches anywhere with `/resign`."
)
END, CANCEL = N_("End match"), N_("Cancel")
ENDED = N_("You've ended match {match}.")
TO_END = N_("The id of the match")


class Managers(commands.Cog):
    """The command."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @servers_only(ELSEWHERE)
    @app_commands.command(name=N_("end"), description=N_("End a match on this server"))
    @app_commands.describe(match=TO_END)
    @app_commands.autocomplete(match=complete_match)
    @app_commands.default_permissions(manage_guild=True)
    async def end(self, interaction: Interaction, match: str) -> None:
        """Asks for confirmation. The user must be allowed to manage the server."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        require_manager(interaction)
        found = await access.require(interaction, MatchId(match), "end")
        language = language_of(interaction)
        yes = custom_id("end", found.id, found.seq)
        controls = (
            button(language.gettext(END), yes, style=ButtonStyle.danger),
            button(language.gettext(CANCEL), custom_id("cancel", found.id, found.seq)),
        )
        text = say(SURE, {"match": found.id}, language=language)
        await answers.show_reply(interaction, Reply(text, controls))


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


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Managers(bot))
