"""How a computer player behaves: its turns, and when it agrees to a draw, offers one, or gives up.

Everything here is plain text and numbers, so that it can be asked for from another process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import games
from games.play import Line
from games.protocol import Seat, Setup
from opponents.oversights import Oversights
from opponents.player import best_turn, mind_of, side_of, think

A_GLANCE = 0.125
"""The share of a turn's effort that goes into knowing how the match stands."""
CONTENT = 0.02
"""So much less than it could expect from a draw satisfies a computer player."""
EVEN = 0.04
"""A position is even if nobody expects more than so much from it beyond his share."""
LONG = 80
"""Turns of a match before which no computer player offers a draw …"""
SELDOM = 24
"""… and from then on not more often than once in so many turns."""
HOPELESS = 0.02
"""Who expects less than that …"""
PATIENCE = 3
"""… before so many turns of his in a row, gives up …"""
PROUD = 3
"""… from this level on: the weaker ones play on to the end."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position between two turns, and who is to think about it."""

    game: str
    seats: int
    options: Mapping[str, str]
    position: str
    level: int
    seed: int
    effort: float = 1.0
    """A share of the usual effort of the level."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn, and what its side may expect of the match (0 to 1)."""

    turn: str
    value: float


def turn(question: Question) -> Answer:
    """The turn of the seat to move. Raises KeyError for an unknown level."""
    line, setup = _line(question)
    moves = best_turn(line, setup, question.level, question.seed, question.effort)
    return Answer(" ".join(map(str, moves)), _value(line, setup, question, A_GLANCE))


def prospects(question: Question, seat: Seat) -> float:
    """What the side of a seat may expect of the match, whoever is to move."""
    line, setup = _line(question)
    sides = line.game.sides(setup)
    side = side_of(line.game, setup, seat)
    if line.position.to_move in side or len(sides) == 2:
        value = _value(line, setup, question)
        return value if line.position.to_move in side else 1 - value
    worth = mind_of(question.game).judge(line.position, Oversights())
    return float(sum(worth[one - 1] for one in side))


def _line(question: Question) -> tuple[Line[Any, Any], Setup]:
    game = games.get(question.game)
    line = Line.at(game, game.position(question.position))
    return line, Setup(question.seats, question.options)


def _value(line: Line[Any, Any], setup: Setup, question: Question, share: float = 1.0) -> float:
    effort = question.effort * share
    return think(line, setup, question.level, question.seed, effort).value


# Manners


def agrees_to_draw(value: float, sides: int) -> bool:
    """Whether somebody who expects that much agrees to a draw among so many sides."""
    return value <= 1 / sides + CONTENT


def offers_draw(value: float, sides: int, turns: int) -> bool:
    """Whether somebody who expects that much offers a draw after so many turns of the match."""
    even = abs(value - 1 / sides) <= EVEN
    return even and turns >= LONG and turns % SELDOM in (0, 1)


def gives_up(values: Sequence[float], level: int) -> bool:
    """Whether somebody of a level gives up who expected that much before his last turns."""
    last = values[-PATIENCE:]
    return level >= PROUD and len(last) == PATIENCE and max(last) < HOPELESS
