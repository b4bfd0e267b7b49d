"""The picture of a position of Turnier, and the position in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.geometry import bits, box
from games.protocol import Part, Seat, Setup
from games.scene import Disc, Figure, Glyph, Item, Mark, Polygon, Polyline, Scene, Trail, Tray
from games.turnier.board import BOARDS, points_of
from games.turnier.opening import TAKEN
from games.turnier.picture import picture
from games.turnier.position import (
    DRAWING_UP,
    FIGHT,
    FIGHTERS,
    LAYING,
    OPENING,
    TurnierPosition,
)
from games.turnier.texts import TEXTS
from games.turnier.turns import ROUNDS, fighting
from games.words import Event, Phrase

COLOURS = ("seat.rose", "seat.violet", "seat.lightblue", "seat.darkblue")

# Fighters of different colours have different shapes: disc, square, triangle, diamond.
_BODIES: tuple[Glyph, ...] = (
    (Disc((0, 0), 0.9),),
    (Polygon(box(-0.8, -0.8, 1.6, 1.6)),),
    (Polygon(((-0.2, -0.95), (0.2, -0.95), (1, 0.6), (0.86, 0.86), (-0.86, 0.86), (-1, 0.6))),),
    (Polygon(((0, -1), (1, 0), (0, 1), (-1, 0))),),
)
_DEVICES: tuple[Glyph, ...] = (
    (Disc((0, 0), 0.42, None, "owner.ink", 0.12),),
    (Polygon(box(-0.36, -0.36, 0.72, 0.72), None, "owner.ink", 0.12),),
    (Polygon(((0, -0.3), (0.4, 0.42), (-0.4, 0.42)), None, "owner.ink", 0.12),),
    (Polygon(((0, -0.46), (0.46, 0), (0, 0.46), (-0.46, 0)), None, "owner.ink", 0.12),),
)
FLAG: Glyph = (
    Polyline(((-0.4, 0.95), (-0.4, -0.95)), "owner.edge", 0.2),
    Polygon(((-0.4, -0.95), (0.9, -0.42), (-0.4, 0.1)), "crown", "owner.edge", 0.1),
)
_CROSS: Glyph = (
    Polyline(((-0.75, -0.75), (0.75, 0.75)), "owner.edge", 0.2),
    Polyline(((-0.75, 0.75), (0.75, -0.75)), "owner.edge", 0.2),
)
FIGHTER_GLYPHS = tuple((*body, *device) for body, device in zip(_BODIES, _DEVICES, strict=True))
BEARERS = tuple((*body, *FLAG) for body in _BODIES)
FALLEN = tuple((*body, *_CROSS) for body in _BODIES)

STRAIGHT: Glyph = (Polygon(box(-0.85, -0.3, 1.7, 0.6)),)
CORNER: Glyph = (Polygon(((-0.8, -0.8), (0, -0.8), (0, 0), (0.8, 0), (0.8, 0.8), (-0.8, 0.8))),)


_OF_PARTNERS = (0, 2, 1, 3)


def colour_of(position: TurnierPosition, seat: Seat) -> int:
    """The index of a seat's colour in `COLOURS`. Partners have similar shades."""
    return _OF_PARTNERS[seat - 1] if position.partners else seat - 1


def names(setup: Setup) -> tuple[str, ...]:
    """The names of the seats, which are their colours."""
    if setup.options.get("partners") == "true":
        return tuple(TEXTS.seats[colour] for colour in _OF_PARTNERS)
    return TEXTS.seats[: setup.seats]


def scene(position: TurnierPosition, last: Sequence[Event]) -> Scene:
    """The ground with fighters and flags, and for each seat what it has in hand and has lost."""
    seats = range(1, position.seats + 1)
    board = picture(position.ground, position.phase != LAYING)
    ranks = position.result.ranks if position.result else ()
    return Scene(
        board=board,
        figures=tuple(_figures(position)),
        trays=tuple(_tray(position, seat) for seat in seats),
        to_move=position.to_move,
        winners=tuple(seat for seat, rank in zip(seats, ranks, strict=False) if rank == 1),
        marks=tuple(mark for event in last for mark in _marks(position, event)),
        trails=tuple(Trail(_way(event)) for event in last if event.code == "moved"),
    )


def _way(event: Event) -> tuple[str, ...]:
    """The points of a fighter's move: its start, its landings and its end."""
    names = (str(event.fields[name]) for name in ("from", "over", "at") if name in event.fields)
    return tuple(point for name in names for point in name.split(", "))


def _figures(position: TurnierPosition) -> Iterator[Figure]:
    for seat, men in enumerate(position.men, start=1):
        colour = colour_of(position, seat)
        for point in bits(men):
            bears = position.flagged >> point & 1
            glyph = (BEARERS if bears else FIGHTER_GLYPHS)[colour]
            yield Figure(glyph, position.ground.names[point], COLOURS[colour])


