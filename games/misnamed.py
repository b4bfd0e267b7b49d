"""Tokens that have the form of a legal move, but name what the game doesn't have.

In Attangle, g5 looks exactly like d5, but row g ends with g4. Telling whoever has typed it what a
turn looks like would not help.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from games.protocol import Game, M, P, Part
from games.words import Refusal

MOST = 6_000
"""The most spellings of moves that are compared."""
_SIGNS = ",:=@-"


def misnamed(game: Game[P, M], position: P, token: str) -> Refusal | None:
    """What a token that can't be read names although the game has no such thing, with the legal
    move that is most like it as an example. None if no legal move here has the token's form, or if
    the game has all that it names.
    """
    typed = token.casefold()
    alike = [
        (move, spelling)
        for move, spelling in islice(_spelled(game, position), MOST)
        if _form(_text(spelling)) == _form(typed)
    ]
    if not alike:
        return None
    move, spelling = min(alike, key=lambda one: _apart(typed, _text(one[1])))
    known = {part.text.casefold() for _, other in alike for part in other}
    spots = {point.casefold() for point in game.scene(position, ()).board.spots}
    for begin, part in _placed(spelling):
        piece = token[begin : begin + len(part.text)]
        name = piece.strip(_SIGNS)
        if piece.casefold() not in known and name.casefold() not in spots:
            return _refusal(token, name, part, str(move))
    return None


def _refusal(token: str, name: str, part: Part, example: str) -> Refusal | None:
    """What is said of the name that stands where the part should. None if it is a whole move and
    none of a point: it isn't misnamed, but something else.
    """
    fields = {"text": token, "at": name, "example": example}
    if part.point is not None:
        return Refusal("off-board" if name == token else "off-board-in", fields)
    return Refusal("no-such-name", fields) if name != token else None


def _spelled(game: Game[P, M], position: P) -> Iterator[tuple[M, Sequence[Part]]]:
    return (
        (move, spelling) for move in game.legal_moves(position) for spelling in game.spellings(move)
    )


def _text(spelling: Sequence[Part]) -> str:
    return "".join(part.text for part in spelling).casefold()


def _form(text: str) -> str:
    """The text with all letters alike, and all digits."""
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", text))


def _placed(spelling: Sequence[Part]) -> Iterator[tuple[int, Part]]:
    """The parts, each with where it begins in the text."""
    begin = 0
    for part in spelling:
        yield begin, part
        begin += len(part.text)


def _apart(typed: str, other: str) -> tuple[int, int, str]:
    """How far apart two texts of one form are: first the characters that differ, then by how much
    they do, as neighbouring points have neighbouring names.
    """
    differences = [abs(ord(a) - ord(b)) for a, b in zip(typed, other, strict=True)]
    return len(differences) - differences.count(0), sum(differences), other
