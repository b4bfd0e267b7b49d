"""3Stein: draws, and positions as text, in words and as a picture."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.dreistein import GAME
from games.protocol import Result, Setup
from games.scene import rotate
from games.words import Event, Fields
from tests.games.dreistein_positions import AROUND, CAPTURE, KEEPS, after, at, gone, happened

# Draws


def test_the_third_occurrence_is_a_draw() -> None:
    """Threefold repetition is a draw. The first position counts as the first occurrence."""
    position = at("La21,Nb22 Ld43 Ld15")
    once = after(position, *AROUND)
    assert (once.result, once.occurrences) == (None, 2)
    assert after(once, *AROUND[:-1]).result is None
    assert after(once, *AROUND).result == Result((1, 1, 1), "repetition")


def test_the_starting_position_is_the_first_occurrence() -> None:
    """The history begins with the starting position, before any ply."""
    assert GAME.start(Setup(3)).occurrences == 1


def test_the_seat_to_act_is_part_of_a_position() -> None:
    """The same men with another seat to act are a different position."""
    position = after(at("La21 - -"), "a21-a22", "pass", "pass", "a22-a21")
    assert (position.men, position.to_move) == (at("La21 - -").men, 2)
    assert position.occurrences == 1


def test_passing_makes_a_new_position() -> None:
    """Every ply, `pass` included, makes a new position."""
    position = at("- - Ld15")
    assert after(position, "pass").occurrences == 1
    assert after(position, "pass", "pass", "d15-d14", "pass", "pass", "d14-d15").occurrences == 2


def test_150_plies_without_progress_are_a_draw() -> None:
    """150 plies in a row without a capture or a promotion: draw `no-progress`."""
    position = replace(at("La21 Ld43 Ld15"), idle=148)
    assert after(position, "a21-a22").result is None
    assert after(position, "a21-a22", "d43-d42").result == Result((1, 1, 1), "no-progress")


def test_a_capture_or_a_promotion_starts_the_count_again() -> None:
    """Captures and promotions are progress."""
    position = replace(at("La21,Se11 Ld43,Sa22 Ld15"), idle=149)
    assert after(position, "a21-a22").idle == 0
    assert after(position, "e11-e12").idle == 0


def test_choices_and_passes_count_as_plies_without_a_capture() -> None:
    """`keep:` and `pass` count as plies without a capture."""
    position = after(CAPTURE, "c12-c26")
    assert position.idle == 0
    assert after(position, KEEPS[0]).idle == 1
    position = replace(at("- Ld43 Ld15"), idle=149)
    assert after(position, "pass").result == Result((1, 1, 1), "no-progress")


def test_repetition_is_named_before_no_progress() -> None:
    """If both draws happen on the same ply, the reason is `repetition`."""
    position = replace(at("La21 Ld43 Ld15"), idle=138)
    position = after(position, *AROUND, *AROUND)
    assert (position.idle, position.result) == (150, Result((1, 1, 1), "repetition"))


def test_in_a_draw_the_vassal_too_has_rank_1() -> None:
    """In a draw all three seats have rank 1, including the vassal. Withdrawn seats rank behind."""
    position = replace(at("La21 Ld43 Nd14", 1, "1>3"), idle=149)
    assert after(position, "a21-a22").result == Result((1, 1, 1), "no-progress")
    assert after(gone(position, 2), "a21-a22").result == Result((1, 2, 1), "no-progress")


# Texts


@pytest.mark.parametrize(
    "text",
    [
        "La21 Ld43 Ld15 2,2,2 1 - 0 = - -",
        "- - Ld15 0,1,2 3 - 7 - - -",
        "La21,Nc26,Sc13 Ld43 - 2,0,2 3 1>3 3 pass,c12-c26,d42-d43 - -",
        "La21 Ld43 Nd14,Nd16 2,2,2 1 1>3? 0 - 2 -",
        "La21 Ld43 Nd14 2,2,2 1 1>3 150 - 3,2 1,3,2:timeout",
    ],
)
def test_a_position_is_one_line(text: str) -> None:
    """The line is complete: reading and writing it gives the same line."""
    assert str(GAME.position(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "La21 La21 Ld15 2,2,2 1 - 0 = - -",
        "La15 Ld43 Ld15 2,2,2 1 - 0 = - -",
        "Xa21 Ld43 Ld15 2,2,2 1 - 0 = - -",
        "La21,La22 Ld43 Ld15 2,2,2 1 - 0 = - -",
        "La21 Ld43 Ld15 2,2 1 - 0 = - -",
        "La21 Ld43 Ld15 2,2,2 4 - 0 = - -",
        "La21 Ld43 Ld15 2,2,2 1 1>1 0 = - -",
        "La21 Ld43 Ld15 2,2,2 1 -? 0 = - -",
        "La21 Ld43 Ld15 2,2,2 1 - 0 a24-a23 - -",
        "La21 Ld43 Ld15 2,2,2 1 - 0 keep:a21 - -",
    ],
)
def test_a_wrong_line_is_refused(text: str) -> None:
    """Text that is not a position raises ValueError."""
    with pytest.raises(ValueError, match="not a position of 3Stein"):
        GAME.position(text)


def test_the_line_holds_what_repetition_depends_on() -> None:
    """The line contains the moves since the last irreversible one. Read back, the position plays on
    to the same draw.
    """
    position = at("La21 Ld43 Ld15")
    once = after(position, *AROUND)
    assert str(once) == f"La21 Ld43 Ld15 2,2,2 1 - 6 {','.join(AROUND)} - -"
    again = GAME.position(str(once))
    assert again == once
    assert after(again, *AROUND).result == Result((1, 1, 1), "repetition")


def test_random_games_survive_their_text() -> None:
    """Every position of random games with withdrawals reads back from its line."""
    for seed in range(4):
        rng = Random(seed)
        position = GAME.start(Setup(3))
        while position.to_move is not None:
            assert GAME.position(str(position)) == position
            if rng.random() < 0.005:
                position = gone(
                    position, rng.choice([s for s in (1, 2, 3) if s not in position.withdrawn])
                )
            else:
                position = GAME.apply(position, rng.choice(GAME.legal_moves(position)))


# Events and pictures


def test_events_tell_what_a_turn_did() -> None:
    """Moves, captures, promotions, conquests, removals and passes are events."""
    assert happened(CAPTURE, "a21-a22") == [
        Event("moved", {"seat": 1, "man": "lord", "from": "a21", "at": "a22"})
    ]
    taken: Fields = {"seat": 1, "man": "knight", "from": "c12", "at": "c26"}
    assert happened(CAPTURE, "c12-c26") == [
        Event("captured", {**taken, "victim_seat": 3, "victim": "lord"}),
        Event("conquered", {"seat": 1, "vassal_seat": 3}),
    ]
    assert happened(after(CAPTURE, "c12-c26"), KEEPS[0]) == [
        Event("removed", {"seat": 3, "count": 2, "at": "d16, e11"})
    ]
    promotion = happened(at("Se11 - -"), "e11-e12")
    assert [event.code for event in promotion] == ["moved", "promoted"]
    assert happened(at("- - Ld15"), "pass") == [Event("passed", {"seat": 1})]


def test_a_conquest_without_a_choice_tells_of_everybody() -> None:
    """If there is no choice, the vassal loses nobody, and later moves have ordinary events."""
    position = at("La21,Nc12 Ld43 Lc26,Nd14,Sd11")
    assert [event.code for event in happened(position, "c12-c26")] == ["captured", "conquered"]
    position = after(position, "c12-c26", "d43-d42")
    assert [event.code for event in happened(position, "d14-d16")] == ["moved"]


def test_the_picture_marks_the_last_turn() -> None:
    """The marks show the mover's source and target, the captured man, and the men removed by the
    choice.
    """
    before = after(CAPTURE, "c12-c26")
    last = [*happened(CAPTURE, "c12-c26"), *happened(before, KEEPS[0])]
    scene = GAME.scene(after(before, KEEPS[0]), last)
    assert {(mark.point, mark.role) for mark in scene.marks} == {
        ("c12", "from"),
        ("c26", "last"),
        ("c26", "captured"),
        ("d16", "captured"),
        ("e11", "captured"),
    }
    assert [trail.points for trail in scene.trails] == [("c12", "c26")]


def test_the_picture_tells_seats_and_kinds_apart_by_shape() -> None:
    """All nine kinds of men have their own glyphs, and a vassal's have the conqueror's arms."""
    start = GAME.scene(GAME.start(Setup(3)), ())
    assert len({figure.glyph for figure in start.figures}) == 9
    assert len({tray.glyph for tray in start.trays}) == 3
    position = GAME.scene(at("La21 Ld43 Nd14", 1, "1>3"), ())
    ours = {figure.glyph for figure in position.figures if figure.role == "seat.blue"}
    assert not ours & {figure.glyph for figure in start.figures}


def test_trays_show_reserves_and_captured_lords() -> None:
    """The reserve is in its seat's tray, a captured lord in the captor's, and the conqueror's arms
    in the vassal's.
    """
    position = after(at("La21,Nd33 Ld43 Nd14", 1, "1>3"), "d33-d43")
    trays = GAME.scene(position, ()).trays
    assert [[(item.role, item.count) for item in tray.items] for tray in trays] == [
        [("seat.red", 2)],
        [("seat.yellow", 2)],
        [("seat.blue", 2)],
    ]
    assert [[(item.role, item.count) for item in tray.won] for tray in trays] == [
        [("seat.yellow", 1), ("seat.blue", 1)],
        [],
        [("seat.red", 1)],
    ]


def test_everybody_can_have_the_own_castle_at_the_bottom() -> None:
    """In each seat's view, the middle of its castle is straight below the centre of the board."""
    position = GAME.start(Setup(3))
    scene = GAME.scene(position, ())
    for seat, lord in ((1, "a21"), (2, "d43"), (3, "d15")):
        x, y = rotate(scene.board.spots[lord], GAME.view(position, seat))
        lowest = max(
            rotate(spot, GAME.view(position, seat))[1] for spot in scene.board.spots.values()
        )
        assert y == pytest.approx(lowest)
        assert x == pytest.approx(
            rotate(scene.trays[seat - 1].at or (0, 0), GAME.view(position, seat))[0]
        )


def test_the_position_in_words_is_complete() -> None:
    """Men by kind, reserves, truces, choices, withdrawals, and how close a draw is."""
    position = gone(after(CAPTURE, "c12-c26"), 2)
    codes = [phrase.code for phrase in GAME.words(position)]
    assert codes == [
        *("lord", "knight", "reserve"),
        *("lord", "reserve", "withdrawn"),
        *("knight", "squire", "reserve"),
        *("truce", "choosing"),
    ]
    position = at("- - Ld15")
    position = after(position, "pass", "pass", "d15-d14", "pass", "pass", "d14-d15")
    assert [phrase.code for phrase in GAME.words(position)][-3:] == [
        "reserve",
        "idle",
        "occurrence",
    ]
