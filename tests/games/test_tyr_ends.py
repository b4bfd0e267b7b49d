"""Tyr, rule by rule: ends, repetition, withdrawals, notation, texts and the picture."""

from __future__ import annotations

from itertools import accumulate

import pytest

import games
from games import play
from games.errors import InvalidMove, MoveError, OptionError
from games.play import Line
from games.protocol import Result
from games.scene import Scene
from games.tyr import GAME
from games.tyr.board import COMPLETING, FIELD
from games.tyr.position import TyrPosition
from games.words import Event
from tests.games.test_tyr import CHAIN, after, legal, line, refused

SHUFFLE = "3-12=1 4-89=9 3-11=2 4-99=8"
"""Repeated after `3@11=2 4@99=8 5@46=3`."""


# The end


def test_the_win_is_looked_at_before_turning() -> None:
    """If the three dice are in line after the shift, the mover wins, and the token has no face."""
    position = after("5@33=3 3@11=2 4@12=8")
    assert legal(position, "5-13") == ["5-13"]
    won = after("5@33=3 3@11=2 4@12=8 5-13")
    assert won.result == Result((2, 1), "line")
    assert won.numbers == position.numbers
    assert won.to_move is None
    assert refused(won, "3-12=1")[0] == "game-over"
    assert refused(position, "5-13=4") == ("wins-unturned", {"die": "V", "at": "13"})


def test_a_chain_may_end_with_the_win() -> None:
    """A win inside a chain ends the turn and the game."""
    turn = play.whole_turn(line("4@33=3 3@64=1 5@22=8"), "4-73=8 5-82")
    assert turn.line.position.result == Result((2, 1), "line")
    assert not turn.line.position.mid_turn


@pytest.mark.parametrize(
    ("fields", "adjacent", "anywhere"),
    [
        ("11 12 13", True, True),
        ("12 11 13", True, True),
        ("11 21 31", True, True),
        ("11 22 33", True, True),
        ("13 22 31", True, True),
        ("11 12 14", False, True),
        ("11 55 99", False, True),
        ("19 55 82", False, True),
        ("11 12 23", False, False),
        ("19 21 22", False, False),
    ],
)
def test_what_a_line_is(fields: str, adjacent: bool, anywhere: bool) -> None:
    """Three adjacent fields of a row, column or diagonal; with the option, gaps are allowed."""
    one, other, third = (FIELD[name] for name in fields.split())
    for option, expected in (("adjacent", adjacent), ("any", anywhere)):
        assert bool(COMPLETING[option][one][other] >> third & 1) is expected


def test_the_line_option() -> None:
    """`adjacent` is the default; other values are refused."""
    assert play.setup(GAME).options == {"line": "adjacent"}
    with pytest.raises(OptionError):
        play.setup(GAME, options={"line": "long"})


def test_threefold_repetition_is_a_draw() -> None:
    """The rulebook's shuffle is a draw at the ninth shift, since the last die differs the first
    time.
    """
    start = "3@11=2 4@99=8 5@46=3"
    assert after(f"{start} {SHUFFLE} {SHUFFLE}").result is None
    drawn = after(f"{start} {SHUFFLE} {SHUFFLE} 3-12=1")
    assert drawn.result == Result((1, 1), "repetition")
    assert drawn.to_move is None


def test_repetition_may_fall_inside_a_turn() -> None:
    """Positions within a chain count, too."""
    history = str(after(f"{CHAIN} 4-63=8")).split()[7]
    inside = next(entry for entry in history.split(",") if entry.endswith("/452*1"))
    text = str(after(CHAIN)).replace("*1", f"*1,{inside[:-1]}2")
    start = GAME.position(text)
    drawn = GAME.apply(start, play.parse(GAME, start, "4-63=8"))
    assert drawn.result == Result((1, 1), "repetition")
    assert drawn.pasch == 2
    assert not drawn.mid_turn


def test_the_seat_to_act_is_part_of_the_position() -> None:
    """With three seats the same dice with another seat to act are a different position."""
    start = "3@11=2 4@99=8 5@46=3"
    drawn = after(f"{start} {SHUFFLE} {SHUFFLE} 3-12=1", seats=3)
    assert drawn.result is None


# Withdrawals


def test_resigning_loses_a_game_of_two() -> None:
    """Of two seats the one that resigns or runs out of time loses."""
    assert line(CHAIN).withdraw(1, "timeout").position.result == Result((2, 1), "timeout")
    assert line(CHAIN).withdraw(2, "resignation").position.result == Result((1, 2), "resignation")


def test_a_withdrawn_seat_is_skipped() -> None:
    """Its turns are skipped, even while placing."""
    position = line("4@33=3", seats=4).withdraw(3, "timeout").position
    assert position.to_move == 2
    position = GAME.apply(position, play.parse(GAME, position, "3@19=1"))
    assert position.to_move == 4
    assert line("4@33=3", seats=3).withdraw(2, "timeout").position.to_move == 3


