"""Writes playthroughs: `python -m tests.playthroughs.write` generates all of them.

Each is one random game of a registered game. For every ply it has the position, the seat to move
and the phase, the number of legal moves with some of them, the move, and its events. A changed rule
shows as a difference in these files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import games
from games import play
from games.protocol import AnyGame, Setup
from games.texts import sentence_of
from games.words import say

FOLDER = Path(__file__).parent
SHOWN = 12
MOST = 160


def name(game: AnyGame, setup: Setup) -> str:
    """The file of the playthrough of a setup."""
    options = "".join(f"-{key}-{value}" for key, value in sorted(setup.options.items()))
    return f"{game.info.key}-{setup.seats}{options}.txt"


def playthrough(game: AnyGame, setup: Setup, seed: int) -> Iterator[str]:
    """The lines of one random game. Long tokens are sometimes preferred."""
    rng, position, names = Random(seed), game.start(setup), game.seat_names(setup)
    options = " ".join(f"{key}={value}" for key, value in sorted(setup.options.items()))
    title = f"{game.info.name}, rules {game.info.rules_version}, {setup.seats} seats"
    yield f"{title} {options}".strip()
    for ply in range(MOST):
        moves = game.legal_moves(position)
        if not moves:
            break
        tokens = [str(move) for move in moves]
        step = max(1, len(tokens) // SHOWN)
        longest = [move for move in moves if len(str(move)) == max(map(len, tokens))]
        move = rng.choice(longest if rng.random() < 0.4 else moves)
        after = game.apply(position, move)
        yield ""
        yield f"position {position}"
        yield f"ply {ply}, seat {position.to_move}, {position.phase}, {len(moves)} legal moves"
        yield "  " + " ".join(tokens[::step][:SHOWN])
        yield f"move {move}"
        for event in game.events(position, move, after):
            sentence = sentence_of(game.texts, "events", event)
            yield "  " + say(sentence, event.fields, names)
        position = after
    yield ""
    yield f"position {position}"
    yield f"result {position.result or '-'}"


def cases() -> Iterator[tuple[AnyGame, Setup, int]]:
    """A playthrough for each game and number of seats, with random options."""
    for game in games.all_games():
        for seed, seats in enumerate(game.info.seats, start=1):
            yield game, play.setup(game, seats, rng=Random(seed)), seed


if __name__ == "__main__":
    for game, setup, seed in cases():
        text = "\n".join(playthrough(game, setup, seed)) + "\n"
        (FOLDER / name(game, setup)).write_text(text)
