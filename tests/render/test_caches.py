"""Caches: bounded, and never seen in a picture."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from games.scene import (
    Figure,
    Scene,
    Tray,
)
from render import paint, painter
from render.cache import Cache
from tests.render import scenes
from tests.render.painted import CAPTIONS, MADE_UP

pytestmark = pytest.mark.untraced


def test_a_warm_cache_gives_identical_bytes() -> None:
    """A picture with a warm cache equals the cold one, byte for byte, whatever was painted in
    between.
    """
    painter.clear_caches()
    cold = paint(scenes.stacks(), captions=CAPTIONS).png
    for name in MADE_UP:
        paint(scenes.SCENES[name]())
    assert paint(scenes.stacks(), captions=CAPTIONS).png == cold


def test_threads_paint_the_same_pictures() -> None:
    """Pictures painted in several threads at once equal those painted alone."""
    alone = {name: paint(scenes.SCENES[name](), captions=CAPTIONS).png for name in MADE_UP}
    painter.clear_caches()
    wrong: list[str] = []

    def work(order: list[str]) -> None:
        wrong.extend(
            name
            for name in order
            if paint(scenes.SCENES[name](), captions=CAPTIONS).png != alone[name]
        )

    threads = [threading.Thread(target=work, args=(MADE_UP[n:] + MADE_UP[:n],)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_cache_is_bounded() -> None:
    """A cache drops the least recently used entries and never exceeds its limit."""
    cache: Cache[int, str] = Cache(10, len)
    for number in range(100):
        cache.put(number, "x" * 3)
        assert cache.get(0 if number < 5 else 99 - number) in (None, "xxx")
    assert cache.total == 9
    assert len(cache) == 3
    assert cache.get(99) == "xxx"
    assert cache.get(1) is None
    cache.put(99, "y")
    assert cache.total == 7
    cache.put(5, "z" * 50)
    assert len(cache) == 1


def test_painter_caches_are_bounded() -> None:
    """With any number of boards and players the painter stays within its limits."""
    for number in range(30):
        board = scenes.ground_board(((0, 0, 2, 1 + number % 3),))
        scene = Scene(board, (Figure(scenes.MAN, "a1", "seat.red"),), (), None)
        paint(replace(scene, trays=(Tray(1, scenes.MAN, "seat.red"),)), captions=(str(number),))
    for cache in painter._CACHES.values():
        assert cache.total <= cache.limit
    assert painter._CACHES["boards"].total == 24
