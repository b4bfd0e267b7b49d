"""Looking up one's own matches."""

from __future__ import annotations

from datetime import datetime
from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import matches
from bot import delivery, sentences, times
from bot.choosing import label
from bot.components import custom_id, menu
from bot.i18n import of_locale
from bot.replies import Reply
from games.words import N_, NN_, say
from matches.match import Listing

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

LISTED = 15
"""The most matches of a list."""

NO_MATCHES = N_("You have no matches. Open one with `/play`.")
NONE_OVER = N_("None of your matches is over yet.")
MORE = NN_("… and {count} more", "… and {count} more")
LOOK = N_("Look at a board")


class Records(commands.Cog):
    """The command that lists matches."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot

    @app_commands.command(name=N_("games"), description=N_("Your matches, your turns first"))
    @app_commands.describe(over=N_("Those that are over"))
    async def list_games(self, interaction: Interaction, over: bool = False) -> None:
        """Lists the user's matches."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        interaction.client.names.meet(interaction.guild_id, interaction.user)
        database, player = interaction.client.database, interaction.user.id
        found = await matches.matches_of(database, player, over=over)
        await delivery.show(interaction, _list(interaction, found, over=over))


def _list(interaction: Interaction, found: list[Listing], *, over: bool) -> Reply:
    language, player = of_locale(interaction.locale), interaction.user.id
    if not found:
        return Reply(language.gettext(NONE_OVER if over else NO_MATCHES))
    now = interaction.client.database.now()
    lines = [_line(one, player, now, language) for one in found[:LISTED]]
    if len(found) > LISTED:
        lines.append(say(MORE, {"count": len(found) - LISTED}, language=language))
    options = [
        discord.SelectOption(label=label(interaction, one, language), value=one.id)
        for one in found[:25]
        if one.started_at
    ]
    asked = language.gettext(LOOK)
    controls = (menu(asked, custom_id("which", "-", 0, "board/"), options),) if options else ()
    return Reply("\n".join(lines), controls)


def _line(match: Listing, player: int, now: datetime, language: NullTranslations) -> str:
    """A match of a list: game, opponents, what is to be done until when, and where."""
    others = " ".join(sentences.mention(one, language) for one in match.seated if one != player)
    state = sentences.state(match, player, language).partition("\n")[0]
    mine = match.player_to_move == player
    parts = [sentences.title(match, language), others, f"**{state}**" if mine else state]
    parts.append(times.due(match, now, language))
    where = f"<#{match.place.thread or match.place.channel}>"
    return f"{'▶' if mine else '•'} {' · '.join(filter(None, parts))} · {where}"


async def setup(bot: Dreierlei) -> None:
    """Adds the command."""
    await bot.add_cog(Records(bot))
