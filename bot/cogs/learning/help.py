"""`/help`: what newcomers need first, and everything else by topic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.learning._help_topics import CHAPTERS, Names, overview
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.contexts import everywhere, guild_of, works
from bot.interactions.locale import language_of
from bot.messages.first_steps import first_steps
from bot.ui.controls import custom_id, menu
from bot.ui.dispatch import Press, on
from bot.ui.layout import Part, Text, heading, ruled
from bot.ui.message import Reply
from games.words import N_, NN_, say

WHAT = NN_(
    "With me you can play {count} board game right here in Discord: alone against the computer, or "
    "with other people.",
    "With me you can play {count} board games right here in Discord: alone against the computer, "
    "or with other people.",
)
HELP = N_(
    "**New here?** Press *Learn* to try out a game, or *Play the computer* to start right away.\n\n"
    "{move} plays a turn. *Move* under a board does the same without typing.\n"
    "{board} shows you the board, {matches} all your matches.\n"
    "{rules} explains each game.\n"
    "In {settings} you choose the language, colours and notifications.\n\n"
    "To open your own table, with a clock and options:\n{play}"
)
TOPICS, START = N_("All commands, by topic"), N_("The essentials")
_START = "start"


class Help(commands.Cog):
    """`/help`."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("help"), description=N_("What the bot can do"))
    async def help(self, interaction: Interaction) -> None:
        """Shows the first page."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _show(interaction, _START)


async def _show(interaction: Interaction, topic: str) -> None:
    """Shows the first page, or the commands of a topic. Raises Outdated for an unknown one."""
    language, bot = language_of(interaction), interaction.client
    names = Names(bot.command_ids, guild_of(interaction), language)
    found = overview(bot.tree, names, interaction.permissions, partial(works, interaction))
    chapters = {str(number): chapter for number, chapter in enumerate(CHAPTERS)}
    titles = {_START: START} | {key: one for key, one in chapters.items() if one in found}
    if topic not in titles:
        raise Outdated
    options = [
        discord.SelectOption(
            label=language.gettext(title), value=key, default=key == topic != _START
        )
        for key, title in titles.items()
    ]
    topics = menu(language.gettext(TOPICS), custom_id("help-topic"), options)
    controls = (*first_steps(language), topics)
    if topic == _START:
        here = await bot.preferences.in_guild(guild_of(interaction))
        keys = [game.info.key for game in games.all_games() if here.offers(game.info.key)]
        parts = first_page(names, keys)
    else:
        parts = chapter(titles[topic], found[titles[topic]], names)
    await answers.show_reply(interaction, Reply("", controls, parts=parts))


def first_page(names: Names, keys: Sequence[str]) -> tuple[Part, ...]:
    """What the bot is, and what newcomers need, in places where these games are played."""
    named = {name: names[name] for name in ("move", "board", "rules", "settings")}
    tables = " · ".join(names.link(f"play {key}") for key in keys)
    fields = named | {"matches": names["games"], "play": tables}
    what = say(WHAT, {"count": len(keys)}, language=names.language)
    needed = say(HELP, fields, language=names.language)
    return ruled(map(Text, f"{what}\n{needed}".split("\n\n")))


def chapter(title: str, lines: Sequence[str], names: Names) -> tuple[Part, ...]:
    """A topic, with a line for each of its commands."""
    return heading(names.language.gettext(title)), Text("\n".join(lines))


@on("help-topic")
async def choose_topic(press: Press) -> None:
    """Shows the topic chosen from the menu."""
    await press.interaction.response.defer()
    await _show(press.interaction, press.choice)


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Help(bot))
