"""A state of 3Stein: the men, the reserves, the truce, and what draws depend on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.dreistein.board import FIELD, NAMES
from games.dreistein.moves import PASSING, STEPS, Move, Pass, Step, syntax
from games.geometry import bits
from games.protocol import Result, Seat

LORD, KNIGHT, SQUIRE = "lord", "knight", "squire"
KINDS = (LORD, KNIGHT, SQUIRE)

_LETTERS = dict(zip("LNS", KINDS, strict=True))


class Men(NamedTuple):
    """Bit sets of fields: the men of each seat, and all lords and knights."""

    red: int
    yellow: int
    blue: int
    lords: int
    knights: int

    @property
    def occupied(self) -> int:
        """All fields with a man."""
        return self.red | self.yellow | self.blue

    def owner(self, field: int) -> Seat | None:
        """The seat whose man stands on a field; None for a free one."""
        return next((seat for seat in (1, 2, 3) if self[seat - 1] >> field & 1), None)

    def kind(self, field: int) -> str:
        """The kind of the man on an occupied field."""
        if self.lords >> field & 1:
            return LORD
        return KNIGHT if self.knights >> field & 1 else SQUIRE

    def of(self, seat: Seat, kind: str) -> int:
        """The fields of a seat's men of one kind."""
        kinds = {LORD: self.lords, KNIGHT: self.knights, SQUIRE: ~(self.lords | self.knights)}
        return self[seat - 1] & kinds[kind]

    def without(self, fields: int) -> Men:
        """The men except those on these fields."""
        return Men._make(board & ~fields for board in self)

    def relocated(self, origin: int, target: int) -> Men:
        """The men after one has moved to a free field."""
        return Men._make(board & ~(1 << origin) | (board >> origin & 1) << target for board in self)


@dataclass(frozen=True, slots=True)
class DreisteinPosition:
    """`truce` holds the conqueror and the vassal. `choosing` says that the conqueror, who is to
    move, must still choose the vassal's survivors.

    `idle` counts the plies in a row without a capture or a promotion. `history` holds the men
    after each ply since the last one that can't be undone (a capture, a promotion, a choice or a
    withdrawal). The present men come last. It is empty if no ply has been played since. Each of
    its plies has passed the turn on, so the seat to act at each of them is known.
    """

    men: Men
    reserves: tuple[int, int, int]
    seat: Seat
    truce: tuple[Seat, Seat] | None = None
    choosing: bool = False
    idle: int = 0
    history: tuple[Men, ...] = ()
    withdrawn: tuple[Seat, ...] = ()
    result: Result | None = None

    @property
    def seats(self) -> int:
        """How many play: always three."""
        return 3

    @property
    def to_move(self) -> Seat | None:
        """The seat to act; None when the game is over."""
        return self.seat if self.result is None else None

    @property
    def mid_turn(self) -> bool:
        """Whether the conqueror has captured the lord and must still choose the survivors."""
        return self.choosing and self.result is None

    @property
    def phase(self) -> str:
        """The code "choice" while the conqueror chooses the survivors, else "play"."""
        return "choice" if self.choosing else "play"

    def ally(self, seat: Seat) -> Seat | None:
        """The seat whose men a truce keeps this seat from capturing; None without one."""
        if self.truce is None or seat not in self.truce:
            return None
        conqueror, vassal = self.truce
        return vassal if seat == conqueror else conqueror

    @property
    def occurrences(self) -> int:
        """The number of times that this position, with the same seat to act, occurs in the history.

        Each ply of the history has passed the turn on. So the same seat was to act after every
        third of them, or after every second if a seat has withdrawn.
        """
        return self.history[:: len(self.withdrawn) - 3].count(self.men)

    def __str__(self) -> str:
        """`La21,Sa13 Ld43 Ld15,Nd16 2,2,2 1 - 0 = - -`: the men of Red, Yellow and Blue, the
        reserves, the seat to act, `conqueror>vassal` (with `?` while survivors are chosen), the
        plies without progress, the moves of the history (`=` none yet, `-` no history), the
        withdrawn seats, the result.
        """
        truce = "-" if self.truce is None else "{}>{}".format(*self.truce)
        return " ".join(
            [
                *(_men_text(self.men, seat) for seat in (1, 2, 3)),
                ",".join(map(str, self.reserves)),
                str(self.seat),
                truce + "?" * self.choosing,
                str(self.idle),
                _history_text(self.history),
                ",".join(map(str, self.withdrawn)) or "-",
                str(self.result or "-"),
            ]
        )


