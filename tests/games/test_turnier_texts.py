"""Turnier's notation, position texts, events, words and pictures."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from games import play
from games.continuations import completions, continuations
from games.errors import InvalidMove
from games.play import Line
from games.protocol import Part
from games.suggestions import apart
from games.texts import in_english
from games.turnier import GAME
from games.turnier.board import Ground, ground_of
from games.turnier.notation import SHAPES, Lay, syntax
from games.turnier.position import PHASES
from games.turnier.scene import SHAPE_GLYPHS
from games.turnier.texts import TEXTS
from tests.games.turnier_positions import GROUNDS, after, at, events, line, start

# Notation and texts


@pytest.mark.parametrize(
    ("typed", "token"),
    [
        ("sh@0,0", "Sh@0,0"),
        ("CNE@-3,12", "Cne@-3,12"),
        ("C4", "c4"),
        ("XC4", "xc4"),
        (":c4", "xc4"),
        ("c4xd4", "c4-d4"),
        ("c4:D4", "c4-d4"),
        ("c4d4", "c4-d4"),
        ("x4x5", "x4-x5"),
        ("aa10-ab10", "aa10-ab10"),
        ("Flag:C4", "flag:c4"),
        ("flagge:c4", "flag:c4"),
        ("f:c4-c6", "flag:c4-c6"),
        ("PASS", "pass"),
        ("ende", "end"),
    ],
)
def test_forgiving_notation(typed: str, token: str) -> None:
    """Letter case, `x` or `:` for a hyphen and the like are accepted. Output is canonical."""
    assert str(syntax(typed)) == token


@pytest.mark.parametrize("text", ["c0", "c4-", "sx@0,0", "Sh@0", "flag:", "4c", "bz1", "c4-d4-e4"])
def test_no_notation(text: str) -> None:
    """Any other text is not a move."""
    with pytest.raises(InvalidMove) as caught:
        GAME.read(start(), text)
    assert caught.value.refusal.code == "unknown-notation"


def test_each_phase_says_how_its_moves_are_typed() -> None:
    """What can't be read is told the form of a move of this phase, with one that is legal."""
    setup, told = play.setup(GAME, 2), dict[str, str]()
    line = play.Line.begin(GAME, setup)
    for move in play.random_line(GAME, setup, Random(4), 80):
        with pytest.raises(InvalidMove) as caught:
            play.parse(GAME, line.position, "hello")
        refusal = caught.value.refusal
        assert refusal.code == "unknown-form"
        assert str(refusal.fields["example"]) in map(str, GAME.legal_moves(line.position))
        told[line.position.phase] = in_english(GAME, refusal)
        line = line.push(move)
    assert told.keys() == set(PHASES)
    for phase, said in told.items():
        assert TEXTS.forms[phase] in said


def test_boards_are_chosen_by_shape_and_place() -> None:
    """A board is chosen by its shape, then by the point of its elbow or its lower left corner. Even
    the largest grounds have no more places for a shape than fit in four menus.
    """
    position = after(start(), "Sh@0,0")
    shapes = continuations(GAME, position, "")
    assert [way.text for way in shapes] == ["Cne", "Cnw", "Cse", "Csw", "Sh", "Sv"]
    elbow = Part("elbow", "@3,-2", "6,-2", apart=True, numbered=True)
    assert GAME.spellings(Lay("Cse", 3, -2))[0] == (Part("shape", "Cse", name="▟ Cse"), elbow)
    assert GAME.spellings(Lay("Sv", 3, -2))[0][1].point == "3,-2"
    most = 0
    for seed in range(10):
        moves = play.random_line(GAME, play.setup(GAME, 4), Random(seed), 8)
        position = start(4)
        for move in moves:
            some = Counter(str(board)[:3] for board in GAME.legal_moves(position))
            most = max(most, *some.values())
            position = GAME.apply(position, move)
    assert 50 < most <= 100


def test_several_fighters_at_once() -> None:
    """All fighters in hand may be drawn up at once, and all that a turn takes off taken off."""
    drawing = at("a1,a2/b1", phase="drawing-up")
    assert GAME.several(drawing, "point") == 16
    assert GAME.several(at("a1/b1", phase="opening", turn="taken:3"), "enemy") == 1
    assert GAME.several(at("a1/b1", phase="opening"), "enemy") == 4
    assert GAME.several(at("a1/b1"), "fighter") == 1


def test_fighters_that_are_typed_without_semicolons() -> None:
    """Each fighter that is drawn up is a turn of its own; what is no list of such turns isn't
    divided.
    """
    drawing = Line.at(GAME, at("a1,a2/b1", phase="drawing-up"))
    assert apart(drawing, " C1 d1 ") == ["c1", "d1"]
    for typed in ("c1", "c1 c1", "c1 b1", "c1 nonsense", ""):
        assert apart(drawing, typed) == []
    opening = Line.at(GAME, at("a1/b1,b2,b3,b4,b5", phase="opening"))
    assert apart(opening, "xb1 xb2") == []
    last = at("a1/b1,b2,b3,b4,b5", phase="opening", turn="taken:3")
    assert apart(Line.at(GAME, last), "xb1 xb2") == []


