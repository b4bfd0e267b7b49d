"""The tutorial: a task on a position, checked by the engine.

Nothing is kept here: the controls say which lesson it is and what has been picked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ButtonStyle

from bot import errors, picking, sentences, teaching
from bot.components import LONGEST, Control, button, custom_id, menu
from bot.errors import Outdated
from bot.replies import Reply
from bot.teaching import Reader
from games.errors import MoveError
from games.play import play_turn
from games.protocol import AnyGame
from games.scene import Mark
from games.teaching import Attempt, Shown, attempt, shown
from games.ways import Continuation, continuations
from games.words import N_, Fields, Lesson, say

TITLE = N_("{game} · Lesson {number} of {count}")
TYPE, BACK, HINT, SHOW = N_("Type your turn"), N_("Back"), N_("Hint"), N_("Show me")
SKIP, NEXT, AGAIN = N_("Skip"), N_("Next"), N_("Once more")
TO_RULES, FROM_START = N_("Rules"), N_("From the start")
HOW = N_("Pick your turn below, or type it.")
SO_FAR = N_("So far: `{text}`. Your turn goes on.")
NOT_YET = N_("`{text}` is legal. {events} But the task is another: try again.")
ANSWER = N_("One answer is `{text}`. {events}")
DONE = N_("That was the tutorial of {game}")
WELL_DONE = N_(
    "🎉 You know how {game} is played. `/play {key}` opens a table or challenges somebody; "
    "`/rules` has all the details, and some advice."
)

_STATE = re.compile(r"([^/]+)/(\d{1,3})/(\d{1,3})/([^|]*)\|(.*)")
_LONGEST = 65
"""The most characters of a place to which a move can still be added."""
_MENUS = 4
"""The most menus beside the row of buttons."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pupil is: in which lesson, with which turn begun, and on which page of menus."""

    game: AnyGame
    number: int
    page: int = 0
    done: str = ""
    """The complete moves of the turn."""
    stem: str = ""
    """The beginning of the next one."""

    @classmethod
    def read(cls, text: str) -> Place:
        """The inverse of `str`. Raises Outdated for a place where nobody can be any more."""
        found = _STATE.fullmatch(text)
        if found is None:
            raise Outdated
        game = teaching.game_of(found[1])
        place = cls(game, int(found[2]), int(found[3]), found[4], found[5])
        if not place.over:
            place.at()
        return place

    def __str__(self) -> str:
        return f"{self.game.info.key}/{self.number}/{self.page}/{self.done}|{self.stem}"

    @property
    def over(self) -> bool:
        """Whether the last lesson is done."""
        return self.number == len(self.game.texts.lessons)

    @property
    def lesson(self) -> Lesson:
        """The task. Raises Outdated if this game has not so many any more."""
        try:
            return self.game.texts.lessons[self.number]
        except IndexError:
            raise Outdated from None

    def at(self) -> Shown:
        """The situation after the complete moves. Raises Outdated for one that is none any more."""
        given = shown(self.game, self.lesson)
        if not self.done:
            return given
        try:
            turn = play_turn(given.line, self.done)
        except MoveError:
            raise Outdated from None
        return given.then(turn.steps, turn.line)

    @property
    def fits(self) -> bool:
        """Whether controls can carry it, and the beginning of one more move."""
        return len(str(self)) <= _LONGEST

    def restarted(self) -> Place:
        """The same lesson with nothing picked."""
        return Place(self.game, self.number)

    def to(self, action: str) -> str:
        """The `custom_id` of a control that leads on from here."""
        return custom_id(action, "-", 0, str(self))


# What is shown


async def show(reader: Reader, place: Place, said: Sequence[str] = ()) -> Reply:
    """The task, what has just been said of it, and the ways to answer; past the end, the end."""
    if place.over:
        return _end(place.game, reader)
    what = place.at()
    ways = _ways(what, place.stem)
    said = [*said] or [reader.say(HOW)]
    menus, marks = _choice(place, what, ways, reader)
    controls = (*menus, *_buttons(place, reader))
    return await _reply(reader, place, what, said, controls=controls, marks=marks)


