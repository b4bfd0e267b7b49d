"""What tests of pictures share: scenes of games, and their pixels."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageChops

from games import all_games, play
from games.protocol import AnyGame
from games.scene import (
    Figure,
    Scene,
)
from render import THEMES, painter, sprites
from tests.render import scenes

CAPTIONS = ("Käthe Großmann", "Jürgen × Bär", "Łukasz", "Ω")
MADE_UP = sorted(scenes.SCENES)
Pixels = Image.Image


def played(game: AnyGame, seats: int, plies: int = 60) -> Scene:
    """The scene in the middle of a random game, with the marks of its last turn."""
    rng = Random(11)
    setup = play.setup(game, seats, {}, rng)
    moves = play.random_line(game, setup, rng, plies)
    position = before = game.start(setup)
    for move in moves[: max(1, len(moves) * 2 // 3)]:
        before, last = position, move
        position = game.apply(position, move)
    return game.scene(position, game.events(before, last, position))


TABLES = [(game, seats) for game in all_games() for seats in game.info.seats]


OWN_ROLES = {
    role: general
    for game, seats in TABLES
    for role, general in played(game, seats).board.roles.items()
}
"""The roles that games declare, and the general ones that they fall back on."""


IDS = [f"{game.info.key}-{seats}" for game, seats in TABLES]


def drawn(scene: Scene, **look: object) -> Pixels:
    """The picture in RGB."""
    return painter.pixels(scene, captions=CAPTIONS, **look).convert("RGB")  # type: ignore[arg-type]


def changed(one: Pixels, other: Pixels) -> int:
    """The number of different pixels."""
    difference = ImageChops.difference(one, other).convert("L").point([0] + [255] * 255)
    return difference.histogram()[255]


SHEET = 300
"""The width and height of a sheet with one man."""


def body(man: Figure, spot: float) -> Pixels:
    """The pixels of a man in full colour, on a sheet with its place in the middle."""
    sheet = Image.new("L", (SHEET, SHEET))
    sprite = sprites.man(man.glyph, man.role, man.size * spot, THEMES["light"], shadow=False)
    x, y = (SHEET // 2 + round(by * spot) for by in man.shift)
    solid = sprite.image.getchannel("A").point([255 if value > 200 else 0 for value in range(256)])
    sheet.paste(solid, (x + sprite.x, y + sprite.y))
    return sheet
