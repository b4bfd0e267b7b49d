"""How a fight ends in Turnier: fields held, last standing, draws, withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

from games.play import Line
from games.turnier import GAME
from tests.games.turnier_positions import after, at, legal, standing, won

# Three flags, four for partners


def test_three_flags_win() -> None:
    """A single seat wins as soon as three of its flags stand, even before its fighter's move."""
    position = at("a1,a3*,a5*/f8/e8", hands="1,3,3")
    assert won(after(position, "flag:a1")) == ("fields-held", (1, 2, 2))


@pytest.mark.parametrize(
    ("men", "hands", "wins"),
    [
        ("a1,a3*,a5*/f7/b8,g5*/e8", "1,3,2,3", True),  # 3 + 1
        ("a1,a3*/f7/g5*,a9*/e8", "2,3,1,3", True),  # 2 + 2
        ("a1,a3*,a5*/f7/b8,g5/e8", "1,3,3,3", False),  # 3 + 0
        ("a1/f7/g5*,a9*/e8", "3,3,1,3", False),  # 1 + 2
    ],
)
def test_partners_win_with_four_flags(men: str, hands: str, wins: bool) -> None:
    """Partners win as soon as four of their flags stand, at least one of each."""
    position = after(at(men, options="flags partners", hands=hands), "flag:a1")
    assert (position.result is not None) == wins
    if wins:
        assert won(position) == ("fields-held", (1, 2, 1, 2))


def test_flags_of_a_withdrawn_partner_count() -> None:
    """A withdrawn seat's flags stay and count for its partner's side. The seat ranks behind."""
    position = at("a1,a3*/f7/g5*,a9*/e8", options="flags partners", hands="2,3,1,3", withdrawn="3")
    assert won(after(position, "flag:a1")) == ("fields-held", (1, 2, 3, 2))


def test_without_enough_flags_the_fight_goes_on() -> None:
    """A side that has lost too many flags cannot win by fields. The fight goes on all the same."""
    position = after(at("a1,a3*,a5/f8", hands="0,0"), "a1-b1")
    assert position.result is None
    assert position.to_move == 2


# Without flags


def test_three_boards_win_without_flags() -> None:
    """Without flags a single seat wins by holding three boards, checked after a fighter's move."""
    position = at("a2,a5,h1,b2/f4,f8", options="")
    assert position.result is None
    assert won(after(position, "a5-b5")) == ("fields-held", (1, 2))
    assert after(at("a2,a5/f4,f8", options=""), "a5-b5").result is None
    assert after(at("a2,a5,h1/f4,f6,f8", options=""), "a2-b2").result is None


def test_a_withdrawn_seat_does_not_win() -> None:
    """Boards that only a withdrawn seat comes to hold end nothing."""
    men = "b3,b1/h1/a3,a5,a7"
    assert won(after(at(men, options=""), "b3-b2")) == ("fields-held", (2, 2, 1))
    left = after(at(men, options="", withdrawn="3"), "b3-b2")
    assert (left.result, left.to_move) == (None, 2)


def test_a_board_belongs_no_longer_once_others_stand_on_it() -> None:
    """A board no longer belongs to a seat once another fighter stands on it. The mover's side is
    checked first, then the others in turn order.
    """
    both = at("a1,a3,a5/a8,g1,g5/f8", options="")
    assert won(after(both, "a1-b1")) == ("fields-held", (1, 2, 2))
    other = at("b1,b6/a3,g5,g1/b8", options="")
    assert won(after(other, "b1-b2")) == ("fields-held", (2, 1, 2))


@pytest.mark.parametrize(
    ("men", "wins"),
    [
        ("a1,a3,a5/f7/g5/e8,f10", True),  # 3 + 1
        ("a1,a3/f7/g5,g1/e8,f10", False),  # 2 + 2
        ("a1,a3,a5/f7/b8,b6/e8,f10", False),  # 2 + 0
        ("a1,a3,a5/f7/b2,g5,g1/e8,f10", False),  # A partner on a board: 2 + 2.
    ],
)
def test_partners_without_flags(men: str, wins: bool) -> None:
    """Without flags partners win by holding four boards together, one of them three and the other
    at least one.
    """
    position = after(at(men, options="partners"), "a1-b1")
    assert (position.result is not None) == wins


def test_fields_are_looked_at_inside_a_chain() -> None:
    """Fields are checked after each move of a chain, and end the game at once."""
    position = at("a3,d2,a5,h1/a1,c2,b8", options="")
    chain = after(position, "a3-a2")
    assert chain.result is None  # c2 still stands on board 1.
    assert won(after(chain, "a2-b2")) == ("fields-held", (1, 2))


# Last standing


def test_last_standing() -> None:
    """When only one side has fighters left, it wins."""
    position = at("a3,h1/a1", hands="0,0")
    assert won(after(position, "a3-a2")) == ("last-standing", (1, 2))


def test_a_seat_without_fighters_takes_no_turns() -> None:
    """A seat without fighters takes no further turns."""
    position = after(at("a3,h1/a1/f8", hands="0,0,0"), "a3-a2")
    assert position.result is None
    assert position.to_move == 3


def test_fields_go_before_last_standing() -> None:
    """`fields-held` is looked at before `last-standing`."""
    position = at("a3,a5,h1/a1", options="")
    assert won(after(position, "a3-a2"))[0] == "fields-held"


def test_last_standing_after_a_withdrawal() -> None:
    """A withdrawn seat cannot be the last standing. A remaining seat with fighters wins."""
    position = after(at("a3,h1/a1/f8", hands="0,0,0"), "a3-a2")
    gone = Line.at(GAME, position).withdraw(3, "resignation").position
    assert won(gone) == ("last-standing", (1, 2, 3))


