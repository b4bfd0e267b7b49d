"""The probable intention behind illegal input, in every game."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games import play
from games.errors import MoveError
from games.play import Line, play_turn
from games.protocol import AnyGame, Setup
from games.suggestions import begun, distance, nearest
from tests.laws.walk import random_lines

SIGNS = "abcdefgh123456789,-=@:x"


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("", "", 0),
        ("c3", "c3", 0),
        ("c3", "c4", 1),
        ("c3", "3c", 1),
        ("b2,e5-c3", "b2,e5c3", 1),
        ("b2,e5-c3", "e5,b2-c3", 4),
        ("", "abc", 3),
    ],
)
def test_distance(one: str, other: str, far: int) -> None:
    """Changed, added, missing and swapped characters count one each, in both directions."""
    assert distance(one, other) == distance(other, one) == far


def test_nothing_follows_what_can_not_be_played(game: AnyGame, setup: Setup) -> None:
    """After illegal tokens nothing has begun."""
    assert begun(Line.begin(game, setup), "nonsense and more") is None


@pytest.mark.untraced
def test_a_slip_is_understood(game: AnyGame, setup: Setup) -> None:
    """For a legal move with one wrong character, that move is among the suggestions, or three
    others are as near. All suggestions are legal.
    """
    for number, (line, move) in enumerate(random_lines(game, setup, 31, 150)):
        if number % 7 or move is None:
            continue
        token = str(move)
        for place in {0, len(token) // 2, len(token) - 1}:
            typed = token[:place] + SIGNS[(number + place) % len(SIGNS)] + token[place + 1 :]
            try:
                play_turn(line, typed)
            except MoveError:
                found = nearest(line, typed)
                near = [one for one in found if distance(one.casefold(), typed.casefold()) <= 1]
                assert token in found or len(near) == 3
                for text in found:
                    play_turn(line, text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("f9", ["f5", "f4", "f3"]), ("d5", ["c5", "d6", "e5"])],
)
def test_what_is_near_is_meant(typed: str, meant: list[str]) -> None:
    """Of moves with one wrong character those are suggested that lie next to what was typed."""
    game = games.get("attangle")
    line: Line[Any, Any] = play_turn(Line.begin(game, play.setup(game)), "d5").line
    assert nearest(line, typed) == meant


def test_what_is_right_stays(game: AnyGame, setup: Setup) -> None:
    """Of several moves the legal ones stay, and the first wrong one is replaced. Text after a whole
    turn is dropped.
    """
    line: Line[Any, Any] = Line.begin(game, setup)
    for before, move in random_lines(game, setup, 5, 60):
        if move is None:
            break
        after = before.push(move)
        if not after.position.mid_turn:
            assert nearest(before, f"{move} {move}") == [str(move)]
            continue
        reply = str(game.legal_moves(after.position)[0])
        found = nearest(before, f"{move} {reply[:-1]}§")
        assert found
        assert all(text.startswith(f"{move} ") for text in found)
    assert nearest(line, "") == nearest(line, "x" * 500) == []


def test_beginnings_go_on(game: AnyGame, setup: Setup) -> None:
    """The beginning of a move is understood up to its last choice; other text is not."""
    for number, (line, move) in enumerate(random_lines(game, setup, 11, 80)):
        if number % 9 or move is None:
            continue
        spelling = game.spellings(move)[0]
        if len(spelling) > 1:
            assert begun(line, spelling[0].text.upper()) == ("", spelling[0].text)
        assert begun(line, "§§") is None
