"""How much a search may look at."""

from __future__ import annotations


class Spent(Exception):
    """The budget is used up."""


class Budget:
    """A number of positions to look at; the same number gives the same answer."""

    __slots__ = ("left",)

    def __init__(self, nodes: int) -> None:
        self.left = nodes

    def spend(self) -> None:
        """Counts one position. Raises Spent."""
        if self.left <= 0:
            raise Spent
        self.left -= 1
