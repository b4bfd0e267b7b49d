"""Turnier's pictures: the last turn, and the numbers of boards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import play
from games.play import Line
from games.protocol import Part
from games.scene import Mark, Scene, Text, Trail, with_earlier
from games.turnier import GAME
from games.words import Event
from render.arrangement import Arrangement, fields_of, places_of
from render.badges import box_of
from render.layout import WIDTH, Box
from render.painter import view
from tests.games.turnier_positions import after, at, start


def numbered(scene: Scene) -> dict[int, tuple[float, float]]:
    """The numbers of boards in a picture, and their places."""
    return {
        int(shape.text): emblem.at
        for emblem in scene.emblems
        for shape in emblem.glyph
        if isinstance(shape, Text)
    }


def turn(men: str, token: str, hands: str = "") -> Scene:
    """The picture after a move, which is marked."""
    before = at(men, hands=hands)
    move = play.parse(GAME, before, token)
    done = GAME.apply(before, move)
    return GAME.scene(done, GAME.events(before, move, done))


def marked(scene: Scene) -> list[tuple[str, str]]:
    """The points with marks."""
    return [(mark.point, mark.role) for mark in scene.marks]


def test_an_arrow_leads_to_one_ring() -> None:
    """A fighter that has moved, and one that bears a flag that has moved, are marked alone. An
    arrow tells where each came from.
    """
    stepped = turn("a1/f8", "a1-b1")
    assert marked(stepped) == [("b1", "last")]
    assert stepped.trails == (Trail(("a1", "b1")),)
    flag = turn("a1*,c2/f8", "flag:a1-c2", "2,3")
    assert marked(flag) == [("c2", "last")]
    assert flag.trails == (Trail(("a1", "c2")),)
    assert not [line for line in (*stepped.lines, *flag.lines) if line.role == "last"]


def test_a_chain_has_one_arrow() -> None:
    """It goes through all places where the fighter landed."""
    jumps = [("a1", "a3"), ("a3", "c3"), ("c3", "c5")]
    last = [Event("moved", {"seat": 1, "from": start, "at": end}) for start, end in jumps]
    other = Event("flag-moved", {"seat": 1, "from": "c5", "at": "c6"})
    trails = GAME.scene(at("c5*,c6/f8", hands="2,3"), [*last, other]).trails
    assert trails == (Trail(("a1", "a3", "c3", "c5")), Trail(("c5", "c6")))


def test_a_flag_and_its_new_bearer_have_an_arrow_each() -> None:
    """A fighter that has been given a flag may move then. That is no chain."""
    flag = Event("flag-moved", {"seat": 1, "from": "a1", "at": "c2"})
    fighter = Event("moved", {"seat": 1, "from": "c2", "at": "c3"})
    trails = GAME.scene(at("a1,c3*/f8", hands="2,3"), [flag, fighter]).trails
    assert trails == (Trail(("a1", "c2")), Trail(("c2", "c3")))


def test_only_those_who_are_gone_have_crosses() -> None:
    """A captor that stands where a captured fighter stood is not marked as captured."""
    lost = [Event("captured", {"seat": 1, "other_seat": 2, "at": point}) for point in ("a1", "a3")]
    assert marked(GAME.scene(at("a1/f8"), lost)) == [("a3", "captured")]


def test_numbers_stand_where_nobody_does() -> None:
    """A board's number stands between free points near its middle, or else on a free point. A full
    board has none.
    """
    crowd = "a1,a2,b1,b2,c1,c2,d1,d2,e1,e2,f1"
    scene = GAME.scene(at(f"{crowd}/c3"), ())
    spots, places = scene.board.spots, numbered(scene)
    assert [*places] == [1, 2, 3, 4, 5]
    assert places[1] == pytest.approx(spots["f2"])
    for number, ends in ((2, ("d3", "e4")), (3, ("c5", "d6"))):
        (x, y), (u, v) = (spots[name] for name in ends)
        assert places[number] == pytest.approx(((x + u) / 2, (y + v) / 2))
    assert [*numbered(GAME.scene(at(f"{crowd},f2/c3"), ()))] == [2, 3, 4, 5]


def test_numbers_give_way_to_turns() -> None:
    """They stand neither on marks nor on the way of a move. Faint marks of earlier turns hide
    them.
    """
    crowd = "a1,b1,b2,c1,c2,d1,d2,e1,e2,f1"
    men = f"{crowd},f2/f8"
    free = GAME.scene(at(men), ())
    assert numbered(free)[1] == pytest.approx(free.board.spots["a2"])
    lost = Event("captured", {"seat": 1, "other_seat": 2, "at": "a2"})
    assert 1 not in numbered(GAME.scene(at(men), [lost]))
    faint = with_earlier(free, GAME.scene(at(men), [lost]), free)
    assert [*numbered(faint)] == [2, 3, 4, 5]
    middle = numbered(GAME.scene(at("c5/f8"), ()))[4]
    moved = turn("c8,d8/f8,e8", "c8-c7")
    assert numbered(moved)[4] != middle


def test_a_growing_ground_hides_its_grid() -> None:
    """No line of the grid crosses a board. Numbers stay on their boards while a shape is picked,
    beside the point by which a board was laid, which may be framed.
    """
    position = after(start(), "Csw@0,0 Sv@4,-5")
    scene = GAME.scene(position, ())
    fields = {region.point: region.polygon for region in scene.board.regions if region.point}
    grid = [line.points for line in scene.board.lines if line.role == "panel.edge"]
    for name in fields:
        x, y = scene.board.spots[name]
        for (left, top), (right, bottom) in grid:
            low, high = sorted((top, bottom))
            assert not (left - 0.1 < x < right + 0.1 and low - 0.1 < y < high + 0.1), name
    chosen = GAME.in_hand(position, (Part("shape", "Sh"),), scene)
    for board in (scene, chosen):
        (x, y), (u, v) = numbered(board)[1], board.board.spots["0,0"]
        assert (x - u, y - v) in (pytest.approx((1.5, -0.5)), pytest.approx((0.5, -1.5)))


def test_boards_that_are_left_are_nobodys() -> None:
    """They lie on a shelf of their own, above the ground and its grid, whoever is to lay one. While
    a shape is picked, its player has that one, and there is no shelf.
    """
    for boards, corners in (("", 4), ("Csw@0,0", 3), ("Csw@0,0 Cse@4,0", 2)):
        position = after(start(), boards)
        scene = GAME.scene(position, ())
        assert not any(tray.items for tray in scene.trays)
        left = [one for one in scene.emblems if one.role == "stock"]
        assert len(left) == 4 + corners
        assert all(
            one.at[1] + one.size < min(y for _, y in scene.board.spots.values()) - 0.5
            for one in left
        )
        chosen = GAME.in_hand(position, (Part("shape", "Sh"),), scene)
        assert not [one for one in chosen.emblems if one.role == "stock"]
        assert [bool(tray.items) for tray in chosen.trays] == [
            tray.seat == position.to_move for tray in chosen.trays
        ]
    assert not [one for one in GAME.scene(at("a1/f8"), ()).emblems if one.role == "stock"]


def laid(*boards: str) -> Scene:
    """The picture of two players' ground once it is complete."""
    position = GAME.start(play.setup(GAME, 2))
    for board in boards:
        position = GAME.apply(position, play.parse(GAME, position, board))
    return GAME.scene(position, ())


