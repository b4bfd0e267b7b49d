"""Turnier in a chat on a phone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from games import play
from games.scene import Scene
from games.turnier import GAME
from games.turnier.help_beginning import ARENA
from games.turnier.help_fight import STACK, STACK_OF_FOUR, STACK_OF_THREE
from games.turnier.picture import TINTS
from games.turnier.scene import COLOURS, DASHES, FIGHTER_GLYPHS
from render import layout
from render.layout import WIDTH
from render.sprites import man
from render.theme import contrast
from render.themes import THEMES
from tests.games.turnier_positions import at
from tests.render.painted import changed, drawn

SHOWN = 330
"""The width of a picture in pixels, in a chat on a phone that is 390 pixels wide."""
BROAD = "Sh@0,0/Sh@6,0/Sv@11,2/Cnw@0,2/Csw@7,2"
WIDE = "Sh@0,0/Csw@6,0/Cse@10,0/Cnw@0,2/Sv@4,2"
LONG = "Sh@0,0/Sh@6,0/Sh@12,0/Cnw@0,2/Sh@14,2"
"""Grounds of 13, 14 and 20 columns."""
HIGH = "Sv@0,0/Sv@0,6/Csw@2,0/Csw@2,4/Csw@2,8/Sh@4,2/Sv@6,8/Csw@8,4"
"""One of 14 rows for four seats, whose names take room above and below."""


def drawn_up(seats: int, ground: str) -> Scene:
    """The ground with a fighter of each seat."""
    position = GAME.start(play.setup(GAME, seats))
    for board in ground.split("/"):
        position = GAME.apply(position, play.parse(GAME, position, board))
    for _ in range(seats):
        position = GAME.apply(position, GAME.legal_moves(position)[0])
    return GAME.scene(position, ())


def pitch(scene: Scene) -> float:
    """The distance between two points of the painted picture."""
    return layout.view(scene.board, 0.0, layout.room(scene, WIDTH), 1.0).scale


@pytest.mark.parametrize(
    ("seats", "ground", "least"),
    [
        *((2, ARENA, 22), (2, STACK, 22), (3, STACK_OF_THREE, 22), (4, STACK_OF_FOUR, 22)),
        *((2, BROAD, 22), (4, HIGH, 22), (2, WIDE, 21), (2, LONG, 15)),
    ],
)
def test_fighters_are_large_enough(seats: int, ground: str, least: int) -> None:
    """On grounds of up to 13 columns and 14 rows every fighter is at least 22 pixels wide in a
    chat, and hardly wider than its field. On larger ones it fills its field.
    """
    scene = drawn_up(seats, ground)
    for glyph in FIGHTER_GLYPHS:
        figure, field = scene.figures[0], pitch(scene)
        size = figure.size * field / 2
        wide = man(glyph, figure.role, size, THEMES["print"], False).image.width
        assert wide * SHOWN / WIDTH >= least
        assert wide <= field * 1.04 + 1
        assert least == 22 or wide >= field * 0.96


@pytest.mark.parametrize(
    ("men", "hands"),
    [("a1*,b1/f8", "2,3"), ("a1*,b1/f8/j6", "2,3,3"), ("a1*,b1/f8/j6/a12", "2,3,3,3")],
)
def test_rims_are_seen(men: str, hands: str) -> None:
    """The rim of a board that is held is at least two pixels wide, and no fighter lies on it."""
    scene = GAME.scene(at(men, hands=hands), ())
    assert scene.lines
    for line in scene.lines:
        assert line.width * pitch(scene) * SHOWN / WIDTH >= 2
        assert 0.5 - 0.97 * scene.figures[0].size / 2 >= line.width


@pytest.mark.parametrize("theme", sorted(set(THEMES) - {"print"}))
def test_rims_stand_out(theme: str) -> None:
    """A rim or its sides have a contrast of at least 2 to each colour of boards."""
    colours = THEMES[theme].extended(TINTS)
    for role in COLOURS:
        for tint in map(colours.colour, TINTS):
            pair = colours.colour(role), colours.colour(f"{role}.edge")
            assert max(contrast(one, tint) for one in pair) >= 2


def test_rims_on_paper_tell_owners_apart() -> None:
    """In print the rims of any two seats differ, and each is seen on its board."""
    scene = replace(GAME.scene(at("a1*,b1/f8/j6/a12", hands="2,3,3,3"), ()), marks=(), trails=())
    bare, rim = replace(scene, lines=()), scene.lines[0]
    lines = [
        replace(rim, role=role, dashes=some) for role, some in zip(COLOURS, DASHES, strict=True)
    ]
    seen = [drawn(replace(bare, lines=(line,)), theme="print") for line in lines]
    for one, other in combinations(seen, 2):
        assert changed(one, other) > 500
        assert changed(one, drawn(bare, theme="print")) > 500


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_numbers_of_boards_are_readable(theme: str) -> None:
    """They have a contrast of at least 3 to each colour of boards."""
    colours = THEMES[theme].extended(TINTS)
    assert all(contrast(colours.colour("outline"), colours.colour(tint)) >= 3 for tint in TINTS)
