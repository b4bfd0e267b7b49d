"""Positions of Turnier in one line, on grounds that are easy to read.

The grounds begin with four straight boards on top of each other, columns a to f: board 1 is rows
1 and 2, board 2 rows 3 and 4, board 3 rows 5 and 6, board 4 rows 7 and 8. To the right lies a
corner, board 5: g1 to j1, g2 to j2, g3, h3, g4, h4, so that i3, j3, i4, j4 are no ground.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from games import play
from games.errors import IllegalMove
from games.protocol import Result, Seat
from games.turnier import GAME
from games.turnier.position import TurnierPosition

STACK = "Sh@0,0/Sh@0,2/Sh@0,4/Sh@0,6/Csw@6,0"
GROUNDS = {
    2: STACK,
    3: STACK + "/Csw@6,4",
    4: STACK + "/Csw@6,4/Csw@0,8/Csw@4,8",
}


def at(
    men: str,
    seat: Seat = 1,
    *,
    options: str = "flags",
    phase: str = "fight",
    hands: str = "",
    turn: str = "-",
    idle: int = 0,
    withdrawn: str = "-",
) -> TurnierPosition:
    """A position with the fighters of each seat, separated by `/`; `*` marks a flag."""
    seats = men.count("/") + 1
    sets = [sorted(names.split(","), key=lambda name: name.strip("*")) for names in men.split("/")]
    men = "/".join(map(",".join, sets))
    match = "+".join([str(seats), *options.split()])
    hands = hands or ",".join(["3" if "flags" in options else "0"] * seats)
    return GAME.position(
        f"{match} {GROUNDS[seats]} {phase} {seat} {men} {hands} {turn} {idle} - - {withdrawn} -"
    )


def legal(position: TurnierPosition) -> list[str]:
    """The tokens of the legal moves."""
    return [str(move) for move in GAME.legal_moves(position)]


def targets(position: TurnierPosition, source: str) -> str:
    """Where the fighter on a point can move."""
    ways = (token.split("-") for token in legal(position))
    return " ".join(way[1] for way in ways if way[0] == source)


def after(position: TurnierPosition, tokens: str) -> TurnierPosition:
    """The position after legal tokens, separated by spaces."""
    for token in tokens.split():
        position = GAME.apply(position, play.parse(GAME, position, token))
    return position


def standing(position: TurnierPosition) -> str:
    """The part of a position's text with the fighters."""
    return str(position).split()[4]


def refused(position: TurnierPosition, token: str) -> str:
    """The code of the refusal of a token."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, position, token)
    return caught.value.refusal.code


def refusal_fields(position: TurnierPosition, token: str) -> dict[str, str | int]:
    """The fields of a token's refusal."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, position, token)
    return dict(caught.value.refusal.fields)


def events(position: TurnierPosition, token: str) -> list[str]:
    """The events of a token: codes with their points."""
    move = play.parse(GAME, position, token)
    found = GAME.events(position, move, GAME.apply(position, move))
    return [f"{event.code} {event.fields.get('at', '')}".strip() for event in found]


def start(seats: int = 2, **options: str) -> TurnierPosition:
    """The position before the first board is laid."""
    return GAME.start(play.setup(GAME, seats, options))


def line(tokens: Iterable[str], seats: int = 2, **options: str) -> play.Line[Any, Any]:
    """The line after the tokens of a record."""
    return play.replay(GAME, play.setup(GAME, seats, options), list(tokens))


def won(position: TurnierPosition) -> tuple[str, tuple[int, ...]]:
    """The reason and the ranks of a finished game."""
    assert isinstance(position.result, Result)
    return position.result.reason, position.result.ranks