# Draws


def shuffle(position: Any, turns: int) -> Any:
    """Both seats step back and forth."""
    tokens = ("a1-a2", "f8-e8", "a2-a1", "e8-f8")
    for number in range(turns):
        position = after(position, tokens[number % 4])
    return position


def test_threefold_repetition() -> None:
    """A position that occurs for the third time at the start of a turn, with the same seat to act,
    is a draw. The start of the main fight counts as the first time.
    """
    opening = at(
        "a1,h1,h2,h3,h4/f8,f7,f6,f5,f4", phase="opening", seat=2, turn="taken:3", hands="0,0"
    )
    position = after(opening, "xh4")
    assert (position.phase, position.to_move) == ("fight", 1)
    position = shuffle(position, 7)
    assert position.result is None
    assert won(after(position, "e8-f8")) == ("repetition", (1, 1))


def test_flags_belong_to_the_position() -> None:
    """The standing flags belong to the position; with a flag moved it is a different one."""
    position = at("a1,h1*,h2/f8", hands="0,0")
    for tokens in ("a1-a2 end f8-e8 a2-a1 end e8-f8", "a1-a2 flag:h1-h2 f8-e8 a2-a1 end e8-f8"):
        position = after(position, tokens)
    assert position.result is None


def test_forty_rounds_without_progress() -> None:
    """40 rounds without a capture or a planted flag are a draw: 40 times the number of remaining
    seats with fighters, in consecutive turns.
    """
    assert won(after(at("a1/f8", hands="0,0", idle=79), "a1-a2")) == ("no-progress", (1, 1))
    assert after(at("a1/f8", hands="0,0", idle=78), "a1-a2").result is None
    three = at("a1/f8/h1", hands="0,0,0", idle=118)
    assert after(three, "a1-a2").result is None
    assert won(after(at("a1/f8/h1", hands="0,0,0", idle=119), "a1-a2")) == (
        "no-progress",
        (1, 1, 1),
    )


def test_progress_is_a_capture_or_a_planted_flag() -> None:
    """A capture or a planted flag resets the count; a moved or lost flag does not."""
    assert after(at("a3,h1/a1,f8", hands="0,0", idle=30), "a3-a2").idle == 0
    planted = after(at("a3,h1/f1,f8,f4", hands="1,0", idle=30), "flag:h1 a3-a4")
    assert (planted.to_move, planted.idle) == (2, 0)
    moved = after(at("a3,h1*,h2/f8", hands="0,0", idle=30), "flag:h1-h2 a3-a4")
    assert moved.idle == 31
    assert after(at("a2*,h1/f8", hands="0,0", idle=30), "a2-a3").idle == 31


def test_all_pass() -> None:
    """If all these seats pass one after the other, the game is drawn at once."""
    names = at("a1/f8").ground.names
    position = at(",".join(names[::2]) + "/" + ",".join(names[1::2]), options="")
    assert legal(position) == ["pass"]
    once = after(position, "pass")
    assert (once.result, once.to_move) == (None, 2)
    assert won(after(once, "pass")) == ("no-progress", (1, 1))


def test_in_a_draw_all_share_the_first_rank() -> None:
    """In a draw all seats share rank 1, even those without fighters. Withdrawn seats rank
    behind.
    """
    position = at("a1/f8/h1/j1", hands="0,0,0,0", idle=119, withdrawn="4")
    assert won(after(position, "a1-a2")) == ("no-progress", (1, 1, 1, 2))


def test_repetition_goes_before_no_progress() -> None:
    """`repetition` is checked before `no-progress`."""
    position = shuffle(at("a1/f8", hands="0,0", idle=71), 8)
    assert position.result is None
    assert won(after(position, "a1-a2")) == ("repetition", (1, 1))


# Withdrawals


def test_withdrawals_in_the_fight() -> None:
    """A withdrawn seat's turns are skipped. Its fighters stay, occupy boards and serve as anvils.
    Its unfinished turn is discarded.
    """
    position = at("a3,h1/c3,f8/d3,d4", hands="0,0,0")
    gone = Line.at(GAME, position).withdraw(3, "resignation").position
    assert gone.to_move == 1
    captured = after(gone, "a3-b3")
    assert standing(captured) == "b3,h1/f8/d3,d4"
    turned = after(captured, "f8-f7")
    assert turned.to_move == 1
    begun = Line.at(GAME, at("a3,h1/f8/d4", hands="1,0,0")).read("flag:h1")[1]
    void = begun.withdraw(1, "timeout").position
    assert (standing(void), void.to_move, void.hands) == ("a3,h1/f8/d4", 2, (1, 0, 0))
    assert void.withdrawn == (1,)


def test_a_withdrawal_of_another_seat_leaves_the_turn() -> None:
    """Another seat's withdrawal is not a ply, and the current turn goes on."""
    begun = Line.at(GAME, at("a3,h1/f8/d4", hands="1,0,0")).read("flag:h1")[1]
    found = begun.withdraw(2, "timeout").position
    assert (found.to_move, found.mid_turn, standing(found)) == (1, True, "a3,h1*/f8/d4")


def test_one_side_remains() -> None:
    """The last remaining side wins, for the reason of the last withdrawal. Partners are out when
    both have withdrawn.
    """
    line = Line.at(GAME, at("a1/b8/c1/d8", options="flags partners"))
    line = line.withdraw(2, "resignation")
    assert line.position.result is None
    assert won(line.withdraw(4, "timeout").position) == ("timeout", (1, 3, 1, 2))
    assert won(Line.at(GAME, at("a1/f8")).withdraw(1, "resignation").position) == (
        "resignation",
        (2, 1),
    )
