"""The rulebook's Checks of Turnier against the naive implementation."""

from collections.abc import Sequence
from random import Random

import pytest

from . import turnier as game
from .turnier import State

pytestmark = pytest.mark.untraced
"""Other tests show that every line is run; to trace these would take three times as long."""


def fight(
    seats: int,
    *rows: str,
    boards: Sequence[str] = (),
    flags: bool = False,
    partners: bool = False,
) -> State:
    """The main fight from a picture: digits are fighters, dots free points, blanks no points."""
    height = len(rows)

    def points(picture: Sequence[str]) -> dict[tuple[int, int], str]:
        marks = ((x, height - y - 1, c) for y, row in enumerate(picture) for x, c in enumerate(row))
        return {(x, y): mark for x, y, mark in marks if mark != " "}

    on = points(boards or [row.translate(str.maketrans("1234", "....")) for row in rows])
    kinds = sorted(set(on.values()))
    laid = [("Sh", frozenset(p for p, mark in on.items() if mark == kind)) for kind in kinds]
    state = State(
        seats,
        flags,
        partners,
        laid=tuple(laid),
        board_of={p: kinds.index(mark) for p, mark in on.items()},
        fighters={p: int(mark) for p, mark in points(rows).items() if mark != "."},
        hands=(3,) * seats,
    )
    return game.draws(game.begin(game.name_points(state), "fight", 1))


def men(state: State) -> dict[str, int]:
    """The fighters by the names of their points."""
    return {state.names[point]: owner for point, owner in state.fighters.items()}


def play(state: State, turns: str) -> State:
    """Play moves one after the other, all of which must be legal."""
    for token in turns.split():
        assert token in game.legal(state)
        state = game.play(state, token)
    return state


@pytest.mark.parametrize(("seats", "points"), [(2, 60), (3, 72), (4, 96)])
def test_ground(seats: int, points: int) -> None:
    """The ground has its points, and it starts with any board at 0,0."""
    rng = Random(seats)
    state = game.start(seats, game.random_options(rng, seats))
    assert set(game.legal(state)) == {
        f"{shape}@0,0" for shape in ("Sh", "Sv", "Cne", "Cnw", "Cse", "Csw")
    }
    while state.phase == "laying":
        state = game.play(state, rng.choice(game.legal(state)))
    assert len(game.legal(state)) == points
    assert points - 18 * seats == {2: 24, 3: 18, 4: 24}[seats]


def test_shapes() -> None:
    """A corner lacks the quarter opposite its elbow; at most four boards of a kind are laid."""
    assert game.SHAPES["Csw"].isdisjoint({(2, 2), (3, 3)})
    assert game.SHAPES["Cne"].isdisjoint({(0, 0), (1, 1)})
    assert {len(points) for points in game.SHAPES.values()} == {12}
    state = play(game.start(2, {"flags": "true"}), "Sh@0,0 Sh@6,0 Sh@12,0 Sh@18,0")
    assert {token[0] for token in game.legal(state)} == {"C"}
    state = play(state, "Csw@24,1")
    assert "ab2" in game.legal(state)
    assert "aa5" not in game.legal(state)


def test_partnership() -> None:
    """A fighter before one of its own side is safe, before one of a third side it is not."""
    assert men(play(fight(4, "1.24", partners=True), "a1-b1")) == {"b1": 1, "c1": 2, "d1": 4}
    assert men(play(fight(4, "1.24"), "a1-b1")) == {"b1": 1, "d1": 4}
    assert men(play(fight(4, "1.23", partners=True), "a1-b1")) == {"b1": 1, "d1": 3}


def test_many_captured() -> None:
    """A jump takes two violet fighters and a rose one at once where it lands."""
    state = fight(4, "..2..", "32.12", "..3..", "..3.1")._replace(seat=3)
    after = play(state, "c1-c3")
    assert men(after) == {"a3": 3, "c2": 3, "c3": 3, "e1": 1, "e3": 2}


