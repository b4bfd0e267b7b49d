"""Die Drei, rule by rule: the 16th piece, the extended ending, and the picture."""

from __future__ import annotations

import pytest

from games import play
from games.die_drei import GAME
from games.die_drei.board import SQUARE
from games.die_drei.notation import Move
from games.die_drei.position import DieDreiPosition
from games.die_drei.rules import answerable
from games.errors import IllegalMove
from games.occurrences import NEVER, Occurrences
from games.play import Line
from games.protocol import Result
from games.scene import Text
from games.words import Event

PLAIN = "1a0.2a0.3a0.4a0"
QUIET = "a5 b6 c5 c7 e6 d7 d6 d4 a1 c2 c1 e3 f4 g6 f8 g7"
"""A game of 16 pieces without Die Drei; White has the odd ones."""

SHUFFLE = "f8-f7 g7-e8 f7-f8 e8-g7"
"""Afterwards the position is the same as after the 16th piece."""

STUCK = "a1 b3 a2 a3 b4 d5 a8 c8 b7 d7 e7 g8 h6 g6 h8 h7"
"""A game of 16 pieces after which White cannot relocate any piece."""


def line(*texts: str, extended: bool = True) -> Line[DieDreiPosition, Move]:
    """The line after these tokens."""
    setup = play.setup(GAME, options={"board": PLAIN, "extended": extended})
    return play.replay(GAME, setup, " ".join(texts).split())


def at(pieces: str, last: int) -> DieDreiPosition:
    """The position with these 16 pieces, this one placed last."""
    return GAME.position(f"{PLAIN} true {','.join(pieces.split())} {last} - -")


def refused(position: DieDreiPosition, token: str) -> tuple[str, dict[str, str | int]]:
    """The code of a token's refusal, and its fields."""
    with pytest.raises(IllegalMove) as caught:
        play.parse(GAME, position, token)
    return caught.value.refusal.code, dict(caught.value.refusal.fields)


# The 16th piece


def test_without_three_the_16th_piece_is_a_draw() -> None:
    """All 16 pieces are placed and nobody has Die Drei: `all-placed`."""
    position = line(QUIET, extended=False).position
    assert position.result == Result((1, 1), "all-placed")
    assert position.to_move is None
    assert not GAME.legal_moves(position)


def test_the_16th_piece_may_win() -> None:
    """The last piece may complete Die Drei like any other."""
    tokens = "a1 b3 a2 a3 e7 d5 e6 f6 f5 f2 d3 d1 d2 b1 c1 b2"
    for extended in (False, True):
        position = line(tokens, extended=extended).position
        assert position.result == Result((2, 1), "three")


def test_the_16th_piece_needs_no_continuation() -> None:
    """The 16th piece is always legal, even if nobody could continue. White then cannot move."""
    before = line(STUCK[:-3]).position
    assert before.board.reach(SQUARE["h7"], before.occupied) == 0
    assert "h7" in [str(move) for move in GAME.legal_moves(before)]
    assert line(STUCK, extended=False).position.result == Result((1, 1), "all-placed")


# Relocating


def test_after_the_16th_piece_white_relocates() -> None:
    """White continues by lifting one of their own pieces and placing it elsewhere."""
    position = line(QUIET).position
    assert (position.to_move, position.phase, position.result) == (1, "relocating", None)
    after = line(QUIET, "f8-f7").position
    assert after.to_move == 2
    assert set(after.men(1)) ^ set(position.men(1)) == {SQUARE["f8"], SQUARE["f7"]}
    assert after.men(2) == position.men(2)
    assert after.last == 15, "a piece keeps its number"


def test_one_goes_into_the_reach_of_the_opponents_last_piece() -> None:
    """Every relocation ends in the reach of g7, which is red. d7 and g6 are occupied."""
    position = line(QUIET).position
    targets = {str(move)[3:] for move in GAME.legal_moves(position)}
    assert targets == {"e7", "f7", "g8", "h7"}
    assert refused(position, "f8-b4")[0] == "no-row"


def test_a_lifted_piece_opens_lines() -> None:
    """The lifted piece's square is free, and opens lines: with f7 lifted, e7 is in reach of g7."""
    pieces = "a5 b6 c5 c7 e6 d7 d6 d4 a1 c2 c1 e3 f4 g6 f7 g7"
    position = at(pieces, 16)
    assert refused(position, "f4-e7") == ("obstructed", {"last": "g7", "at": "e7", "by": "f7"})
    assert play.parse(GAME, position, "f7-e7") in GAME.legal_moves(position)


