"""What the soak takes for a double turn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from matches.ids import public_id
from tests.soak.audit import _doubled

COMMAND, BUTTON = 2, 3


def _found(kind: int, *log: tuple[int, int | None]) -> list[str]:
    """What is said of a match with turns of these seats, by these interactions; 1 and 2 were begun
    at once.
    """
    entries: list[Any] = [
        SimpleNamespace(
            match_id=1, kind="turn" if by else "prepared", seat=seat, interaction=by, text="c3"
        )
        for seat, by in log
    ]
    typed = kind == COMMAND
    attempts = {one: SimpleNamespace(match=public_id(1), group=7, typed=typed) for one in (1, 2)}
    party: Any = SimpleNamespace(attempts=attempts)
    return [*_doubled(party, entries)]


@pytest.mark.parametrize("kind", [COMMAND, BUTTON])
def test_two_turns_of_one_click(kind: int) -> None:
    """Two turns by what was begun at once are one too many; so is an interaction used twice."""
    assert not _found(kind, (1, 1), (2, None))
    assert len(_found(kind, (1, 1), (1, 2))) == 1
    assert _found(kind, (1, 1), (2, None), (1, 1))


def test_two_commands_with_an_answer_between() -> None:
    """A command names no position: typed twice it counts twice if it is his turn again. A button
    does, so it never may.
    """
    assert not _found(COMMAND, (1, 1), (2, None), (1, 2))
    assert len(_found(BUTTON, (1, 1), (2, None), (1, 2))) == 1
