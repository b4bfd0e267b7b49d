"""Tyr, rule by rule: the dice, placing, moving and turning, chains.

Positions are written as seats, line, seat to act, the dice III, IV, V with field and number, last
die, other die of a Pasch, withdrawn seats, history and result: `2 adjacent 1 631,258,- 4 - - - -`.
"""

from __future__ import annotations

import pytest

from games import play
from games.errors import IllegalMove
from games.play import Line, closing
from games.protocol import Result
from games.tyr import GAME
from games.tyr.board import FACES, FIELD, NAMES, SHADOW, TARGETS
from games.tyr.notation import Move
from games.tyr.position import TyrPosition

CHAIN = "4@33=3 3@19=1 5@22=8"
"""After it, 4-63=8 makes a Pasch with die V."""


def line(text: str = "", seats: int = 2, option: str = "adjacent") -> Line[TyrPosition, Move]:
    """The line after these tokens."""
    return play.replay(GAME, play.setup(GAME, seats, {"line": option}), text.split())


def after(text: str = "", seats: int = 2, option: str = "adjacent") -> TyrPosition:
    """The position after these tokens."""
    return line(text, seats, option).position


def legal(position: TyrPosition, start: str = "") -> list[str]:
    """The legal moves with this beginning."""
    tokens = [str(move) for move in GAME.legal_moves(position)]
    return [token for token in tokens if token.startswith(start)]


