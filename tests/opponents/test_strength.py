"""The ladder's bookkeeping: when a question is answered, and how plain search plays."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import games
from benchmarks import playouts
from benchmarks.ladder import (
    PLAIN,
    RANDOM,
    Question,
    keep,
    questions,
    remember,
    signature,
)
from benchmarks.strength import Run, ledger, played, report
from games import play
from games.play import Line
from opponents.levels import LEVELS, Level
from opponents.player import mind_of

pytestmark = pytest.mark.untraced


def _asked(bound: float = 0.65, *, points: float, games_: int) -> Question:
    return Question("attangle", 2, 3, "level 2", 2, bound, games=games_, points=points)


def test_every_step_of_every_ladder_is_asked() -> None:
    """Each game and number of seats has five steps, with random play below and plain search
    above.
    """
    asked = questions()
    ladders = {(one.game, one.seats) for one in asked}
    assert ladders == {
        (game.info.key, seats) for game in games.all_games() for seats in game.info.seats
    }
    assert len(asked) == 7 * len(ladders)
    assert {one.against for one in asked if one.level == 2} == {RANDOM, "level 1"}
    assert sum(one.against == PLAIN for one in asked) == len(ladders)


def test_levels_are_written_down() -> None:
    """docs/opponents.md has the parameters of all levels, the general ones and those of single
    games.
    """
    text = (Path(__file__).parents[2] / "docs" / "opponents.md").read_text()
    _, begun, rest = text.partition("| level | usual |")
    table = [row.split("|")[1:-1] for row in (begun + rest).partition("\n\n")[0].splitlines()]
    (_, _, *heads), _, *rows = ([cell.strip() for cell in row] for row in table)
    minds = {game.info.name.split(" –")[0]: mind_of(game.info.key) for game in games.all_games()}
    for (number, usual, *own), level in zip(rows, LEVELS.values(), strict=True):
        assert (number, usual) == (str(level.number), _numbers(level))
        shown = dict(zip(heads, own, strict=True))
        for name, mind in minds.items():
            named = mind.levels.get(level.number)
            assert shown.get(name, "") == (_numbers(named) if named else "")


def _numbers(level: Level) -> str:
    shares = level.effort, level.blind, level.blind_ahead
    return " · ".join(f"{100 * share:g} %" for share in shares)


def test_a_question_is_answered_when_it_is_sure() -> None:
    """Few games are no answer; many give yes or no; a middling result stays open."""
    assert _asked(points=7, games_=8).verdict == "open"
    assert _asked(points=14, games_=16).verdict == "yes"
    assert _asked(points=3, games_=16).verdict == "no"
    assert _asked(points=10, games_=16).verdict == "open"
    assert not _asked(points=10, games_=16).answered
    assert _asked(points=380, games_=600).answered


def test_intervals_hold_the_share() -> None:
    """Wilson's interval has the known values, and stays within 0 and 1."""
    low, high = _asked(points=8, games_=10).interval
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert _asked(points=0, games_=0).interval == (0.0, 1.0)
    low, high = _asked(points=0, games_=5).interval
    assert 0 <= low < high <= 1


def test_a_measured_game_can_be_played_again() -> None:
    """Games between levels depend only on their seed."""
    first, again = (
        played("die-drei", 2, 2, "level 1", seed=7, turn=1, tempo=1.0)[0] for _ in range(2)
    )
    assert first == again
    assert played("die-drei", 2, 6, PLAIN, seed=7, turn=0, tempo=0.01)[0] in {0.0, 0.5, 1.0}


def test_plain_search_plays_legal_turns_and_takes_a_win() -> None:
    """Plain search finds a win in one from the rules alone."""
    game = games.get("attangle")
    setup = play.setup(game, None, {}, Random(1))
    line = Line.begin(game, setup)
    for move in play.random_line(game, setup, Random(3))[:-1]:
        line = line.push(move)
    (move,) = playouts.turn(line, setup, Random(1), 0.3)
    assert move in game.legal_moves(line.position)
    assert line.push(move).position.result is not None


def test_results_add_up_for_the_same_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run continues from earlier results, unless the players have changed."""
    path = tmp_path / "found.json"
    plain = Question("attangle", 2, 6, PLAIN, 2, 0.6, games=3, points=2.5, seconds=70)
    keep([_asked(points=14, games_=16), plain], path, 0.1)
    step, against = _asked(points=0, games_=0), Question("attangle", 2, 6, PLAIN, 2, 0.6)
    remember([step, against], path, 0.1)
    assert (step.games, step.points) == (16, 14)
    assert (against.games, against.points, against.seconds) == (3, 2.5, 70)
    before = signature(against, 0.1)
    assert before != signature(against, 0.2)
    monkeypatch.setitem(LEVELS, 2, Level(2, 0.5, 0.0, 0.0))
    other = _asked(points=0, games_=0)
    remember([other], path, 0.1)
    assert other.games == 0
    assert signature(against, 0.1) == before


def test_a_run_goes_on_with_new_games(tmp_path: Path) -> None:
    """A run plays further games in child processes, and writes results and a page."""
    page = tmp_path / "PAGE.md"
    one = Question("attangle", 2, 2, RANDOM, 2, 0.95, games=15, points=15)
    Run([one], [], 1, 0.1, page).play(1, 1)
    assert one.games == 16
    assert one.verdict == "yes"
    again = Question("attangle", 2, 2, RANDOM, 2, 0.95)
    remember([again], ledger(page), 0.1)
    assert again.games == 16
    assert "The last run played 1 of the games." in page.read_text()


def test_a_report_tells_all() -> None:
    """The page has a table for each ladder, with its numbers."""
    page = report([_asked(points=14, games_=16)], 0)
    assert "## Attangle, 2 seats" in page
    assert "| 3 | level 2 | 16 | 88% |" in page
    assert "yes" in page
