"""3Stein: the board, the men's moves, and promotion."""

from __future__ import annotations

import pytest

from games.dreistein import GAME
from games.dreistein.board import (
    CASTLES,
    CORNERS,
    FIELD,
    GOALS,
    KNIGHTS,
    LINES,
    LORDS,
    NAMES,
    NEAR,
    SQUIRES,
)
from games.dreistein.kites import MIDDLE, SPOTS
from games.geometry import bits
from games.protocol import Setup
from games.scene import rotate
from tests.games.dreistein_positions import after, at, legal, listed, names, targets

OPENING = "a13-b21 a14-b12 a14-b26 a23-b31 a24-b22 a24-b36 a25-b21 a34-b32 a34-b46 a35-b31"


def turned(name: str) -> str:
    """The field at which this one arrives when the board is turned by 120° clockwise."""
    x, y = rotate(SPOTS[name], 120.0, MIDDLE)
    return min(SPOTS, key=lambda other: abs(SPOTS[other][0] - x) + abs(SPOTS[other][1] - y))


def turned_all(tokens: list[str]) -> list[str]:
    """Moves turned by 120° clockwise, sorted."""
    return sorted("-".join(map(turned, token.split("-"))) for token in tokens)


# The board


def test_the_board_has_87_fields_and_15_lines() -> None:
    """Ten hexagons of six kites and nine half hexagons of three make 87 fields; 15 lines cross
    them.

    A field belongs to the two lines along its long sides, on one side of each.
    """
    assert len(NAMES) == len(set(NAMES)) == 87
    assert list(NAMES) == sorted(NAMES)
    assert len(LINES) == 15
    lanes = [lane for left, right, _ in LINES for lane in (left, right) if lane]
    assert len(lanes) == 27
    assert all(sum(field in lane for lane in lanes) == 2 for field in range(87))


def test_half_hexagons_have_the_fields_inside_the_board() -> None:
    """The left half hexagons have fields 2 3 4, the right ones 4 5 6, the lower ones 1 2 6."""
    for hexagon in ("a1", "b1", "c1"):
        assert [name[2] for name in NAMES if name.startswith(hexagon)] == ["2", "3", "4"]
    for hexagon in ("a3", "b4", "c5"):
        assert [name[2] for name in NAMES if name.startswith(hexagon)] == ["4", "5", "6"]
    for hexagon in ("e1", "e2", "e3"):
        assert [name[2] for name in NAMES if name.startswith(hexagon)] == ["1", "2", "6"]


@pytest.mark.parametrize(
    ("name", "neighbours"),
    [
        ("a24", "a23 a25 b22 b36"),
        ("a21", "a22 a26"),
        ("a12", "a13 a26"),
        ("c12", "b14 c13 c26"),
    ],
)
def test_neighbours_share_a_whole_side(name: str, neighbours: str) -> None:
    """Two fields are neighbours if they share a whole side, long or short."""
    assert names(NEAR[FIELD[name]]) == listed(neighbours)


def test_being_neighbours_is_mutual() -> None:
    """Two fields share a side, and four a corner."""
    for field in range(87):
        assert all(NEAR[other] >> field & 1 for other in bits(NEAR[field]))
        assert all(CORNERS[other] >> field & 1 for other in bits(CORNERS[field]))
        assert not NEAR[field] & CORNERS[field]


def test_fields_that_meet_at_a_corner_are_no_neighbours() -> None:
    """a24 and b21 touch only at the midpoint of the side between their hexagons."""
    assert "b21" in names(CORNERS[FIELD["a24"]])
    assert "b21" not in names(NEAR[FIELD["a24"]])


@pytest.mark.parametrize(
    "lane",
    [
        "c12 c26 c22 c36 c32 c46 c42 c56",
        "c13 c25 c23 c35 c33 c45 c43 c55",
        "e16 e12 e26 e22 e36 e32",
        "a12 a14 b12 b14 c12 c14",
        "a36 a34 b46 b44 c56 c54",
    ],
)
def test_lines_have_two_sides(lane: str) -> None:
    """The fields along one side of a line are in order."""
    fields = tuple(FIELD[name] for name in lane.split())
    lanes = [path for left, right, _ in LINES for path in (left, right)]
    assert fields in lanes or fields[::-1] in lanes


