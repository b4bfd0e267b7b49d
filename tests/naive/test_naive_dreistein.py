"""The rulebook's Checks of 3Stein against the naive implementation."""

from random import Random

import pytest

from . import dreistein as game
from .dreistein import BLUE, KNIGHT, LORD, RED, SQUIRE, YELLOW, Men, State

pytestmark = pytest.mark.untraced
"""Other tests show that every line is run; to trace these would take three times as long."""

OPENING = [
    "a13-b21",
    "a14-b12",
    "a14-b26",
    "a23-b31",
    "a24-b22",
    "a24-b36",
    "a25-b21",
    "a34-b32",
    "a34-b46",
    "a35-b31",
]


def turned(field: str) -> str:
    """The field where this one comes to lie when the board is turned by 120° clockwise."""

    def turn(point: tuple[float, float]) -> tuple[float, float]:
        # Round the centre of c3 at (0, -12); x is in units of √3/4, y in units of 1/4.
        x, y = point[0], point[1] + 12
        return -x / 2 + y / 2, -1.5 * x - y / 2 - 12

    heart = game.BOARD[field].heart
    goal = turn((heart[0] / 4, heart[1] / 4))
    (found,) = [f for f, k in game.BOARD.items() if (k.heart[0] / 4, k.heart[1] / 4) == goal]
    return found


def turned_move(token: str) -> str:
    """A move turned by 120° clockwise."""
    return "-".join(turned(field) for field in token.split("-"))


def moves_from(state: State, field: str) -> list[str]:
    """Where the man on a field can go."""
    return [token.split("-")[1] for token in game.legal(state) if token.startswith(field + "-")]


def test_board() -> None:
    """There are 87 fields and 15 lines, and neighbours and lanes are those of the page."""
    assert len(game.BOARD) == 87
    assert len({key[:2] for key in game.LINES}) == 15
    near = {f: sorted(game.INSIDE[f] + game.ACROSS[f]) for f in game.BOARD}
    assert near["a24"] == ["a23", "a25", "b22", "b36"]
    assert near["a21"] == ["a22", "a26"]
    assert near["a12"] == ["a13", "a26"]
    assert near["c12"] == ["b14", "c13", "c26"]
    lanes = list(game.LINES.values())
    assert ["c12", "c26", "c22", "c36", "c32", "c46", "c42", "c56"] in lanes
    assert ["c13", "c25", "c23", "c35", "c33", "c45", "c43", "c55"] in lanes
    for goal in game.GOALS.values():
        assert goal in lanes or goal[::-1] in lanes
    assert sum(len(lane) for lane in lanes) == 2 * 87


def test_symmetry() -> None:
    """Castles, set-ups and goal lines are Red's turned by 120° and 240°."""
    for seat, other in ((RED, YELLOW), (YELLOW, BLUE), (BLUE, RED)):
        assert {turned(f) for f in game.CASTLES[seat]} == game.CASTLES[other]
        assert {turned(f) for f in game.GOALS[seat]} == set(game.GOALS[other])
        for mine, theirs in zip(game.SETUP[seat], game.SETUP[other], strict=True):
            assert {turned(f) for f in mine.split()} == set(theirs.split())


def test_opening_moves() -> None:
    """Only squires can move at the start: ten moves for Red, the same turned for the others."""
    state, expected = game.start(3, {}), OPENING
    for seat in game.SETUP:
        assert game.legal(state._replace(seat=seat)) == sorted(expected)
        expected = [turned_move(token) for token in expected]


def test_knight_lanes() -> None:
    """A knight passes fields by that touch his line with their tip alone."""
    men: Men = dict.fromkeys(("c21", "c25"), (YELLOW, SQUIRE)) | {"c26": (RED, KNIGHT)}
    assert {"c22", "c24"} <= set(moves_from(State(men), "c26"))
    men = dict.fromkeys(("c21", "c31"), (YELLOW, SQUIRE)) | {"c12": (RED, KNIGHT)}
    north = ["c26", "c22", "c36", "c32", "c46", "c42", "c56"]
    assert set(north) <= set(moves_from(State(men), "c12"))


