"""A position to be shown, with the turns that led to it and the move that is being picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.play import AnyStep, events
from games.protocol import AnyGame, Part, Position, Seat
from games.scene import Mark, Scene, turned, with_earlier, with_expected


@dataclass(frozen=True, slots=True)
class Shot:
    """What to show: a position, the plies that led to it, and further marks."""

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
    """The parts of the next move that have been picked."""
    over: bool = False
    """Whether nobody is to move any more, even if the position says who would be."""


def scene_of(game: AnyGame, shot: Shot) -> Scene:
    """The scene of a shot, before it is drawn."""
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
    mover = None if shot.over else scene.to_move and (shot.mover or scene.to_move)
    scene = replace(scene, marks=(*scene.marks, *marks), to_move=mover)
    return scene if shot.seat is None else turned(scene, game.view(position, shot.seat))
