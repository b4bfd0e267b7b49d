"""The painter on artificial scenes that use every feature, and on every registered game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import get
from games.protocol import AnyGame
from games.scene import (
    Board,
    Scene,
    turned,
)
from render import THEMES, layout, paint, plan
from render.layout import Box
from render.strokes import THICK
from tests.render import scenes
from tests.render.painted import CAPTIONS, IDS, MADE_UP, TABLES, played


@pytest.mark.long
@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("name", MADE_UP)
def test_pictures_are_1000_pixels_wide(name: str, theme: str) -> None:
    """For any board, a picture is 1000 pixels wide and 500 to 1400 high."""
    picture = paint(scenes.SCENES[name](), theme=theme, captions=CAPTIONS)
    width, height = picture.size
    assert width == 1000
    assert 500 <= height <= 1400


def test_widths() -> None:
    """Other widths keep the proportions."""
    small = paint(scenes.stacks(), width=500).size
    large = paint(scenes.stacks(), width=1000).size
    assert small[0] == 500
    assert abs(small[1] * 2 - large[1]) <= 8


@pytest.mark.untraced  # Tracing this would take twice as long.
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_games_are_painted(game: AnyGame, seats: int) -> None:
    """A position of every game can be painted in every theme, as seen by every seat."""
    scene = played(game, seats)
    for theme in THEMES:
        for degrees in {0.0, 360.0 / seats}:
            width, height = paint(turned(scene, degrees), theme=theme, captions=CAPTIONS).size
            assert width == 1000
            assert 500 <= height <= 1400


@pytest.mark.parametrize("key", ["die-drei", "tyr"])
def test_square_boards_have_equal_margins(key: str) -> None:
    """Coordinates are on the frame, and the fields in the middle of the picture."""
    scene = played(get(key), 2)
    view = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0)
    fields = [region.polygon for region in scene.board.regions if region.point]
    box = layout.around(corner for polygon in fields for corner in view.shape(polygon))
    margins = box.left, box.top, view.size[0] - box.right, view.size[1] - box.bottom - THICK
    assert max(margins) - min(margins) < THICK + 2
    assert all(
        label.box.union(Box(0, 0, *view.size)) == Box(0, 0, *view.size) for label in view.labels
    )
    assert not any(label.box.meets(box) for label in view.labels)


@pytest.mark.long
@pytest.mark.parametrize("degrees", [0.0, 1.0, 45.0, 90.0, 120.0, 180.0, 240.0, 300.5])
def test_turning(degrees: float) -> None:
    """A board turned by any angle fits, and its points keep their distances."""
    scene = turned(scenes.coloured(), degrees)
    assert paint(scene).size[0] == 1000
    view = layout.view(scene.board, degrees, (960.0, 1160.0), 1.0)
    places = [view.place(place) for place in scene.board.spots.values()]
    assert all(0 < x < view.size[0] and 0 < y < view.size[1] for x, y in places)
    (x, y), (u, v) = view.place((1.3, 1.3)), view.place((1.3, 2.3))
    assert ((u - x) ** 2 + (v - y) ** 2) ** 0.5 == pytest.approx(view.scale)


def test_half_a_turn() -> None:
    """After 180 degrees the lower left corner is the upper right one."""
    board = scenes.COLOURED
    plain = layout.view(board, 0.0, (960.0, 1160.0), 1.0)
    other = layout.view(board, 180.0, (960.0, 1160.0), 1.0)
    x, y = plain.place(board.spots["a1"])
    u, v = other.place(board.spots["a1"])
    assert x < plain.size[0] / 2 < u
    assert v < plain.size[1] / 2 < y


def test_wide_boards() -> None:
    """A board whose men are small takes the margins at the sides, too."""
    scene = scenes.ground(scenes.LONG)
    wide = replace(scene, board=replace(scene.board, wide=True))
    views = [layout.view(one.board, 0.0, plan.room(one, 1000), 1.0) for one in (scene, wide)]
    assert views[0].size[0] <= 960 < views[1].size[0] <= 1000
    assert views[1].spot > views[0].spot
    assert paint(wide, captions=CAPTIONS).size[0] == 1000


def test_empty_board() -> None:
    """An empty board gives a picture, too."""
    assert paint(Scene(Board(3, 3, (), (), (), {}, 0.5), (), (), None)).size == (1000, 1000)
