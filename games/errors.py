"""What can go wrong with input to a game.

ValueError
├── MoveError             one token; knows the text, the position and the refusal
│   ├── InvalidMove       not a move of this game by its syntax
│   └── IllegalMove       understood, and not legal here
├── OptionError           the seats or options of a setup
└── ReplayError           a record that does not replay
"""

from __future__ import annotations

from games.words import Refusal


class MoveError(ValueError):
    """A token that can't be played. `refusal` is for players, `str(error)` for logs."""

    def __init__(self, refusal: Refusal, text: str, position: object) -> None:
        super().__init__(f"{refusal.code}: {text!r} {dict(refusal.fields)} in {position}")
        self.refusal = refusal
        self.text = text
        self.position = position


class InvalidMove(MoveError):
    """The token is no move of this game by its syntax."""


def unknown_notation(text: str, position: object, example: str) -> InvalidMove:
    """The error for text that is no move of a game, of which `example` is one."""
    return InvalidMove(
        Refusal("unknown-notation", {"text": text, "example": example}), text, position
    )


class IllegalMove(MoveError):
    """The token is a move of this game, but not legal in the position."""


class OptionError(ValueError):
    """Seats or options that the game does not have. `refusal` names what is allowed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {dict(refusal.fields)}")
        self.refusal = refusal


class ReplayError(ValueError):
    """A token in a sequence can't be played: its 0-based index, the token and the reason."""

    def __init__(self, ply: int, token: str, error: MoveError) -> None:
        super().__init__(f"ply {ply}, {token!r}: {error}")
        self.ply = ply
        self.token = token
        self.error = error
