"""Picking a turn on a position outside any match: in a lesson, or a puzzle.

No state is kept here: the controls carry the exercise and what has been picked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol, TypeVar

import discord

from bot.cogs.learning import _help
from bot.cogs.learning._help import Reader
from bot.errors import Outdated
from bot.messages import picking
from bot.text import match as match_text
from bot.text.discord_limits import LABEL
from bot.ui.controls import Control, button, menu
from games.continuations import Continuation, continuations
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


def ways(what: Shown, stem: str) -> list[Continuation]:
    """The possible continuations."""
    line = what.line
    return continuations(line.game, line.position, stem) if line.position.to_move else []


def picked_move(exercise: Exercise, picked: str) -> Any | None:
    """The move that was picked, if it is complete: nothing can follow, or it was picked as it
    stands.

    Parts without a choice are picked like all others, so that learners see every step.
    """
    for way in ways(at(exercise), picked):
        if way.text == picked and (not way.open or picked == exercise.stem):
            return way.move
    return None


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

    Once something has been picked, possible next points are marked with the letters of the menus.
    """
    what = at(exercise)
    changed: Any = exercise
    found = ways(what, exercise.stem)
    spots = picking.spots(what.line, exercise.given.line.position.to_move)
    made = picking.menus(found, spots)
    size = MENUS if len(made) <= MENUS else MENUS - 1
    pages = max(1, -(-len(made) // size))
    page = exercise.page % pages
    here = made[page * size : (page + 1) * size]
    letters = picking.letters(here, spots) if exercise.stem else {}
    controls = []
    for number, shown_menu in enumerate(here):
        asked = reader.say(what.line.game.texts.parts[shown_menu.kind])
        name = asked if shown_menu.alone else f"{asked}: {shown_menu.span}"
        # Menus need different custom_ids. The page is free for that: it isn't needed any more.
        to = replace(changed, page=number).to(f"{action}-pick")
        options = [_option(what, way, letters.get(way.text), reader) for way in shown_menu.ways]
        controls.append(menu(name, to, options, row=number))
    if pages > 1:
        for sign, turning, step in (("◀", "page", -1), ("▶", "page-on", 1)):
            to = replace(changed, page=(page + step) % pages).to(f"{action}-{turning}")
            controls.append(button(sign, to, row=MENUS - 1))
    if not exercise.stem:
        return controls, []
    points = {way.part.point: letters.get(way.text, "") for way in found}
    return controls, [Mark(point, "choice", sign) for point, sign in points.items() if point]


def _option(
    what: Shown, way: Continuation, letter: str | None, reader: Reader
) -> discord.SelectOption:
    described = None
    if way.move is not None and not way.open:
        game, before = what.line.game, what.line.position
        events = game.events(before, way.move, game.apply(before, way.move))
        described = match_text.cut(_help.happened(what, events, reader.language), LABEL) or None
    label = picking.name(way)
    if letter and letter != label:
        label = f"{letter} · {label}"
    label = match_text.cut(label, LABEL)
    return discord.SelectOption(label=label, value=way.text, description=described)
