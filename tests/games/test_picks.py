"""Picking in cases that random play seldom meets: made-up moves on a real board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games import picks, play
from games.attangle import GAME
from games.play import Line, Step
from games.protocol import AnyGame, Part
from tests.laws.walk import random_lines


def _game(*moves: tuple[Part, ...]) -> AnyGame:
    """A game with these moves, each spelled by its parts, which change nothing."""
    spelled = {"".join(part.text for part in parts): parts for parts in moves}
    attangle: Any = GAME
    return replace(
        attangle,
        legal_moves=lambda _: [*spelled],
        spellings=lambda move: (spelled[move],),
        steps=None,
        apply=lambda position, _: position,
    )


def _line(game: AnyGame) -> Line[Any, Any]:
    return Line.begin(game, play.setup(game))


def test_the_only_move_follows_without_a_choice() -> None:
    """It is played by itself, and no token of it was chosen."""
    game = _game((Part("point", "go"),))
    line = _line(game)
    assert picks.forced(line) == ("go",)
    assert picks.chosen_last(line, [Step(line.position, "go", line.position)]) == 1


def test_how_many_may_be_picked_at_once() -> None:
    """One, unless the game allows more of a kind; also when there is nothing to pick any more."""
    line = _line(_game((Part("point", "go"),)))
    assert picks.at_once(line) == 1
    several: Any = replace(line.game, several=lambda _, kind: 3 if kind == "point" else 1)
    assert picks.at_once(_line(several)) == 3
    assert picks.at_once(_line(replace(several, legal_moves=lambda _: []))) == 1


def test_what_is_asked_apart_is_skipped_if_there_is_one() -> None:
    """An option leads through all parts that leave no choice, also those that stand apart."""
    game = _game((Part("point", "go"), Part("target", "-off", apart=True)))
    assert picks.pick(_line(game), "", "") == ("go", "go-off")


def test_a_part_without_a_name_is_not_called() -> None:
    """Only the last part of an option is called by its text."""
    game = _game((Part("point", "b2", "b2"), Part("sign", "-"), Part("target", "c3", "c3")))
    (way,) = picks.ways(_line(game), "", 3)
    assert picks.name(way) == "b2 c3"


def test_nothing_can_be_picked_when_the_game_is_over() -> None:
    """A line without a seat to move has no continuations, and nothing follows."""
    game: Any = GAME
    last, _ = [*random_lines(game, play.setup(game), seed=1)][-1]
    assert last.position.to_move is None
    assert picks.ways(last, "") == []
    assert picks.forced(last) == ()
