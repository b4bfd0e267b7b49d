"""The contract that every game fulfils: the values and functions of a set of rules.

A `Game` is a record of pure functions on immutable positions. A position, and so its text, holds
everything on which the result can depend.
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
"""The token of a seat that has no other move, in games with passing."""

END = "end"
"""The token that ends a turn in which the seat could still continue."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is chosen before the first ply. Nothing after that is random."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: a rank for each seat (1 is best; equal ranks are ties), and the reason's
    code.
    """

    ranks: tuple[int, ...]
    reason: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats with the first rank; none if all share it: a draw has no winner."""
        if len({*self.ranks}) == 1:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks, start=1) if rank == 1)

    def __str__(self) -> str:
        """The form in position texts: `1,2:third-triple`."""
        return ",".join(map(str, self.ranks)) + ":" + self.reason

    @classmethod
    def read(cls, text: str) -> Result | None:
        """The inverse of `str`; `-` means no result. Raises ValueError."""
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
        """Whether the seat to act has already played a part of its turn."""

    @property
    def phase(self) -> str:
        """The code of the current part of the game, such as "play" or "drawing-up"."""

    @property
    def withdrawn(self) -> tuple[Seat, ...]:
        """The seats that have resigned or run out of time, the earliest first."""

    @property
    def result(self) -> Result | None:
        """The result; None until the game is over."""


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a move's notation, such as an attacker's field or a die's new face.

    `kind` names what is chosen ("attacker", "target", "face"); `Texts.parts` has its sentence.
    `text` is this piece of the notation, punctuation included: a move's parts, joined, spell the
    move. `point` is the point of the board that the part names, if any. `name` is its name in
    menus, if neither its point nor its text is suitable. A part that is `apart` is never offered
    together with those before it, because there are too many, or because some moves end there,
    which would reveal what they do. Points without short names are `numbered` in reading order
    where they are chosen.
    """

    kind: str
    text: str
    point: str | None = None
    name: str = ""
    apart: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is fixed when a match is created.

    `values` lists what is allowed. None means free text: `check` returns its canonical spelling, or
    raises ValueError with a sentence that is marked for translation.
    `default` None means that `draw` picks a value if there is a source of randomness, and that the
    option is required if there is none.
    `seats` limits the option to these numbers of seats; None means all.
    `complete` yields the values of a free text that begin with what was typed, in a fixed order.
    There may be very many.
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
    """Facts about a game that don't depend on a position.

    `key` is the rulebook's id. `rules_version` is raised whenever a changed ruling could make a
    stored match replay differently. `gradual` are the phases in which something is built up in many
    small turns that hardly depend on each other. One board message is kept up to date in them, and
    a prepared turn that can't be played does not discard those after it. `favours` is the seat that
    wins clearly more often between two equal players, if there is one. Competitions in such a game
    have return matches, unless their directors choose otherwise.
    """

    key: str
    name: str
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()
    rules_version: int = 1
    gradual: tuple[str, ...] = ()
    favours: Seat | None = None


P = TypeVar("P", bound=Position)
M = TypeVar("M")


def each_alone(setup: Setup) -> Sides:
    """The sides of a game without partners."""
    return tuple((seat,) for seat in range(1, setup.seats + 1))


def staying(position: Position) -> Sequence[Seat]:
    """The seats that have not withdrawn."""
    gone = position.withdrawn
    return [seat for seat in range(1, position.seats + 1) if seat not in gone]


def never_turned(position: Any, seat: Seat) -> float:
    """The view of a game whose board looks the same from every seat."""
    return 0.0


def nothing_said(position: Any, part: Part) -> None:
    """For a game whose points and tokens say everything about its parts: always None."""


def one_at_a_time(position: Any, kind: str) -> int:
    """The number of moves that may be picked at once in a game where each depends on those
    before.
    """
    return 1


def may_go_on(move: Any) -> bool:
    """No move of the game ends its turn in every position."""
    return False


def always_closes(move: Any) -> bool:
    """Each move of the game is a whole turn."""
    return True


def nothing_in_hand(position: Any, parts: tuple[Part, ...], scene: Scene) -> Scene:
    """The picture of a game that doesn't show the beginning of a move."""
    return scene


