"""The kinds of puzzles, and the exhaustive search that proves a puzzle's solution.

A solution is a whole turn. A turn that does everything a solution does, in another order or with
something added, does not count as another solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from games import play
from games.protocol import END, AnyGame, Seat, Setup
from opponents.budget import Budget
from opponents.mind import side_of, won

PuzzleKind: TypeAlias = Literal[
    "win-in-one", "win-in-two", "win-in-three", "save-yourself", "hold-both"
]
"""win-in-one: the turn wins. win-in-two, win-in-three: no turn wins sooner, but after any reply the
side wins with one or two more turns. save-yourself: after every other turn the next player could
win in one turn. hold-both, for three sides: after every other turn the next player could win in one
turn, or else the one after that could, whatever the next player does; both happens.
"""

KINDS: tuple[PuzzleKind, ...] = get_args(PuzzleKind)

WORK: Mapping[PuzzleKind, int] = {
    "win-in-one": 20_000,
    "win-in-two": 100_000,
    "win-in-three": 200_000,
    "save-yourself": 60_000,
    "hold-both": 100_000,
}
"""The number of positions that the proof of each kind may look at. A proof takes a few seconds at
most.
"""

Moves: TypeAlias = "tuple[Any, ...]"


def setup_of(game: AnyGame, position: Any) -> Setup:
    """The setup of a puzzle: the usual options, since a position doesn't name any."""
    return play.setup(game, position.seats, {}, Random(0))


def solutions(game: AnyGame, position: Any, kind: PuzzleKind, budget: Budget) -> list[Moves]:
    """The turns that solve a position at the start of a turn: all of them, or the first two.

    If one solution does everything another does, only the shorter one is included. If the position
    can be won sooner, it has no solutions of this kind. Raises Spent.
    """
    return _Proof(game, position, budget).solutions(_TASKS[kind])


def solves(game: AnyGame, position: Any, kind: PuzzleKind, after: Any, budget: Budget) -> bool:
    """Whether a turn from `position` to `after` solves the position. Raises Spent."""
    return _TASKS[kind].solves(_Proof(game, position, budget), after)


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
        self.sides = game.sides(setup_of(game, position))
        self.side = side_of(self.sides, position.to_move)
        self._refuting: Counter[Moves] = Counter()
        """Replies that have kept the solver from winning, with their counts. They are tried
        first.
        """

    def solutions(self, task: _Task) -> list[Moves]:
        found: list[Moves] = []
        if task.sides and len(self.sides) != task.sides:
            return found
        if task.sooner and self.wins_within(self.position, task.sooner):
            return found
        every = [*turns(self.game, self.position, self.budget)]
        for moves, after in sorted(every, key=lambda turn: len(_done(turn[0]))):
            alike = any(includes(moves, known) for known in found)
            if not alike and task.solves(self, after):
                found.append(moves)
                if len(found) == 2:
                    break
        fits = task.fits is None or task.fits(self, [after for _, after in every])
        return found if fits else []

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

    def wins_within(self, position: Any, number: int) -> bool:
        """Whether the solver's side wins with at most so many turns of its own, whatever the others
        do meanwhile.
        """
        if position.result is not None:
            return self.won(position)
        if position.to_move in self.side:
            if number < 2:
                return number == 1 and self.wins_now(position)
            every = [after for _, after in turns(self.game, position, self.budget)]
            at_once = any(self.won(after) for after in every)
            return at_once or any(self.wins_within(after, number - 1) for after in every)
        replies = [*turns(self.game, position, self.budget)]
        for moves, after in sorted(replies, key=lambda reply: -self._refuting[reply[0]]):
            if not self.wins_within(after, number):
                self._refuting[moves] += 1
                return False
        return True

    def safe(self, position: Any) -> bool:
        """Whether the solver has not lost, and no other side wins with the very next turn."""
        if position.result is not None:
            first = {seat for seat, rank in enumerate(position.result.ranks, 1) if rank == 1}
            return bool(first & {*self.side})
        return position.to_move in self.side or not self.wins_now(position)

    def between_two(self, turns: Sequence[Any]) -> bool:
        """Whether one of these turns loses to the next player, and another to the one after."""
        next_wins = [not self.safe(after) for after in turns]
        if not any(next_wins):
            return False
        others = (after for after, loses in zip(turns, next_wins, strict=True) if not loses)
        return any(not self.held(after) for after in others)

    def held(self, position: Any) -> bool:
        """Whether the solver is safe, and will be after some reply of the next player, too."""
        if position.result is not None or position.to_move in self.side:
            return self.safe(position)
        replies = turns(self.game, position, self.budget)
        return self.safe(position) and any(self.safe(after) for _, after in replies)


@dataclass(frozen=True, slots=True)
class _Task:
    """A kind's task: what a solution does, within how many turns the side must not be able to win
    without it, for how many sides it is, if not for any number, and what must be true of all turns.
    """

    solves: Callable[[_Proof, Any], bool]
    sooner: int
    sides: int | None = None
    fits: Callable[[_Proof, Sequence[Any]], bool] | None = None


_TASKS: Mapping[PuzzleKind, _Task] = {
    "win-in-one": _Task(_Proof.won, 0),
    "win-in-two": _Task(lambda proof, after: proof.wins_within(after, 1), 1),
    "win-in-three": _Task(lambda proof, after: proof.wins_within(after, 2), 2),
    "save-yourself": _Task(_Proof.safe, 1),
    "hold-both": _Task(_Proof.held, 1, sides=3, fits=_Proof.between_two),
}