def test_there_is_nothing_beyond_the_sides_of_the_board() -> None:
    """The three lines along the edges of the board have fields on one side only."""
    outer = [left or right for left, right, _ in LINES if not (left and right)]
    assert sorted(sorted(lane) for lane in outer) == sorted(bits(goal) for goal in GOALS.values())


def test_everything_is_threefold_symmetric() -> None:
    """Turning the board by 120° takes Red's castle to Yellow's and Yellow's to Blue's, with their
    men and goal lines.
    """
    for seat, following in ((1, 2), (2, 3), (3, 1)):
        for kind in (CASTLES, GOALS):
            assert {turned(name) for name in names(kind[seat])} == names(kind[following])
        for men in (LORDS, KNIGHTS, SQUIRES):
            assert {turned(name) for name in men[seat].split()} == listed(men[following])


# The start


def test_the_men_at_the_start() -> None:
    """Each seat has a lord, four knights and seven squires in the castle and two knights in
    reserve.
    """
    position = GAME.start(Setup(3))
    assert str(position) == (
        "La21,Na12,Na22,Na26,Na36,Sa13,Sa14,Sa23,Sa24,Sa25,Sa34,Sa35 "
        "Ld43,Nc54,Nd42,Nd44,Ne32,Sc55,Sc56,Sd41,Sd45,Sd46,Se31,Se36 "
        "Ld15,Nc14,Nd14,Nd16,Ne16,Sc12,Sc13,Sd11,Sd12,Sd13,Se11,Se12 2,2,2 1 - 0 = - -"
    )
    for seat in (1, 2, 3):
        assert position.men[seat - 1] == CASTLES[seat]


def test_at_the_start_only_squires_can_move() -> None:
    """Red has ten legal moves at the start, and so have the others after turning the board."""
    start = GAME.start(Setup(3))
    expected = OPENING.split()
    for seat in (1, 2, 3):
        text = str(start).replace(" 1 - 0", f" {seat} - 0")
        assert legal(GAME.position(text)) == sorted(expected)
        expected = turned_all(expected)


# Lord and squire


def test_the_lord_goes_to_any_neighbouring_field() -> None:
    """Lord: to any neighbouring field, across a long or a short side."""
    assert targets(at("La24 - -"), "a24") == {"a23", "a25", "b22", "b36"}


def test_a_squire_goes_round_his_hexagon() -> None:
    """A squire goes round either way to any field without passing a man, or one step across a short
    side into another hexagon, but never both in one move.
    """
    assert targets(at("Sc31 - -"), "c31") == listed("c32 c33 c34 c35 c36 b23 b35")


def test_a_squire_stops_before_a_man() -> None:
    """Occupied fields cannot be passed, but an enemy's field can be entered. The other way round
    stays open.
    """
    position = at("Sc31,Sc33 Sc35 -")
    assert targets(position, "c31") == listed("c32 c36 c35 b23 b35")


def test_in_a_half_hexagon_the_fields_form_a_path() -> None:
    """In a half hexagon there is only one way, from one end through the middle to the other."""
    assert {"b13", "b14"} <= targets(at("Sb12 - -"), "b12")
    assert "b14" not in targets(at("Sb12 Sb13 -"), "b12")
    assert {"e11", "e12"} <= targets(at("Se16 - -"), "e16")
    assert "e12" not in targets(at("Se16 Se11 -"), "e16")


def test_a_squire_never_crosses_a_corner() -> None:
    """Never diagonally across a corner of four fields."""
    assert "b21" not in targets(at("Sa24 - -"), "a24")


def test_a_squire_does_not_come_back_to_his_castle() -> None:
    """A squire that has left its castle may not enter it again. Inside, it moves freely."""
    assert targets(at("Sb36 - -"), "b36") == listed("b31 b32 b33 b34 b35 b22")
    assert {"a21", "a22", "a26"} <= targets(at("Sa24 - -"), "a24")
    assert "a35" in targets(at("Sa23 - -"), "a23")


def test_foreign_castles_are_open_to_a_squire() -> None:
    """A squire may enter foreign castles."""
    assert "c12" in targets(at("Sb14 - -"), "b14")


# The knight


def test_a_knight_passes_fields_that_touch_the_line_with_their_tip() -> None:
    """A knight on c26 may slide to c22 past an occupied c21, and to c24 past an occupied c25."""
    position = at("Nc26 Sc21,Sc25 -")
    assert {"c22", "c24"} <= targets(position, "c26")


