"""Picking a turn on a position outside any match: in a lesson, or a puzzle.

No state is kept here: the controls carry the exercise and what has been picked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol, TypeVar

from bot.cogs.learning._help import Reader
from bot.errors import Outdated
from bot.messages import menu as menu_text
from bot.messages import picking
from bot.ui.controls import Control, button, menu
from games.errors import MoveError
from games.play import play_turn
from games.scene import Mark
from games.teaching import Shown

MENUS = 4
"""The most menus of a message, beside its row of buttons."""
LABEL_STATE = 65
"""The most characters of a state that leave room for one more move."""


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
    """The situation after the complete moves. Raises Outdated if they can't be played any more."""
    given = exercise.given
    if not exercise.done:
        return given
    try:
        turn = play_turn(given.line, exercise.done)
    except MoveError:
        raise Outdated from None
    return given.then(turn.steps, turn.line)


def fits(exercise: Exercise) -> bool:
    """Whether controls have room for it and for the beginning of one more move."""
    return len(str(exercise)) <= LABEL_STATE


def picked_move(exercise: Exercise, picked: str) -> str | None:
    """The moves to which a choice leads, if it completes one: that, and those that follow from it
    without a choice.
    """
    line = at(exercise).line
    _, move = picking.pick(line, exercise.stem, picked)
    if move is None:
        return None
    after = line.push(move)
    return " ".join(map(str, (move, *(picking.forced(after) if after.played else ()))))


def earlier(exercise: E) -> E:
    """One step back: without the begun move, or else without the last complete one."""
    changed: Any = exercise  # A protocol can't say that it is a dataclass.
    if exercise.stem:
        found: E = replace(changed, page=0, stem="")
    else:
        found = replace(changed, page=0, done=" ".join(exercise.done.split()[:-1]))
    return found


def choice(exercise: Exercise, action: str, reader: Reader) -> tuple[list[Control], list[Mark]]:
    """The menus of this page, whose actions begin with `action`, and buttons to other pages if
    there are any.

    What has been picked is marked in the picture, and what may be picked bears its name.
    """
    what = at(exercise)
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
        controls.append(menu(asked, to, options, row=number))
    if pages > 1:
        for sign, turning, step in (("◀", "page", -1), ("▶", "page-on", 1)):
            to = replace(changed, page=(page + step) % pages).to(f"{action}-{turning}")
            controls.append(button(sign, to, row=MENUS - 1))
    return controls, [*picking.marks(what.line, exercise.stem, made)]
