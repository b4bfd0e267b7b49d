"""The picture of a position of Die Drei, and the position in words."""

from __future__ import annotations

from collections.abc import Sequence

from games.die_drei.board import COLOURS, NAMES, SIDE, SQUARE
from games.die_drei.picture import PIECE, badge, printed
from games.die_drei.position import PIECES, DieDreiPosition
from games.die_drei.rules import legal_moves
from games.protocol import Part, Seat
from games.scene import Figure, Item, Mark, Scene, Trail, Tray
from games.words import Event, Phrase, Term

ROLES = ("seat.white", "seat.black")

SIZE = 0.88
"""The size of a piece. It leaves room for the square's symbol and frame."""


def view(position: DieDreiPosition, seat: Seat) -> float:
    """White sits at the bottom, Black opposite."""
    return 0.0 if seat == 1 else 180.0


def scene(position: DieDreiPosition, last: Sequence[Event]) -> Scene:
    """The tableaus, the numbered pieces, the last one, and the legal squares for the next."""
    figures = tuple(
        Figure(PIECE[number], NAMES[square], ROLES[1 - number % 2], size=SIZE)
        for number, square in enumerate(position.squares, start=1)
    )
    return Scene(
        board=printed(position.board.code),
        figures=figures,
        trays=tuple(_tray(position, seat) for seat in (1, 2)),
        to_move=position.to_move,
        winners=position.result.winners if position.result else (),
        marks=(*(mark for event in last for mark in _marks(event)), *_reach(position)),
        trails=tuple(trail for event in last for trail in _trails(event)),
    )


def _tray(position: DieDreiPosition, seat: Seat) -> Tray:
    glyph, role = badge(seat), ROLES[seat - 1]
    left = PIECES // 2 - len(position.men(seat))
    return Tray(seat, glyph, role, (Item(glyph, role, left),) if left else ())


def _reach(position: DieDreiPosition) -> tuple[Mark, ...]:
    """Marks for the piece that was placed last and for the squares where the next may go."""
    last = position.last_square
    if last is None:
        return ()
    squares = sorted({move.square for move in legal_moves(position)})
    return (Mark(NAMES[last], "last"), *(Mark(NAMES[square], "reach") for square in squares))


def _marks(event: Event) -> tuple[Mark, ...]:
    if event.code == "die-drei":
        return tuple(Mark(str(event.fields[at]), "goal") for at in ("first", "middle", "third"))
    return (Mark(str(event.fields["from"]), "from"),) if event.code == "relocated" else ()


def _trails(event: Event) -> tuple[Trail, ...]:
    if event.code == "die-drei":
        return (Trail((str(event.fields["first"]), str(event.fields["third"])), "goal"),)
    if event.code != "relocated":
        return ()
    return (Trail((str(event.fields["from"]), str(event.fields["at"]))),)


def thing(position: DieDreiPosition, part: Part) -> Phrase | None:
    """The colour of the square on which a piece is placed."""
    if part.kind != "place" or part.point is None:
        return None
    colour = COLOURS[position.board.colours[SQUARE[part.point]]]
    return Phrase("colour", {"colour": Term(colour)})


def words(position: DieDreiPosition) -> list[Phrase]:
    """The colours rank by rank, both seats' pieces, the last one and the squares in its reach."""
    phrases = [_rank(position, rank) for rank in reversed(range(SIDE))]
    for seat in (1, 2):
        men = position.men(seat)
        left = PIECES // 2 - len(men)
        if men:
            where = ", ".join(NAMES[square] for square in men)
            phrases.append(Phrase("men", {"seat": seat, "count": len(men), "at": where}))
        else:
            phrases.append(Phrase("no-men", {"seat": seat}))
        if left:
            phrases.append(Phrase("left", {"seat": seat, "count": left}))
    last = position.last_square
    if last is not None and position.to_move is not None:
        colour = Term(COLOURS[position.board.colours[last]])
        phrases.append(Phrase("last", {"at": NAMES[last], "colour": colour}))
        open_to = sorted({move.square for move in legal_moves(position)})
        reach = ", ".join(NAMES[square] for square in open_to)
        phrases.append(Phrase("reach", {"seat": position.to_move, "at": reach}))
    return phrases


def _rank(position: DieDreiPosition, rank: int) -> Phrase:
    squares = range(rank, SIDE * SIDE, SIDE)
    colours = {
        NAMES[square][0]: Term(COLOURS[position.board.colours[square]]) for square in squares
    }
    return Phrase("rank", {"rank": rank + 1, **colours})
