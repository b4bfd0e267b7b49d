"""What holds for every page of words and shapes, and some pages that are hard to lay out."""

from __future__ import annotations

from itertools import combinations

from games.scene import Glyph
from render import signs
from render.course import Band, Course, Step, Tone
from render.page import MARGIN, SMALL, Heading, Note, Page
from render.table import Cell, Column, Row, Table
from render.theme import contrast
from render.tree import Node, Side, Tree

READABLE = 3.4
"""The least contrast of a word with any ground that it stands on."""
HIGHEST = 1320
"""The greatest height that is still seen whole on a phone."""

LONG = "Somebody with a name that is longer than there is room for anywhere"
NAMES = ("Anna", LONG, "Ben", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Dörte & Emil", f"{LONG} & Al")


def check(page: Page) -> None:
    """Nothing overlaps or leaves the page, all is large enough, and stands out from its ground."""
    width, height = page.size
    assert height <= HIGHEST
    shapes = page.shapes()
    for word in page.words:
        left, top, right, bottom = map(round, word.box)
        assert MARGIN <= left < right <= width - MARGIN + 1, word.text
        assert MARGIN <= top < bottom <= height - MARGIN + 1, word.text
        assert word.cap >= SMALL, word.text
        grounds = shapes.crop((left, top, right, bottom)).getcolors(1 << 12)
        # Edges of shapes are blended; what is seen of a ground is more than a tenth of the box.
        seen = [rgb for n, rgb in grounds or () if n * 10 > (right - left) * (bottom - top)]
        assert seen
        for ground in seen:
            assert isinstance(ground, tuple)
            found = contrast(word.ink, (ground[0], ground[1], ground[2]))
            assert found >= READABLE, (word.text, word.ink, ground)
    for one, other in combinations(page.words, 2):
        apart = (
            one.box.right <= other.box.left
            or other.box.right <= one.box.left
            or one.box.bottom <= other.box.top
            or other.box.bottom <= one.box.top
        )
        assert apart, (one.text, other.text)


def standings(rows: int = 16, figures: int = 4) -> Table:
    """A table with long names, signs of all kinds, and more figures than there is room for."""
    columns = (
        Column("#"),
        Column("Name", 0.0, wide=True, least=300),
        *(
            Column(
                f"T{n}", spared=n + 1, note=Note(f"tie-break {n}", f"T{n}"), gone=Note(f"from {n}")
            )
            for n in range(figures)
        ),
        Column("Points"),
    )
    kinds: tuple[tuple[Glyph | None, str | None, bool], ...] = (
        (signs.medal(1), signs.ROLES[0], False),
        (signs.medal(2), signs.ROLES[1], False),
        (signs.medal(3), signs.ROLES[2], False),
        (signs.UP, "rise", True),
        (signs.DOWN, "fall", True),
        (None, None, False),
    )
    made = []
    for number in range(rows):
        cells = (
            Cell(str(number + 1)),
            Cell(NAMES[number % len(NAMES)], "soft" if number == 5 else "plain"),
            *(Cell("1234½", "soft") for _ in range(figures)),
            Cell("10½", "strong"),
        )
        sign, role, tinted = kinds[number % len(kinds)]
        made.append(Row(cells, sign, role, tinted, out=number % 5 == 2))
    notes = Note("promoted", signs.UP, "rise"), Note(LONG * 2, signs.DOWN, "fall")
    return Table(columns, tuple(made), Heading(LONG * 2, LONG * 2), notes)


def square(count: int = 12, *, twice: bool = False) -> Table:
    """Each against each, with every kind of cell."""
    kinds = (Cell("1", "full"), Cell("½", "ring"), Cell("0", "soft"), Cell("+"), Cell())
    columns = (
        Column("#"),
        Column("Name", 0.0, wide=True, least=190),
        *(Column(str(n + 1), 0.5, even=True, least=50) for n in range(count)),
        Column("Points"),
    )
    rows = []
    for one in range(count):
        cells = [kinds[(one * 3 + other) % 5] for other in range(count)]
        if twice:
            cells = [Cell(cell.text, cell.tone, cell.text or "0", both=True) for cell in cells]
        else:
            cells = [
                Cell(cell.text, cell.tone, "64") if at % 2 else cell
                for at, cell in enumerate(cells)
            ]
        cells[one] = Cell(tone="void")
        name = Cell(NAMES[one % len(NAMES)])
        rows.append(Row((Cell(str(one + 1)), name, *cells, Cell("19½", "strong")), out=one == 3))
    return Table(columns, tuple(rows), Heading("A cup", "Round 3"))


def bracket(columns: int = 4, *, heading: bool = True) -> Tree:
    """A bracket with byes, places nobody has come to yet, and a match apart."""
    made = []
    for column in range(columns):
        nodes = []
        for number in range(1 << (columns - 1 - column)):
            name = NAMES[(number + column) % len(NAMES)]
            first = Side(name, "1½", "ahead", out=number == 1)
            second = Side(NAMES[number % 3], "½", "behind")
            if column == columns - 1:
                first = Side(name, "1½", "ahead", signs.medal(1), signs.ROLES[0])
            if not column and number % 4 == 3:
                nodes.append(Node((Side(name, "bye"),)))
            elif column == 1 and number == 1:
                nodes.append(Node((Side(), Side())))
            else:
                nodes.append(Node((first, second)))
        made.append(tuple(nodes))
    third = Node((Side(LONG, "1", "ahead", signs.medal(3), signs.ROLES[2]), Side()), "Place 3")
    titles = ("Round of 16", "Quarter-finals", "Semi-finals", "Final")[-columns:]
    top = Heading("A cup", "The final") if heading else Heading()
    return Tree(tuple(made), titles, (), top, (Note("by forfeit", "+ −"),), third)


def way(steps: int = 7, places: int = 20, mark: str = "1") -> Course:
    """A course up and down, with bands at both ends."""
    kinds: tuple[Tone, ...] = ("full", "ring", "soft", "plain")
    made = tuple(
        Step(
            1 + (7 * n) % places,
            f"R{n + 1}",
            mark,
            kinds[n % 4],
            NAMES[n % len(NAMES)],
            str(places),
        )
        for n in range(steps)
    )
    bands = Band(1, min(2, places), signs.UP, "rise"), Band(places, places, signs.DOWN, "fall")
    notes = (Note("promoted", signs.UP, "rise"),)
    return Course(
        made,
        places,
        Heading("A cup", LONG),
        bands if places > 3 else (),
        notes,
        Note("below: the place"),
    )
