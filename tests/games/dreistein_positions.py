"""Positions of 3Stein for its tests, and helpers to inspect them."""

from __future__ import annotations

from games import play
from games.dreistein import GAME
from games.dreistein.board import NAMES
from games.dreistein.position import DreisteinPosition
from games.geometry import bits
from games.words import Event


def at(men: str, seat: int = 1, truce: str = "-", reserves: str = "2,2,2") -> DreisteinPosition:
    """A position with the men of Red, Yellow and Blue, `-` for none: `La21 Ld43,Nd42 -`."""
    return GAME.position(f"{men} {reserves} {seat} {truce} 0 = - -")


def legal(position: DreisteinPosition) -> list[str]:
    """The tokens of the legal moves."""
    return [str(move) for move in GAME.legal_moves(position)]


def targets(position: DreisteinPosition, origin: str) -> set[str]:
    """Where the man on a field can move."""
    return {token[4:] for token in legal(position) if token.startswith(origin)}


def after(position: DreisteinPosition, *tokens: str) -> DreisteinPosition:
    """The position after legal tokens."""
    for token in tokens:
        position = GAME.apply(position, play.parse(GAME, position, token))
    return position


def happened(position: DreisteinPosition, token: str) -> list[Event]:
    """The events of a legal token."""
    move = play.parse(GAME, position, token)
    return list(GAME.events(position, move, GAME.apply(position, move)))


def gone(
    position: DreisteinPosition, *seats: int, reason: str = "resignation"
) -> DreisteinPosition:
    """The position after seats have withdrawn."""
    for seat in seats:
        position = GAME.withdraw(position, seat, reason, position)
    return position


def names(fields: int) -> set[str]:
    """The names of a bit set of fields."""
    return {NAMES[field] for field in bits(fields)}


def listed(fields: str) -> set[str]:
    """Field names separated by spaces."""
    return set(fields.split())


CAPTURE = at("La21,Nc12 Ld43 Lc26,Nd14,Nd16,Sd11,Sd12,Se11")
"""Red can take Blue's lord with the knight on c12; Blue has two knights and three squires."""

KEEPS = [
    "keep:d11,d12,d14",
    "keep:d11,d12,d16",
    "keep:d11,d14,e11",
    "keep:d11,d16,e11",
    "keep:d12,d14,e11",
    "keep:d12,d16,e11",
]
"""The choices after that capture."""

AROUND = ("a21-a22", "d43-d42", "d15-d14", "a22-a21", "d42-d43", "d14-d15")
"""Three lords leave their corners and return."""