def test_a_knight_reaches_along_a_whole_line() -> None:
    """On an otherwise empty board a knight on c12 reaches the whole north side of the line through
    row c, past men on c21 and c31.
    """
    reached = targets(at("Nc12 - -"), "c12")
    assert listed("c26 c22 c36 c32 c46 c42 c56") <= reached
    assert targets(at("Nc12 Sc21,Sc31 -"), "c12") == reached


def test_a_knight_goes_like_a_squire_or_along_his_lines() -> None:
    """Round the hexagon, across a short side, or along the two lines on its long sides, on its own
    side of them and in both directions: one of the three, never a combination.
    """
    rounds = "c21 c22 c23 c24 c25"
    across = "b14 c12"
    row, slope = "c12 c22 c36 c32 c46 c42 c56", "b14 c24 d26 d24 e26"
    reached = listed(f"{rounds} {across} {row} {slope}")
    assert targets(at("Nc26 - -"), "c26") == reached
    assert targets(at("Ne16 - -"), "e16") == listed("e11 e12 d14 d16 c14 e26 e22 e36 e32")


def test_a_knight_stops_before_a_friend_and_on_an_enemy() -> None:
    """A knight stops before a friend, or captures on an enemy's field."""
    row = listed("c26 c22 c36 c32 c46 c42 c56")
    assert targets(at("Nc12,Sc36 - -"), "c12") & row == {"c26", "c22"}
    assert targets(at("Nc12 Sc36 -"), "c12") & row == {"c26", "c22", "c36"}


def test_a_knight_may_enter_his_castle() -> None:
    """The restriction on the castle does not apply to knights."""
    assert "a24" in targets(at("Nb36 - -"), "b36")


def test_the_worked_endgame() -> None:
    """A red knight slides from a13 by b21 b23 c31 c33 d31 to d33 although men stand on the tips of
    b22 and c32. From there it threatens the lord on d43 past the squire on d44, until that squire
    steps to d45. The knight on d42 could then recapture by way of d41 and d46.
    """
    position = at("Na13,Nb22 Ld43,Nd42,Sd44 Sc32")
    assert {"b21", "b23", "c31", "c33", "d31", "d33"} <= targets(position, "a13")
    position = at("Nd33,Nb22 Ld43,Nd42,Sd44 Sc32")
    assert {"d45", "d43"} <= targets(position, "d33")
    position = at("Nd33,Nb22 Ld43,Nd42,Sd45 Sc32")
    assert "d43" not in targets(position, "d33")
    position = after(position, "d33-d45")
    assert "d45" in targets(position, "d42")


# Promotion


def test_a_squire_is_promoted_on_his_goal_line() -> None:
    """A squire that arrives on one of its goal fields is replaced by a knight from the reserve."""
    position = after(at("Se11 - -"), "e11-e12")
    assert str(position).startswith("Ne12 - - 1,2,2 2")


@pytest.mark.parametrize(
    ("men", "seat", "token"),
    [
        ("Se11 - -", 1, "e11-e16"),
        ("- Sb13 -", 2, "b13-b14"),
        ("- - Sb45", 3, "b45-b46"),
    ],
)
def test_each_has_a_goal_line(men: str, seat: int, token: str) -> None:
    """The goal line of a colour is the side of the board opposite its castle."""
    position = after(at(men, seat), token)
    assert position.reserves[seat - 1] == 1
    assert position.men.knights == 1 << FIELD[token[4:]]


def test_foreign_goal_lines_promote_nobody() -> None:
    """On the goal fields of other seats a squire stays a squire."""
    assert str(after(at("Sb13 - -"), "b13-b14")).startswith("Sb14 - - 2,2,2")


def test_without_a_reserve_a_squire_stays_a_squire() -> None:
    """Without a reserve it stays a squire."""
    assert str(after(at("Se11 - -", reserves="0,2,2"), "e11-e12")).startswith("Se12 - - 0,2,2")


def test_a_promotion_happens_at_once() -> None:
    """The promoted man moves as a knight from the next move on, and knights are not promoted
    again.
    """
    position = after(at("Se11 Sc31 Sc33"), "e11-e12", "c31-c32", "c33-c34")
    assert "e36" in targets(position, "e12")
    assert after(position, "e12-e22").reserves == (1, 2, 2)
