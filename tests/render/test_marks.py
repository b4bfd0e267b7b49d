"""Marks: seen in every theme, and in nobody's way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from games import get
from games.protocol import AnyGame
from games.scene import (
    Figure,
    Mark,
    Trail,
)
from render import THEMES, layout, marks, plan, shapes
from render.layout import Box
from tests.render import scenes
from tests.render.painted import IDS, TABLES, changed, drawn, played

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=IDS)
def test_last_turn_of_games(game: AnyGame, seats: int) -> None:
    """The marks of the last turn change many pixels."""
    scene = played(game, seats)
    if scene.marks or scene.trails:
        bare = replace(scene, marks=(), trails=())
        assert changed(drawn(scene), drawn(bare)) > 100


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize(
    "role", ["last", "from", "captured", "choice", "picked", "reach", "goal", "danger"]
)
def test_marks_are_seen(role: str, theme: str) -> None:
    """Each mark is visible, on fields and bare points, with and without a man, and differs from the
    others.
    """
    for scene, free, taken in (
        (scenes.coloured(), "h4", scenes.coloured().figures[0].point),
        (scenes.stacks(), "d4", scenes.stacks().figures[0].point),
    ):
        clear = replace(scene, marks=(), trails=())
        for point in (free, taken):
            marked = drawn(replace(clear, marks=(Mark(point, role),)), theme=theme)
            assert changed(marked, drawn(clear, theme=theme)) > 100
            other = "goal" if role == "danger" else "danger"
            others = drawn(replace(clear, marks=(Mark(point, other),)), theme=theme)
            assert changed(marked, others) > 100


def test_mark_letters() -> None:
    """The letter of a choice is beside it."""
    scene = replace(scenes.stacks(), marks=(Mark("d4", "choice"),))
    letter = replace(scene, marks=(Mark("d4", "choice", "A"),))
    number = replace(scene, marks=(Mark("d4", "choice", "12"),))
    assert changed(drawn(scene), drawn(letter)) > 200
    assert changed(drawn(letter), drawn(number)) > 20


@pytest.mark.parametrize("role", ["goal", "picked", "choice", "last"])
def test_marks_stay_on_fields_that_they_may_not_tint(role: str) -> None:
    """Where fields keep their colours, no mark reaches into a neighbour."""
    scene = replace(played(get("die-drei"), 2), marks=(), trails=())
    man = scene.figures[0]
    marked = drawn(replace(scene, marks=(Mark(man.point, role),)))
    view = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0)
    left, top = plan.plan(scene, view.size, 1000).board
    seen = ImageChops.difference(marked, drawn(scene)).getbbox()
    assert seen is not None
    field = next(region for region in scene.board.regions if region.point == man.point)
    inside = layout.around(view.shape(field.polygon)).grown(1.5)
    assert inside.union(Box(*seen).moved(-left, -top)) == inside


def test_a_ring_lies_over_a_frame() -> None:
    """In Die Drei the ring of a piece that has won is whole, even if the last turn put it there."""
    point = scenes.coloured().figures[0].point
    goal, last = Mark(point, "goal"), Mark(point, "last")
    scene = replace(scenes.coloured(), marks=())
    scene = replace(scene, board=replace(scene.board, tinted=False))
    both, won, bare = (drawn(replace(scene, marks=some)) for some in ((goal, last), (goal,), ()))
    swapped = drawn(replace(scene, marks=(last, goal)))
    assert not changed(both, swapped)
    ring = ImageChops.difference(won, bare).convert("L").point([0] * 60 + [255] * 196)
    lost = ImageChops.difference(both, won).convert("L").point([0] * 40 + [255] * 216)
    assert ImageChops.multiply(ring, lost).histogram()[255] < 0.05 * ring.histogram()[255]


def test_no_tint_below_a_capture() -> None:
    """A man that has captured has its red ring on the field's own colour."""
    scene = replace(scenes.coloured(), marks=())
    point = scene.figures[0].point
    captured, last = Mark(point, "captured"), Mark(point, "last")
    both, alone = (drawn(replace(scene, marks=some)) for some in ((captured, last), (captured,)))
    assert not changed(both, alone)


def test_rims_of_arrows() -> None:
    """On boards that want it, the arrow of the last turn has a dark rim; earlier ones have none."""
    scene = replace(scenes.stacks(), figures=(), marks=())
    rimmed = replace(scene.board, rimmed=True)
    for role, differs in (("last", True), ("earlier", False)):
        plain = replace(scene, trails=(Trail(("a1", "g4"), role),))
        assert (changed(drawn(plain), drawn(replace(plain, board=rimmed))) > 500) == differs


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_what_is_picked_is_no_last_turn(theme: str) -> None:
    """The arrow of a move that is being picked is not that of the last turn, even without
    colours.
    """
    scene = replace(scenes.stacks(), figures=(), marks=(), trails=())
    last, picked = (
        drawn(replace(scene, trails=(Trail(("a1", "g4"), role),)), theme=theme).convert("L")
        for role in ("last", "picked")
    )
    assert changed(last, picked) > 500


