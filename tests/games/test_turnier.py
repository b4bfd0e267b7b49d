"""Turnier, rule by rule: the rulebook's checks, laying, drawing up, opening, sides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import play
from games.errors import OptionError
from games.play import Line
from games.turnier import GAME
from games.turnier.board import OUTLINES
from games.turnier.scene import COLOURS
from tests.games.turnier_positions import (
    GROUNDS,
    after,
    at,
    legal,
    line,
    refusal_fields,
    refused,
    standing,
    start,
)

FIRST = "Sh@0,0 Sv@0,0 Cne@0,0 Cnw@0,0 Cse@0,0 Csw@0,0"


def laid(seats: int = 2) -> list[str]:
    """The tokens that lay the ground of `GROUNDS`."""
    return GROUNDS[seats].split("/")


def drawn_up(seats: int = 2) -> Line[Any, Any]:
    """The ground of `GROUNDS` with all fighters placed at random."""
    found, rng = line(laid(seats), seats), Random(1)
    while found.position.phase == "drawing-up":
        found = found.push(rng.choice(GAME.legal_moves(found.position)))
    return found


# The rulebook's checks


@pytest.mark.parametrize(("seats", "points", "fighters"), [(2, 60, 36), (3, 72, 54), (4, 96, 72)])
def test_sizes_of_grounds(seats: int, points: int, fighters: int) -> None:
    """The ground of two seats has 60 points for 36 fighters, of three 72 for 54, of four 96
    for 72.
    """
    found = drawn_up(seats).position
    assert len(found.ground.names) == points
    assert found.occupied.bit_count() == fighters


def test_first_moves() -> None:
    """Seat 1's first move: one of six shapes at 0,0."""
    assert legal(start()) == sorted(FIRST.split())


def test_partners_are_no_anvil_for_each_other() -> None:
    """A light blue fighter between a rose one that moves up and a dark blue one is not captured,
    because light and dark blue are partners. Without partners it is.
    """
    together = at("a2,f8/b1/j1/c1", options="flags partners", hands="0,0,0,0")
    assert standing(after(together, "a2-a1")) == "a1,f8/b1/j1/c1"
    alone = at("a2,f8/j1/b1/c1", hands="0,0,0,0")
    assert standing(after(alone, "a2-a1")) == "a1,f8/j1/-/c1"


def test_several_are_captured_at_once() -> None:
    """A light blue fighter jumps, and captures two violet ones and a rose one where it lands."""
    position = at("a8,d5/c4,e4,h4/b4,d2,d3,d6,f4", seat=3, hands="0,0,0")
    assert standing(after(position, "d2-d4")) == "a8/h4/b4,d3,d4,d6,f4"


def test_stepping_between_enemies_is_safe() -> None:
    """A blue fighter may safely step between two rose ones, or along the edge past one."""
    between = at("c3,e3/d4,a8", seat=2, hands="0,0")
    assert standing(after(between, "d4-d3")) == "c3,e3/a8,d3"
    edge = at("c2,a8/b1,f8", seat=2, hands="0,0")
    assert standing(after(edge, "b1-c1")) == "a8,c2/c1,f8"


def test_chain_and_its_end() -> None:
    """A capture by a step, two more capturing steps of the same fighter, then `end` if another
    capture were possible.
    """
    position = at("a3,j1/a1,b1,c1,d1,f8", hands="0,0")
    for token, onward in (("a3-a2", "a2-b2"), ("a2-b2", "b2-c2"), ("b2-c2", "c2-d2")):
        position = after(position, token)
        assert legal(position) == [onward, "end"]
    assert standing(position) == "c2,j1/d1,f8"
    assert after(position, "end").to_move == 2


# Laying the ground


def test_shapes() -> None:
    """A straight board is a double row of six, a corner a square without the quarter opposite its
    elbow. Csw looks like an L.
    """
    assert all(len(points) == 12 for points in OUTLINES.values())
    assert (0, 0) not in OUTLINES["Cne"]
    assert (3, 3) not in OUTLINES["Csw"]
    assert (3, 0) not in OUTLINES["Cnw"]
    assert (0, 3) not in OUTLINES["Cse"]
    assert max(OUTLINES["Sh"]) == (5, 1)
    assert max(OUTLINES["Sv"]) == (1, 5)


def test_first_board_lies_at_the_origin() -> None:
    """The first board lies at 0,0."""
    assert refused(start(), "Sh@1,0") == "first-at-origin"
    assert refusal_fields(start(), "Cne@1,0")["right"] == "Cne@0,0"


