"""A tree of turns as a value: nodes, each reached by one whole turn from its parent.

Nodes have numbers that are never given again, so what was shown of a tree means the same node
later, however it has grown or been pruned since.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from matches.model.study_errors import StudyFull

ROOT = 0
"""The number of the position from which a tree grows; it is no node of its own."""
MOST = 2_000
"""The most nodes of a tree."""
DEEPEST = 100
"""The most turns from the root to a node: so a branch is replayed in no time."""
ROOM = 200_000
"""The most characters of a tree as it is stored."""
COMMENT = 200
"""The most characters of a comment."""

Number: TypeAlias = int


class Node(NamedTuple):
    """A position of a tree: its number, its parent's, and the turn between them.

    A tuple, since a whole tree of them is read for each step.
    """

    number: Number
    parent: Number
    text: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes in the order in which they were added, so parents come before children.

    `last` is the highest number that a node has ever had.
    """

    nodes: tuple[Node, ...] = ()
    last: Number = ROOT

    def node(self, number: Number) -> Node | None:
        """The node with this number; None for the root, and for one that isn't there any more."""
        return next((one for one in self.nodes if one.number == number), None)

    def has(self, number: Number) -> bool:
        """Whether there is such a position."""
        return number == ROOT or self.node(number) is not None

    def children(self, number: Number) -> tuple[Node, ...]:
        """The nodes that follow, in the order in which they were added."""
        return tuple(one for one in self.nodes if one.parent == number)

    def child(self, number: Number, text: str) -> Node | None:
        """The node that follows by this turn."""
        return next((one for one in self.children(number) if one.text == text), None)

    def branch(self, number: Number) -> tuple[Node, ...]:
        """The nodes from the root to this one; empty for the root itself."""
        by_number = {one.number: one for one in self.nodes}
        found = list[Node]()
        while number != ROOT:
            found.append(by_number[number])
            number = found[-1].parent
        return tuple(reversed(found))

    def turns(self, number: Number) -> tuple[str, ...]:
        """The turns from the root to this node."""
        return tuple(one.text for one in self.branch(number))

    def below(self, number: Number) -> Iterator[Number]:
        """The numbers of this node and of all that come after it."""
        found = {number}
        yield number
        for one in self.nodes:
            if one.parent in found:
                found.add(one.number)
                yield one.number

    def follow(self, number: Number, turns: tuple[str, ...]) -> Number | None:
        """The node to which these turns lead from another, if they are all there."""
        for text in turns:
            found = self.child(number, text)
            if found is None:
                return None
            number = found.number
        return number

    def adding(self, number: Number, text: str) -> tuple[Tree, Number]:
        """The tree with this turn after a node, and the number of the node to which it leads. A
        turn that is there already is not added again. Raises StudyFull.
        """
        if (known := self.child(number, text)) is not None:
            return self, known.number
        if len(self.nodes) >= MOST or len(self.branch(number)) >= DEEPEST:
            raise StudyFull(limit=MOST, number=DEEPEST)
        new = Node(self.last + 1, number, text)
        return Tree((*self.nodes, new), new.number), new.number

    def reaching(self, turns: tuple[str, ...]) -> tuple[Tree, Number]:
        """The tree with these turns from the root, and the number of the node to which they lead.
        Raises StudyFull.
        """
        tree, number = self, ROOT
        for text in turns:
            tree, number = tree.adding(number, text)
        return tree, number

    def commented(self, number: Number, comment: str) -> Tree:
        """The tree with another comment to a node."""
        known = self.node(number)
        nodes = (one._replace(comment=comment) if one is known else one for one in self.nodes)
        return replace(self, nodes=tuple(nodes))

    def pruned(self, number: Number) -> Tree:
        """The tree without a node and all that come after it."""
        gone = {*self.below(number)}
        return replace(self, nodes=tuple(one for one in self.nodes if one.number not in gone))

    def stored(self) -> str:
        """The text that `read` reads. Raises StudyFull if it is too long."""
        text = json.dumps([self.last, self.nodes], ensure_ascii=False, separators=(",", ":"))
        if len(text) > ROOM:
            raise StudyFull(limit=MOST, number=DEEPEST)
        return text


def read(text: str) -> Tree:
    """The inverse of `Tree.stored`."""
    last, nodes = json.loads(text)
    return Tree(tuple(map(Node._make, nodes)), last)
