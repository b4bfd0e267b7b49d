"""Colour-blind people can tell the seats apart: simulated, and measured.

The simulation is that of Machado, Oliveira and Fernandes (2009) for a complete lack of one kind of
cone, a matrix on linear RGB. The distance is CIEDE2000 (Sharma, Wu, Dalal 2005) under D65. A
distance of 2 is just visible side by side. These tests require nine times as much.
"""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from games import all_games
from games.protocol import AnyGame
from games.scene import Scene
from render import THEMES
from render.theme import RGB, Theme, contrast
from tests.render.painted import played

Triple = tuple[float, float, float]

APART = 18.0
"""The least distance between the colours of two seats, or two dice, of a game."""
FROM_BOARD = 15.0
"""The least distance between a man, by its face or outline, and the field below it."""
FIELDS = 10.0
"""The least distance between the field colours of Die Drei, which also have emblems."""

COLOURED = sorted({*THEMES} - {"print"})
"""Themes in which colours tell seats apart; in print, shapes and letters do."""

SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "all colours": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: RGB, sight: str) -> Triple:
    """A colour as seen, in CIE L*a*b*."""
    parts = [value / 255 for value in colour]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in SIGHTS[sight]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Triple, other: Triple) -> float:
    """CIEDE2000 of two colours in L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    lightness, chroma = l2 - l1, c2 - c1
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    light, full = (l1 + l2) / 2, (c1 + c2) / 2
    middle = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * cos(radians(middle - 30))
        + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6))
        - 0.20 * cos(radians(4 * middle - 63))
    )
    s_l = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * full, 1 + 0.015 * full * t
    tilt = -2 * sqrt(full**7 / (full**7 + 25**7))
    tilt *= sin(radians(60 * exp(-(((middle - 275) / 25) ** 2))))
    parts = lightness / s_l, chroma / s_c, hue / s_h
    return sqrt(sum(part * part for part in parts) + tilt * parts[1] * parts[2])


def apart(theme: Theme, one: str, other: str, sight: str) -> float:
    """How different two roles look in a theme."""
    return distance(seen(theme.colour(one), sight), seen(theme.colour(other), sight))


def scene_of(game: AnyGame) -> Scene:
    """A game in the middle, with all its seats."""
    return played(game, max(game.info.seats))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_the_measure(one: Triple, other: Triple, expected: float) -> None:
    """The distance agrees with the published test data."""
    assert distance(one, other) == pytest.approx(expected, abs=1e-4)
    assert distance(other, one) == pytest.approx(expected, abs=1e-4)


def test_the_simulation() -> None:
    """Greys stay unchanged, and the expected pair of colours loses its difference."""
    for sight in SIGHTS:
        assert distance(seen((119, 119, 119), sight), seen((119, 119, 119), "all colours")) < 0.1
    red, green, blue = (190, 90, 60), (110, 125, 50), (90, 150, 200)
    for one, other, lost in (
        (red, green, {"protanopia", "deuteranopia"}),
        ((80, 160, 150), blue, {"tritanopia"}),
    ):
        full = distance(seen(one, "all colours"), seen(other, "all colours"))
        left = {sight: distance(seen(one, sight), seen(other, sight)) / full for sight in SIGHTS}
        assert {sight for sight, share in left.items() if share < 0.6} == lost, left


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.key)
def test_seats_are_told_apart(game: AnyGame, theme: str, sight: str) -> None:
    """The colours of any two seats at a table differ, and from everything else on the board."""
    scene = scene_of(game)
    tables = [
        {tray.role for tray in scene.trays},
        {figure.role for figure in scene.figures},
    ]
    colours = THEMES[theme].extended(scene.board.roles)
    for roles in tables:
        for one, other in combinations(sorted(roles), 2):
            assert apart(colours, one, other, sight) >= APART, (one, other)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.key)
def test_men_stand_out(game: AnyGame, theme: str, sight: str) -> None:
    """Men differ from every field of their board, by face or outline, in print too."""
    scene = scene_of(game)
    colours = THEMES[theme].extended(scene.board.roles)
    men = {figure.role for figure in scene.figures}
    for ground in {region.role for region in scene.board.regions}:
        for man in men:
            looks = [apart(colours, look, ground, sight) for look in (man, f"{man}.edge")]
            assert max(looks) >= FROM_BOARD, (man, ground)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", COLOURED)
def test_coloured_fields(theme: str, sight: str) -> None:
    """Die Drei's four field colours differ; in addition each field shows its emblem."""
    colours = [f"katarenga.{colour}" for colour in ("red", "yellow", "green", "blue")]
    for one, other in combinations(colours, 2):
        assert apart(THEMES[theme], one, other, sight) >= FIELDS, (one, other)


def test_shapes_in_print() -> None:
    """Where colours don't tell seats apart, no two seats have the same badge."""
    for game in all_games():
        for seats in game.info.seats:
            scene = played(game, seats)
            assert len({tray.glyph for tray in scene.trays}) == len(scene.trays) == seats


@pytest.mark.parametrize("theme", ["print", "colour-blind"])
def test_print_has_no_colours(theme: str) -> None:
    """The print theme consists of greys on white; the other theme does not."""
    colours = THEMES[theme].colours.values()
    grey = all(max(colour) == min(colour) for colour in colours)
    assert grey == (theme == "print")
    assert contrast(THEMES[theme].colour("ink"), THEMES[theme].colour("background")) >= 10
