"""Conditional turns: turns that their seat chose for positions that may arise.

A **branch** is what may happen next, turn by turn, and ends with a turn of the seat whose branch it
is. That seat's turns in it are its answers: each is played once exactly the turns before it have
come about. A branch that begins in the seat's own turn begins with a turn that the seat still has
to play itself. Branches hold canonical texts. Comparing these is enough: anything else that changes
a position ends all branches.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.protocol import Seat

Branch: TypeAlias = tuple[str, ...]
"""The texts of turns, in their order."""

SEPARATOR = "; "
"""The separator between the turns of a branch, and between prepared turns, in a log entry."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The branches of one seat, from the present position on.

    `met`: a turn has been played since they were chosen, so that the seat's next turn in them is
    an answer.
    """

    branches: tuple[Branch, ...]
    met: bool = False

    @property
    def answer(self) -> str | None:
        """The turn that the seat plays here if it is to move; None if it has chosen nothing."""
        return self.branches[0][0] if self.met else None

    def after(self, turn: str) -> Conditions | None:
        """What is left of them after a turn; None if nothing is left."""
        left = tuple(one[1:] for one in self.branches if one[0] == turn and len(one) > 1)
        return Conditions(left, met=True) if left else None


def after(conditions: Mapping[Seat, Conditions], turn: str) -> Mapping[Seat, Conditions]:
    """What is left of all seats' conditions after a turn."""
    left = {seat: one.after(turn) for seat, one in conditions.items()}
    return {seat: one for seat, one in left.items() if one is not None}


def choosing(
    conditions: Mapping[Seat, Conditions], seat: Seat, branches: tuple[Branch, ...]
) -> Mapping[Seat, Conditions]:
    """All seats' conditions, with one seat's branches replaced by these."""
    others = {one: kept for one, kept in conditions.items() if one != seat}
    return others | {seat: Conditions(branches)} if branches else others


def adding(
    branches: Collection[Branch], new: Branch, movers: Sequence[Seat], seat: Seat
) -> tuple[Branch, ...]:
    """A seat's branches with a `new` one added, whose turns are played by `movers`.

    A seat has one answer in a position: the new branch replaces those with a different answer, and
    those that it continues.
    """
    if any(one[: len(new)] == new for one in branches):
        return tuple(branches)
    return (*(one for one in branches if _agree(one, new, movers, seat)), new)


def _agree(one: Branch, new: Branch, movers: Sequence[Seat], seat: Seat) -> bool:
    if new[: len(one)] == one:
        return False
    at = next(at for at, (old, other) in enumerate(zip(one, new, strict=False)) if old != other)
    return at == 0 or movers[at] != seat


def to_text(branches: Collection[Branch]) -> str:
    """Branches as they are written in the log, one per line."""
    return "\n".join(map(SEPARATOR.join, branches))


def from_text(text: str) -> tuple[Branch, ...]:
    """The inverse of `to_text`."""
    return tuple(tuple(line.split(SEPARATOR)) for line in text.split("\n") if line)
