"""Die Drei, rule by rule: the board, reach, placing and winning.

Positions are written as board, `extended`, pieces in order, number of the last, history, result.
"""

from __future__ import annotations

from random import Random

import pytest

import games
from games import play
from games.die_drei import GAME
from games.die_drei.board import (
    COLOURS,
    COMPLETING,
    NAMES,
    SQUARE,
    TILES,
    check_code,
    codes,
    katarenga,
)
from games.die_drei.position import DieDreiPosition
from games.die_drei.rules import Search, camp
from games.errors import IllegalMove, InvalidMove, MoveError, OptionError
from games.play import Line, closing
from games.protocol import Part, Result, Setup
from games.words import Phrase, Term

PLAIN = "1a0.2a0.3a0.4a0"
"""
8  R Y B G R Y G B
7  G R G B G Y R Y
6  Y Y B R B B G R
5  B G R Y Y R B G
4  R G B Y R G B Y
3  Y Y G R Y Y B R
2  B B R G B G R G
1  G R Y B G R Y B
"""

EXAMPLE_TWO = ["d2", "e4", "f4", "d5", "a8", "a6", "c4", "c3", "e2", "d3", "e3"]


def after(*tokens: str, board: str = PLAIN) -> DieDreiPosition:
    """The position after these tokens, all of them legal."""
    return play.replay(GAME, play.setup(GAME, options={"board": board}), tokens).position


def at(pieces: str, extended: bool = False) -> DieDreiPosition:
    """The position with these pieces on the plain board, in the order of placing."""
    names = pieces.split()
    option = str(extended).lower()
    return GAME.position(f"{PLAIN} {option} {','.join(names) or '-'} {len(names)} - -")


def legal(position: DieDreiPosition) -> str:
    """The tokens of the legal moves."""
    return " ".join(str(move) for move in GAME.legal_moves(position))


def reach(square: str, *others: str) -> set[str]:
    """The reach of a piece on the plain board, with others present."""
    occupied = sum(1 << SQUARE[name] for name in (square, *others))
    found = katarenga(PLAIN).reach(SQUARE[square], occupied)
    return {name for name in NAMES if found >> SQUARE[name] & 1}


