"""What can go wrong with input to a game.

ValueError
├── MoveError             one token that can't be played: text, position, refusal
│   ├── InvalidMove       the syntax is not that of a move of this game
│   └── IllegalMove       understood, but not legal here
├── OptionError           wrong seats or options for a setup
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
    """The token does not have the syntax of a move of this game."""


def unknown_notation(text: str, position: object) -> InvalidMove:
    """The error for text that is no move of a game. It doesn't list the legal moves; callers who
    catch it know them.
    """
    return InvalidMove(Refusal("unknown-notation", {"text": text}), text, position)


class IllegalMove(MoveError):
    """The token is a move of this game, but not legal in the position."""


class OptionError(ValueError):
    """Seats or options that the game does not offer. `refusal` names what is allowed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: {dict(refusal.fields)}")
        self.refusal = refusal


class ReplayError(ValueError):
    """A token of a record that can't be played: its index from 0, the token and the reason."""

    def __init__(self, ply: int, token: str, error: MoveError) -> None:
        super().__init__(f"ply {ply}, {token!r}: {error}")
        self.ply = ply
        self.token = token
        self.error = error
