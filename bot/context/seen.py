"""The interactions that this process has begun to answer."""

from __future__ import annotations

from collections import OrderedDict

LIMIT = 10_000
"""How many interactions are remembered, so that none is begun twice."""


class Repeated(Exception):
    """Discord has delivered an interaction again that is being answered already."""


class SeenInteractions:
    """The interactions that this process has begun to answer."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def add(self, interaction: int) -> None:
        """Notes one. Raises Repeated."""
        if interaction in self._known:
            raise Repeated(f"interaction={interaction}")
        self._known[interaction] = None
        if len(self._known) > LIMIT:
            self._known.popitem(last=False)
