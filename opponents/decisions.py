"""The behaviour of a computer player: its turns, and when it offers or accepts a draw or gives up.

Arguments and results are plain text and numbers, so that calls can go to another process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import games
from games.play import Line
from games.protocol import Position, Seat, Setup, Sides
from opponents.answer import SURE, Safety
from opponents.mind import draw_share, is_draw, side_of
from opponents.oversights import Oversights
from opponents.player import mind_of, take_turn, think

CONTENT = 0.02
"""A computer player accepts a draw if it expects at most this much more than the draw is worth."""
YOUNG = 20
"""It declines every draw until all seats have had this many turns, unless there has been no
progress for long. Most games have then left their opening, in which nearly every position is even.
"""
EVEN = 0.04
"""A position is even if the value is within this distance of what a draw is worth."""
LONG = 60
"""The number of plies without progress after which a computer player begins to offer draws."""
SELDOM = 12
"""It offers at most one draw in this many of its own turns."""
ENDLESS = 180
"""The number of plies without progress after which it wants a draw, whatever it expects, unless it
sees a win. The rules of most games end them earlier.
"""
HOPELESS = 0.02
"""A value below this is hopeless."""
PATIENCE = 3
"""A computer player gives up when this many of its turns in a row have been hopeless."""
PROUD = 3
"""The lowest level that gives up. Weaker ones play on to the end."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position at the start of a turn, and the computer player that has to think about it."""

    game: str
    seats: int
    options: Mapping[str, str]
    position: str
    level: int
    seed: int
    effort: float = 1.0
    """A share of the level's usual effort."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn, the share of the win that its side may expect (0 to 1), and its safety, at levels
    that check it.
    """

    turn: str
    value: float
    safety: Safety | None = None


def turn(question: Question) -> Answer:
    """The turn of the seat to move. Raises KeyError for an unknown level."""
    line, setup = _line(question)
    taken = take_turn(line, setup, question.level, question.seed, question.effort)
    position, sides = line.position, line.game.sides(setup)
    mover = side_of(sides, position.to_move)
    drawn = is_draw(taken.value, position, mover)
    value = draw_share(position, mover) if drawn else taken.value
    return Answer(" ".join(map(str, taken.moves)), value, taken.safety)


def prospects(question: Question, seat: Seat) -> float:
    """The share of the win that the side of a seat may expect. Another seat may be to move."""
    line, setup = _line(question)
    position, sides = line.position, line.game.sides(setup)
    side = side_of(sides, seat)
    left = line.game.sides_left(position, sides)
    if position.to_move in side or (len(left) == 2 and side in left):
        value = think(line, setup, question.level, question.seed, question.effort).value
        if is_draw(value, position, side_of(sides, position.to_move)):
            return draw_share(position, side)
        return value if position.to_move in side else 1 - value
    worth = mind_of(question.game).judge(position, Oversights())
    return float(sum(worth[one - 1] for one in side))


def _line(question: Question) -> tuple[Line[Any, Any], Setup]:
    game = games.get(question.game)
    line = Line.at(game, game.position(question.position))
    return line, Setup(question.seats, question.options)


# Draws and giving up


def worth_of_draw(position: Position, sides: Sides, seat: Seat) -> float:
    """The share of the win that a draw is worth to the side of a seat."""
    return draw_share(position, side_of(sides, seat))


def idle(game: str, position: Any) -> int:
    """The number of plies in a row without progress."""
    counted = mind_of(game).idle
    return counted(position) if counted else 0


def is_too_early(turns: int, idle: int) -> bool:
    """Whether no player accepts a draw yet, whatever they expect, after this number of turns of
    each seat and of plies without progress.
    """
    return turns < YOUNG and idle < LONG


def agrees_to_draw(value: float, draw: float, idle: int) -> bool:
    """Whether a player that expects this value accepts a draw, which is worth `draw`, where it
    isn't too early, after this many plies without progress.
    """
    return value <= draw + CONTENT or _wants_no_more(value, idle)


def offers_draw(value: float, draw: float, idle: int, turns: int) -> bool:
    """Whether a player that expects this value offers a draw, which is worth `draw`, after this
    many plies without progress and turns of its own.
    """
    even = abs(value - draw) <= EVEN
    willing = (even and idle >= LONG) or _wants_no_more(value, idle)
    return willing and turns % SELDOM == 0


def _wants_no_more(value: float, idle: int) -> bool:
    return idle >= ENDLESS and value <= SURE


def gives_up(values: Sequence[float], level: int) -> bool:
    """Whether a player of this level gives up, given its values before its last turns."""
    last = values[-PATIENCE:]
    return level >= PROUD and len(last) == PATIENCE and max(last) < HOPELESS
