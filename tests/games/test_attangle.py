"""Attangle, rule by rule. Positions are written as the stacks from the bottom up, both stocks,
the seat to move and the result: `w:a1,bw:c3 17 16 2 -`.
"""

from __future__ import annotations

import pytest

import games
from games import play
from games.attangle import GAME
from games.attangle.board import CENTRE, NAMES, POINT, RAYS
from games.attangle.position import AttanglePosition
from games.errors import IllegalMove, InvalidMove, MoveError
from games.play import Line, closing
from games.protocol import Result
from games.scene import Text


def at(stacks: str, white: int = 10, black: int = 10, seat: int = 1) -> AttanglePosition:
    """A position with these stacks."""
    return GAME.position(f"{stacks or '-'} {white} {black} {seat} -")


def legal(position: AttanglePosition) -> list[str]:
    """The tokens of the legal moves."""
    return [str(move) for move in GAME.legal_moves(position)]


def captures(position: AttanglePosition) -> list[str]:
    """The tokens of the legal captures."""
    return [token for token in legal(position) if "," in token]


def refused(position: AttanglePosition, token: str) -> str:
    """The code of the refusal of a token."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, position, token)
    return caught.value.refusal.code


def after(position: AttanglePosition, token: str) -> AttanglePosition:
    """The position after a legal token."""
    return GAME.apply(position, play.parse(GAME, position, token))


def neighbours(name: str) -> set[str]:
    """The points next to a point."""
    return {NAMES[ray[0]] for ray in RAYS[POINT[name]] if ray}


# The board and the rulebook's checks


def test_the_board_is_a_hexagon_of_37_points() -> None:
    """Rows a to g have 4 5 6 7 6 5 4 points, numbered from the left."""
    assert len(NAMES) == 37
    assert [sum(name[0] == row for name in NAMES) for row in "abcdefg"] == [4, 5, 6, 7, 6, 5, 4]
    assert NAMES[CENTRE] == "d4"


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ("d3", "c2 c3 d2 d4 e2 e3"),
        ("d4", "c3 c4 d3 d5 e3 e4"),
        ("a1", "a2 b1 b2"),
        ("c1", "b1 c2 d1 d2"),
        ("e1", "d1 d2 e2 f1"),
        ("g4", "f4 f5 g3"),
    ],
)
def test_neighbours(point: str, expected: str) -> None:
    """The neighbours listed in the rulebook."""
    assert neighbours(point) == set(expected.split())


def test_there_are_36_first_moves() -> None:
    """At the start there are 36 legal moves."""
    start = GAME.start(play.setup(GAME))
    assert legal(start) == [name for name in NAMES if name != "d4"]
    assert str(start) == "- 18 18 1 -"


def test_after_two_placements_34_remain() -> None:
    """After two placements 34 placements remain, and no capture is possible yet."""
    line = play.replay(GAME, play.setup(GAME), ["c3", "d3"])
    assert len(legal(line.position)) == 34
    assert not captures(line.position)


def test_a_capture_along_row_d_passes_over_the_centre() -> None:
    """White singles on d1 and d7 capture a single on d5 from opposite directions, over d4."""
    assert captures(at("w:d1,w:d7,b:d5")) == ["d1,d7-d5"]
    for blocked in ("d2", "d3", "d6"):
        assert not captures(at(f"w:d1,w:d7,b:d5,b:{blocked}")), blocked


# Placing


def test_placing_takes_a_piece_from_the_stock() -> None:
    """A piece from one's stock is placed on a free point; then it is the opponent's turn."""
    position = after(at("", 18, 18), "c3")
    assert str(position) == "w:c3 17 18 2 -"


def test_heights() -> None:
    """Stacks are one to three pieces high; a free point has no height."""
    position = at("w:a1,bw:a3,wbw:c3")
    assert [position.height(POINT[name]) for name in ("a1", "a3", "c3", "d5")] == [1, 2, 3, 0]


def test_no_piece_stands_on_the_centre() -> None:
    """No piece may ever stay on d4."""
    assert refused(at(""), "d4") == "centre"
    assert refused(at("w:d1,w:a1,b:d5"), "a1,d1-d4") == "centre"


def test_placing_needs_a_free_point() -> None:
    """Pieces are placed on free points only."""
    assert refused(at("b:c3"), "c3") == "occupied"
    assert refused(at("w:c3"), "c3") == "occupied"


def test_with_an_empty_stock_one_must_capture() -> None:
    """With an empty stock one must capture."""
    position = at("w:a1,w:a3,b:a2", white=0)
    assert legal(position) == ["a1,a3-a2"]
    assert refused(position, "c3") == "empty-stock"


def test_nobody_may_pass() -> None:
    """A player must move: `pass` is not a move of this game."""
    with pytest.raises(InvalidMove):
        play.parse(GAME, at(""), "pass")
    assert closing(GAME, at("")) is None


# Capturing


def test_two_singles_on_a_single_make_a_double() -> None:
    """1+1 on a single gives a double, and one attacker goes back to the stock."""
    position = after(at("w:b2,w:e2,b:c3,b:g1"), "b2,e2-c3")
    assert str(position) == "bw:c3,b:g1 11 10 2 -"


def test_two_singles_on_a_double_make_a_triple() -> None:
    """1+1 on a double gives a triple with the capturer's colour on top."""
    position = after(at("w:b2,w:e2,wb:c3,b:g1"), "b2,e2-c3")
    assert str(position) == "wbw:c3,b:g1 11 10 2 -"