def test_safety() -> None:
    """Stepping between two enemies, or along the edge past one, is safe."""
    assert len(men(play(fight(2, "..1..", ".2.2."), "c2-c1"))) == 3
    assert len(men(play(fight(2, ".2.", "1.."), "a1-a2"))) == 2


def test_jumps() -> None:
    """Jumps may turn, don't mix with steps, and don't cross gaps."""
    state = fight(2, "...2", ".2..", "12. ")
    assert set(game.legal(state)) == {"a1-a2", "a1-c1"}
    state = fight(2, "....2", "..2..", "12...")
    assert set(game.legal(state)) == {"a1-a2", "a1-c1", "a1-c3"}


def test_chain() -> None:
    """After captures by one fighter the seat may stop while another capture is possible."""
    state = play(fight(2, ".2222..", "1.....2"), "a1-b1")
    assert game.legal(state) == ["b1-c1", "end"]
    state = play(state, "b1-c1 c1-d1")
    assert game.legal(state) == ["d1-e1", "end"]
    assert men(play(state, "end")) == {"d1": 1, "e2": 2, "g1": 2}
    state = play(fight(2, ".222...", "1.....2"), "a1-b1 b1-c1 c1-d1")
    assert game.to_move(state) == 2


def test_last_standing() -> None:
    """Who captures the last enemies has won, at once."""
    state = play(fight(3, "1.2", boards=["abb"]), "a1-b1")
    assert game.result(state) == ((1, 2, 2), "last-standing")


BOARDS = ["aaabbbccc"] * 2


def test_flags() -> None:
    """Flags are planted where a board is held alone, moved once a turn, and carried along."""
    state = fight(2, "11.1..1..", "........2", boards=BOARDS, flags=True)
    assert "flag:g2" not in game.legal(state)
    state = play(state, "flag:a2 flag:a2-b2")
    assert {"flag:b2-a2", "flag:a2"}.isdisjoint(game.legal(state))
    state = play(state, "b2-b1")
    assert game.legal(state) == ["end", "flag:d2"]
    state = play(state, "flag:d2")
    assert {state.names[point] for point in state.flagged} == {"b1", "d2"}
    assert game.to_move(state) == 2
    state = play(state, "i1-i2")
    assert "flag:b1-a2" in game.legal(state)
    state = play(state, "b1-c1")
    assert "flag:c1-a2" in game.legal(state)


def test_flag_captured() -> None:
    """A flag goes with its captured fighter, and a flag move closes a chain."""
    state = play(fight(2, "1..1....2", "....1....", boards=BOARDS, flags=True), "flag:a2 a2-a1 end")
    state = play(state._replace(fighters={**state.fighters, (1, 1): 2}), "b2-a2")
    assert men(state) == {"a2": 2, "d2": 1, "e1": 1, "i2": 2}
    assert state.flagged == frozenset()


def test_flag_closes_chain() -> None:
    """After a flag move the fighter can't capture again; with nothing left the turn ends."""
    state = play(fight(2, ".2222....", "1.....1..", boards=BOARDS, flags=True), "a1-b1")
    assert game.legal(state) == ["b1-c1", "end", "flag:g1"]
    assert game.to_move(play(state, "flag:g1")) == 2


def test_flag_lost() -> None:
    """A flag is lost when its fighter leaves the board; the board may be planted again at once."""
    state = play(fight(2, "..1......", "1......2.", boards=BOARDS, flags=True), "flag:c2 c2-d2")
    assert state.flagged == frozenset()
    assert game.legal(state) == ["end", "flag:a1", "flag:d2"]
    state = play(state, "flag:d2 flag:a1")
    assert game.to_move(state) == 2
    assert state.hands == (0, 3)


