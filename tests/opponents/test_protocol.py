"""The engine protocol as it is served: what is asked, what is answered, what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

import games
from games import play
from games.play import Line
from games.protocol import AnyGame, Setup
from opponents.arena import LONGEST as STOPPED
from opponents.player import best_turn, take_turn
from opponents.programs.program import MOST, FaultKind
from opponents.protocol import Go, Refused, Session, commands
from opponents.protocol.lines import LONGEST, Lines
from opponents.protocol.server import WAITING
from opponents.protocol.session import _budgets
from tests.laws.conftest import CASES

ROOT = Path(__file__).parents[2]


def told(*lines: str) -> list[str]:
    """All that a new session answers."""
    session = Session()
    return [answer for line in lines for answer in session.answer(line)]


# The session


def test_it_says_what_it_plays() -> None:
    """The handshake names the program, the version, and every game with its seats."""
    first, _, version, *listed, last = told("ugi")
    assert (first, version, last) == ("id name Dreierlei", "protocol 1", "ugiok")
    assert len(listed) == len(games.all_games())
    assert "game turnier seats 2 3 4" in listed


def test_questions_about_a_position() -> None:
    """Whose turn it is, what is legal, whether a turn has begun, whether the game is over."""
    asked = [f"query {what}" for what in ("turn", "begun", "gameover", "result")]
    assert told("game attangle", *asked, "query legal")[:4] == [
        "response 1",
        "response false",
        "response false",
        "response none",
    ]
    after = told("game attangle", "position startpos moves c3 withdraw:1", *asked, "query legal")
    assert after == [
        "response none",
        "response false",
        "response true",
        "response 2,1:resignation",
        "response",
    ]


def test_moves_are_those_of_the_rules() -> None:
    """`query legal` lists the legal moves, sorted, in one line."""
    (line,) = told("game attangle", "position startpos moves c3 d3", "query legal")
    game = games.get("attangle")
    position = play.replay(game, play.setup(game), ["c3", "d3"]).position
    assert line.split()[1:] == [str(move) for move in game.legal_moves(position)]


def test_a_turn_that_has_begun_is_finished() -> None:
    """Within a turn, the answer is the rest of it."""
    moves = ["4@11=3", "5@39=4", "3@64=5", "4-31=8", "3-75=7", "5-48=8", "4-81=4", "5-88=2"]
    game = games.get("tyr")
    line = Line.begin(game, play.setup(game))
    for token in moves:
        line = line.read(token)[1]
    for move in game.legal_moves(line.position):  # Somewhere a Pasch arises.
        if line.push(move).played:
            break
    begun = " ".join([*moves, str(move)])
    begin, last = told("game tyr", f"position startpos moves {begun}", "query begun", "go nodes 50")
    assert begin == "response true"
    turn = play.play_turn(line.push(move), last.removeprefix("bestmove "))
    assert turn.complete


def test_thinking_is_a_matter_of_the_numbers_alone() -> None:
    """The same words give the same turn, whatever was asked before; a level plays as in matches."""
    place = ("game attangle", "position startpos moves c3 d3 e4 d5")
    game = games.get("attangle")
    line = play.replay(game, play.setup(game), ["c3", "d3", "e4", "d5"])
    expected = " ".join(map(str, best_turn(line, play.setup(game), 2, 7)))
    first = told(*place, "go level 2 seed 7", "go nodes 300 seed 1")
    assert first[0] == f"bestmove {expected}"
    again = told("game tyr", "go nodes 40", *place, "go nodes 300 seed 1", "go level 2 seed 7")
    assert again[1:] == first[::-1]


def test_nodes_bound_the_search() -> None:
    """No more positions are looked at than were asked for, and none after `stop`."""
    for most, asked in ((100, "go nodes 100"), (30, "go nodes 1000000"), (0, "go")):
        session, looked = Session(), list[int]()

        def stopped(looked: list[int] = looked, most: int = most) -> bool:
            looked.append(1)
            return len(looked) > most

        [*session.answer("game attangle")]
        (answer,) = session.answer(asked, stopped)
        assert answer.startswith("bestmove ")
        assert len(looked) <= most + 3  # The search and the guard each see that they have to stop.
        assert most == 0 or len(looked) > most // 2


def test_after_stop_no_answers_are_looked_at() -> None:
    """What would show whether the turn is safe is given up, too, at each of its moves."""
    game, stopped, looked = games.get("turnier"), False, 0

    def apply(position: Any, move: Any) -> Any:
        nonlocal looked
        looked += stopped
        return game.apply(position, move)

    setup = play.setup(game)
    line: Line[Any, Any] = Line.begin(replace(game, apply=apply), setup)
    for move in play.random_line(game, setup, Random(2), most=59):
        line = line.push(move)
    budgets = _budgets(None, lambda: stopped)
    planned = take_turn(line, setup, 6, scale=0.01, budget=budgets)
    assert planned.safety == "safe"
    stopped = True
    taken = take_turn(line, setup, 6, scale=0.01, budget=budgets)
    assert taken.safety == "open"
    assert looked == len(taken.moves)  # Those that are played.


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", None),
        ("stop", None),
        ("stop it", "error syntax "),
        ("xyzzy", "error unknown-command "),
        ("isready now", "error syntax "),
        ("game chess", "error setup "),
        ("game", "error setup "),
        ("game attangle seats 3", "error setup "),
        ("game attangle seats", "error syntax "),
        ("game attangle seats 1x", "error syntax "),
        ("game attangle x=1", "error setup "),
        ("game attangle quick", "error syntax "),
        ("game turnier flags=true flags=true", "error syntax "),
        ("game die-drei", "error setup "),
        ("position", "error syntax "),
        ("position fen x", "error syntax "),
        ("position startpos c3", "error syntax "),
        ("position startpos moves c9", "error illegal token 1, c9: "),
        ("position startpos moves c3 c3", "error illegal token 2, c3: "),
        ("go nodes", "error syntax "),
        ("go nodes 0", "error syntax "),
        ("go nodes 1000001", "error syntax "),
        ("go nodes -1", "error syntax "),
        ("go nodes 007", "error syntax "),
        ("go nodes ١", "error syntax "),
        ("go level 7", "error syntax "),
        ("go level 1 nodes 1", "error syntax "),
        ("go nodes 1 nodes 2", "error syntax "),
        ("go depth 3", "error syntax "),
        (f"go seed {10**30}", "error syntax "),
        ("query", "error syntax "),
        ("query all", "error syntax "),
    ],
)
def test_what_is_refused(line: str, answer: str | None) -> None:
    """A command that can't be carried out is answered by one line; others are not disturbed."""
    said = told("game attangle", line)
    assert [one[: len(answer or "")] for one in said] == ([] if answer is None else [answer])
    assert told("game attangle", line, "isready")[-1] == "readyok"


