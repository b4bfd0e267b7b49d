"""Other programs: held against the protocol, and what they can do to us, which is nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep

import pytest

import games
from games import play
from opponents.programs import Played, checks, contest
from opponents.programs.conformance import Check
from opponents.programs.contest import Fault
from opponents.programs.engine import Engine
from opponents.programs.program import MOST, Failure, Program
from opponents.protocol.commands import Go
from tests import PATIENCE

ROOT = Path(__file__).parents[2]
OURS = (sys.executable, "-m", "opponents.protocol")
EXAMPLE = (sys.executable, "docs/examples/random_engine.py", *OURS)
HASTE = 0.05
"""Seconds after which nobody waits any longer for a program that never answers."""


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs find our packages in the working directory."""
    monkeypatch.chdir(ROOT)


def broken(kind: str, *rest: str) -> tuple[str, ...]:
    """The command of an engine with a defect."""
    return (sys.executable, "-m", "tests.opponents.broken", kind, *rest)


@pytest.fixture
def programs() -> Iterator[list[Program]]:
    """Programs that are ended with the test."""
    started: list[Program] = []
    yield started
    for program in started:
        program.kill()


def found(*command: str, seconds: float = PATIENCE) -> dict[str, str]:
    """What a program does wrong, by question."""
    every = [*checks(command, seconds)]
    assert all(isinstance(one, Check) for one in every)
    return {one.name: one.fault for one in every if one.fault}


# Conformance


def test_our_own_server_conforms() -> None:
    """All questions are put, for every game and number of seats, and answered."""
    every = [*checks(OURS, PATIENCE)]
    assert [one for one in every if one.fault] == []
    kinds = [
        f"{game.info.key} with {seats}" for game in games.all_games() for seats in game.info.seats
    ]
    asked = "\n".join(one.name for one in every)
    assert all(kind in asked for kind in kinds)
    assert len(every) == len(kinds) + 5


def test_the_example_conforms() -> None:
    """The engine of the documentation is whole, in sixty lines, without a word of our code."""
    assert found(*EXAMPLE) == {}
    text = (ROOT / EXAMPLE[1]).read_text()
    assert len(text.splitlines()) <= 60
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) <= sys.stdlib_module_names


def test_the_example_of_a_client_plays_a_game() -> None:
    """The other example drives our server through a whole game, and tells of a refusal."""
    script = (sys.executable, "docs/examples/self_play.py")
    for asked, said in (("attangle", "result: "), ("chess", "setup “chess” is not a game.")):
        done = subprocess.run(
            (*script, asked, *OURS),
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert (done.stdout + done.stderr).splitlines()[-1].startswith(said)


@pytest.mark.parametrize(
    ("kind", "question", "fault"),
    [
        ("lies", "plays", "It plays “c3 z99”: "),
        ("withdraws", "plays", "It plays “withdraw:2”: "),
        ("halves", "plays turnier", "The turn is not complete"),
        ("dies", "plays", "It has ended, or closed its output. It wrote: out of cheese"),
        ("floods", "plays", f"It has said more than {MOST} bytes without an answer."),
        ("drones", "plays", "It has said"),
        ("repeats", "plays", "It has said without being asked: bestmove "),
        ("gives_up", "plays", "It has no turn: none I don't know."),
        ("refuses", "plays", "It has refused: setup I don't like that."),
        ("fragile", "passes over", "It has ended"),
        ("mute", "starts", "It has ended, or closed its output."),
        ("other", "starts", "It does not speak version 1."),
    ],
)
def test_what_is_wrong_is_found(kind: str, question: str, fault: str) -> None:
    """A program with a defect fails where it shows, and what it did is said."""
    faults = found(*broken(kind))
    assert any(name.startswith(question) and fault in said for name, said in faults.items()), faults


def test_who_never_answers_is_not_waited_for() -> None:
    """A program that is deaf, or hangs while it thinks, or does not end, has failed in time."""
    for kind in ("deaf", "hangs", "stays"):
        faults = found(*broken(kind), seconds=HASTE)
        assert any("It has not answered within 0.05 seconds." in one for one in faults.values())


def test_who_does_not_end_is_told() -> None:
    """To go on after `quit` is a fault of its own."""
    engine = Engine(broken("stays"), PATIENCE)
    engine.start()
    assert not engine.running.ends("quit", HASTE)
    engine.drop()


def test_there_is_no_such_program() -> None:
    """What can't be started fails at the first question, and is asked nothing more."""
    for command in ("/nowhere/engine", "/", "a\0b"):
        ((name, fault),) = found(command).items()
        assert name.startswith("starts")
        assert "can't be started" in fault or "It has ended" in fault


# What programs can do to us


def test_a_program_that_does_not_read_blocks_nobody(programs: list[Program]) -> None:
    """More than its pipe can hold is written only as it reads."""
    programs.append(Program(broken("deaf"), HASTE))
    with pytest.raises(Failure, match="has not answered"):
        programs[0].ask("x" * 1_000_000, "y")


def test_long_lines_arrive_whole(programs: list[Program]) -> None:
    """To a program that reads, as much is written as was said."""
    code = "print(len(input()), flush=True); input()"
    programs.append(Program((sys.executable, "-c", code), PATIENCE))
    assert programs[0].ask("x" * 1_000_000, "1000000") == ["1000000"]


def test_a_program_that_talks_all_the_time_is_late(programs: list[Program]) -> None:
    """Each answer has one limit, however often something else is said."""
    code = "while True: print('info', flush=True)"
    programs.append(Program((sys.executable, "-u", "-c", code), HASTE))
    with pytest.raises(Failure) as failure:
        programs[0].ask("isready", "readyok")
    assert failure.value.kind in ("late", "flooded")


def test_children_die_with_their_parent(tmp_path: Path) -> None:
    """Whatever a program has started ends with it, though it holds the pipes."""
    engine = Engine(broken("parent"), PATIENCE)
    engine.start()
    child = int(engine.drop().removeprefix("It wrote: "))
    state = Path(f"/proc/{child}/stat")
    with suppress(FileNotFoundError):
        while state.read_text().rpartition(")")[2].split()[0] != "Z":
            sleep(0.01)
    assert engine.drop() == ""


def test_nonsense_about_itself_is_passed_over() -> None:
    """What a program says that it plays is read as far as it means something."""
    said = ("id", "id name", "game", "game tyr", "game tyr seats x 2 " + "9" * 5_000, "protocol 1")
    code = f"input(); print(*{said!r}, 'game a b 3', '', 'ugiok', sep='\\n', flush=True); input()"
    engine = Engine((sys.executable, "-c", code), PATIENCE)
    engine.start()
    assert engine.plays == {"tyr": [2]}
    engine.drop()


def test_what_programs_write_is_harmless() -> None:
    """Control characters in a program's last words reach no terminal."""
    engine = Engine((sys.executable, "-c", "import sys; sys.exit('\\x1b[2J\\u202etxt')"), PATIENCE)
    with pytest.raises(Failure) as failure:
        engine.start()
    assert engine.drop(failure.value).endswith(" [2J txt")


# Games


def _played(first: Engine, second: Engine, how: Go = Go(nodes=20)) -> Played:  # noqa: B008
    game = games.get("attangle")
    setup = play.setup(game)
    try:
        engines = (first, second)
        return contest.play(game, setup, ("c3", "d3"), (0, 1), programs=engines, hows=(how, how))
    finally:
        first.drop()
        second.drop()


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("lies", "illegal"),
        ("withdraws", "illegal"),
        ("dies", "died"),
        ("floods", "flooded"),
        ("drones", "flooded"),
        ("repeats", "unasked"),
        ("gives_up", "refused"),
        ("refuses", "refused"),
        ("other", "refused"),
        ("mute", "died"),
    ],
)
def test_who_does_wrong_loses(kind: str, fault: str) -> None:
    """The game is lost, with the reason and the turns so far, and the other program wins it."""
    bad, good = Engine(broken(kind), PATIENCE), Engine(broken("thinks"), PATIENCE)
    played = _played(bad, good)
    assert played.fault is not None
    assert (played.fault.program, played.fault.kind) == (0, fault)
    assert played.turns[:2] == ("c3", "d3")
    assert played.share((0, 1)) == 0
    again = _played(Engine(broken("thinks"), PATIENCE), bad)
    assert again.fault is not None
    assert (again.fault.program, again.fault.kind, again.share((0, 1))) == (1, fault, 1)