def test_a_piece_does_not_go_back_where_it_was_lifted() -> None:
    """A lifted piece never returns to the same square."""
    position = at("a5 b6 c5 c7 e6 d7 d6 d4 a1 c2 c1 e3 f4 g6 f7 g7", 16)
    assert refused(position, "f7-f7") == ("same-square", {"from": "f7", "at": "f7"})


def test_only_ones_own_pieces_are_lifted() -> None:
    """Players lift one of their own pieces, and place it on a free square."""
    position = line(QUIET).position
    assert refused(position, "g6-g8") == ("not-yours", {"from": "g6", "at": "g8"})
    assert refused(position, "h1-g8") == ("nobody-there", {"from": "h1", "at": "g8"})
    assert refused(position, "f8-g6") == ("occupied", {"at": "g6", "number": 14})


def test_a_relocation_can_make_three() -> None:
    """It may complete Die Drei: c5 and e7 stand, d6 joins them."""
    position = at("c5 b1 e7 a3 f1 a8 h1 h8 a6 h3 c2 g5 g4 b7 b3 d7", 16)
    move = play.parse(GAME, position, "a6-d6")
    won = GAME.apply(position, move)
    assert won.result == Result((1, 2), "three")
    assert GAME.events(position, move, won) == (
        Event("relocated", {"seat": 1, "at": "d6", "from": "a6", "number": 9}),
        Event("die-drei", {"seat": 1, "first": "c5", "middle": "d6", "third": "e7"}),
    )


def test_the_opponent_must_have_an_answer() -> None:
    """A move is legal if it wins, or if the opponent then has a relocation in reach."""
    position = at("h2 f3 g6 h5 g3 g2 f2 d3 d5 f7 e8 e7 f5 g5 h6 h7", 3)
    assert position.to_move == 2
    assert refused(position, "d3-h4") == ("no-answer", {"from": "d3", "at": "h4"})
    assert "g5-h4" in [str(move) for move in GAME.legal_moves(position)]


def test_an_answer_may_begin_with_lifting_what_is_in_the_way() -> None:
    """A target that is in reach only after the piece is lifted also counts; the piece's own square
    does not.
    """
    occupied = sum(1 << SQUARE[name] for name in ("a8", "b8", "a7"))
    board = line().position.board
    assert board.reach(SQUARE["a8"], occupied) == 0
    assert answerable(board, [SQUARE["b8"]], occupied, SQUARE["a8"])
    occupied |= 1 << SQUARE["c8"]
    assert not answerable(board, [SQUARE["b8"]], occupied, SQUARE["a8"])


def test_who_can_not_relocate_makes_a_draw() -> None:
    """A player without a legal relocation draws, `no-move`, even right after the 16th piece."""
    position = line(STUCK).position
    assert position.result == Result((1, 1), "no-move")
    assert not GAME.legal_moves(position)


def test_threefold_repetition_is_a_draw() -> None:
    """Counting starts with the position after the 16th piece, the first occurrence here."""
    again = line(QUIET, SHUFFLE, SHUFFLE[:17]).position
    assert again.result is None
    assert line(QUIET, SHUFFLE, SHUFFLE).position.result == Result((1, 1), "repetition")


def test_repetition_looks_at_the_piece_placed_last() -> None:
    """A position includes the piece placed last; with another one it is a different position."""
    first, second = at(QUIET, 16), at(QUIET, 14)
    assert first.key != second.key
    assert at(QUIET, 15).key != first.key


def test_which_piece_of_a_seat_stands_where_does_not_matter() -> None:
    """Pieces of a seat are interchangeable; numbers are for the picture only."""
    swapped = "c5 b6 a5" + QUIET[8:]
    assert at(swapped, 16).key == at(QUIET, 16).key


def test_the_history_stands_in_the_text() -> None:
    """A position within a repetition is read back with its counts."""
    middle = line(QUIET, SHUFFLE, SHUFFLE[:17])
    text = str(middle.position)
    assert text.count("*2") == 3 + 1
    again = Line.at(GAME, GAME.position(text))
    assert again.position == middle.position
    assert again.position != GAME.position(text.replace("*2", "*1"))
    assert again.read("e8-g7")[1].position.result == Result((1, 1), "repetition")