def test_nothing_is_guessed_after_a_refusal() -> None:
    """After a refused game or position there is none, until there is a new one."""
    refused = "error no-position"
    for before in ((), ("game attangle", "game chess"), ("game tyr", "position startpos moves x")):
        for asked in ("go", "query legal"):
            assert told(*before, asked)[-1].startswith(refused)
    assert told("position startpos")[-1].startswith(refused)
    again = told("game tyr", "position startpos moves x", "position startpos", "query turn")
    assert again[-1] == "response 1"


def test_nothing_is_played_after_the_end() -> None:
    """Where the game is over there is no turn."""
    said = told("game attangle", "position startpos moves agreement", "go nodes 5")
    assert said == ["error game-over The game is over."]


def test_long_complaints_are_cut() -> None:
    """What is wrong is repeated only so far."""
    (said,) = told("x" * 50_000)
    assert len(said) < 1_000


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_every_kind_of_game_can_be_asked_for(game: AnyGame, setup: Setup) -> None:
    """Each setup has a line, and positions are those of the rules, forwards and backwards."""
    session = Session()
    assert commands.game(commands.game_line(game, setup).split()[1:]) == (game, setup)
    [*session.answer(commands.game_line(game, setup))]
    moves = [str(move) for move in play.random_line(game, setup, Random(5), 60)]
    for end in (10, 60, 0, 35):
        assert [*session.answer(commands.position_line(moves[:end]))] == []
        position = play.replay(game, setup, moves[:end]).position
        (legal,) = session.answer("query legal")
        assert legal.split()[1:] == [str(move) for move in game.legal_moves(position)]
        assert len(legal.encode()) < LONGEST


def test_words_are_read_as_they_are_written() -> None:
    """How long to think, as words and back."""
    for how in (Go(), Go(nodes=5), Go(level=6, seed=0), Go(nodes=1_000_000, seed=2**63 - 1)):
        assert commands.go(str(how).split()[1:]) == how
    with pytest.raises(Refused, match="level"):
        commands.go(["level", "0"])


# Lines


def test_lines_come_in_pieces() -> None:
    """Lines are cut wherever bytes end; what stands behind the last end is a line, too."""
    lines = Lines()
    said = [one for data in (b"a\nb", b"c\r\n\n", b"d", b"", b"") for one in lines.cut(data)]
    assert said == [b"a", b"bc", b"", b"d"]


def test_a_long_line_is_not_kept() -> None:
    """A line has so many bytes and no more; the next one is read as ever."""
    lines = Lines()
    whole = b"x" * LONGEST
    assert [*lines.cut(whole + b"\r\n" + whole + b"x\nnext\n")] == [whole, None, b"next"]
    for _ in range(20):
        assert [*lines.cut(whole)] == []
    assert [*lines.cut(b"\nnext\n")] == [None, b"next"]
    assert [*lines.cut(whole + b"xx"), *lines.cut(b"")] == [None]


# The page


def transcripts() -> list[list[str]]:
    """The conversations in the page."""
    text = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    return [
        found.splitlines()
        for found in re.findall(r"^```\n(> .*?)^```", text, re.MULTILINE | re.DOTALL)
    ]


@pytest.mark.parametrize("lines", transcripts())
def test_the_page_tells_the_truth(lines: list[str]) -> None:
    """Each conversation is one that our server has. What it plays may change with its strength,
    and it may have games that aren't shown.
    """
    session, said, expected = Session(), list[str](), list[str]()
    for line in lines:
        mark, text = line.split(" ", 1)
        if mark == "<":
            expected.append(text)
        else:
            said += [] if text == "quit" else session.answer(text)
    said = [line for line in said if not line.startswith("game ") or line in expected]
    assert len(said) == len(expected)
    for one, other in zip(said, expected, strict=True):
        assert one == other or one.split()[0] == other.split()[0] == "bestmove"


def test_the_page_has_every_code_and_number() -> None:
    """Codes and limits are those of the code."""
    text = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    sources = "".join(
        (ROOT / "opponents" / "protocol" / f"{name}.py").read_text("utf-8")
        for name in ("commands", "session", "server")
    )
    codes = {*re.findall(r'Refused\(\s*"([a-z-]+)"', sources)}
    for heading, known in (("What our server says", codes), ("Matches", {*get_args(FaultKind)})):
        part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        assert {*re.findall(r"^\| `([a-z][a-z-]+)` \|", part, re.MULTILINE)} == known
    for number in (LONGEST, commands.NODES, MOST, STOPPED, WAITING):
        assert f"{number:,}" in text
    assert str(commands.SEED) in text
