"""Marks of earlier turns, and the letters of choices."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

from games.scene import EARLIER, Disc, Emblem, Mark, Scene, Trail, with_earlier, with_expected
from render import THEMES, badges, paint
from render.layout import Box
from render.theme import UnknownRoleError
from tests.render import scenes
from tests.render.painted import changed, drawn

pytestmark = pytest.mark.untraced


def clear(scene: Scene) -> Scene:
    """The scene without marks."""
    return replace(scene, marks=(), trails=())


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("role", EARLIER)
def test_earlier_marks_are_fainter(role: str, theme: str) -> None:
    """On fields and bare points, with and without a man, they are visible but fainter than current
    ones.
    """
    for scene, free in ((scenes.coloured(), "h4"), (scenes.stacks(), "d4")):
        bare = clear(scene)
        for point in (free, scene.figures[0].point):
            now, before = (
                drawn(replace(bare, marks=(Mark(point, one),)), theme=theme)
                for one in (role, EARLIER[role])
            )
            plain = drawn(bare, theme=theme)
            strength = [
                sum(
                    value * count
                    for value, count in enumerate(
                        ImageChops.difference(one, plain).convert("L").histogram()
                    )
                )
                for one in (now, before)
            ]
            assert changed(before, plain) > 80
            assert strength[1] < strength[0]


def test_earlier_trails_are_fainter() -> None:
    """The trail of an earlier turn is visible, and painted differently."""
    bare = clear(scenes.stacks())
    now, before = (
        drawn(replace(bare, trails=(Trail(("d4", "e3"), role),))) for role in ("last", "earlier")
    )
    assert changed(before, drawn(bare)) > 100
    assert changed(before, now) > 100
    with pytest.raises(UnknownRoleError, match="choice"):
        paint(replace(bare, trails=(Trail(("d4", "e3"), "choice"),)))


def test_with_earlier() -> None:
    """Marks of the last turn take precedence over earlier ones, and permanent marks appear once."""
    bare = replace(clear(scenes.stacks()), marks=(Mark("g1", "last"),))
    last = replace(
        bare,
        marks=(*bare.marks, Mark("a1", "from"), Mark("a2", "last")),
        trails=(Trail(("a1", "a2")),),
    )
    before = replace(
        bare,
        marks=(*bare.marks, Mark("b1", "from"), Mark("a1", "last"), Mark("b3", "captured")),
        trails=(Trail(("b1", "a1")), Trail(("b1", "nowhere"))),
    )
    shown = with_earlier(last, before, bare)
    assert shown.marks == (
        Mark("b1", "earlier-from"),
        Mark("b3", "earlier-captured"),
        *last.marks,
    )
    assert shown.trails == (Trail(("b1", "a1"), "earlier"), Trail(("a1", "a2")))


@pytest.mark.parametrize(
    ("earlier", "kept"),
    [
        (("a2", "a1"), False),  # There and back.
        (("a1", "a3"), False),
        (("a2", "a4"), True),  # One goes on where the other ends.
        (("b1", "b3", "a2", "a1"), False),
        (("b1", "b2"), True),
        (("b1", "a1"), True),
    ],
)
def test_arrows_do_not_lie_on_each_other(earlier: tuple[str, ...], kept: bool) -> None:
    """Where the last turn's arrow runs, an earlier one is left out, but not its marks."""
    bare = clear(scenes.stacks())
    last = replace(bare, trails=(Trail(("a1", "a2")),))
    marks = (Mark(earlier[0], "from"), Mark(earlier[-1], "last"))
    shown = with_earlier(last, replace(bare, marks=marks, trails=(Trail(earlier),)), bare)
    assert (Trail(earlier, "earlier") in shown.trails) == kept
    assert Trail(("a1", "a2")) in shown.trails
    assert [mark.role for mark in shown.marks] == ["earlier-from", "earlier"]


def test_one_arrow_along_a_line() -> None:
    """No earlier arrow is drawn along the last turn's, but those that cross or touch it are."""
    bare = clear(scenes.coloured())
    last = replace(bare, trails=(Trail(("f6", "c3")),))
    ways = {("d4", "f6"): False, ("f6", "h8"): True, ("g5", "d4"): True, ("c3", "f6"): False}
    ways |= {("a1", "c3"): True, ("b3", "g8"): True, ("b2", "d4"): False, ("a1", "h8"): False}
    for points, seen in ways.items():
        shown = with_earlier(last, replace(bare, trails=(Trail(points),)), bare)
        assert (Trail(points, "earlier") in shown.trails) == seen, points


