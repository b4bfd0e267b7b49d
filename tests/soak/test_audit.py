"""What the soak takes for a double turn, and for one that was rightfully taken back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from matches.ids import public_id
from tests.soak.audit import _boards_owed, _by_others, _doubled, _without_consent

COMMAND, BUTTON = 2, 3
THREE: Any = SimpleNamespace(
    id="K7F2",
    players=(11, 12, 13),
    setup=SimpleNamespace(seats=3),
    game=SimpleNamespace(sides=lambda _: ((1, 3), (2,))),
)
"""A match in which the first and the third seat are partners."""


def _log(*entries: tuple[str, int | None, str]) -> list[Any]:
    """Entries of these kinds, seats and texts, each by an interaction with its own number."""
    return [
        SimpleNamespace(match_id=1, seq=seq, batch=seq, kind=kind, seat=seat, text=text,
                        interaction=seq)
        for seq, (kind, seat, text) in enumerate(entries, start=1)
    ]  # fmt: skip


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


def test_two_commands_with_a_take_back_between() -> None:
    """What was taken back can be played again."""
    log = _log(("turn", 1, "c3"), ("takeback", 1, "1"), ("turn", 1, "c3"))
    attempts = {one: SimpleNamespace(match=public_id(1), group=7, typed=True) for one in (1, 3)}
    party: Any = SimpleNamespace(attempts=attempts)
    assert not [*_doubled(party, log)]
    assert len([*_doubled(party, [log[0], log[2]])]) == 1


def test_boards_after_a_take_back() -> None:
    """The turns that come after it have the numbers of those that are gone."""
    turns = [("turn", seat, text) for seat, text in ((1, "c3"), (2, "c4"), (3, "c5"), (1, "d1"))]
    log = _log(*turns, ("takeback", 2, "2"), ("turn", 2, "e1"))
    told = [*_boards_owed(THREE, log)]
    assert told[3:] == [("K7F2.4", {(4, "d1")}), ("K7F2.5", set()), ("K7F2.6", {(2, "e1")})]


def test_take_back_without_consent() -> None:
    """All opponents must have agreed to this request, but not partners, nor who has withdrawn; all
    must have agreed to adjourn.
    """
    asked, granted = ("request", 1, ""), ("grant", 2, "")
    back, pause = ("takeback", 1, "1"), ("adjourn", 1, "")
    for fine in ((asked, granted, back), (("withdraw", 2, ""), asked, back)):
        assert not [*_without_consent(THREE, _log(*fine))]
    assert not [*_without_consent(THREE, _log(asked, granted, ("grant", 3, ""), pause))]
    for wrong in ((asked, back), (asked, granted, back, asked, back), (asked, granted, pause)):
        assert len([*_without_consent(THREE, _log(*wrong))]) == 1


def test_what_others_bring_about() -> None:
    """A seat's turns and answers come of what its own player did, and of nobody else's."""
    attempts = {number: SimpleNamespace(user=user) for number, user in ((1, 11), (2, 12))}
    party: Any = SimpleNamespace(attempts=attempts)
    assert not [*_by_others(party, THREE, _log(("turn", 1, "c3"), ("grant", 2, "")))]
    for wrong in (("turn", 2, "c3"), ("request", 3, "")):
        assert len([*_by_others(party, THREE, _log(wrong))]) == 1
