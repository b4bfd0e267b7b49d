"""Canvases: what lies where, and which parts of two pictures are equal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from render.bands import HEIGHT
from render.canvas import Canvas, Stamp
from render.layout import Box
from render.palette import Palette

pytestmark = pytest.mark.untraced

COLOURS = tuple((number, 255 - number, number // 2) for number in range(256))
BYTES = b"".join(map(bytes, COLOURS))
MATCHING = Image.new("P", (1, 1))
MATCHING.putpalette(BYTES)
PALETTE = Palette(COLOURS, MATCHING, BYTES, BYTES)
SIZE = 150, 2 * HEIGHT + 20


def stamp(index: int, width: int, height: int, *, round_: bool = False) -> Stamp:
    """A rectangle of one index, or an ellipse."""
    image, mask = Image.new("P", (width, height), index), None
    image.putpalette(BYTES)
    if round_:
        mask = Image.new("1", (width, height))
        ImageDraw.Draw(mask).ellipse((0, 0, width - 1, height - 1), 1)
    return Stamp(image, mask)


GROUND = stamp(7, 120, 100)
STAMPS = [stamp(20 + n, 9 + 17 * n, 60 - 7 * n, round_=n % 2 == 0) for n in range(5)]
LAID = st.lists(
    st.tuples(st.sampled_from(STAMPS), st.integers(-90, 160), st.integers(-90, 170)), max_size=8
)


def canvas(laid: list[tuple[Stamp, int, int]]) -> Canvas:
    """A canvas with these stamps."""
    made = Canvas(SIZE, PALETTE, GROUND, (10, 20))
    for one, left, top in laid:
        made.lay(one, left, top)
    return made


def pasted(laid: list[tuple[Stamp, int, int]]) -> Image.Image:
    """The same without a canvas."""
    image = Image.new("P", SIZE, 0)
    for one, left, top in [(GROUND, 10, 20), *laid]:
        image.paste(one.image, (left, top), one.mask)
    return image


@given(LAID)
def test_the_whole_picture(laid: list[tuple[Stamp, int, int]]) -> None:
    """Later stamps cover earlier ones, and nothing is painted beyond the edges."""
    assert canvas(laid).whole().tobytes() == pasted(laid).tobytes()


@given(LAID)
def test_bands_are_the_picture(laid: list[tuple[Stamp, int, int]]) -> None:
    """The bands, read one by one or all at once, are the rows, each after a zero byte."""
    keys, rows, length = canvas(laid).bands()
    image = pasted(laid)
    expected = b"".join(
        b"\0" + image.crop((0, y, SIZE[0], y + 1)).tobytes() for y in range(SIZE[1])
    )
    assert rows(0, len(keys)) == expected
    assert b"".join(rows(number, number + 1) for number in range(len(keys))) == expected
    assert len(rows(0, 1)) == length


@given(LAID, LAID)
def test_equal_keys_mean_equal_pixels(
    first: list[tuple[Stamp, int, int]], second: list[tuple[Stamp, int, int]]
) -> None:
    """Bands with the same key have the same pixels, in any picture."""
    one, other = canvas(first).bands(), canvas(second).bands()
    for number, key in enumerate(one.keys):
        for place, another in enumerate(other.keys):
            if key == another:
                assert one.rows(number, number + 1) == other.rows(place, place + 1)


def test_a_band_is_known_wherever_it_stands() -> None:
    """A band with the same stamps at the same places has the same key. The same stamp elsewhere, or
    a different stamp that looks the same, gives another key.
    """
    plain, blue = canvas([]).bands(), stamp(30, 20, 20)
    there = canvas([(blue, 5, 5)]).bands()
    assert there.keys == canvas([(blue, 5, 5)]).bands().keys
    assert there.keys[1:] == plain.keys[1:]
    assert there.keys[0] != plain.keys[0]
    assert there.keys[0] != canvas([(blue, 6, 5)]).bands().keys[0]
    assert there.keys[0] != canvas([(stamp(30, 20, 20), 5, 5)]).bands().keys[0]


def test_bands_of_other_sizes_are_others() -> None:
    """A picture's last band is lower than the others, and pictures differ in width."""
    keys = Canvas((60, HEIGHT + 9), PALETTE, GROUND, (0, -400)).bands().keys
    assert keys[0] != keys[1]
    assert keys[0] != Canvas((61, HEIGHT), PALETTE, GROUND, (0, -400)).bands().keys[0]


def test_what_lies_beneath() -> None:
    """The stamps over a place, in order, without those that only touch its edge."""
    red, blue = stamp(1, 10, 10), stamp(2, 10, 10)
    made = canvas([(blue, 30, 30), (red, 35, 35)])
    assert made.beneath(Box(36, 36, 38, 38)) == (GROUND.number, blue.number, red.number)
    assert made.beneath(Box(40, 40, 41, 41)) == (GROUND.number, red.number)
    assert made.beneath(Box(0, 0, 10, 20)) == ()