def test_texts_of_positions() -> None:
    """A position's text is complete. Any other text is refused."""
    text = (
        f"3+flags {GROUNDS[3]} fight 2 a1*,b1/c1*,c2/f8 1,2,0 mover:c2;chain;moved:c1;progress "
        "0 - - 3 -"
    )
    position = GAME.position(text)
    assert str(position) == text
    assert position.mid_turn
    good = f"2+flags {GROUNDS[2]} fight 1 a1/b1 3,3 - 0 - - - -"
    assert GAME.position(good).to_move == 1
    for wrong in (
        good.replace("a1/b1", "a1/a1"),
        good.replace("a1/b1", "a1,a1/b1"),
        good.replace("a1/b1", "i3/b1"),
        good.replace("fight", "laying"),
        good.replace("fight", "dance"),
        good.replace("Csw@6,0", "Csw@5,0"),
        good.replace("/Csw@6,0", ""),
        good.replace("2+flags", "2+partners"),
        good.replace("2+flags", "5+flags"),
        good.replace(" 0 - - - -", " 0 - 1a1 - -"),
        good.replace("fight 1", "fight 3"),
        good + " -",
    ):
        with pytest.raises(ValueError, match="not a position"):
            GAME.position(wrong)


def test_the_past_is_in_the_text() -> None:
    """Earlier starts of turns are part of a position and of its text."""
    position = at("a1,j1/f8,f5", hands="0,0")
    once = after(position, "a1-a2 f8-e8 a2-a1 e8-f8")
    assert once != position
    assert str(once).split()[9] == "1::;2:e8,f8:;1:a1,a2:;2:e8,f8:"
    assert GAME.position(str(once)) == once


# Events, words and pictures


def test_events() -> None:
    """Events describe a move, and the phase that begins."""
    assert events(start(), "Sh@0,0") == ["laid 0,0"]
    found = line(GROUNDS[2].split("/")[:-1]).position
    assert events(found, "Csw@6,0") == ["laid g1", "ground-complete"]
    found = line(GROUNDS[2].split("/")).position
    assert events(found, "c4") == ["placed c4"]
    names = found.ground.names
    men = ",".join(names[:18]) + "/" + ",".join(names[18:35])
    drawing = at(men, phase="drawing-up", seat=2)
    assert events(drawing, names[40]) == [f"placed {names[40]}", "drawn-up"]
    opening = at("a1/b1,b2,b3,b4,b5", phase="opening", turn="taken:3", seat=1)
    assert events(opening, "xb1") == ["taken b1"]
    last = at("a1,a2,a3,a4,a5/b1,b2", phase="opening", turn="taken:3", seat=2)
    assert events(last, "xa1") == ["taken a1", "fight-begins"]


def test_a_board_lies_where_its_dot_is() -> None:
    """What people read names the point that is tapped, an elbow or a lower left corner, as the
    picture names it. The board with which the ground is complete has final coordinates.
    """
    assert events(start(), "Cne@0,0") == ["laid 3,3"]
    begun = after(start(), "Cne@0,0")
    assert events(begun, "Sv@4,-1") == ["laid 4,-1"]
    assert GAME.words(begun)[0].fields == {
        "number": 1,
        "kind": "a corner board with its elbow in the north-east",
        "at": "3,3",
        "text": "Cne@0,0",
        "west": 0,
        "east": 3,
        "south": 0,
        "north": 3,
    }
    last = after(begun, "Sv@4,-1 Sv@-2,2 Sv@4,5")
    assert events(last, "Cse@6,-1") == ["laid l1", "ground-complete"]


def test_a_ground_that_is_turned_says_so() -> None:
    """The picture of a wide ground is turned once it is complete, and an event tells that."""
    wide = after(start(), "Sh@0,0 Sh@6,0 Sh@12,0 Sh@18,0")
    assert events(wide, "Csw@24,0") == ["laid y1", "ground-complete", "ground-turned"]
    spots = GAME.scene(after(wide, "Csw@24,0"), ()).board.spots
    assert spots["a1"][1] < spots["y1"][1]
    assert spots["a1"][0] < spots["a2"][0]