def test_worked_endgame() -> None:
    """The knight of the worked endgame slides to d33, threatens d43, and is blocked on d45."""
    men: Men = {
        "a13": (RED, KNIGHT),
        "b22": (RED, KNIGHT),
        "c32": (BLUE, SQUIRE),
        "d43": (YELLOW, LORD),
        "d44": (YELLOW, SQUIRE),
        "d42": (YELLOW, KNIGHT),
        "a21": (RED, LORD),
    }
    state = State(men, conqueror=RED, vassal=BLUE)
    assert {"b21", "b23", "c31", "c33", "d31", "d33"} <= set(moves_from(state, "a13"))
    threat = game.play(state, "a13-d33")
    assert "d43" in moves_from(threat._replace(seat=RED), "d33")
    blocked = game.play(threat, "d44-d45")._replace(seat=RED)
    assert "d43" not in moves_from(blocked, "d33")
    assert "d45" in moves_from(blocked, "d33")
    taken = game.play(blocked, "d33-d45")
    assert "d42-d45" in game.legal(taken)
    assert result_of(game.play(threat._replace(seat=RED), "d33-d43")) == "lord-captured"


def result_of(state: State) -> str | None:
    """The reason of a result."""
    outcome = game.result(state)
    return outcome and outcome[1]


def test_castle() -> None:
    """A squire outside his castle can't enter it, one inside moves freely, a knight always."""
    men: Men = {"b22": (RED, SQUIRE), "a13": (RED, SQUIRE), "b36": (RED, KNIGHT)}
    assert "a24" not in moves_from(State(men), "b22")
    assert {"a12", "a14", "a25", "b21"} == set(moves_from(State(men), "a13"))
    assert "a24" in moves_from(State(men), "b36")


def test_promotion() -> None:
    """A squire is promoted on his goal line while there is a reserve."""
    men: Men = {"e21": (RED, SQUIRE), "a21": (RED, LORD), "d43": (YELLOW, LORD)}
    after = game.play(State(men, idle=9), "e21-e22")
    assert after.men["e22"] == (RED, KNIGHT)
    assert after.reserve == (1, 2, 2)
    assert after.idle == 0
    after = game.play(State(men, reserve=(0, 2, 2)), "e21-e22")
    assert after.men["e22"] == (RED, SQUIRE)


def conquest() -> State:
    """Red has just captured Yellow's lord, and Yellow has two knights and three squires left."""
    men: Men = {
        "a21": (RED, LORD),
        "d33": (RED, KNIGHT),
        "d43": (YELLOW, LORD),
        "c54": (YELLOW, KNIGHT),
        "d42": (YELLOW, KNIGHT),
        "c55": (YELLOW, SQUIRE),
        "d41": (YELLOW, SQUIRE),
        "e31": (YELLOW, SQUIRE),
        "d15": (BLUE, LORD),
    }
    return game.play(State(men), "d33-d43")


def test_vassal() -> None:
    """The conqueror chooses the survivors; then the two spare each other."""
    state = conquest()
    assert game.to_move(state) == RED
    assert len(game.legal(state)) == 6
    assert game.legal(state)[0] == "keep:c54,c55,d41"
    state = game.play(state, "keep:d41,d42,e31")
    assert game.to_move(state) == YELLOW
    assert "c54" not in state.men
    assert state.idle == 1
    assert "d43" not in moves_from(state, "d42")
    assert "d42" not in moves_from(state._replace(seat=RED), "d43")


def test_withdrawal() -> None:
    """The first choice is carried out for a withdrawing conqueror; the last to stay wins."""
    state = game.withdraw(conquest(), RED, "timeout")
    assert game.to_move(state) == YELLOW
    assert {"c54", "c55", "d41"} < set(state.men)
    state = game.withdraw(state, BLUE, "resignation")
    assert game.result(state) == ((3, 1, 2), "resignation")
    assert game.legal(state) == []


def test_draws() -> None:
    """The third occurrence and the 150th idle ply draw the game, the former first."""
    men: Men = {"a21": (RED, LORD), "d43": (YELLOW, LORD), "d15": (BLUE, LORD)}
    state = game.note(State(men))
    circle = ["a21-a22", "d43-d42", "d15-d14", "a22-a21", "d42-d43", "d14-d15"]
    for token in circle * 2:
        assert game.result(state) is None
        state = game.play(state, token)
    assert game.result(state) == ((1, 1, 1), "repetition")
    assert result_of(game.play(State(men, idle=149), "a21-a22")) == "no-progress"
    gone = game.withdraw(State(men, idle=149), BLUE, "timeout")
    assert game.result(game.play(gone, "a21-a22")) == ((1, 1, 2), "no-progress")
    assert game.legal(State({"d43": (YELLOW, LORD)})) == ["pass"]


def test_random_games() -> None:
    """Random games end, with sorted legal moves that are empty only then."""
    rng = Random(3)
    for _ in range(4):
        state = game.start(3, game.random_options(rng, 3))
        while game.to_move(state) is not None:
            moves = game.legal(state)
            assert moves
            assert moves == sorted(set(moves))
            state = game.play(state, rng.choice(moves))
        assert game.result(state) is not None
        assert game.legal(state) == []
