"""Tables, brackets and courses: readable on a phone, in every theme, whatever has to be shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from render import course, signs, table, tree
from render import text as letters
from render.layout import WIDTH
from render.page import Heading, Note, Page
from render.table import Cell, Column, Row, Table, pages
from render.theme import contrast
from render.themes import THEMES
from render.tree import Node, Side, Tree
from tests.render.pages import LONG, bracket, check, square, standings, way

Laid = Callable[[str], Page]

HARD: dict[str, Laid] = {
    "standings": partial(table.laid, standings()),
    "figures": partial(table.laid, standings(16, 12)),
    "square": partial(table.laid, square()),
    "twice": partial(table.laid, square(8, twice=True)),
    "small square": partial(table.laid, square(3)),
    "empty": partial(table.laid, Table((Column("Name", wide=True),), ())),
    "bracket": partial(tree.laid, bracket()),
    "three": partial(tree.laid, bracket(3)),
    "two": partial(tree.laid, bracket(2, heading=False)),
    "one": partial(tree.laid, bracket(1)),
    "way": partial(course.laid, way()),
    "long way": partial(course.laid, way(40, 64)),
    "a step": partial(course.laid, way(1, 1)),
    "wide marks": partial(course.laid, way(12, 8, "2¾")),
}
"""Pages by name."""
COLOURFUL = ("standings", "square", "bracket", "way")
"""Those that have all colours."""


@pytest.mark.untraced  # It looks at every point of the picture.
@pytest.mark.parametrize(
    ("name", "theme"),
    [
        *((name, "light") for name in sorted(HARD)),
        *((name, theme) for name in COLOURFUL for theme in sorted({*THEMES} - {"light"})),
    ],
)
def test_everything_can_be_read(name: str, theme: str) -> None:
    """No word overlaps another, leaves the page, is too small, or hard to tell from its ground."""
    check(HARD[name](theme))


@pytest.mark.long
@pytest.mark.parametrize("name", ["standings", "bracket", "way"])
def test_the_same_page_is_the_same_picture(name: str) -> None:
    """Nothing is random, and the file is small. Another theme gives another picture."""
    picture = HARD[name]("light").picture()
    assert HARD[name]("light").picture().png == picture.png
    assert HARD[name]("dark").picture().png != picture.png
    assert len(picture.png) < 100_000
    with Image.open(BytesIO(picture.png)) as image:
        assert (image.format, image.size) == ("PNG", picture.size)
    assert picture.size[0] == WIDTH


def _texts(page: Page) -> list[str]:
    return [word.text for word in page.words]


def test_what_there_is_no_room_for_goes() -> None:
    """Of the columns that may be spared the last go, and their notes with them. It is noted from
    which one on they are gone. The others stay.
    """
    texts = _texts(table.laid(standings(6, 12), "light"))
    shown = [f"T{n}" in texts for n in range(12)]
    assert shown == sorted(shown, reverse=True)
    assert 0 < sum(shown) < 12
    for at, there in enumerate(shown):
        assert (f"tie-break {at}" in texts) == there
        assert texts.count(f"T{at}") == (2 if there else 0)
    assert [text for text in texts if text.startswith("from")] == [f"from {sum(shown)}"]
    assert {"Name", "Points"} <= {*texts}


def test_long_names_end_with_an_ellipsis() -> None:
    """A name that is too long is shortened; one that fits is not. Of partners each is named."""
    texts = _texts(table.laid(standings(6), "light"))
    assert "Anna" in texts
    assert any(text.startswith("Somebody with") and text.endswith("…") for text in texts)
    both = next(text for text in texts if text.endswith("& Al"))
    assert both.startswith("Somebody")
    assert "… & " in both


def test_partners_share_the_room() -> None:
    """Who has a short name keeps it whole, and the rest goes to the longer ones."""
    shown = letters.fitted_names(f"Al & {LONG} & {LONG}", 24, 400)
    assert letters.width(shown, 24) <= 400
    first, second, third = shown.split(" & ")
    assert first == "Al"
    assert abs(len(second) - len(third)) <= 1
    assert letters.fitted_names("Al & Bo", 24, 400) == "Al & Bo"
    tight = letters.width("Dör… & …", 24)
    assert letters.fitted_names("Dörte & Emil", 24, tight) == letters.fitted(
        "Dörte & Emil", 24, tight
    )
    assert letters.fitted_names(LONG, 24, 200) == letters.fitted(LONG, 24, 200)


def test_rows_that_stand_out_do_so_without_colours() -> None:
    """In print, too, a reader's own row differs: it is bold and has a bar."""
    columns = (Column("#"), Column("Name", 0.0, wide=True, least=300))
    row = Row((Cell("1"), Cell("Anna")))
    plain, own = (
        table.laid(Table(columns, (one,)), "print") for one in (row, replace(row, out=True))
    )
    assert {word.weight for word in plain.words} == {"semibold"}
    assert {word.weight for word in own.words if word.text == "Anna"} == {"bold"}
    assert plain.shapes().tobytes() != own.shapes().tobytes()


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_the_diagonal_is_quieter_than_wins(theme: str) -> None:
    """Where nobody can meet, the ground is closer to the table's own than that of a win."""
    page = table.laid(square(3), theme)
    panel, win = page.theme.colour("panel"), page.tint("rise", 0.34)
    void = contrast(page.tint("panel.edge", 0.4), panel)
    colours = page.shapes().getcolors(1 << 16) or ()
    assert page.tint("panel.edge", 0.4) in {rgb for _, rgb in colours}
    assert void > 1.03
    assert 1.2 * void < contrast(win, panel)