def refused(position: TyrPosition, token: str) -> tuple[str, dict[str, str | int]]:
    """The code of a token's refusal, and its fields."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, position, token)
    return caught.value.refusal.code, dict(caught.value.refusal.fields)


# The board and the rulebook's checks


@pytest.mark.parametrize(
    ("number", "field", "expected"),
    [
        (2, "11", "12 22 21"),
        (8, "88", "81 82 83 84 85 86 87 89 18 28 38 48 58 68 78 98"),
        (6, "92", "62 65 56 96"),
        (3, "54", "34 53 43 32 63 36"),
    ],
)
def test_target_fields(number: int, field: str, expected: str) -> None:
    """The published examples: in row or column n, on one of the eight lines from the die."""
    found = TARGETS[FIELD[field]][number]
    assert {name for name in NAMES if found >> FIELD[name] & 1} == set(expected.split())


def test_there_are_1458_placements_at_the_start() -> None:
    """Any die, any field, any face up: 3 · 6 · 81."""
    assert len(legal(after())) == 3 * 6 * 81


def test_the_dice() -> None:
    """III 1 2 5 6 7 9, IV 1 3 4 5 8 9, V 2 3 4 6 7 8: every number is on exactly two dice."""
    assert FACES == ((1, 2, 5, 6, 7, 9), (1, 3, 4, 5, 8, 9), (2, 3, 4, 6, 7, 8))
    assert all(sum(number in faces for faces in FACES) == 2 for number in range(1, 10))


def test_fields_are_row_and_column() -> None:
    """`54` is row 5, column 4. Row 1 is drawn at the top, column 1 at the left."""
    spots = GAME.scene(after(), ()).board.spots
    assert len(spots) == 81
    assert spots["11"][1] < spots["54"][1] < spots["91"][1]
    assert spots["11"][0] < spots["54"][0] < spots["19"][0]


def test_rows_are_told_from_columns_in_the_picture() -> None:
    """A dot stands for the other digit: `5·` at the left of row 5, `·4` above column 4."""
    board = GAME.scene(after(), ()).board
    places = {label.text: label.at for label in board.labels}
    for number in range(1, 10):
        assert places[f"{number}·"][1] == board.spots[f"{number}1"][1]
        assert places[f"{number}·"][0] < board.spots[f"{number}1"][0]
        assert places[f"·{number}"][0] == board.spots[f"1{number}"][0]
        assert places[f"·{number}"][1] < board.spots[f"1{number}"][1]


# Placing


def test_seats_place_one_die_each_in_turn() -> None:
    """With two seats A, B and A place; then B moves."""
    assert [after(text).to_move for text in ("", "4@63=8", "4@63=8 3@11=1")] == [1, 2, 1]
    position = after("4@63=8 3@11=1 5@22=2")
    assert (position.to_move, position.phase) == (2, "moving")


@pytest.mark.parametrize(("seats", "mover"), [(3, 1), (4, 4)])
def test_with_more_seats_the_order_goes_on(seats: int, mover: int) -> None:
    """A, B, C place. Then A moves with three seats, and D with four."""
    assert after("4@63=8", seats).to_move == 2
    assert after("4@63=8 3@11=1", seats).to_move == 3
    assert after("4@63=8 3@11=1 5@22=2", seats).to_move == mover


def test_a_placed_die_is_not_placed_again() -> None:
    """Any die not yet placed may be placed on any free field."""
    position = after("4@63=8")
    assert len(legal(position)) == (6 + 5) * 80
    assert not legal(position, "4")
    assert refused(position, "4@11=1") == ("lies-already", {"die": "IV", "at": "63"})
    assert refused(position, "3@63=1") == ("occupied", {"die": "IV", "at": "63"})


def test_the_number_may_come_before_the_field() -> None:
    """A placement is read in either order, and written in one."""
    position = line().position
    assert GAME.read(position, "4=8@63") == GAME.read(position, "4@63=8")


def test_no_number_may_be_up_twice() -> None:
    """There may be no Pasch before all three dice are placed, nor with the third."""
    assert refused(after("4@63=8"), "5@11=8") == ("no-pasch", {"face": 8, "other": "IV"})
    assert not legal(after("4@63=8"), "5@11=8")
    assert refused(after("4@63=8 3@11=1"), "5@22=8")[0] == "no-pasch"


def test_a_placement_has_a_face_of_its_die() -> None:
    """It is written with its face."""
    assert refused(after(), "4@63=2")[0] == "not-its-face"
    faces = "1, 3, 4, 5, 8, 9"
    assert refused(after(), "4@63") == ("no-face", {"die": "IV", "faces": faces})


def test_a_third_die_that_completes_the_line_wins() -> None:
    """It wins at once. It still has a face, which may make no Pasch: `5@13=6`."""
    start = "3@11=1 4@12=3"
    assert after(f"{start} 5@13=6").result == Result((1, 2), "line")
    assert refused(after(start), "5@13")[0] == "no-face"
    assert refused(after(start), "5@13=3")[0] == "no-pasch"
    assert after(f"{start} 5@14=6").result is None
    assert after(f"{start} 5@14=6", option="any").result == Result((1, 2), "line")
    assert after(f"{start} 5@13=6", seats=4).result == Result((2, 2, 1, 2), "line")


def test_dice_are_not_moved_before_all_lie() -> None:
    """Placing ends and moving begins when three dice are on the board."""
    assert refused(after("4@63=8"), "4-83=1") == ("not-all-lie", {"die": "IV", "at": "83"})
    assert refused(after(CHAIN), "3@11=1") == ("all-lie", {"die": "III", "at": "11"})


# Moving


def test_a_die_in_its_row_goes_anywhere_in_it() -> None:
    """A die that is already in row n may go to every other field of that row."""
    position = after("4@33=3 3@19=1 5@87=8")
    targets = {token[2:4] for token in legal(position, "4")}
    assert targets >= {"31", "32", "34", "35", "36", "37", "38", "39"}
    assert targets >= {"13", "23", "43", "53", "63", "73", "83", "93"}


def test_dice_move_in_straight_lines_to_their_row_or_column() -> None:
    """Along one of the eight lines, to a field in row n or column n."""
    position = after(CHAIN)
    assert refused(position, "4-36=3")[0] == "same-face"
    assert refused(position, "4-54=8") == ("no-line", {"from": "33", "at": "54"})
    assert refused(position, "4-44=8") == ("no-target", {"die": "IV", "number": 3, "at": "44"})
    assert refused(position, "4-33=8") == ("same-field", {"die": "IV", "at": "33"})


def test_dice_are_not_jumped_over() -> None:
    """The way and the target must be free of other dice."""
    position = after("4@31=3 3@99=1 5@35=8")
    assert legal(position, "4-34")
    fields = {"die": "V", "by": "35", "from": "31", "at": "37"}
    assert refused(position, "4-37=8") == ("obstructed", fields)
    assert refused(position, "4-35=8") == ("occupied", {"die": "V", "at": "35"})


def test_a_target_field_on_the_way_does_not_stop_a_die() -> None:
    """From 54 with a 3 the die may go to 43 as well as on to 32."""
    position = after("4@54=3 3@99=1 5@88=8")
    assert legal(position, "4-43")
    assert legal(position, "4-32")


def test_the_new_face_is_any_other_number_of_the_die() -> None:
    """The die is moved first, then turned to another of its numbers."""
    position = after("4@33=3 3@99=1 5@88=2")
    assert legal(position, "4-35") == [f"4-35={face}" for face in (1, 4, 5, 8, 9)]
    assert refused(position, "4-35=3") == ("same-face", {"die": "IV", "face": 3})
    assert refused(position, "4-35=7")[0] == "not-its-face"
    fields = {"die": "IV", "at": "35", "faces": "1, 4, 5, 8, 9"}
    assert refused(position, "4-35") == ("no-new-face", fields)


def test_the_die_must_change() -> None:
    """The die moved or placed last may not be the first one in the next turn."""
    position = after("4@33=3 3@99=1 5@88=2")
    assert refused(position, "5-82=3") == ("same-die", {"die": "V"})
    position = after("4@33=3 3@99=1 5@88=2 4-35=9")
    assert {token[0] for token in legal(position)} == {"3", "5"}
    assert refused(position, "4-95=1") == ("same-die", {"die": "IV"})


# Pasch


def test_a_pasch_goes_on_with_the_other_die() -> None:
    """The same player moves that other die at once: `4-63=8 5-28=7`."""
    inside = line(CHAIN).read("4-63=8")[1]
    assert inside.position.to_move == 2
    assert inside.position.mid_turn
    assert {token[0] for token in legal(inside.position)} == {"5"}
    assert refused(inside.position, "3-11=2") == ("pasch-first", {"die": "III", "other": "V"})
    done = inside.read("5-28=7")[1]
    assert done.position.to_move == 1
    assert not done.position.mid_turn
    assert play.whole_turn(line(CHAIN), "4-63=8 5-28=7").complete


def test_half_a_chain_is_no_turn() -> None:
    """Every Pasch must be resolved."""
    with pytest.raises(IllegalMove) as caught:
        play.whole_turn(line(CHAIN), "4-63=8")
    assert caught.value.refusal.code == "turn-unfinished"
    assert closing(GAME, after(f"{CHAIN} 4-63=8")) is None


def test_after_a_chain_its_last_die_is_barred() -> None:
    """The die of the last token is barred, whoever moved it. The first one is free again."""
    position = after(f"{CHAIN} 4-63=8 5-28=7")
    assert {token[0] for token in legal(position)} == {"3", "4"}


def test_a_chain_may_have_three_moves() -> None:
    """A Pasch with the third die must be resolved, too. The barred die may be the third."""
    turn = play.whole_turn(line("4@33=3 3@77=7 5@22=8"), "4-63=8 5-28=7 3-78=2")
    assert len(turn.steps) == 3


def test_a_chain_may_move_the_barred_die_later() -> None:
    """The die moved last may be the second or third of a chain."""
    start = after(CHAIN)
    assert start.last == 2
    assert not legal(start, "5")
    assert legal(after(f"{CHAIN} 4-63=8"), "5-28=7")


def test_a_pasch_needs_a_target_for_the_other_die() -> None:
    """A face that makes a Pasch is legal only if the other die then has a target field."""
    position = after("4@11=1 3@24=2 5@12=6")
    assert legal(position, "3-21") == ["3-21=5", "3-21=6", "3-21=7", "3-21=9"]
    fields = {"face": 1, "other": "IV", "at": "21"}
    assert refused(position, "3-21=1") == ("stuck-pasch", fields)


def test_one_die_never_hides_all_targets() -> None:
    """Whatever a die's number, and wherever one other die stands, it has a target field. It takes
    two dice to block all.
    """
    for place, targets in enumerate(TARGETS):
        for number in range(1, 10):
            for other in {*range(81)} - {place}:
                assert targets[number] & ~SHADOW[place][other]
