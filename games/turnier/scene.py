"""The picture of a position of Turnier, and the position in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, pi, sin

from games.geometry import bits, box
from games.protocol import Part, Seat, Setup
from games.scene import Disc, Figure, Glyph, Item, Line, Mark, Polygon, Polyline, Scene, Trail, Tray
from games.turnier.board import BOARDS
from games.turnier.laying import KIND
from games.turnier.notation import SHAPES
from games.turnier.opening import TAKEN
from games.turnier.picture import aimed, picture, rim, shape_glyph, surround
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

LEAST, MOST = 0.82, 0.95
"""The size of a fighter, on a small ground and on a large one. Where there are many fields each
fighter fills its own, to be large enough on a phone.
"""

# Fighters of different colours have different shapes: disc, square, triangle, diamond.
_CIRCLE = tuple((0.96 * cos(pi * step / 24), 0.96 * sin(pi * step / 24)) for step in range(48))
_BODIES: tuple[Glyph, ...] = (
    (Polygon(_CIRCLE),),
    (Polygon(box(-0.91, -0.91, 1.82, 1.82)),),
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
    Polyline(((-0.45, 0.95), (-0.45, -0.95)), "owner.edge", 0.2),
    Polygon(((-0.45, -0.95), (0.95, -0.4), (-0.45, 0.15)), "owner", "owner.edge", 0.12),
)
_ROUNDEL: Glyph = (
    Disc((0, 0), 0.7, "seat.white", "owner.edge", 0.08),
    Polyline(((-0.26, 0.5), (-0.26, -0.5)), "owner.edge", 0.14),
    Polygon(((-0.26, -0.5), (0.52, -0.17), (-0.26, 0.16)), "owner", "owner.edge", 0.08),
)
_CROSS: Glyph = (
    Polyline(((-0.75, -0.75), (0.75, 0.75)), "owner.edge", 0.2),
    Polyline(((-0.75, 0.75), (0.75, -0.75)), "owner.edge", 0.2),
)
FIGHTER_GLYPHS = tuple((*body, *device) for body, device in zip(_BODIES, _DEVICES, strict=True))
BEARERS = tuple((*body, *_ROUNDEL) for body in _BODIES)
FALLEN = tuple((*body, *_CROSS) for body in _BODIES)

STRAIGHT: Glyph = (Polygon(box(-0.85, -0.3, 1.7, 0.6)),)
CORNER: Glyph = (Polygon(((-0.8, -0.8), (0, -0.8), (0, 0), (0.8, 0), (0.8, 0.8), (-0.8, 0.8))),)


BROAD, NARROW = 0.15, 0.07
"""The widths of the rims of boards."""

SHAPE_GLYPHS = {shape: shape_glyph(shape) for shape in SHAPES}

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
    board = picture(position.ground, position.complete)
    ranks = position.result.ranks if position.result else ()
    return Scene(
        board=board,
        figures=tuple(_figures(position)),
        trays=tuple(_tray(position, seat) for seat in seats),
        to_move=position.to_move,
        winners=tuple(seat for seat, rank in zip(seats, ranks, strict=False) if rank == 1),
        marks=tuple(_marks(last)),
        trails=tuple(Trail(_way(event)) for event in last if event.code == "moved"),
        lines=(*_held(position), *_new(position, last)),
    )


def in_hand(position: TurnierPosition, parts: tuple[Part, ...], scene: Scene) -> Scene:
    """The picture while a board of a chosen shape is laid: it shows every place for that shape, and
    the shape itself beside the name of its player.
    """
    shape, ground = parts[0].text, position.ground
    if position.complete or shape not in SHAPE_GLYPHS:
        return scene
    board, first = aimed(ground, shape), ",".join(map(str, next(iter(ground.board_at), (0, 0))))
    (x, y), (left, top) = board.spots[first], scene.board.spots[first]
    lines = tuple(
        replace(line, points=tuple((u + x - left, v + y - top) for u, v in line.points))
        for line in scene.lines
    )
    trays = tuple(
        replace(tray, items=(Item(SHAPE_GLYPHS[shape], "stock"),)) if tray.items else tray
        for tray in scene.trays
    )
    return replace(scene, board=board, lines=lines, trays=trays)


def _held(position: TurnierPosition) -> Iterator[Line]:
    """The boards of each seat, in its colour: broad where its flag stands, or counts without
    flags, narrow where it could plant one.
    """
    if position.phase != FIGHT:
        return
    for lying, points in enumerate(position.ground.board_sets):
        bearers = points & position.flagged
        if bearers:
            seat = position.owner((bearers & -bearers).bit_length() - 1)
        else:
            seat = position.holder(lying)
        if seat is not None:
            role = COLOURS[colour_of(position, seat)]
            width = BROAD if bearers or not position.flags else NARROW
            yield rim(position.ground, True, lying, role, width)


def _new(position: TurnierPosition, last: Sequence[Event]) -> Iterator[Line]:
    """A line around each board that was laid, and each fighter that was drawn up or has moved."""
    ground = position.ground
    for event in last:
        if event.code == "laid":
            lying = int(event.fields["number"]) - 1
            yield rim(ground, position.complete, lying, "last", BROAD)
    for mark in _marks(last):
        if mark.role == "last" and position.occupied >> ground.point[mark.point] & 1:
            yield surround(ground, mark.point, "last", NARROW)


def _way(event: Event) -> tuple[str, ...]:
    """The points of a fighter's move: its start, its landings and its end."""
    names = (str(event.fields[name]) for name in ("from", "over", "at") if name in event.fields)
    return tuple(point for name in names for point in name.split(", "))


