"""Turnier's flags: planting, moving and losing them."""

from __future__ import annotations

from tests.games.turnier_positions import (
    after,
    at,
    events,
    legal,
    refusal_fields,
    refused,
    standing,
    won,
)

# Planting


def test_planting_on_a_board_held_alone() -> None:
    """A seat may plant a flag on its own fighter if it holds the board alone, has no flag there
    yet, and has one left. It does not have to.
    """
    position = at("a1,b2,a3/b3,f8")
    assert [token for token in legal(position) if ":" in token] == ["flag:a1", "flag:b2"]
    planted = after(position, "flag:a1")
    assert events(position, "flag:a1") == ["flag-planted a1"]
    assert standing(planted) == "a1*,a3,b2/b3,f8"
    assert planted.hands == (2, 3)
    assert (planted.to_move, planted.mid_turn) == (1, True)


def test_refused_plantings() -> None:
    """Each condition of planting has its refusal."""
    position = at("a1*,b2,a3,h1/b3,f8", hands="2,3")
    assert refused(position, "flag:a1") == "bears-flag"
    assert refusal_fields(position, "flag:b2") == {"at": "b2", "number": 1, "bearer": "a1"}
    assert refused(position, "flag:b2") == "board-has-flag"
    assert refusal_fields(position, "flag:a3") == {"at": "a3", "number": 2, "seat": 2, "by": "b3"}
    assert refused(position, "flag:a3") == "not-alone"
    assert refused(position, "flag:f8") == "not-yours"
    assert refused(position, "flag:f7") == "nobody-there"
    assert refused(position, "flag:i3") == "off-ground"
    assert refused(at("a1/f8", hands="0,3"), "flag:a1") == "no-flag-left"
    assert refused(at("a1/f8", options=""), "flag:a1") == "no-flags"
    assert refused(at("a1/f8", options=""), "flag:a1-a2") == "no-flags"


def test_a_partner_on_the_board_prevents_holding_it_alone() -> None:
    """A seat holds a board alone if no other fighters stand on it, not even a partner's."""
    position = at("a1/f8/b1/e8", options="flags partners")
    assert refused(position, "flag:a1") == "not-alone"
    assert "flag:a1" not in legal(position)


def test_several_flags_in_one_turn_also_in_the_first() -> None:
    """Several flags may be planted in one turn, before and after the fighter's move."""
    position = after(at("a1,a3,a5,b5/f8"), "flag:a1 a3-a4 flag:a4")
    assert standing(position) == "a1*,a4*,a5,b5/f8"
    assert position.to_move == 1
    assert won(after(position, "flag:a5")) == ("fields-held", (1, 2))


def test_the_flag_stays_when_enemies_come() -> None:
    """The flag marks the board as this seat's, even when enemies enter it later."""
    position = after(at("a1*,h1/b3,f8", seat=2, hands="2,0"), "b3-b2")
    assert standing(position) == "a1*,h1/b2,f8"


# Moving flags


def test_moving_a_flag() -> None:
    """A flag moves to another fighter of its seat on the same board, once a turn, before or after
    the fighter's move.
    """
    position = at("a1*,b2,a3/f1,f8", hands="0,0")
    moved = after(position, "flag:a1-b2")
    assert standing(moved) == "a1,a3,b2*/f1,f8"
    assert moved.to_move == 1
    assert refused(moved, "flag:b2-a1") == "flag-moved"
    assert after(position, "a3-a4 flag:a1-b2").to_move == 2
    assert after(position, "a3-a4 end").to_move == 2


def test_refused_flag_moves() -> None:
    """Each condition of moving a flag has its refusal."""
    position = at("a1*,b2,a3/f1,f8", hands="0,0")
    assert refused(position, "flag:b2-a1") == "no-flag-there"
    assert refused(position, "flag:a1-a3") == "other-board"
    assert refused(position, "flag:a1-a1") == "flag-stays"
    assert refused(position, "flag:a1-f1") == "not-yours"
    assert refused(position, "flag:a1-c1") == "nobody-there"
    assert refused(position, "flag:a1-i4") == "off-ground"
    assert refused(position, "flag:f1-a1") == "not-yours"


def test_a_planted_flag_may_be_moved_once() -> None:
    """Planting is not moving: a flag planted in this turn may still be moved once."""
    position = after(at("a1,b2/f8", hands="1,0"), "flag:a1 flag:a1-b2")
    assert standing(position) == "a1,b2*/f8"
    assert refused(position, "flag:b2-a1") == "flag-moved"


def test_a_flag_stays_moved_when_it_is_carried() -> None:
    """A flag that was moved stays so when its fighter carries it along."""
    position = after(at("a1*,b2/f8", hands="0,0"), "flag:a1-b2 b2-c2")
    assert standing(position) == "a1,c2*/f8"
    assert position.to_move == 2  # The flag on c2 cannot be moved again.


def test_the_first_flag_after_the_move_closes_the_chain() -> None:
    """After the fighter's move the first flag move closes the chain."""
    position = at("a3,d2,j1*,i1/a1,c2,b8", hands="0,0")
    chain = after(position, "a3-a2")
    assert legal(chain) == ["a2-b2", "end", "flag:j1-i1"]
    closed = after(chain, "flag:j1-i1")
    assert closed.to_move == 2
    position = at("a3,d2,h3*,h4,j1/a1,c2,b8", hands="1,0")
    closed = after(position, "a3-a2 flag:h3-h4")
    assert closed.to_move == 2


# Losing flags


def test_a_flag_is_lost_with_its_fighter() -> None:
    """A flag is lost for good when its fighter is captured."""
    position = at("a3,h1/a1*,f8", hands="0,2")
    assert "flag-captured a1" in events(position, "a3-a2")
    lost = after(position, "a3-a2")
    assert lost.hands == (0, 2)
    assert lost.flagged == 0


def test_a_flag_is_lost_on_another_board() -> None:
    """A flag is lost when a move of its fighter ends on another board. The token is the same."""
    position = at("a2*,b2,h1/f8", hands="0,0")
    assert events(position, "a2-a3") == ["moved a3", "flag-left a3"]
    assert after(position, "a2-a3").flagged == 0
    assert events(position, "a2-a1") == ["moved a1"]
    kept = after(position, "a2-a1")
    assert standing(kept) == "a1*,b2,h1/f8"


def test_a_board_that_lost_its_flag_may_be_planted_again_at_once() -> None:
    """A board that lost its flag in this turn may get another one at once."""
    position = after(at("a2*,b2,h1/f8", hands="1,0"), "a2-a3")
    assert "flag:b2" in legal(position)
    assert standing(after(position, "flag:b2")) == "a3,b2*,h1/f8"


def test_a_jump_over_another_board_keeps_the_flag() -> None:
    """Only the board where the move ends matters."""
    position = at("b1*,c2/b2,b4,c3,f8", hands="0,0")
    assert "b1-d1" not in legal(position)
    ring = at("c1*/c2,d3,e2,f8/d1,a8", hands="0,0,0")
    assert "c1-e1" in legal(ring)
    assert standing(after(ring, "c1-e1")).startswith("e1*/")
