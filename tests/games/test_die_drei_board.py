"""The board of Die Drei and what pieces reach on it."""

from __future__ import annotations

from random import Random

import pytest

from games import play
from games.die_drei import GAME
from games.die_drei.board import (
    COLOURS,
    SQUARE,
    TILES,
    check_code,
    codes,
    katarenga,
)
from games.errors import OptionError
from games.protocol import Part, Setup
from games.words import Phrase, Term
from tests.games.die_drei_positions import PLAIN, reach

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