def test_boards_do_not_overlap() -> None:
    """Further boards must not overlap."""
    position = after(start(), "Csw@0,0")
    assert refused(position, "Sh@1,1") == "overlaps"
    assert refusal_fields(position, "Sh@1,1") == {"text": "Sh@1,1", "at": "1,1", "number": 1}
    assert "Csw@2,2" in legal(position)  # Its elbow fills the notch.
    assert "Cne@2,1" in legal(position)  # Only its missing quarter overlaps the ground.


def test_boards_touch_the_ground() -> None:
    """At least one point of a board must be an orthogonal neighbour of the ground; any offset is
    allowed.
    """
    position = after(start(), "Sh@0,0")
    assert refused(position, "Sh@6,2") == "apart"  # They touch only at the corners.
    assert {"Sh@5,2", "Sh@6,1", "Sh@6,-1", "Sh@-5,-2"} <= set(legal(position))
    assert refused(position, "Sh@-6,-2") == "apart"


def test_holes_are_allowed() -> None:
    """Holes in the ground are allowed."""
    position = after(start(4), "Sv@0,0 Sh@0,6 Sv@4,0 Sh@0,-2")
    assert (2, 0) not in position.ground.board_at
    assert all(xy in position.ground.board_at for xy in ((1, 0), (4, 0), (2, 6), (2, -1)))


def test_four_boards_of_each_kind() -> None:
    """There are four straight boards and four corners."""
    position = after(start(), "Sh@0,0 Sh@0,2 Sh@0,4 Sh@0,6")
    assert refused(position, "Sv@6,0") == "used-up"
    assert {token[0] for token in legal(position)} == {"C"}


@pytest.mark.parametrize(("seats", "boards"), [(2, 5), (3, 6), (4, 8)])
def test_number_of_boards(seats: int, boards: int) -> None:
    """There are 5 boards with two seats, 6 with three, 8 with four, laid in turn. Seat 1 draws up
    first.
    """
    found = Line.begin(GAME, play.setup(GAME, seats))
    for number, token in enumerate(laid(seats)):
        assert found.position.phase == "laying"
        assert found.position.to_move == number % seats + 1
        found = found.read(token)[1]
        assert not found.position.mid_turn
    assert len(found.position.ground.boards) == boards
    assert (found.position.phase, found.position.to_move) == ("drawing-up", 1)


def test_coordinates() -> None:
    """When the last board is laid, the leftmost column is a and the lowest row 1. After z come aa,
    ab.
    """
    tokens = ["Sh@0,0", "Sh@-6,1", "Csw@-10,0", "Sv@6,-5", "Sh@8,-6"]
    names = line(tokens).position.ground.names
    assert {"a7", "a10", "x1"} <= set(names)
    assert list(names) == sorted(names)
    tokens = [f"Sh@{6 * number},0" for number in range(4)]
    tokens += [f"Csw@{24 + 4 * number},0" for number in range(4)]
    names = line(tokens, 4).position.ground.names
    assert {"z1", "aa1", "an2"} <= set(names)
    assert "ao1" not in names


# Drawing up


def test_drawing_up_on_free_points() -> None:
    """In turn each seat places one fighter on any free point."""
    found = line(laid())
    assert len(legal(found.position)) == 60
    position = after(found.position, "c4")
    assert position.to_move == 2
    assert "c4" not in legal(position)
    assert refusal_fields(position, "c4") == {"at": "c4", "seat": 1}
    assert refused(position, "c4") == "occupied"
    assert refused(position, "i3") == "off-ground"


def test_all_are_drawn_up() -> None:
    """When all 18 of each seat stand, seat 1 opens the fight."""
    found = drawn_up(3)
    assert [men.bit_count() for men in found.position.men] == [18, 18, 18]
    assert (found.position.phase, found.position.to_move) == ("opening", 1)


# Opening the fight


def test_four_are_taken_in_one_turn() -> None:
    """Each seat takes off any four enemy fighters, in one turn of exactly four moves."""
    found = drawn_up()
    for number in range(4):
        assert found.position.mid_turn == (number > 0)
        found = found.push(GAME.legal_moves(found.position)[0])
    assert (found.position.to_move, found.position.mid_turn) == (2, False)
    assert found.position.men[1].bit_count() == 14
    for token in legal(found.position)[:4]:
        found = found.read(token)[1]
    assert (found.position.phase, found.position.to_move) == ("fight", 1)