def test_a_double_and_a_single_on_a_single_make_a_triple() -> None:
    """1+2 on a single gives a triple; the attacker that goes back is a single."""
    for stacks in ("bw:b2,w:e2,b:c3,b:g1", "w:b2,bw:e2,b:c3,b:g1"):
        position = after(at(stacks), "b2,e2-c3")
        assert str(position) == "bbw:c3,b:g1 11 10 2 -"


def test_a_double_does_not_capture_a_double() -> None:
    """Only two singles can capture a double."""
    position = at("bw:b2,w:e2,wb:c3")
    assert not captures(position)
    assert refused(position, "b2,e2-c3") == "too-high"


def test_two_doubles_do_not_attack_together() -> None:
    """A double attacks only together with a single."""
    position = at("bw:b2,bw:e2,b:c3")
    assert not captures(position)
    assert refused(position, "b2,e2-c3") == "two-doubles"


def test_three_attackers_give_three_captures_less_two_doubles() -> None:
    """Any two attackers may capture, unless both are doubles."""
    assert captures(at("bw:d1,bw:d5,w:g3,b:d3")) == ["d1,g3-d3", "d5,g3-d3"]


def test_triples_never_capture() -> None:
    """Triples never capture and never move."""
    position = at("bbw:b2,w:e2,b:c3")
    assert not captures(position)
    assert refused(position, "b2,e2-c3") == "triple-attacks"


def test_triples_are_never_captured() -> None:
    """Triples are never captured."""
    position = at("w:b2,w:e2,wwb:c3")
    assert not captures(position)
    assert refused(position, "b2,e2-c3") == "triple-captured"


def test_attackers_come_from_two_directions() -> None:
    """Two pieces in the same direction can't capture together."""
    assert refused(at("w:d1,w:d2,b:d5"), "d1,d2-d5") == "same-direction"


def test_attackers_move_in_straight_lines() -> None:
    """Each attacker moves in a straight line."""
    assert refused(at("w:a1,w:d7,b:d5"), "a1,d7-d5") == "no-line"


def test_attackers_pass_over_nobody() -> None:
    """Attackers never pass over another piece of either colour, and the refusal names it."""
    for blocker in ("w:d6", "b:d6"):
        position = at(f"w:d7,w:a2,b:d5,{blocker}")
        with pytest.raises(IllegalMove) as caught:
            play.parse(GAME, position, "a2,d7-d5")
        assert caught.value.refusal.code == "obstructed"
        assert caught.value.refusal.fields == {"from": "d7", "at": "d5", "by": "d6"}