def refused(position: DieDreiPosition, token: str) -> tuple[str, dict[str, str | int]]:
    """The code of a token's refusal, and its fields."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, position, token)
    return caught.value.refusal.code, dict(caught.value.refusal.fields)


# The board


def rank(code: str, number: int) -> str:
    """The colours of a rank on the board with this code, from a to h."""
    colours = katarenga(code).colours
    return "".join(colours[SQUARE[f"{file}{number}"]] for file in "abcdefgh")


@pytest.mark.parametrize(("tile", "row"), [("1a0", "RYBG"), ("1a1", "BYGR"), ("1b1", "YRBG")])
def test_tableaus_are_turned_over_first_and_then_rotated(tile: str, row: str) -> None:
    """The north-west tile 1a0 puts R Y B G on a8 to d8; 1a1 B Y G R; 1b1 Y R B G."""
    assert rank(f"{tile}.2a0.3a0.4a0", 8)[:4] == row


def test_the_tableaus_lie_in_the_four_quadrants() -> None:
    """The codes are for the quadrants north-west, north-east, south-west, south-east, in this
    order.
    """
    assert [rank(PLAIN, number) for number in (8, 5, 4, 1)] == [
        TILES["1"][0] + TILES["2"][0],
        TILES["1"][3] + TILES["2"][3],
        TILES["3"][0] + TILES["4"][0],
        TILES["3"][3] + TILES["4"][3],
    ]
    assert rank("4a0.3a0.2a0.1a0", 8) == TILES["4"][0] + TILES["3"][0]


def test_half_a_turn_turns_a_tableau_round() -> None:
    """Two quarter turns put the last row first, reversed. Side b is the mirror image."""
    assert rank("1a2.2a0.3a0.4a0", 8)[:4] == TILES["1"][3][::-1]
    assert rank("1b0.2a0.3a0.4a0", 8)[:4] == TILES["1"][0][::-1]


def test_the_tableaus_are_those_of_katarenga() -> None:
    """The front sides of the four tiles, rows from top to bottom."""
    assert {tile: "".join(rows) for tile, rows in TILES.items()} == {
        "1": "RYBGGRGBYYBRBGRY",
        "2": "RYGBGYRYBBGRYRBG",
        "3": "RGBYYYGRBBRGGRYB",
        "4": "RGBYYYBRBGRGGRYB",
    }


def test_boards_are_drawn_at_random_and_kept() -> None:
    """Without the option, a board is drawn and its code stored in the setup."""
    boards = {play.setup(GAME, rng=Random(seed)).options["board"] for seed in range(40)}
    assert len(boards) == 40
    for code in boards:
        assert play.setup(GAME, options={"board": code}).options["board"] == code
    assert play.setup(GAME, rng=Random(1)).options["extended"] == "false"


def test_a_board_must_be_given_where_nothing_is_drawn() -> None:
    """A setup without a random source needs the code."""
    with pytest.raises(OptionError) as caught:
        play.setup(GAME)
    assert caught.value.refusal.code == "option-required"


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("1a0.2a0.3a0", "four tableaus"),
        ("1a0.2a0.3a0.5a0", "a number 1-4"),
        ("1c0.2a0.3a0.4a0", "a side a or b"),
        ("1a4.2a0.3a0.4a0", "0-3 quarter turns"),
        ("1a0.1b0.3a0.4a0", "exactly once"),
    ],
)
def test_other_codes_are_refused(code: str, why: str) -> None:
    """Each tile is used exactly once, with number, side and quarter turns."""
    with pytest.raises(OptionError) as caught:
        play.setup(GAME, options={"board": code})
    assert caught.value.refusal.code == "unfit-value"
    said = caught.value.refusal.fields["why"]
    assert why in str(said)
    assert isinstance(said, Term)


def test_codes_are_completed() -> None:
    """A typed beginning is completed to all codes with that beginning, in order."""
    assert list(codes("1a0.2B3.3a0.4")) == [f"1a0.2b3.3a0.4{s}{n}" for s in "ab" for n in range(4)]
    found = list(codes("3b1.1a"))
    assert len(found) == 4 * 2 * 8 * 8
    assert found == sorted(found)
    assert [check_code(code) for code in found] == found
    assert list(codes("1a0.2b3.3a0.4b1")) == ["1a0.2b3.3a0.4b1"]
    assert list(codes("5")) == []


def test_codes_are_forgiving() -> None:
    """Case and spaces around a code don't matter; it is stored in canonical form."""
    setup = play.setup(GAME, options={"board": " 1A0.2B3.3a0.4a0 ", "extended": True})
    assert setup == Setup(2, {"board": "1a0.2b3.3a0.4a0", "extended": "true"})


# Reach


def test_red_reaches_like_a_rook_up_to_the_first_red_square() -> None:
    """Red: straight lines, up to and including the first red square."""
    assert reach("a8") == {"b8", "c8", "d8", "e8", "a7", "a6", "a5", "a4"}


def test_yellow_reaches_like_a_bishop_up_to_the_first_yellow_square() -> None:
    """Yellow: diagonals, up to and including the first yellow square."""
    assert reach("d4") == {"c5", "b6", "e5", "c3", "b2", "a1", "e3"}


def test_green_reaches_like_a_knight() -> None:
    """Green: the squares of a knight's move, leaping over anything between."""
    assert reach("d8") == {"b7", "c6", "e6", "f7"}
    assert reach("d8", "c8", "c7", "d7", "e7", "e8", "c6") == {"b7", "e6", "f7"}


def test_blue_reaches_like_a_king() -> None:
    """Blue: the eight neighbouring squares."""
    assert reach("d7") == {"c8", "d8", "e8", "c7", "e7", "c6", "d6", "e6"}
    assert reach("h8") == {"g8", "g7", "h7"}


