"""Turnier's fighters on a phone's page."""

from __future__ import annotations

import pytest

from games import play
from games.turnier import GAME
from games.turnier.help import ARENA, STACK, STACK_OF_FOUR, STACK_OF_THREE
from games.turnier.scene import FIGHTER_GLYPHS
from render import layout
from render.layout import WIDTH
from render.sprites import man
from render.themes import THEMES

PHONE = 390
"""The width of the page in pixels."""
WIDE = "Sh@0,0/Csw@6,0/Cse@10,0/Cnw@0,2/Sv@4,2"
"""A ground of 14 columns."""


@pytest.mark.parametrize(
    ("seats", "ground"),
    [(2, ARENA), (2, STACK), (2, WIDE), (3, STACK_OF_THREE), (4, STACK_OF_FOUR)],
)
def test_fighters_are_large_enough(seats: int, ground: str) -> None:
    """On grounds of up to 14 columns every fighter is at least 22 pixels wide on a phone, and
    hardly wider than its field.
    """
    position = GAME.start(play.setup(GAME, seats))
    for board in ground.split("/"):
        position = GAME.apply(position, play.parse(GAME, position, board))
    for _ in range(seats):
        position = GAME.apply(position, GAME.legal_moves(position)[0])
    scene = GAME.scene(position, ())
    spot = layout.view(scene.board, 0.0, layout.room(scene, WIDTH), 1.0).spot
    for glyph in FIGHTER_GLYPHS:
        figure = scene.figures[0]
        wide = man(glyph, figure.role, figure.size * spot, THEMES["print"], False).image.width
        assert wide * PHONE / WIDTH >= 22
        assert wide <= 2 * spot * 1.04
