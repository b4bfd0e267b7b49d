"""Matches between programs: in order, kept, resumed, and at the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner, Result

import games
from bot.cli import main
from games import record
from opponents.programs import CantBegin, Match, OtherMatch, Sprt, Standing, Terms
from opponents.protocol import Go
from tests import PATIENCE
from tests.opponents.test_programs import ROOT, broken

ATTANGLE = games.get("attangle")
THINKS, LIES, DIES = broken("thinks"), broken("lies"), broken("dies")


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs find our packages in the working directory."""
    monkeypatch.chdir(ROOT)


def terms(first: Sequence[str] = THINKS, second: Sequence[str] = THINKS) -> Terms:
    """A match of Attangle between two programs."""
    return Terms(ATTANGLE, None, {}, (first, second), seconds=PATIENCE)


def lines(path: Path) -> list[dict[str, Any]]:
    """What a file has of each game."""
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def played(asked: Terms, most: int, path: Path | None = None) -> Standing:
    """How a match stands after so many games."""
    match = Match(asked, path)
    for _ in match.play(most):
        pass
    return match.standing()


class _BrokenOff(Exception):
    """What breaks off a match."""


def test_a_match_has_every_opening_with_both_seatings(tmp_path: Path) -> None:
    """Equal programs that always play the same share the points of each opening."""
    path = tmp_path / "match.jsonl"
    standing = played(terms(), 3, path)
    assert standing.games == 4
    assert standing.groups == (0.5, 0.5)
    assert (standing.share, standing.verdict, standing.ratio) == (0.5, "open", None)
    first, second, third, fourth = lines(path)
    assert [one["seating"] for one in (first, second, third, fourth)] == [[0, 1], [1, 0]] * 2
    assert first["turns"] == second["turns"]
    assert first["turns"] != third["turns"]
    for number, one in enumerate(lines(path)):
        assert one["number"] == number
        assert one["names"] == ["Dreierlei", "Dreierlei"]
        kept = record.read(json.dumps(one).encode())
        assert kept.result is not None
        assert one["share"] == (kept.result.ranks[one["seating"].index(0)] == 1)


def test_an_interrupted_match_goes_on(tmp_path: Path) -> None:
    """However often it is broken off, in the middle of a line, too, the games are the same."""
    whole, broken_off = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    played(terms(), 4, whole)
    for most in (0, 1):
        with suppress(_BrokenOff):
            for number, _ in enumerate(Match(terms(), broken_off).play(9)):
                if number == most:
                    raise _BrokenOff
        with broken_off.open("a") as file:
            file.write('{"number": 7, "ga')
    played(terms(), 4, broken_off)
    assert broken_off.read_text() == whole.read_text()
    before = whole.read_bytes()
    assert played(terms(), 4, whole).games == 4
    assert whole.read_bytes() == before


def test_a_program_that_fails_is_started_anew() -> None:
    """It loses each of its games, and the match goes on with the next one."""
    match = Match(terms(LIES, THINKS))
    faults = [one.fault for one, _, _ in match.play(4)]
    assert [fault and (fault.program, fault.kind) for fault in faults] == [(0, "illegal")] * 4
    standing = match.standing()
    assert (standing.groups, standing.faults) == ((0.0, 0.0), (4, 0))
    assert played(terms(THINKS, DIES), 2).faults == (0, 2)


def test_a_match_ends_when_the_test_does() -> None:
    """No more groups are played than the test needs, whatever was allowed."""
    asked = replace(terms(THINKS, LIES), sprt=Sprt(0, 800))
    standing = played(asked, 1_000)
    assert standing.verdict == "stronger"
    assert standing.ratio is not None
    assert standing.ratio >= Sprt(0, 800).bounds[1]
    assert standing.games < 20
    assert played(replace(asked, programs=(LIES, THINKS)), 1_000).verdict == "not stronger"


def test_three_seats() -> None:
    """Each program sits alone in each seat once; then groups count."""
    asked = Terms(
        games.get("turnier"), 3, {}, (THINKS, LIES), seconds=PATIENCE, turns=1, hows=(Go(), Go())
    )
    match = Match(asked)
    seatings = [seating for _, seating, _ in match.play(1)]
    assert len({*seatings}) == len(seatings) == 6
    assert match.standing().groups == (1.0,)


def test_who_cannot_begin_plays_nothing() -> None:
    """A program that does not start, or does not play this, is reported before any game."""
    with pytest.raises(CantBegin, match="can't be started") as error:
        played(terms(THINKS, ("/nowhere",)), 2)
    assert error.value.program == 1
    with pytest.raises(CantBegin, match="It does not play 3stein with 3 seats") as error:
        played(replace(terms(), game=games.get("3stein")), 2)
    assert error.value.program == 0


