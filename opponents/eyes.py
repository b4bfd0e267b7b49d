"""What a player overlooks: weak players don't play at random, they fail to see some moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from zlib import crc32

M = TypeVar("M")

_WHOLE = 1 << 32


@dataclass(frozen=True, slots=True)
class Eyes:
    """A way to look at the board: which moves are seen depends on the seed and the move alone, so
    that the same move stays unseen throughout a search.

    `blind` is the share of moves that are overlooked at first sight, `blind_ahead` the share of
    those further on, such as an opponent's replies.
    """

    seed: int = 0
    blind: float = 0.0
    blind_ahead: float = 0.0

    def seen(self, moves: Sequence[M], ply: int) -> Sequence[M]:
        """The moves that are seen so many plies ahead; never none."""
        rate = self.blind_ahead if ply else self.blind
        if not rate or len(moves) < 2:
            return moves
        limit = int(rate * _WHOLE)
        found = [move for move in moves if self._chance(move, ply) >= limit]
        return found or moves[:1]

    def _chance(self, move: Any, ply: int) -> int:
        return crc32(f"{self.seed}/{ply}/{move}".encode())
