"""Managers of a server can end the matches of others."""

from __future__ import annotations

import logging

from discord import ButtonStyle, app_commands
from discord.ext import commands

import matches
from bot.commands import destinations
from bot.commands.checks import require_manager
from bot.commands.which_match import (
    complete_match,
    in_match,
    meant_in_thread,
    run_in_match,
    run_in_one_of,
)
from bot.context import Bot, Interaction
from bot.delivery.matches import tables as table_delivery
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import require_server, servers_only
from bot.interactions.locale import language_of
from bot.interactions.response import acknowledge_in_time
from bot.interactions.ways_out import lead
from bot.text import match as match_text
from bot.ui.controls import button, custom_id
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.ids import ChannelId, MatchId
from matches.model.match import Listing

log = logging.getLogger(__name__)


SURE = N_(
    "Do you really want to end this match? It will have no result, and nobody will be able to "
    "continue it."
)
ELSEWHERE = N_(
    "`/end` ends a server's matches. It only works on a server I've been added to. You can "
    "resign your own matches anywhere with `/resign`."
)
lead(ELSEWHERE, destinations.games)
END, CANCEL = N_("End match"), N_("Cancel")
ENDED = N_("You've ended match {match}.")
TO_END = N_("Which match, if you're not in its thread")
NONE_HERE = N_("No match is being played here. Choose one with the `match` option.")


class Managers(commands.Cog):
    """`/end`."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @servers_only(ELSEWHERE)
    @app_commands.command(name=N_("end"), description=N_("End a match on this server"))
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=TO_END)
    @app_commands.autocomplete(typed=complete_match)
    @app_commands.default_permissions(manage_guild=True)
    async def end(self, interaction: Interaction, typed: str | None = None) -> None:
        """Asks for confirmation. The user must be allowed to manage the server."""
        require_manager(interaction)
        if typed is not None:
            await run_in_match(interaction, "end", typed)
            return
        acknowledge_in_time(interaction)
        found = await _here(interaction)
        if not found:
            raise Refused(NONE_HERE)
        await run_in_one_of(interaction, "end", found)


async def _here(interaction: Interaction) -> list[Listing]:
    """The matches and tables that can be ended here; in a thread, else, the one that is over."""
    there = await meant_in_thread(interaction)
    channel = interaction.channel_id or 0
    found = there or await matches.in_channel(interaction.client.database, ChannelId(channel))
    return [one for one in found if one.ending is None] or there[:1]


@in_match("end")
async def ask_to_end(interaction: Interaction, match_id: MatchId, _: str) -> None:
    """Asks a manager of the server for confirmation."""
    require_server(interaction, ELSEWHERE)
    require_manager(interaction)
    found = await access.require(interaction, match_id, "end")
    matches.require_unfinished(found)
    language = language_of(interaction)
    controls = (
        button(
            language.gettext(END), custom_id("end", found.id, found.seq), style=ButtonStyle.danger
        ),
        button(language.gettext(CANCEL), custom_id("cancel", found.id, found.seq)),
    )
    text = f"{match_text.header(found, language)}\n{language.gettext(SURE)}"
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
