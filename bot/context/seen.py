"""Keeps an interaction from being answered twice."""

from __future__ import annotations

from collections import OrderedDict

LIMIT = 10_000
"""How many interactions are remembered."""


class Repeated(Exception):
    """Discord has delivered an interaction a second time."""


class SeenInteractions:
    """The interactions that this process has begun to answer."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def add(self, interaction: int) -> None:
        """Remembers one. Raises Repeated."""
        if interaction in self._known:
            raise Repeated(f"interaction={interaction}")
        self._known[interaction] = None
        if len(self._known) > LIMIT:
            self._known.popitem(last=False)
