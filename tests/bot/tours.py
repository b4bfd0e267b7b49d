"""Tours: lines of play with stops for illegal input, found with the engine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from games.errors import MoveError
from games.play import Line, play_turn
from games.protocol import AnyGame, Seat, Setup
from games.words import Refusal
from tests.bot.lines import Choice, Turn
from tests.samples import SAMPLES


class Stop(NamedTuple):
    """The input instead of a turn, its author, and its refusal."""

    seat: Seat
    text: str
    refusal: Refusal


class Leg(NamedTuple):
    """Turns to play, and the stops after them."""

    turns: Sequence[Turn]
    stops: Sequence[Stop]


def tour(
    game: AnyGame, setup: Setup, choice: Choice, wanted: set[str], *, seed: int, most: int
) -> list[Leg]:
    """At most this many turns of such choices, with a stop for each wanted refusal that arises
    there. Those found are removed from `wanted`.
    """
    rng, line = Random(seed), Line.begin(game, setup)
    slips = SAMPLES[game.info.key].slips
    start, legs, turns, stops = line, list[Leg](), list[Turn](), list[Stop]()
    while wanted and most and (seat := line.position.to_move) is not None:
        moves = game.legal_moves(line.position)
        begun = [str(move) for move in line.played]
        for typed in (*_anywhere(moves, rng), *slips(line.position, rng)):
            text = " ".join((*begun, typed))
            refusal = _refused(start, text)
            if refusal is not None and refusal.code in wanted:
                wanted.remove(refusal.code)
                stops.append(Stop(seat, text, refusal))
        move = choice(game, line.position, moves, rng)
        line = line.push(move)
        if not line.position.mid_turn:
            if stops:
                legs.append(Leg(turns, stops))
                turns, stops = [], []
            turns.append(Turn(seat, " ".join((*begun, str(move)))))
            start, most = line, most - 1
    return legs + ([Leg(turns, stops)] if stops else [])


def _refused(start: Line[Any, Any], text: str) -> Refusal | None:
    try:
        play_turn(start, text)
    except MoveError as error:
        return error.refusal
    return None


# The input


def _anywhere(moves: Sequence[Any], rng: Random) -> Iterator[str]:
    """Nothing, nonsense, a turn and something more, half a turn, a turn with a name that the game
    doesn't have.
    """
    move = rng.choice(moves)
    yield from (".", "☃", f"{move} {move}", f"{move}.", re.sub(r"\d", "0", str(move)))
