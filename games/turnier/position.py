"""A state of Turnier: ground, fighters, flags, the running turn, and the history."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from games.geometry import bits
from games.protocol import Result, Seat, Sides
from games.turnier.board import BOARDS, LASTS, Ground, ground_of
from games.turnier.notation import MOST_COLUMNS, Lay, syntax

FIGHTERS = 18
FLAGS = 3

LAYING, DRAWING_UP, OPENING, FIGHT = PHASES = ("laying", "drawing-up", "opening", "fight")

Key: TypeAlias = tuple[Seat, tuple[int, ...], int]
"""What identifies a position for repetition at the start of a turn: the seat to act, all men, and
the flags.
"""


class Turn(NamedTuple):
    """What the seat to act has done so far in its turn.

    In the opening `taken` counts the fighters taken off. In the main fight `mover` is the point of
    the fighter that has moved; it may move on while its `chain` is open. `moved` are the points of
    the flags that were moved. `progress` says that a fighter was captured or a flag planted.
    """

    taken: int = 0
    mover: int | None = None
    chain: bool = False
    moved: int = 0
    progress: bool = False


FRESH = Turn()
"""The start of a turn."""


@cache
def sides_of(seats: int, partners: bool) -> Sides:
    """The seats of each side."""
    if partners:
        return ((1, 3), (2, 4))
    return tuple((seat,) for seat in range(1, seats + 1))


@cache
def side_of(seats: int, partners: bool, seat: Seat) -> tuple[Seat, ...]:
    """The seats of this seat's side."""
    return next(side for side in sides_of(seats, partners) if seat in side)


@dataclass(frozen=True, slots=True)
class TurnierPosition:
    """`men` are the points of each seat's fighters as bit sets, `flagged` those that bear a flag,
    `hands` the flags in hand. `idle` counts the turns in a row without progress, `passed` holds the
    seats that have passed consecutively. `past` holds the starts of turns since the last progress
    or withdrawal, including the running turn's. After progress in the running turn it is empty.
    """

    seats: int
    flags: bool
    partners: bool
    ground: Ground
    phase: str
    seat: Seat
    men: tuple[int, ...]
    flagged: int
    hands: tuple[int, ...]
    turn: Turn = FRESH
    idle: int = 0
    passed: tuple[Seat, ...] = ()
    past: tuple[Key, ...] = ()
    withdrawn: tuple[Seat, ...] = ()
    result: Result | None = None

    def but(self, **changes: Any) -> TurnierPosition:
        """Like `dataclasses.replace`, but five times as fast."""
        other: TurnierPosition = object.__new__(TurnierPosition)
        for put, value in zip(_PUTS, _values(self), strict=True):
            put(other, value)
        for name, value in changes.items():
            _PUT[name](other, value)
        return other

    @property
    def to_move(self) -> Seat | None:
        """The seat to act; None when the game is over."""
        return self.seat if self.result is None else None

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to act has already done something in this turn."""
        return self.turn != FRESH

    @property
    def complete(self) -> bool:
        """Whether all boards are laid, so that coordinates are final."""
        return self.phase != LAYING

    @property
    def occupied(self) -> int:
        """All points with a fighter."""
        every = 0
        for men in self.men:
            every |= men
        return every

    def owner(self, point: int) -> Seat | None:
        """The seat whose fighter stands on a point; None for a free one."""
        return next((seat for seat, men in enumerate(self.men, 1) if men >> point & 1), None)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of a seat's side, including itself."""
        return side_of(self.seats, self.partners, seat)

    def rivals(self) -> list[int]:
        """The fighters of each side other than that of the seat to act, as bit sets."""
        if self.partners:
            first, second = side_of(4, True, self.seat % 2 + 1)
            return [self.men[first - 1] | self.men[second - 1]]
        return [men for seat, men in enumerate(self.men, 1) if seat != self.seat]

    def enemies(self) -> int:
        """The fighters of all other sides."""
        every = 0
        for side in self.rivals():
            every |= side
        return every

    def holder(self, board: int) -> Seat | None:
        """The seat that holds a board alone, if any."""
        points = self.ground.board_sets[board]
        there = [seat for seat, men in enumerate(self.men, 1) if men & points]
        return there[0] if len(there) == 1 else None

    def standing(self, seat: Seat) -> int:
        """The number of a seat's flags on the ground."""
        return (self.men[seat - 1] & self.flagged).bit_count()

    def names(self, points: int) -> list[str]:
        """The names of a set of points."""
        return [self.ground.names[point] for point in bits(points)]

    def __str__(self) -> str:
        """Options, ground, phase, seat to act, fighters (`*` marks a flag), flags in hand, running
        turn, idle turns, seats that passed, earlier starts of turns, withdrawn seats, result.
        """
        options = [name for name in ("flags", "partners") if getattr(self, name)]
        stars = {name: name + "*" for name in self.names(self.flagged)}
        men = [_listed(stars.get(name, name) for name in self.names(men)) for men in self.men]
        return " ".join(
            [
                "+".join([str(self.seats), *options]),
                str(self.ground),
                self.phase,
                str(self.seat),
                "/".join(men),
                _listed(self.hands),
                self._turn_text(),
                str(self.idle),
                _listed(self.passed),
                self._past_text(),
                _listed(self.withdrawn),
                str(self.result or "-"),
            ]
        )

    def _turn_text(self) -> str:
        turn, parts = self.turn, []
        if turn.taken:
            parts.append(f"taken:{turn.taken}")
        if turn.mover is not None:
            parts.append(f"mover:{self.ground.names[turn.mover]}")
        if turn.chain:
            parts.append("chain")
        if turn.moved:
            parts.append("moved:" + _listed(self.names(turn.moved)))
        if turn.progress:
            parts.append("progress")
        return ";".join(parts) or "-"

    def _past_text(self) -> str:
        """The starts of turns, the latest first. Each has its seat, then the points where that
        seat's fighters, and those where flags, differ from the start that follows.
        """
        entries, later_men, later_flags = [], self.men, self.flagged
        for seat, men, flagged in reversed(self.past):
            changed = self.names(men[seat - 1] ^ later_men[seat - 1])
            entries.append(
                f"{seat}:{','.join(changed)}:{','.join(self.names(flagged ^ later_flags))}"
            )
            later_men, later_flags = men, flagged
        return ";".join(entries) or "-"


