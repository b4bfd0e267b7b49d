"""A picture as data: plain geometry and figures, without rules or colours.

Lengths are board units, x to the right, y down. Colours are named by *roles* ("board", "line",
"seat.white"), which only `render.theme` turns into colours. There are general roles, which every
theme knows, and roles that a game declares on its board. Inside a glyph the roles "owner",
"owner.edge" and "owner.ink" stand for the colour of the figure's owner, its outline, and what is
readable on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import cos, hypot, radians, sin
from types import MappingProxyType
from typing import TypeAlias

XY: TypeAlias = tuple[float, float]


# The primitives of a glyph, in a square from (-1, -1) to (1, 1) centred on the figure's place.


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled or outlined circle; `width` is the outline's."""

    centre: XY
    radius: float
    fill: str | None = "owner"
    edge: str | None = "owner.edge"
    width: float = 0.08


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled or outlined polygon."""

    points: tuple[XY, ...]
    fill: str | None = "owner"
    edge: str | None = "owner.edge"
    width: float = 0.08


@dataclass(frozen=True, slots=True)
class Polyline:
    """An open line with round joints."""

    points: tuple[XY, ...]
    edge: str = "owner.ink"
    width: float = 0.08


@dataclass(frozen=True, slots=True)
class Text:
    """Letters centred on `at`; `size` is the height of a capital letter."""

    text: str
    at: XY = (0.0, 0.0)
    size: float = 0.8
    ink: str = "owner.ink"


Primitive: TypeAlias = Disc | Polygon | Polyline | Text
Glyph: TypeAlias = tuple[Primitive, ...]


# The board: what stays the same throughout a match.


@dataclass(frozen=True, slots=True)
class Region:
    """A filled polygon of the board. `point` names the point whose field this is, if any."""

    polygon: tuple[XY, ...]
    role: str
    point: str | None = None
    edge: str | None = None
    """The role of its outline."""
    bare: bool = False
    """Whether it only says where a point's field is. It lies on a region of the same colour, so
    nothing has to be printed.
    """


@dataclass(frozen=True, slots=True)
class Line:
    """A line printed on the board."""

    points: tuple[XY, ...]
    role: str = "line"
    width: float = 0.04
    dotted: bool = False
    lined: bool = False
    """Whether it has thin sides in the outline's colour, because it may lie on a line of its own
    colour. Only lines that come and go have them.
    """
    behind: bool = False
    """Whether it lies behind the board and its shadow: a straight horizontal or vertical line,
    drawn in whole pixels. Only for printed lines of boards that are never turned.
    """
    dashes: tuple[float, ...] = ()
    """For a line with sides: the lengths of dashes and gaps in turn, in units of its width. They
    tell owners apart in themes without colours, where the line has the outline's colour.
    """


@dataclass(frozen=True, slots=True)
class Label:
    """Letters printed on or beside the board; `size` is the height of a capital letter.

    Coordinates (role "coordinate") are never drawn too small to be read on a phone. Those of role
    "coordinate.small" keep their size, and are paler: they are hints that players soon no longer
    need.
    """

    text: str
    at: XY
    size: float = 0.3
    role: str = "coordinate"
    opposite: XY | None = None
    """Another place for it, across the board. The label is drawn at whichever place is further
    left, or lower.
    """
    point: str | None = None
    """The point whose name this is, or ends with this, if the label stands on that point's field.
    If the point's name is wanted and a man stands there, the label is printed clearly, and nothing
    else shows the name.
    """


@dataclass(frozen=True, slots=True)
class Emblem:
    """A glyph printed on the board, below all figures: a field's symbol, a castle's arms."""

    glyph: Glyph
    at: XY
    size: float
    """Half the side of the glyph's square."""
    role: str
    point: str | None = None
    """The point on whose field it is printed, if any."""