def test_a_partner_is_no_enemy() -> None:
    """Only enemies are taken off, not a partner's fighters."""
    together = at("a1/b1,b2/c1/d1,d2", options="flags partners", phase="opening")
    assert legal(together) == ["xb1", "xb2", "xd1", "xd2"]
    assert refused(together, "xc1") == "takes-partner"
    assert refused(together, "xa1") == "takes-own"
    assert refused(together, "xa2") == "nobody-there"
    assert refused(together, "xi3") == "off-ground"
    alone = at("a1/b1,b2/c1/d1,d2", phase="opening")
    assert "xc1" in legal(alone)


# Moves of another phase


def test_moves_of_another_phase_are_explained() -> None:
    """Only moves of the current phase are legal, and the refusal names the phase."""
    assert refused(start(), "c4") == "laying-now"
    assert refused(line(laid()).position, "xc4") == "drawing-up-now"
    assert refused(at("a1/b1", phase="opening"), "a1-a2") == "opening-now"
    for token in ("a3", "xb1", "Sh@0,0"):
        assert refused(at("a1/f8"), token) == "fight-now"


# Options and sides


def test_partners_are_for_four() -> None:
    """With two or three seats the option is an error, whatever its value. With four the default is
    partners, seats 1 and 3 against 2 and 4.
    """
    for seats in (2, 3):
        for value in ("true", "false"):
            with pytest.raises(OptionError):
                play.setup(GAME, seats, {"partners": value})
    assert GAME.sides(play.setup(GAME, 4)) == ((1, 3), (2, 4))
    assert play.setup(GAME, None, {"partners": True}).seats == 4
    assert play.setup(GAME).seats == min(GAME.info.seats)
    assert GAME.sides(play.setup(GAME, 4, {"partners": "false"})) == ((1,), (2,), (3,), (4,))
    assert play.setup(GAME, 2).options == {"flags": "true"}


def test_colours() -> None:
    """Rose, violet, light blue, dark blue. Partners have similar shades, and shapes differ, too."""
    rose, violet, light, dark = COLOURS
    trays = GAME.scene(start(4), ()).trays
    assert [tray.role for tray in trays] == [rose, light, violet, dark]
    trays = GAME.scene(start(4, partners="false"), ()).trays
    assert [tray.role for tray in trays] == [rose, violet, light, dark]
    assert len({tray.glyph for tray in trays}) == 4


# Withdrawals before the main fight


def test_remaining_boards_are_laid_by_the_others() -> None:
    """If a player withdraws before the fight, the others lay their remaining boards in turn."""
    found = line(["Sh@0,0", "withdraw:2", "Sh@0,2", "Sh@0,4"], 3)
    assert found.position.to_move == 3
    found = line(["Sh@0,0", "Sh@0,2", "withdraw:2", *laid(3)[2:]], 3)
    assert (found.position.phase, found.position.to_move) == ("drawing-up", 1)


def test_unplaced_fighters_stay_out() -> None:
    """Unplaced fighters stay out, and the seat takes none off in the opening. Others may take its
    fighters.
    """
    found = line([*laid(3), "a1", "a2", "a3", "withdraw:2"], 3)
    rng = Random(2)
    while found.position.phase == "drawing-up":
        assert found.position.to_move in {1, 3}
        found = found.push(rng.choice(GAME.legal_moves(found.position)))
    assert [men.bit_count() for men in found.position.men] == [18, 1, 18]
    assert "xa2" in legal(found.position)
    seats = []
    while found.position.phase == "opening":
        seats.append(found.position.to_move)
        found = found.push(rng.choice(GAME.legal_moves(found.position)))
    assert seats == [1] * 4 + [3] * 4


def test_withdrawing_in_the_opening_puts_the_taken_back() -> None:
    """A withdrawal discards the seat's unfinished turn."""
    found = drawn_up(3)
    begun = found.read("x" + _first_enemy(found))[1]
    assert begun.position.mid_turn
    gone = begun.withdraw(1, "timeout").position
    assert [men.bit_count() for men in gone.men] == [18, 18, 18]
    assert gone.to_move == 2


def _first_enemy(found: Line[Any, Any]) -> str:
    return str(GAME.legal_moves(found.position)[0]).removeprefix("x")


def test_grounds_are_told_apart() -> None:
    """Grounds are equal if the same boards are laid, and are shown as they are written."""
    ground = start().ground
    assert ground == start(seats=3).ground
    assert ground != after(start(), "Sh@0,0").ground
    assert repr(ground) == "Ground(-)"
