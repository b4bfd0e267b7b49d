"""Counts of how often each position has occurred, as an immutable value that shares its
structure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

_WIDTH = 31  # a prime, so that every digit depends on all bits of the key


class Leaf(NamedTuple):
    """A key and its count."""

    key: int
    times: int


Node: TypeAlias = tuple["Node | Leaf | None", ...]
"""One child for each digit."""

_EMPTY: Node = (None,) * _WIDTH


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Counts by key, an integer from 0. Adding copies a few short tuples, however long the game is.

    The keys are kept in a tree by their digits to the base 31, the last digit first. The tree is
    only as deep as it takes to tell the keys apart, so its shape depends on the counts and not on
    their order.
    """

    root: Node = _EMPTY

    def count(self, key: int) -> int:
        """The number of times the key was added."""
        node, rest = self.root, key
        while True:
            rest, digit = divmod(rest, _WIDTH)
            child = node[digit]
            if child is None:
                return 0
            if isinstance(child, Leaf):
                return child.times if child.key == key else 0
            node = child

    def add(self, key: int, times: int = 1) -> Occurrences:
        """The counts after the key has occurred `times` more times."""
        return Occurrences(_added(self.root, key, times, 1))

    def items(self) -> list[tuple[int, int]]:
        """The keys and their counts, ascending."""
        return sorted(_leaves(self.root))

    @classmethod
    def of(cls, items: Iterable[tuple[int, int]]) -> Occurrences:
        """The inverse of `items`."""
        found = cls()
        for key, times in items:
            found = found.add(key, times)
        return found


NEVER = Occurrences()


def _added(node: Node, key: int, times: int, scale: int) -> Node:
    """The node after adding a key. `scale` is the value of a digit at this depth."""
    digit = key // scale % _WIDTH
    child = node[digit]
    new: Node | Leaf
    if child is None:
        new = Leaf(key, times)
    elif not isinstance(child, Leaf):
        new = _added(child, key, times, scale * _WIDTH)
    elif child.key == key:
        new = Leaf(key, child.times + times)
    else:
        below = _added(_EMPTY, child.key, child.times, scale * _WIDTH)
        new = _added(below, key, times, scale * _WIDTH)
    return (*node[:digit], new, *node[digit + 1 :])


def _leaves(node: Node) -> Iterator[tuple[int, int]]:
    for child in node:
        if isinstance(child, Leaf):
            yield child
        elif child is not None:
            yield from _leaves(child)
