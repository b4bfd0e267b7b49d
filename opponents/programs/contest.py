"""One game between two programs: the seating, the opening, and the fault if there is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from random import Random
from typing import Any, TypeAlias

from games.errors import MoveError
from games.play import AnyLine, Line, Turn, whole_turn
from games.protocol import AnyGame, Result, Setup, Sides
from games.texts import in_english
from opponents.arena import LONGEST, at_random
from opponents.mind import shares
from opponents.programs.engine import Engine
from opponents.programs.program import Failure, FaultKind
from opponents.protocol.commands import Go

Seating: TypeAlias = "tuple[int, ...]"
"""For each seat, the number of the program that has it: 0 or 1."""

_SHOWN = 200
"""The most characters of a wrong answer that are quoted."""
_TRIES = 100
"""The most attempts to draw an opening that does not end the game."""


class NoOpening(ValueError):
    """Random turns nearly always end the game."""


def seatings(sides: Sides) -> tuple[Seating, ...]:
    """The games of one opening: each program alone on each side, with the other on all others.

    Between two sides these are two games, with exchanged sides. Equal programs get half of the
    points.
    """
    seats = sum(map(len, sides))
    found = {
        tuple(alone if seat in side else 1 - alone for seat in range(1, seats + 1)): None
        for alone in (0, 1)
        for side in sides
    }
    return tuple(found)


def parts(sides: Sides) -> int:
    """The number of equal steps into which the score of a group of games falls."""
    return len(seatings(sides)) * lcm(*range(1, len(sides) + 1))


def opening(game: AnyGame, setup: Setup, turns: int, rng: Random) -> tuple[str, ...]:
    """As many random turns as asked for, after which the game is not over. Raises NoOpening."""
    for _ in range(_TRIES):
        line: AnyLine = Line.begin(game, setup)
        played: list[str] = []
        while len(played) < turns and line.position.to_move is not None:
            moves = at_random(line, setup, rng.getrandbits(32))
            played.append(" ".join(map(str, moves)))
            for move in moves:
                line = line.push(move)
        if line.position.to_move is not None:
            return tuple(played)
    raise NoOpening(f"{turns} random turns nearly always end {game.info.name}.")


@dataclass(frozen=True, slots=True)
class Fault:
    """The program that has lost a game by a fault, and the fault."""

    program: int
    kind: FaultKind
    text: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was played. Without a result and a fault, it was stopped because of its
    length.
    """

    turns: tuple[str, ...]
    result: Result | None
    fault: Fault | None

    def share(self, seating: Seating) -> float:
        """The first program's share of the win. Stopped games count as draws."""
        if self.fault is not None:
            return float(self.fault.program)
        seats = len(seating)
        worth = (1 / seats,) * seats if self.result is None else shares(self.result)
        return sum(one for one, program in zip(worth, seating, strict=True) if program == 0)


def read(line: Line[Any, Any], setup: Setup, text: str) -> Turn[Any, Any]:
    """The turn that a program has answered with. Raises Failure unless it is whole and legal."""
    try:
        return whole_turn(line, text)
    except MoveError as error:
        said = in_english(line.game, error.refusal, setup)
        raise Failure("illegal", f"It plays “{text[:_SHOWN]}”: {said[:_SHOWN]}") from error


def play(
    game: AnyGame,
    setup: Setup,
    begun: Sequence[str],
    seating: Seating,
    *,
    programs: Sequence[Engine],
    hows: Sequence[Go],
) -> Played:
    """Plays a game from the turns of an opening. A program that fails is killed."""
    line: Line[Any, Any] = Line.begin(game, setup)
    turns: list[str] = []
    for text in begun:
        turn = whole_turn(line, text)
        turns, line = [*turns, turn.text], turn.line
    acting = 0
    try:
        for acting in dict.fromkeys(seating):
            programs[acting].begin(game, setup)
        while (seat := line.position.to_move) is not None and len(turns) < LONGEST:
            acting = seating[seat - 1]
            tokens = " ".join(turns).split()
            turn = read(line, setup, programs[acting].turn(tokens, hows[acting]))
            turns, line = [*turns, turn.text], turn.line
    except Failure as failure:
        text = programs[acting].drop(failure)
        return Played(tuple(turns), None, Fault(acting, failure.kind, text))
    return Played(tuple(turns), line.position.result, None)