def test_attackers_are_ones_own() -> None:
    """A stack belongs to the colour of its top piece, and only one's own stacks attack."""
    assert refused(at("wb:b2,w:e2,b:c3"), "b2,e2-c3") == "stack-not-yours"
    assert refused(at("b:b2,w:e2,b:c3"), "b2,e2-c3") == "not-yours"
    assert refused(at("w:e2,b:c3"), "b2,e2-c3") == "nobody-there"
    assert refused(at("w:e2,b:c3"), "e2,e2-c3") == "same-attacker"


def test_only_the_enemy_is_captured() -> None:
    """The target must be an enemy; there are no moves without a capture."""
    assert refused(at("w:b2,w:e2,bw:c3"), "b2,e2-c3") == "own-stack"
    assert refused(at("w:b2,w:e2,w:c3"), "b2,e2-c3") == "own-target"
    assert refused(at("w:b2,w:e2"), "b2,e2-c3") == "nothing-to-capture"


def test_the_returned_piece_may_be_placed_again() -> None:
    """A piece that went back to the stock may be placed again later."""
    position = after(at("w:a1,w:a3,b:a2,b:g1", white=0), "a1,a3-a2")
    assert position.stock == (1, 10)
    assert "c3" in legal(after(position, "g2"))


# The end


def test_the_third_triple_wins_at_once() -> None:
    """The player who builds the third triple of their colour wins at once: `third-triple`."""
    position = after(at("bbw:g1,wbw:g2,w:b2,w:e2,wb:c3,b:a1"), "b2,e2-c3")
    assert position.result == Result((1, 2), "third-triple")
    assert position.to_move is None
    assert not legal(position)
    assert refused(position, "a2") == "game-over"


def test_two_triples_of_each_colour_do_not_win() -> None:
    """Triples count separately for each colour."""
    position = after(at("bbw:g1,wwb:g2,wwb:g3,w:b2,w:e2,wb:c3,b:a1"), "b2,e2-c3")
    assert position.result is None


def test_black_wins_with_the_third_triple_too() -> None:
    """The same rule applies to Black."""
    position = at("wwb:g1,bwb:g2,b:b2,b:e2,bw:c3,w:a1", seat=2)
    assert after(position, "b2,e2-c3").result == Result((2, 1), "third-triple")


def test_who_can_not_move_loses() -> None:
    """A player to move without a legal move loses at once: `no-move`."""
    position = after(at("w:a1,b:g1", white=5, black=0), "c3")
    assert position.result == Result((1, 2), "no-move")


def test_who_can_still_capture_has_not_lost() -> None:
    """An empty stock alone does not lose the game."""
    position = after(at("w:a2,b:a1,b:a3,w:g1", white=5, black=0), "c3")
    assert position.result is None
    assert legal(position) == ["a1,a3-a2", "a1,a3-c3"]


def test_resigning_loses() -> None:
    """In a game of two, resigning or running out of time loses."""
    line = Line.at(GAME, at("w:a1"))
    assert line.withdraw(1, "resignation").position.result == Result((2, 1), "resignation")
    assert line.withdraw(2, "timeout").position.result == Result((1, 2), "timeout")


def test_a_game_ends_within_76_plies() -> None:
    """Every capture enlarges the stacks, so a game ends within 76 plies."""
    from random import Random

    setup = play.setup(GAME)
    assert max(len(play.random_line(GAME, setup, Random(seed))) for seed in range(200)) <= 76


# Notation


@pytest.mark.parametrize(
    "text", ["e2,b2-c3", "B2,E2xC3", "b2+e2-c3", " b2 , e2 – c3 ", "b2,e2:c3", "b2,e2×c3"]
)
def test_forgiving_input(text: str) -> None:
    """Sources in either order, case and other signs mean the same move."""
    assert str(play.parse(GAME, at("w:b2,w:e2,b:c3"), text)) == "b2,e2-c3"


