"""The picture of a position of Turnier."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import cos, pi, sin

from games.geometry import bits, box
from games.protocol import Part, Seat, Setup
from games.scene import (
    Disc,
    Emblem,
    Figure,
    Glyph,
    Item,
    Line,
    Mark,
    Polygon,
    Polyline,
    Scene,
    Trail,
    Tray,
)
from games.turnier.board import Spot
from games.turnier.notation import SHAPES, anchor
from games.turnier.picture import STOCK, aimed, numbers, picture, rim, shape_glyph, size, supply
from games.turnier.position import (
    DRAWING_UP,
    FIGHT,
    FIGHTERS,
    TurnierPosition,
)
from games.turnier.texts import TEXTS
from games.words import Event

COLOURS = ("seat.rose", "seat.violet", "seat.lightblue", "seat.darkblue")
DASHES = ((0.0, 2.4), (), (3.0, 2.4), (5.0, 2.4, 0.0, 2.4))
"""The rims of boards without colours: dotted, whole, dashed, and dots between dashes."""

LEAST, MOST = 0.8, 1.02
"""The size of a fighter on a small ground, which leaves room for the rims of boards, and its
largest size. On a large ground fighters grow until they fill their fields, so that they are large
enough on a phone.
"""
COLUMNS, ROWS = 13.2, {2: 15.6, 3: 15.0, 4: 14.4}
"""The size of a ground on which fighters fill their fields. The rows depend on the number of seats,
whose names take room.
"""

# Fighters of different colours have different shapes: disc, square, triangle, diamond.
_CIRCLE = tuple((0.93 * cos(pi * step / 24), 0.93 * sin(pi * step / 24)) for step in range(48))
_BODIES: tuple[Glyph, ...] = (
    (Polygon(_CIRCLE),),
    (Polygon(box(-0.93, -0.93, 1.86, 1.86)),),
    (
        Polygon(
            ((-0.2, -0.95), (0.2, -0.95), (0.96, 0.6), (0.84, 0.86), (-0.84, 0.86), (-0.96, 0.6))
        ),
    ),
    (Polygon(((0, -0.98), (0.98, 0), (0, 0.98), (-0.98, 0))),),
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

LAID, HELD = 0.15, 0.094
"""The widths of rims: of a board that was just laid, and, relative to the fighters beside it, of
one that is held.
"""

SHAPE_GLYPHS = {shape: shape_glyph(shape) for shape in SHAPES}

MOVED = ("moved", "flag-moved")
"""The events with an arrow."""

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
    marks = tuple(_marks(position, last))
    trails = tuple(_ways(last))
    return Scene(
        board=board,
        figures=tuple(_figures(position)),
        trays=tuple(_tray(position, seat) for seat in seats),
        to_move=position.to_move,
        winners=position.result.winners if position.result else (),
        marks=marks,
        trails=trails,
        lines=(*_held(position), *_new(position, last)),
        emblems=(*_numbers(position, marks, trails), *_supply(position)),
    )


def in_hand(position: TurnierPosition, parts: tuple[Part, ...], scene: Scene) -> Scene:
    """The picture while a board of a chosen shape is laid: it shows every place for that shape, and
    the shape itself beside the name of the player.
    """
    shape, ground = parts[0].text, position.ground
    if position.complete or shape not in SHAPE_GLYPHS:
        return scene
    board, first = aimed(ground, shape), ",".join(map(str, next(iter(ground.board_at), (0, 0))))
    (x, y), (left, top) = board.spots[first], scene.board.spots[first]
    right, down = x - left, y - top
    lines = tuple(
        replace(line, points=tuple((u + right, v + down) for u, v in line.points))
        for line in scene.lines
    )
    laid = [one for one in scene.emblems if one.role != STOCK]
    emblems = tuple(replace(one, at=(one.at[0] + right, one.at[1] + down)) for one in laid)
    trays = tuple(
        replace(tray, items=(Item(SHAPE_GLYPHS[shape], STOCK),))
        if tray.seat == position.to_move
        else tray
        for tray in scene.trays
    )
    return replace(scene, board=board, lines=lines, emblems=emblems, trays=trays)


def _supply(position: TurnierPosition) -> Iterator[Emblem]:
    """The boards that are left, which are nobody's: whoever lays one takes it from there."""
    return iter(()) if position.complete else supply(position.ground)