def test_a_withdrawal_throws_the_unfinished_turn_away() -> None:
    """The moves of the unfinished chain are undone and not counted."""
    before = line(CHAIN, seats=3)
    inside = before.read("4-63=8")[1]
    gone = inside.withdraw(1, "resignation").position
    assert gone == before.withdraw(1, "resignation").position
    assert gone.fields == before.position.fields
    assert gone.history == before.position.history
    assert gone.to_move == 2


def test_somebody_elses_chain_goes_on() -> None:
    """When another seat withdraws the turn goes on, and can still be discarded."""
    inside = line(CHAIN, seats=4).read("4-63=8")[1]
    assert inside.position.to_move == 4
    other = inside.withdraw(2, "timeout")
    assert other.position.to_move == 4
    assert other.position.mid_turn
    assert {token[0] for token in legal(other.position)} == {"5"}
    assert other.withdraw(4, "timeout").position.withdrawn == (2, 4)
    assert other.withdraw(4, "timeout").position.fields == after(CHAIN).fields


def test_who_stays_last_has_won() -> None:
    """The last seat wins, with the reason of the last withdrawal. Later withdrawals rank ahead of
    earlier ones.
    """
    left = line(CHAIN, seats=4).withdraw(3, "timeout").withdraw(1, "timeout")
    assert left.position.result is None
    left = left.withdraw(4, "resignation")
    assert left.position.result == Result((3, 1, 4, 2), "resignation")


def test_withdrawn_seats_stand_behind_the_others() -> None:
    """They rank behind the winner and the rest, and behind those who share a draw."""
    left = line("3@11=1 4@12=3", seats=4).withdraw(2, "timeout")
    won = left.read("5@13=6")[1].position
    assert won.result == Result((2, 3, 1, 2), "line")
    drawn = left.event("agreement")
    assert drawn is not None
    assert drawn.position.result == Result((1, 2, 1, 1), "agreement")


# Notation, text, picture


@pytest.mark.parametrize(
    "text",
    ["4-63=8", "IV-63=8", "iv-63=8", "4x63=8", "4:63=8", " 4 – 63 = 8 ", "4-[6,3]=8", "4-6,3=8"],
)
def test_forgiving_moves(text: str) -> None:
    """Roman names, case, spaces and other signs mean the same move."""
    assert str(play.parse(GAME, after(CHAIN), text)) == "4-63=8"


@pytest.mark.parametrize("text", ["3@11=1", "III@11=1", "iii @ 11 = 1", "3@[1,1]=1"])
def test_forgiving_placements(text: str) -> None:
    """The same holds for placing."""
    assert str(play.parse(GAME, after(), text)) == "3@11=1"


@pytest.mark.parametrize(
    "text", ["2-63=8", "4-03=8", "4-60=8", "4-63=0", "4-63=", "463=8", "4", "63", "VI-63=8", "pass"]
)
def test_other_text_is_no_move(text: str) -> None:
    """Text that is no move of the game is refused as such."""
    with pytest.raises(InvalidMove):
        play.parse(GAME, after(CHAIN), text)


def test_a_position_is_one_line() -> None:
    """The text is complete: seats, option, dice, last die, Pasch, withdrawals, history."""
    assert str(after()) == "2 adjacent 1 -,-,- - - - - -"
    assert str(after("4@63=8", 3, "any")) == "3 any 2 -,638,- 4 - - - -"
    position = line(CHAIN, 4).withdraw(2, "timeout").read("4-63=8")[1].position
    text = "4 adjacent 4 191,638,228 4 5 2 191.333.228/5-4*1,191.638.228/454*1 -"
    assert str(position) == text
    assert GAME.position(text) == position


def test_the_history_stands_in_the_text() -> None:
    """A position within a repetition is read back with its counts."""
    text = str(after(f"3@11=2 4@99=8 5@46=3 {SHUFFLE} {SHUFFLE}"))
    assert text.count("*2") == 4
    again = Line.at(GAME, GAME.position(text))
    assert again.read("3-12=1")[1].position.result == Result((1, 1), "repetition")
    fresh = Line.at(GAME, GAME.position(text.replace("*2", "*1")))
    assert fresh.position != again.position
    assert fresh.read("3-12=1")[1].position.result is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2 adjacent 1 -,-,- - - - -",
        "5 adjacent 1 -,-,- - - - - -",
        "2 long 1 -,-,- - - - - -",
        "2 any 3 -,-,- - - - - -",
        "2 any 1 -,- - - - - -",
        "2 any 1 118,-,- 3 - - - -",
        "2 any 1 111,113,- 4 - - - -",
        "2 any 1 101,-,- 3 - - - -",
        "2 any 1 111,-,- - - - - -",
        "2 any 1 -,-,- 3 - - - -",
        "2 any 1 111,223,334 6 - - - -",
        "3 any 1 -,-,- - - 1 - -",
        "3 any 1 -,-,- - - 4 - -",
        "2 any 1 111,223,334 5 - - nonsense -",
        "2 any 1 111,223,334 5 - - - over",
    ],
)
def test_bad_positions(text: str) -> None:
    """Any other text is not a position."""
    with pytest.raises(ValueError, match="not a position of Tyr"):
        GAME.position(text)


