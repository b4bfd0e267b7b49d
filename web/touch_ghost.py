"""The outline of whatever is dragged into place."""

from __future__ import annotations

from games import picks
from games.play import AnyLine, AnyStep, Step, events
from games.scene import rotate


def ghost(line: AnyLine, stem: str, turned: float) -> list[list[float]] | None:
    """The outline of what the begun move lays, around the point by which it is placed, in radii of
    a point; None where nothing is laid. It is the same wherever that is, so one legal move shows
    it. `turned` is by how many degrees the picture is.
    """
    way = next((one for one in picks.ways(line, stem) if one.part.numbered), None)
    if way is None or way.move is None or way.part.point is None:
        return None
    game, move = line.game, way.move
    position = game.apply(line.position, move)
    step: AnyStep = Step(line.position, move, position)
    scene = game.scene(position, events(game, [step]))
    spots = scene.board.spots
    laid = next((one for one in scene.lines if one.role == "last"), None)
    if laid is None or way.part.point not in spots:
        return None
    (left, top), radius = spots[way.part.point], scene.board.spot
    around = (rotate((x - left, y - top), turned) for x, y in laid.points)
    return [[round(x / radius, 2), round(y / radius, 2)] for x, y in around]
