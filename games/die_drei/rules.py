"""The rules of Die Drei: legal moves, and what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from typing import TypeAlias

from games.die_drei.board import COMPLETING, NAMES, TRIPLES, Katarenga, katarenga
from games.die_drei.notation import Move, Place, Relocate
from games.die_drei.position import PIECES, DieDreiPosition
from games.geometry import bits
from games.protocol import Result, Seat, Setup
from games.words import Event, Fields

OCCURRENCES_TO_DRAW = 3

# All moves, in the order of their tokens.
_PLACES = tuple(Place(square) for square in range(len(NAMES)))
_RELOCATIONS = tuple(
    tuple(Relocate(source, square) for square in range(len(NAMES))) for source in range(len(NAMES))
)


def start(setup: Setup) -> DieDreiPosition:
    """The empty board; White is to place."""
    board = katarenga(setup.options["board"])
    return DieDreiPosition(board, extended=setup.options["extended"] == "true")


def legal_moves(position: DieDreiPosition) -> list[Move]:
    """Placing in the reach of the opponent's last piece; after piece 16, relocating within that
    reach.
    """
    if position.result is not None:
        return []
    if len(position.squares) < PIECES:
        return [_PLACES[square] for square in bits(placeable(position))]
    return list(_relocations(position))


# Placing


def placeable(position: DieDreiPosition) -> int:
    """The set of squares on which the seat to act may place its next piece.

    The first piece may stand anywhere: on all 98,304 boards the game can go on from every square.
    """
    if not position.last:
        return (1 << len(NAMES)) - 1
    occupied, seat = position.occupied, position.seat
    reach = position.board.reach(position.squares[-1], occupied)
    if len(position.squares) == PIECES - 1:
        return reach
    own, others = camp(position.men(seat)), camp(position.men(3 - seat))
    found = reach & own[1]
    search = Search(position.board)
    for square in bits(reach & ~found):
        if search.goes_on(others, joined(own, square), occupied | 1 << square, square):
            found |= 1 << square
    return found


Camp: TypeAlias = tuple[tuple[int, ...], int]
"""A seat's men, and all squares, free or not, that make Die Drei with two of them."""


def joined(own: Camp, square: int) -> Camp:
    """The camp with one more man."""
    men, winning = own
    row = COMPLETING[square]
    for man in men:
        winning |= row[man]
    return (*men, square), winning


def camp(men: Iterable[int]) -> Camp:
    """The camp of these men."""
    nobody: Camp = (), 0
    return reduce(joined, men, nobody)


class Search:
    """The search for a valid continuation. It remembers dead ends."""

    def __init__(self, board: Katarenga) -> None:
        self.board = board
        self.dead: set[tuple[frozenset[int], int, int]] = set()
        """Dead ends, by the men of the seat to act, all men, and the square placed on last."""

    def goes_on(self, own: Camp, others: Camp, occupied: int, last: int) -> bool:
        """Whether the seat of `own` has a legal placement in answer to `last`.

        One line of play that ends with a win of either seat or with piece 16 is enough. Nearly
        every line does, so the first try seldom fails.
        """
        reach = self.board.reach(last, occupied)
        if reach & own[1]:
            return True
        if not reach:
            return False
        if len(own[0]) + len(others[0]) == PIECES - 1:
            return True
        if self.dead and (frozenset(own[0]), occupied, last) in self.dead:
            return False
        while reach:
            bit = reach & -reach
            square = bit.bit_length() - 1
            if self.goes_on(others, joined(own, square), occupied | bit, square):
                return True
            reach ^= bit
        self.dead.add((frozenset(own[0]), occupied, last))
        return False


# Relocating


def _relocations(position: DieDreiPosition) -> Iterator[Relocate]:
    """The legal relocations, sorted by token."""
    board, occupied = position.board, position.occupied
    own, others = position.men(position.seat), position.men(3 - position.seat)
    last = position.squares[position.last - 1]
    for source in sorted(own):
        left = occupied ^ 1 << source
        reach = board.reach(last, left) & ~(1 << source)
        if not reach:
            continue
        _, winning = camp(man for man in own if man != source)
        for square in bits(reach):
            if winning >> square & 1 or answerable(board, others, left | 1 << square, square):
                yield _RELOCATIONS[source][square]


def answerable(board: Katarenga, men: Sequence[int], occupied: int, last: int) -> bool:
    """Whether one of the men could be relocated into the reach of `last`, legally or not.

    Lifting a man only opens lines, so what is in reach before it is in reach afterwards.
    """
    if board.reach(last, occupied):
        return True
    return any(board.reach(last, occupied ^ 1 << man) & ~(1 << man) for man in men)


def apply(position: DieDreiPosition, move: Move) -> DieDreiPosition:
    """The position after a move. Die Drei wins; piece 16 is a draw or starts relocating."""
    squares, square = position.squares, move.square
    if isinstance(move, Place):
        last = len(squares) + 1
        after = DieDreiPosition(position.board, position.extended, (*squares, square), last)
    else:
        last = squares.index(move.source) + 1
        squares = (*squares[: last - 1], square, *squares[last:])
        after = DieDreiPosition(position.board, True, squares, last, position.history)
    seat = position.seat
    row = COMPLETING[square]
    men = after.men(seat)
    if any(row[one] >> other & 1 for one in men for other in men):
        return _won(after, seat, "three")
    return after if last < PIECES and isinstance(move, Place) else _relocating(after)


def _relocating(position: DieDreiPosition) -> DieDreiPosition:
    """A position from piece 16 on with its history, or the draw to which it leads."""
    if not position.extended:
        return replace(position, result=Result((1, 1), "all-placed"))
    history = position.history.add(position.key)
    after = replace(position, history=history)
    if history.count(position.key) == OCCURRENCES_TO_DRAW:
        return replace(after, result=Result((1, 1), "repetition"))
    if next(_relocations(after), None) is None:
        return replace(after, result=Result((1, 1), "no-move"))
    return after


def _won(position: DieDreiPosition, winner: Seat, reason: str) -> DieDreiPosition:
    return replace(position, result=Result((1, 2) if winner == 1 else (2, 1), reason))


def withdraw(
    position: DieDreiPosition, seat: Seat, reason: str, turn_start: DieDreiPosition
) -> DieDreiPosition:
    """With two seats, the seat that resigns or runs out of time loses."""
    return _won(position, 3 - seat, reason)


def events(before: DieDreiPosition, move: Move, after: DieDreiPosition) -> tuple[Event, ...]:
    """What a move did, for the log and the marks."""
    at: Fields = {"seat": before.seat, "at": NAMES[move.square]}
    if isinstance(move, Place):
        done = Event("placed", {**at, "number": after.last})
    else:
        done = Event("relocated", {**at, "from": NAMES[move.source], "number": after.last})
    if after.result is None or after.result.reason != "three":
        return (done,)
    return (done, three(before.seat, after, move.square))


def three(seat: Seat, position: DieDreiPosition, square: int) -> Event:
    """The event for the line of three that a seat has completed on this square."""
    men = {square, *position.men(seat)}
    found = next(triple for triple in TRIPLES if square in triple and men.issuperset(triple))
    first, middle, third = (NAMES[square] for square in sorted(found))
    return Event("die-drei", {"seat": seat, "first": first, "middle": middle, "third": third})
