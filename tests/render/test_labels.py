"""Labels on and beside the board: large enough to read, hidden by nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from PIL import Image, ImageChops

from games import get, play
from games.protocol import AnyGame
from games.scene import (
    Board,
    Disc,
    Figure,
    Label,
    Mark,
    Region,
    Scene,
    turned,
)
from render import THEMES, layout, painter, plan, sprites
from render.layout import Box
from render.theme import contrast
from tests.render import scenes
from tests.render.painted import IDS, SHEET, TABLES, body, changed, drawn, played

pytestmark = pytest.mark.untraced


def label_heights(scene: Scene, theme: str) -> list[int]:
    """The painted height of each coordinate with capitals, digits or tall letters, in pixels."""
    bare = replace(scene, figures=(), marks=(), trails=())
    room = plan.room(bare, 1000)
    view = layout.view(bare.board, bare.turned, room, 1.0)
    with_labels = painter.pixels(bare, theme=theme).convert("RGB")
    corner = plan.plan(bare, view.size, 1000).board
    heights = []
    for label, _, cap, box in view.labels:
        if label.role != "coordinate" or set(label.text) <= set("acegmnopqrsuvwxyz"):
            continue
        area = tuple(
            round(value) + corner[number % 2] for number, value in enumerate(box.grown(cap * 0.2))
        )
        ground = Image.new("RGB", (1, 1), with_labels.getpixel((area[0], area[1])))
        crop = with_labels.crop(area)  # type: ignore[arg-type]
        difference = ImageChops.difference(crop, ground.resize(crop.size)).convert("L")
        strong = difference.point([255 if value > 60 else 0 for value in range(256)]).getbbox()
        assert strong is not None, label
        heights.append(strong[3] - strong[1])
    return heights


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("name", ["stacks", "coloured", "dice", "ground", "long", "tower"])
def test_coordinates_on_a_phone(name: str, theme: str) -> None:
    """Coordinates are at least 23 pixels high, which is 9 if a picture is shown 400 pixels wide."""
    heights = label_heights(scenes.SCENES[name](), theme)
    assert heights
    assert min(heights) >= 23


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_coordinates_of_games(game: AnyGame, seats: int) -> None:
    """Every game's board has coordinates large enough for a phone."""
    scene = played(game, seats)
    view = layout.view(scene.board, scene.turned, plan.room(scene, 1000), 1.0)
    sizes = [label.cap for label in view.labels if label.label.role == "coordinate"]
    assert sizes
    assert min(sizes) >= 23


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_small_labels_can_be_read(theme: str) -> None:
    """The small numbers of fields are 8 pixels high on a phone, stand out from every field, and
    leave the names alone.
    """
    scene, ink = played(get("3stein"), 3), THEMES[theme].colour("coordinate.small")
    view = layout.view(scene.board, scene.turned, plan.room(scene, 1000), 1.0)
    small = [label for label in view.labels if label.label.role == "coordinate.small"]
    grounds = {one.role for one in scene.board.regions if one.point}
    names = [label.box for label in view.labels if label.label.role == "coordinate"]
    assert all((small, names, grounds))
    assert all(label.cap >= 21 for label in small)
    assert not any(label.box.grown(1.5).meets(name) for label in small for name in names)
    assert all(contrast(ink, THEMES[theme].colour(ground)) >= 3.8 for ground in grounds)


def test_printed_names_are_not_repeated() -> None:
    """Where the board prints the name of a man's point, a mark there makes it clear, and has no
    badge. Where nobody stands, a badge has the whole name.
    """
    scene = played(get("3stein"), 3)
    view = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0)
    left, top = plan.plan(scene, view.size, 1000).board
    manned = scene.figures[0].point
    free = next(
        point for point in scene.board.spots if point not in {man.point for man in scene.figures}
    )
    for point, printed in ((manned, True), (free, False)):
        other = next(name for name in scene.board.spots if name not in (manned, free))
        told = Mark(other, "last", other)
        plain, named = (
            replace(scene, marks=(told, Mark(point, "choice", text))) for text in ("", point)
        )
        (box,) = (label.box for label in view.labels if label.label.point == point)
        seen = ImageChops.difference(drawn(plain), drawn(named)).getbbox()
        assert seen is not None
        area = Box(*seen).moved(-left, -top)
        assert (box.grown(2).union(area) == box.grown(2)) == printed
        assert area.meets(Box(*view.place(scene.board.spots[point]) * 2).grown(1)) != printed


