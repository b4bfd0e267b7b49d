"""The page of the ladder: what it says before all games are played, and after."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.kinds import kinds
from benchmarks.ladder import GOALS, PLAN, Goal, Pair, number_of_games
from benchmarks.ledger import STOPPED, Game, begun, counted
from benchmarks.measured import Measured, Verdict, fitted

pytestmark = pytest.mark.untraced

KIND = kinds()["attangle-2"]
CAREFUL = Pair("4", "one-turn")
LOWEST = Pair("1", "novice")


def _store(folder: Path, pair: Pair, won: int, drawn: int, games: int) -> Measured:
    """Games of a pair, the first of which the first one wins."""
    file = begun(KIND, folder)
    for number in range(games):
        ranks = STOPPED if won <= number < won + drawn else "12" if number < won else "21"
        if number % 2 and ranks != STOPPED:
            ranks = ranks[::-1]
        file.add(list(astuple(Game(str(pair), number, ranks, 30, "0" * 8, 0.5))))
    file.close()
    known = counted(KIND, folder)
    return Measured(KIND, known, fitted(KIND, known))


def _goal(pair: Pair) -> Goal:
    return next(goal for goal in GOALS if goal.pair == pair)


@pytest.mark.parametrize(
    ("won", "drawn", "verdict"),
    [(100, 0, "yes, surely"), (70, 12, "yes"), (70, 6, "no"), (30, 0, "no, surely")],
)
def test_points_are_judged(tmp_path: Path, won: int, drawn: int, verdict: Verdict) -> None:
    """Surely only if the whole interval agrees: 75 % are wanted."""
    found = _store(tmp_path, CAREFUL, won, drawn, 100)
    points = found.points(CAREFUL)
    assert points is not None
    assert points[0] == pytest.approx((won + drawn / 2) / 100)
    assert found.verdict(_goal(CAREFUL)) == verdict


def test_nothing_is_said_before_all_games_are_played(tmp_path: Path) -> None:
    """However well it goes."""
    number = number_of_games(KIND, CAREFUL)
    assert _store(tmp_path, CAREFUL, 99, 0, number - 1).verdict(_goal(CAREFUL)) == "not finished"
    assert _store(tmp_path, CAREFUL, 100, 0, number).verdict(_goal(CAREFUL)) == "yes, surely"


@pytest.mark.parametrize(
    ("won", "verdict"), [(100, "yes, surely"), (115, "yes"), (125, "no"), (170, "no, surely")]
)
def test_distances_are_judged(tmp_path: Path, won: int, verdict: Verdict) -> None:
    """Within 70 points of the novice is wanted: 40 to 60 % of 200 games."""
    found = _store(tmp_path, LOWEST, won, 0, 200)
    assert found.verdict(_goal(LOWEST)) == verdict
    assert found.expected(LOWEST) == pytest.approx(won / 200, abs=0.01)


def test_the_page_has_all(tmp_path: Path) -> None:
    """Games, points, interval and command of each pair; who is not connected has no number; and
    what is not known.
    """
    _store(tmp_path, LOWEST, 100, 0, 200)
    _store(tmp_path, CAREFUL, 60, 20, 90)
    docs = tmp_path / "docs.md"
    docs.write_text(f"before\n{report.BEGIN}old\n{report.END}\nafter\n")
    report.write(tmp_path, tmp_path / "PAGE.md", docs)
    page = (tmp_path / "PAGE.md").read_text()
    section = page.partition("## Attangle, 2 seats")[2].partition("\n## ")[0]
    assert "`python -m benchmarks.strength --kind attangle-2`" in section
    assert "| level 1 v novice | 200 | 200 | 0 | 50.0% | 43.1% – 56.9% | 50.0% | +0 ±" in section
    assert "| level 4 v one-turn | 90 | 100 | 20 | 77.8% |" in section
    assert "– | – | at least 75 % of the points | not finished |" in section
    assert "| level 1 | 200 | +0 ±" in section
    assert "| level 4 |" not in section
    unknown = page.partition("## What is not known")[2]
    assert "attangle-2: 2:1, 3:2," in unknown
    assert "4:one-turn (90 of 100)" in unknown
    assert page.count("\n## ") == 7 + len(kinds())
    text = docs.read_text()
    assert text.startswith(f"before\n{report.BEGIN}\n| game | seat |")
    assert text.endswith(f"{report.END}\nafter\n")
    assert "old" not in text
    assert "| Attangle, 2 seats | 1 | 290 | 50% |" in text
    assert text.count("\n| ") == 2 + sum(len(kind.sides) for kind in kinds().values())


def test_the_stored_games_fit_the_plan() -> None:
    """All pages are made of files that can be read; and the docs have a place for the seats."""
    for kind in kinds().values():
        known = counted(kind, report.PAGE.parent / "games")
        for pair in PLAN:
            assert len(known.of(pair)) <= number_of_games(kind, pair)
    text = report.DOCS.read_text()
    assert report.BEGIN in text.partition(report.END)[0]
