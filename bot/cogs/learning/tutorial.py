"""The tutorial: the goal, a few positions with a task each, and a match to play."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.cogs.learning import _exercise, _lesson, _which_game
from bot.cogs.learning._lesson import Place, Rewritten
from bot.cogs.learning._pictures import Reader
from bot.commands import options
from bot.context import Bot, Interaction
from bot.delivery.transport import answers
from bot.errors import Outdated
from bot.interactions.contexts import everywhere
from bot.ui import modals
from bot.ui.dispatch import Press, on
from games.words import N_

FORM = "lesson-form"
YOUR_TURN = N_("Your turn")
ASKED = N_(
    "**Which game do you want to learn?** You'll try it out right away, on a board of your own."
)


class Tutorial(commands.Cog):
    """`/tutorial`."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @everywhere
    @app_commands.command(name=N_("tutorial"), description=N_("Learn a game by playing"))
    @app_commands.describe(game=N_("The game"))
    @app_commands.choices(game=options.GAMES)
    async def tutorial(self, interaction: Interaction, game: str | None = None) -> None:
        """Shows the goal of a game. The first lesson is one step further."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await _which_game.meant_game(interaction, game, ASKED, "learn-game")
        if found is not None:
            await _show(interaction, Place(found))


async def _show(interaction: Interaction, place: Place, said: Sequence[str] = ()) -> None:
    reader = await Reader.of(interaction)
    comments = [reader.say(sentence) for sentence in said]
    await answers.show_reply(interaction, await _lesson.lesson_page(reader, place, comments))


async def _answer(interaction: Interaction, place: Place, text: str) -> None:
    reader = await Reader.of(interaction)
    await answers.show_reply(interaction, await _lesson.answer(reader, place, text))


@on("learn")
async def ask_for_game(press: Press) -> None:
    """Asks which game to learn."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    await _which_game.ask(press.interaction, ASKED, "learn-game")


@on("learn-game")
async def begin(press: Press) -> None:
    """Shows the goal of the game that was chosen."""
    game = options.game_of(press.choice)
    await press.interaction.response.defer()
    await _show(press.interaction, Place(game))


async def _place(press: Press) -> Place | None:
    """Where the pupil is. If that step has been rewritten since, the tutorial starts again."""
    try:
        return Place.read(press.rest)
    except Rewritten as error:
        await press.interaction.response.defer()
        await _show(press.interaction, Place(error.game), [_lesson.ANEW])
        return None


StepHandler: TypeAlias = Callable[[Press, Place], Awaitable[None]]


def _on(action: str) -> Callable[[StepHandler], StepHandler]:
    """Registers a function as the handler of a step's control."""

    def register(handler: StepHandler) -> StepHandler:
        async def handle(press: Press) -> None:
            place = await _place(press)
            if place is not None:
                await handler(press, place)

        on(action)(handle)
        return handler

    return register


@_on("lesson")
@_on("lesson-again")
@_on("lesson-page")
@_on("lesson-page-on")
async def open_lesson(press: Press, place: Place) -> None:
    """Shows a lesson: from its start, or with other menus."""
    await press.interaction.response.defer()
    await _show(press.interaction, place)


@_on("lesson-hint")
async def hint(press: Press, place: Place) -> None:
    """Adds the hint."""
    hinted = place.lesson.hint
    await press.interaction.response.defer()
    reader = await Reader.of(press.interaction)
    reply = await _lesson.lesson_page(reader, place, [f"💡 {reader.say(hinted)}"])
    await answers.show_reply(press.interaction, reply)


@_on("lesson-show")
async def show_answer(press: Press, place: Place) -> None:
    """Shows an answer."""
    lesson = place.lesson
    await press.interaction.response.defer()
    reply = await _lesson.reveal(await Reader.of(press.interaction), place, lesson)
    await answers.show_reply(press.interaction, reply)


@_on("lesson-pick")
async def pick(press: Press, place: Place) -> None:
    """Adds the choice, and checks the turn once a move is complete."""
    picked = press.choice
    await press.interaction.response.defer()
    further = await asyncio.to_thread(_exercise.further, place, picked)
    if further.stem:
        await _show(press.interaction, further)
    else:
        await _answer(press.interaction, place, further.done)


@_on("lesson-end")
async def end(press: Press, place: Place) -> None:
    """Ends the turn, and checks it."""
    turn = _exercise.ended(place)
    if turn is None:
        raise Outdated
    await press.interaction.response.defer()
    await _answer(press.interaction, place, turn)


@_on("lesson-back")
async def back(press: Press, place: Place) -> None:
    """Takes back the last choice."""
    await press.interaction.response.defer()
    await _show(press.interaction, _exercise.earlier(place))


@_on("lesson-type")
async def ask(press: Press, place: Place) -> None:
    """Opens the form, filled with the picked moves."""
    reader = await Reader.of(press.interaction)
    title, label = reader.say(YOUR_TURN), reader.say(_exercise.NOTATED)
    to = place.restarted().to(FORM)
    more = _exercise.example(place, place.lesson.answer, reader)
    await modals.ask(press.interaction, title, label, to, more=more, filled=place.done)


@modals.on(FORM)
async def _typed(press: Press, text: str) -> None:
    place = await _place(press)
    if place is not None:
        await press.interaction.response.defer()
        await _answer(press.interaction, place, text)


async def setup(bot: Bot) -> None:
    """Adds the command."""
    await bot.add_cog(Tutorial(bot))