async def answer(reader: Reader, place: Place, text: str) -> Reply:
    """Checks a turn that was typed or picked, and shows what comes next."""
    try:
        tried = attempt(place.game, place.lesson, text)
    except MoveError as error:
        setup = shown(place.game, place.lesson).setup
        why = errors.refusal(place.game, error.refusal, reader.language, setup)
        return await show(reader, place.restarted(), [f"❌ {why}"])
    if tried.solved:
        praise = f"✅ {reader.say(place.lesson.praise)}"
        return await _solved(reader, place, tried, praise)
    further = replace(place, page=0, done=tried.text, stem="")
    if not tried.complete and further.fits:
        said = say(SO_FAR, {"text": tried.text}, language=reader.language)
        return await show(reader, further, [f"➡️ {said}"])
    done = teaching.happened(tried.after, tried.events, reader.language)
    said = say(NOT_YET, {"text": tried.text, "events": done}, language=reader.language)
    return await show(reader, place.restarted(), [f"↩️ {said}"])


async def reveal(reader: Reader, place: Place, lesson: Lesson) -> Reply:
    """Shows one answer to the lesson at this place."""
    tried = attempt(place.game, lesson, lesson.answer)
    done = teaching.happened(tried.after, tried.events, reader.language)
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
    painted = await teaching.picture(reader, what, task, marks=marks, seat=seat)
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


# Picking


def _ways(what: Shown, stem: str) -> list[Continuation]:
    line = what.line
    return continuations(line.game, line.position, stem) if line.position.to_move else []


def picked_move(place: Place, picked: str) -> Any | None:
    """The whole move that was picked, if nothing can follow, or if it was picked as it stands.

    Parts that leave no choice are picked all the same: who learns shall see every step.
    """
    for way in _ways(place.at(), picked):
        if way.text == picked and (not way.open or picked == place.stem):
            return way.move
    return None


def earlier(place: Place) -> Place:
    """One choice back: without the move that has been begun, or without the last whole one."""
    if place.stem:
        return replace(place, page=0, stem="")
    return replace(place, page=0, done=" ".join(place.done.split()[:-1]))


def _choice(
    place: Place, what: Shown, ways: Sequence[Continuation], reader: Reader
) -> tuple[list[Control], list[Mark]]:
    """The menus of this page; where there are several pages, with the buttons that turn them.

    Once something has been picked, what may come next is marked with the letters of the menus.
    """
    at = picking.spots(what.line, shown(place.game, place.lesson).line.position.to_move)
    made = picking.menus(ways, at)
    size = _MENUS if len(made) <= _MENUS else _MENUS - 1
    pages = max(1, -(-len(made) // size))
    page = place.page % pages
    here = made[page * size : (page + 1) * size]
    letters = picking.letters(here, at) if place.stem else {}
    controls = []
    for number, shown_menu in enumerate(here):
        asked = reader.say(place.game.texts.parts[shown_menu.kind])
        name = asked if shown_menu.alone else f"{asked}: {shown_menu.span}"
        # Two menus with the same custom_id are not allowed: the page is not needed any more.
        to = replace(place, page=number).to("lesson-pick")
        options = [_option(what, way, letters.get(way.text), reader) for way in shown_menu.ways]
        controls.append(menu(name, to, options, row=number))
    if pages > 1:
        for sign, action, step in (("◀", "lesson-page", -1), ("▶", "lesson-page-on", 1)):
            to = replace(place, page=(page + step) % pages).to(action)
            controls.append(button(sign, to, row=_MENUS - 1))
    if not place.stem:
        return controls, []
    points = {way.part.point: letters.get(way.text, "") for way in ways}
    return controls, [Mark(point, "choice", sign) for point, sign in points.items() if point]


def _option(
    what: Shown, way: Continuation, letter: str | None, reader: Reader
) -> discord.SelectOption:
    described = None
    if way.move is not None and not way.open:
        game, before = what.line.game, what.line.position
        events = game.events(before, way.move, game.apply(before, way.move))
        described = sentences.cut(teaching.happened(what, events, reader.language), LONGEST) or None
    label = picking.name(way)
    if letter and letter != label:
        label = f"{letter} · {label}"
    label = sentences.cut(label, LONGEST)
    return discord.SelectOption(label=label, value=way.text, description=described)


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
