"""The drawn board: the kite of each field, lines, castles and coordinates.

The unit is the side of a hexagon. All coordinates follow from the places of the hexagons.
"""

from __future__ import annotations

from games.dreistein.board import (
    CASTLES,
    FIELDS,
    HEXAGONS,
    NAMES,
    PLACES,
    RUNS,
)
from games.dreistein.men import ARMS, ROLES
from games.geometry import SQRT3
from games.protocol import Seat
from games.scene import XY, Board, Disc, Emblem, Label, Line, Region, rotate

WIDTH, HEIGHT = 8.2, 7.4
MIDDLE: XY = (WIDTH / 2, 4.22)
"""The centre of c3, around which the board has threefold symmetry."""

STANDING = SQRT3 / (SQRT3 + 1)
"""How far from the hexagon's centre a man stands: in the centre of the largest circle inside the
field. The circle's radius is half this distance."""
GOAL = 0.11
"""The width of a goal line."""

NUMBER = 0.222
"""How far from the hexagon's centre a field's number is: between its name and the men."""

BEAD, NAMED = (Disc((0.0, 0.0), 1.0, "owner", None),), 0.205
"""The background of a hexagon's name, and its radius. Fields begin below its rim, so that marks on
them leave the name alone."""


def centre(place: tuple[int, int]) -> XY:
    """The centre of the hexagon at a place."""
    column, row = place
    return MIDDLE[0] + column * SQRT3 / 2, MIDDLE[1] + (row - 2) * 1.5


def _towards(field: int, distance: float) -> XY:
    """A point on the middle line of a kite, at this distance from the hexagon's centre."""
    hexagon, number = NAMES[field][:2], int(NAMES[field][2])
    x, y = centre(PLACES[hexagon])
    return rotate((x, y - distance), 60.0 * (number - 1), (x, y))


def _kite(field: int) -> tuple[XY, ...]:
    middle = centre(PLACES[NAMES[field][:2]])
    tip, beside, corner = (_towards(field, far) for far in (0.95 * NAMED, SQRT3 / 2, 1.0))
    left, right = ([rotate(at, angle, middle) for at in (beside, tip)] for angle in (-30.0, 30.0))
    return left[1], left[0], corner, right[0], right[1]


TINTS = {seat: f"castle.{seat}" for seat in CASTLES}
"""The colours of the castles."""


def _role(field: int) -> str:
    for seat, castle in CASTLES.items():
        if castle >> field & 1:
            return TINTS[seat]
    return "field"


SEATS = {1: centre(PLACES["a2"]), 2: centre(PLACES["d4"]), 3: centre(PLACES["d1"])}
"""The centre of each castle, where its owner sits."""

SPOTS = {NAMES[field]: _towards(field, STANDING) for field in FIELDS}


def _outline(grown: float) -> tuple[XY, ...]:
    """The convex outline of the fields, scaled by a factor."""
    half, tip = centre(PLACES["a1"]), centre(PLACES["a2"])
    left = (half[0] + SQRT3 / 4, half[1] - 0.75)
    right = (2 * tip[0] - left[0], left[1])
    return tuple(
        rotate(
            (MIDDLE[0] + (x - MIDDLE[0]) * grown, MIDDLE[1] + (y - MIDDLE[1]) * grown), a, MIDDLE
        )
        for a in (0.0, 120.0, 240.0)
        for x, y in (left, (tip[0], tip[1] - 1.0), right)
    )


def _reach(place: tuple[int, int], side: int) -> XY:
    """The end of the dotted line towards a side: at the side if fields lie along it there, else the
    centre.
    """
    x, y = centre(place)
    numbers = ((side - 1) % 6 + 1, side % 6 + 1)
    if not any(f"{HEXAGONS[place]}{number}" in NAMES for number in numbers):
        return x, y
    return rotate((x, y - SQRT3 / 2), 60.0 * side - 30.0, (x, y))


def _lines() -> tuple[Line, ...]:
    """The hexagons' sides, the dotted lines across the board, and the goal lines."""
    short = [(kite[at], kite[2]) for kite in map(_kite, FIELDS) for at in (1, 3)]
    dotted = [(_reach(places[0], side + 3), _reach(places[-1], side)) for places, side in RUNS]
    return (
        *(Line(ends, "line", 0.03) for ends in short),
        *(Line(ends, "line", 0.028, dotted=True) for ends in dotted),
        *(Line(_goal_line(seat), f"{ROLES[seat]}.edge", GOAL + 0.04) for seat in ROLES),
        *(Line(_goal_line(seat), ROLES[seat], GOAL) for seat in ROLES),
    )


def _goal_line(seat: Seat) -> tuple[XY, XY]:
    """The ends of a seat's goal line, beside the fields that its squires have to reach."""
    ends = _reach(PLACES["e1"], 5), _reach(PLACES["e3"], 2)
    first, last = ((x, y + GOAL / 3) for x, y in ends)
    angle = 120.0 * (seat - 1)
    return rotate(first, angle, MIDDLE), rotate(last, angle, MIDDLE)


def _emblems() -> tuple[Emblem, ...]:
    """A bead below each hexagon's name, and the arms of each seat on its goal line."""
    beads = (Emblem(BEAD, centre(place), NAMED, "board") for place in HEXAGONS)
    arms = []
    for seat, glyph in ARMS.items():
        first, last = _goal_line(seat)
        for share in (1 / 3, 2 / 3):
            x, y = (a + (b - a) * share for a, b in zip(first, last, strict=True))
            arms.append(Emblem(glyph, (x, y), 0.13, ROLES[seat]))
    return (*beads, *arms)


def _labels() -> tuple[Label, ...]:
    """Each hexagon's name in its centre, and the numbers of its fields around it."""
    names = (Label(name, centre(place), 0.17) for name, place in PLACES.items())
    numbers = (
        Label(
            NAMES[field][2], _towards(field, NUMBER), 0.182, "coordinate.small", point=NAMES[field]
        )
        for field in FIELDS
    )
    return (*names, *numbers)


BOARD = Board(
    width=WIDTH,
    height=HEIGHT,
    regions=(
        Region(_outline(1.045), "board", edge="board.edge"),
        *(Region(_kite(field), _role(field), NAMES[field]) for field in FIELDS),
    ),
    lines=_lines(),
    labels=_labels(),
    spots=SPOTS,
    roles=dict.fromkeys(TINTS.values(), "field.alt"),
    spot=0.27,
    rimmed=True,
    emblems=_emblems(),
)