def _tray(position: TurnierPosition, seat: Seat) -> Tray:
    """Fighters to draw up, later those lost; flags in hand; boards for the seat that lays one."""
    colour = colour_of(position, seat)
    role, missing = COLOURS[colour], FIGHTERS - position.men[seat - 1].bit_count()
    if position.phase == LAYING:
        ground, lays = position.ground, seat == position.to_move
        kinds = ((STRAIGHT, "S"), (CORNER, "C"))
        items = [Item(glyph, "stock", ground.left(kind)) for glyph, kind in kinds if lays]
    elif position.phase == DRAWING_UP:
        items = [Item(FIGHTER_GLYPHS[colour], role, missing)]
    else:
        items = [Item(FALLEN[colour], role, missing)]
        items.append(Item(FLAG, role, position.hands[seat - 1]))
    return Tray(seat, FIGHTER_GLYPHS[colour], role, tuple(items))


def _marks(position: TurnierPosition, event: Event) -> Iterator[Mark]:
    at = str(event.fields.get("at", ""))
    match event.code:
        case "laid":
            number = int(event.fields["number"])
            xys = points_of(position.ground.boards[number - 1])
            names = dict(zip(position.ground.places, position.ground.names, strict=True))
            for xy in xys:
                growing = position.phase == LAYING
                yield Mark(f"{xy[0]},{xy[1]}" if growing else names[xy], "last")
        case "placed" | "flag-planted":
            yield Mark(at, "last")
        case "moved" | "flag-moved":
            yield Mark(str(event.fields["from"]), "from")
            yield Mark(at, "last")
        case "taken" | "captured":
            yield Mark(at, "captured")
        case "flag-left":
            yield Mark(at, "danger")


# In words


def thing(position: TurnierPosition, part: Part) -> Phrase | None:
    """Whether one's own fighter has a flag, or whose the fighter is that may be taken off."""
    point = position.ground.point.get(part.point or "")
    if point is None or position.phase not in (OPENING, FIGHT):
        return None
    if position.phase == OPENING:
        return Phrase("fighter", {"seat": position.owner(point) or 0})
    bears = part.kind == "fighter" and position.flagged >> point & 1
    return Phrase("bearer") if bears else None


def words(position: TurnierPosition) -> list[Phrase]:
    """The ground board by board, fighters and flags of each seat, and the state of the turn."""
    phrases = [*_ground_words(position)]
    for seat in range(1, position.seats + 1):
        phrases.extend(_seat_words(position, seat))
    phrases.extend(_turn_words(position))
    return phrases


def _ground_words(position: TurnierPosition) -> Iterator[Phrase]:
    ground = position.ground
    if position.phase == LAYING:
        for number, board in enumerate(ground.boards, start=1):
            yield Phrase("lies", {"number": number, "text": str(board)})
        if not ground.boards:
            yield Phrase("no-ground")
        yield Phrase("supply", {"straight": ground.left("S"), "corners": ground.left("C")})
        yield Phrase("to-lay", {"count": BOARDS[position.seats] - len(ground.boards)})
        return
    for lying, points in enumerate(ground.board_sets):
        fields: dict[str, str | int] = {
            "number": lying + 1,
            "points": ", ".join(position.names(points)),
        }
        holder = position.holder(lying)
        if holder is not None:
            yield Phrase("held", {**fields, "seat": holder})
        else:
            yield Phrase("contested" if position.occupied & points else "free", fields)


def _seat_words(position: TurnierPosition, seat: Seat) -> Iterator[Phrase]:
    men, mine = position.men[seat - 1], {"seat": seat}
    if seat in position.withdrawn:
        yield Phrase("gone", mine)
    if position.phase == LAYING:
        return
    if men:
        at = ", ".join(position.names(men))
        yield Phrase("men", {**mine, "count": men.bit_count(), "at": at})
    else:
        yield Phrase("no-men", mine)
    if position.phase == DRAWING_UP and seat not in position.withdrawn:
        yield Phrase("to-place", {**mine, "count": FIGHTERS - men.bit_count()})
    flags = position.names(men & position.flagged)
    if flags:
        yield Phrase("flags-standing", {**mine, "at": ", ".join(flags)})
    if position.flags:
        yield Phrase("flags-left", {**mine, "count": position.hands[seat - 1]})


def _turn_words(position: TurnierPosition) -> Iterator[Phrase]:
    turn, names = position.turn, position.ground.names if position.phase != LAYING else ()
    if position.result is not None:
        return
    if position.phase == OPENING:
        yield Phrase("to-take", {"seat": position.seat, "count": TAKEN - turn.taken})
    if turn.mover is not None:
        yield Phrase("may-go-on" if turn.chain else "has-moved", {"at": names[turn.mover]})
    if turn.moved:
        yield Phrase("flags-moved", {"at": ", ".join(position.names(turn.moved))})
    if position.phase == FIGHT:
        most = ROUNDS * len(fighting(position))
        yield Phrase("idle", {"count": position.idle, "most": most})
