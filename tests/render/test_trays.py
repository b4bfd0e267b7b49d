"""Trays beside the board: who is to move, what they hold, and the players' names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.scene import (
    Item,
    Tray,
    turned,
)
from render import layout, paint, text
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
    assert layout.rows(four) == ((1, 2), (0, 3))
    assert layout.rows(replace(four, trays=four.trays[:3])) == ((1, 2), (0,))
    assert layout.rows(replace(four, trays=four.trays[:2])) == ((1,), (0,))
    assert layout.rows(turned(replace(four, trays=four.trays[:2]), 180.0)) == ((0,), (1,))


def test_seats_with_places() -> None:
    """Seats with a given side are on that side, even if the board is turned."""
    assert layout.rows(scenes.kites()) == ((0,), (1, 2))
    assert layout.rows(scenes.kites(120.0)) == ((1,), (2, 0))
    assert layout.rows(scenes.kites(240.0)) == ((2,), (0, 1))


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