@dataclass(frozen=True, slots=True)
class Game(Generic[P, M]):
    """The rules of one game as functions. All are pure, and raise only what they document.

    A move is a hashable value. Its `str` is its canonical token, which has no blanks.
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
    """The position after a legal move. Undefined for other moves."""
    events: Callable[[P, M, P], Sequence[Event]]
    """What a move did, given the positions before and after it. For logs, marks and goals."""
    withdraw: Callable[[P, Seat, str, P], P]
    """`withdraw(position, seat, reason, turn_start)`: the seat resigns or runs out of time.

    If it is the seat's turn, its unfinished turn is discarded: the outcome builds on `turn_start`,
    the position at the start of the running turn, unless the game's rules page says otherwise.
    The caller ensures that the seat has not withdrawn before and that the game is not over.
    """
    spellings: Callable[[M], Sequence[Sequence[Part]]]
    """The parts of a move: its canonical spelling, then others if their order is free."""
    position: Callable[[str], P]
    """The inverse of `str(position)`. Raises ValueError."""
    scene: Callable[[P, Sequence[Event]], Scene]
    """The picture of a position, with marks for the given events."""
    words: Callable[[P], Sequence[Phrase]]
    """The position in words, enough to play without the picture. Codes are in `texts.words`."""
    sides: Callable[[Setup], Sides] = each_alone
    contenders: Callable[[P], Sequence[Seat]] = staying
    """The seats that still take turns: those that have not withdrawn, unless there is another way
    to be out of the game before it is over. Whoever is out stays out.
    """
    own_names: Callable[[Setup], tuple[str, ...]] | None = None
    """The names of the seats, if they depend on the setup. Otherwise `texts.seats` holds them."""
    steps: Callable[[M], Sequence[Sequence[Part]]] | None = None
    """How menus ask for a move, if not by its spellings.

    A move that ends early may be asked for with parts that it doesn't need, like other moves, so
    that menus don't reveal that it ends.
    """
    thing: Callable[[P, Part], Phrase | None] = nothing_said
    """What a part refers to, as everybody sees it: the man on a point, the number of a die.

    It says what may be chosen, and never reveals what that is worth. Codes are in `texts.things`.
    """
    view: Callable[[P, Seat], float] = never_turned
    """The degrees by which to turn the scene clockwise so that this seat sits at the bottom."""
    several: Callable[[P, str], int] = one_at_a_time
    """The number of moves that begin with this kind of part and may be picked at once, for this
    turn and the next ones. Only for moves of a single part that don't depend on each other.
    """
    closes: Callable[[M], bool] = may_go_on
    """Whether this move ends its turn in whatever position it is played."""
    in_hand: Callable[[P, tuple[Part, ...], Scene], Scene] = nothing_in_hand
    """The scene of a position while a legal move is picked, given its first parts: a die that is
    being placed, for example. Never called without parts.
    """

    def sides_left(self, position: P, sides: Sides) -> Sides:
        """Those of the sides of which somebody still takes turns."""
        playing = self.contenders(position)
        return tuple(side for side in sides if any(seat in playing for seat in side))

    def seat_names(self, setup: Setup) -> tuple[str, ...]:
        """The English names of the seats, in turn order."""
        return self.own_names(setup) if self.own_names else self.texts.seats[: setup.seats]


AnyGame: TypeAlias = Game[Any, Any]


def ranked(seats: int, winners: Sequence[Seat], withdrawn: Sequence[Seat]) -> tuple[int, ...]:
    """Ranks by the rulebook: winners first, the others next, then withdrawn seats, latest first.

    Ranks have no gaps. A withdrawn seat ranks behind all seats that stayed, even if its side won.
    """
    gone = list(withdrawn)
    staying = [seat for seat in range(1, seats + 1) if seat not in gone]
    ranks = {seat: 1 if seat in winners else 2 for seat in staying}
    last = max(ranks.values(), default=0)
    for place, seat in enumerate(reversed(gone), start=1):
        ranks[seat] = last + place
    return tuple(ranks[seat] for seat in range(1, seats + 1))


def shared(seats: int, withdrawn: Sequence[Seat]) -> tuple[int, ...]:
    """Ranks of a draw: all seats that stayed share rank 1, withdrawn seats follow."""
    return ranked(seats, range(1, seats + 1), withdrawn)