def grid(side: int, gap: float) -> list[badges.Badge]:
    """Numbered badges on the points of a grid."""
    places = [(x * gap, y * gap) for y in range(side) for x in range(side)]
    return [badges.Badge(str(n), "choice", place) for n, place in enumerate(places, start=1)]


@pytest.mark.parametrize("gap", [24.0, 31.0, 44.0, 70.0, 200.0])
def test_badges_do_not_overlap(gap: float) -> None:
    """A hundred badges side by side are as large as possible without overlapping."""
    found = grid(10, gap)
    sizes = badges.sizes(found, badges.LARGEST, 1.0)
    assert all(badges.LEAST <= size <= badges.LARGEST for size in sizes)
    for (one, cap), (two, other) in combinations(zip(found, sizes, strict=True), 2):
        if min(cap, other) > badges.LEAST:
            (x, y), (u, v) = one.centre, two.centre
            beside = abs(x - u) >= one.wide * cap + two.wide * other
            assert beside or abs(y - v) >= 0.86 * (cap + other)
    assert sizes[44] >= min(badges.LARGEST - 1, gap * 0.36)


def test_badges_of_points() -> None:
    """A badge is on a free point, or beside the man on it. Texts of one point share a badge."""
    places = {"a": (10.0, 10.0), "b": (50.0, 10.0)}
    marks = (Mark("a", "choice", "A"), Mark("b", "choice", "B"), Mark("a", "choice", "C"))
    men = {"b": Box(40.0, 0.0, 60.0, 20.0)}
    one, two = badges.of((*marks, Mark("b", "last")), places, men, 12.0)
    assert (one.text, one.centre) == ("A·C", (10.0, 10.0))
    assert two.text == "B"
    assert two.centre[0] > 50
    assert two.centre[1] < 10


def test_badges_lie_beside_men() -> None:
    """A man's badge lies where it covers neither the man nor the men and badges around."""
    places = {"a": (50.0, 50.0), "b": (80.0, 20.0), "c": (20.0, 20.0), "d": (50.0, 10.0)}
    men = {name: Box(x, y, x, y).grown(15.0) for name, (x, y) in places.items() if name != "d"}
    marks = tuple(Mark(name, "choice", name * 2) for name in "ad")
    beside, free = badges.of(marks, places, men, 14.0)
    assert free.centre == places["d"]
    box = badges.box_of(beside, 14.0)
    assert not any(badges._shared(box, man) for name, man in men.items() if name != "a")
    assert not box.meets(badges.box_of(free, 14.0))
    assert badges._shared(box, men["a"]) < 0.1 * box.width * box.height, "on its rim"
    label = box.grown(-3.0)
    moved, _ = badges.of(marks, places, men, 14.0, [label])
    assert badges._shared(badges.box_of(moved, 14.0), label) < badges._shared(box, label)


def test_badges_lie_on_the_rims_of_round_men() -> None:
    """So nobody takes one for a neighbour's. Men that fill their corners are left alone."""
    places, men = {"a": (50.0, 50.0)}, {"a": Box(35.0, 35.0, 65.0, 65.0)}
    marks = (Mark("a", "choice", "a1"),)
    (on_rim,) = badges.of(marks, places, men, 14.0)
    assert badges.box_of(on_rim, 14.0).grown(-2.0).meets(men["a"].grown(-5.0))
    (beside,) = badges.of(marks, places, men, 14.0, cornered={"a"})
    assert not badges.box_of(beside, 14.0).grown(-0.1).meets(men["a"])


@pytest.mark.parametrize(("gap", "seen"), [(44.0, 0), (120.0, 100)])
def test_small_names_are_left_out(gap: float, seen: int) -> None:
    """Where a point's name can't be read on a phone, none is written. What can't be told otherwise
    is written all the same.
    """
    found = grid(10, gap)
    names = {badge.text for badge in found}
    assert len([*badges.readable(found, badges.LARGEST, 1.0, names)]) == seen
    assert len([*badges.readable(found, badges.LARGEST, 1.0, ())]) == 100