def test_fields_with_flags() -> None:
    """Three flags of a side win; partners need four, of both."""
    state = fight(
        2, "1..1..1..", ".........", "2........", boards=[*BOARDS, "ddddddddd"], flags=True
    )
    assert game.result(play(state, "flag:a3 flag:d3")) is None
    assert game.result(play(state, "flag:a3 flag:d3 flag:g3")) == ((1, 2), "fields-held")
    rows = ("1..1..1..", "3.......2")
    state = fight(4, *rows, boards=["aaabbbccc", "ddddddddd"], flags=True, partners=True)
    state = play(state, "flag:a2 flag:d2 flag:g2 a2-b2 i1-h1")
    assert game.to_move(state) == 3
    assert not any(token.startswith("flag:") for token in game.legal(state))


def test_fields_without_flags() -> None:
    """Without flags three boards held alone after a fighter move win, the mover's side first."""
    rows = ("1..1..1..", "2........")
    state = fight(2, *rows, boards=["aaabbbccc", "ddddddddd"])
    assert game.result(play(state, "a2-b2")) == ((1, 2), "fields-held")
    state = fight(4, *rows, boards=["aaabbbccc", "ddddddddd"], partners=True)
    assert game.result(play(state, "a2-b2")) is None
    rows = ("1..1..1..3", "2.........")
    state = fight(4, *rows, boards=["aaabbbccce", "ddddddddde"], partners=True)
    assert game.result(play(state, "a2-b2")) == ((1, 2, 1, 2), "fields-held")


def test_draws() -> None:
    """The third start of a turn in one position, 80 idle turns and passes all round are draws."""
    state = fight(2, "1..", "  .", "2..")
    for turn in ["a3-b3", "a1-b1", "b3-a3", "b1-a1"] * 2:
        assert game.result(state) is None
        state = play(state, turn)
    assert game.result(state) == ((1, 1), "repetition")
    state = fight(2, "1..", "  .", "2..")._replace(idle=79)
    assert game.result(play(state, "a3-b3")) == ((1, 1), "no-progress")
    state = play(fight(2, "1 2"), "pass")
    assert game.legal(state) == ["pass"]
    assert game.result(play(state, "pass")) == ((1, 1), "no-progress")


def test_withdrawal() -> None:
    """A withdrawal throws the unfinished turn away; fighters stay, but can't be last standing."""
    begun = play(fight(3, ".22....", "1....32"), "a1-b1")
    state = game.withdraw(begun, 1, "timeout")
    assert game.to_move(state) == 2
    assert men(state) == {"a1": 1, "b2": 2, "c2": 2, "f1": 3, "g1": 2}
    assert game.result(game.withdraw(state, 3, "timeout")) == ((3, 1, 2), "timeout")
    state = game.withdraw(begun, 3, "resignation")
    assert game.to_move(state) == 1
    assert game.legal(state) == game.legal(begun)
    state = fight(3, "1...", "...3")
    assert game.result(game.withdraw(state, 3, "resignation")) == ((1, 2, 3), "last-standing")


def test_early_withdrawal() -> None:
    """The others lay the boards of a withdrawn seat; it neither draws up nor opens."""
    rng = Random(1)
    state = game.start(3, {"flags": "true"})
    state = game.withdraw(game.play(state, "Sh@0,0"), 2, "timeout")
    order = []
    while state.phase != "fight":
        order.append(game.to_move(state))
        state = game.play(state, rng.choice(game.legal(state)))
    assert order == [3, 1, 3, 1, 3] + [1, 3] * 18 + [1] * 4 + [3] * 4
    assert sorted(men(state).values()) == [1] * 14 + [3] * 14


@pytest.mark.parametrize("seats", game.SEATS)
def test_random_games(seats: int) -> None:
    """Random games end, with sorted legal moves that are empty only then."""
    rng = Random(seats)
    for _ in range(4):
        state = game.start(seats, game.random_options(rng, seats))
        while game.to_move(state) is not None:
            moves = game.legal(state)
            assert moves
            assert moves == sorted(set(moves))
            state = game.play(state, rng.choice(moves))
        assert game.result(state) is not None
        assert game.legal(state) == []