def test_lines_end_before_any_piece() -> None:
    """The reach of rook and bishop stops before any occupied square."""
    assert reach("a8", "c8", "a4") == {"b8", "a7", "a6", "a5"}
    assert reach("d4", "b6", "e5", "c3") == {"c5", "e3"}


# Placing


def test_there_are_64_first_moves_on_every_board() -> None:
    """White may place a piece on any square."""
    for seed in range(20):
        position = GAME.start(play.setup(GAME, rng=Random(seed)))
        assert legal(position) == " ".join(sorted(NAMES))
        assert position.to_move == 1


def test_the_first_placement_too_leaves_a_continuation() -> None:
    """After every first move, on every board tried, Black can place, so no first move is
    forbidden.
    """
    for seed in range(5):
        position = GAME.start(play.setup(GAME, rng=Random(seed)))
        assert all(legal(GAME.apply(position, move)) for move in GAME.legal_moves(position))


def test_example_one() -> None:
    """White places on green. Black must then choose one of the knight's squares around it."""
    assert legal(after("d8")) == "b7 c6 e6 f7"


def test_example_two() -> None:
    """White's third piece is in the reach of Black's on red. Piece 11 wins with 1 and 3."""
    line = play.replay(GAME, play.setup(GAME, options={"board": PLAIN}), EXAMPLE_TWO[:10])
    assert katarenga(PLAIN).colours[SQUARE["e4"]] == "R"
    assert "f4" in reach("e4", "d2")
    assert line.position.result is None
    assert line.position.to_move == 1
    turn = play.whole_turn(line, "e3")
    assert turn.line.position.result == Result((1, 2), "three")
    assert play.events(GAME, turn.steps)[-1].fields == {
        "seat": 1,
        "first": "d2",
        "middle": "e3",
        "third": "f4",
    }


def test_the_opponents_last_piece_counts() -> None:
    """A piece must be placed in the reach of the opponent's last piece, by the colour of its
    square.
    """
    assert legal(after("d8", "b7")) == "a7 b1 b2 b3 b4 b5 b6 b8 c7 d7 e7 f7 g7"


def test_a_square_holds_one_piece() -> None:
    """Pieces are placed on free squares, and nothing is ever captured."""
    assert refused(at("d8 b7"), "d8") == ("occupied", {"at": "d8", "number": 1})
    assert refused(at("d8 b7"), "b7") == ("occupied", {"at": "b7", "number": 2})


@pytest.mark.parametrize(
    ("last", "token", "code"),
    [
        ("a8", "b7", "no-row"),
        ("d4", "d5", "no-diagonal"),
        ("d8", "d7", "no-knight"),
        ("d7", "d5", "no-king"),
    ],
)
def test_squares_out_of_reach_are_refused_by_the_colour(last: str, token: str, code: str) -> None:
    """The refusal describes the reach of a piece on that colour."""
    assert refused(after(last), token) == (code, {"last": last, "at": token})


def test_a_refusal_names_the_piece_between() -> None:
    """The refusal names the piece in the way."""
    assert refused(at("c8 a8"), "d8") == ("obstructed", {"last": "a8", "at": "d8", "by": "c8"})
    assert refused(at("c5 d4"), "b6") == ("obstructed", {"last": "d4", "at": "b6", "by": "c5"})


def test_a_refusal_names_the_square_that_ends_the_line() -> None:
    """The line ends at the first square of the same colour, which the refusal names."""
    fields = {"last": "a8", "at": "f8", "by": "e8", "colour": "red"}
    assert refused(after("a8"), "f8") == ("stopped", fields)
    fields = {"last": "d4", "at": "a7", "by": "b6", "colour": "yellow"}
    assert refused(after("d4"), "a7") == ("stopped", fields)


# The valid continuation


