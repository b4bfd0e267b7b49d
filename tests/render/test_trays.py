"""Trays beside the board: who is to move, what they hold, and the players' names."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from games.scene import (
    Item,
    Scene,
    Tray,
    turned,
)
from render import layout, paint, painter, plan, text
from render.layout import Box
from render.trays import SLIM
from tests.render import scenes
from tests.render.painted import CAPTIONS, changed, drawn


def test_who_is_to_move() -> None:
    """The marks for the seat to move, and for a winner, change many pixels of that seat's strip and
    no others.
    """
    scene = replace(scenes.stacks(), to_move=None)
    nobody = drawn(scene)
    views = [drawn(replace(scene, to_move=seat)) for seat in (1, 2)]
    views += [drawn(replace(scene, winners=(seat,))) for seat in (1, 2)]
    assert all(changed(nobody, view) > 3000 for view in views)
    assert len({view.tobytes() for view in views}) == 4
    top = (0, 0, 1000, nobody.height // 2)
    assert changed(nobody.crop(top), views[0].crop(top)) == 0
    assert changed(nobody.crop(top), views[1].crop(top)) > 3000


def test_tray_counts() -> None:
    """The contents of a tray are visible, and one man more or less makes a difference, however many
    there are.
    """
    scene = scenes.stacks()
    looks = []
    for count in (0, 1, 2, 6, 7, 18, 188):
        tray = Tray(1, scenes.MAN, "seat.white", (Item(scenes.MAN, "seat.white", count),))
        looks.append(drawn(replace(scene, trays=(tray, scene.trays[1]))).tobytes())
    assert len(set(looks)) == len(looks)


def test_what_was_won_is_apart() -> None:
    """Items that a seat has won are divided from its others. Places still free are seen, too."""
    scene, stock = scenes.stacks(), Item(scenes.MAN, "seat.white", 2)
    lord = Item(scenes.SQUARE, "seat.red")
    trays = [
        Tray(1, scenes.MAN, "seat.white", (stock, lord)),
        Tray(1, scenes.MAN, "seat.white", (stock,), won=(lord,)),
        *(
            Tray(1, scenes.MAN, "seat.white", (stock,), won=(replace(lord, count=count, of=3),))
            for count in range(4)
        ),
    ]
    looks = [drawn(replace(scene, trays=(tray, scene.trays[1]))).tobytes() for tray in trays]
    assert len({*looks}) == len(looks)


def test_crowded_trays() -> None:
    """Items that do not fit are made smaller, and stay within the strip."""
    items = tuple(Item(scenes.SQUARE, "seat.red", n) for n in range(1, 25))
    scene = scenes.dice()
    crowded = replace(scene, trays=tuple(replace(tray, items=items) for tray in scene.trays))
    assert paint(crowded, captions=CAPTIONS).size == paint(scene, captions=CAPTIONS).size


@pytest.mark.parametrize("count", range(7))
def test_any_number_of_seats(count: int) -> None:
    """Boards without seats and with up to six seats are painted."""
    trays = tuple(Tray(n + 1, scenes.MAN, "seat.red") for n in range(count))
    assert paint(replace(scenes.stacks(), trays=trays, to_move=1)).size[0] == 1000


def test_seats_clockwise() -> None:
    """The first seat sits at the bottom, the others follow clockwise, and all turn together."""
    four = scenes.dice()
    assert plan.rows(four) == ((1, 2), (0, 3))
    assert plan.rows(replace(four, trays=four.trays[:3])) == ((1, 2), (0,))
    assert plan.rows(replace(four, trays=four.trays[:2])) == ((1,), (0,))
    assert plan.rows(turned(replace(four, trays=four.trays[:2]), 180.0)) == ((0,), (1,))


def test_seats_with_places() -> None:
    """Seats with a given side are on that side, even if the board is turned."""
    assert plan.rows(scenes.kites()) == ((0,), (1, 2))
    assert plan.rows(scenes.kites(120.0)) == ((1,), (2, 0))
    assert plan.rows(scenes.kites(240.0)) == ((2,), (0, 1))


def high(columns: int, rows: int) -> Scene:
    """Four seats around a ground of so many points, whose men are small."""
    board = scenes.ground_board(((0, 0, columns, rows),))
    return scenes.ground(replace(board, wide=True), 20)


@pytest.mark.parametrize(("columns", "slim"), [(6, False), (9, True)])
def test_strips_beside_a_high_board(columns: int, slim: bool) -> None:
    """Beside a high board with small men the strips are in a column, in turn order. They meet
    neither each other nor the board, and lie within the picture.
    """
    scene = high(columns, 24)
    board = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0).size
    found = plan.plan(scene, board, 1000)
    left, top = found.board
    boxes = [Box(left, top, left + board[0], top + board[1])]
    boxes += [Box(s.left, s.top, s.left + s.width, s.top + s.height) for s in found.strips]
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    assert [strip.tray for strip in found.strips] == [0, 1, 2, 3]
    assert sorted(strip.top for strip in found.strips) == [strip.top for strip in found.strips]
    assert all((strip.width < SLIM) == slim for strip in found.strips)
    for box in boxes:
        assert min(box) >= 0
        assert box.right <= found.size[0]
        assert box.bottom <= found.size[1]
    assert drawn(scene).size == found.size


def test_strips_stay_above_and_below_other_boards() -> None:
    """They do where men are large enough that way, and where there is no room beside."""
    for scene in (high(10, 12), high(14, 22), replace(scenes.stacks(), to_move=1)):
        board = layout.view(scene.board, 0.0, plan.room(scene, 1000), 1.0).size
        found = plan.plan(scene, board, 1000)
        assert all(
            strip.top >= found.board[1] + board[1] or strip.top + strip.height <= found.board[1]
            for strip in found.strips
        )


def test_slim_strips_show_all() -> None:
    """Names, badges, items and who is to move are seen in a slim strip, too."""
    scene = replace(high(9, 24), winners=(), to_move=1)
    none, other = (replace(scene.trays[0], items=()), replace(scene.trays[0], glyph=scenes.DIAMOND))
    looks = [
        drawn(scene),
        painter.pixels(scene, captions=("Katharina", *CAPTIONS[1:])).convert("RGB"),
        drawn(replace(scene, trays=(none, *scene.trays[1:]))),
        drawn(replace(scene, trays=(other, *scene.trays[1:]))),
        drawn(replace(scene, to_move=2)),
    ]
    assert all(changed(one, two) > 100 for one, two in combinations(looks, 2))


CAPTION_TEXTS = {
    "Ärger × Größe": "Ärger × Größe",
    "🎉 Kim 🎉": "Kim",
    "♔→★": "",
    "𝓐𝓵𝓮𝔁": "Alex",
    "Ｆｕｌｌ": "Full",
    "日本": "",
    "שלום": "",
    "a\u202eb\u0000c\u200bd": "abcd",
    "line\nbreak\t": "line break",
    "e\u0301": "é",
    "Ω Жук": "Ω Жук",
    "": "",
}


@pytest.mark.parametrize("caption", CAPTION_TEXTS)
def test_captions(caption: str) -> None:
    """Letters in the font stay, ornamental ones become plain, all others are left out."""
    assert text.printable(caption) == CAPTION_TEXTS[caption]
    assert paint(scenes.stacks(), captions=(caption, caption)).size[0] == 1000


@pytest.mark.parametrize("name", ["Ärger", "🎉 Kim 🎉", "𝓐𝓵𝓮𝔁", "Ω Жук", "Kim さん", "_.", "日a"])
def test_legible_names(name: str) -> None:
    """What remains of these names is recognizable."""
    assert text.legible(name)
    assert text.printable(name)


@pytest.mark.parametrize("name", ["日本", "さくら A", "שלום", "♔→★", "김철수2", "", "\u200b"])
def test_names_that_are_not_legible(name: str) -> None:
    """Hardly anything, or nothing, would remain of these names."""
    assert not text.legible(name)


@pytest.mark.parametrize("length", [1, 20, 40, 400])
def test_long_captions_are_cut(length: int) -> None:
    """A caption stays within its space; if cut, it ends with an ellipsis."""
    cut = text.fitted("W" * length, 25, 300)
    assert text.width(cut, 25) <= 300
    assert (cut[-1] == text.ELLIPSIS) == (length > 8)
    assert paint(scenes.dice(), captions=("W" * length,) * 4).size[0] == 1000


def test_captions_lose_their_parenthesis_first() -> None:
    """Where "Page Pip (level 1)" has no room, the name alone is written, and all of it."""
    scene = scenes.dice()
    long = ("Edelknabe Philippine (Stufe 10 von 20)",) * 4
    cut, short = (paint(scene, captions=each).png for each in (long, ("Edelknabe Philippine",) * 4))
    assert cut == short
    whole, other = (paint(scene, captions=(name,) * 4).png for name in ("Pip (1)", "Pip"))
    assert whole != other


def test_no_room_for_a_caption() -> None:
    """If not even the ellipsis fits, nothing is written."""
    assert text.fitted("Anna", 25, 3) == ""


@pytest.mark.parametrize("name", ["W" * 5000, "\u202e" + "x" * 300, "a\n\n\x00b", "😀" * 200])
def test_strange_names_stay_in_their_place(name: str) -> None:
    """A name that is too long is cut, and no character in a name moves the board."""
    scene = scenes.stacks()
    picture = paint(scene, captions=(name, "Ω"))
    assert picture.size == paint(scene, captions=CAPTIONS).size
    assert picture.png == paint(scene, captions=(name + name[-1] * (len(name) > 9), "Ω")).png
