"""Turns that are played by habit, without a thought. No puzzle that is offered is solved by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.protocol import AnyGame, Seat
from opponents.budget import Budget
from opponents.mind import side_of
from opponents.puzzles.proof import Moves, setup_of, turns


def habits(game: AnyGame, position: Any, budget: Budget) -> Iterator[Moves]:
    """The first legal turn in order, and the first of those that take most of the others' men.

    A man counts as taken if it is gone or lies below another. Raises Spent.
    """
    every = [*turns(game, position, budget)]
    yield every[0][0]
    side = side_of(game.sides(setup_of(game, position)), position.to_move)
    yield min(every, key=lambda turn: _others(game, turn[1], side))[0]


def _others(game: AnyGame, position: Any, side: Sequence[Seat]) -> int:
    """The number of men on top of their points that belong to no seat of this side."""
    scene = game.scene(position, ())
    own = {tray.role for tray in scene.trays if tray.seat in side}
    top = {figure.point: figure for figure in sorted(scene.figures, key=lambda one: one.level)}
    return sum(figure.role not in own for figure in top.values())
