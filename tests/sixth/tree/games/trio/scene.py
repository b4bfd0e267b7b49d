"""Trio for the eye and in words."""

from __future__ import annotations

from collections.abc import Sequence

from games.protocol import Seat
from games.scene import Disc, Figure, Glyph, Mark, Scene, Tray
from games.trio.board import BOARD, NAMES
from games.trio.position import TrioPosition
from games.words import Event, Phrase

ROLES = ("seat.white", "seat.black")
STONES: tuple[Glyph, Glyph] = (
    (Disc((0, 0), 0.92), Disc((0, 0), 0.55, None, "owner.ink", 0.07)),
    (Disc((0, 0), 0.92), Disc((0, 0), 0.28, "owner.ink", None)),
)


def view(position: TrioPosition, seat: Seat) -> float:
    """White sits at the bottom, Black opposite."""
    return 0.0 if seat == 1 else 180.0


def scene(position: TrioPosition, last: Sequence[Event]) -> Scene:
    """The stones, and where the last ones were placed."""
    return Scene(
        board=BOARD,
        figures=tuple(
            Figure(STONES[seat - 1], NAMES[field], ROLES[seat - 1])
            for field, seat in enumerate(position.stones)
            if seat
        ),
        trays=tuple(Tray(seat, STONES[seat - 1], ROLES[seat - 1]) for seat in (1, 2)),
        to_move=position.to_move,
        winners=position.result.winners if position.result else (),
        marks=tuple(Mark(str(one.fields["at"]), "last") for one in last if one.code == "placed"),
    )


def words(position: TrioPosition) -> list[Phrase]:
    """Where the stones of each seat are."""
    phrases = []
    for seat in (1, 2):
        where = [NAMES[field] for field in range(9) if position.stones[field] == seat]
        if where:
            fields = {"seat": seat, "count": len(where), "at": ", ".join(where)}
            phrases.append(Phrase("stones", fields))
        else:
            phrases.append(Phrase("no-stones", {"seat": seat}))
    return phrases
