"""The players by which levels are measured play every game, and see what they are said to see."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import games
from benchmarks import rivals
from benchmarks.answers import Answers, after_turn
from benchmarks.rivals import RIVALS, one_turn
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents.arena import Contestant
from tests.laws.conftest import CASES, name
from tests.laws.walk import random_lines

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize("rival", RIVALS.values(), ids=RIVALS)
@pytest.mark.parametrize(("game", "setup"), CASES, ids=name)
def test_they_play_whole_legal_turns(game: AnyGame, setup: Setup, rival: Contestant) -> None:
    """Whatever happens in a game; and the same ones each time."""
    walked = [line for line, _ in random_lines(game, setup, 3, 120)]
    begun = [line for line in walked if line.position.to_move is not None]
    for line in islice(begun, 0, None, 13):
        moves, after = rival(line, setup, 5), line
        for move in moves:
            assert move in game.legal_moves(after.position)
            after = after.push(move)
        assert not after.position.mid_turn
        assert moves == rival(line, setup, 5)


def test_what_takes_too_long_is_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound ends their look, and not their game."""
    monkeypatch.setattr(rivals, "LOOKS", 0)
    game = games.get("die-drei")
    setup = play.setup(game, None, {"board": "2b0.3a3.1b1.4a3"})
    for line, _ in random_lines(game, setup, 1):
        if line.position.to_move is not None:
            moves = one_turn(line, setup, 1)
            assert moves[0] in game.legal_moves(line.position)
            assert not after_turn(line, moves).position.mid_turn


def test_one_turn_ahead_is_seen() -> None:
    """The careful one takes each win, and hardly ever leaves one while there are other turns."""
    game = games.get("attangle")
    setup = play.setup(game)
    won, left, looked = 0, 0, 0
    for seed in range(6):
        for line in _ending(game, setup, seed):
            after = after_turn(line, one_turn(line, setup, seed))
            if Answers(game, setup).can_win(line.position):
                assert after.position.result is not None
                won += 1
            elif Answers(game, setup).avoidable(line.position):
                left += Answers(game, setup).loses(line.position, after.position)
                looked += 1
    assert won > 3
    assert looked > 10
    assert left <= looked // 4


def _ending(game: AnyGame, setup: Setup, seed: int) -> list[Line[Any, Any]]:
    """The last turns of a random game."""
    return [line for line, _ in random_lines(game, setup, seed)][-6:-1]