def test_nobody_is_left_without_a_square_in_reach() -> None:
    """A player may not leave the opponent without a valid continuation."""
    position = at("b3 c2 a2")
    assert "a1" in reach("a2", "b3", "c2")
    assert refused(position, "a1") == ("no-reach", {"at": "a1"})
    assert legal(position) == "a3 b1 b2"


def test_a_continuation_must_be_legal_itself() -> None:
    """A continuation must itself be legal: a8 leaves b8 in reach, but after b8 nobody could
    continue.
    """
    assert reach("a8", "a7", "c8", "c7") == {"b8"}
    assert reach("b8", "a7", "c8", "c7", "a8") == set()
    assert refused(at("a7 c8 c7"), "a8") == ("dead-end", {"at": "a8"})
    assert refused(at("a7 c8 c7 a8"), "b8") == ("no-reach", {"at": "b8"})


def test_what_leads_nowhere_is_known_again() -> None:
    """A search caches positions without a continuation, and gives the same answer again."""
    position = at("a7 c8 c7 a8")
    own, others = camp(position.men(1)), camp(position.men(2))
    search = Search(position.board)
    asked = [search.goes_on(own, others, position.occupied, SQUARE["a8"]) for _ in range(2)]
    assert asked == [False, False]
    assert len(search.dead) == 1


def test_a_win_needs_no_continuation() -> None:
    """A winning placement is legal even if nobody could continue."""
    position = at("a2 b3 a3 c2 h8 b2")
    assert reach("a1", "b3", "c2") == set()
    won = GAME.apply(position, play.parse(GAME, position, "a1"))
    assert won.result == Result((1, 2), "three")
    assert refused(at("a2 b3 a4 c2 h8 b2"), "a1") == ("no-reach", {"at": "a1"})


# Die Drei


@pytest.mark.parametrize(
    ("men", "three"),
    [
        ("a1 b1 c1", True),
        ("a1 c3 e5", True),
        ("a1 d1 e1", False),
        ("h8 h5 h2", True),
        ("a8 d5 g2", True),
        ("a1 d1 h1", False),
        ("a1 b3 c5", False),
        ("a1 c2 e3", False),
    ],
)
def test_three_in_line_with_equal_gaps(men: str, three: bool) -> None:
    """Three on one horizontal, vertical or diagonal line, the middle one exactly half way."""
    squares = [SQUARE[name] for name in men.split()]
    for turn in range(3):
        one, other, third = squares[turn:] + squares[:turn]
        assert bool(COMPLETING[one][other] >> third & 1) is three
        assert bool(COMPLETING[other][one] >> third & 1) is three


def test_what_stands_between_does_not_matter() -> None:
    """a1, c3, e5 of one seat are Die Drei, whatever stands on b2 and d4."""
    for between in ("b2 d4", "h1 h3", "b2 h3"):
        one, other = between.split()
        position = at(f"a1 {one} e5 {other} f3 g4")
        won = GAME.apply(position, GAME.read(position, "c3"))
        assert won.result == Result((1, 2), "three")


def test_black_wins_with_die_drei_too() -> None:
    """Die Drei ends the game at once, for either seat. Only one's own pieces count."""
    position = at("b1 a1 c5 a2 h5")
    won = GAME.apply(position, GAME.read(position, "a3"))
    assert won.result == Result((2, 1), "three")
    assert won.to_move is None
    assert legal(won) == ""
    assert refused(won, "c3")[0] == "game-over"


# Ends, notation and text


def test_resigning_loses() -> None:
    """In a game of two, resigning or running out of time loses, on turn or not."""
    line = Line.at(GAME, after("d8"))
    assert line.withdraw(1, "resignation").position.result == Result((2, 1), "resignation")
    assert line.withdraw(2, "timeout").position.result == Result((1, 2), "timeout")


def test_nobody_may_pass() -> None:
    """A turn is one move, and `pass` is not a move."""
    with pytest.raises(InvalidMove):
        play.parse(GAME, after("d8"), "pass")
    assert closing(GAME, after("d8")) is None


