"""Computer players play whole games, and matches between them are counted correctly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents import LEVELS
from opponents.arena import Contestant, at_random, contest, of_level
from opponents.decisions import ENDLESS
from opponents.player import best_turn
from tests.laws.conftest import CASES, name

pytestmark = pytest.mark.untraced

_TURNS = 150
_HASTY = 0.01


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "setup"), CASES, ids=name)
def test_every_level_plays_legal_whole_turns(game: AnyGame, setup: Setup, level: int) -> None:
    """From the first turn on, a player of this level among random ones makes complete legal turns.
    The random ones lead it into positions that it would not choose.
    """
    line: Line[Any, Any] = Line.begin(game, setup)
    mine = 1 + level % setup.seats
    for turn in range(_TURNS):
        seat = line.position.to_move
        if seat is None:
            break
        thinks = seat == mine and (turn < 20 or turn % 4 == 0)
        moves = (
            best_turn(line, setup, level, turn, _HASTY) if thinks else at_random(line, setup, turn)
        )
        for move in moves:
            assert line.position.to_move == seat
            assert move in game.legal_moves(line.position)
            line = line.push(move)
        assert not line.position.mid_turn


def test_a_stronger_player_wins_more() -> None:
    """Level 4 beats random play in nearly every game of Attangle, in either seat."""
    game = games.get("attangle")
    setup = play.setup(game, None, {}, Random(1))
    points = 0.0
    for seed in range(8):
        strong = seed % 2
        players: list[Contestant] = [at_random, at_random]
        players[strong] = of_level(4, 0.2)
        worth = contest(game, setup, players, seed)
        assert sum(worth) == 1
        points += worth[strong]
    assert points >= 7


def test_a_contest_is_the_same_again() -> None:
    """The same seed plays the same game."""
    game = games.get("tyr")
    setup = play.setup(game, 3, {}, Random(1))
    players = [of_level(2, 0.2), at_random, of_level(1)]
    played = []
    for _ in range(2):
        seen = [_Noting(player) for player in players]
        worth = contest(game, setup, seen, 5)
        played.append((worth, [one.turns for one in seen]))
    assert played[0] == played[1]


def test_the_careful_agree_on_a_draw() -> None:
    """Two players who leave no win to each other end a game of Tyr after a stated number of plies
    without progress.
    """
    game = games.get("tyr")
    setup = play.setup(game, 2)
    seen = _Noting(of_level(4, 0.01))
    assert contest(game, setup, [seen, seen], 1) == (0.5, 0.5)
    assert sum(map(len, seen.turns)) in range(ENDLESS, ENDLESS + 10)


class _Noting:
    """A contestant that records its turns."""

    def __init__(self, player: Any) -> None:
        self.player, self.turns = player, list[Any]()

    def __call__(self, line: Line[Any, Any], setup: Setup, seed: int) -> Any:
        self.turns.append(self.player(line, setup, seed))
        return self.turns[-1]
