"""What a picture costs: drawn warm and cold, and beside Pillow's own PNG writer.

For each registered game a position from the middle of a random game is painted. "Pillow" is
`save(optimize=False, compress_level=6)` of the same palette pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from games import all_games, play
from games.protocol import AnyGame
from games.scene import Scene
from render import painter, png

FOLLOWING = 12


def scenes(game: AnyGame, seed: int, seats: int | None = None) -> list[Scene]:
    """The scenes after consecutive plies from the middle of a random game, with their marks.

    With the most seats that the game allows, unless told otherwise.
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


def _milliseconds(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1000


def _game(game: AnyGame, rounds: int) -> dict[str, float]:
    following = scenes(game, 1)
    scene = following[0]

    def cold() -> None:
        painter.clear_caches()
        painter.paint(scene)

    def pillow() -> bytes:
        file = BytesIO()
        image.save(file, "PNG", optimize=False, compress_level=6)
        return file.getvalue()

    costs = {"cold": _milliseconds(cold, min(rounds, 5))}
    image = painter.pixels(scene)
    costs["draw"] = _milliseconds(lambda: painter.pixels(scene), rounds)
    costs["encode"] = _milliseconds(lambda: png.encode(image), rounds)
    costs["warm"] = _milliseconds(lambda: painter.paint(scene), rounds)
    costs["pillow"] = _milliseconds(pillow, rounds)
    onward = iter(following[1:])
    costs["next"] = _milliseconds(lambda: painter.paint(next(onward)), len(following) - 1)
    costs["time_ratio"] = costs["warm"] / costs["pillow"]
    costs["bytes"] = len(png.encode(image))
    costs["bytes_ratio"] = costs["bytes"] / len(pillow())
    costs["pixels"] = image.width * image.height
    return costs


def run(rounds: int = 15) -> dict[str, Any]:
    """Medians for each game: times in milliseconds, and the two ratios to Pillow.

    "cold" is a picture with empty caches, "warm" one that was painted before, "next" the ones
    after the next plies; "draw" and "encode" are the parts of "warm".
    """
    return {game.info.key: _game(game, rounds) for game in all_games()}


def main() -> None:
    """Print a table."""
    columns = (
        "cold",
        "next",
        "draw",
        "encode",
        "warm",
        "pillow",
        "time_ratio",
        "bytes",
        "bytes_ratio",
    )
    print(f"{'':10}" + "".join(f"{name:>12}" for name in columns))
    for key, costs in run().items():
        print(f"{key:10}" + "".join(f"{costs[name]:12.2f}" for name in columns))


if __name__ == "__main__":
    main()