def test_trails_lie_under_men() -> None:
    """An arrow is visible between its ends but never covers a man."""
    scene = replace(scenes.stacks(), marks=())
    man = Figure(scenes.MAN, "d4", "seat.black")
    over = replace(scene, figures=(man,))
    with_trail, without = drawn(over), drawn(replace(over, trails=()))
    assert changed(with_trail, without) > 500
    view = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0)
    corner = plan.plan(scene, view.size, 1000).board
    x, y = (round(value) + edge for value, edge in zip(view.place((4.6, 4.0)), corner, strict=True))
    middle = (x - 20, y - 25, x + 20, y + 15)
    assert changed(with_trail.crop(middle), without.crop(middle)) == 0


def test_heads_of_arrows_lie_between_men() -> None:
    """Where men leave no room for a head, it is on the last stretch before them."""
    way, spot, theme = ((0.0, 0.0), (300.0, 0.0)), 40.0, THEMES["light"]
    for men, tip in (((), 260), (((220.0, 0.0),), 180), (((240.0, 0.0), (150.0, 0.0)), 110)):
        shown = marks.arrow(shapes.arrow(way, "last", spot, 1.0, men=men), "last", theme)
        alpha = shown.image.getchannel("A").point([0] * 40 + [255] * 216)
        rows = alpha.crop((0, 0, alpha.width, -shown.y - 8)).getbbox()
        assert rows is not None
        assert abs(rows[2] + shown.x - tip) < 18
        assert alpha.width + shown.x >= 240


def test_arrows_between_neighbours_are_arrows() -> None:
    """On bare points an arrow to a neighbour is longer than its head."""
    spot, theme = 50.0, THEMES["light"]
    bare = shapes.Place(spot, None, True)
    for roles in (["last"], ["last", "captured"]):
        clear = shapes.clear(bare, roles)
        way = shapes.longer(((0.0, 0.0), (110.0, 0.0)), spot)
        short = marks.arrow(shapes.arrow(way, "last", spot, clear), "last", theme)
        assert short.image.width > 2 * 0.62 * spot


def test_rings_lie_below_stacks_in_front() -> None:
    """On bare points the ring of the last turn covers nothing of a nearer stack."""
    scene = replace(scenes.stacks(), marks=(), trails=())
    high = tuple(Figure(scenes.MAN, "b4", "seat.black", level=level) for level in range(3))
    far = Figure(scenes.MAN, "c5", "seat.white")
    marked = replace(scene, figures=(*high, far), marks=(Mark("c5", "last"),))
    bare, both = drawn(replace(marked, marks=())), drawn(marked)
    nearer = drawn(replace(marked, figures=(far,), marks=()))
    stack = ImageChops.difference(bare, nearer).convert("L").point([0] * 60 + [255] * 196)
    seen = ImageChops.difference(both, bare).convert("L").point([0] * 40 + [255] * 216)
    assert ImageChops.multiply(stack, seen).histogram()[255] < 30


def test_crosses_have_rims() -> None:
    """The cross of a captured man is seen on an arrow of any colour."""
    for theme in THEMES.values():
        cross = marks.beneath("captured", shapes.Place(40.0, None, False), theme)
        assert cross is not None
        opaque = cross.image.getchannel("A").point([0] * 150 + [255] * 106)
        flat = Image.new("RGB", cross.image.size, (1, 2, 3))
        flat.paste(cross.image.convert("RGB"), (0, 0), opaque)
        inks = {colour for _, colour in flat.getcolors(100_000) or ()}
        assert {theme.colour("captured"), theme.colour("captured.ink")} <= inks


def test_winning_lines() -> None:
    """A line of men that have won is seen between them, and bolder than an arrow."""
    scene = replace(scenes.stacks(), figures=(), marks=(), trails=())
    ways = [replace(scene, trails=(Trail(("a1", "g4"), role),)) for role in ("last", "goal")]
    arrow, line = (changed(drawn(way), drawn(scene)) for way in ways)
    assert line > 1.5 * arrow > 0


@pytest.mark.parametrize("spot", [12.0, 20.0, 30.0])
def test_the_frame_of_the_last_turn_is_never_thin(spot: float) -> None:
    """Around a man that fills its field, it shows at least 5 pixels, however small men are."""
    field = ((-spot, -spot), (spot, -spot), (spot, spot), (-spot, spot))
    frame = marks.beneath("last", shapes.Place(spot, field, True, False), THEMES["light"])
    assert frame is not None
    assert min(-frame.x, -frame.y) >= spot + 5


def test_what_was_picked_is_framed_where_colours_matter() -> None:
    """A disc would be hidden by the man on it, and tint the field."""
    field = ((-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0))
    picked = marks.beneath("picked", shapes.Place(30.0, field, True, False), THEMES["light"])
    assert picked is not None
    assert min(-picked.x, -picked.y) >= 38


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_frames_of_dice_that_have_won(theme: str) -> None:
    """They reach beyond their fields, with a light rim, so that neighbours' frames touch."""
    spot, half = 46.0, 50.0
    field = ((-half, -half), (half, -half), (half, half), (-half, half))
    frame = marks.beneath("goal", shapes.Place(spot, field, True), THEMES[theme])
    assert frame is not None
    assert -frame.x >= half + 0.15 * spot
    colours = [frame.image.getpixel((at - frame.x, -frame.y)) for at in (47, 53)]
    assert colours == [(*THEMES[theme].colour("goal"), 255)] * 2
