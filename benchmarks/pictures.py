"""The cost of a picture: drawn warm and cold, and beside Pillow's own PNG writer.

For each registered game it paints a position from the middle of a random game. "Pillow" is
`save(optimize=False, compress_level=6)` of the same palette pixels.

The PNG writer's memory of earlier pictures is cleared each time. The exception is the figure for
the next ply, where it remembers exactly one ply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from itertools import cycle
from random import Random
from statistics import median
from time import thread_time
from typing import NamedTuple

from PIL import Image

import games
from benchmarks.table import Aim, Row, faster, row, show
from benchmarks.usual import drawn
from benchmarks.usual import midgame as midgame_of_chess
from games import all_games, play
from games.protocol import AnyGame
from games.scene import Scene
from render import bands, painter, png

_PILLOW = "Pillow's level-6 encode of the same pixels"
COLD = Aim("a cold picture", _PILLOW, "ms")
NEXT = Aim("the pictures of the next plies", _PILLOW, "ms")
DRAWING = Aim("drawing a warm picture", _PILLOW, "ms")
ENCODING = Aim("encoding it", _PILLOW, "ms")
FAST_ENCODING = Aim("encoding it with `isal`", _PILLOW, "ms")
WARM = Aim("a warm picture with its PNG", _PILLOW, "ms", "≤ 1.5")
BYTES = Aim("its size", "that of Pillow's", "bytes", "≤ 1.2")
FAST_BYTES = Aim("its size with `isal`", "that of Pillow's", "bytes", "≤ 1.6")
USUAL = Aim("a warm picture, times faster", "`chess.svg` by cairosvg, as wide", "ms")
GROUND = Aim(
    "the first 120 pictures of a Turnier match, each on a new ground",
    "the other games' matches", "pictures/s", "≥ 0.42",
)  # fmt: skip
FIELDS = Aim("the first picture on a new ground", _PILLOW, "ms", "≤ 0.5")
AIMS = (
    GROUND,
    FIELDS,
    COLD,
    NEXT,
    DRAWING,
    ENCODING,
    FAST_ENCODING,
    WARM,
    BYTES,
    FAST_BYTES,
    USUAL,
)
FOLLOWING = 12
KNOWING = 30
"""Grounds of Die Drei after which the painter knows its fields in all colours."""
WARMING = 3
"""Matches of each game that are painted before the measurement, so that the figures are cached."""


def scenes(game: AnyGame, seed: int, seats: int | None = None) -> list[Scene]:
    """The scenes after consecutive plies from the middle of a random game, with their marks.

    Unless told otherwise, with the most seats that the game allows.
    """
    rng = Random(seed)
    setup = play.setup(game, seats or max(game.info.seats), {}, rng)
    moves = play.random_line(game, setup, rng, 600)
    first = max(1, len(moves) * 3 // 5)
    position = game.start(setup)
    found = []
    for number, move in enumerate(moves[: first + FOLLOWING], start=1):
        before, position = position, game.apply(position, move)
        if number >= first:
            found.append(game.scene(position, game.events(before, move, position)))
    return found


def midgame(game: AnyGame, seed: int = 1, seats: int | None = None) -> Scene:
    """One scene from the middle of a random game."""
    return scenes(game, seed, seats)[0]


class _Work(NamedTuple):
    run: Callable[[], object]
    before: Callable[[], object] = bands.kept.clear
    """The part that is not measured."""


def _milliseconds(works: Sequence[_Work], rounds: int) -> list[float]:
    """The medians of this thread's processor time, since painting waits for nothing. The cases take
    turns in each round.
    """
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, found in zip(works, times, strict=True):
            work.before()
            start = thread_time()
            work.run()
            found.append(thread_time() - start)
    return [median(found) * 1000 for found in times]


def _of_game(game: AnyGame, rounds: int) -> Iterator[Row]:
    following, key = scenes(game, 1), game.info.key
    scene, plies, board = following[0], cycle(following[1:]), midgame_of_chess()
    image = painter.pixels(scene)

    def ply_before() -> None:
        bands.kept.clear()
        painter.paint(next(plies), fast=False)

    cold = _Work(lambda: painter.paint(scene, fast=False), painter.clear_caches)
    costs = dict(zip((COLD,), _milliseconds([cold], min(rounds, 5)), strict=True))
    works = {
        NEXT: _Work(lambda: painter.paint(next(plies), fast=False), ply_before),
        DRAWING: _Work(lambda: painter.pixels(scene)),
        ENCODING: _Work(lambda: png.encode(image)),
        FAST_ENCODING: _Work(lambda: png.encode(image, fast=True)),
        WARM: _Work(lambda: painter.paint(scene, fast=False)),
    }
    floors = _Work(lambda: pillow(image)), _Work(lambda: drawn(board))
    *found, floor, usual = _milliseconds([*works.values(), *floors], rounds)
    costs |= zip(works, found, strict=True)
    yield from (row(aim, key, cost, floor) for aim, cost in costs.items())
    least = len(pillow(image))
    yield row(BYTES, key, len(painter.paint(scene, fast=False).png), least)
    yield row(FAST_BYTES, key, len(painter.paint(scene).png), least)
    yield faster(USUAL, key, costs[WARM], usual)


def _on_new_ground(rounds: int) -> Row:
    """Matches not painted before. In Turnier players lay a different ground each time, and every
    turn of that changes the printed board. Matches of all games take turns.
    """
    rates: dict[str, list[float]] = {game.info.key: [] for game in all_games()}
    painter.clear_caches()
    for number in range(rounds + WARMING):
        for game in all_games():
            shown = list(_match(game, number))
            start = thread_time()
            for scene in shown:
                painter.paint(scene)
            if number >= WARMING:
                rates[game.info.key].append(len(shown) / (thread_time() - start))
    value = median(rates.pop("turnier"))
    return row(GROUND, "turnier", value, median(median(found) for found in rates.values()))


def _of_known_fields(rounds: int) -> Row:
    """Matches of Die Drei, each on a new ground. The first ones, in which fields are still painted
    in new colours, are not measured.
    """
    game = games.get("die-drei")
    shown = [midgame(game, number) for number in range(KNOWING + rounds)]
    painter.clear_caches()
    for scene in shown[:KNOWING]:
        painter.paint(scene)
    grounds = iter(shown[KNOWING:])
    new = _Work(lambda: painter.paint(next(grounds)))
    image = painter.pixels(midgame(game))
    cost, floor = _milliseconds([new, _Work(lambda: pillow(image))], rounds)
    return row(FIELDS, game.info.key, cost, floor)


def _match(game: AnyGame, seed: int) -> Iterator[Scene]:
    """The scenes of a random match of two with the usual setup, from its start on."""
    rng = Random(seed)
    setup = play.setup(game, min(game.info.seats), {}, Random(1))
    position = game.start(setup)
    for move in play.random_line(game, setup, rng, 120):
        before, position = position, game.apply(position, move)
        yield game.scene(position, game.events(before, move, position))


def pillow(image: Image.Image) -> bytes:
    """The same pixels, written by Pillow's PNG writer at its usual level."""
    file = BytesIO()
    image.save(file, "PNG", optimize=False, compress_level=6)
    return file.getvalue()


def rows(rounds: int = 15) -> Iterator[Row]:
    """The cost of pictures of each game, in milliseconds of processor time."""
    yield _on_new_ground(rounds)
    yield _of_known_fields(rounds)
    for game in all_games():
        yield from _of_game(game, rounds)


if __name__ == "__main__":
    show(rows())
