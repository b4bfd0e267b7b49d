"""Laws that need a second opinion: perft numbers, and play side by side with a naive engine."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from games import play
from games.play import Line
from games.protocol import AnyGame, Setup

pytestmark = pytest.mark.untraced
"""Other tests show that every line is run; to trace these would take three times as long."""

TESTS = Path(__file__).parent.parent
MOST_SEQUENCES = 60_000


def _naive(game: AnyGame) -> ModuleType:
    return import_module(f"tests.naive.{game.start.__module__.split('.')[1]}")


def test_perft_numbers_are_those_of_the_naive_engine(game: AnyGame) -> None:
    """The numbers of sequences of each length equal those that brute force counted."""
    entries = json.loads((TESTS / "perft" / f"{game.info.key}.json").read_text())
    assert len(entries) >= 5
    for entry in entries:
        setup = play.setup(game, entry["seats"], entry["options"])
        line = play.replay(game, setup, entry["moves"])
        counts = entry["perft"]
        while len(counts) > 1 and counts[-1] > MOST_SEQUENCES:
            counts = counts[:-1]
        assert play.perft(game, line.position, len(counts)) == counts, entry["moves"]


def test_random_play_equals_the_naive_engine(game: AnyGame, setup: Setup) -> None:
    """In random games with withdrawals both engines see the same moves, seats and results."""
    naive = _naive(game)
    for seed in range(3):
        rng = Random(seed)
        line: Line[Any, Any] = Line.begin(game, setup)
        state = naive.start(setup.seats, dict(setup.options))
        for _ in range(250):
            tokens = [str(move) for move in game.legal_moves(line.position)]
            assert tokens == naive.legal(state), str(line.position)
            assert line.position.to_move == naive.to_move(state)
            result = line.position.result
            assert (result and (result.ranks, result.reason)) == naive.result(state)
            if not tokens:
                break
            if seed and rng.random() < 0.01:
                staying = set(range(1, setup.seats + 1)) - set(line.position.withdrawn)
                seat, reason = rng.choice(sorted(staying)), rng.choice(["resignation", "timeout"])
                line, state = line.withdraw(seat, reason), naive.withdraw(state, seat, reason)
                continue
            token = rng.choice(tokens)
            line, state = line.read(token)[1], naive.play(state, token)
