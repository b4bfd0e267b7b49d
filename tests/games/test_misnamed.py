"""Turns that have the form of a legal one, and what is wrong with the names in them."""

from __future__ import annotations

import pytest

from games import get
from games.misnamed import misnamed
from games.protocol import Setup

GAME = get("attangle")
START = GAME.start(Setup(2))


@pytest.mark.parametrize("typed", ["g5", "A9", "h1"])
def test_a_point_that_is_not_on_the_board_is_named(typed: str) -> None:
    """It is named as it was typed, and the example has a point that there is."""
    refusal = misnamed(GAME, START, typed)
    assert refusal is not None
    assert (refusal.code, refusal.fields["at"]) == ("no-such-name", typed)
    assert str(refusal.fields["example"]) in map(str, GAME.legal_moves(START))


@pytest.mark.parametrize("typed", ["c3", "d4", "C3"])
def test_what_the_game_has_is_not_misnamed(typed: str) -> None:
    """On d4, in the middle, no piece may be placed. The point has that name all the same."""
    assert misnamed(GAME, START, typed) is None


@pytest.mark.parametrize("typed", ["", "hello", "c3-", "3c"])
def test_other_forms_are_not_misnamed(typed: str) -> None:
    """No turn looks like that, so there is no name in it."""
    assert misnamed(GAME, START, typed) is None