def test_words() -> None:
    """The position in words has the boards and their holders, fighters, flags and the turn."""
    turn = "mover:a1;chain;moved:a1;progress"
    position = at("a1*,h1/c3,f8/b3", hands="1,3,0", turn=turn, withdrawn="3")
    phrases = [(phrase.code, phrase.fields.get("seat")) for phrase in GAME.words(position)]
    boards, rest = phrases[:6], phrases[6:]
    assert boards == [
        ("held", 1),
        ("contested", None),
        ("free", None),
        ("held", 2),
        ("held", 1),
        ("free", None),
    ]
    assert [code for code, _ in rest] == [
        *("men", "flags-standing", "flags-left", "men", "flags-left", "gone", "men", "flags-left"),
        *("may-go-on", "flags-moved", "idle"),
    ]
    codes = [phrase.code for phrase in GAME.words(start())]
    assert codes == ["no-ground", "supply", "to-lay"]
    opening = at("a1/b1", phase="opening", turn="taken:3")
    assert GAME.words(opening)[-1].fields == {"seat": 1, "count": 1}


def test_the_picture_of_the_ground() -> None:
    """Boards are outlined and numbered, and points keep their place on the lattice."""
    position = at("a1*/f8", hands="2,3")
    scene = GAME.scene(position, ())
    assert len(scene.emblems) == 5
    assert set(scene.board.spots) == set(position.ground.names)
    (ax, ay), (bx, by) = scene.board.spots["a1"], scene.board.spots["b2"]
    assert (bx - ax, by - ay) == pytest.approx((1, -1))
    assert {label.text for label in scene.board.labels} == {*"abcdefghij", *"12345678"}
    flags = {tray.seat: tray.items[-1].count for tray in scene.trays}
    assert flags == {1: 2, 2: 3}
    assert GAME.scene(at("a1/f8"), ()).board is scene.board


def test_the_picture_of_a_growing_ground() -> None:
    """A growing ground has the numbers of its grid. Once a shape has been chosen, its picture shows
    the anchors of all places for it, too, and the shape beside the name of its player.
    """
    position = after(start(), "Csw@0,0 Sv@4,-5")
    scene = GAME.scene(position, ())
    assert {label.text for label in scene.board.labels} == {str(n) for n in range(-7, 8)}
    moves = [move for move in GAME.legal_moves(position) if isinstance(move, Lay)]
    for shape in SHAPES:
        chosen = GAME.in_hand(position, (Part("shape", shape),), scene)
        board, tray = chosen.board, chosen.trays[0]
        placed = [GAME.spellings(move)[0][-1] for move in moves if move.shape == shape]
        anchors = {part.point or "" for part in placed}
        assert anchors <= set(board.spots)
        assert {label.text for label in board.labels} >= {
            part for name in anchors for part in name.split(",") if int(part) % 2 == 0
        }
        assert [item.glyph for item in tray.items] == [SHAPE_GLYPHS[shape]]
    assert ground_of(position.ground.boards) is position.ground


def test_a_ground_travels_as_its_boards() -> None:
    """Data derived from a ground is not pickled with it, but computed again."""
    ground = after(start(), "Csw@0,0 Sv@4,-5").ground
    sent = pickle.dumps(ground)
    assert ground.layings
    assert pickle.dumps(ground) == sent
    assert pickle.loads(sent) is ground
    assert pickle.loads(pickle.dumps(Ground(()))) is ground_of(())


def test_grounds_are_equal_by_their_boards() -> None:
    """The same boards, laid in the same order, are the same ground. Its repr shows them."""
    ground = after(start(), "Csw@0,0 Sv@4,-5").ground
    assert ground_of(ground.boards) == ground
    assert Ground(ground.boards) == ground
    assert Ground(ground.boards[::-1]) != ground
    assert ground != str(ground)
    assert repr(ground) == "Ground(Csw@0,0/Sv@4,-5)"


def test_a_whole_token_may_be_the_beginning_of_others() -> None:
    """A place with one digit is offered before those with a second digit."""
    ground = "Csw@0,0/Cse@-4,-2/Sv@2,-6"
    position = GAME.position(f"2+flags {ground} laying 2 -/- 3,3 - 0 - - - -")
    found = [one.text for one in completions(Line.at(GAME, position), "Sv@4,-1", limit=25)]
    assert found == ["Sv@4,-1", "Sv@4,-10", "Sv@4,-11"]


def test_the_rims_of_boards() -> None:
    """A board has a rim in the colour of who holds it. Where their flag stands, it keeps it when
    enemies come. A board that was just laid has a broader one.
    """
    scene = GAME.scene(at("a1*,b1,c3/a2,f8", hands="2,3"), ())
    assert [line.role for line in scene.lines] == ["seat.rose", "seat.rose", "seat.violet"]
    (width,) = {line.width for line in scene.lines}
    assert GAME.scene(at("a1/b1"), ()).lines == ()
    before, board = start(), Lay("Sh", 0, 0)
    done = GAME.apply(before, board)
    laid = GAME.scene(done, GAME.events(before, board, done))
    assert [line.role for line in laid.lines] == ["last"]
    assert laid.lines[0].width > width
    partners = GAME.scene(start(4), ()).trays
    assert [tray.ally and tray.ally[1] for tray in partners] == [
        *("seat.violet", "seat.darkblue", "seat.rose", "seat.lightblue")
    ]