# Setters for the slots of a new position, used before anyone else can see it.
_PUT = {
    field.name: getattr(TurnierPosition, field.name).__set__ for field in fields(TurnierPosition)
}
_PUTS = tuple(_PUT.values())
_values = attrgetter(*_PUT)


def _listed(values: Iterable[object]) -> str:
    return ",".join(map(str, values)) or "-"


def _unlisted(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def read_position(text: str) -> TurnierPosition:
    """The inverse of `str(position)`. Raises ValueError."""
    try:
        position = _read(text.split())
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"not a position of Turnier: {text!r}") from error
    if str(position) != " ".join(text.split()) or not _consistent(position):
        raise ValueError(f"not a position of Turnier: {text!r}")
    return position


def _read(parts: list[str]) -> TurnierPosition:
    match, lying, phase, seat, fighters, hands, turn, idle, passed, past, withdrawn, result = parts
    seats, *options = match.split("+")
    ground = _read_ground(lying)
    men_names = [_unlisted(names) for names in fighters.split("/")]
    stars = [name[:-1] for names in men_names for name in names if name.endswith("*")]
    men = tuple(_points(ground, (name.rstrip("*") for name in names)) for names in men_names)
    flagged = _points(ground, stars)
    return TurnierPosition(
        seats=int(seats),
        flags="flags" in options,
        partners="partners" in options,
        ground=ground,
        phase=PHASES[PHASES.index(phase)],
        seat=int(seat),
        men=men,
        flagged=flagged,
        hands=tuple(map(int, _unlisted(hands))),
        turn=_read_turn(ground, turn),
        idle=int(idle),
        passed=tuple(map(int, _unlisted(passed))),
        past=_read_past(ground, men, flagged, past),
        withdrawn=tuple(map(int, _unlisted(withdrawn))),
        result=Result.read(result),
    )


def _read_ground(text: str) -> Ground:
    boards = [] if text == "-" else [syntax(token) for token in text.split("/")]
    ground = ground_of(tuple(board for board in boards if isinstance(board, Lay)))
    if ground.boards and (len(ground.board_at) != 12 * len(boards) or _sprawling(ground)):
        raise ValueError(f"no ground: {text}")
    return ground


def _sprawling(ground: Ground) -> bool:
    """Whether the boards lie further apart than boards that touch each other could."""
    west, east, south, north = ground.box
    return max(east - west, north - south) >= MOST_COLUMNS


def _read_turn(ground: Ground, text: str) -> Turn:
    if text == "-":
        return FRESH
    parts = dict(part.partition(":")[::2] for part in text.split(";"))
    return Turn(
        taken=int(parts.get("taken", 0)),
        mover=ground.point[parts["mover"]] if "mover" in parts else None,
        chain="chain" in parts,
        moved=_points(ground, _unlisted(parts.get("moved", "-"))),
        progress="progress" in parts,
    )


_ENTRY = re.compile(r"(\d):([^:]*):([^:]*)")


def _read_past(ground: Ground, men: tuple[int, ...], flagged: int, text: str) -> tuple[Key, ...]:
    past: list[Key] = []
    for entry in [] if text == "-" else text.split(";"):
        found = _ENTRY.fullmatch(entry)
        if found is None:
            raise ValueError(f"no start of a turn: {entry}")
        seat = int(found[1])
        changed = [
            _points(ground, names.split(",") if names else []) for names in found.groups()[1:]
        ]
        men = with_men(men, seat, men[seat - 1] ^ changed[0])
        flagged ^= changed[1]
        past.append((seat, men, flagged))
    return tuple(reversed(past))


def _points(ground: Ground, names: Iterable[str]) -> int:
    points = [ground.point[name] for name in names]
    if len(set(points)) != len(points):
        raise ValueError("a point twice")
    return sum(1 << point for point in points)


def with_men(men: tuple[int, ...], seat: Seat, own: int) -> tuple[int, ...]:
    """The fighters with those of one seat replaced."""
    return (*men[: seat - 1], own, *men[seat:])


def _consistent(position: TurnierPosition) -> bool:
    """Whether the parts of a position that was read are consistent."""
    seats, ground = range(1, position.seats + 1), position.ground
    complete = len(ground.boards) == BOARDS.get(position.seats)
    return (
        position.seats in BOARDS
        and len(position.men) == len(position.hands) == position.seats
        and all(0 <= hand <= FLAGS for hand in position.hands)
        and position.seat in seats
        and {*position.passed, *position.withdrawn} <= {*seats}
        and (position.seats == 4 or not position.partners)
        and complete == (position.phase != LAYING)
        and len(ground.boards) <= BOARDS[position.seats]
        and all(0 <= ground.left(kind) <= LASTS for kind in "SC")
        and sum(men.bit_count() for men in position.men) == position.occupied.bit_count()
        and (position.result is None or len(position.result.ranks) == position.seats)
    )
