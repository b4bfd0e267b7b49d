"""The tutorial: the goal in a picture, then lessons: one rule each, and a task on a position.

No state is kept here: the controls carry the lesson and what has been picked.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import ButtonStyle

from bot.cogs.learning import _exercise, _pictures
from bot.cogs.learning._pictures import Reader
from bot.cogs.learning._rules_pages import practice
from bot.commands import options
from bot.errors import Outdated
from bot.text.draft import END_HERE
from bot.ui.controls import Control, button, custom_id
from bot.ui.layout import Text, heading
from bot.ui.message import Reply
from games.errors import MoveError
from games.play import closing
from games.protocol import AnyGame
from games.scene import Mark
from games.tutorial import Attempt, Shown, attempt, shown
from games.words import N_, Fields, Lesson, say

THE_GOAL = N_("{game} · The goal")
TITLE = N_("{game} · {number} of {count}: {title}")
LET_US_BEGIN = N_("{count} short lessons show you how. You can stop whenever you like.")
ANEW = N_("This tutorial has been rewritten, so it starts again from the beginning.")
TYPE, BACK, HINT, SHOW = N_("Type your turn"), N_("Back"), N_("Hint"), N_("Show me")
SKIP, NEXT, AGAIN, BEGIN = N_("Skip"), N_("Next"), N_("Try again"), N_("Begin")
TO_RULES, FROM_START = N_("Rules"), N_("Start over")
HOW = N_("Pick your turn below, or type it.")
NOT_YET = N_("`{text}` is legal, but it isn't what we're after. Try again.")
ANSWER = N_("You could play `{text}`. {events}")
YOUR_TRY = N_("Try it yourself with *Try again*, or go on.")
TYPED = N_("To type this turn: /move {text}")
TYPED_BEGUN = N_("To type this: /move {text}, followed by the rest of your turn")
DONE = N_("You know how to play {game}")
WELL_DONE = N_(
    "🎉 That's all you need. Now play a real game: the computer at level 1 makes mistakes, "
    "too. You have the first move.\n\n"
    "`/play {key}` finds people to play with, and `/rules` has the details and some tips."
)

GOAL, END = "goal", "end"
"""The steps before the first lesson and after the last one."""
_STATE = re.compile(r"([^/]+)/([a-z0-9-]{1,20})/(\d{1,3})/([^|]*)\|(.*)")


class Rewritten(Outdated):
    """A step of a tutorial that has been rewritten since."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game = game


@dataclass(frozen=True, slots=True)
class Place:
    """A pupil's state: the step, the turn that they have begun, and the page of menus."""

    game: AnyGame
    step: str = GOAL
    """The key of a lesson, `GOAL` or `END`."""
    page: int = 0
    done: str = ""
    """The complete moves of the turn."""
    stem: str = ""
    """The beginning of the next one."""

    @classmethod
    def read(cls, text: str) -> Place:
        """The inverse of `str`. Raises Outdated for a state that never existed, and Rewritten for
        one that doesn't exist any more: once, lessons were numbered.
        """
        found = _STATE.fullmatch(text)
        if found is None:
            raise Outdated
        game, step, begun = options.game_of(found[1]), found[2], found[4] or found[5]
        if step == "0" and not begun:
            return cls(game)
        place = cls(game, step, int(found[3]), found[4], found[5])
        if step not in place.steps or (begun and not place.is_lesson):
            raise Rewritten(game)
        try:
            _exercise.at(place)
        except Outdated:
            raise Rewritten(game) from None
        return place

    def __str__(self) -> str:
        return f"{self.game.info.key}/{self.step}/{self.page}/{self.done}|{self.stem}"

    @property
    def steps(self) -> list[str]:
        """All steps of the tutorial, in order."""
        return [GOAL, *(lesson.key for lesson in self.game.texts.lessons), END]

    @property
    def number(self) -> int:
        """The lesson's number, from 1."""
        return self.steps.index(self.step)

    @property
    def is_lesson(self) -> bool:
        """Whether this step is a lesson, with a task."""
        return self.step not in (GOAL, END)

    @property
    def lesson(self) -> Lesson:
        """The rule and the task. Raises Outdated before the first lesson and after the last."""
        if not self.is_lesson:
            raise Outdated
        return self.game.texts.lessons[self.number - 1]

    @property
    def given(self) -> Shown:
        """The situation at the start of the step."""
        return shown(self.game, self.lesson if self.is_lesson else self.game.texts.goal)

    def restarted(self) -> Place:
        """The same step with nothing picked."""
        return Place(self.game, self.step)

    def next(self) -> Place:
        """The step after this one."""
        return Place(self.game, self.steps[self.number + 1])

    def to(self, action: str) -> str:
        """The `custom_id` of a control that leads on from here."""
        return custom_id(action, rest=str(self))


# What is shown


async def lesson_page(reader: Reader, place: Place, said: Sequence[str] = ()) -> Reply:
    """The rule and the task, the latest comments, and the controls to answer; or the pages before
    the first lesson and after the last one.
    """
    if place.step == GOAL:
        return await _beginning(place, reader, said)
    if place.step == END:
        return _end(place.game, reader)
    task = f"{reader.say(place.lesson.rule)}\n\n**{reader.say(place.lesson.task)}**"
    how = [reader.say(HOW)] if place.number == 1 else []
    said = [task, *(said or how)]
    menus, marks = await asyncio.to_thread(_exercise.choice, place, "lesson", reader)
    controls = (*menus, *_buttons(place, reader))
    return await _reply(reader, place, _exercise.at(place), said, controls=controls, marks=marks)