def test_numbers_of_other_fields_are_left_out() -> None:
    """While fields are named that may be picked, the small numbers of others are not printed, so
    that those can be read. Then all of them are printed again.
    """
    scene = played(get("3stein"), 3)
    view = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0)
    left, top = plan.plan(scene, view.size, 1000).board
    point = scene.figures[0].point
    shown = {
        text: drawn(replace(scene, marks=(Mark(point, "choice", text),))).convert("RGB")
        for text in ("", point)
    }
    for label in view.labels:
        if label.label.point != point:
            area = tuple(map(round, label.box.moved(left, top)))
            parts = [picture.crop(area) for picture in shown.values()]  # type: ignore[arg-type]
            small = label.label.role == layout.SMALL
            assert (changed(*parts) > 10) == small, label


def test_labels_do_not_collide() -> None:
    """If labels are too dense, every second or third is kept, evenly spaced."""
    view = layout.view(scenes.LONG, 0.0, (960.0, 900.0), 1.0)
    columns = [label for label in view.labels if label.label.text.isalpha()]
    assert 10 < len(columns) < 48
    assert not any(
        one.box.meets(other.box) for one in view.labels for other in view.labels if one is not other
    )
    steps = {round(b.label.at[0] - a.label.at[0]) for a, b in pairwise(columns)}
    assert len(steps) == 1


def test_nothing_is_printed_over_men() -> None:
    """A man lies above the coordinate on its place."""
    spots = {"a1": (1.0, 1.0)}
    board = Board(2, 2, (), (), (Label("7", (1.0, 1.0), 0.4),), spots, 0.5)
    man = Figure((Disc((0, 0), 0.9),), "a1", "seat.blue")
    scene = Scene(board, (man,), (), None)
    other = replace(scene, board=replace(board, labels=(Label("1", (1.0, 1.0), 0.4),)))
    assert changed(drawn(scene), drawn(other)) == 0
    assert changed(*(drawn(replace(each, figures=())) for each in (scene, other))) > 100


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_labels_of_games_are_not_hidden(game: AnyGame, seats: int) -> None:
    """No man of a game covers a coordinate, whichever seat looks, except the whole name of the
    field on which it stands: rows and columns have names, too.
    """
    scene = played(game, seats)
    for seat in range(1, seats + 1):
        seen = turned(scene, game.view(game.start(play.setup(game, seats, {}, Random(1))), seat))
        view = layout.view(seen.board, seen.turned, plan.room(seen, 1000), 1.0)
        for man in seen.figures:
            x, y = view.place(seen.board.spots[man.point])
            y -= sprites.LEVEL * man.level * man.size * view.spot
            pixels, half = body(man, view.spot), SHEET / 2
            for label in view.labels:
                if label.label.text == man.point:
                    continue
                left, top, right, bottom = label.box.grown(-1)
                part = (left - x + half, top - y + half, right - x + half, bottom - y + half)
                assert pixels.crop(part).getbbox() is None, (man, label)


def test_labels_are_beside_the_board() -> None:
    """Of two places, a label takes the one further left, or lower, however the board is turned."""
    row = Label("1", (-0.3, 2.0), 0.2, opposite=(4.3, 2.0))
    column = Label("a", (2.0, 4.3), 0.2, opposite=(2.0, -0.3))
    square = Region(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)), "board")
    board = Board(4, 4, (square,), (), (row, column), {}, 0.5)
    for degrees in (0.0, 180.0):
        view = layout.view(board, degrees, (960.0, 960.0), 1.0)
        (x, _), (_, y) = (label.centre for label in view.labels)
        assert x < 0.1 * view.size[0]
        assert y > 0.9 * view.size[1]


def test_small_labels() -> None:
    """Small labels are neither enlarged nor near those that have to be readable."""
    labels = (Label("c3", (4.0, 4.0), 0.1), Label("1", (4.0, 3.8), 0.1, "coordinate.small"))
    square = Region(((0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)), "board")
    board = Board(8, 8, (square,), (), labels, {}, 0.3)
    name, number = layout.view(board, 0.0, (960.0, 960.0), 1.0).labels
    assert number.cap < layout.CAP <= name.cap < layout.LARGE_CAP
    assert not number.box.meets(name.box)


def test_labels_keep_clear_of_stacks() -> None:
    """Stacks move the coordinates above their points out of the way."""
    labels = (Label("1", (4.6, 0.6), 0.25),)
    flat = replace(scenes.HEXES, labels=labels)
    high = replace(flat, stacks=3)
    low, moved = (layout.view(board, 0.0, (960.0, 1100.0), 1.0) for board in (flat, high))
    spot = scenes.HEXES.spots["g2"]

    def gap(view: layout.View) -> float:
        return (view.place(spot)[1] - view.labels[0].centre[1]) / view.scale

    assert gap(moved) >= gap(low)
