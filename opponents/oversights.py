"""What players overlook: weak ones don't play at random, they fail to see some moves.

And what all of them leave to chance: which of several moves they play that are worth nearly the
same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar
from zlib import crc32

from opponents.answer import SURE

M = TypeVar("M")

_WHOLE = 1 << 32
MIXED = 6
"""How many places moves may change in their order; and after so many places a move is favoured by
half of what the first one may be."""


class Oversights:
    """A way to look at the board: which moves are seen depends on the seed and the move alone, so
    that the same move stays unseen throughout a search, whoever might play it.

    `blind` is the share of moves overlooked at first sight, and `blind_ahead` of those further on,
    such as an opponent's replies. What is seen ahead is also seen at first sight. A move may be
    played that is worth up to `slack` less than the best; without slack the best one is.
    """

    __slots__ = ("_ahead", "_chances", "_first", "_seed", "slack")

    def __init__(
        self, seed: int = 0, blind: float = 0.0, blind_ahead: float = 0.0, slack: float = 0.0
    ) -> None:
        self.slack = slack
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

    def mixed(self, moves: Sequence[M], key: Hashable) -> Sequence[M]:
        """The moves in nearly their order, for the position with this key, so that it is not always
        the same of several good ones that is looked at most.
        """
        if not self.slack:
            return moves
        rng = self.rng(key)
        places = {move: place + MIXED * rng.random() for place, move in enumerate(moves)}
        return sorted(moves, key=places.__getitem__)

    def favours(self, moves: Sequence[M], key: Hashable) -> Mapping[M, float]:
        """By how much each of the moves is preferred in the position with this key, in the unit of
        values: less than the slack, and hardly at all if it is not among the first.
        """
        rng = self.rng(key)
        return {
            move: self.slack * rng.random() * MIXED / (MIXED + place)
            for place, move in enumerate(moves)
        }

    def one_of(self, worth: Mapping[M, float], key: Hashable) -> M:
        """The move to play in the position with this key, of moves with their values: the first
        one, which is the best, or one that is worth nearly the same.

        Only what is as sure is the same as a sure win or a sure defeat.
        """
        best, value = next(iter(worth.items()))
        if not self.slack:
            return best
        least, most = max(value - self.slack, 1 - SURE), SURE
        if not 1 - SURE <= value <= SURE:
            least = most = value
        equal = [move for move, other in worth.items() if least <= other <= most]
        return self.rng(key).choice(equal)

    def _chance(self, move: Any) -> int:
        chance = self._chances.get(move)
        if chance is None:
            chance = self._chances[move] = crc32(f"{self._seed}/{move}".encode())
        return chance