def test_each_phase_refuses_the_others_moves() -> None:
    """Placing ends with the 16th piece. Then relocating begins, if the match allows it."""
    assert refused(line(QUIET).position, "g8") == ("all-placed", {"at": "g8"})
    fields = {"from": "a5", "at": "a6"}
    assert refused(line("a5 b6 c5").position, "a5-a6") == (
        "not-all-placed",
        {**fields, "count": 3},
    )
    plain = line("a5 b6 c5", extended=False).position
    assert refused(plain, "a5-a6") == ("never-relocated", fields)


@pytest.mark.parametrize("text", ["f8-f7", "F8-F7", "f8xf7", "f8:f7", "f8f7", " f8 – f7 "])
def test_forgiving_relocations(text: str) -> None:
    """Case, spaces and the separator don't matter."""
    assert str(play.parse(GAME, line(QUIET).position, text)) == "f8-f7"


# Counting positions


def test_occurrences_do_not_depend_on_the_order() -> None:
    """The counts are equal in any order, and adding leaves earlier counts unchanged."""
    keys = [5, 36, 5 + 31**3, 2**140, 5, 0, 36, 5]
    one, other = NEVER, NEVER
    for key in keys:
        one = one.add(key)
    for key in reversed(keys):
        other = other.add(key)
    assert one == other
    assert one.items() == [(0, 1), (5, 3), (36, 2), (5 + 31**3, 1), (2**140, 1)]
    assert Occurrences.of(one.items()) == one
    assert [one.count(key) for key in (5, 36, 31, 2**140, 67)] == [3, 2, 0, 1, 0]
    assert NEVER.count(5) == 0


# The picture and the words


def test_pieces_are_numbered_in_the_order_of_placing() -> None:
    """Each piece has its number. White's are round, Black's are not."""
    figures = GAME.scene(line(QUIET).position, ()).figures
    assert " ".join(figure.point for figure in figures) == QUIET
    numbers = [
        shape.text for figure in figures for shape in figure.glyph if isinstance(shape, Text)
    ]
    assert numbers == [str(number) for number in range(1, 17)]
    white, black = ({figure.glyph[0] for figure in some} for some in (figures[::2], figures[1::2]))
    assert len(white) == len(black) == 1
    assert not white & black


def test_the_winning_line_is_drawn() -> None:
    """A bold line joins the three pieces, each of which is marked."""
    won = [Event("die-drei", {"seat": 1, "first": "c5", "middle": "d6", "third": "e7"})]
    scene = GAME.scene(line(QUIET).position, won)
    assert [(way.points, way.role) for way in scene.trails] == [(("c5", "e7"), "goal")]
    marked = [mark.point for mark in scene.marks if mark.role == "goal"]
    assert marked == ["c5", "d6", "e7"]


def test_the_squares_in_reach_are_marked() -> None:
    """The squares for the next piece are marked; none before the first."""
    marks = GAME.scene(line("d8").position, ()).marks
    assert [mark.point for mark in marks if mark.role == "reach"] == ["b7", "c6", "e6", "f7"]
    assert GAME.scene(line().position, ()).marks == ()


def test_every_square_has_the_symbol_of_its_colour() -> None:
    """There are 64 emblems in the four colours. The same board is the same object."""
    scene = GAME.scene(line("d8").position, ())
    assert len(scene.board.emblems) == 64
    assert len({emblem.role for emblem in scene.board.emblems}) == 4
    assert len({(emblem.role, emblem.glyph) for emblem in scene.board.emblems}) == 4
    assert scene.board is GAME.scene(line("a1").position, ()).board


def test_the_tray_holds_what_is_left() -> None:
    """A seat's tray shows its pieces that are not yet placed."""
    trays = GAME.scene(line("d8").position, ()).trays
    assert [[item.count for item in tray.items] for tray in trays] == [[7], [8]]
    assert [tray.items for tray in GAME.scene(line(QUIET).position, ()).trays] == [(), ()]


def test_the_words_tell_everything() -> None:
    """Colours, pieces, trays, the last piece and its reach: enough to play without a picture."""
    phrases = GAME.words(line("d8").position)
    assert [phrase.code for phrase in phrases] == ["rank"] * 8 + [
        "men",
        "left",
        "no-men",
        "left",
        "last",
        "reach",
    ]
    assert phrases[0].fields["rank"] == 8
    assert "".join(str(phrases[0].fields[file])[0] for file in "abcdefgh") == "rybgrygb"
    assert phrases[-2].fields == {"at": "d8", "colour": "green"}
    assert phrases[-1].fields == {"seat": 2, "at": "b7, c6, e6, f7"}
