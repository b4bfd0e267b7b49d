"""What a player probably meant by a text that can't be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from games.continuations import outlook
from games.errors import MoveError
from games.play import Line, tidy
from games.protocol import M, P

MOST = 6_000
"""The most spellings of moves that are compared."""
LONGEST = 40
"""Tokens with more characters than this are not compared."""


def begun(line: Line[P, M], typed: str) -> tuple[str, str] | None:
    """The tokens that can be played, and the complete parts with which the next one begins.

    None if there is neither, or if nothing can follow.
    """
    try:
        view = outlook(line, typed)
    except MoveError:
        return None
    stem = ""
    for way in view.ways:
        whole = len(way.text) == len(view.stem)
        stem = max(stem, way.text if whole else way.text.removesuffix(way.part.text), key=len)
    return (view.done, stem) if view.ways and (view.done or stem) else None


def nearest(line: Line[P, M], typed: str, limit: int = 3) -> list[str]:
    """At most `limit` texts that can be played, the most similar to what was typed first.

    Tokens that can be played stay as they are. The first one that can't is replaced by similar
    legal moves, and everything after it is dropped.
    """
    done: list[str] = []
    for token in tidy(typed).rstrip(" .").split():
        try:
            moves, line = line.read(token)
        except MoveError:
            lead = "".join(f"{one} " for one in done)
            return [lead + move for move in _like(line, token.casefold())[:limit]]
        done += map(str, moves)
        if not line.position.mid_turn:
            break
    return [" ".join(done)] if done else []


def apart(line: Line[P, M], typed: str) -> list[str]:
    """The typed moves, if each is a turn of its own that could be played now, and so many may be
    picked at once, for this turn and the next ones. Otherwise nothing.
    """
    found: dict[str, int] = {}
    tokens = tidy(typed).rstrip(" .").split()
    for token in tokens:
        try:
            (move, *more), after = line.read(token)
        except MoveError:
            return []
        if more or after.position.mid_turn:
            return []
        kind = line.game.spellings(move)[0][0].kind
        found[str(move)] = line.game.several(line.position, kind)
    return [*found] if 1 < len(tokens) == len(found) <= min(found.values()) else []


def _like(line: Line[P, M], token: str) -> list[str]:
    """The legal moves whose spelling is similar to a token, the most similar first. Among equally
    similar ones, points near the typed one come first: f5 before f3 for f9.
    """
    if len(token) > LONGEST or line.position.to_move is None:
        return []
    allowed = max(1, round(0.4 * len(token)))
    ranks: dict[str, tuple[int, int, int, str]] = {}
    for spelling, move in islice(_spelled(line), MOST):
        if abs(len(spelling) - len(token)) <= allowed:
            far = distance(token, spelling)
            apart = [abs(ord(a) - ord(b)) for a, b in zip(token, spelling, strict=False)]
            rank = far, -apart.count(0), sum(apart), move
            ranks[move] = min(ranks.get(move, rank), rank)
    return sorted((move for move in ranks if ranks[move][0] <= allowed), key=ranks.__getitem__)


def _spelled(line: Line[P, M]) -> Iterator[tuple[str, str]]:
    """Every spelling of every legal move in lower case, with the move's token."""
    for move in line.game.legal_moves(line.position):
        for spelling in line.game.spellings(move):
            yield "".join(part.text for part in spelling).casefold(), str(move)


def distance(one: str, other: str) -> int:
    """The edit distance: characters changed, added, left out or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