def test_badges_lie_on_the_feet_of_large_men() -> None:
    """A badge that fits on its man hangs over no neighbour, however close they stand."""
    places = {f"{x}{y}": (50.0 * x, 87.0 * y) for x in range(3) for y in range(3)}
    men = {name: Box(x, y, x, y).grown(24.0) for name, (x, y) in places.items()}
    for badge in badges.of([Mark(name, "choice", name) for name in men], places, men, 12.0):
        box, man = badges.box_of(badge, 12.0), men[badge.text]
        assert box.top > (man.top + man.bottom) / 2, "its symbol is seen"
        assert man.left < box.left < box.right < man.right
        assert not any(box.meets(other) for name, other in men.items() if name != badge.text)


def test_badges_that_could_be_taken_for_a_neighbours_point_to_their_men() -> None:
    """In the midst of men that fill their squares, a badge lies beside several of them."""
    places = {f"{x}{y}": (30.0 * x, 30.0 * y) for x in range(5) for y in range(5)}
    men = {name: Box(x, y, x, y).grown(14.0) for name, (x, y) in places.items() if name != "32"}
    for chosen, points in (("22", True), ("04", False)):
        marks = (Mark(chosen, "choice", chosen),)
        (badge,) = badges.of(marks, places, men, 18.0, cornered=places)
        assert (badge.tip is not None) == points
        if badge.tip is not None:
            x, y = (at + far for at, far in zip(badge.centre, badge.tip, strict=True))
            assert [name for name, box in men.items() if Box(x, y, x, y).meets(box)] == [chosen]


def test_emblems_give_way_to_choices() -> None:
    """The number of a board isn't drawn next to a point that may be chosen."""
    scene = replace(clear(scenes.coloured()), figures=())
    x, y = scene.board.spots["d4"]
    number = Emblem((Disc((0, 0), 1.0),), (x + 0.2, y), 0.3, scene.trays[0].role)
    for point, seen in (("d4", False), ("h8", True)):
        marked = replace(scene, marks=(Mark(point, "choice"),))
        assert (changed(drawn(replace(marked, emblems=(number,))), drawn(marked)) > 0) == seen


def test_badges_leave_the_corners_of_dice_alone() -> None:
    """A badge beside a man that fills its square covers nothing of it."""
    men = {"a": Box(35.0, 35.0, 65.0, 65.0)}
    marks = (Mark("a", "choice", "63"),)
    (disc,) = badges.of(marks, {"a": (50.0, 50.0)}, men, 14.0)
    (die,) = badges.of(marks, {"a": (50.0, 50.0)}, men, 14.0, cornered={"a"})
    assert badges._shared(badges.box_of(disc, 14.0), men["a"]) > 0
    assert badges._shared(badges.box_of(die, 14.0), men["a"]) == pytest.approx(0)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_a_hundred_letters(theme: str) -> None:
    """Every point of a crowded board can have a number, in every theme."""
    scene = scenes.coloured()
    marks = tuple(Mark(p, "choice", str(n)) for n, p in enumerate(scene.board.spots, start=1))
    lettered = drawn(replace(scene, marks=marks), theme=theme)
    assert changed(lettered, drawn(replace(scene, marks=()), theme=theme)) > 100 * len(marks)


def test_with_expected() -> None:
    """Possible turns are numbered at their targets, and their ways are arrows. Permanent marks are
    not turns, and points of other boards are left out.
    """
    bare = replace(clear(scenes.stacks()), marks=(Mark("g1", "last"),))
    first = replace(
        bare,
        marks=(*bare.marks, Mark("a2", "last"), Mark("a1", "captured")),
        trails=(Trail(("a1", "a2")),),
    )
    second = replace(
        bare,
        marks=(*bare.marks, Mark("a2", "last"), Mark("nowhere", "last")),
        trails=(Trail(("a2", "nowhere")), Trail(("b1", "a2"))),
    )
    shown = with_expected(bare, [first, second])
    assert shown.marks == (*bare.marks, Mark("a1", "captured"), Mark("a2", "choice", "1/2"))
    assert shown.trails == (Trail(("a1", "a2")), Trail(("b1", "a2"), "earlier"))
    assert with_expected(bare, []) == bare


def test_badges_stay_in_the_picture() -> None:
    """At the board's upper edge a badge goes to another side of its man, and is whole."""
    men = {"a": Box(35.0, 5.0, 65.0, 35.0)}
    marks, places = (Mark("a", "choice", "63"),), {"a": (50.0, 20.0)}
    (free,) = badges.of(marks, places, men, 14.0)
    (kept,) = badges.of(marks, places, men, 14.0, within=Box(0.0, 0.0, 200.0, 200.0))
    assert badges.box_of(free, 14.0).top < 0 < badges.box_of(kept, 14.0).top
