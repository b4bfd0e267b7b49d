"""Turnier's pictures: the last turn, and the numbers of boards."""

from __future__ import annotations

import pytest

from games import play
from games.protocol import Part
from games.scene import Scene, Text, Trail, with_earlier
from games.turnier import GAME
from games.words import Event
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
    """No line of the grid crosses a board. Numbers stay on their boards while a shape is picked."""
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
        assert (x - u, y - v) == pytest.approx((0.5, -0.5))
