"""Numbers for glyphs, for use in cache keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from threading import Lock

from games.scene import Glyph, Text

MOST = 4096
"""The number of glyphs that are remembered before all are forgotten. Numbers are never reused."""


class Numbers:
    """A number for each glyph. Glyphs are looked up by identity first, because hashing one is
    slow.
    """

    def __init__(self) -> None:
        self._by_id: dict[int, tuple[Glyph, int, frozenset[str]]] = {}
        self._by_value: dict[Glyph, tuple[int, frozenset[str]]] = {}
        self._next = count()
        self._lock = Lock()

    def __call__(self, glyph: Glyph) -> tuple[int, frozenset[str]]:
        """The glyph's number, and the roles that it names besides its owner's."""
        known = self._by_id.get(id(glyph))
        if known is not None and known[0] is glyph:
            return known[1], known[2]
        with self._lock:
            if len(self._by_id) > MOST:
                self._by_id.clear()
                self._by_value.clear()
            if glyph not in self._by_value:
                self._by_value[glyph] = next(self._next), frozenset(_roles(glyph))
            number, roles = self._by_value[glyph]
            self._by_id[id(glyph)] = glyph, number, roles
        return number, roles


def _roles(glyph: Glyph) -> Iterator[str]:
    for shape in glyph:
        names = (
            (shape.ink,) if isinstance(shape, Text) else (shape.edge, getattr(shape, "fill", None))
        )
        for role in names:
            if role is not None and role.partition(".")[0] != "owner":
                yield role


number = Numbers()
