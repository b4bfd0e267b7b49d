"""Animations of scenes."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageSequence

from games.scene import Scene
from render import animation, painter
from render.animation import TooLargeError, animate, thinned
from tests.render import scenes


def scene(number: int) -> Scene:
    """One scene of a series: one man more each time, in a cycle."""
    whole = scenes.coloured()
    men = whole.figures[: number % len(whole.figures) + 1]
    return replace(whole, figures=men, marks=(), trails=())


@pytest.mark.parametrize("count", [1, 2, 119, 120, 121, 150, 600, 5000])
def test_thinned(count: int) -> None:
    """A limited number of frames: the first, the last ones and evenly spaced ones between."""
    shown = thinned(count)
    assert len(shown) == min(count, animation.MOST)
    assert list(shown) == sorted(set(shown))
    assert (shown[0], shown[-1]) == (0, count - 1)
    assert set(range(max(0, count - animation.KEPT), count)) <= set(shown)
    steps = [after - before for before, after in pairwise(shown[: -animation.KEPT])]
    assert not steps or max(steps) - min(steps) <= 1


def test_frames_are_the_pictures() -> None:
    """Each frame equals the picture of its scene, pixel by pixel. The last one stays longer."""
    many = [scene(number) for number in range(5)]
    made = animate(many, captions=("Anna",), theme="dark")
    with Image.open(BytesIO(made.data)) as film:
        assert (film.format, film.size) == ("WEBP", made.size)
        assert len(ImageSequence.all_frames(film)) == 5
        pauses = []
        for number, each in enumerate(many):
            film.seek(number)
            film.load()
            pauses.append(film.info["duration"])
            alone = painter.pixels(each, captions=("Anna",), theme="dark", width=made.size[0])
            difference = ImageChops.difference(film.convert("RGB"), alone.convert("RGB"))
            assert difference.getbbox() is None
    assert pauses == [animation.PAUSE] * 4 + [animation.LAST]


def test_boards_that_grow() -> None:
    """Frames of different heights all get the height of the tallest."""
    made = animate([scenes.stacks(), scenes.ground(), scenes.dice()])
    tallest = max(
        painter.pixels(one, width=made.size[0]).height
        for one in (scenes.stacks(), scenes.ground(), scenes.dice())
    )
    assert made.size[1] == tallest


@pytest.mark.long
def test_sizes_are_known_before() -> None:
    """The size of a picture is known without painting it."""
    for make in scenes.SCENES.values():
        for width in (1000, 800, 400):
            one = make()
            assert painter.size_of(one, width) == painter.pixels(one, width=width).size


@pytest.mark.long
def test_many_frames() -> None:
    """With more scenes than frames some are left out, and the result says which."""
    made = animate([scene(number) for number in range(130)], limit=2**22)
    assert len(made.shown) == animation.MOST
    with Image.open(BytesIO(made.data)) as film:
        assert len(ImageSequence.all_frames(film)) == len(made.shown)


def test_limit() -> None:
    """A file above the limit is made smaller; if that is impossible it is refused."""
    many = [scene(number) for number in range(4)]
    large = animate(many)
    small = animate(many, limit=len(large.data) - 1)
    assert small.size[0] < large.size[0]
    assert len(small.data) < len(large.data)
    with pytest.raises(TooLargeError, match="100 bytes"):
        animate(many, limit=100)


def test_one_scene_and_none() -> None:
    """A single scene gives a still picture; no scene is an error."""
    with Image.open(BytesIO(animate([scene(3)]).data)) as film:
        assert film.format == "WEBP"
    with pytest.raises(ValueError, match="nothing"):
        animate([])
