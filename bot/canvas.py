"""What the painter's process does: boards as pictures, without Discord and without the database."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import games
from bot.i18n import language, languages
from bot.wording import in_words
from games.play import Step, events
from games.protocol import AnyGame, Seat, Setup
from games.scene import Mark, Scene, turned, with_earlier, with_expected
from render import paint


@dataclass(frozen=True, slots=True)
class Shot:
    """What to paint: a position, the plies that led to it, and what else to mark."""

    position: Any
    steps: Sequence[Step[Any, Any]] = ()
    """Of the last turn."""
    marks: tuple[Mark, ...] = ()
    seat: Seat | None = None
    """Who shall sit at the bottom."""
    earlier: Sequence[Step[Any, Any]] = ()
    """Of turns before the last one, to be marked faintly."""
    expected: Sequence[Sequence[Step[Any, Any]]] = ()
    """Turns that could follow, drawn as arrows."""
    mover: Seat | None = None
    """Whose turn it still is, even if the position says that it is over."""


@dataclass(frozen=True, slots=True)
class Order:
    """A picture that is wanted, in values that another process understands."""

    game: str
    """The game's key."""
    setup: Setup
    shot: Shot
    captions: tuple[str, ...]
    """The players' names, in the order of seats."""
    language: str
    """The code of the language of its description."""
    theme: str


def prepare() -> None:
    """Reads in what every picture needs. What is in memory then stays there, and what is not kept
    refers to nothing, so that garbage is looked for but rarely.
    """
    for game in games.all_games():
        game.texts  # noqa: B018 - engines are read in when they are used first
    for code in languages():
        language(code)
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def board(order: Order) -> tuple[bytes, str]:
    """The picture as a PNG file, and its description."""
    game, shot = games.get(order.game), order.shot
    png = paint(scene_of(game, shot), theme=order.theme, captions=order.captions).png
    return png, in_words(game, order.setup, shot.position, language(order.language))


def scene_of(game: AnyGame, shot: Shot) -> Scene:
    """What a shot shows, before it is painted."""
    position = shot.position
    scene = game.scene(position, events(game, shot.steps))
    if shot.earlier:
        before = game.scene(position, events(game, shot.earlier))
        scene = with_earlier(scene, before, game.scene(position, ()))
    then = [game.scene(steps[-1].after, events(game, steps)) for steps in shot.expected if steps]
    scene = with_expected(scene, then)
    marks = tuple(mark for mark in shot.marks if mark.point in scene.board.spots)
    mover = scene.to_move and (shot.mover or scene.to_move)
    scene = replace(scene, marks=(*scene.marks, *marks), to_move=mover)
    return scene if shot.seat is None else turned(scene, game.view(position, shot.seat))
