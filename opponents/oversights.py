"""What players overlook: weak ones don't play at random, they fail to see some moves."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, TypeVar
from zlib import crc32

M = TypeVar("M")

_WHOLE = 1 << 32


class Oversights:
    """A way to look at the board: which moves are seen depends on the seed and the move alone, so
    that the same move stays unseen throughout a search, whoever might play it.

    Which ones depends only on the seed and the move. So a move stays unseen throughout a search,
    for all who might play it. `blind` is the share of moves overlooked at first sight, and
    `blind_ahead` of those further on, such as an opponent's replies. What is seen ahead is also
    seen at first sight.
    """

    __slots__ = ("_ahead", "_chances", "_first", "_seed")

    def __init__(self, seed: int = 0, blind: float = 0.0, blind_ahead: float = 0.0) -> None:
        self._first, self._ahead = int(blind * _WHOLE), int(max(blind, blind_ahead) * _WHOLE)
        self._seed = seed
        self._chances: dict[Any, int] = {}

    def seen(self, moves: Sequence[M], *, ahead: bool = True) -> Sequence[M]:
        """The moves that are seen, in the given order. If none is seen, the first is."""
        limit = self._ahead if ahead else self._first
        if not limit or len(moves) < 2:
            return moves
        found = [move for move in moves if self._chance(move) >= limit]
        return found or moves[:1]

    def miss(self, key: Hashable) -> bool:
        """Whether a chance to win in the position with this key goes unnoticed."""
        if not self._ahead:
            return False
        return crc32(f"{self._seed}:{key!r}".encode()) < self._ahead

    def rng(self, key: Hashable) -> Random:
        """A source of randomness for the position with this key."""
        return Random(crc32(f"{self._seed};{key!r}".encode()))

    def _chance(self, move: Any) -> int:
        chance = self._chances.get(move)
        if chance is None:
            chance = self._chances[move] = crc32(f"{self._seed}/{move}".encode())
        return chance
