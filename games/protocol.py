"""What a game is: the values and functions that every rule set provides.

A `Game` is a record of pure functions on immutable positions. Everything that a position's result
depends on stands in the position itself and in its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from games.scene import Scene
from games.words import Event, Phrase, Refusal, Texts

Seat: TypeAlias = int
"""A place at the table, counted from 1 in turn order."""

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats of each side; a side is one seat, or the seats of partners."""

PASS = "pass"
"""The token of a seat that can make no ordinary move, in the games that know it."""

END = "end"
"""The token that closes a turn in which its seat could still do something."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is chosen before the first ply. Nothing random is left open."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: one rank a seat (1 is best, equal is tied) and the rulebook's reason."""

    ranks: tuple[int, ...]
    reason: str

    def __str__(self) -> str:
        """The form in which position texts hold a result: `1,2:third-triple`."""
        return ",".join(map(str, self.ranks)) + ":" + self.reason

    @classmethod
    def read(cls, text: str) -> Result | None:
        """The inverse of `str`; `-` is no result. Raises ValueError."""
        if text == "-":
            return None
        ranks, colon, reason = text.partition(":")
        if not colon or not reason:
            raise ValueError(f"not a result: {text!r}")
        return cls(tuple(map(int, ranks.split(","))), reason)


class Position(Protocol):
    """One state of one game: a frozen, hashable dataclass with a field `result`.

    `str(position)` is one complete line; the game's `position` function is its inverse.
    """

    @property
    def seats(self) -> int:
        """The number of seats of this match."""

    @property
    def to_move(self) -> Seat | None:
        """The seat to act; None exactly when `result` is set."""

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to act has already made a part of its turn."""

    @property
    def phase(self) -> str:
        """A code of the part of the game, such as "play" or "drawing-up"."""

    @property
    def withdrawn(self) -> tuple[Seat, ...]:
        """The seats that resigned or ran out of time, the earliest first."""

    @property
    def result(self) -> Result | None:
        """Set as soon as the game is over."""


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a move's notation, such as an attacker's field or a die's new face.

    `kind` names what is chosen ("attacker", "target", "face"); `Texts.parts` holds its sentence.
    `text` is the piece of notation with its punctuation: the parts of a move, joined, are a
    spelling of it. `point` is the point of the board that it speaks of, if any.
    """

    kind: str
    text: str
    point: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is fixed when a match is created.

    `values` lists what is allowed; None means free text, which `check` turns into its canonical
    spelling (ValueError, with a sentence that is marked for translation, if it can't). `default`
    None means: drawn by `draw` where a source of randomness is at hand, and required elsewhere.
    `seats` limits the option to these numbers of seats (None: all). `complete` gives the values of
    a free text that begin as what was typed, in an order; there may be very many.
    """

    key: str
    values: tuple[str, ...] | None
    default: str | None
    check: Callable[[str], str] | None = None
    draw: Callable[[Random], str] | None = None
    seats: tuple[int, ...] | None = None
    complete: Callable[[str], Iterator[str]] | None = None


@dataclass(frozen=True, slots=True)
class Info:
    """What is known of a game without playing it.

    `key` is the rulebook's id. `rules_version` grows when a ruling changes so that stored matches
    could replay differently.
    """

    key: str
    name: str
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()
    rules_version: int = 1


P = TypeVar("P", bound=Position)
M = TypeVar("M")


def each_alone(setup: Setup) -> Sides:
    """The sides of a game without partners."""
    return tuple((seat,) for seat in range(1, setup.seats + 1))


def never_turned(position: Any, seat: Seat) -> float:
    """The view of a game whose board looks alike from everywhere."""
    return 0.0


@dataclass(frozen=True, slots=True)
class Game(Generic[P, M]):
    """The rules of one game as functions. All are pure; all raise only what they name.

    A move is a hashable value whose `str` is its canonical token, without blanks.
    """

    info: Info
    texts: Texts
    start: Callable[[Setup], P]
    """The first position of a setup that `games.play.setup` has checked."""
    legal_moves: Callable[[P], Sequence[M]]
    """All legal moves, sorted by their tokens, without duplicates; empty iff there is a result."""
    read: Callable[[P, str], M]
    """The move that one token means, by its syntax alone. Raises InvalidMove."""
    objection: Callable[[P, M], Refusal | None]
    """Why the move is illegal; None exactly when it is one of `legal_moves`."""
    apply: Callable[[P, M], P]
    """The position after a legal move. Other moves are the caller's mistake."""
    events: Callable[[P, M, P], Sequence[Event]]
    """What a move did, from the positions before and after it: for the log, marks and hints."""
    withdraw: Callable[[P, Seat, str, P], P]
    """`withdraw(position, seat, reason, turn_start)`: the seat resigns or runs out of time.

    Where the seat is to move its unfinished turn is thrown away: the outcome then builds on
    `turn_start`, the position at the beginning of the running turn (unless its page rules
    otherwise). The seat has not withdrawn yet, and the game is not over.
    """
    spellings: Callable[[M], Sequence[Sequence[Part]]]
    """The move taken apart, the canonical spelling first; others where the order is free."""
    position: Callable[[str], P]
    """The inverse of `str(position)`. Raises ValueError."""
    scene: Callable[[P, Sequence[Event]], Scene]
    """The picture of a position, with the marks of the last events."""
    words: Callable[[P], Sequence[Phrase]]
    """The position in words, complete enough to play blind; codes stand in `texts.words`."""
    sides: Callable[[Setup], Sides] = each_alone
    own_names: Callable[[Setup], tuple[str, ...]] | None = None
    """The names of the seats, where they are not those of `texts.seats` in every setup."""
    view: Callable[[P, Seat], float] = never_turned
    """By how many degrees clockwise the scene is turned to put this seat at the bottom."""

    def seat_names(self, setup: Setup) -> tuple[str, ...]:
        """The English names of the seats, in turn order."""
        return self.own_names(setup) if self.own_names else self.texts.seats[: setup.seats]


AnyGame: TypeAlias = Game[Any, Any]


def ranked(seats: int, winners: Sequence[Seat], withdrawn: Sequence[Seat]) -> tuple[int, ...]:
    """Ranks by the rulebook: the winners 1, the rest 2, then who withdrew, the latest first.

    Ranks have no gaps. A withdrawn seat stands behind all that stayed, even when its side won.
    """
    gone = list(withdrawn)
    staying = [seat for seat in range(1, seats + 1) if seat not in gone]
    ranks = {seat: 1 if seat in winners else 2 for seat in staying}
    last = max(ranks.values(), default=0)
    for place, seat in enumerate(reversed(gone), start=1):
        ranks[seat] = last + place
    return tuple(ranks[seat] for seat in range(1, seats + 1))


def shared(seats: int, withdrawn: Sequence[Seat]) -> tuple[int, ...]:
    """Ranks of a draw: all that stayed share rank 1, who withdrew stands behind."""
    return ranked(seats, range(1, seats + 1), withdrawn)
