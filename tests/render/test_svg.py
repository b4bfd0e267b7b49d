"""Vector pictures show the same as painted ones, in the same places."""

from __future__ import annotations

import re

import pytest

from games.protocol import AnyGame
from games.scene import Scene, turned
from render import THEMES, painter, plan
from render.canvas import Canvas
from render.colours import SHADED, stylesheet
from render.figures import Figures
from render.layout import WIDTH
from render.palette import Look, palette
from render.svg import svg
from render.theme import contrast, rgb
from tests.render.painted import CAPTIONS, IDS, MADE_UP, TABLES, played
from tests.render.scenes import SCENES
from tests.render.vector import Drawing, moved

NEAR = 2.5
"""By how many pixels the bounds of two pictures may differ: soft edges count on one side only."""
LARGEST = 60_000


def _compared(scene: Scene) -> None:
    """Every point, man, mark and label is where the painter has it."""
    drawing = Drawing(svg(scene, captions=CAPTIONS))
    view = painter.view(scene, WIDTH)
    spots = {one.get("data-point"): one for one in drawing.all("circle") if one.get("data-point")}
    assert spots.keys() == scene.board.spots.keys()
    for point, one in spots.items():
        place = float(one.get("cx", 0)), float(one.get("cy", 0))
        assert place == pytest.approx(view.place(scene.board.spots[str(point)]), abs=0.06)
    figures = _painter(scene)
    groups = {one.get("data-at"): one for one in drawing.all("g") if one.get("data-at")}
    assert groups.keys() == {placed.group.point for placed in figures._placed()}
    for placed in figures._placed():
        theirs = figures._joined(placed.group, figures.arranged.place(placed.group))
        ours = drawing.box(groups[placed.group.point])
        assert ours is not None
        (x, y), _ = moved(groups[placed.group.point])
        left, top, right, bottom = theirs.box
        painted = left + placed.place[0], top + placed.place[1]
        shadow = 0.2 * view.spot * max((man.size for man in placed.group.figures), default=0)
        assert ours[:2] == pytest.approx(painted, abs=NEAR + shadow)
        assert ours[2] == pytest.approx(right + placed.place[0], abs=NEAR + shadow)
        assert ours[3] == pytest.approx(bottom + placed.place[1], abs=NEAR + shadow)
        assert (x, y) == pytest.approx(placed.group.place, abs=0.06)
    texts = drawing.all("text")
    letters = [(one.text, float(one.get("x", 0)), float(one.get("y", 0))) for one in texts]
    for label, (x, y), cap, _ in view.labels:
        near = pytest.approx((x, y + cap / 2), abs=0.06)
        assert any(text == label.text and place == near for text, *place in letters)


def _painter(scene: Scene) -> Figures:
    theme = THEMES["light"].extended(scene.board.roles)
    look = Look(theme, palette(theme, painter._cast(scene)), 1.0)
    board = painter._layer(scene, look, WIDTH)
    laid = plan.plan(scene, board.image.size, WIDTH)
    canvas = Canvas(laid.size, look.palette, board.stamp, laid.board)
    return Figures(scene, board, canvas, laid.board)


@pytest.mark.parametrize("name", MADE_UP)
def test_made_up_scenes_are_drawn_where_they_are_painted(name: str) -> None:
    """Every kind of mark, stacks, and a turned board."""
    _compared(SCENES[name]())


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_positions_are_drawn_where_they_are_painted(game: AnyGame, seats: int) -> None:
    """In the middle of a match and near its end, as seen by each seat."""
    for plies in (60, 200):
        scene = played(game, seats, plies)
        assert len(svg(scene, captions=CAPTIONS).encode()) <= LARGEST
        _compared(scene)
    _compared(turned(scene, 360 / seats))


def test_what_is_written_is_escaped() -> None:
    """Names can't write markup."""
    scene = SCENES["stacks"]()
    rude = "<script>\"&'"
    text = svg(
        scene, captions=(rude, rude), title=rude, names=dict.fromkeys(scene.board.spots, rude)
    )
    assert "<script" not in text
    titles = {one.text for one in Drawing(text).all("title")}
    assert titles == {rude}
    assert Drawing(text).root.get("aria-label") == rude


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_every_colour_is_in_the_stylesheet(game: AnyGame, seats: int) -> None:
    """A page has no other colours than those that its stylesheet declares, and no style or script
    of its own.
    """
    text = svg(played(game, seats), captions=CAPTIONS)
    named = {*re.findall(r"var\((--[\w-]+)\)", text)}
    assert named
    assert named <= {*re.findall(r"(--[\w-]+):", stylesheet())}
    assert not re.search(r"style=|<style|<script|\bon\w+=|javascript:", text)


@pytest.mark.parametrize("name", SHADED)
def test_coordinates_can_be_read_on_every_ground(name: str) -> None:
    """Their ink depends on the ground, in each theme."""
    light, dark = re.findall(r":root\{(.*?)\}", stylesheet())
    said = dict(one.split(":") for one in light.split(";") if one)
    if name == "dark":
        said |= dict(one.split(":") for one in dark.split(";") if one)
    grounds = [one for one in said if one.startswith("--coordinate-on-")]
    assert grounds
    for ground in grounds:
        colour = said["--" + ground.removeprefix("--coordinate-on-")]
        assert contrast(rgb(said[ground]), rgb(colour)) >= 3
