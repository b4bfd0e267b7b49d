"""Rematches of finished matches."""

from __future__ import annotations

import logging

from discord import app_commands
from discord.ext import commands

import matches
from bot.commands.checks import require_offered
from bot.commands.which_match import MATCH, choices
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.delivery import tables as table_delivery
from bot.delivery import turns as turn_delivery
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import everywhere
from bot.interactions.locale import language_of
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.model.ids import MatchId, PlayerId

log = logging.getLogger(__name__)


CHALLENGED = N_("{match}: the others have been challenged to a rematch.")
CHALLENGED_IN = N_("{match}: the others have been challenged to a rematch in {channel}.")
ACCEPTED = N_("{match}: you've accepted the rematch.")
NONE_OVER = N_("None of your matches is over yet.")


class Rematches(commands.Cog):
    """The command."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("rematch"), description=N_("Play a finished match again"))
    @app_commands.describe(match=MATCH)
    async def rematch(self, interaction: Interaction, match: str | None = None) -> None:
        """Challenges the same players; by default those of the user's last match here."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(interaction.guild_id, interaction.user)
        await _rematch(interaction, MatchId(match) if match else await _last(interaction))

    @rematch.autocomplete("match")
    async def _complete_over(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The user's finished matches."""
        database, player = interaction.client.database, PlayerId(interaction.user.id)
        found = await matches.matches_of(database, player, over=True)
        return choices(interaction, [one for one in found if one.started_at], current)


# Rematches


async def _last(interaction: Interaction) -> MatchId:
    """The user's last match in this channel, or otherwise anywhere."""
    found = await matches.matches_of(
        interaction.client.database, PlayerId(interaction.user.id), over=True
    )
    played = [one for one in found if one.started_at]
    channel = interaction.channel_id
    here = [one for one in played if channel in (one.place.channel, one.place.thread)]
    if not played:
        raise Refused(NONE_OVER)
    return (here or played)[0].id


async def _rematch(interaction: Interaction, match_id: MatchId) -> None:
    old = await access.require(interaction, match_id, "rematch")
    await require_offered(interaction.client, old.place.guild, old.game)
    match = await matches.rematch(
        interaction.client.database,
        match_id,
        PlayerId(interaction.user.id),
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


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Rematches(bot))
