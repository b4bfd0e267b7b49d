"""Men: their shapes, in stacks and in their fields."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games import get
from games.die_drei.picture import EMBLEM, EMBLEMS, SHAPES, SIGN, STANDING
from games.die_drei.scene import SIZE
from games.dreistein.men import MEN, VASSALS
from games.dreistein.men import ROLES as MEN_ROLES
from games.dreistein.position import SQUIRE
from games.scene import (
    Emblem,
    Figure,
    Mark,
    Text,
)
from render import THEMES, layout, paint, painter, plan, sprites
from tests.render import scenes
from tests.render.painted import SHEET, body, changed, drawn, played

pytestmark = pytest.mark.untraced


def test_symbols_are_not_touched() -> None:
    """In Die Drei no piece comes nearer to its square's symbol than 4 pixels."""
    scene = played(get("die-drei"), 2)
    scale = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0).scale
    for glyph in EMBLEMS.values():
        for shape in SHAPES:
            symbol = sprites.flat(glyph, "katarenga.yellow", SIGN * scale, THEMES["light"])
            man = body(Figure(shape, "a1", "seat.black", size=SIZE), scene.board.spot * scale)
            apart = round((STANDING - EMBLEM) * scale)
            wide = man.filter(ImageFilter.MaxFilter(9))
            at = SHEET // 2 - apart + symbol.x, SHEET // 2 - apart + symbol.y
            drawn_there = Image.new("L", (SHEET, SHEET))
            drawn_there.paste(symbol.image.getchannel("A"), at)
            shared = ImageChops.multiply(wide, drawn_there.point([0] * 128 + [255] * 128))
            assert shared.getbbox() is None


def test_the_frame_of_the_last_turn_leaves_symbols_alone() -> None:
    """In Die Drei the symbol of the square where the last piece was placed is seen as a whole."""
    scene = replace(played(get("die-drei"), 2), marks=(), trails=(), figures=())
    view = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0)
    left, top = plan.plan(scene, view.size, 1000).board
    bare = drawn(scene)
    for emblem in scene.board.emblems[::7]:
        assert emblem.point is not None
        framed = drawn(replace(scene, marks=(Mark(emblem.point, "last"),)))
        (x, y), half = view.place(emblem.at), emblem.size * view.scale
        box = left + x - half, top + y - half, left + x + half, top + y + half
        assert changed(bare.crop(box), framed.crop(box)) == 0
        assert changed(bare, framed) > 1000


def test_a_vassal_keeps_its_symbol() -> None:
    """The arms of the conqueror don't cover the symbol in the middle of a squire."""
    for (seat, kind, _), glyph in VASSALS.items():
        if kind == SQUIRE:
            pair = [
                sprites.flat(one, MEN_ROLES[seat], 100.0, THEMES["light"])
                for one in (glyph, MEN[seat, kind])
            ]
            dots = [
                each.image.crop((-28 - each.x, -28 - each.y, 28 - each.x, 28 - each.y))
                for each in pair
            ]
            assert dots[0].tobytes() == dots[1].tobytes()


def test_stacks_show_every_man() -> None:
    """Stacks of one to three men in any colours all look different."""
    looks = set()
    white, black = "seat.white", "seat.black"
    for colours in ((white,), (white, white), (black, white), (white,) * 3, (white, black, white)):
        men = tuple(Figure(scenes.MAN, "d4", role, n) for n, role in enumerate(colours))
        scene = replace(scenes.stacks(), figures=men, marks=(), trails=())
        looks.add(drawn(scene).tobytes())
    assert len(looks) == 5


def test_stacks_hide_little_of_rings() -> None:
    """A stack in front of the man of the last turn covers less than a fifth of its ring."""
    man = Figure(scenes.MAN, "d4", "seat.white")
    stack = tuple(Figure(scenes.MAN, "c3", "seat.black", level) for level in range(3))
    scene = replace(scenes.stacks(), figures=(man,), marks=(Mark("d4", "last"),), trails=())
    ring = THEMES["light"].colour("last")
    alone, behind = (
        {seen: count for count, seen in drawn(one).getcolors(1 << 20) or ()}[ring]
        for one in (scene, replace(scene, figures=(man, *stack)))
    )
    assert 0.8 * alone < behind < alone
    assert alone > 500


def test_high_stacks() -> None:
    """A stack of any height is painted, even beyond the top of the board."""
    for height in (4, 9, 40):
        men = tuple(Figure(scenes.MAN, "g1", "seat.red", level) for level in range(height))
        assert paint(replace(scenes.stacks(), figures=men)).size[0] == 1000


def test_seats_differ_in_shape() -> None:
    """Badges differ even without colour."""
    scene = scenes.dice()
    looks = set()
    for tray in scene.trays:
        one = replace(scene, trays=(replace(tray, seat=1, role="seat.red", items=()),))
        looks.add(painter.pixels(one).convert("L").tobytes())
    assert len(looks) == 4


@pytest.mark.parametrize("key", ["3stein", "die-drei", "tyr"])
def test_men_stay_in_their_fields(key: str) -> None:
    """Where points are fields, men lie inside them."""
    game = get(key)
    scene = played(game, max(game.info.seats))
    view = layout.view(scene.board, scene.turned, plan.room(scene, 1000), 1.0)
    fields = {region.point: region.polygon for region in scene.board.regions}
    for man in scene.figures:
        x, y = view.place(scene.board.spots[man.point])
        inside = Image.new("L", (SHEET, SHEET), 255)
        corners = [(u - x + SHEET / 2, v - y + SHEET / 2) for u, v in view.shape(fields[man.point])]
        ImageDraw.Draw(inside).polygon(corners, 0)
        outside = ImageChops.multiply(body(man, view.spot), inside)
        assert outside.getbbox() is None, man.point


def test_emblems_that_come_and_go() -> None:
    """An emblem of a scene is seen below men, and its board stays the same."""
    scene = replace(scenes.stacks(), figures=(), marks=(), trails=())
    sign = Emblem((Text("5", (0, 0), 1.0, "line"),), scene.board.spots["d4"], 0.2, "board")
    with_sign = replace(scene, emblems=(sign,))
    assert changed(drawn(with_sign), drawn(scene)) > 100
    man = Figure(scenes.MAN, "d4", "seat.white")
    above, bare = (drawn(replace(one, figures=(man,))) for one in (with_sign, scene))
    assert changed(above, bare) == 0


def test_two_men_on_one_point() -> None:
    """Two men that are shifted on one point are both visible."""
    scene = replace(scenes.kites(), marks=(), trails=())
    without = replace(scene, figures=scene.figures[:-1])
    assert changed(drawn(scene), drawn(without)) > 100
