"""Curves as pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from render.chart import MOST, SIZE, Curve, chart, spread
from render.theme import RGB, contrast
from render.themes import THEMES

RISING = Curve("Rising", tuple((float(day), 1200.0 + 10 * day) for day in range(60)))
FALLING = Curve("Falling", tuple((float(day), 1800.0 - 10 * day) for day in range(60)))


def _pixels(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    assert image.format == "PNG"
    assert image.size == SIZE
    return image.convert("RGB")


def _centre(image: Image.Image, colour: RGB, box: tuple[int, int, int, int]) -> tuple[float, float]:
    """The centre of all pixels of roughly this colour in a part of the picture."""
    part = image.crop(box)
    away = [
        band.point([abs(value - wanted) for value in range(256)])
        for band, wanted in zip(part.split(), colour, strict=True)
    ]
    distances = reduce(ImageChops.add, away).tobytes()
    found = [divmod(place, part.width) for place, far in enumerate(distances) if far < 40]
    assert found
    x, y = (sum(one[axis] for one in found) / len(found) for axis in (1, 0))
    return box[0] + x, box[1] + y


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_higher_values_stand_higher(theme: str) -> None:
    """A rising curve goes from bottom left to top right in its own colour, and a falling one goes
    down.
    """
    image = _pixels(chart([RISING, FALLING], theme=theme).png)
    blue, red = (THEMES[theme].colour(f"seat.{name}") for name in ("blue", "red"))
    left, right = (110, 60, 320, 440), (650, 60, 860, 440)
    assert _centre(image, blue, left)[1] > _centre(image, blue, right)[1] + 100
    assert _centre(image, red, left)[1] < _centre(image, red, right)[1] - 100


def test_the_same_curves_give_the_same_picture() -> None:
    """Nothing is random. Other labels, ends or numbers give another picture."""
    picture = chart([RISING], ends=("2030-01-01", "2030-03-01")).png
    assert chart([RISING], ends=("2030-01-01", "2030-03-01")).png == picture
    others = [
        chart([RISING]).png,
        chart([Curve("Other", RISING.points)], ends=("2030-01-01", "2030-03-01")).png,
        chart([Curve("Rising", RISING.points[:-1])], ends=("2030-01-01", "2030-03-01")).png,
    ]
    assert len({picture, *others}) == 4


@pytest.mark.parametrize(
    "curves",
    [
        [],
        [Curve("nothing", ())],
        [Curve("one", ((5.0, 1264.0),))],
        [Curve("level", ((0.0, 100.0), (1.0, 100.0)))],
        [Curve("at once", ((0.0, 100.0), (0.0, 3500.0)))],
        [Curve("wide", ((0.0, -9000.0), (1e9, 9000.0)))],
        [Curve("a label that is longer than there is room for " * 5, RISING.points)],
        [Curve("☃ 漢字 \n", RISING.points)] * (MOST + 3),
    ],
)
def test_all_that_can_come(curves: list[Curve]) -> None:
    """Few points, equal or distant ones, strange labels, too many curves: all give a picture."""
    assert len(chart(curves).png) < 60_000


def test_a_known_span_and_moments() -> None:
    """With a given range a level curve is drawn at its own height. Moments are lines in their own
    colour.
    """
    level = Curve("Level", tuple((float(day), 90.0) for day in range(10)))
    image = _pixels(chart([level], span=(0.0, 100.0)).png)
    blue = THEMES["light"].colour("seat.blue")
    assert _centre(image, blue, (120, 40, 860, 520))[1] < 140
    marked = _pixels(chart([level], span=(0.0, 100.0), moments={4.5: "5."}).png)
    accent = THEMES["light"].colour("accent")
    x, _ = _centre(marked, accent, (120, 110, 860, 520))
    assert abs(x - (116 + 866) / 2) < 4


def test_words_of_moments_never_overlap() -> None:
    """Words stand where they belong, or side by side around the middle of where they should be, and
    stay within the field.
    """
    assert list(spread([50.0, 200.0], [40.0, 40.0], 0.0, 300.0)) == [50.0, 200.0]
    assert list(spread([99.0, 100.0, 101.0], [40.0, 40.0, 40.0], 0.0, 300.0)) == [
        60.0,
        100.0,
        140.0,
    ]
    assert list(spread([60.0, 150.0, 152.0], [80.0, 40.0, 40.0], 0.0, 300.0)) == [
        60.0,
        131.0,
        171.0,
    ]
    assert list(spread([295.0], [40.0], 0.0, 300.0)) == [280.0]
    assert list(spread([5.0], [40.0], 0.0, 300.0)) == [20.0]
    assert list(spread([], [], 0.0, 300.0)) == []


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_curves_may_have_the_colours_of_seats(theme: str) -> None:
    """A curve has the colour that it is given, with an outline where it would hardly be seen."""
    white, black = (replace(RISING, role=f"seat.{name}") for name in ("white", "black"))
    for curve, name in ((white, "white"), (black, "black")):
        image = _pixels(chart([curve], theme=theme).png)
        colours = THEMES[theme]
        role = f"seat.{name}"
        panel = colours.colour("panel")
        around = [colours.colour(one) for one in (f"{role}.edge", "ink.soft")]
        faint = contrast(colours.colour(role), panel) < 1.8
        seen = max(around, key=lambda one: contrast(one, panel)) if faint else colours.colour(role)
        assert contrast(seen, panel) > 5
        assert _centre(image, seen, (120, 60, 860, 440))


def test_units_titles_and_values_are_written() -> None:
    """All that is said of the curves is in the picture; a long label never hides the value."""
    long = Curve("a label that is longer than there is room for " * 3, RISING.points, "1293?")
    said = [
        chart([long]).png,
        chart([replace(long, value="1294?")]).png,
        chart([long], title="Rating points").png,
        chart([long], unit=" %").png,
    ]
    assert len({*said}) == 4