@pytest.mark.parametrize("text", ["b7", "B7", " b7 ", "b7."])
def test_forgiving_placements(text: str) -> None:
    """Case, spaces and a full stop don't matter."""
    line = Line.at(GAME, after("d8"))
    assert [str(move) for move in line.read(text)[0]] == ["b7"]


@pytest.mark.parametrize("text", ["i1", "a9", "a0", "a", "11", "a1-", "a1-b9", "a1-b2-c3", "a1,b2"])
def test_other_text_is_no_move(text: str) -> None:
    """Text that is no move of the game is refused as such."""
    with pytest.raises(InvalidMove):
        play.parse(GAME, after("d8"), text)


def test_a_position_is_one_line() -> None:
    """The text has all pieces in the order of placing, and reads back exactly."""
    position = after("d8", "b7")
    assert str(position) == f"{PLAIN} false d8,b7 2 - -"
    assert GAME.position(str(position)) == position


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d8,b7 2 - -",
        "1a0.2a0.3a0 false - 0 - -",
        f"{PLAIN} maybe - 0 - -",
        f"{PLAIN} false d9 1 - -",
        f"{PLAIN} false d8 x - -",
        f"{PLAIN} false d8 1 a1b2 -",
        f"{PLAIN} false d8 1 - over",
        f"{PLAIN} false d8,d8 2 - -",
        f"{PLAIN} false d8,b7 1 - -",
        f"{PLAIN} false d8 0 - -",
        f"{PLAIN} false {','.join(NAMES[:17])} 17 - -",
    ],
)
def test_bad_positions(text: str) -> None:
    """Any other text is not a position."""
    with pytest.raises(ValueError, match="not a position of Die Drei"):
        GAME.position(text)


def test_refusals_say_what_was_typed() -> None:
    """The log message of a refusal contains the input and the position."""
    with pytest.raises(MoveError, match=r"obstructed: 'd8' .* in 1a0.2a0.3a0.4a0 false c8,a8"):
        play.parse(GAME, at("c8 a8"), "d8")


@pytest.mark.parametrize(
    ("typed", "count", "first"),
    [
        ("", 4 * 3 * 2 * 8**4, "1a0.2a0.3a0.4a0"),
        (" 3B2", 3 * 2 * 8**3, "3b2.1a0.2a0.4a0"),
        ("3b2.4a1.1b0.2b", 4, "3b2.4a1.1b0.2b0"),
        ("3b2.3", 0, None),
        ("x", 0, None),
    ],
)
def test_boards_are_completed(typed: str, count: int, first: str | None) -> None:
    """A code is completed with all remaining tableaus, on both sides and in all rotations. There
    are 98,304 boards.
    """
    found = list(codes(typed))
    assert len({*found}) == len(found) == count
    assert next(iter(found), None) == first
    assert all(check_code(code) == code for code in found[:50])


def test_squares_are_told_by_their_colours() -> None:
    """Where a piece is placed has a colour. A piece that is moved has none of its own."""
    position = GAME.start(play.setup(GAME, options={"board": PLAIN}))
    for square, index in SQUARE.items():
        told = GAME.thing(position, Part("place", square, square))
        colour = COLOURS[position.board.colours[index]]
        assert told == Phrase("colour", {"colour": Term(colour)})
    assert GAME.thing(position, Part("source", "a1", "a1")) is None


def test_it_is_registered() -> None:
    """The registry has the game under its key."""
    assert games.get("die-drei") is GAME


def test_what_leads_nowhere_is_searched_once() -> None:
    """A second request for a player without a continuation does not search again."""
    position = at("f7 d7 e3 a1 g8 b1 g6 d1 a5 b5 g7")
    own, others = (camp(position.men(seat)) for seat in (2, 1))
    search = Search(position.board)
    assert not search.goes_on(own, others, position.occupied, SQUARE["g7"])
    found = set(search.dead)
    assert found
    assert not search.goes_on(own, others, position.occupied, SQUARE["g7"])
    assert search.dead == found