@dataclass(frozen=True, eq=False, slots=True)
class Board:
    """The printed board. Compared by identity: build each board once, and the painter caches it.

    `spots` maps the points to their places. `spot` is the radius of a place (about half the side of
    a field); marks and figures are scaled to it.
    """

    width: float
    height: float
    regions: tuple[Region, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]
    spots: Mapping[str, XY]
    spot: float
    emblems: tuple[Emblem, ...] = ()
    stacks: int = 1
    """The most men on top of each other; coordinates keep clear of them."""
    tinted: bool = True
    """Whether marks tint fields; otherwise they frame them, because the fields' colours matter."""
    rimmed: bool = False
    """Whether the arrow of the last turn has a dark rim, because some fields are as light as the
    arrow.
    """
    wide: bool = False
    """Whether its men are small. If so, it may fill the picture's width without margins at the
    sides, the picture may be higher than usual, and trays may stand beside it.
    """
    plain: Board | None = None
    """A board that differs from this one only in the colours of fields and in the emblems on them.
    Boards with the same plain one share what the painter has painted of them. Such fields are
    upright rectangles with outlines on a base, so that each can be painted by itself."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """The game's own roles, on the board and on its men. Each has a general role, whose colour it
    takes in a theme that has none for it. Roles `family.one` and `family.two` are a family: if one
    is used, the picture has colours for both.
    """


# What changes from turn to turn.


@dataclass(frozen=True, slots=True)
class Figure:
    """A man on the board. Level 0 stands on the board, level 1 on the man below, and so on."""

    glyph: Glyph
    point: str
    role: str
    """The owner's colour, such as "seat.white"."""
    level: int = 0
    size: float = 0.8
    """Relative to the board's `spot`."""
    shift: XY = (0.0, 0.0)
    """Offset from the point's place in units of the board's `spot`, for two men on one point."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlight at a point.

    Roles: "last" (moved or placed in the last turn), "from" (left in the last turn), "captured",
    the same three for earlier turns (see `EARLIER`), "choice" (may be chosen now), "picked" (has
    been chosen), "reach", "goal" (what has won), "danger". `text` is a letter or number, beside a
    man or in the middle of a free point.
    """

    point: str
    role: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """The path of a move through the named points, drawn as an arrow.

    Roles: "last" (of the last turn), "earlier", "picked" (of the move that is being picked),
    and "goal", a bold line between men that have won.
    """

    points: tuple[str, ...]
    role: str = "last"


@dataclass(frozen=True, slots=True)
class Item:
    """Something in a seat's tray: stock, reserve, flags, captured men. Shown `count` times."""

    glyph: Glyph
    role: str
    count: int = 1
    of: int = 0
    """The number of places shown, if it is more than the count. The others are empty."""


@dataclass(frozen=True, slots=True)
class Tray:
    """What is shown beside the board for a seat: its badge and its items.

    The badge is `glyph` in the colour `role`. Its shape distinguishes seats without colours.
    """

    seat: int
    glyph: Glyph
    role: str
    items: tuple[Item, ...] = ()
    ally: tuple[Glyph, str] | None = None
    """The badge of the seat's partner and its colour, shown beside its own."""
    at: XY | None = None
    """A place on the side of the board where the seat sits; the tray goes there. If no tray names
    a place, the first goes below the board and the others follow clockwise."""
    won: tuple[Item, ...] = ()
    """Items that are shown separately: what the seat has captured or built."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: the board, what is on it, and a tray for each seat in turn order."""

    board: Board
    figures: tuple[Figure, ...]
    trays: tuple[Tray, ...]
    to_move: int | None
    winners: tuple[int, ...] = ()
    marks: tuple[Mark, ...] = ()
    trails: tuple[Trail, ...] = ()
    lines: tuple[Line, ...] = ()
    """Lines that come and go, below trails and men: a rim around what a seat holds, or, in the
    role "last", around what the last turn has added to the board."""
    emblems: tuple[Emblem, ...] = ()
    """Emblems that come and go, below lines: what is written where nothing is placed or marked."""
    turned: float = 0.0
    """The degrees by which the painter turns the board clockwise. Texts and figures stay
    upright.
    """


EARLIER: Mapping[str, str] = MappingProxyType(
    {"last": "earlier", "from": "earlier-from", "captured": "earlier-captured"}
)
"""The roles of marks of the last turn, each with the role of the same mark for an earlier turn."""
_NEAR = 0.1
"""Arrows that are closer than this count as lying on each other."""