def _held(position: TurnierPosition) -> Iterator[Line]:
    """A rim in a seat's colour for each board that counts for it: boards where its flag stands or
    could be planted, or, without flags, boards that it holds alone.
    """
    if position.phase != FIGHT:
        return
    width = HELD * _size(position)
    for lying, points in enumerate(position.ground.board_sets):
        bearers = points & position.flagged
        if bearers:
            seat = position.owner((bearers & -bearers).bit_length() - 1)
        else:
            seat = position.holder(lying)
        if seat is not None:
            colour = colour_of(position, seat)
            yield rim(position.ground, True, lying, COLOURS[colour], width, dashes=DASHES[colour])


def _new(position: TurnierPosition, last: Sequence[Event]) -> Iterator[Line]:
    """A line around each board that was laid."""
    for event in last:
        if event.code == "laid":
            lying = int(event.fields["number"]) - 1
            yield rim(position.ground, position.complete, lying, "last", LAID)


def _numbers(
    position: TurnierPosition, marks: Iterable[Mark], trails: Iterable[Trail]
) -> Iterator[Emblem]:
    """The numbers of the boards, beside fighters, marks and trails. While boards are laid, beside
    the points that give their places, one of which may have been picked.
    """
    ground = position.ground
    taken = {anchor(board) for board in ground.boards}
    if position.complete:
        at = dict(zip(ground.names, ground.places, strict=True))
        taken = {ground.places[point] for point in bits(position.occupied)}
        taken |= {at[mark.point] for mark in marks}
        for trail in trails:
            for start, end in pairwise(trail.points):
                taken |= {*_between(at[start], at[end])}
    return numbers(ground, position.complete, taken)


def _between(start: Spot, end: Spot) -> Iterator[Spot]:
    """The lattice points near the straight line from one to another."""
    across, up = end[0] - start[0], end[1] - start[1]
    steps = 2 * max(abs(across), abs(up))
    for step in range(steps + 1):
        yield start[0] + round(across * step / steps), start[1] + round(up * step / steps)


def _ways(last: Sequence[Event]) -> Iterator[Trail]:
    """An arrow for each fighter and each flag that has moved. A chain of moves has one arrow."""
    ways: list[tuple[str, ...]] = []
    before = ""
    for event in last:
        if event.code not in MOVED:
            continue
        way = _way(event)
        if before == event.code == "moved" and way[0] == ways[-1][-1]:
            ways[-1] += way[1:]
        else:
            ways.append(way)
        before = event.code
    return map(Trail, ways)


def _way(event: Event) -> tuple[str, ...]:
    """The points of a fighter's or a flag's move: its start, its landings and its end."""
    names = (str(event.fields[name]) for name in ("from", "over", "at") if name in event.fields)
    return tuple(point for name in names for point in name.split(", "))


def _size(position: TurnierPosition) -> float:
    """The size of a fighter on this ground."""
    columns, rows = size(position.ground)
    return min(MOST, max(LEAST, columns / COLUMNS, rows / ROWS[position.seats]))


def _figures(position: TurnierPosition) -> Iterator[Figure]:
    large = _size(position) if position.occupied else LEAST
    for seat, men in enumerate(position.men, start=1):
        colour = colour_of(position, seat)
        for point in bits(men):
            bears = position.flagged >> point & 1
            glyph = (BEARERS if bears else FIGHTER_GLYPHS)[colour]
            yield Figure(glyph, position.ground.names[point], COLOURS[colour], size=large)


def _tray(position: TurnierPosition, seat: Seat) -> Tray:
    """Fighters to draw up, later those lost; flags in hand."""
    colour = colour_of(position, seat)
    role, missing = COLOURS[colour], FIGHTERS - position.men[seat - 1].bit_count()
    items: list[Item] = []
    if position.phase == DRAWING_UP:
        items = [Item(FIGHTER_GLYPHS[colour], role, missing)]
    elif position.complete:
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


def _marks(position: TurnierPosition, last: Sequence[Event]) -> Iterator[Mark]:
    """Marks where a turn has changed something: what is there now, and who is gone. Trails show
    where fighters and flags come from, and points that a chain only passed.
    """
    left = {event.fields["from"] for event in last if event.code == "moved"}
    for event in last:
        at = str(event.fields.get("at", ""))
        match event.code:
            case "placed" | "flag-planted" | "flag-moved":
                yield Mark(at, "last")
            case "moved" if at not in left:
                yield Mark(at, "last")
            case "taken" | "captured" if not position.occupied >> position.ground.point[at] & 1:
                yield Mark(at, "captured")
