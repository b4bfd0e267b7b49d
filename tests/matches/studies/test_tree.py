"""Trees of turns: growing, pruning, and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.model import tree
from matches.model.study_errors import StudyFull
from matches.model.tree import COMMENT, DEEPEST, MOST, ROOM, ROOT, Node, Tree


def grown(*lines: str) -> Tree:
    """A tree with these lines of turns from its root."""
    made = Tree()
    for line in lines:
        node = ROOT
        for text in line.split():
            made, node = made.adding(node, text)
    return made


def test_the_same_turn_is_one_node() -> None:
    """Lines that begin alike share nodes, and part where they differ."""
    made = grown("a b c", "a b d", "a")
    assert [one.text for one in made.nodes] == ["a", "b", "c", "d"]
    assert [one.text for one in made.children(2)] == ["c", "d"]
    assert made.turns(4) == ("a", "b", "d")
    assert (made.turns(ROOT), made.branch(ROOT)) == ((), ())
    assert made.follow(ROOT, ("a", "b", "d")) == 4
    assert made.follow(1, ("b",)) == 2
    assert made.follow(ROOT, ("b",)) is None


def test_numbers_are_never_given_again() -> None:
    """What was thrown away does not come back under its number."""
    made = grown("a b", "c").pruned(1)
    assert made.nodes == (Node(3, ROOT, "c"),)
    made = made.pruned(3)
    again, number = made.adding(ROOT, "c")
    assert number == 4
    assert tree.read(again.stored()) == again
    assert [made.has(one) for one in (ROOT, 3)] == [True, False]
    assert tree.read(made.stored()).last == 3


def test_limits() -> None:
    """Nodes, the length of branches and the text are limited."""
    wide = Tree()
    for number in range(MOST):
        wide, _ = wide.adding(ROOT, str(number))
    with pytest.raises(StudyFull):
        wide.adding(ROOT, "more")
    assert wide.adding(ROOT, "7") == (wide, 8)
    deep, node = Tree(), ROOT
    for number in range(DEEPEST):
        deep, node = deep.adding(node, str(number))
    with pytest.raises(StudyFull):
        deep.adding(node, "more")
    for one in wide.nodes[: ROOM // COMMENT]:
        wide = wide.commented(one.number, "x" * COMMENT)
    with pytest.raises(StudyFull):
        wide.stored()


@given(st.lists(st.tuples(st.integers(0, 12), st.sampled_from("abc"), st.text(max_size=5))))
def test_trees_survive_their_text(steps: list[tuple[int, str, str]]) -> None:
    """A tree reads back as an equal one. Parents come before children, and each node is among the
    children of its parent.
    """
    made = Tree()
    for at, text, comment in steps:
        if comment == "prune" or not made.has(at):
            made = made.pruned(at)
        else:
            made, number = made.adding(at, text)
            made = made.commented(number, comment)
    assert tree.read(made.stored()) == made
    seen = {ROOT}
    for one in made.nodes:
        assert one.parent in seen
        assert one in made.children(one.parent)
        assert made.branch(one.number)[-1] == one
        seen.add(one.number)
    assert {*made.below(ROOT)} == seen
