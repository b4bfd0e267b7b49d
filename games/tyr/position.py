"""A state of Tyr: the dice, whose turn it is, and whether a Pasch must be answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from games.occurrences import NEVER, Occurrences
from games.protocol import Result, Seat
from games.tyr.board import COMPLETING, DICE, DIE_NAMES, FACES, FIELD, NAMES

NOWHERE = -1
"""The field of a die that is not placed yet; its number is 0."""

Three: TypeAlias = tuple[int, int, int]
"""One value for each die: III, IV, V."""


def with_value(three: Three, die: int, new: int) -> Three:
    """The same with a new value for one die."""
    first, second, third = three
    if die == 0:
        return new, second, third
    return (first, new, third) if die == 1 else (first, second, new)


def key_of(fields: Three, numbers: Three, last: int, pasch: int | None, seat: Seat) -> int:
    """What identifies a position for repetition, as one number. All dice must be placed."""
    (one, two, three), (first, second, third) = fields, numbers
    lying = ((one * 81 + two) * 81 + three) * 1000 + first * 100 + second * 10 + third
    return ((lying * 3 + last) * 4 + (3 if pasch is None else pasch)) * 5 + seat


@dataclass(frozen=True, slots=True)
class TyrPosition:
    """`fields` holds the fields of the dice, and `numbers` the numbers that they show.

    `last` is the die that was placed or moved last. `line` is the option. `history` counts the
    positions since the third die was placed.
    A *Pasch* is two dice that show the same number. If the seat to act has turned a die so that it
    makes one, it must move the other die at once: that die is `pasch`.
    """

    seats: int
    line: str
    seat: Seat = 1
    fields: Three = (NOWHERE, NOWHERE, NOWHERE)
    numbers: Three = (0, 0, 0)
    last: int | None = None
    pasch: int | None = None
    withdrawn: tuple[Seat, ...] = ()
    history: Occurrences = field(default=NEVER, hash=False)
    result: Result | None = None

    @property
    def to_move(self) -> Seat | None:
        """The seat to act; None when the game is over."""
        return self.seat if self.result is None else None

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to act must still move the other die of a Pasch."""
        return self.pasch is not None and self.result is None

    @property
    def phase(self) -> str:
        """Moving begins when all three dice are placed."""
        return "placing" if NOWHERE in self.fields else "moving"

    @property
    def staying(self) -> list[Seat]:
        """The seats that have not withdrawn."""
        return [seat for seat in range(1, self.seats + 1) if seat not in self.withdrawn]

    @property
    def following(self) -> Seat:
        """The next seat in turn order that has not withdrawn."""
        seat = self.seat % self.seats + 1
        while seat in self.withdrawn:
            seat = seat % self.seats + 1
        return seat

    def die_on(self, place: int) -> int | None:
        """The die on a field; None for a free one."""
        return self.fields.index(place) if place in self.fields else None

    def showing(self, number: int, but: int) -> int | None:
        """A die other than `but` that shows this number; None if there is none."""
        return next((die for die in DICE if die != but and self.numbers[die] == number), None)

    @property
    def in_line(self) -> bool:
        """Whether the three dice are in line, by the option `line`."""
        if NOWHERE in self.fields:
            return False
        one, other, third = self.fields
        return bool(COMPLETING[self.line][one][other] >> third & 1)

    def __str__(self) -> str:
        """`2 adjacent 1 631,258,- 5 - - - -`: seats, option, seat to act, each die's field and
        number, last die, other die of a Pasch, withdrawn seats, history, result.
        """
        dice = (
            "-" if place == NOWHERE else f"{NAMES[place]}{number}"
            for place, number in zip(self.fields, self.numbers, strict=True)
        )
        return " ".join(
            [
                str(self.seats),
                self.line,
                str(self.seat),
                ",".join(dice),
                _die(self.last),
                _die(self.pasch),
                ",".join(map(str, self.withdrawn)) or "-",
                ",".join(_entry(key, count) for key, count in self.history.items()) or "-",
                str(self.result or "-"),
            ]
        )


def _die(die: int | None) -> str:
    return "-" if die is None else DIE_NAMES[die]


# The history as text


def _entry(key: int, count: int) -> str:
    """`631.258.117/5-1*2`: dice, last die, other die of a Pasch, seat to act, and the count."""
    key, seat = divmod(key, 5)
    key, pasch = divmod(key, 4)
    key, last = divmod(key, 3)
    key, numbers = divmod(key, 1000)
    fields = (key // 81 // 81, key // 81 % 81, key % 81)
    dice = ".".join(NAMES[place] + digit for place, digit in zip(fields, f"{numbers}", strict=True))
    return f"{dice}/{DIE_NAMES[last]}{(DIE_NAMES + '-')[pasch]}{seat}*{count}"


def _read_entry(text: str) -> tuple[int, int]:
    state, _, count = text.partition("*")
    dice, _, rest = state.partition("/")
    fields, numbers = _read_dice(dice.split("."))
    last, pasch, seat = DIE_NAMES.index(rest[:1]), _read_die(rest[1:2]), int(rest[2:])
    if not 1 <= seat <= 4 or any(numbers[die] not in FACES[die] for die in DICE):
        raise ValueError("no position of three dice")
    return key_of(fields, numbers, last, pasch, seat), int(count)


def read_position(text: str) -> TyrPosition:
    """The inverse of `str(position)`. Raises ValueError."""
    try:
        seats, line, seat, dice, last, pasch, withdrawn, history, result = text.split()
        fields, numbers = _read_dice(dice.split(","))
        position = TyrPosition(
            seats=int(seats),
            line=line,
            seat=int(seat),
            fields=fields,
            numbers=numbers,
            last=_read_die(last),
            pasch=_read_die(pasch),
            withdrawn=tuple(map(int, withdrawn.split(","))) if withdrawn != "-" else (),
            history=Occurrences.of(map(_read_entry, history.split(",")))
            if history != "-"
            else NEVER,
            result=Result.read(result),
        )
        _check(position)
    except (KeyError, ValueError) as error:
        raise ValueError(f"not a position of Tyr: {text!r}") from error
    return position


def _read_die(name: str) -> int | None:
    return None if name == "-" else DIE_NAMES.index(name)


def _read_dice(dice: list[str]) -> tuple[Three, Three]:
    lying = [(NOWHERE, 0) if die == "-" else (FIELD[die[:2]], int(die[2:])) for die in dice]
    (one, first), (two, second), (three, third) = lying
    return (one, two, three), (first, second, third)


def _check(position: TyrPosition) -> None:
    lying = [die for die in DICE if position.fields[die] != NOWHERE]
    if len({position.fields[die] for die in lying}) < len(lying):
        raise ValueError("two dice on a field")
    if any(position.numbers[die] not in FACES[die] for die in lying):
        raise ValueError("a number that its die does not have")
    if position.seats not in (2, 3, 4) or position.line not in COMPLETING:
        raise ValueError("other seats or another line")
    if not set(position.withdrawn) <= set(range(1, position.seats + 1)):
        raise ValueError("somebody withdrew who is not there")
    if position.seat not in position.staying and position.result is None:
        raise ValueError("nobody is to act")
    if (position.last is None) is bool(lying) or position.pasch not in (None, *lying):
        raise ValueError("a die that is not there")