def test_who_hangs_loses() -> None:
    """A program that never answers is ended when its time is over."""
    bad, good = Engine(broken("hangs"), PATIENCE), Engine(broken("thinks"), PATIENCE)
    bad.start()
    bad.running.seconds = HASTE
    fault = _played(bad, good).fault
    assert fault is not None
    assert (fault.program, fault.kind) == (0, "late")


def test_a_game_between_two_programs() -> None:
    """Both play whole games by the rules, and the result is that of the rules."""
    played = _played(Engine(broken("talks"), PATIENCE), Engine(EXAMPLE, PATIENCE))
    assert played.fault is None
    game = games.get("attangle")
    line = play.replay(game, play.setup(game), " ".join(played.turns).split())
    assert line.position.result == played.result
    assert played.result is not None
    assert played.share((0, 1)) == (1.0 if played.result.ranks[0] == 1 else 0.0)


def test_faults_and_long_games_count() -> None:
    """Who fails gets nothing; a game that was stopped is shared by seats."""
    lost = Played((), None, Fault(0, "late", ""))
    assert lost.share((0, 1, 1)) == 0
    assert Played((), None, Fault(1, "late", "")).share((0, 1, 1)) == 1
    assert Played((), None, None).share((0, 1, 1)) == pytest.approx(1 / 3)


def test_openings_leave_something_to_play() -> None:
    """Random turns are drawn anew if they end the game, and given up if they nearly always do."""
    game = games.get("die-drei")
    terms = play.setup(game, None, {"board": "2b0.3a3.1b1.4a3"})
    for turns in (0, 3, 8):
        begun = contest.opening(game, terms, turns, Random(3))
        assert len(begun) == turns
        position = play.replay(game, terms, " ".join(begun).split()).position
        assert position.to_move is not None
    with pytest.raises(contest.NoOpening):
        contest.opening(game, terms, 64, Random(3))


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        (((1,), (2,)), {(0, 1), (1, 0)}),
        (((1, 3), (2, 4)), {(0, 1, 0, 1), (1, 0, 1, 0)}),
        (
            ((1,), (2,), (3,)),
            {(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)},
        ),
    ],
)
def test_every_seat_is_had_as_often(
    sides: tuple[tuple[int, ...], ...], expected: set[tuple[int, ...]]
) -> None:
    """Each program sits alone on each side once, so that equal ones share all."""
    seatings = contest.seatings(sides)
    assert {*seatings} == expected
    assert len(seatings) == len(expected)
    for seat in range(len(seatings[0])):
        assert sum(one[seat] for one in seatings) * 2 == len(seatings)


def test_scores_fall_into_steps() -> None:
    """Pairs have five scores, as in the field; more sides have finer ones."""
    assert contest.parts(((1,), (2,))) == 4
    assert contest.parts(((1,), (2,), (3,))) == 36
    assert contest.parts(((1,), (2,), (3,), (4,))) == 96
