"""The work of the painter's process: boards as pictures, without Discord or the database."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass

import games
from games.shot import Shot, scene_of
from render import grouped, paint
from render.signs import ROLES, medal


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
    """For each player, the place from 1 to 3 for which they have a medal, or 0."""


def prepare() -> None:
    """Loads what every picture needs, and freezes it. Pictures leave hardly any cyclic garbage, so
    it is rarely collected.
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
    """Several boards in one picture as a PNG file: `columns` in a row, each `width` wide and with
    its name below.
    """
    painted = [
        paint(scene_of(games.get(one.game), one.shot), theme=one.theme, width=width)
        for one in orders
    ]
    return grouped(painted, columns, orders[0].theme, names).png
