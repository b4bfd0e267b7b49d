"""Artificial scenes that use every feature of the painter."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin, sqrt
from random import Random

from games.scene import (
    XY,
    Board,
    Disc,
    Figure,
    Glyph,
    Item,
    Label,
    Line,
    Mark,
    Polygon,
    Region,
    Scene,
    Text,
    Trail,
    Tray,
)

MAN: Glyph = (Disc((0, 0), 0.92), Disc((0, 0), 0.6, None, "owner.edge", 0.05))
LETTERED: Glyph = (Disc((0, 0), 0.92), Text("B", (0, 0), 0.8))
SQUARE: Glyph = (Polygon(((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))),)
TRIANGLE: Glyph = (Polygon(((0, -0.95), (0.9, 0.7), (-0.9, 0.7))),)
DIAMOND: Glyph = (Polygon(((0, -1), (0.8, 0), (0, 1), (-0.8, 0))),)


def die(number: int, name: str) -> Glyph:
    """A die with a large number and a small name."""
    return (*SQUARE, Text(str(number), (-0.1, 0), 0.9), Text(name, (0.6, 0.62), 0.28))


def _hexes() -> Board:
    spots = {}
    for row, width in enumerate((4, 5, 6, 7, 6, 5, 4)):
        for column in range(width):
            name = f"{'abcdefg'[row]}{column + 1}"
            spots[name] = (4.6 + column - (width - 1) / 2, 4.0 + (3 - row) * sqrt(3) / 2)
    hexagon = tuple((4.6 + 4.4 * cos(pi * k / 3), 4.0 + 4.4 * sin(pi * k / 3)) for k in range(6))
    labels = tuple(Label(name[0], (x - 0.7, y)) for name, (x, y) in spots.items() if "1" in name)
    lines = tuple(
        Line((spots[f"{row}1"], spots[f"{row}{width}"]))
        for row, width in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    )
    return Board(9.2, 8, (Region(hexagon, "board", None, "board.edge"),), lines, labels, spots, 0.5)


HEXES = _hexes()


def stacks() -> Scene:
    """Men in stacks of up to three on a hexagon, with every kind of mark and a trail."""
    rng = Random(3)
    figures = [
        Figure(MAN, point, rng.choice(("seat.white", "seat.black")), level)
        for point in rng.sample(sorted(set(HEXES.spots) - {"d4"}), 24)
        for level in range(rng.choice((1, 1, 2, 3)))
    ]
    free = sorted(set(HEXES.spots) - {man.point for man in figures} - {"d4"})
    taken = sorted({man.point for man in figures})
    marks = (
        Mark(taken[0], "last"),
        Mark(taken[3], "captured"),
        Mark(free[0], "from"),
        Mark(free[1], "choice", "A"),
        Mark(taken[5], "choice", "B"),
        Mark(free[2], "reach"),
        Mark(free[3], "captured"),
    )
    trails = (Trail((free[0], taken[0])), Trail((free[5], taken[3])))
    trays = (
        Tray(1, MAN, "seat.white", (Item(MAN, "seat.white", 11),)),
        Tray(2, LETTERED, "seat.black", (Item(MAN, "seat.black", 5),)),
    )
    return Scene(HEXES, tuple(figures), trays, 1, marks=marks, trails=trails)


def _rectangle(left: float, top: float, width: float, height: float) -> tuple[XY, ...]:
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


DICE = {"die.blue": "seat.blue", "die.red": "seat.red", "die.black": "seat.black"}


def squares_board(roles: tuple[str, ...], side: int = 8) -> Board:
    """A board of square fields in alternating colours."""
    regions = [Region(_rectangle(0.6, 0.6, side + 0.4, side + 0.4), "board", None, "board.edge")]
    spots = {}
    for row in range(side):
        for column in range(side):
            name = f"{'abcdefghi'[column]}{side - row}"
            role = roles[(column * 3 + row * 5 + column * row) % len(roles)]
            square = _rectangle(0.8 + column, 0.8 + row, 1, 1)
            regions.append(Region(square, role, name, "field.edge"))
            spots[name] = (1.3 + column, 1.3 + row)
    labels = [Label("abcdefghi"[n], (1.3 + n, side + 1.2)) for n in range(side)]
    labels += [Label(str(side - n), (0.4, 1.3 + n)) for n in range(side)]
    size = side + 1.6
    own = {role: "field" for role in roles if role.startswith("katarenga.")} or DICE
    return Board(size, size, tuple(regions), (), tuple(labels), spots, 0.5, roles=own)


KATARENGA = tuple(f"katarenga.{colour}" for colour in ("red", "yellow", "green", "blue"))
COLOURED = squares_board(KATARENGA)
PLAIN = squares_board(("field", "field.alt"), 9)


def coloured() -> Scene:
    """Numbered men on coloured squares, with tinted fields."""
    points = Random(4).sample(sorted(COLOURED.spots), 30)
    figures = tuple(
        Figure((*MAN, Text(str(n + 1), (0, 0), 0.6)), point, ("seat.white", "seat.black")[n % 2])
        for n, point in enumerate(points[:14])
    )
    marks = (
        Mark(points[13], "last"),
        Mark(points[20], "from"),
        *(Mark(point, "reach") for point in points[21:26]),
        Mark(points[26], "goal"),
        Mark(points[27], "danger"),
        Mark(points[28], "choice", "12"),
    )
    trays = (Tray(1, MAN, "seat.white"), Tray(2, LETTERED, "seat.black"))
    return Scene(COLOURED, figures, trays, 2, marks=marks)


def dice() -> Scene:
    """Three dice and four seats in two rows."""
    figures = (
        Figure(die(9, "III"), "c3", "die.blue"),
        Figure(die(4, "IV"), "f7", "die.red"),
        Figure(die(7, "V"), "g2", "die.black"),
    )
    marks = (Mark("c3", "last"), Mark("c7", "from"), Mark("f8", "choice", "1"), Mark("h2", "goal"))
    glyphs = (MAN, SQUARE, TRIANGLE, DIAMOND)
    roles = ("seat.red", "seat.blue", "seat.green", "seat.yellow")
    trays = tuple(
        Tray(n + 1, glyph, role, (Item(die(3, "III"), "die.blue"), Item(MAN, role, 2 + 7 * n)))
        for n, (glyph, role) in enumerate(zip(glyphs, roles, strict=True))
    )
    return Scene(PLAIN, figures, trays, 3, marks=marks, trails=(Trail(("c7", "c3")),))


def _letters(number: int) -> str:
    return chr(97 + number) if number < 26 else "a" + chr(71 + number)


def ground_board(boards: tuple[tuple[int, int, int, int], ...]) -> Board:
    """Rectangles (left, bottom, width, height) on a lattice, each in its own tint."""
    right = max(x + width for x, _, width, _ in boards)
    top = max(y + height for _, y, _, height in boards)
    regions, spots, lines = [], {}, []
    for number, (x, y, width, height) in enumerate(boards):
        outline = _rectangle(x + 0.5, top - y - height + 0.5, width, height)
        regions.append(Region(outline, f"ground.{number % 8 + 1}"))
        lines.append(Line((*outline, outline[0]), "outline", 0.05))
        for column in range(x, x + width):
            for row in range(y, y + height):
                spots[f"{_letters(column)}{row + 1}"] = (column + 1.0, top - row)
    labels = [Label(_letters(n), (n + 1.0, top + 0.9)) for n in range(right)]
    labels += [Label(str(n + 1), (0.1, top - n)) for n in range(top)]
    own = {f"ground.{number}": "field" for number in range(1, 9)}
    size = right + 1, top + 1
    return Board(*size, tuple(regions), tuple(lines), tuple(labels), spots, 0.5, roles=own)


COMPACT = ground_board(
    (
        (0, 0, 6, 2),
        (6, 0, 2, 6),
        (0, 2, 6, 2),
        (2, 4, 4, 4),
        (8, 2, 6, 2),
        (8, 4, 2, 6),
        (10, 6, 4, 4),
    )
)
LONG = ground_board(tuple((6 * n, n % 3, 6, 2) for n in range(8)))
TOWER = ground_board(tuple((n % 2, 6 * n, 2, 6) for n in range(6)))

ROSE = ("seat.rose", "seat.violet", "seat.lightblue", "seat.darkblue")
FIGHTERS: tuple[Glyph, ...] = (MAN, SQUARE, TRIANGLE, DIAMOND)


def ground(board: Board = COMPACT, men: int = 72) -> Scene:
    """Fighters of four seats on a ground of any shape; seats 2 and 4 have won."""
    points = Random(5).sample(sorted(board.spots), min(men, len(board.spots) - 8))
    figures = tuple(
        Figure(FIGHTERS[n % 4], point, ROSE[n % 4], size=0.72) for n, point in enumerate(points)
    )
    marks = (Mark(points[0], "last"), Mark(points[1], "danger"))
    trays = tuple(
        Tray(
            n + 1,
            FIGHTERS[n],
            ROSE[n],
            (Item(FIGHTERS[n], ROSE[n], 18 - n), Item(SQUARE, ROSE[n], 3)),
        )
        for n in range(4)
    )
    return Scene(board, figures, trays, None, (2, 4), marks=marks)


def _kites() -> Board:
    regions, spots, lines = [], {}, []
    for number, (x, y) in enumerate(((0.0, 0.0), (sqrt(3) / -2, 1.5), (sqrt(3) / 2, 1.5))):
        for part in range(6):
            corners = []
            for turn, far in ((-30, sqrt(3) / 2), (0, 1.0), (30, sqrt(3) / 2)):
                angle = (60 * part + turn - 90) * pi / 180
                corners.append((x + 2.5 + far * cos(angle), y + 1.5 + far * sin(angle)))
            angle = (60 * part - 90) * pi / 180
            name = f"{'abc'[number]}{part + 1}"
            spots[name] = (x + 2.5 + 0.55 * cos(angle), y + 1.5 + 0.55 * sin(angle))
            role = f"castle.{number + 1}"
            regions.append(Region(((x + 2.5, y + 1.5), *corners), role, name, "field.edge"))
    lines.append(Line(((0.2, 3.0), (4.8, 3.0)), "line", 0.03, dotted=True))
    lines.append(Line(((0.5, 4.1), (4.5, 4.1)), "line.goal", 0.06))
    labels = [Label("a", (1.2, 0.8), 0.2), Label("b", (0.3, 2.2), 0.2), Label("c", (4.7, 2.2), 0.2)]
    own = {f"castle.{number}": "field" for number in (1, 2, 3)}
    return Board(5, 4.6, tuple(regions), tuple(lines), tuple(labels), spots, 0.28, roles=own)


KITES = _kites()


def kites(turned: float = 0.0) -> Scene:
    """Three seats around a board of kites, each at a corner."""
    figures = (
        Figure(MAN, "a1", "seat.red"),
        Figure(TRIANGLE, "a4", "seat.red"),
        Figure(DIAMOND, "b5", "seat.yellow"),
        Figure(LETTERED, "c3", "seat.blue"),
        Figure(TRIANGLE, "c1", "seat.blue", size=0.5, shift=(-0.4, 0)),
        Figure(TRIANGLE, "c1", "seat.red", size=0.5, shift=(0.4, 0)),
    )
    marks = (Mark("a4", "last"), Mark("a3", "from"), Mark("b5", "danger"), Mark("c6", "reach"))
    seats = (
        ("seat.red", MAN, (2.5, 0.0)),
        ("seat.yellow", DIAMOND, (0, 4.6)),
        ("seat.blue", LETTERED, (5, 4.6)),
    )
    trays = tuple(
        Tray(n + 1, glyph, role, (Item(DIAMOND, role, 2), Item(MAN, role)), at=at)
        for n, (role, glyph, at) in enumerate(seats)
    )
    trails = (Trail(("a3", "a4")),)
    return Scene(KITES, figures, trays, 2, marks=marks, trails=trails, turned=turned)


SCENES: dict[str, Callable[[], Scene]] = {
    "stacks": stacks,
    "coloured": coloured,
    "dice": dice,
    "ground": ground,
    "long": lambda: ground(LONG),
    "tower": lambda: ground(TOWER, 40),
    "kites": kites,
    "turned": lambda: kites(120.0),
}