def _men_text(men: Men, seat: Seat) -> str:
    letters = {kind: letter for letter, kind in _LETTERS.items()}
    named = (letters[kind] + NAMES[field] for kind in KINDS for field in bits(men.of(seat, kind)))
    return ",".join(named) or "-"


def _history_text(history: tuple[Men, ...]) -> str:
    if not history:
        return "-"
    steps = map(_between, history, history[1:])
    return ",".join(map(str, steps)) or "="


def _between(before: Men, after: Men) -> Move:
    """The move between two successive members of a history."""
    was, now = before.occupied, after.occupied
    if was == now:
        return PASSING
    return STEPS[(was & ~now).bit_length() - 1][(now & ~was).bit_length() - 1]


def read_position(text: str) -> DreisteinPosition:
    """The inverse of `str(position)`. Raises ValueError."""
    try:
        red, yellow, blue, reserves, seat, truce, idle, moves, withdrawn, result = text.split()
        men = _read_men(red, yellow, blue)
        first, second, third = (_RESERVE[count] for count in reserves.split(","))
        return DreisteinPosition(
            men=men,
            reserves=(first, second, third),
            seat=_SEAT[seat],
            truce=_read_truce(truce.removesuffix("?")),
            choosing=_read_choosing(truce, seat),
            idle=int(idle),
            history=_read_history(men, moves),
            withdrawn=()
            if withdrawn == "-"
            else tuple(map(_SEAT.__getitem__, withdrawn.split(","))),
            result=Result.read(result),
        )
    except (KeyError, ValueError) as error:
        raise ValueError(f"not a position of 3Stein: {text!r}") from error


_SEAT = {"1": 1, "2": 2, "3": 3}
_RESERVE = {"0": 0, "1": 1, "2": 2}


def _read_men(*sides: str) -> Men:
    boards = [0, 0, 0]
    kinds = dict.fromkeys(KINDS, 0)
    for number, side in enumerate(sides):
        for man in [] if side == "-" else side.split(","):
            bit = 1 << FIELD[man[1:]]
            if sum(boards) & bit:
                raise ValueError(f"two men on {man[1:]}")
            boards[number] |= bit
            kinds[_LETTERS[man[:1]]] |= bit
        if (kinds[LORD] & boards[number]).bit_count() > 1:
            raise ValueError(f"two lords of one side: {side}")
    return Men(boards[0], boards[1], boards[2], kinds[LORD], kinds[KNIGHT])


def _read_truce(text: str) -> tuple[Seat, Seat] | None:
    if text == "-":
        return None
    conqueror, vassal = text.split(">")
    if conqueror == vassal:
        raise ValueError("nobody is their own vassal")
    return _SEAT[conqueror], _SEAT[vassal]


def _read_choosing(truce: str, seat: str) -> bool:
    if truce.endswith("?") and truce[0] != seat:
        raise ValueError("only a conqueror who is to move chooses")
    return truce.endswith("?")


def _read_history(men: Men, text: str) -> tuple[Men, ...]:
    if text == "-":
        return ()
    moves = [] if text == "=" else text.split(",")
    return (*reversed(list(_undone(men, moves))), men)


def _undone(men: Men, moves: list[str]) -> Iterator[Men]:
    """The men before each move, starting from the last move."""
    for token in reversed(moves):
        match syntax(token):
            case Pass():
                pass
            case Step(origin, target) if men.occupied >> target & 1 > men.occupied >> origin & 1:
                men = men.relocated(target, origin)
            case _:
                raise ValueError(f"{token!r} does not lead to this position")
        yield men
