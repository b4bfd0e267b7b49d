"""What alpha-beta plays if its budget ends within an iteration."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

import games
from games.protocol import AnyGame, Result
from opponents import alphabeta
from opponents.answer import Finding
from opponents.budget import Budget
from opponents.mind import Mind


@dataclass(frozen=True)
class _Place:
    """A position of a game of letters: the moves that have led to it. `lost` are places in which
    the first seat has lost.
    """

    path: str
    lost: tuple[str, ...]
    seats: int = 2
    withdrawn: tuple[int, ...] = ()
    mid_turn: bool = False
    phase: str = "play"

    @property
    def result(self) -> Result | None:
        return Result((2, 1), "lost") if self.path in self.lost else None

    @property
    def to_move(self) -> int | None:
        return None if self.result else 1 + len(self.path) % 2


_MOVES = {"": "abc", "a": "xw", "b": "xw", "c": "xw"}
"""The moves of the first turns; later ones have only one."""


def _game() -> AnyGame:
    return replace(
        games.get("attangle"),
        legal_moves=lambda here: [*_MOVES.get(here.path, "n")],
        apply=lambda here, move: replace(here, path=here.path + move),
    )


def _evaluate(here: Any) -> tuple[float, float]:
    first = {"": 0.55, "a": 0.6, "b": 0.5, "c": 0.4}[here.path[:1]]
    return first, 1 - first


def _found(nodes: int, *lost: str) -> Finding[Any]:
    mind: Mind[Any, Any] = Mind("letters", _evaluate, lambda _, moves: moves)
    return alphabeta.search(_game(), mind, _Place("", lost), ((1,), (2,)), Budget(nodes))


@pytest.mark.parametrize("nodes", range(3, 60))
def test_what_is_proved_lost_is_not_played(nodes: int) -> None:
    """The best move at first sight loses to an answer. Once that is seen the next best is played,
    though the budget ends before it has been looked at as far. Its value is that of the iteration
    before, and those that lose come last.
    """
    found = _found(nodes, "aw")
    assert found.move == ("a" if nodes < 6 else "b")
    assert found.value == pytest.approx(0.6 if nodes < 6 else 0.5)
    assert next(iter(found.values)) == found.line[0] == found.move
    assert nodes not in range(6, 11) or [*found.values] == ["b", "c", "a"]


def test_one_after_the_other() -> None:
    """The next best may lose as well; then it is the one after it, and if all do, the first."""
    assert [_found(nodes, "aw", "bw").move for nodes in (3, 6, 9)] == ["a", "b", "c"]
    assert _found(60, "aw", "bw", "cw").loses


def test_what_is_not_searched_at_all() -> None:
    """If even the first iteration ends early, a move that hasn't been looked at is better than one
    that has lost.
    """
    assert _found(1, "a").move == "b"
    assert _found(2, "a", "b").move == "c"
    assert _found(3, "a", "b", "c").loses
