"""Turns for later: what is refused at once, and what only the position can decide."""

from __future__ import annotations

import pytest

from games import get, play
from games.errors import MoveError
from games.play import Line
from games.preparation import require_readable
from games.protocol import AnyGame, Position


def _at(key: str, *tokens: str) -> tuple[AnyGame, Position]:
    line = Line.begin(game := get(key), play.setup(game, options=_OPTIONS.get(key)))
    for token in tokens:
        line = line.read(token)[1]
    return game, line.position


_OPTIONS = {"die-drei": {"board": "abcd"}}
LAID = ("Sh@0,0", "Sh@0,2", "Sh@0,4", "Sh@0,6", "Csw@6,0")


@pytest.mark.parametrize(
    ("key", "typed", "code"),
    [
        ("attangle", "z9", "off-board"),
        ("attangle", "hello", "unknown-notation"),
        ("attangle", "c3 c4", "turn-over"),
        ("tyr", "3=1@11 4=1@12", "turn-over"),
        ("3stein", "a24-b11", "no-field"),
    ],
)
def test_what_can_never_be_a_turn_is_refused(key: str, typed: str, code: str) -> None:
    """It is no notation, names what the board hasn't, or strings several turns together."""
    game, position = _at(key)
    with pytest.raises(MoveError) as refused:
        require_readable(game, position, typed)
    assert refused.value.refusal.code == code


@pytest.mark.parametrize("typed", ["z9", "a1-z9", "a1 a2", "pass end"])
def test_points_off_the_ground_are_refused_once_it_is_laid(typed: str) -> None:
    """While boards are being laid, points have no names yet, and any name may be right."""
    game, position = _at("turnier", *LAID)
    with pytest.raises(MoveError):
        require_readable(game, position, typed)
    require_readable(*_at("turnier"), typed.split(maxsplit=1)[0])


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("attangle", "d4"),
        ("attangle", "a1,a2-b2"),
        ("tyr", "3-45 4-56."),
        ("turnier", "a1-a2 a2-a4 end"),
        ("turnier", "Sh@40,40"),
        ("turnier", "flag:a1 ."),
    ],
)
def test_what_is_only_illegal_now_may_be_prepared(key: str, typed: str) -> None:
    """The position will be another one."""
    require_readable(*_at(key), typed)
