"""The picture of a position of Attangle, and the position in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.attangle.board import BOARD, NAMES
from games.attangle.position import AttanglePosition
from games.attangle.rules import TRIPLES_TO_WIN
from games.geometry import bits
from games.protocol import Seat
from games.scene import Disc, Figure, Glyph, Item, Mark, Scene, Text, Trail, Tray
from games.words import Event, Phrase

ROLES = ("seat.white", "seat.black")

# White's pieces have a ring and Black's a dot, so that they can be told apart without colours. On a
# stack its height replaces these, upright on the uppermost piece, whose colour shows the owner.
_BODY = Disc((0, 0), 0.92)
PIECES: tuple[Glyph, Glyph] = (
    (_BODY, Disc((0, 0), 0.5, None, "owner.ink", 0.09)),
    (_BODY, Disc((0, 0), 0.28, "owner.ink", None)),
)


def _stack_of(height: str) -> Glyph:
    """The upper piece of a stack."""
    return (_BODY, Text(height, (0, 0), 0.8))


TOPS = (PIECES, (_stack_of("2"),) * 2, (_stack_of("3"),) * 2)
"""The upper pieces of single pieces, doubles and triples, of White and Black."""


def _triple(seat: Seat) -> Glyph:
    """A triple, for the tray. Its edge separates it from a panel of the same colour."""
    small = (Disc((0, 0.3 - 0.32 * level), 0.86, width=0.12) for level in range(3))
    ring = Disc((0, -0.34), 0.36, *((None, "owner.ink", 0.1) if seat == 1 else ("owner.ink", None)))
    return (*small, ring)


BUILT = (_triple(1), _triple(2))


def view(position: AttanglePosition, seat: Seat) -> float:
    """White sits at the bottom, Black opposite."""
    return 0.0 if seat == 1 else 180.0


def scene(position: AttanglePosition, last: Sequence[Event]) -> Scene:
    """The board with its stacks, both stocks, and marks for the last move."""
    figures = tuple(figure for point in range(len(NAMES)) for figure in _stack(position, point))
    trays = tuple(
        Tray(
            seat,
            PIECES[seat - 1],
            ROLES[seat - 1],
            (Item(PIECES[seat - 1], ROLES[seat - 1], position.stock[seat - 1]),),
            won=(
                Item(BUILT[seat - 1], ROLES[seat - 1], position.triples_of(seat), TRIPLES_TO_WIN),
            ),
        )
        for seat in (1, 2)
    )
    won = tuple(_winning(position))
    triples = {mark.point for mark in won}
    marks = (mark for event in last for mark in _marks(event) if mark.point not in triples)
    return Scene(
        board=BOARD,
        figures=figures,
        trays=trays,
        to_move=position.to_move,
        winners=position.result.winners if position.result else (),
        marks=(*marks, *won),
        trails=tuple(trail for event in last for trail in _trails(event)),
    )


def _stack(position: AttanglePosition, point: int) -> Iterator[Figure]:
    """The pieces on a point. The uppermost shows how many there are."""
    owners = position.stack(point)
    for level, owner in enumerate(owners):
        height = level if level == len(owners) - 1 else 0
        yield Figure(TOPS[height][owner - 1], NAMES[point], ROLES[owner - 1], level)


def _winning(position: AttanglePosition) -> Iterator[Mark]:
    """Marks on the triples that have won."""
    for seat in (1, 2):
        if position.triples_of(seat) == TRIPLES_TO_WIN:
            for point in bits(position.men[seat - 1] & position.triples):
                yield Mark(NAMES[point], "goal")


def _marks(event: Event) -> tuple[Mark, ...]:
    """A ring where the move ends. Its start is shown by arrows alone: between neighbours, marks
    would hide the arrows.
    """
    at = str(event.fields["at"])
    last = Mark(at, "last")
    return (last,) if event.code == "placed" else (last, Mark(at, "captured"))


def _trails(event: Event) -> tuple[Trail, ...]:
    if event.code == "placed":
        return ()
    at = str(event.fields["at"])
    return tuple(Trail((str(event.fields[source]), at)) for source in ("from", "with"))


def words(position: AttanglePosition) -> list[Phrase]:
    """The stacks of each seat by height, and its stock."""
    phrases = []
    for seat in (1, 2):
        mine = bits(position.men[seat - 1])
        kinds = (("singles", 1), ("doubles", 2), ("triples", 3))
        for code, height in kinds:
            where = [NAMES[point] for point in mine if position.height(point) == height]
            if where:
                fields = {"seat": seat, "count": len(where), "at": ", ".join(where)}
                phrases.append(Phrase(code, fields))
        if not mine:
            phrases.append(Phrase("no-men", {"seat": seat}))
        phrases.append(Phrase("stock", {"seat": seat, "count": position.stock[seat - 1]}))
    return phrases