def test_a_file_belongs_to_one_match(tmp_path: Path) -> None:
    """Results of other terms are not mixed, files of others not touched, and nobody writes into a
    file at the same time.
    """
    path = tmp_path / "match.jsonl"
    first = Match(terms(), path)
    with pytest.raises(OtherMatch, match="Another match is writing"):
        Match(terms(), path)
    [*first.play(1)]
    kept = path.read_bytes()
    for other in (
        replace(terms(), seed=2),
        replace(terms(), sprt=Sprt(0, 10)),
        replace(terms(), hows=(Go(), Go(nodes=5))),
        terms(THINKS, LIES),
    ):
        with pytest.raises(OtherMatch, match="This file has another match, with other "):
            Match(other, path)
    assert path.read_bytes() == kept
    for text in ("my diary", "my\ndiary\n", "{}\n", '{"match": {}}\n[]\n', "1\n"):
        path.write_text(text)
        with pytest.raises(OtherMatch):
            Match(terms(), path)
        assert path.read_text() == text
    path.write_text('{"match": {"ga')
    assert played(terms(), 1, path).games == 2
    assert len(lines(path)) == 2


# The command line


def run(*arguments: str) -> Result:
    """One run of `dreierlei engine`."""
    return CliRunner().invoke(main, ["engine", *arguments])


def written(command: Sequence[str]) -> str:
    """A command as for a shell."""
    return " ".join(command)


def test_match_prints_each_game_and_how_it_stands(tmp_path: Path) -> None:
    """A line a game, then the share, its interval, Elo, faults, and the test."""
    arguments = ["match", "attangle", "--first", written(THINKS), "--second", written(DIES)]
    arguments += ["--games", "4", "--sprt", "0", "50", "--file", str(tmp_path / "match.jsonl")]
    done = run(*arguments, "--seconds", str(PATIENCE))
    *each, counted, share, points, faults, verdict, ratio = done.output.splitlines()
    assert len(each) == 4
    assert each[0].startswith("1. first second: 1, ")
    assert each[1].startswith("2. second first: 1, 4 turns, second died: It has ended, or closed")
    assert counted == "games: 4, in whole groups: 2"
    assert share.startswith("share of first: 100.0%, 95 % interval ")
    assert points.startswith("Elo: +inf, 95 % interval ")
    assert faults == "lost by second for what it did: 4"
    assert verdict == "SPRT of Elo 0 against 50: open"
    assert ratio.startswith("LLR: 0.2")
    assert done.exit_code == 0
    again = run(*arguments, "--seconds", str(PATIENCE))
    assert again.output.splitlines() == done.output.splitlines()[4:]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--go", "depth 3"], "“depth” is not expected"),
        (["--sprt", "5", "5"], "ELO0 must be less than ELO1"),
        (["--sprt", "nan", "nan"], "ELO0 must be less than ELO1"),
        (["--sprt", "0", "9999999"], "not in the range"),
        (["--first", "'"], "No closing quotation"),
        (["--first", ""], "There is no program."),
        (["--seats", "3"], "Attangle can be played with 2 seats."),
        (["--option", "x=1"], "has no option"),
        (["--turns", "500"], "500 random turns nearly always end Attangle"),
        (["--file", "/nowhere/match"], "No such file"),
        (["--first", "/nowhere"], "first can't begin: It can't be started"),
    ],
)
def test_match_refuses(arguments: list[str], said: str) -> None:
    """What makes no match is told, and nothing is played; the status is 2."""
    both = ["--first", written(THINKS), "--second", written(THINKS), "--seconds", str(PATIENCE)]
    done = run("match", "attangle", *both, *arguments)
    assert said in done.output
    assert done.exit_code == 2


def test_check_says_what_is_wrong() -> None:
    """A line for each question; the status says whether all were answered."""
    done = run("check", "--seconds", str(PATIENCE), written(LIES))
    assert done.exit_code == 1
    assert "yes  starts, and says what it plays" in done.output.splitlines()
    assert "no   plays attangle with 2 seats: It plays “c3 z99”: " in done.output
    fine = run("check", "--seconds", str(PATIENCE), written(THINKS))
    assert fine.exit_code == 0
    assert all(line.startswith("yes  ") for line in fine.output.splitlines())


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_the_programs_too(how: signal.Signals, tmp_path: Path) -> None:
    """Who ends a match by a signal leaves no program behind, though it hangs.

    A shell's background jobs ignore some signals, and so would all that these tests start.
    """
    told = tmp_path / "pid"
    command = ["match", "attangle", "--first", written(broken("hangs", str(told)))]
    command += ["--second", written(THINKS), "--seconds", "80000"]
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "engine", *command],
        stderr=subprocess.PIPE,
        cwd=ROOT,
        preexec_fn=partial(signal.signal, how, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    ) as runner:
        try:
            while not (told.exists() and told.read_text()):
                assert runner.poll() is None
                sleep(0.01)
            runner.send_signal(how)
            runner.wait(PATIENCE)
        finally:
            runner.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)