async def answer(reader: Reader, place: Place, text: str) -> Reply:
    """Checks a turn that was typed or picked, and shows what comes next."""
    try:
        tried = attempt(place.game, place.lesson, text)
    except MoveError as error:
        why = _exercise.refusal(place, place.lesson.answer, error, reader)
        return await lesson_page(reader, place.restarted(), [f"❌ {why}"])
    if tried.solved:
        praise = f"✅ {reader.say(place.lesson.praise)}"
        return await _solved(reader, place, tried, praise)
    further = replace(place, page=0, done=tried.text, stem="")
    if not tried.complete and _exercise.fits(further):
        return await lesson_page(reader, further, [f"➡️ {_exercise.so_far(further, reader)}"])
    said = say(NOT_YET, {"text": tried.text}, language=reader.language)
    return await lesson_page(reader, place.restarted(), [f"↩️ {said}"])


async def reveal(reader: Reader, place: Place, lesson: Lesson) -> Reply:
    """Shows one answer to the lesson at this place, below the rule that explains it."""
    tried = attempt(place.game, lesson, lesson.answer)
    done = _pictures.happened(tried.after, tried.events, reader.language)
    said = say(ANSWER, {"text": tried.text, "events": done}, language=reader.language)
    parts = (reader.say(lesson.rule), f"👉 {said}", reader.say(YOUR_TRY))
    return await _solved(reader, place, tried, "\n\n".join(parts))


async def _solved(reader: Reader, place: Place, tried: Attempt, said: str) -> Reply:
    controls = (
        button(reader.say(NEXT), place.next().to("lesson"), style=ButtonStyle.success),
        button(reader.say(AGAIN), place.restarted().to("lesson-again")),
    )
    reply = await _reply(reader, place, tried.after, [said], controls=controls)
    return replace(reply, parts=(*reply.parts, Text(f"-# {_typed(tried, reader)}")))


def _typed(tried: Attempt, reader: Reader) -> str:
    """How the turn is typed in a match. A turn that could go on is ended; if it may not end yet,
    something has to follow.
    """
    line = tried.after.line
    stop = closing(line.game, line.position)
    text = tried.text if stop is None else f"{tried.text} {stop}"
    sentence = TYPED if tried.complete or stop is not None else TYPED_BEGUN
    return say(sentence, {"text": text}, language=reader.language)


async def _reply(
    reader: Reader,
    place: Place,
    what: Shown,
    said: Sequence[str],
    *,
    controls: tuple[Control, ...],
    marks: Sequence[Mark] = (),
) -> Reply:
    game, lesson = place.game, place.lesson
    fields: Fields = {
        "game": reader.say(game.info.name),
        "number": place.number,
        "count": len(game.texts.lessons),
        "title": reader.say(lesson.title),
    }
    title = say(TITLE, fields, language=reader.language)
    seat = place.given.line.position.to_move
    painted = await _pictures.picture(reader, what, reader.say(lesson.task), marks=marks, seat=seat)
    return Reply("", controls, painted, parts=(heading(title), Text("\n\n".join(said))))


async def _beginning(place: Place, reader: Reader, said: Sequence[str]) -> Reply:
    game, goal = place.game, reader.say(place.game.texts.goal.caption)
    fields: Fields = {"game": reader.say(game.info.name), "count": len(game.texts.lessons)}
    lines = [*said, f"**{reader.say(game.texts.summary)}**", goal]
    lines.append(say(LET_US_BEGIN, fields, language=reader.language))
    painted = await _pictures.picture(reader, place.given, goal)
    title = say(THE_GOAL, fields, language=reader.language)
    controls = (
        button(reader.say(BEGIN), place.next().to("lesson"), style=ButtonStyle.success),
        _to_rules(game, reader),
    )
    return Reply("", controls, painted, parts=(heading(title), Text("\n\n".join(lines))))


def _end(game: AnyGame, reader: Reader) -> Reply:
    fields = {"game": reader.say(game.info.name), "key": game.info.key}
    title = heading(say(DONE, fields, language=reader.language))
    said = Text(say(WELL_DONE, fields, language=reader.language))
    controls = (
        practice(game, reader),
        _to_rules(game, reader),
        button(reader.say(FROM_START), Place(game).to("lesson")),
    )
    return Reply("", controls, parts=(title, said))


def _to_rules(game: AnyGame, reader: Reader) -> Control:
    return button(reader.say(TO_RULES), custom_id("rules", rest=f"{game.info.key}/0"))


def _buttons(place: Place, reader: Reader) -> list[Control]:
    made = [
        (TYPE, place.to("lesson-type"), ButtonStyle.secondary),
        (HINT, place.to("lesson-hint"), ButtonStyle.secondary),
        (SHOW, place.to("lesson-show"), ButtonStyle.secondary),
        (SKIP, place.next().to("lesson"), ButtonStyle.secondary),
    ]
    if place.done or place.stem:
        made.insert(1, (BACK, place.to("lesson-back"), ButtonStyle.secondary))
    if _exercise.ended(place):  # Six buttons don't fit.
        made[-1] = (END_HERE, place.to("lesson-end"), ButtonStyle.secondary)
    return [button(reader.say(label), to, style=style, row=4) for label, to, style in made]
