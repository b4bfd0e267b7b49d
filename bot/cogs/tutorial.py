"""The tutorial: a few positions with a task each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot import delivery, forms, lessons, teaching
from bot.components import Press, on
from bot.i18n import of_locale
from bot.lessons import Place
from bot.replies import Reply
from games.words import N_

if TYPE_CHECKING:
    from bot.client import Dreierlei, Interaction

FORM = "lesson-form"
YOUR_TURN = N_("Your turn")
AS_IN = N_("As you would type it after /move")


class Tutorial(commands.Cog):
    """The command that teaches."""

    def __init__(self, bot: Dreierlei) -> None:
        self.bot = bot

    @app_commands.command(name=N_("tutorial"), description=N_("Learn a game by playing"))
    @app_commands.describe(game=N_("The game"))
    @app_commands.choices(game=teaching.GAMES)
    async def tutorial(self, interaction: Interaction, game: str) -> None:
        """Shows the first lesson of a game."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _show(interaction, Place(teaching.game_of(game), 0))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hears the form."""
        await forms.hear(interaction, FORM, _typed)


async def _show(interaction: Interaction, place: Place, *said: str) -> None:
    language = of_locale(interaction.locale)
    await delivery.show(interaction, await lessons.show(interaction.client, place, language, said))


async def _answer(interaction: Interaction, place: Place, text: str) -> None:
    language = of_locale(interaction.locale)
    reply: Reply = await lessons.answer(interaction.client, place, text, language)
    await delivery.show(interaction, reply)


@on("lesson")
@on("lesson-again")
@on("lesson-page")
@on("lesson-page-on")
async def go(press: Press) -> None:
    """Shows a lesson, from its start or with other menus."""
    place = Place.read(press.rest)
    await press.interaction.response.defer()
    await _show(press.interaction, place)


@on("lesson-hint")
async def hint(press: Press) -> None:
    """Adds the hint."""
    place = Place.read(press.rest)
    said = of_locale(press.interaction.locale).gettext(place.lesson.hint)
    await press.interaction.response.defer()
    await _show(press.interaction, place, f"💡 {said}")


@on("lesson-show")
async def show(press: Press) -> None:
    """Shows an answer."""
    place = Place.read(press.rest)
    lesson, language = place.lesson, of_locale(press.interaction.locale)
    await press.interaction.response.defer()
    reply = await lessons.reveal(press.interaction.client, place, lesson, language)
    await delivery.show(press.interaction, reply)


@on("lesson-pick")
async def pick(press: Press) -> None:
    """Adds what was chosen, and checks the turn once a move is whole."""
    place = Place.read(press.rest)
    picked = press.choice
    move = lessons.picked_move(place, picked)
    await press.interaction.response.defer()
    if move is None:
        await _show(press.interaction, replace(place, page=0, stem=picked))
    else:
        await _answer(press.interaction, place, f"{place.done} {move}".strip())


@on("lesson-back")
async def back(press: Press) -> None:
    """Takes the last choice back."""
    place = lessons.earlier(Place.read(press.rest))
    await press.interaction.response.defer()
    await _show(press.interaction, place)


@on("lesson-type")
async def ask(press: Press) -> None:
    """Opens the form, with the moves that have been picked."""
    place = Place.read(press.rest)
    language = of_locale(press.interaction.locale)
    title, label = language.gettext(YOUR_TURN), language.gettext(AS_IN)
    to = place.restarted().to(FORM)
    await forms.ask(press.interaction, title, label, to, filled=place.done)


async def _typed(press: Press, text: str) -> None:
    place = Place.read(press.rest)
    await press.interaction.response.defer()
    await _answer(press.interaction, place, text)


async def setup(bot: Dreierlei) -> None:
    """Adds the command."""
    await bot.add_cog(Tutorial(bot))
