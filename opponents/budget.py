"""A search's budget: the number of positions that it may look at."""

from __future__ import annotations


class Spent(Exception):
    """The budget is spent."""


class Budget:
    """A number of positions to look at. The same number always leads to the same answer."""

    __slots__ = ("left",)

    def __init__(self, nodes: int) -> None:
        self.left = nodes

    def spend(self) -> None:
        """Counts one position. Raises Spent if there are none left."""
        if self.left <= 0:
            raise Spent
        self.left -= 1

    def beside(self, nodes: int) -> Budget:
        """Another budget, of this many positions. What ends this one early ends that one, too."""
        return Budget(nodes)
