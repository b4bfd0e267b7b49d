"""3Stein: vassals, victory, and seats that withdraw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import play
from games.dreistein import GAME
from games.errors import IllegalMove
from games.play import Line
from games.protocol import Result, Setup
from tests.games.dreistein_positions import AROUND, CAPTURE, KEEPS, after, at, gone, legal

# Vassals


def test_the_first_lord_makes_a_vassal() -> None:
    """Capturing the first lord makes its owner a vassal, and the captor must choose the
    survivors.
    """
    position = after(CAPTURE, "c12-c26")
    assert position.truce == (1, 3)
    assert (position.to_move, position.mid_turn, position.phase) == (1, True, "choice")
    assert legal(position) == KEEPS


def test_the_vassal_keeps_one_knight_and_two_squires() -> None:
    """The loser keeps one knight and two squires, and the reserve. Their other men are removed from
    the board. Then the turn is over.
    """
    position = after(CAPTURE, "c12-c26", "keep:d14,d12,e11")
    assert str(position) == "La21,Nc26 Ld43 Nd14,Sd12,Se11 2,2,2 2 1>3 1 = - -"
    assert (position.to_move, position.mid_turn, position.phase) == (2, False, "play")


@pytest.mark.parametrize(
    "typed", ["KEEP:D14,D12,E11", "keep: e11, d14, d12", "keep:e11+d12+d14", "keep=d12,d14,e11"]
)
def test_survivors_may_be_named_in_any_order(typed: str) -> None:
    """Survivors are written in ascending order, but read in any order and case and with any
    sign.
    """
    move = play.parse(GAME, after(CAPTURE, "c12-c26"), typed)
    assert str(move) == "keep:d12,d14,e11"


def test_a_capture_and_the_choice_are_one_turn() -> None:
    """The choice is the same seat's next token in the same turn. Without it the turn is incomplete,
    and nothing else may follow.
    """
    line = Line.at(GAME, CAPTURE)
    assert play.whole_turn(line, "c12xc26 keep:d14,d12,e11").text == "c12-c26 keep:d12,d14,e11"
    for text in ("c12-c26", "c12-c26 d43-d42"):
        with pytest.raises(IllegalMove):
            play.whole_turn(line, text)


@pytest.mark.parametrize(
    ("men", "staying"),
    [
        ("Nd14,Sd11,Sd12", "Nd14,Sd11,Sd12"),
        ("Nd14,Sd11", "Nd14,Sd11"),
        ("Sd11", "Sd11"),
        ("Nd14", "Nd14"),
    ],
)
def test_where_there_is_one_choice_nobody_is_asked(men: str, staying: str) -> None:
    """The captor must choose exactly if more than one knight or two squires are left. With fewer,
    the vassal keeps them all.
    """
    position = after(at(f"La21,Nc12 Ld43 Lc26,{men}"), "c12-c26")
    assert str(position) == f"La21,Nc26 Ld43 {staying} 2,2,2 2 1>3 0 = - -"


@pytest.mark.parametrize(("men", "count"), [("Nd14,Nd16", 2), ("Sd11,Sd12,Sd13", 3)])
def test_one_kind_alone_can_ask_for_a_choice(men: str, count: int) -> None:
    """More than one knight, or more than two squires, is enough."""
    assert len(legal(after(at(f"La21,Nc12 Ld43 Lc26,{men}"), "c12-c26"))) == count


def test_a_lord_without_men_leaves_none() -> None:
    """A seat without any men passes; its turns are not skipped."""
    position = after(at("La21,Nc12 Ld43 Lc26"), "c12-c26", "d43-d42")
    assert position.to_move == 3
    assert legal(position) == ["pass"]
    assert after(position, "PASS").to_move == 1


def test_who_is_shut_in_passes() -> None:
    """A player without a legal move must pass."""
    position = at("La21,Nb13,Nb26,Sa14 Ld43 Sb12", 3, "1>3")
    assert legal(position) == ["pass"]
    assert legal(at("La21,Nb13,Nb26 Ld43 Sb12", 3, "1>3")) == ["b12-a14"]


def test_conqueror_and_vassal_block_each_other() -> None:
    """Conqueror and vassal may not capture each other's men, but block each other."""
    position = at("La21,Nc12 Ld43 Nc36", 1, "1>3")
    assert "c12-c22" in legal(position)
    assert not {"c12-c36", "c12-c32"} & set(legal(position))
    position = at("La21,Nc12 Ld43 Nc36", 3, "1>3")
    assert "c36-c26" in legal(position)
    assert "c36-c12" not in legal(position)


def test_the_third_player_captures_from_both() -> None:
    """The truce binds only conqueror and vassal."""
    position = at("La21,Nc12 Ld43,Nc22 Nc36", 2, "1>3")
    assert {"c22-c12", "c22-c36"} <= set(legal(position))
    position = at("La21,Nc12 Ld43,Nc22 Nc36", 3, "1>3")
    assert "c36-c22" in legal(position)


# Victory


