"""The kinds of puzzles, and the exhaustive search that proves a puzzle's solution.

A solution is a whole turn. A turn that does everything a solution does, in another order or with
something added, does not count as another solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from games import play
from games.protocol import END, AnyGame, Seat
from opponents.budget import Budget
from opponents.mind import side_of, won

Kind: TypeAlias = Literal["win-in-one", "win-in-two", "save-yourself"]
"""win-in-one: the turn wins. win-in-two: it does not win yet, but after any reply one more turn
does. save-yourself: after every other turn the next player could win in one turn."""

KINDS: tuple[Kind, ...] = get_args(Kind)

WORK: Mapping[Kind, int] = {"win-in-one": 20_000, "win-in-two": 40_000, "save-yourself": 60_000}
"""The number of positions that the proof of each kind may look at. A proof takes a few seconds at
most.
"""

Moves: TypeAlias = "tuple[Any, ...]"


def solutions(game: AnyGame, position: Any, kind: Kind, budget: Budget) -> list[Moves]:
    """The turns that solve a position at the start of a turn: all of them, or the first two.

    If one solution does everything another does, only the shorter one is included. If the position
    can be won at once, it has no solutions of other kinds. Raises Spent.
    """
    return _Proof(game, position, budget).solutions(_SOLVES[kind], at_once=kind == "win-in-one")


def solves(game: AnyGame, position: Any, kind: Kind, after: Any, budget: Budget) -> bool:
    """Whether a turn from `position` to `after` solves the position. Raises Spent."""
    return _SOLVES[kind](_Proof(game, position, budget), after)


def includes(moves: Sequence[object], solution: Sequence[object]) -> bool:
    """Whether a turn does everything that a solution does."""
    return _done(solution) <= _done(moves)


def _done(moves: Sequence[object]) -> Counter[str]:
    return Counter(text for text in map(str, moves) if text != END)


def turns(game: AnyGame, position: Any, budget: Budget) -> Iterator[tuple[Moves, Any]]:
    """All turns of the seat to move, each with the position after it. Raises Spent."""
    for move in game.legal_moves(position):
        budget.spend()
        after = game.apply(position, move)
        if after.mid_turn:
            for moves, last in turns(game, after, budget):
                yield (move, *moves), last
        else:
            yield (move,), after


class _Proof:
    """The search for one position. The solver's side is the one to move."""

    def __init__(self, game: AnyGame, position: Any, budget: Budget) -> None:
        self.game, self.position, self.budget = game, position, budget
        self.sides = game.sides(play.setup(game, position.seats, {}, Random(0)))
        self.side = side_of(self.sides, position.to_move)

    def solutions(self, solves: Callable[[_Proof, Any], bool], *, at_once: bool) -> list[Moves]:
        found: list[Moves] = []
        if not at_once and self.wins_now(self.position):
            return found
        every = [*turns(self.game, self.position, self.budget)]
        for moves, after in sorted(every, key=lambda turn: len(_done(turn[0]))):
            alike = any(includes(moves, known) for known in found)
            if not alike and solves(self, after):
                found.append(moves)
                if len(found) == 2:
                    break
        return found

    def won(self, position: Any, side: tuple[Seat, ...] | None = None) -> bool:
        """Whether a side, by default the solver's, has won without sharing the first rank."""
        return won(position.result, self.side if side is None else side)

    def wins_now(self, position: Any) -> bool:
        """Whether the seat to move has a turn that wins."""
        if position.result is not None:
            return False
        side = side_of(self.sides, position.to_move)
        every = turns(self.game, position, self.budget)
        return any(self.won(after, side) for _, after in every)

    def wins_next(self, position: Any) -> bool:
        """Whether the solver's side wins with its next turn, whatever the others do before it."""
        if position.result is not None:
            return self.won(position)
        if position.to_move in self.side:
            return self.wins_now(position)
        every = turns(self.game, position, self.budget)
        return all(self.wins_next(after) for _, after in every)

    def safe(self, position: Any) -> bool:
        """Whether the solver has not lost, and no other side wins with the very next turn."""
        if position.result is not None:
            first = {seat for seat, rank in enumerate(position.result.ranks, 1) if rank == 1}
            return bool(first & {*self.side})
        return position.to_move in self.side or not self.wins_now(position)


_SOLVES: Mapping[Kind, Callable[[_Proof, Any], bool]] = {
    "win-in-one": _Proof.won,
    "win-in-two": _Proof.wins_next,
    "save-yourself": _Proof.safe,
}
