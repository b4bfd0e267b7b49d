"""Random matches of any length."""

from __future__ import annotations

from itertools import count
from random import Random

from games.play import Line
from games.protocol import PASS, AnyGame, Setup


def random_turns(game: AnyGame, setup: Setup, number: int) -> list[str]:
    """The first turns of a random match that goes on after them. Nobody passes, since that is
    entered automatically.
    """
    for seed in count():
        rng, line, turns, tokens = Random(seed), Line.begin(game, setup), list[str](), list[str]()
        while len(turns) < number and (moves := game.legal_moves(line.position)):
            move = rng.choice(moves)
            tokens.append(str(move))
            line = line.push(move)
            if not line.position.mid_turn:
                turns.append(" ".join(tokens))
                tokens.clear()
        if len(turns) == number and line.position.to_move and PASS not in turns:
            return turns
    raise AssertionError
