"""Turnier's main fight: moves, jumps, captures and chains."""

from __future__ import annotations

import pytest

from games import play
from games.errors import IllegalMove
from games.play import Line, whole_turn
from games.turnier import GAME
from tests.games.turnier_positions import (
    after,
    at,
    events,
    legal,
    refusal_fields,
    refused,
    standing,
    targets,
)

# Moving


def test_a_step_to_a_free_neighbour() -> None:
    """One step horizontally or vertically to a free neighbouring point, never diagonally."""
    position = at("c3/f8", hands="0,0")
    assert targets(position, "c3") == "b3 c2 c4 d3"
    assert refused(position, "c3-d4") == "diagonal"
    assert refused(position, "c3-c3") == "same-point"
    assert refused(position, "c3-f6") == "no-way"


def test_seams_do_not_matter() -> None:
    """The seams between boards don't matter."""
    position = at("f2,a8/j1,h4", hands="0,0")
    assert targets(position, "f2") == "e2 f1 f3 g2"


def test_points_off_the_ground_are_never_entered() -> None:
    """Points off the ground cannot be entered or jumped over."""
    position = at("h3,a8/h2,d8", hands="0,0")
    assert targets(position, "h3") == "g3 h1 h4"
    assert refused(position, "h3-i3") == "off-ground"
    corner = at("h3,a8/f8", hands="0,0")
    assert refusal_fields(corner, "i9-h3") == {"at": "i9"}


def test_a_jump_over_a_neighbour_of_any_colour() -> None:
    """A jump over a neighbouring fighter of any colour to the free point directly behind it."""
    position = at("c3,c4/d3,f8", hands="0,0")
    assert set(targets(position, "c3").split()) == {"b3", "c2", "c5", "e3"}
    assert refused(position, "c3-a3") == "nobody-to-jump"
    assert refusal_fields(position, "c3-a3") == {"from": "c3", "at": "a3", "over": "b3"}
    blocked = at("c3,c4/c5,d3,e3", hands="0,0")
    assert set(targets(blocked, "c3").split()) == {"b3", "c2"}
    assert refusal_fields(blocked, "c3-e3") == {"at": "e3", "seat": 2}


def test_jumps_go_on_straight_or_round_corners() -> None:
    """Jumps may continue, straight on or at a right angle, any number of times."""
    position = at("a1,b1,d1,e2/e4,d5,j2", hands="0,0")
    assert set(targets(position, "a1").split()) == {"a2", "c1", "e1", "e3", "e5", "c5"}


def test_a_step_and_jumps_are_not_mixed() -> None:
    """A move is one step or a series of jumps, never both."""
    position = at("a1,c1/f8,c3", hands="0,0")
    assert targets(position, "a1") == "a2 b1"
    position = at("a1,b1/f8,e1", hands="0,0")
    assert "a1-d1" not in legal(position)


def test_only_the_end_counts() -> None:
    """Moves with the same start and end are one move, and the end must differ from the start.
    Fighters jumped over stay and are not captured.
    """
    ring = at("a1,b1/a2,b3,c2,f8", hands="0,0")
    assert legal(ring).count("a1-c3") == 1
    assert "a1-a1" not in legal(ring)
    assert standing(after(ring, "a1-c3")) == "b1,c3/a2,b3,c2,f8"


def test_a_gap_is_no_bridge() -> None:
    """A missing point cannot be crossed, even with ground on both sides."""
    tokens = "2+flags Sv@0,0/Sh@0,6/Sv@3,0/Sh@0,-2/Csw@6,6"
    position = GAME.position(f"{tokens} fight 1 b4/g9 0,0 - 0 - - - -")
    assert refused(position, "b4-d4") == "gap"
    assert refused(position, "b4-c4") == "off-ground"


def test_whose_fighter() -> None:
    """A seat moves only its own fighters."""
    position = at("c3/f8", hands="0,0")
    assert refused(position, "a1-a2") == "nobody-there"
    assert refusal_fields(position, "f8-f7") == {"at": "f8", "seat": 2}
    assert refused(position, "f8-f7") == "not-yours"


# Passing


def test_pass_only_without_a_fighter_move() -> None:
    """A seat without a legal fighter move passes, which ends the turn."""
    shut = at("a1/a2,b1,c1,a3,f8", hands="0,0")
    assert legal(shut) == ["pass"]
    assert refused(shut, "end") == "end-is-pass"
    position = after(shut, "pass")
    assert (position.to_move, position.passed, position.idle) == (2, (1,), 1)
    free = at("a1/f8", hands="0,0")
    assert refused(free, "pass") == "can-move"
    assert refusal_fields(free, "end") == {"example": "a1-a2"}
    assert refused(free, "end") == "end-before-move"


def test_flag_moves_beside_pass() -> None:
    """Flag moves are possible before `pass` and legal beside it."""
    shut = at("a1,b2*/a2,a3,b3,b4,b1,c1,c2,d1,d2,f8", hands="0,3")
    moves = legal(shut)
    assert "pass" in moves
    assert "flag:b2-a1" in moves
    moved = after(shut, "flag:b2-a1")
    assert (moved.to_move, legal(moved)) == (1, ["pass"])
    assert after(moved, "pass").to_move == 2


# Capturing