def printed(scene: Scene) -> dict[str, tuple[float, float]]:
    """The coordinates and where they are."""
    return {label.text: label.at for label in scene.board.labels}


def test_a_wide_ground_is_turned_when_it_is_complete() -> None:
    """With more than 14 columns and fewer rows, its columns lie below each other, the first at the
    top, and the first row is on the left. Its coordinates are beside what they name.
    """
    wide = laid("Sh@0,0", "Sh@6,0", "Sh@12,0", "Cnw@0,2", "Sh@14,2")
    spots, names = wide.board.spots, printed(wide)
    assert (wide.board.width, wide.board.height) == (6.5, 20.5)
    assert min(spots, key=lambda name: (spots[name][1], spots[name][0])) == "a1"
    for name, (x, y) in spots.items():
        assert x == names[name[1:]][0]
        assert y == names[name[:1]][1]
    assert all(names[letter][0] < min(x for x, _ in spots.values()) for letter in "abst")
    assert all(names[number][1] > max(y for _, y in spots.values()) for number in "126")


@pytest.mark.parametrize(
    "boards",
    [
        ("Sh@0,0", "Csw@6,0", "Cse@10,0", "Cnw@0,2", "Sv@4,2"),
        ("Sv@0,0", "Sv@0,6", "Sv@0,12", "Csw@2,0", "Cse@2,4"),
    ],
)
def test_other_grounds_stay_as_they_were_laid(boards: tuple[str, ...]) -> None:
    """With 14 columns, or higher than wide, the first row is at the bottom."""
    scene = laid(*boards)
    spots, names = scene.board.spots, printed(scene)
    for name, (x, y) in spots.items():
        assert x == names[name[:1]][0]
        assert y == names[name[1:]][1]
    assert names["1"][1] > names["2"][1]
    assert names["a"][0] < names["b"][0]


def test_a_growing_ground_is_never_turned() -> None:
    """Its x goes to the right as long as boards are laid, and all its boards lie within it."""
    scene = laid("Sh@0,0", "Sh@6,0", "Sh@12,0", "Sh@18,0")
    spots = scene.board.spots
    assert spots["0,0"][0] < spots["23,0"][0]
    assert spots["0,0"][1] == spots["23,0"][1]


