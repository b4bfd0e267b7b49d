"""Challenging a player from the context menu of their name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gettext import NullTranslations

import discord
from discord import app_commands

from bot.cogs.lobby._play_options import BOTS, Opening
from bot.cogs.lobby.cog import open_table
from bot.commands.options import WHICH_GAME, game_of, games_here
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated, Refused
from bot.interactions.contexts import everywhere, guild_of
from bot.interactions.locale import language_of
from bot.ui.controls import custom_id, menu, number
from bot.ui.dispatch import Press, on
from bot.ui.message import Reply
from games.words import N_, say
from matches.model.computer_players import is_computer_player
from matches.model.ids import PlayerId
from matches.model.match import RETURNING, is_evened_out

WHAT = N_("What do you want to play with {player}?")
MORE = N_("With `/play` you can also choose the clock, the seats and everything else.")
TWICE = N_("{game}, two matches")
WHY_TWICE = N_("Seats are swapped in the second one, since one of them wins more often")
YOURSELF = N_("Choose somebody else: you can't play against yourself.")
_AND_RETURN = "+return"
"""Ends the value of an option for two matches."""


async def challenge(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Asks for the game."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    if user.bot:
        raise Refused(BOTS)
    if user == interaction.user:
        raise Refused(YOURSELF)
    interaction.client.names.meet(guild_of(interaction), interaction.user, user)
    await answers.show_reply(interaction, await question(interaction, PlayerId(user.id)))


async def question(interaction: Interaction, player: PlayerId) -> Reply:
    """Asks for the game to challenge a player to."""
    language = language_of(interaction)
    asked = say(WHAT, {"player": f"<@{player}>"}, language=language)
    to = custom_id("challenge", rest=str(player))
    offered = [*_with_returns(await games_here(interaction), language)]
    which = menu(language.gettext(WHICH_GAME), to, offered)
    return Reply(f"{asked}\n-# {language.gettext(MORE)}", (which,))


def _with_returns(
    offered: Iterable[discord.SelectOption], language: NullTranslations
) -> Iterator[discord.SelectOption]:
    """The games. Those in which one seat wins more often also appear with a return match."""
    for one in offered:
        yield one
        if is_evened_out(game_of(one.value), RETURNING):
            yield discord.SelectOption(
                label=say(TWICE, {"game": one.label}, language=language),
                value=f"{one.value}{_AND_RETURN}",
                description=language.gettext(WHY_TWICE),
                emoji=one.emoji,
            )


@on("challenge")
async def chosen(press: Press) -> None:
    """Opens the challenge with default options."""
    interaction = press.interaction
    whom = PlayerId(number(press.rest))
    if whom == press.player or is_computer_player(whom):
        raise Outdated
    game = game_of(press.choice.removesuffix(_AND_RETURN))
    await interaction.response.defer()
    both = press.choice.endswith(_AND_RETURN)
    await open_table(interaction, Opening(game, opponents=[whom], with_return=both))


async def setup(bot: Bot) -> None:
    """Adds the command."""
    bot.tree.add_command(
        everywhere(app_commands.ContextMenu(name=N_("Challenge"), callback=challenge))
    )
