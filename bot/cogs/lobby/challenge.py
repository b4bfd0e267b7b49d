"""Challenging somebody from the menu on their name."""

from __future__ import annotations

import discord
from discord import app_commands

import games
from bot.cogs.lobby._play_options import BOTS, Opening
from bot.cogs.lobby.cog import open_table
from bot.context import Bot, Interaction
from bot.delivery import answers
from bot.errors import Outdated, Refused
from bot.interactions.contexts import everywhere
from bot.interactions.locale import language_of
from bot.pictures.men import Emojis, sign
from bot.text.discord_limits import LABEL
from bot.text.match import cut
from bot.ui.controls import custom_id, menu, number
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId

WHAT = N_("What do you want to play with {player}?")
WHICH = N_("Choose a game")
MORE = N_("With `/play` you can also choose the clock, the seats and everything else.")
YOURSELF = N_("Choose somebody else: you can't play against yourself.")


async def challenge(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Asks for the game."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if user.bot:
        raise Refused(BOTS)
    if user == interaction.user:
        raise Refused(YOURSELF)
    interaction.client.names.meet(interaction.guild_id, interaction.user, user)
    await answers.show_reply(interaction, await _question(interaction, user))


async def _question(interaction: Interaction, user: discord.User | discord.Member) -> Reply:
    """A menu of the games that can be played here."""
    language = language_of(interaction)
    here = await interaction.client.preferences.in_guild(interaction.guild_id)
    emojis = interaction.client.service(Emojis)
    options = [
        discord.SelectOption(
            label=language.gettext(game.info.name),
            value=game.info.key,
            description=cut(language.gettext(game.texts.summary), LABEL),
            emoji=emojis.of(sign(game.info.key)),
        )
        for game in games.all_games()
        if here.offers(game.info.key)
    ]
    asked = say(WHAT, {"player": user.mention}, language=language)
    to = custom_id("challenge", "-", 0, str(user.id))
    which = menu(language.gettext(WHICH), to, options)
    return Reply(f"{asked}\n-# {language.gettext(MORE)}", (which,))


@on("challenge")
async def chosen(press: Press) -> None:
    """Opens the challenge with default options."""
    interaction = press.interaction
    whom = PlayerId(number(press.rest))
    if whom == press.player or is_computer_player(whom):
        raise Outdated
    await interaction.response.defer()
    try:
        game = games.get(press.choice)
    except KeyError:
        raise Outdated from None
    await open_table(interaction, Opening(game, opponents=[whom]))


async def setup(bot: Bot) -> None:
    """Adds the menu."""
    bot.tree.add_command(
        everywhere(app_commands.ContextMenu(name=N_("Challenge"), callback=challenge))
    )