@pytest.mark.parametrize(
    "text", ["a5", "h1", "a0", "b2-c3", "b2,e5", "b2,e5-c9", "33", "b2,e5,c3-d3"]
)
def test_other_text_is_no_move(text: str) -> None:
    """Text that is no move of the game is refused as such."""
    with pytest.raises(InvalidMove):
        play.parse(GAME, at(""), text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "w:a1",
        "w:a1,b:a1 1 1 1 -",
        "x:a1 1 1 1 -",
        "w:a9 1 1 1 -",
        "w:d4 1 1 1 -",
        "w:a1 1 1 3 -",
        "- 1 1 1 x",
    ],
)
def test_bad_positions(text: str) -> None:
    """Any other text is not a position."""
    with pytest.raises(ValueError, match="not a position of Attangle"):
        GAME.position(text)


@pytest.mark.parametrize("typed", ["d1-d5", "d1xd5", "D1-d5", "d1d5", "c6-d5"])
def test_a_capture_takes_two_pieces(typed: str) -> None:
    """A capture with one piece is told so, with a capture that is possible now, on the same target
    if there is one.
    """
    position = at("w:d1,w:d7,w:a1,w:g1,b:d5,b:b2")
    with pytest.raises(InvalidMove) as caught:
        play.parse(GAME, position, typed)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.fields["example"]) == ("one-attacker", "d1,d7-d5")
    assert refusal.fields["from"] == typed[:2].lower()


def test_a_capture_takes_two_pieces_even_if_there_is_none() -> None:
    """The example is then a turn that is possible."""
    position = at("w:c3,b:d3")
    with pytest.raises(InvalidMove) as caught:
        play.parse(GAME, position, "c3-d3")
    refusal = caught.value.refusal
    assert refusal.code == "no-capture"
    assert str(refusal.fields["example"]) in legal(position)


def test_a_lone_capture_of_what_is_not_on_the_board() -> None:
    """It is no move at all."""
    with pytest.raises(InvalidMove) as caught:
        play.parse(GAME, at("w:c3,b:d3"), "c3-g7")
    assert caught.value.refusal.code == "unknown-notation"


def test_refusals_say_what_was_typed() -> None:
    """The log message of a refusal contains the input and the position."""
    with pytest.raises(MoveError, match=r"obstructed: 'a2,d7-d5' .* in w:a2,b:d5"):
        play.parse(GAME, at("b:d6,b:d5,w:a2,w:d7"), "a2,d7-d5")


def test_it_is_registered() -> None:
    """The registry has the game under its key."""
    assert games.get("attangle") is GAME


def test_an_empty_point_has_no_height() -> None:
    """Stacks have up to three pieces; a point without pieces has no owner."""
    position = at("bbw:a1,w:a2")
    heights = [position.height(NAMES.index(name)) for name in ("a1", "a2", "a3")]
    assert heights == [3, 1, 0]
    assert position.owner(NAMES.index("a3")) is None
    assert position.stack(NAMES.index("a3")) == ()


def test_the_picture_shows_heights_and_triples() -> None:
    """The upper piece of a stack bears its height, the tray shows how many triples are built, and
    the three that have won are marked.
    """
    before = at("bbw:g1,wbw:g2,w:b2,w:e2,wb:c3,b:a1")
    scene = GAME.scene(before, ())
    signs = {
        man.point: shape.text
        for man in scene.figures
        for shape in man.glyph
        if isinstance(shape, Text)
    }
    assert signs == {"g1": "3", "g2": "3", "c3": "2"}
    assert [[(item.count, item.of) for item in tray.won] for tray in scene.trays] == [
        [(2, 3)],
        [(0, 3)],
    ]
    assert not [mark for mark in scene.marks if mark.role == "goal"]
    done, move = after(before, "b2,e2-c3"), play.parse(GAME, before, "b2,e2-c3")
    won = GAME.scene(done, GAME.events(before, move, done))
    assert {mark.point for mark in won.marks if mark.role == "goal"} == {"g1", "g2", "c3"}
    assert not [mark for mark in won.marks if mark.role != "goal"]
    assert [trail.points for trail in won.trails] == [("b2", "c3"), ("e2", "c3")]
