"""Turnier in a chat on a phone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from games import play
from games.scene import Scene
from games.turnier import GAME
from games.turnier.board import BOARDS
from games.turnier.help_fight import STACK, STACK_OF_FOUR, STACK_OF_THREE
from games.turnier.help_start import ARENA
from games.turnier.picture import TINTS
from games.turnier.scene import COLOURS, DASHES, FIGHTER_GLYPHS
from render import layout, plan
from render.layout import WIDTH
from render.sprites import man
from render.theme import contrast
from render.themes import THEMES
from tests.games.turnier_positions import at
from tests.level4 import FOLDER
from tests.render.painted import changed, drawn

SHOWN = 330
"""The width of a picture in pixels, in a chat on a phone that is 390 pixels wide."""
BROAD = "Sh@0,0/Sh@6,0/Sv@11,2/Cnw@0,2/Csw@7,2"
WIDE = "Sh@0,0/Csw@6,0/Cse@10,0/Cnw@0,2/Sv@4,2"
LONG = "Sh@0,0/Sh@6,0/Sh@12,0/Cnw@0,2/Sh@14,2"
"""Grounds of 13, 14 and 20 columns."""
HIGH = "Sv@0,0/Sv@0,6/Csw@2,0/Csw@2,4/Csw@2,8/Sh@4,2/Sv@6,8/Csw@8,4"
"""One of 14 rows for four seats, whose names take room above and below."""
FULL = "Sv@0,0/Sv@0,6/Sv@0,12/Csw@1,18/Sh@2,0/Csw@8,0/Csw@10,2/Csw@2,2"
SLIM = "Sv@0,0/Sv@0,6/Sv@0,12/Sv@0,18/Csw@2,22/Csw@6,22/Csw@2,0/Csw@6,0"
"""Grounds of 14×22 and 10×26 points."""
LARGEST = {
    2: "Sh@0,0/Sv@-1,-6/Cne@-5,-9/Cnw@5,2/Cnw@9,5",
    3: "Sh@0,0/Sv@-1,-6/Cne@-5,-9/Cnw@5,2/Cnw@9,5/Cnw@12,9",
    4: "Sh@0,0/Sv@-1,-6/Sh@-6,-8/Sv@-8,-13/Cne@-12,-16/Cnw@5,2/Cnw@9,5/Cnw@12,9",
}
"""The stairs that are wide and high: 18×18, 21×22 and 28×29 points."""
LONGEST = {
    2: "Sh@0,0/Sh@-6,0/Sh@-12,0/Sh@-18,0/Cne@-22,-1",
    4: "Sv@0,0/Sv@0,6/Sv@0,12/Sv@0,18/Cne@-2,24/Cne@-2,28/Cne@-2,32/Cne@-2,36",
}
"""One board behind the other: 28 and 40 points."""


def stored() -> set[tuple[int, str]]:
    """The grounds of stored games, with the numbers of seats."""
    found = set()
    for game in (FOLDER / f"{GAME.info.key}.txt").read_text().splitlines():
        head, tokens = game.split(" | ")
        seats = int(head.split()[0])
        found.add((seats, "/".join(tokens.split()[: BOARDS[seats]])))
    return found


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
    return layout.view(scene.board, 0.0, plan.room(scene, WIDTH), 1.0).scale


def widths(scene: Scene) -> list[float]:
    """How wide fighters of all colours are in the painted picture."""
    figure, field = scene.figures[0], pitch(scene)
    looks = (
        man(g, figure.role, figure.size * field / 2, THEMES["print"], False) for g in FIGHTER_GLYPHS
    )
    return [look.image.width for look in looks]


@pytest.mark.parametrize(
    ("seats", "ground", "least"),
    [
        *((2, ARENA, 22), (2, STACK, 22), (3, STACK_OF_THREE, 22), (4, STACK_OF_FOUR, 22)),
        *((2, BROAD, 22), (2, WIDE, 22), (2, LONG, 22), (4, HIGH, 22)),
        *((4, FULL, 22), (4, SLIM, 22)),
        *((2, LARGEST[2], 17), (3, LARGEST[3], 15), (4, LARGEST[4], 11)),
        *((2, LONGEST[2], 21), (4, LONGEST[4], 15)),
    ],
)
def test_fighters_are_large_enough(seats: int, ground: str, least: int) -> None:
    """Every fighter is at least 22 pixels wide in a chat, and hardly wider than its field. Where
    that can't be, it fills its field, and it is never less than half as wide.
    """
    scene = drawn_up(seats, ground)
    for wide in widths(scene):
        assert wide * SHOWN / WIDTH >= least
        assert wide <= pitch(scene) * 1.05 + 1
        assert least == 22 or wide >= pitch(scene) * 0.98


def test_fighters_of_stored_games_are_large_enough() -> None:
    """On grounds of at most 14 by 22 points, as most of stored games are, fighters are at least 22
    pixels wide in a chat, and on all of stored games whose shorter side has at most 10 points.
    """
    scenes = [drawn_up(*one) for one in stored()]
    usual = [
        scene
        for scene in scenes
        if min(scene.board.width, scene.board.height) < 15
        and max(scene.board.width, scene.board.height) < 23
    ]
    assert len(usual) > 0.8 * len(scenes)
    assert all(min(widths(scene)) * SHOWN / WIDTH >= 22 for scene in usual)
    slim = [s for s in scenes if min(s.board.width, s.board.height) < 11]
    assert all(min(widths(scene)) * SHOWN / WIDTH >= 22 for scene in slim)


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
