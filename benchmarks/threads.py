"""Two painting threads against one: pictures of all games, with no cached encoding.

A shared machine does not always provide two whole cores. Two threads of bare zlib, which wait for
nothing, then also do less than twice the work of one. So both are measured in the same rounds, with
the pixels of the same pictures, and the painting threads are compared with what two cores actually
delivered. The wall-clock figures stand beside it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.pictures import scenes
from benchmarks.table import Aim, Row, row, show
from games import all_games
from games.scene import Scene
from render import bands, painter, png

THREADS = Aim(
    "two painting threads", "one, relative to the speed-up of two bare zlib threads", "pictures/s",
    "≥ 1.6",
)  # fmt: skip
CLOCK = Aim("two painting threads, wall-clock time", "one", "pictures/s")
FAST = Aim(
    "two painting threads with `isal`, wall-clock time", "one", "pictures/s",
    note="the tasks are short, and hold the interpreter's lock most of the time",
)  # fmt: skip
CORES = Aim("two threads of bare zlib", "one", "pictures/s")
AIMS = (THREADS, CLOCK, FAST, CORES)


class _Speeds(NamedTuple):
    """Pictures per second with one thread and with two."""

    one: float
    two: float

    @property
    def ratio(self) -> float:
        return self.two / self.one


def _paint(scene: Scene, *, fast: bool) -> None:
    bands.kept.clear()
    painter.paint(scene, fast=fast)


def _each(work: Callable[[Any], object], things: Sequence[object]) -> None:
    for thing in things:
        work(thing)


def _speed(threads: int, work: Callable[[Any], object], things: Sequence[object]) -> float:
    with ThreadPoolExecutor(threads) as pool:
        start = perf_counter()
        parts = [things[nth::threads] for nth in range(threads)]
        for _ in pool.map(partial(_each, work), parts):
            pass
        return len(things) / (perf_counter() - start)


def rows(rounds: int = 25) -> Iterator[Row]:
    """Medians of the rounds. The first round is cold and does not count."""
    shown = [one for game in all_games() for one in scenes(game, 1)]
    pixels = [painter.pixels(one).tobytes() for one in shown]
    works: dict[Aim, tuple[Callable[[Any], object], Sequence[object]]] = {
        CORES: (partial(zlib.compress, level=png.LEVEL), pixels),
        CLOCK: (partial(_paint, fast=False), shown),
        FAST: (partial(_paint, fast=True), shown),
    }
    seen: dict[Aim, list[_Speeds]] = {aim: [] for aim in works}
    for _ in range(rounds + 1):
        for aim, (work, things) in works.items():
            seen[aim].append(_Speeds(_speed(1, work, things), _speed(2, work, things)))
    counted = {aim: speeds[1:] for aim, speeds in seen.items()}
    pairs = list(zip(counted[CLOCK], counted[CORES], strict=True))
    got = median(painted.one * bare.ratio / 2 for painted, bare in pairs)
    ratio = median(2 * painted.ratio / bare.ratio for painted, bare in pairs)
    yield row(THREADS, "", median(painted.two for painted, _ in pairs), got, ratio)
    for aim, speeds in counted.items():
        one, two, ratio = (
            median(found) for found in zip(*((*s, s.ratio) for s in speeds), strict=True)
        )
        yield row(aim, "", two, one, ratio)


if __name__ == "__main__":
    show(rows())