def _size(position: TurnierPosition) -> float:
    """The size of a fighter on this ground."""
    west, east, south, north = position.ground.box
    return min(MOST, max(LEAST, 0.07 * max(east - west + 1, 0.85 * (north - south + 1))))


def _figures(position: TurnierPosition) -> Iterator[Figure]:
    size = _size(position) if position.occupied else LEAST
    for seat, men in enumerate(position.men, start=1):
        colour = colour_of(position, seat)
        for point in bits(men):
            bears = position.flagged >> point & 1
            glyph = (BEARERS if bears else FIGHTER_GLYPHS)[colour]
            yield Figure(glyph, position.ground.names[point], COLOURS[colour], size=size)


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
    return Tray(seat, FIGHTER_GLYPHS[colour], role, tuple(items), _partner(position, seat))


def _partner(position: TurnierPosition, seat: Seat) -> tuple[Glyph, str] | None:
    """The badge of a seat's partner."""
    for other in position.side(seat):
        if other != seat:
            colour = colour_of(position, other)
            return FIGHTER_GLYPHS[colour], COLOURS[colour]
    return None


def _marks(last: Sequence[Event]) -> Iterator[Mark]:
    """Where a turn has changed something. Where a chain only passed, its trail shows the way."""
    landed = {event.fields["at"] for event in last if event.code == "moved"}
    left = {event.fields["from"] for event in last if event.code == "moved"}
    for event in last:
        at = str(event.fields.get("at", ""))
        match event.code:
            case "placed" | "flag-planted":
                yield Mark(at, "last")
            case "moved" | "flag-moved":
                marks = Mark(str(event.fields["from"]), "from"), Mark(at, "last")
                passed = landed & left if event.code == "moved" else set()
                yield from (mark for mark in marks if mark.point not in passed)
            case "taken" | "captured":
                yield Mark(at, "captured")
            case "flag-left":
                yield Mark(at, "danger")


# In words


def thing(position: TurnierPosition, part: Part) -> Phrase | None:
    """A board's shape, whether one's own fighter has a flag, or whose fighter may be taken off."""
    if part.kind == "shape":
        return Phrase("board", {"kind": KIND[part.text]})
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