@pytest.mark.parametrize(
    ("count", "most", "sizes"),
    [
        (0, 16, [0]),
        (1, 16, [1]),
        (16, 16, [16]),
        (17, 16, [8, 9]),
        (64, 12, [10, 11, 11, 10, 11, 11]),
    ],
)
def test_pages_are_even(count: int, most: int, sizes: list[int]) -> None:
    """Every row is on one page, and no page is nearly empty."""
    found = pages(count, most)
    assert sorted(map(len, found)) == sorted(sizes)
    assert [at for page in found for at in page] == list(range(count))


def test_a_tree_grows_to_the_right() -> None:
    """Each encounter stands in the middle between the two that lead to it, and the match apart
    stands below the last one.
    """
    page = tree.laid(bracket(3), "light")
    at = {word.text: word.box for word in page.words}
    assert at["Quarter-finals"].left < at["Semi-finals"].left < at["Final"].left
    assert at["Place 3"].left == at["Final"].left
    last = [word for word in page.words if word.box.left > at["Final"].left and word.text == "1½"]
    assert len(last) == 1
    assert at["Place 3"].top > last[0].box.bottom


def test_columns_leave_each_other_room() -> None:
    """Where nobody has come to yet is narrow, and names elsewhere are longer for that. Titles that
    would be cut have a shorter form, and only those.
    """
    titles = "A round whose title is long", "B round", "C round", "D round"
    full = replace(bracket(), titles=titles, shorter=("Short", "B", "C", "D"))
    nobody = tuple((Node((Side(), Side())),) * (1 << (3 - at)) for at in (1, 2, 3))
    bare = replace(full, columns=(full.columns[0], *nobody), apart=None)
    names = [
        max((text for text in _texts(tree.laid(what, "light")) if text[:2] == "So"), key=len)
        for what in (full, bare)
    ]
    assert len(names[1]) > 2 * len(names[0])
    assert {"Short", *titles[1:]} <= {*_texts(tree.laid(full, "light"))}
    check(tree.laid(bare, "light"))


def test_names_are_smaller_before_one_is_cut() -> None:
    """The names of a final, which has medals, are as whole as those of the round before."""

    def met(one: str, other: str, *medals: int) -> Node:
        first, second = (signs.medal(medal) for medal in medals) if medals else (None, None)
        return Node((Side(one, "1", "ahead", first), Side(other, "0", "behind", second)))

    quarter = met("Ritterin Rosa", "Anna"), met("Knappe Kuno", "Edelknabe Pip")
    half = met("Ritterin Rosa", "David"), met("Knappe Kuno", "Edelknabe Pip")
    last = (met("Ritterin Rosa", "Knappe Kuno", 1, 2),)
    columns = (quarter * 2, half, last)
    third = met("Edelknabe Pip", "David", 3, 3)
    page = tree.laid(Tree(columns, ("One", "Two", "Three"), apart=third), "light")
    assert _texts(page).count("Edelknabe Pip") == 4
    assert not any("…" in text for text in _texts(page))
    check(page)


def test_the_first_place_is_at_the_top() -> None:
    """Higher places stand higher; titles are thinned out before they overlap, never the last."""
    page = course.laid(way(16, 20), "light")
    at = {word.text: word.box for word in page.words}
    assert at["1."].top < at["5."].top < at["20."].top
    titles = [text for text in at if text.startswith("R")]
    assert "R16" in titles
    assert len(titles) < 16


def test_words_below_steps_are_whole() -> None:
    """Where one of them would be cut, all are short, and it is said what that means. Where they
    all fit, nothing needs to be explained.
    """
    long, short = way(5), way(3)
    short = replace(short, steps=tuple(replace(step, word="Anna") for step in short.steps))
    assert _texts(course.laid(short, "light")).count("Anna") == 3
    assert "below: the place" not in _texts(course.laid(short, "light"))
    texts = _texts(course.laid(long, "light"))
    assert "Anna" not in texts
    assert texts.count("20") == 5
    assert "below: the place" in texts


def test_notes_flow() -> None:
    """Notes stand side by side as far as there is room, and none is cut that fits in a line."""
    notes = tuple(Note(f"meaning of sign {n}", f"S{n}") for n in range(7))
    page = table.laid(Table((Column("Name", wide=True),), (), Heading(), notes), "light")
    tops = [word.box.top for word in page.words if word.text.startswith("meaning")]
    assert len(tops) == 7
    assert 1 < len({*tops}) < 7