@pytest.mark.parametrize(
    ("position", "named", "whole"),
    [
        pytest.param(
            "2+flags Cse@0,0/Cse@4,0/Sv@-2,-1/Cse@-5,-5/Cse@-4,-9 fight 2 "
            "b2,c2,d1,e1,e11,e13,m10/c6,c7*,d10,d12,d3,e10,e2,g11,h12*,k10,k11,l13 "
            "3,1 mover:c7;moved:c7;progress 1 - - - -",
            19,
            5,
            id="beside them",
        ),
        pytest.param(
            "2+flags Sh@0,0/Cse@0,-4/Sv@1,-10/Sh@-3,2/Sv@-2,-4 fight 2 "
            "a14,b14,b7,b8,b9,c12,c7,c8,e1,e2,f11,g7/"
            "a13,b11,c10,c14,c9,d11*,d12,e11,f10,f13,f6,f9,g8,i11 3,2 - 25 - 2:: - -",
            24,
            5,
            id="names give way to fighters",
        ),
        pytest.param(
            "2+flags Cne@0,0/Cne@-1,-4/Cne@-1,-8/Cne@-1,-12/Sh@-1,-14 fight 2 "
            "a1,a13,a9,c1,c10,c11,c5,c8,d13,d16,d8,e18,f2/a14,a2,a5,b17,c18,c6,d1,d11,d7,d9,f1 "
            "3,3 - 1 - 2::;1:c8,c9: - -",
            24,
            4,
            id="a number gives way",
        ),
    ],
)
def test_no_name_lies_on_a_number(position: str, named: int, whole: int) -> None:
    """Names of fighters that may be picked stay beside the numbers of boards and in the picture. A
    number for which there is no room left gives way, and so does a name among fighters.
    """
    scene = GAME.scene(GAME.position(position), ())
    men = sorted({man.point for man in scene.figures})
    scene = replace(scene, marks=tuple(Mark(point, "choice", point) for point in men))
    shown = view(scene, WIDTH)
    board, places = scene.board, places_of(scene.board, shown)
    arranged = Arrangement(scene, shown, places, fields_of(board, shown, places), 1.0)
    told = [box_of(badge, cap) for badge, cap in arranged.lettering.badges]
    assert len(told) == named
    free = 0
    for emblem in scene.emblems:
        (x, y), size = shown.place(emblem.at), emblem.size * shown.scale
        free += not any(box.meets(Box(x, y, x, y).grown(0.6 * size)) for box in told)
    assert free == whole
    assert len([*arranged.emblems()]) == whole
    picture = Box(0, 0, *shown.size)
    assert all(box.union(picture) == picture for box in told)


def test_names_hide_neither_fighters_nor_coordinates() -> None:
    """Names of fighters that may be removed lie on nothing else that is to be seen: other fighters,
    coordinates, crosses, other names. Where there is no room, the coordinates suffice.
    """
    men = (
        "a2,a3,a4,a7,a8,b1,b2,b4,b5,b8,c2,d1,d2,d7,e1,e8,f8,g8/"
        "c1,f1,f2,f7,g1,g2,g3,g4,h2,h4,h6,h8,i5,i6,j2,j3,j5,j6"
    )
    ground = "Csw@0,0/Cse@4,0/Cnw@0,4/Cne@4,4/Sv@8,1"
    start = Line.at(GAME, GAME.position(f"2+flags {ground} opening 1 {men} 3,3 - 0 - - - -"))
    taken = play.play_turn(start, "xf1 xg2 xj5 xh8")
    position, steps = taken.line.position, taken.steps
    scene = GAME.scene(position, play.events(GAME, steps))
    enemies = [str(move)[1:] for move in GAME.legal_moves(position)]
    marks = tuple(Mark(point, "choice", point) for point in enemies)
    shown = view(scene, WIDTH)
    scene = replace(scene, marks=(*scene.marks, *marks))
    board, places = scene.board, places_of(scene.board, shown)
    arranged = Arrangement(scene, shown, places, fields_of(board, shown, places), 1.0)
    told = {badge.text: box_of(badge, cap) for badge, cap in arranged.lettering.badges}
    assert 8 < len(told) < len(enemies)
    seen = {man.point for man in scene.figures} | {mark.point for mark in scene.marks}
    for name, whole in told.items():
        box = whole.grown(-4)
        others = (places[point] for point in seen - {name})
        assert not any(box.meets(Box(x, y, x, y).grown(0.6 * shown.spot)) for x, y in others), name
        assert not any(box.meets(label.box) for label in shown.labels), name
        assert not any(box.meets(other.grown(-4)) for text, other in told.items() if text != name)
