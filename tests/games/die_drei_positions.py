"""Positions of Die Drei, for the tests of its rules."""

from __future__ import annotations

import pytest

from games import play
from games.die_drei import GAME
from games.die_drei.board import (
    NAMES,
    SQUARE,
    katarenga,
)
from games.die_drei.position import DieDreiPosition
from games.errors import IllegalMove

PLAIN = "1a0.2a0.3a0.4a0"
"""
8  R Y B G R Y G B
7  G R G B G Y R Y
6  Y Y B R B B G R
5  B G R Y Y R B G
4  R G B Y R G B Y
3  Y Y G R Y Y B R
2  B B R G B G R G
1  G R Y B G R Y B
"""


def after(*tokens: str, board: str = PLAIN) -> DieDreiPosition:
    """The position after these tokens, all of them legal."""
    return play.replay(GAME, play.setup(GAME, options={"board": board}), tokens).position


def at(pieces: str, extended: bool = False) -> DieDreiPosition:
    """The position with these pieces on the plain board, in the order of placing."""
    names = pieces.split()
    option = str(extended).lower()
    return GAME.position(f"{PLAIN} {option} {','.join(names) or '-'} {len(names)} - -")


def legal(position: DieDreiPosition) -> str:
    """The tokens of the legal moves."""
    return " ".join(str(move) for move in GAME.legal_moves(position))


def reach(square: str, *others: str) -> set[str]:
    """The reach of a piece on the plain board, with others present."""
    occupied = sum(1 << SQUARE[name] for name in (square, *others))
    found = katarenga(PLAIN).reach(SQUARE[square], occupied)
    return {name for name in NAMES if found >> SQUARE[name] & 1}


def refused(position: DieDreiPosition, token: str) -> tuple[str, dict[str, str | int]]:
    """The code of a token's refusal, and its fields."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, position, token)
    return caught.value.refusal.code, dict(caught.value.refusal.fields)
