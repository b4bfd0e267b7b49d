"""How moves of 3Stein are read and spelled."""

from __future__ import annotations

from itertools import permutations

from games.dreistein.board import NAMES
from games.dreistein.moves import Move, Pass, Step, syntax
from games.dreistein.position import DreisteinPosition
from games.errors import InvalidMove, unknown_notation
from games.protocol import PASS, Part
from games.words import Refusal


def spellings(move: Move) -> tuple[tuple[Part, ...], ...]:
    """A move's parts. The survivors may be named in any order."""
    if isinstance(move, Pass):
        return ((Part("pass", PASS),),)
    if isinstance(move, Step):
        origin, target = NAMES[move.origin], NAMES[move.target]
        return ((Part("man", origin, origin), Part("target", "-" + target, target)),)
    return tuple(
        tuple(
            Part("survivor", ("," if number else "keep:") + NAMES[field], NAMES[field])
            for number, field in enumerate(order)
        )
        for order in permutations(move.fields)
    )


def read(position: DreisteinPosition, text: str) -> Move:
    """The move that a token means, whatever the position. Raises InvalidMove."""
    try:
        move = syntax(text)
    except KeyError as error:
        raise InvalidMove(Refusal("no-field", {"at": error.args[0]}), text, position) from None
    if move is None:
        raise unknown_notation(text, position)
    return move
