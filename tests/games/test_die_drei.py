"""Die Drei, rule by rule: placing and winning.

Positions are written as board, `extended`, pieces in order, number of the last, history, result.
"""

from __future__ import annotations

from random import Random

import pytest

import games
from games import play
from games.die_drei import GAME
from games.die_drei.board import (
    COMPLETING,
    NAMES,
    SQUARE,
    katarenga,
)
from games.die_drei.rules import Search, camp
from games.errors import InvalidMove, MoveError
from games.play import Line, closing
from games.protocol import Result
from tests.games.die_drei_positions import PLAIN, after, at, legal, reach, refused

EXAMPLE_TWO = ["d2", "e4", "f4", "d5", "a8", "a6", "c4", "c3", "e2", "d3", "e3"]


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