def test_events_tell_what_happened() -> None:
    """Placing, moving and turning, a Pasch, and the line are events."""
    inside = line(CHAIN).read("4-63=8")[1]
    assert GAME.events(after(CHAIN), GAME.read(after(), "4-63=8"), inside.position) == (
        Event("moved", {"seat": 2, "die": "IV", "from": "33", "at": "63", "face": 8}),
        Event("pasch", {"seat": 2, "die": "IV", "other": "V", "face": 8, "at": "22"}),
    )
    before = after("5@33=3 3@11=2 4@12=8")
    move = GAME.read(before, "5-13")
    assert GAME.events(before, move, GAME.apply(before, move)) == (
        Event("shifted", {"seat": 2, "die": "V", "from": "33", "at": "13"}),
        Event("line", {"seat": 2, "first": "11", "middle": "12", "third": "13"}),
    )


def test_the_barred_die_can_be_recognised() -> None:
    """Only the die that may not begin the turn is drawn with a padlock."""
    glyphs = [figure.glyph for figure in GAME.scene(after(CHAIN), ()).figures]
    assert len(glyphs[2]) > len(glyphs[0]) == len(glyphs[1])
    inside = [figure.glyph for figure in GAME.scene(after(f"{CHAIN} 4-63=8"), ()).figures]
    assert len({len(glyph) for glyph in inside}) == 1


def test_a_chain_shows_what_must_move() -> None:
    """Within a chain the other die of the Pasch and its target fields are marked."""
    position = after(f"{CHAIN} 4-63=8")
    marks = GAME.scene(position, ()).marks
    assert [mark.point for mark in marks if mark.role == "choice"] == ["22"]
    reach = {mark.point for mark in marks if mark.role == "reach"}
    assert reach == {token[2:4] for token in legal(position)}


def test_the_dice_in_hand_are_shown() -> None:
    """The tray of the seat to place shows the dice that are not placed yet."""
    trays = GAME.scene(after("4@63=8", seats=3), ()).trays
    assert [[item.role for item in tray.items] for tray in trays] == [
        [],
        ["die.blue", "die.black"],
        [],
    ]


def in_hand(position: TyrPosition, picked: str) -> Scene:
    """The scene while a move is picked that begins like this."""
    parts = next(
        parts
        for move in GAME.legal_moves(position)
        for spelling in GAME.spellings(move)
        for parts in accumulate((part,) for part in spelling)
        if "".join(part.text for part in parts) == picked
    )
    return GAME.in_hand(position, parts, GAME.scene(position, ()))


def test_a_die_that_is_placed_is_shown() -> None:
    """What is picked is seen: the die in its tray, then on its field with its number, if that has
    been picked.
    """
    position = after("4@63=8")
    bare, lifted = GAME.scene(position, ()), in_hand(position, "5")
    assert [item.role for item in lifted.trays[1].items] == ["die.blue", "die.black"]
    assert lifted.trays[1].items[0] == bare.trays[1].items[0]
    assert lifted.trays[1].items[1].glyph != bare.trays[1].items[1].glyph
    put = in_hand(position, "5@22")
    assert [item.role for item in put.trays[1].items] == ["die.blue"]
    assert [figure.point for figure in put.figures] == ["63", "22"]
    assert put.figures[1].glyph == bare.trays[1].items[1].glyph
    turned = in_hand(position, "5@22=4").figures
    assert turned == GAME.scene(after("4@63=8 5@22=4"), ()).figures


def test_a_die_that_is_moved_is_shown() -> None:
    """The picked die is marked where it lies, then lies on its new field with no number yet."""
    position = after(CHAIN)
    chosen = in_hand(position, "4")
    assert [(mark.point, mark.role) for mark in chosen.marks] == [("33", "choice")]
    moved = in_hand(position, "4-63")
    assert sorted(figure.point for figure in moved.figures) == ["19", "22", "63"]
    assert [(*trail.points, trail.role) for trail in moved.trails] == [("33", "63", "picked")]


def test_the_words_tell_everything() -> None:
    """Dice, target fields, the barred die, withdrawn seats: enough to play without a picture."""
    codes = [phrase.code for phrase in GAME.words(after("4@63=8"))]
    assert codes == ["unplaced", "lies", "unplaced"]
    phrases = GAME.words(after(CHAIN))
    assert [phrase.code for phrase in phrases] == ["lies"] * 3 + ["targets"] * 2 + ["barred"]
    assert phrases[1].fields == {"die": "IV", "at": "33", "number": 3}
    inside = line(CHAIN, seats=3).read("4-63=8")[1].withdraw(2, "timeout").position
    codes = [phrase.code for phrase in GAME.words(inside)]
    assert codes == ["lies", "lies", "lies", "targets", "must-move", "withdrawn"]


def test_refusals_say_what_was_typed() -> None:
    """The log message of a refusal contains the input and the position."""
    with pytest.raises(MoveError, match=r"same-die: '5-82=3' .* in 2 adjacent 2 991,333,882"):
        play.parse(GAME, after("4@33=3 3@99=1 5@88=2"), "5-82=3")


def test_it_is_registered() -> None:
    """The registry has the game under its key."""
    assert games.get("tyr") is GAME
