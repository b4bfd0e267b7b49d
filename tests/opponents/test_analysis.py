"""Evaluating positions: chances that add up to one, and lines that can be played."""

from __future__ import annotations

from random import Random

import pytest

import games
from bot.cogs.learning._analysis_jobs import Analysis
from games import play
from games.play import Line, play_turn
from games.protocol import AnyGame, Setup
from games.turnier.turns import ROUNDS
from opponents.analysis import TURNS, judge
from opponents.puzzles import collection
from tests.games.turnier_positions import at

GAMES = games.all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.info.key))
LITTLE = 0.01


@each_game
def test_judgements(game: AnyGame) -> None:
    """In random games the chances of all sides add up to one, a repeated search finds the same, and
    the expected line can be played turn by turn.
    """
    rng = Random(4)
    for seats in game.info.seats:
        setup = play.setup(game, seats, {}, rng)
        position = game.start(setup)
        for _ in range(40):
            if position.to_move is None:
                break
            position = game.apply(position, rng.choice(game.legal_moves(position)))
            if rng.random() < 0.8:
                continue
            found = judge(game.info.key, setup, str(position), LITTLE)
            assert len(found.chances) == len(game.sides(setup))
            assert sum(found.chances) == pytest.approx(1)
            assert all(0 <= one <= 1 for one in found.chances)
            assert len(found.turns) <= TURNS
            assert bool(found.turns) == (position.to_move is not None)
            assert found == judge(game.info.key, setup, str(position), LITTLE)
            line = Line.at(game, position)
            for text in found.turns:
                line = play_turn(line, text).line


@each_game
def test_wins_are_seen(game: AnyGame) -> None:
    """A player who can win at once has all the chances, and that turn is the expected one."""
    wins = [one for one in collection(game.info.key) if one.kind == "win-in-one"][:5]
    for one in wins:
        position = one.line.position
        setup = play.setup(game, position.seats, {}, Random(0))
        found = judge(game.info.key, setup, one.position)
        side = next(n for n, seats in enumerate(game.sides(setup)) if position.to_move in seats)
        assert found.chances[side] > 0.99
        assert one.is_solved(found.turns[0])


def test_a_draw_is_one_for_both_sides() -> None:
    """Where every turn leads to a draw, the chances are even, whoever is to move: the curve of an
    analysis does not go up and down.
    """
    setup = Setup(2, {"flags": "false"})
    for seat in (1, 2):
        position = at("a1/g1", seat, options="", idle=2 * ROUNDS - 1)
        assert judge("turnier", setup, str(position), LITTLE).chances == (0.5, 0.5)


def test_who_is_out_has_no_chances() -> None:
    """In Turnier one of three has no fighters left, or has withdrawn: the others have it all."""
    setup = play.setup(games.get("turnier"), 3)
    for men, withdrawn in (("a1,c4,e6/g1,h2,j2/-", "-"), ("a1,c4/g1,h2/i5,j5", "3")):
        position = at(men, options="flags", hands="1,1,1", withdrawn=withdrawn)
        chances = judge("turnier", setup, str(position), LITTLE).chances
        assert chances[2] == 0
        assert sum(chances) == pytest.approx(1)


def test_what_is_kept_can_be_read() -> None:
    """An analysis reads back from plain values, to a ten-thousandth."""
    game = games.get("attangle")
    setup = play.setup(game)
    stops = (judge("attangle", setup, str(game.start(setup)), LITTLE),)
    read = Analysis.read(Analysis(stops).written())
    assert read.stops[0].turns == stops[0].turns
    assert read.stops[0].chances == pytest.approx(stops[0].chances, abs=1e-4)
