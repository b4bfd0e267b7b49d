"""The engine's command line, as scripts use it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import games
from bot.cli import main


def run(*arguments: str, lines: str | bytes = "") -> Result:
    """One run of `dreierlei engine`."""
    return CliRunner().invoke(main, ["engine", *arguments], input=lines)


def replayed(**fields: object) -> dict[str, Any]:
    """The answer of `replay` to one line."""
    answer: dict[str, Any] = json.loads(run("replay", lines=json.dumps(fields)).stdout)
    return answer


def test_list_has_every_game() -> None:
    """`list` prints a JSON object for each game with seats and options."""
    lines = [json.loads(line) for line in run("list").stdout.splitlines()]
    assert [line["game"] for line in lines] == [game.info.key for game in games.all_games()]
    assert lines[[line["game"] for line in lines].index("attangle")] == {
        "game": "attangle",
        "seats": [2],
        "options": {},
    }


def test_legal_lists_moves_after_tokens() -> None:
    """`legal` prints the sorted legal moves, one per line."""
    assert len(run("legal", "attangle").stdout.splitlines()) == 36
    moves = run("legal", "attangle", "C3", " d3").stdout.splitlines()
    assert moves == sorted(moves)
    assert len(moves) == 34


def test_show_ends_with_turn_and_result(tmp_path: Path) -> None:
    """`show` prints the position in words. Its last lines are the turn and the result."""
    picture = tmp_path / "board.png"
    shown = run("show", "attangle", "--png", str(picture), "c3").stdout.splitlines()
    assert shown[-2:] == ["turn: 2", "result: -"]
    assert "White: 1 single on c3." in shown
    assert picture.read_bytes().startswith(b"\x89PNG")
    ended = run("show", "attangle", "c3", "withdraw:2").stdout.splitlines()
    assert ended[-2] == "turn: -"
    assert json.loads(ended[-1].removeprefix("result: ")) == {
        "ranks": [1, 2],
        "reason": "resignation",
    }


def test_perft_prints_a_number_a_line() -> None:
    """`perft` prints the number of sequences of each length."""
    assert run("perft", "attangle", "2").stdout.split() == ["36", "1260"]
    assert run("perft", "attangle", "1", "c3", "d3").stdout.split() == ["34"]


PERFT = Path(__file__).parent.parent / "perft"
"""How many sequences of moves there are, counted by brute force."""


@pytest.mark.parametrize("game", [game.info.key for game in games.all_games()])
def test_perft_and_replay_answer_for_every_game(game: str) -> None:
    """`perft` counts the first moves of each game, and `replay` reads them in its notation."""
    entries = json.loads((PERFT / f"{game}.json").read_text())
    begun = next(entry for entry in entries if not entry["moves"])
    seats, options, first = begun["seats"], begun["options"], begun["perft"][0]
    given = ["--seats", str(seats)]
    given += [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
    assert run("perft", game, "1", *given).stdout.split() == [str(first)]
    move = run("legal", game, *given).stdout.split()[0]
    answer = replayed(game=game, seats=seats, options=options, moves=[move])
    assert answer["plies"][0][:2] == [1, first]


def test_first_moves_are_those_of_the_rulebook() -> None:
    """What is counted at the command line is what the pages say."""
    assert run("perft", "attangle", "1").stdout.split() == ["36"]
    die_drei = ("die-drei", "1", "--option", "board=1a0.2a0.3a0.4a0")
    assert run("perft", *die_drei).stdout.split() == ["64"]
    assert run("perft", "tyr", "1").stdout.split() == ["1458"]
    assert run("perft", "3stein", "1").stdout.split() == ["10"]
    assert run("perft", "turnier", "1").stdout.split() == ["6"]


def test_a_refusal_names_seats_as_their_match_does() -> None:
    """Partners have other colours than single players, in refusals, too."""
    points = [f"{column}{row}" for column in "abcdef" for row in range(1, 9)]
    laid = ["Sh@0,0", "Sh@0,2", "Sh@0,4", "Sh@0,6", "Csw@6,0", "Csw@6,4", "Csw@0,8", "Csw@4,8"]
    for partners, colour in (("true", "Light blue"), ("false", "Violet")):
        options = {"partners": partners}
        moves = [*laid, points[0], points[1], points[1]]
        answer = replayed(game="turnier", seats=4, options=options, moves=moves)
        stands = f"one of {colour}'s fighters stands there"
        said = f"{points[1]} is not free: {stands}. Choose a free point."
        assert answer["error"]["message"] == said


def test_replay_describes_each_position() -> None:
    """`replay` gives seat, count and digest of the legal moves before each move."""
    answer = replayed(game="attangle", seats=2, options={}, moves=["c3", "withdraw:1"])
    moves = run("legal", "attangle").stdout.split()
    digest = hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]
    assert answer == {
        "plies": [[1, 36, digest]],
        "turn": None,
        "result": {"ranks": [2, 1], "reason": "resignation"},
    }


def test_replay_names_the_illegal_move() -> None:
    """An illegal move is reported with its index, token and reason."""
    answer = replayed(game="attangle", moves=["c3", "c3"])
    assert answer["error"] == {
        "ply": 1,
        "token": "c3",
        "message": "You can't place on c3: there is a piece there already. Place on a free point; "
        "to capture, type two of your pieces and the target, as in b2,e2-c3.",
    }


def test_replay_answers_any_token() -> None:
    """A token that cannot be encoded is refused like any other invalid one."""
    answer = replayed(game="attangle", moves=["c3", "\ud800"])
    assert answer["error"]["ply"] == 1
    assert answer["error"]["token"] == "\ud800"


def test_replay_counts_the_end_that_a_full_stop_adds() -> None:
    """A full stop after a capture that could continue counts as a ply, as `end` would."""
    line = json.loads(run("random", "turnier", "--games", "1", "--seed", "3").stdout)
    moves = line["moves"]
    at = moves.index("end")
    whole = replayed(**line | {"moves": moves[: at + 1]})
    stopped = replayed(**line | {"moves": [*moves[: at - 1], moves[at - 1] + "."]})
    assert len(whole["plies"]) == at + 1
    assert stopped == whole


def test_show_needs_a_place_for_the_picture(tmp_path: Path) -> None:
    """A picture that cannot be written is wrong usage, reported in one line."""
    result = run("show", "attangle", "--png", str(tmp_path / "nowhere" / "board.png"))
    assert result.exit_code == 2
    assert "can't be written" in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "",
        "[]",
        "[" * 100_000,
        '{"game":"chess","moves":[]}',
        '{"game":["attangle"],"moves":[]}',
        '{"game":"attangle","seats":3,"moves":[]}',
        '{"game":"attangle","seats":"two","moves":[]}',
        '{"game":"attangle","seats":true,"moves":[]}',
        '{"game":"attangle","options":{"size":"5"},"moves":[]}',
        '{"game":"attangle","options":[1],"moves":[]}',
        '{"game":"attangle","moves":"c3"}',
        '{"game":"attangle","moves":[3]}',
        '{"game":"\\ud800"}',
        b'{"game":"attangle\xff"}',
    ],
)
def test_replay_goes_on_after_a_bad_line(line: str | bytes) -> None:
    """Invalid JSON, an unknown game, and wrong seats or options give an error line without a
    ply.
    """
    bad = line.encode() if isinstance(line, str) else line
    good = b'{"game":"attangle","moves":[]}'
    given = b"\n".join((bad, good, b""))
    answers = [json.loads(text) for text in run("replay", lines=given).stdout.splitlines()]
    assert len(answers) == 2
    assert answers[0]["error"]["ply"] is None
    assert answers[0]["error"]["message"]
    assert answers[1] == {"plies": [], "turn": 1, "result": None}


def test_random_games_replay() -> None:
    """`random` prints complete games that `replay` can read. The same seed gives the same games."""
    for game in games.all_games():
        lines = run("random", game.info.key, "--games", "2", "--seed", "7").stdout
        assert lines == run("random", game.info.key, "--games", "2", "--seed", "7").stdout
        for line, answer in zip(
            lines.splitlines(), run("replay", lines=lines).stdout.splitlines(), strict=True
        ):
            assert len(json.loads(answer)["plies"]) == len(json.loads(line)["moves"])
            assert json.loads(answer)["result"] is not None


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["legal", "chess"], 2),
        (["legal"], 2),
        (["legal", "attangle", "--seats", "3"], 2),
        (["legal", "attangle", "--option", "size=5"], 2),
        (["legal", "attangle", "--option", "size"], 2),
        (["perft", "attangle", "0"], 2),
        (["perft", "attangle", "x"], 2),
        (["random", "attangle", "--games", "1"], 2),
        (["nonsense"], 2),
        (["legal", "attangle", "d4"], 1),
        (["show", "attangle", "zz"], 1),
        (["perft", "attangle", "1", "c3", "c3"], 1),
    ],
)
def test_exit_status(arguments: list[str], status: int) -> None:
    """The status is 2 for wrong usage and 1 for an illegal token, with the message on standard
    error.
    """
    result = run(*arguments)
    assert result.exit_code == status
    assert result.stderr.strip()
    assert not result.stdout
