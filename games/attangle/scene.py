"""The picture of a position of Attangle, and the position in words."""

from __future__ import annotations

from collections.abc import Sequence

from games.attangle.board import BOARD, NAMES
from games.attangle.position import AttanglePosition
from games.geometry import bits
from games.protocol import Seat
from games.scene import Disc, Figure, Glyph, Item, Mark, Scene, Trail, Tray
from games.words import Event, Phrase

ROLES = ("seat.white", "seat.black")

# White's pieces bear a ring and Black's a dot, so that they differ without colours, too.
PIECES: tuple[Glyph, Glyph] = (
    (Disc((0, 0), 0.92), Disc((0, 0), 0.55, None, "owner.ink", 0.07)),
    (Disc((0, 0), 0.92), Disc((0, 0), 0.28, "owner.ink", None)),
)


def view(position: AttanglePosition, seat: Seat) -> float:
    """White sits at the bottom, Black opposite."""
    return 0.0 if seat == 1 else 180.0


def scene(position: AttanglePosition, last: Sequence[Event]) -> Scene:
    """The board with its stacks, both stocks, and marks for the last move."""
    figures = tuple(
        Figure(PIECES[owner - 1], NAMES[point], ROLES[owner - 1], level)
        for point in range(len(NAMES))
        for level, owner in enumerate(position.stack(point))
    )
    trays = tuple(
        Tray(
            seat,
            PIECES[seat - 1],
            ROLES[seat - 1],
            (Item(PIECES[seat - 1], ROLES[seat - 1], position.stock[seat - 1]),),
        )
        for seat in (1, 2)
    )
    ranks = position.result.ranks if position.result else ()
    return Scene(
        board=BOARD,
        figures=figures,
        trays=trays,
        to_move=position.to_move,
        winners=tuple(seat for seat, rank in enumerate(ranks, start=1) if rank == 1),
        marks=tuple(mark for event in last for mark in _marks(event)),
        trails=tuple(trail for event in last for trail in _trails(event)),
    )


def _marks(event: Event) -> tuple[Mark, ...]:
    at = str(event.fields["at"])
    if event.code == "placed":
        return (Mark(at, "last"),)
    left = (Mark(str(event.fields[source]), "from") for source in ("from", "with"))
    return (*left, Mark(at, "last"), Mark(at, "captured"))


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
