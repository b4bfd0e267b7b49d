"""Rematches of finished matches."""

from __future__ import annotations

import logging

from discord import app_commands
from discord.ext import commands

import matches
from bot.commands import destinations
from bot.commands.checks import require_offered
from bot.commands.which_match import MATCH, as_typed, choices, meant
from bot.context import Bot, Interaction
from bot.context.shut_channels import level_of
from bot.delivery.matches import tables as table_delivery
from bot.delivery.matches import turns as turn_delivery
from bot.delivery.transport import answers
from bot.delivery.transport.posts import post
from bot.errors import Refused
from bot.interactions import access
from bot.interactions.contexts import everywhere, guild_of, user_of
from bot.interactions.locale import language_of
from bot.interactions.subject import subject_of
from bot.interactions.ways_out import lead
from bot.messages import table as table_message
from bot.text import match as match_text
from bot.text.discord_codes import TROUBLES
from bot.text.numbers import listed
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, Fields, say
from matches.model.ids import MatchId
from matches.model.match import Match

log = logging.getLogger(__name__)


CHALLENGED = N_("{match}: you've challenged {players} to a rematch.")
CHALLENGED_IN = N_("{match}: you've challenged {players} to a rematch in {channel}.")
BEGINS = N_("{match}: the rematch against {players} begins.")
ACCEPTED = N_("{match}: you've accepted the rematch.")
NONE_OVER = N_("None of your matches is over yet.")
lead(NONE_OVER, destinations.games)


class Rematches(commands.Cog):
    """`/rematch`."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(
        name=N_("rematch"), description=N_("Challenge the same players to a rematch")
    )
    @app_commands.rename(typed="match")
    @app_commands.describe(typed=MATCH)
    async def rematch(self, interaction: Interaction, typed: str | None = None) -> None:
        """Challenges the same players; by default those of the user's last match here."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(guild_of(interaction), interaction.user)
        with as_typed(typed or await _last(interaction)) as old:
            await _rematch(interaction, old)

    @rematch.autocomplete("typed")
    async def _complete_over(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """The user's finished matches."""
        database, player = interaction.client.database, user_of(interaction)
        found = await matches.matches_of(database, player, over=True)
        return choices(interaction, [one for one in found if one.started_at], current)


# Rematches


async def _last(interaction: Interaction) -> MatchId:
    """The match of this thread; else the user's last match in this channel, or otherwise
    anywhere.
    """
    found = await meant(interaction, status="over")
    if not found:
        raise Refused(NONE_OVER)
    return found[0].id


async def _rematch(interaction: Interaction, match_id: MatchId) -> None:
    old = await access.require(interaction, match_id, "rematch")
    await require_offered(interaction.client, old.place.guild, old.game)
    match = await matches.rematch(
        interaction.client.database,
        match_id,
        user_of(interaction),
        limits=interaction.client.settings.limits,
        interaction=interaction.id,
    )
    subject_of(interaction).match_id = match.id
    done = Reply(_done(interaction, match))
    if match.status == "running":
        await turn_delivery.publish_first_board(interaction, match, done)
        await table_delivery.renew_table(interaction.client, match)
        await table_delivery.renew_offer(interaction.client, match)
    elif match.host == interaction.user.id:
        await table_delivery.show_table(interaction, match, done)
        await _tell_in_thread(interaction, old, match)
    else:
        await answers.show_reply(interaction, done)
        await table_delivery.renew_table(interaction.client, match)


def _done(interaction: Interaction, match: Match) -> str:
    """The answer: whom the user has challenged, and where."""
    language, user = language_of(interaction), user_of(interaction)
    elsewhere = not match.apart and match.place.where != interaction.channel_id
    if match.host != user:
        sentence = ACCEPTED
    elif match.status == "running":
        sentence = BEGINS  # A user who is elsewhere is told where.
    else:
        sentence = CHALLENGED_IN if elsewhere else CHALLENGED
    others = [one for one in (match.invited or match.seated) if one != user]
    players = listed([match_text.mention(one, language) for one in others], language)
    fields: Fields = {
        "match": match_text.title(match, language),
        "players": players,
        "channel": f"<#{match.place.where}>",
    }
    return say(sentence, fields, language=language)


async def _tell_in_thread(interaction: Interaction, old: Match, match: Match) -> None:
    """Offers the rematch in the old match's thread as well, if the user is there: its table is
    posted outside, where nobody is looking. The table has already notified the players invited.
    """
    thread, bot = old.place.own_thread, interaction.client
    if match.apart or thread is None or thread != interaction.channel_id:
        return
    offer = table_message.rematch(match, await answers.public_language(interaction, match.place))
    try:
        await post(bot, thread, f"{match.id}.offer", old.place.channel, **offer.sent())
    except TROUBLES as error:
        log.log(level_of(error), "match=%s thread=%d: %s", match.id, thread, error)


@on("rematch")
async def rematch(press: Press) -> None:
    """Challenges to a rematch, or accepts it."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _rematch(press.interaction, press.match_id)


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Rematches(bot))
