"""A position to be shown, with the turns that led to it and the move that is being picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.continuations import continuations
from games.play import AnyStep, events
from games.protocol import AnyGame, Part, Position, Seat
from games.scene import Mark, Scene, Trail, turned, with_earlier, with_expected


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
        scene = _whole(game, shot, scene) or game.in_hand(position, shot.begun, scene)
    marks = tuple(mark for mark in shot.marks if mark.point in scene.board.spots)
    mover = None if shot.over else scene.to_move and (shot.mover or scene.to_move)
    scene = replace(scene, marks=(*scene.marks, *marks), to_move=mover)
    return scene if shot.seat is None else turned(scene, game.view(position, shot.seat))


def _whole(game: AnyGame, shot: Shot, scene: Scene) -> Scene | None:
    """The scene with what would stand on the points of the move that has been picked and dotted
    arrows to there, without marks for what else could be picked; None while parts are missing. What
    else the move does is not shown.

    Games whose menus ask for more than moves need (`Game.steps`) do this themselves.
    """
    position, text = shot.position, "".join(part.text for part in shot.begun)
    ways = () if game.steps else continuations(game, position, text)
    move = next((way.move for way in ways if way.text == text and not way.open), None)
    if move is None:
        return None
    after = game.apply(position, move)
    then = game.scene(after, game.events(position, move, after))
    if then.board != scene.board:
        return None
    points = {part.point for part in shot.begun}
    figures = (
        *(figure for figure in scene.figures if figure.point not in points),
        *(figure for figure in then.figures if figure.point in points),
    )
    trays = tuple(
        replace(tray, items=other.items) if tray.seat == position.to_move else tray
        for tray, other in zip(scene.trays, then.trays, strict=True)
    )
    arrows = (Trail(trail.points, "picked") for trail in then.trails if trail.role != "goal")
    marks = tuple(mark for mark in scene.marks if mark.role != "reach")
    trails = (*scene.trails, *arrows)
    return replace(scene, figures=figures, trays=trays, marks=marks, trails=trails)
