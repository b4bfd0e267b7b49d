"""The work of the painter's process: boards as pictures, without Discord or the database."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass, replace

import games
from games.play import AnyStep, events
from games.protocol import AnyGame, Part, Position, Seat
from games.scene import Mark, Scene, turned, with_earlier, with_expected
from render import grouped, paint
from render.signs import ROLES, medal


@dataclass(frozen=True, slots=True)
class Shot:
    """What to paint: a position, the plies that led to it, and further marks."""

    position: Position
    steps: Sequence[AnyStep] = ()
    """The plies of the last turn."""
    marks: tuple[Mark, ...] = ()
    seat: Seat | None = None
    """The seat at the bottom."""
    earlier: Sequence[AnyStep] = ()
    """The plies of earlier turns, which are marked faintly."""
    expected: Sequence[Sequence[AnyStep]] = ()
    """Turns that may follow, drawn as arrows."""
    mover: Seat | None = None
    """The seat whose turn it still is, even if the position says that their turn is over."""
    begun: tuple[Part, ...] = ()
    """The parts that have been picked of the next move."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order for a picture, in values that can be pickled."""

    game: str
    """The game's key."""
    shot: Shot
    captions: tuple[str, ...]
    """The players' names, in the order of seats."""
    theme: str
    medals: tuple[int, ...] = ()
    """The place from 1 to 3 for which a player has a medal; 0 for none."""


def prepare() -> None:
    """Loads what every picture needs, and freezes it. Pictures leave hardly any cyclic garbage,
    so it is collected rarely.
    """
    for game in games.all_games():
        game.texts  # noqa: B018 - loads the engine
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000)


def board(order: Order) -> bytes:
    """The picture as a PNG file."""
    scene = scene_of(games.get(order.game), order.shot)
    medals = [(medal(one), ROLES[one - 1]) if one else None for one in order.medals]
    return paint(scene, theme=order.theme, captions=order.captions, signs=medals).png


def boards(orders: Sequence[Order], width: int, columns: int, names: Sequence[str] = ()) -> bytes:
    """Several boards in one picture as a PNG file: so many in a row, each so wide and with its name
    below it.
    """
    painted = [
        paint(scene_of(games.get(one.game), one.shot), theme=one.theme, width=width)
        for one in orders
    ]
    return grouped(painted, columns, orders[0].theme, names).png


def scene_of(game: AnyGame, shot: Shot) -> Scene:
    """The scene of a shot, before it is painted."""
    position = shot.position
    scene = game.scene(position, events(game, shot.steps))
    if shot.earlier:
        before = game.scene(position, events(game, shot.earlier))
        scene = with_earlier(scene, before, game.scene(position, ()))
    then = [game.scene(steps[-1].after, events(game, steps)) for steps in shot.expected if steps]
    scene = with_expected(scene, then)
    if shot.begun:
        scene = game.in_hand(position, shot.begun, scene)
    marks = tuple(mark for mark in shot.marks if mark.point in scene.board.spots)
    mover = scene.to_move and (shot.mover or scene.to_move)
    scene = replace(scene, marks=(*scene.marks, *marks), to_move=mover)
    return scene if shot.seat is None else turned(scene, game.view(position, shot.seat))
