"""What players overlook. Weak players don't play at random: they fail to see some moves.

Also, what all players leave to chance: which move they play if several are worth nearly the same.
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
"""The number of places by which moves may change in their order. Also, a move this many places down
can be favoured half as much as the first one.
"""


class Oversights:
    """A way to look at the board. Which moves are seen depends on the seed and the move alone, so
    the same move stays unseen throughout a search, whoever might play it.

    `blind` is the share of moves overlooked at first sight, and `blind_ahead` the share overlooked
    further on, such as among an opponent's replies. What is seen ahead is also seen at first sight.
    A move may be played if it is worth at most `slack` less than the best one; without slack the
    best one is played.
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
        """The moves that are seen, in the given order. If that were none, it is the one that is the
        hardest to overlook. Whoever sees nothing does not play the most promising move.
        """
        limit = self._ahead if ahead else self._first
        if not limit or len(moves) < 2:
            return moves
        found = [move for move in moves if self._chance(move) >= limit]
        return found or [max(moves, key=self._chance)]

    def miss(self, key: Hashable) -> bool:
        """Whether a chance to win in the position with this key is overlooked."""
        if not self._ahead:
            return False
        return crc32(f"{self._seed}:{key!r}".encode()) < self._ahead

    def happens(self, share: float) -> bool:
        """Whether it is one of this share of all seeds."""
        return crc32(f"careful {self._seed}".encode()) < int(share * _WHOLE)

    def rng(self, key: Hashable) -> Random:
        """A source of randomness for the position with this key."""
        return Random(crc32(f"{self._seed};{key!r}".encode()))

    def mixed(self, moves: Sequence[M], key: Hashable) -> Sequence[M]:
        """The moves in nearly the same order, for the position with this key. So it is not always
        the same one of several good moves that gets the most attention.
        """
        if not self.slack:
            return moves
        rng = self.rng(key)
        places = {move: place + MIXED * rng.random() for place, move in enumerate(moves)}
        return sorted(moves, key=places.__getitem__)

    def favours(self, moves: Sequence[M], key: Hashable) -> Mapping[M, float]:
        """The preference for each move in the position with this key, in the unit of values: less
        than the slack, and very little for moves that are not among the first.
        """
        rng = self.rng(key)
        return {
            move: self.slack * rng.random() * MIXED / (MIXED + place)
            for place, move in enumerate(moves)
        }

    def one_of(self, worth: Mapping[M, float], key: Hashable) -> M:
        """The move to play in the position with this key, given moves with their values: the first
        one, which is the best, or one of nearly the same value.

        A sure win or a sure defeat is equal only to another of exactly the same value.
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
