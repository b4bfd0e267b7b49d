"""Turns that have the form of a legal one, and what is wrong with the names in them."""

from __future__ import annotations

from random import Random

import pytest

from games import get, play
from games.errors import InvalidMove
from games.misnamed import misnamed
from games.protocol import Setup
from games.texts import in_english

GAME = get("attangle")
START = GAME.start(Setup(2))


@pytest.mark.parametrize("typed", ["g5", "A9", "h1"])
def test_a_point_that_is_not_on_the_board_is_named(typed: str) -> None:
    """It is named as it was typed, and the example has a point that there is."""
    refusal = misnamed(GAME, START, typed)
    assert refusal is not None
    assert (refusal.code, refusal.fields["at"]) == ("off-board", typed)
    assert str(refusal.fields["example"]) in map(str, GAME.legal_moves(START))


@pytest.mark.parametrize(
    ("key", "typed", "code", "name"),
    [
        ("attangle", "g5", "off-board", "g5"),
        ("tyr", "4@10=8", "off-board-in", "10"),
        ("tyr", "6@63=8", "no-such-name", "6"),
    ],
)
def test_the_sentence_says_nothing_twice(key: str, typed: str, code: str, name: str) -> None:
    """The turn is quoted only if it is more than the name that is wrong. Numbers of dice, which are
    on no board, are not said to be missing there.
    """
    game = get(key)
    position = game.start(play.setup(game, rng=Random(1)))
    with pytest.raises(InvalidMove) as caught:
        play.parse(game, position, typed)
    assert (caught.value.refusal.code, caught.value.refusal.fields["at"]) == (code, name)
    assert (f"“{typed}”" in in_english(game, caught.value.refusal)) == (code != "off-board")
    assert str(caught.value.refusal.fields["example"]) in map(str, game.legal_moves(position))


@pytest.mark.parametrize("typed", ["c3", "d4", "C3"])
def test_what_the_game_has_is_not_misnamed(typed: str) -> None:
    """On d4, in the middle, no piece may be placed. The point has that name all the same."""
    assert misnamed(GAME, START, typed) is None


def test_a_word_is_not_a_misnamed_end_of_the_turn() -> None:
    """Any three letters have the form of `end`, but are no misspelled name."""
    game = get("turnier")
    setup = play.setup(game, 2, rng=Random(1))
    for seed in range(20):
        line = play.Line.begin(game, setup)
        for move in play.random_line(game, setup, Random(seed), 90):
            line = line.push(move)
            if play.closing(game, line.position):
                assert misnamed(game, line.position, "foo") is None
                return
    pytest.fail("no turn that could end")


@pytest.mark.parametrize("typed", ["", "hello", "c3-", "3c"])
def test_other_forms_are_not_misnamed(typed: str) -> None:
    """No turn looks like that, so there is no name in it."""
    assert misnamed(GAME, START, typed) is None
