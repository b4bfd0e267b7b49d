"""How the games are played, and what the bot can do."""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot import delivery
from bot.components import Press, button, custom_id, on
from bot.errors import Outdated
from bot.i18n import of_locale
from bot.overview import overview
from bot.replies import Reply
from games.protocol import AnyGame
from games.words import N_, say

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

HELP = N_(
    "**How to play**\n"
    "`/play` opens a table, or challenges those whom you name. The buttons under it seat you.\n"
    "`/move` plays a turn, for example `{example}`; suggestions appear as you type. The button "
    "*Move* under a board lets you pick it instead, on your own board that only you see.\n"
    "After a semicolon you can write further turns: they are played by themselves when it is your "
    "turn. `/prepared` lists them.\n"
    "`/board` shows the board from your side, `/games` all your matches.\n"
    "`/draw` offers a draw, `/resign` gives up, `/abort` breaks off before everyone has moved.\n"
    "`/rules` explains each game:"
)


class Rules(commands.Cog):
    """The commands that explain."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot

    @app_commands.command(name=N_("rules"), description=N_("How a game is played"))
    @app_commands.describe(game=N_("The game"))
    @app_commands.choices(
        game=[
            app_commands.Choice(name=game.info.name, value=game.info.key)
            for game in games.all_games()
        ]
    )
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Shows the first page of a game's rules."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await delivery.show(interaction, _page(_game(game), 0, of_locale(interaction.locale)))

    @app_commands.command(name=N_("help"), description=N_("What the bot can do"))
    async def help(self, interaction: Interaction) -> None:
        """Explains the commands."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        language, known = of_locale(interaction.locale), games.all_games()
        example = known[0].texts.example
        lines = [say(HELP, {"example": example}, language=language)]
        lines += [
            f"• **{language.gettext(game.info.name)}** – {language.gettext(game.texts.summary)}"
            for game in known
        ]
        every = overview(self.bot.tree, language, interaction.permissions)
        await delivery.show(interaction, Reply("\n".join(lines), embed=every))


def _game(key: str) -> AnyGame:
    try:
        return games.get(key)
    except KeyError:
        raise Outdated from None


def _page(game: AnyGame, number: int, language: NullTranslations) -> Reply:
    """One section of a game's help, with buttons to the others."""
    sections = game.texts.help
    number %= len(sections)
    section = sections[number]
    embed = discord.Embed(
        title=f"{language.gettext(game.info.name)} – {language.gettext(section.title)}",
        description=language.gettext(section.body),
    )
    embed.set_footer(text=f"{number + 1} / {len(sections)}")
    controls = [
        button(
            sign, custom_id(action, "-", 0, f"{game.info.key}/{(number + step) % len(sections)}")
        )
        for sign, action, step in (("◀", "rules", -1), ("▶", "rules-on", 1))
    ]
    return Reply("", tuple(controls), embed=embed)


@on("rules")
@on("rules-on")
async def turn_page(press: Press) -> None:
    """Shows another section."""
    key, number = press.read(r"([^/]+)/(\d+)")
    page = _page(_game(key), int(number), of_locale(press.interaction.locale))
    await press.interaction.response.defer()
    await delivery.show(press.interaction, page)


async def setup(bot: Dreierlei) -> None:
    """Adds the commands."""
    await bot.add_cog(Rules(bot))
