"""Fields that are painted one by one: the board looks as if it had been painted at once."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import games
from games import play
from games.scene import Board, Scene
from render import THEMES, fields, painter

pytestmark = pytest.mark.untraced

DIE_DREI = games.get("die-drei")


def _empty(seed: int) -> Scene:
    """A new ground, without a man on it."""
    position = DIE_DREI.start(play.setup(DIE_DREI, 2, {}, Random(seed)))
    return DIE_DREI.scene(position, ())


def _at_once(scene: Scene) -> Scene:
    """The same scene on a board that is painted as a whole."""
    return replace(scene, board=replace(scene.board, plain=None))


@pytest.mark.parametrize(
    ("theme", "width", "turned"),
    [(theme, 1000, 180.0 * (number % 2)) for number, theme in enumerate(THEMES)]
    + [("light", 390, 0.0), ("light", 600, 180.0), ("dark", 1337, 0.0)],
)
def test_no_pixel_differs(theme: str, width: int, turned: float) -> None:
    """Whatever the size and whichever way it is turned, and whether its fields are known or new."""
    painter.clear_caches()
    for seed in range(2):
        shown = replace(_empty(seed), turned=turned)
        found = painter.pixels(shown, theme=theme, width=width)
        whole = painter.pixels(_at_once(shown), theme=theme, width=width)
        assert found.convert("RGB").tobytes() == whole.convert("RGB").tobytes()


def test_no_field_is_painted_twice_in_a_colour() -> None:
    """However many grounds there are, there are four pictures of each of 64 fields."""
    painter.clear_caches()
    counts = []
    for seed in range(30):
        painter.pixels(_empty(seed))
        counts.append(len(fields.kept))
    assert counts[0] == 64
    assert counts == sorted(counts)
    assert counts[-1] == 4 * 64


@pytest.mark.parametrize("key", [game.info.key for game in games.all_games()])
def test_a_board_differs_from_its_plain_one_in_nothing_else(key: str) -> None:
    """Otherwise the painter would take the wrong thing from the plain one."""
    game = games.get(key)
    for seats in game.info.seats:
        board = game.scene(game.start(play.setup(game, seats, {}, Random(1))), ()).board
        if board.plain is not None:
            assert _bare(board) == _bare(board.plain)
            assert {emblem.point for emblem in board.emblems} <= {*board.spots}


def _bare(board: Board) -> list[object]:
    """All of a board but the colours of its fields and its emblems."""
    regions = [
        replace(region, role="") if region.point is not None else region for region in board.regions
    ]
    others = (
        getattr(board, name)
        for name in Board.__slots__
        if name not in {"regions", "emblems", "plain"}
    )
    return [regions, *others]