def with_earlier(scene: Scene, before: Scene, bare: Scene) -> Scene:
    """The scene with faint marks of earlier turns, at points without a mark of the last turn, and
    with faint arrows. There is none along an arrow of the last turn, because the two would look
    like one.

    All three scenes show the same position: `scene` marks the last turn, `before` the turns before
    it, and `bare` none.
    """
    taken = {mark.point for mark in scene.marks if mark.role in EARLIER}
    standing = frozenset(bare.marks)
    faint = (
        Mark(mark.point, EARLIER[mark.role])
        for mark in before.marks
        if mark.role in EARLIER and mark not in standing and mark.point not in taken
    )
    spots = scene.board.spots
    ways = (Trail(trail.points, "earlier") for trail in before.trails if trail.role != "goal")
    marks = tuple(mark for mark in dict.fromkeys(faint) if mark.point in spots)
    now = [[spots[point] for point in way.points] for way in scene.trails]
    trails = tuple(
        way
        for way in dict.fromkeys(ways)
        if spots.keys() >= {*way.points}
        and not any(_meet([spots[point] for point in way.points], other) for other in now)
    )
    marked = {spots[mark.point] for mark in marks}
    return replace(
        scene,
        marks=(*marks, *scene.marks),
        trails=(*trails, *scene.trails),
        emblems=tuple(emblem for emblem in scene.emblems if emblem.at not in marked),
    )


def _meet(one: Sequence[XY], other: Sequence[XY]) -> bool:
    """Whether two paths run along the same stretch, in either direction."""
    return any(_coincide(*ends, *others) for ends in pairwise(one) for others in pairwise(other))


def _coincide(start: XY, end: XY, first: XY, second: XY) -> bool:
    """Whether two straight segments lie on one line and share more of it than a point."""
    x, y = start
    length = hypot(end[0] - x, end[1] - y) or 1.0
    ux, uy = (end[0] - x) / length, (end[1] - y) / length
    if any(abs((u - x) * uy - (v - y) * ux) > _NEAR for u, v in (first, second)):
        return False
    least, most = sorted((u - x) * ux + (v - y) * uy for u, v in (first, second))
    return min(most, length) - max(least, 0.0) > _NEAR


def with_expected(scene: Scene, turns: Sequence[Scene]) -> Scene:
    """The scene with turns that could follow: arrows, and numbers where men would land.

    Each of `turns` shows the position after one more turn, with the marks of that turn.
    """
    spots = scene.board.spots
    signs: dict[str, list[str]] = {}
    ways: list[Trail] = []
    lost: list[Mark] = []
    for number, then in enumerate(turns, start=1):
        role = "earlier" if number > 1 else "last"
        ways += [Trail(way.points, role) for way in then.trails if way.role != "goal"]
        done = [mark for mark in then.marks if mark not in scene.marks]
        lost += [mark for mark in done if mark.role == "captured"]
        for point in dict.fromkeys(mark.point for mark in done if mark.role == "last"):
            signs.setdefault(point, []).append(str(number))
    marks = (
        *(mark for mark in dict.fromkeys(lost) if mark.point in spots and mark.point not in signs),
        *(Mark(point, "choice", "/".join(some)) for point, some in signs.items() if point in spots),
    )
    trails = tuple(way for way in dict.fromkeys(ways) if spots.keys() >= {*way.points})
    return replace(scene, marks=(*scene.marks, *marks), trails=(*scene.trails, *trails))


def turned(scene: Scene, degrees: float) -> Scene:
    """The scene seen from another side of the table."""
    return replace(scene, turned=(scene.turned + degrees) % 360.0)


def rotate(point: XY, degrees: float, centre: XY = (0.0, 0.0)) -> XY:
    """The point turned clockwise (as seen, y down) around the centre."""
    x, y = point[0] - centre[0], point[1] - centre[1]
    if not degrees:  # The usual case.
        return centre[0] + x, centre[1] + y
    angle = radians(degrees)
    return (
        centre[0] + x * cos(angle) - y * sin(angle),
        centre[1] + x * sin(angle) + y * cos(angle),
    )