@pytest.mark.parametrize(
    ("men", "seat", "truce", "token", "ranks"),
    [
        ("La21,Nd33 Ld43 -", 1, "1>3", "d33-d43", (1, 2, 2)),
        ("La21 Ld43 Nd33", 3, "1>3", "d33-d43", (2, 2, 1)),
        ("La21 Ld43,Sa22 -", 2, "1>3", "a22-a21", (2, 1, 2)),
    ],
)
def test_the_second_lord_wins(
    men: str, seat: int, truce: str, token: str, ranks: tuple[int, ...]
) -> None:
    """Capturing a second lord wins, for the conqueror, the vassal and the third player."""
    position = after(at(men, seat, truce), token)
    assert position.result == Result(ranks, "lord-captured")
    assert position.to_move is None
    assert legal(position) == []


def test_a_lord_may_be_left_or_moved_into_danger() -> None:
    """There is no check or checkmate."""
    position = at("La22,Sa13 Nb22,Ld43 Ld15")
    assert {"a22-a23", "a13-a14"} <= set(legal(position))


def test_the_second_lord_on_a_goal_field_promotes_and_wins() -> None:
    """A promotion happens at once and always, even with the last capture."""
    position = after(at("Se11 Le12 -", 1, "1>3"), "e11-e12")
    assert str(position).startswith("Ne12 - - 1,2,2 ")
    assert position.result == Result((1, 2, 2), "lord-captured")


# Withdrawals


def test_turns_of_a_withdrawn_seat_are_skipped() -> None:
    """A withdrawal is not a ply. The seat's men stay, and its turns are skipped."""
    position = at("La21 Ld43 Ld15")
    left = gone(position, 2)
    assert (left.to_move, left.men, left.withdrawn) == (1, position.men, (2,))
    assert after(left, "a21-a22").to_move == 3
    assert gone(position, 1).to_move == 2
    assert gone(position, 2, 1).result is not None


def test_the_last_seat_has_won() -> None:
    """The last remaining seat wins, with the reason of the last withdrawal. Later withdrawals rank
    ahead of earlier ones.
    """
    position = gone(GAME.start(Setup(3)), 3)
    assert gone(position, 1, reason="timeout").result == Result((2, 1, 3), "timeout")


def test_the_withdrawn_rank_behind_the_loser() -> None:
    """A withdrawn seat ranks behind all that remain."""
    position = gone(at("La21,Nd33 Ld43 -", 1, "1>3"), 3)
    assert after(position, "d33-d43").result == Result((1, 2, 3), "lord-captured")


def test_a_withdrawn_lord_can_be_captured() -> None:
    """A withdrawn player's lord may be captured as usual. The vassal then does not move."""
    position = after(gone(CAPTURE, 3), "c12-c26", KEEPS[0])
    assert (position.truce, position.to_move) == ((1, 3), 2)
    assert after(position, "d43-d42").to_move == 1
    position = after(gone(at("La21,Nd33 Ld43 -", 1, "1>3"), 2), "d33-d43")
    assert position.result == Result((1, 3, 2), "lord-captured")


def test_the_truce_outlasts_a_withdrawal() -> None:
    """The truce outlasts the withdrawal of either party."""
    for seat in (1, 3):
        position = gone(at("La21,Nc12 Ld43 Nc36", 2, "1>3"), seat)
        position = after(position, "d43-d42")
        assert not {"c12-c36", "c36-c12"} & set(legal(position))


def test_a_conqueror_who_leaves_before_choosing() -> None:
    """If the conqueror withdraws before choosing, the first `keep:` in sorted order is carried out.
    It is not a ply.
    """
    start = Line.at(GAME, CAPTURE)
    position = start.push(play.parse(GAME, CAPTURE, "c12-c26")).withdraw(1, "timeout").position
    assert str(position) == "La21,Nc26 Ld43 Nd14,Sd11,Sd12 2,2,2 2 1>3 0 - 1 -"


def test_others_may_leave_while_the_conqueror_chooses() -> None:
    """The conqueror still chooses when another seat withdraws, even the vassal."""
    line = Line.at(GAME, CAPTURE).push(play.parse(GAME, CAPTURE, "c12-c26"))
    for seat in (2, 3):
        position = line.withdraw(seat, "resignation").position
        assert (position.to_move, position.mid_turn, legal(position)) == (1, True, KEEPS)
        assert after(position, KEEPS[0]).to_move == 5 - seat


def test_a_withdrawal_leaves_the_count_without_progress() -> None:
    """A withdrawal does not change the count of plies without progress."""
    position = replace(at("La21 Ld43 Ld15"), idle=77)
    assert gone(position, 1).idle == 77


def test_who_has_withdrawn_is_part_of_a_position() -> None:
    """Positions before and after a withdrawal are different."""
    position = at("La21 Ld43 Ld15")
    left = gone(after(position, *AROUND), 3)
    two = ["a21-a22", "d43-d42", "a22-a21", "d42-d43"]
    assert after(left, *two, *two).result is None
    assert after(left, *two, *two, two[0]).result == Result((1, 1, 2), "repetition")
