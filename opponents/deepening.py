"""Iterative deepening: the common part of all searches that go one ply deeper each time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeAlias, TypeVar

from games.protocol import Game, M, P
from opponents.answer import DEEPEST, SURE, Finding
from opponents.budget import Budget, Spent
from opponents.mind import Mind
from opponents.oversights import Oversights

ENTRIES = 60_000
"""The most positions in the transposition table."""
QUIET = 6
"""The most plies that forcing moves are followed beyond the search's depth."""
EXACT, AT_LEAST, AT_MOST = range(3)

V = TypeVar("V")
Entry: TypeAlias = "tuple[int, int, V, M | None]"
"""The depth of a search, the kind of bound that the value is, the value, and the best move."""


class Deepening(ABC, Generic[P, M, V]):
    """A search by depth, with a table of positions and a history of good moves."""

    def __init__(
        self, game: Game[P, M], mind: Mind[P, M], budget: Budget, oversights: Oversights
    ) -> None:
        self.game, self.mind = game, mind
        self.budget, self.oversights = budget, oversights
        self.table: dict[Hashable, Entry[V, M]] = {}
        self.history: dict[M, int] = defaultdict(int)
        self.killers: dict[int, tuple[M | None, M | None]] = defaultdict(lambda: (None, None))
        """The killer moves: by ply, the last two moves that caused a cutoff."""

    @abstractmethod
    def guess(self, position: P) -> float:
        """A quick estimate of the position's value to the searching side."""

    @abstractmethod
    def look(self, position: P, depth: int, found: float) -> float:
        """The value of a position after the first move to the searching side, searched to this
        depth.

        Exact if it is more than `found`, the best value so far.
        """

    @abstractmethod
    def settled(self, found: Finding[M]) -> bool:
        """Whether a deeper search can't change anything."""

    def deepen(self, position: P) -> Finding[M]:
        """Searches deeper and deeper, until the budget is spent or the outcome is known."""
        moves = list(self.moves(position, ahead=False))
        favours = self.oversights.favours(moves, str(position))
        before = found = Finding(moves[0], self.guess(position), (moves[0],), 0)
        for depth in range(1, DEEPEST):
            before = found
            try:
                found = self._first(position, moves, depth, favours)
            except Spent as spent:
                if spent.args:  # The move found before was searched first.
                    found = self._unfinished(spent.args[0], before, moves)
                break
            if self.settled(found) or len(moves) == 1:
                break
            moves = list(found.values)
        return self.decide(found, before)

    def _unfinished(self, found: Finding[M], before: Finding[M], moves: Sequence[M]) -> Finding[M]:
        """The finding of a search that was ended within a depth, given the one before it, and the
        moves in the order in which they were searched.

        If `decide` says of it that it loses, it is the best of the others by the search before,
        unless that lost as well. So that holds for two sides. Max-n takes no loss for proved, and
        plays the best of the moves that were searched, though all may lose; with more than two
        sides, alpha-beta plays what the search before had found.
        """
        known = {**found.values, **before.values, **found.values}
        left = [move for move in moves if move not in found.values]
        if left and self.decide(found, before).loses:
            move, value = left[0], known.get(left[0], before.value)
            others = {one: known[one] for one in (*left, *found.values) if one in known}
            spared = replace(before, move=move, value=value, line=(move,))
            if not spared.loses:
                return replace(spared, values={move: value, **others})
        return replace(found, values=known)

    def decide(self, found: Finding[M], before: Finding[M]) -> Finding[M]:
        """The answer, given the deepest search and the one before it."""
        return found

    def _first(
        self, position: P, moves: Sequence[M], depth: int, favours: Mapping[M, float]
    ) -> Finding[M]:
        """The first move to play at this depth. Raises Spent, with a finding if there is one."""
        best: Finding[M] = Finding(moves[0], -1.0, (), 0)
        liked: dict[M, float] = {}
        values: dict[M, float] = {}
        most = -1.0
        try:
            for move in moves:
                self.budget.spend()
                after = self.game.apply(position, move)
                value = self.look(after, depth - 1, most - favours[move])
                values[move] = value
                liked[move] = with_favour(value, favours[move])
                if liked[move] > most:
                    most = liked[move]
                    best = Finding(move, value, (move, *self._line(after)), depth)
        except Spent:
            if values:
                raise Spent(_ordered(best, values, liked)) from None
            raise
        return _ordered(best, values, liked)

    def _line(self, position: P) -> tuple[M, ...]:
        line: list[M] = []
        while position.to_move is not None and len(line) < DEEPEST:
            entry = self.table.get(self.mind.key(position))
            if entry is None or entry[3] is None:
                break
            line.append(entry[3])
            position = self.game.apply(position, entry[3])
        return tuple(line)

    def moves(self, position: P, *, ahead: bool = True) -> Sequence[M]:
        """The candidates that are not overlooked, the most promising first."""
        legal = self.game.legal_moves(position)
        return self.oversights.seen(self.mind.candidates(position, legal), ahead=ahead)

    def ordered(self, position: P, hint: M | None, ply: int) -> Sequence[M]:
        """The same moves in search order: the hint, then forcing moves, then killer moves of this
        ply, then by how often they caused cutoffs.
        """
        moves = self.moves(position)
        if len(moves) < 2:
            return moves
        first = [] if hint is None or hint not in moves else [hint]
        if self.mind.forcing is not None:
            first += self.mind.forcing(position, moves)
        first += [move for move in self.killers[ply] if move is not None and move in moves]
        said = self.history
        rest = sorted(moves, key=lambda move: -said.get(move, 0)) if said else moves
        return list(dict.fromkeys((*first, *rest)))

    def praise(self, move: M, depth: int, ply: int) -> None:
        """Remembers a move that caused a cutoff at this depth and ply."""
        self.history[move] += depth * depth
        best, _ = self.killers[ply]
        if move != best:
            self.killers[ply] = (move, best)

    def remember(self, key: Hashable, entry: Entry[V, M]) -> None:
        """Adds a position to the table while there is room."""
        if len(self.table) < ENTRIES or key in self.table:
            self.table[key] = entry


def with_favour(value: float, favour: float) -> float:
    """A value plus the favour of its move. Sure values stay as they are, and no other value becomes
    sure.
    """
    return min(value + favour, SURE) if 1 - SURE <= value <= SURE else value


def _ordered(best: Finding[M], values: Mapping[M, float], liked: Mapping[M, float]) -> Finding[M]:
    """The finding with the values of all moves, the move to play first."""
    return replace(
        best, values={move: values[move] for move in sorted(liked, key=lambda move: -liked[move])}
    )
