"""The tutorial: a task on a position, checked by the engine.

No state is kept here: the controls carry the lesson and what has been picked.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
from discord import ButtonStyle

from bot.cogs.learning import _exercise, _help
from bot.cogs.learning._help import Reader
from bot.commands import options
from bot.errors import Outdated
from bot.text import refusal as refusal_text
from bot.ui.controls import Control, button, custom_id
from bot.ui.message import Reply
from games.errors import MoveError
from games.protocol import AnyGame
from games.scene import Mark
from games.teaching import Attempt, Shown, attempt, shown
from games.words import N_, Fields, Lesson, say

TITLE = N_("{game} · Lesson {number} of {count}")
TYPE, BACK, HINT, SHOW = N_("Type your turn"), N_("Back"), N_("Hint"), N_("Show me")
SKIP, NEXT, AGAIN = N_("Skip"), N_("Next"), N_("Once more")
TO_RULES, FROM_START = N_("Rules"), N_("Start over")
HOW = N_("Pick your turn below, or type it.")
SO_FAR = N_("So far: `{text}`. Your turn goes on.")
NOT_YET = N_("`{text}` is legal. {events} But the task asks for something else. Try again.")
ANSWER = N_("One answer is `{text}`. {events}")
DONE = N_("You've finished the {game} tutorial")
WELL_DONE = N_(
    "🎉 You know how to play {game} now. `/play {key}` opens a table or challenges somebody. "
    "`/rules` has all the details, and some advice."
)

_STATE = re.compile(r"([^/]+)/(\d{1,3})/(\d{1,3})/([^|]*)\|(.*)")


@dataclass(frozen=True, slots=True)
class Place:
    """A pupil's state: the lesson, the turn that they have begun, and the page of menus."""

    game: AnyGame
    number: int
    page: int = 0
    done: str = ""
    """The complete moves of the turn."""
    stem: str = ""
    """The beginning of the next one."""

    @classmethod
    def read(cls, text: str) -> Place:
        """The inverse of `str`. Raises Outdated for a state that can't exist any more."""
        found = _STATE.fullmatch(text)
        if found is None:
            raise Outdated
        game = options.game_of(found[1])
        place = cls(game, int(found[2]), int(found[3]), found[4], found[5])
        if not place.over:
            _exercise.at(place)
        return place

    def __str__(self) -> str:
        return f"{self.game.info.key}/{self.number}/{self.page}/{self.done}|{self.stem}"

    @property
    def over(self) -> bool:
        """Whether the last lesson is done."""
        return self.number == len(self.game.texts.lessons)

    @property
    def lesson(self) -> Lesson:
        """The task. Raises Outdated if the game doesn't have so many lessons any more."""
        try:
            return self.game.texts.lessons[self.number]
        except IndexError:
            raise Outdated from None

    @property
    def given(self) -> Shown:
        """The situation at the start of the lesson."""
        return shown(self.game, self.lesson)

    def restarted(self) -> Place:
        """The same lesson with nothing picked."""
        return Place(self.game, self.number)

    def to(self, action: str) -> str:
        """The `custom_id` of a control that leads on from here."""
        return custom_id(action, "-", 0, str(self))


# What is shown


async def lesson_page(reader: Reader, place: Place, said: Sequence[str] = ()) -> Reply:
    """The task, the latest comments, and the controls to answer; or the end of the tutorial."""
    if place.over:
        return _end(place.game, reader)
    said = [*said] or [reader.say(HOW)]
    menus, marks = await asyncio.to_thread(_exercise.choice, place, "lesson", reader)
    controls = (*menus, *_buttons(place, reader))
    return await _reply(reader, place, _exercise.at(place), said, controls=controls, marks=marks)


async def answer(reader: Reader, place: Place, text: str) -> Reply:
    """Checks a turn that was typed or picked, and shows what comes next."""
    try:
        tried = attempt(place.game, place.lesson, text)
    except MoveError as error:
        setup = place.given.setup
        why = refusal_text.refusal(place.game, error.refusal, reader.language, setup)
        return await lesson_page(reader, place.restarted(), [f"❌ {why}"])
    if tried.solved:
        praise = f"✅ {reader.say(place.lesson.praise)}"
        return await _solved(reader, place, tried, praise)
    further = replace(place, page=0, done=tried.text, stem="")
    if not tried.complete and _exercise.fits(further):
        said = say(SO_FAR, {"text": tried.text}, language=reader.language)
        return await lesson_page(reader, further, [f"➡️ {said}"])
    done = _help.happened(tried.after, tried.events, reader.language)
    said = say(NOT_YET, {"text": tried.text, "events": done}, language=reader.language)
    return await lesson_page(reader, place.restarted(), [f"↩️ {said}"])


async def reveal(reader: Reader, place: Place, lesson: Lesson) -> Reply:
    """Shows one answer to the lesson at this place."""
    tried = attempt(place.game, lesson, lesson.answer)
    done = _help.happened(tried.after, tried.events, reader.language)
    said = say(ANSWER, {"text": tried.text, "events": done}, language=reader.language)
    return await _solved(reader, place, tried, f"👉 {said}")


async def _solved(reader: Reader, place: Place, tried: Attempt, said: str) -> Reply:
    on = Place(place.game, place.number + 1)
    controls = (
        button(reader.say(NEXT), on.to("lesson"), style=ButtonStyle.success),
        button(reader.say(AGAIN), place.restarted().to("lesson-again")),
    )
    return await _reply(reader, place, tried.after, [said], controls=controls)


async def _reply(
    reader: Reader,
    place: Place,
    what: Shown,
    said: Sequence[str],
    *,
    controls: tuple[Control, ...],
    marks: Sequence[Mark] = (),
) -> Reply:
    game, task = place.game, reader.say(place.lesson.task)
    count = len(game.texts.lessons)
    name = reader.say(game.info.name)
    fields: Fields = {"game": name, "number": place.number + 1, "count": count}
    seat = shown(game, place.lesson).line.position.to_move
    painted = await _help.picture(reader, what, task, marks=marks, seat=seat)
    embed = discord.Embed(
        title=say(TITLE, fields, language=reader.language),
        description="\n\n".join([f"**{task}**", *said]),
    )
    embed.set_image(url=f"attachment://{painted.file().filename}")
    return Reply("", controls, painted, embed=embed)


def _end(game: AnyGame, reader: Reader) -> Reply:
    fields = {"game": reader.say(game.info.name), "key": game.info.key}
    embed = discord.Embed(
        title=say(DONE, fields, language=reader.language),
        description=say(WELL_DONE, fields, language=reader.language),
    )
    controls = (
        button(reader.say(TO_RULES), custom_id("rules", "-", 0, f"{game.info.key}/0")),
        button(reader.say(FROM_START), Place(game, 0).to("lesson")),
    )
    return Reply("", controls, embed=embed)


def _buttons(place: Place, reader: Reader) -> list[Control]:
    begun = bool(place.done or place.stem)
    on = Place(place.game, place.number + 1)
    made = [
        (TYPE, place.to("lesson-type"), ButtonStyle.primary),
        (HINT, place.to("lesson-hint"), ButtonStyle.secondary),
        (SHOW, place.to("lesson-show"), ButtonStyle.secondary),
        (SKIP, on.to("lesson"), ButtonStyle.secondary),
    ]
    if begun:
        made.insert(1, (BACK, place.to("lesson-back"), ButtonStyle.secondary))
    return [button(reader.say(label), to, style=style, row=4) for label, to, style in made]
