"""Turns for later: what speaks against them whatever the position will be."""

from __future__ import annotations

import re

from games.errors import IllegalMove, InvalidMove
from games.misnamed import misnamed
from games.play import example, tidy
from games.protocol import Game, M, P
from games.words import Refusal


def require_readable(game: Game[P, M], position: P, *texts: str) -> None:
    """Raises MoveError if one of the texts can never be a turn, or the beginning of one, from here
    on: if something in it is no move, names a point that isn't on the board, or follows a whole
    turn.

    What is only illegal now is not refused, since the position will be another one.
    """
    spots = frozenset(name.casefold() for name in game.scene(position, ()).board.spots)
    for text in texts:
        before: str | None = None
        for token in filter(None, (token.rstrip(".") for token in tidy(text).split())):
            if before is not None:
                fields = {"played": before, "text": token}
                raise IllegalMove(Refusal("turn-over", fields), text, position)
            move = _read(game, position, token, spots)
            if game.closes(move):
                before = str(move)


def _read(game: Game[P, M], position: P, token: str, spots: frozenset[str]) -> M:
    """The move that a token means, with all of its points on the board."""
    try:
        move = game.read(position, token)
    except InvalidMove as error:
        refusal = error.refusal
        if refusal.code == "unknown-notation":
            refusal = misnamed(game, position, token) or refusal
        fields = {"example": example(game, position), **refusal.fields}
        raise InvalidMove(Refusal(refusal.code, fields), token, position) from None
    forms = set(map(_form, spots))
    for part in game.spellings(move)[0]:
        point = part.point
        # Where no point is named like this, the board has no such names yet.
        if point and not part.numbered and _form(point) in forms and point.casefold() not in spots:
            fields = {"text": token, "at": point, "example": example(game, position)}
            raise InvalidMove(Refusal("no-such-name", fields), token, position)
    return move


def _form(name: str) -> str:
    """The kinds of signs in a name, without their number: a1 and b12 are alike."""
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", name))
