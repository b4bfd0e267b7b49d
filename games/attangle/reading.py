"""How a typed move of Attangle is read, and what is said of a capture with one piece only."""

from __future__ import annotations

from games.attangle.board import NAMES
from games.attangle.notation import Move, lone_attacker, syntax
from games.attangle.position import AttanglePosition
from games.attangle.rules import captures
from games.errors import InvalidMove, unknown_notation
from games.words import Refusal


def read(position: AttanglePosition, text: str) -> Move:
    """The move that a token means, whatever the position. Raises InvalidMove."""
    move = syntax(text)
    if move is not None:
        return move
    if lone := lone_attacker(text):
        raise InvalidMove(_one_attacker(position, *lone), text, position)
    raise unknown_notation(text, position)


def _one_attacker(position: AttanglePosition, attacker: int, target: int) -> Refusal:
    """Why one piece can't capture. The example is a legal capture; of several, one like it."""
    legal = captures(position, position.seat)
    if not legal:
        return Refusal("no-capture", {"from": NAMES[attacker]})
    alike = min(
        legal,
        key=lambda one: (one.target != target, attacker not in (one.first, one.second), str(one)),
    )
    return Refusal("one-attacker", {"from": NAMES[attacker], "example": str(alike)})