@pytest.mark.parametrize(
    ("men", "move", "left"),
    [
        ("a3,d2/c3/f8", "a3-b3", "b3,d2/c3/f8"),  # Nobody behind: safe.
        ("a3,d3/c3/f8", "a3-b3", "b3,d3/-/f8"),  # Its own side behind.
        ("a3/c3/d3", "a3-b3", "b3/-/d3"),  # A third side behind.
        ("a3/c3,d3/f8", "a3-b3", "b3/c3,d3/f8"),  # A friend of the victim behind.
        ("d1,a8/c2/f8", "d1-c1", "a8,c1/c2/f8"),
    ],
)
def test_own_and_third_sides_are_anvils(men: str, move: str, left: str) -> None:
    """An enemy next to the fighter that moved is captured if a fighter of the mover's own side or
    of a third side is behind it.
    """
    assert standing(after(at(men, hands="0,0,0"), move)) == left


@pytest.mark.parametrize(
    ("men", "move", "left"),
    [
        ("a3/a1/f8", "a3-a2", "a2/-/f8"),  # The edge below.
        ("c3/a3/f8", "c3-b3", "b3/-/f8"),  # The edge on the left.
        ("f3/h3/b8", "f3-g3", "g3/-/b8"),  # The notch of the corner board.
    ],
)
def test_edges(men: str, move: str, left: str) -> None:
    """The edge is wherever the ground ends: outer edge, notch, gaps."""
    assert standing(after(at(men, hands="0,0,0"), move)) == left


def test_an_enclosed_hole_is_an_edge() -> None:
    """Enclosed holes are edges, too."""
    ring = "2+flags Sv@0,0/Sh@0,6/Sv@4,0/Sh@0,-2/Csw@6,0"
    # The hole is columns c and d between rows 3 and 8.
    position = GAME.position(f"{ring} fight 1 a5,j4/b6,f8 0,0 - 0 - - - -")
    assert standing(after(position, "a5-a6")) == "a6,j4/f8"


def test_a_partner_counts_as_ones_own() -> None:
    """A partner's fighter is an anvil for the mover, and is never captured."""
    position = at("a3/c3,f8/d3/f7", options="flags partners", hands="0,0,0,0")
    assert standing(after(position, "a3-b3")) == "b3/f8/d3/f7"
    position = at("a3,d3/f8/c3/f7", options="flags partners", hands="0,0,0,0")
    assert standing(after(position, "a3-b3")) == "b3,d3/f8/c3/f7"


def test_only_the_mover_captures() -> None:
    """Only the fighter that has just moved captures, where its move ends."""
    position = at("a3,b4,d3/c3,f8", hands="0,0")
    assert standing(after(position, "b4-b5")) == "a3,b5,d3/c3,f8"


def test_no_diagonal_capture() -> None:
    """Captures are made in the four directions only."""
    position = at("a3,d5/b8,c4", hands="0,0")
    assert standing(after(position, "a3-b3")) == "b3,d5/b8,c4"


# Chains


def test_a_chain_of_captures() -> None:
    """After a capture the same fighter may move again if it captures again."""
    position = at("a3,e5,j1/a1,c2,b8", hands="0,0")
    first = after(position, "a3-a2")
    assert standing(first) == "a2,e5,j1/b8,c2"
    assert first.to_move == 2  # c2 could not be captured from b2: d2 is free.
    position = at("a3,d2,j1/a1,c2,b8", hands="0,0")
    first = after(position, "a3-a2")
    assert (first.to_move, first.mid_turn) == (1, True)
    assert legal(first) == ["a2-b2", "end"]
    assert after(first, "end").to_move == 2
    second = after(first, "a2-b2")
    assert standing(second) == "b2,d2,j1/b8"
    assert second.to_move == 2  # There is nothing else to do, so the turn ends automatically.


def test_rules_of_a_chain() -> None:
    """Only the same fighter continues, only with a capture; `pass` does not end a chain."""
    chain = after(at("a3,d2,j1/a1,c2,b8", hands="0,0"), "a3-a2")
    assert refusal_fields(chain, "j1-i1") == {"at": "a2", "from": "j1"}
    assert refused(chain, "j1-i1") == "other-fighter"
    assert refused(chain, "a2-a1") == "captures-nothing"
    assert refused(chain, "a2-c2") == "occupied"
    assert refused(chain, "pass") == "pass-after-move"


def test_a_second_move_without_a_capture() -> None:
    """Without a capture the fighter's move is over. Flag moves may follow."""
    moved = after(at("a3,b1/f8", hands="3,0"), "a3-a4")
    assert moved.mid_turn
    assert refused(moved, "a4-a5") == "chain-over"
    assert refused(moved, "b1-b2") == "chain-over"


def test_a_full_stop_closes_a_turn() -> None:
    """A full stop after the last token stands for `end` where it is needed."""
    position = at("a3,d2,j1/a1,c2,b8", hands="0,0")
    turn = whole_turn(Line.at(GAME, position), "a3-a2.")
    assert turn.text == "a3-a2 end"
    with pytest.raises(IllegalMove):
        whole_turn(Line.at(GAME, position), "a3-a2")
    assert whole_turn(Line.at(GAME, position), "d2-e2.").text == "d2-e2"


def test_end_is_not_legal_before_the_move() -> None:
    """`end` is legal only if the fighter has moved and the player could still do something."""
    position = at("a3/f8")
    assert "end" not in legal(position)
    assert "end" in legal(after(position, "a3-a4"))


def test_events_of_a_capture() -> None:
    """A move, its captures, lost flags, and players with no fighters left."""
    position = at("a3,a5/a1*/f8", hands="0,2,0")
    assert events(position, "a3-a2") == ["moved a2", "captured a1", "flag-captured a1", "wiped-out"]
    shut = at("a1/a2,b1,c1,a3,f8", hands="0,0")
    assert events(shut, "pass") == ["passed"]
    chain = after(at("a3,d2,j1/a1,c2,b8", hands="0,0"), "a3-a2")
    assert events(chain, "end") == []
    assert play.closing(GAME, chain) is not None
