"""Picking a turn on a position outside any match: in a lesson, or a puzzle.

No state is kept here: the controls carry the exercise and what has been picked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol, TypeVar, cast

from bot.cogs.learning._pictures import Reader, happened
from bot.errors import Outdated
from bot.messages import draft
from bot.messages import menu as menu_text
from bot.messages import picks as picking
from bot.pictures.men import Emojis
from bot.text import draft as draft_text
from bot.text import refusal as refusal_text
from bot.ui.controls import Control, button, menu
from games import picks, play
from games.errors import MoveError
from games.play import closing, events, play_turn
from games.protocol import Position
from games.scene import Mark
from games.tutorial import Shown
from games.words import N_, Fields, Refusal, say

NOTATED = N_("Your turn, in the game's notation")
EXAMPLE = N_("For example: {example}")
MENUS = 4
"""The most menus of a message, besides its row of buttons."""
LABEL_STATE = 65
"""The longest state, in characters, that leaves room for one more move."""


class Exercise(Protocol):
    """A dataclass with somebody's progress in an exercise: the state that controls carry."""

    @property
    def given(self) -> Shown:
        """The situation at the start of the exercise."""

    @property
    def page(self) -> int:
        """The page of menus."""

    @property
    def done(self) -> str:
        """The complete moves of the turn."""

    @property
    def stem(self) -> str:
        """The beginning of the next one."""

    def to(self, action: str) -> str:
        """The `custom_id` of a control that leads on from here."""


E = TypeVar("E", bound=Exercise)


def at(exercise: Exercise) -> Shown:
    """The situation after the complete moves, with the move that has been begun. Raises Outdated if
    they can't be played any more.
    """
    what = exercise.given
    if exercise.done:
        try:
            turn = play_turn(what.line, exercise.done)
        except MoveError:
            raise Outdated from None
        what = what.then(turn.steps, turn.line)
    return replace(what, begun=tuple(part for _, part in picks.trail(what.line, exercise.stem)))


def fits(exercise: Exercise) -> bool:
    """Whether controls have room for the state and for the beginning of one more move."""
    return len(str(exercise)) <= LABEL_STATE


def further(exercise: E, picked: str) -> E:
    """The exercise after one more choice and everything that follows without a choice: with a
    longer stem, or without a stem and with more moves done.
    """
    changed: Any = exercise  # A protocol can't require a dataclass.
    line = at(exercise).line
    stem, move = picks.pick(line, exercise.stem, picked)
    if move is None:
        found: E = replace(changed, page=0, stem=stem)
    else:
        after = line.push(move)
        moves = (exercise.done, move, *(picks.forced(after) if after.played else ()))
        found = replace(changed, page=0, done=" ".join(map(str, moves)).strip(), stem="")
    return found


def complete(exercise: Exercise) -> bool:
    """Whether the moves are a whole turn."""
    return bool(exercise.done) and not (exercise.stem or at(exercise).line.played)


def chosen(exercise: E, picked: str) -> E:
    """The exercise after a choice that completes a move, with that move as the stem: as it was
    picked, since its canonical spelling may tell what it is worth.
    """
    changed: Any = exercise  # A protocol can't require a dataclass.
    stem, _ = picks.pick(at(exercise).line, exercise.stem, picked)
    found: E = replace(changed, page=0, stem=stem)
    return found


def ended(exercise: Exercise) -> str | None:
    """The turn, ended here, if it may end although it could go on."""
    line = at(exercise).line
    stop = None if exercise.stem else closing(line.game, line.position)
    return None if stop is None else f"{exercise.done} {stop}"


def so_far(exercise: Exercise, reader: Reader) -> str:
    """Says what has been played of the turn, and how it continues."""
    given = exercise.given
    turn = play_turn(given.line, exercise.done)
    done = happened(given, events(given.line.game, turn.steps), reader.language)
    fields: Fields = {"text": f"{exercise.done} …", "events": done}
    so_far = say(draft_text.SO_FAR, fields, language=reader.language).rstrip()
    said = [so_far, reader.say(draft.GO_ON)]
    return " ".join([*said, *([reader.say(draft_text.COULD_END)] if ended(exercise) else [])])


def to_confirm(exercise: Exercise, reader: Reader) -> tuple[str, list[Mark]]:
    """Asks whether to play a turn that is `chosen`, and marks it in the picture. Neither tells what
    it does, which would be the answer.
    """
    done, whole = exercise.done.split(), further(exercise, exercise.stem).done.split()
    text = " ".join([*done, exercise.stem, *whole[len(done) + 1 :]])
    said = say(draft_text.WHOLE, {"text": text, "events": ""}, language=reader.language)
    marks = picking.marks(at(exercise).line, exercise.stem, ())
    return f"{said.rstrip()}\n{reader.say(draft.ALL_RIGHT)}", [*marks]


def example(exercise: Exercise, solution: str, reader: Reader) -> str:
    """An example of how a turn is typed here. Never gives away the solution."""
    line = exercise.given.line
    fields: Fields = {"example": play.example(line.game, line.position, solution)}
    return say(EXAMPLE, fields, language=reader.language)


def refusal(exercise: Exercise, solution: str, error: MoveError, reader: Reader) -> str:
    """Why a turn can't be played. If this shows a move as an example, it is not part of the
    solution.
    """
    given, refused = exercise.given, error.refusal
    if "example" in refused.fields:
        position = cast("Position", error.position)
        shown = play.example(given.line.game, position, solution)
        refused = Refusal(refused.code, {**refused.fields, "example": shown})
    return refusal_text.refusal(given.line.game, refused, reader.language, given.setup)


def earlier(exercise: E) -> E:
    """One step back: without the begun move, or else without the last complete one."""
    changed: Any = exercise
    if exercise.stem:
        found: E = replace(changed, page=0, stem="")
    else:
        found = replace(changed, page=0, done=" ".join(exercise.done.split()[:-1]))
    return found


def choice(exercise: Exercise, action: str, reader: Reader) -> tuple[list[Control], list[Mark]]:
    """The menus of this page, whose actions begin with `action`, and buttons to other pages if
    there are any.

    Picked parts are marked in the picture, and parts that may be picked are labelled.
    """
    what, emojis = at(exercise), reader.bot.service(Emojis)
    changed: Any = exercise
    made = picking.menus(what.line, exercise.stem)
    size = MENUS if len(made) <= MENUS else MENUS - 1
    pages = max(1, -(-len(made) // size))
    page = exercise.page % pages
    controls = []
    for number, shown in enumerate(made[page * size : (page + 1) * size]):
        asked = menu_text.question(what.line, what.setup, shown, reader.language)
        # Menus need different custom_ids. The page is free for that: it isn't needed any more.
        to = replace(changed, page=number).to(f"{action}-pick")
        options = menu_text.options(what.line, what.setup, shown, exercise.stem, reader.language)
        emojis.put_on(options, [way.part.point for way in shown.ways], what.line)
        controls.append(menu(asked, to, options, row=number))
    if pages > 1:
        for sign, turning, step in (("◀", "page", -1), ("▶", "page-on", 1)):
            to = replace(changed, page=(page + step) % pages).to(f"{action}-{turning}")
            controls.append(button(sign, to, row=MENUS - 1))
    return controls, [*picking.marks(what.line, exercise.stem, made)]
