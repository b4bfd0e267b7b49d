"""The parts of Tyr's pictures: the printed board and the dice."""

from __future__ import annotations

from math import cos, pi, sin

from games.geometry import box
from games.scene import XY, Board, Disc, Glyph, Label, Line, Polygon, Polyline, Region, Text
from games.tyr.board import DICE, FACES, NAMES, ROMAN, SIDE

FRAME = 0.5
"""The width of the frame, on which the coordinates are. A field is 1 wide."""

SPOTS: dict[str, XY] = {
    name: (FRAME + place % SIDE + 0.5, FRAME + place // SIDE + 0.5)
    for place, name in enumerate(NAMES)
}


def _rounded(half: float, radius: float) -> tuple[XY, ...]:
    """The corners of a square with rounded corners."""
    steps = 6
    points = []
    for corner in range(4):
        turn = corner * pi / 2
        x, y = (half - radius) * (1, 1, -1, -1)[corner], (half - radius) * (-1, 1, 1, -1)[corner]
        for step in range(steps + 1):
            angle = turn + step / steps * pi / 2
            points.append((x + radius * sin(angle), y - radius * cos(angle)))
    return tuple(points)


_BODY = Polygon(_rounded(0.94, 0.3))
_LOCK: Glyph = (
    Polyline(
        ((0.5, -0.56), (0.5, -0.7), (0.57, -0.79), (0.69, -0.79), (0.76, -0.7), (0.76, -0.56)),
        width=0.075,
    ),
    Polygon(((0.4, -0.58), (0.86, -0.58), (0.86, -0.26), (0.4, -0.26)), "owner.ink", None),
    Disc((0.63, -0.42), 0.07, "owner", None),
)


def die(number: int, name: str, *, locked: bool = False) -> Glyph:
    """A die with its number on top and its name; with a padlock if it may not move now."""
    face = Text(str(number), (0.0, 0.31), 0.92)
    label = Text(name, (-0.3 if locked else 0.0, -0.59), 0.48)
    return (_BODY, face, label, *(_LOCK if locked else ()))


DIE = {
    (which, number, locked): die(number, ROMAN[which], locked=locked)
    for which in DICE
    for number in FACES[which]
    for locked in (False, True)
}
"""The dice that can lie on the board, by die, number, and whether the die may not move."""

UNPLACED = tuple((_BODY, Text(name, (0.0, 0.0), 0.74)) for name in ROMAN)
"""The dice that are not placed yet, or not turned yet."""

_PICKED = Polygon(_rounded(1.36, 0.5), "choice", None), Polygon(_rounded(1.18, 0.4), "panel", None)
IN_HAND = tuple((*_PICKED, *glyph) for glyph in UNPLACED)
"""The dice that are not placed yet, each while it is picked to be placed."""

DICE_ROLES = {"die.blue": "seat.blue", "die.red": "seat.red", "die.black": "seat.black"}
ROLES = (*DICE_ROLES,)
SEAT_ROLES = ("seat.yellow", "seat.green", "seat.rose", "seat.violet")
BADGES: tuple[Glyph, ...] = tuple(
    (Disc((0.0, 0.0), 0.94), Text(letter, (0.0, 0.0), 0.8)) for letter in "ABCD"
)


def _fields() -> tuple[Region, ...]:
    """The fields, shaded in blocks of three by three so that rows are easy to count."""
    return tuple(
        Region(
            box(x - 0.5, y - 0.5, 1.0, 1.0),
            ("field", "field.alt")[(place // SIDE // 3 + place % SIDE // 3) % 2],
            name,
        )
        for place, (name, (x, y)) in enumerate(SPOTS.items())
    )


def _lines() -> tuple[Line, ...]:
    start, end = FRAME, FRAME + SIDE
    lines = []
    for step in range(SIDE + 1):
        width = 0.045 if step % 3 == 0 else 0.02
        lines.append(Line(((start + step, start), (start + step, end)), "line", width))
        lines.append(Line(((start, start + step), (end, start + step)), "line", width))
    return tuple(lines)


def _labels() -> tuple[Label, ...]:
    """The rows on the left and the columns at the top, with a dot for the other digit of a field's
    name.
    """
    numbers = [(str(step + 1), FRAME + step + 0.5) for step in range(SIDE)]
    rows = (Label(f"{number}·", (FRAME / 2, place), 0.27) for number, place in numbers)
    columns = (Label(f"·{number}", (place, FRAME / 2), 0.27) for number, place in numbers)
    return (*rows, *columns)


_WHOLE = SIDE + 2 * FRAME
BOARD = Board(
    width=_WHOLE,
    height=_WHOLE,
    regions=(Region(box(0.0, 0.0, _WHOLE, _WHOLE), "board", edge="board.edge"), *_fields()),
    lines=_lines(),
    labels=_labels(),
    spots=SPOTS,
    spot=0.46,
    rimmed=True,
    roles=DICE_ROLES,
)
