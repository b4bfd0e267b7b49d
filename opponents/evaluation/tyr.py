"""Tyr: a seat that can line up the dice in this turn wins. All other positions are much the
same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache

from games.geometry import bits
from games.tyr.board import COMPLETING, DICE, FACES, OTHERS
from games.tyr.notation import Move, Place
from games.tyr.position import NOWHERE, Three, TyrPosition, with_value
from games.tyr.rules import targets
from opponents.levels import Level, by_number
from opponents.mind import Mind, Shares

_WIDE = 60
"""The number of placements that are looked at."""


def evaluate(position: TyrPosition) -> Shares:
    """Equal shares for all seats that are still in, because only a win in this turn matters."""
    fair = 1 / len(position.staying)
    return tuple(
        0.0 if seat in position.withdrawn else fair for seat in range(1, position.seats + 1)
    )


def idle(position: TyrPosition) -> int:
    """All plies since the third die was placed, including that one: no progress lasts."""
    return sum(times for _, times in position.history.items())


def strikes(position: TyrPosition) -> bool:
    """Whether the seat to move can bring the dice into line in this turn."""
    if NOWHERE in position.fields:
        return bool(_completing(position))
    free = position.pasch is None
    movable = tuple(
        die for die in DICE if (die != position.last if free else die == position.pasch)
    )
    return _chain_wins(position.fields, position.numbers, movable, position.line)


def _completing(position: TyrPosition) -> int:
    """The fields where the third die would win."""
    lying = [field for field in position.fields if field != NOWHERE]
    return COMPLETING[position.line][lying[0]][lying[1]] if len(lying) == 2 else 0


@lru_cache(maxsize=1 << 15)
def _chain_wins(fields: Three, numbers: Three, movable: tuple[int, ...], line: str) -> bool:
    """Whether a movable die reaches the line, or makes a Pasch after which the other die does."""
    reach = {die: targets(fields, die, numbers[die]) for die in movable}
    completing = COMPLETING[line]
    for die in movable:
        one, other = OTHERS[die]
        if completing[fields[one]][fields[other]] & reach[die]:
            return True
    for die in movable:
        for partner in OTHERS[die]:
            face = numbers[partner]
            if face == numbers[die] or face not in FACES[die]:
                continue
            turned = with_value(numbers, die, face)
            for field in bits(reach[die]):
                if _chain_wins(with_value(fields, die, field), turned, (partner,), line):
                    return True
    return False


def winning(position: TyrPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Moves that win or make a Pasch, if this turn can win."""
    if not strikes(position):
        return ()
    if isinstance(moves[0], Place):
        fields = _completing(position)
        return [move for move in moves if fields >> move.field & 1]
    numbers = position.numbers
    lining_up = [move for move in moves if not move.face]
    return [*lining_up, *(move for move in moves if move.face in numbers)]


def candidates(position: TyrPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Wins first, then moves that make a Pasch, then all others; only some of the placements."""
    if isinstance(moves[0], Place):
        return _placements(position, moves)
    numbers = position.numbers

    def promise(move: Move) -> int:
        if not move.face:
            return 0
        return 1 if move.face in numbers else 2

    return sorted(moves, key=promise)


def _placements(position: TyrPosition, moves: Sequence[Move]) -> Sequence[Move]:
    """Winning placements or, if there are none, an even sample, because there are too many."""
    winning = _completing(position)
    if winning:
        found = [move for move in moves if winning >> move.field & 1]
        if found:
            return found
    step = max(1, len(moves) // _WIDE)
    offset = (sum(position.fields) + sum(position.numbers)) % step
    return moves[offset::step]


def key(position: TyrPosition) -> Hashable:
    """The dice, the seat, and what the seat may move."""
    return position.fields, position.numbers, position.last, position.pasch, position.seat


MIND = Mind(
    "tyr",
    evaluate,
    candidates,
    key=key,
    strikes=strikes,
    winning=winning,
    idle=idle,
    nodes=8_000,
    methods={2: "traps", 3: "tree", 4: "tree"},
    levels=by_number(
        Level(1, 0.002, 0.05, 0.3),
        Level(2, 0.004, 0.015, 0.085, 0.25),
        Level(3, 0.01, 0.005, 0.025, 0.8),
        Level(4, 0.12, 0.01, 0.05),
        Level(5, 0.35, 0.005, 0.02),
    ),
)
