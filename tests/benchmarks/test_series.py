"""Series of one player among equal others: games that follow from their number, and their page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import before, report, variety
from benchmarks.kinds import kinds
from benchmarks.ledger import Appended
from benchmarks.series import Ended, Series
from tests.benchmarks.test_ladder import DIE_DREI

pytestmark = pytest.mark.untraced

SHORT = replace(variety.SERIES, games=4, wanted={"die-drei-2": 0.45})


def _stored(series: Series, folder: Path, shares: list[float]) -> None:
    """Games of Die Drei with these shares."""
    file = Appended(folder / series.name)
    line = {"kind": "die-drei-2", "players": series._players("die-drei-2")}
    file.add(*(line | {"number": number, "share": share} for number, share in enumerate(shares)))
    file.close()


def test_a_series_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """What is stored isn't played again; and a game that is played again is the same."""
    _stored(SHORT, tmp_path, [1.0])
    assert SHORT.run([DIE_DREI], 10, 2, tmp_path) == 3
    assert SHORT.run([DIE_DREI], 10, 1, tmp_path) == 0
    assert [*SHORT.stored(tmp_path)["die-drei-2"]] == [0, 1, 2, 3]
    last = json.loads((tmp_path / SHORT.name).read_text().splitlines()[-1])
    assert SHORT.line("die-drei-2", 3) == last


def test_games_against_others_do_not_count(tmp_path: Path) -> None:
    """Nor do games of a player who has changed."""
    _stored(replace(SHORT, against="somebody else"), tmp_path, [1.0, 1.0])
    assert not SHORT.stored(tmp_path)["die-drei-2"]


def test_whole_rounds_count(tmp_path: Path) -> None:
    """The player has had each side equally often."""
    _stored(SHORT, tmp_path, [1.0, 0.0, 1.0])
    score = SHORT.score(tmp_path, "die-drei-2")
    assert (score.games, score.planned, score.share) == (2, 4, 0.5)
    assert score.low < 0.5 < score.high
    assert replace(SHORT, games=401).planned(kinds()["3stein-3"]) == 402


@pytest.mark.parametrize(
    ("won", "low", "verdict"),
    [(4, False, "yes"), (2, False, "yes"), (2, True, "no"), (1, False, "no"), (3, True, "no")],
)
def test_the_score_or_its_lower_end_is_judged(
    tmp_path: Path, won: int, low: bool, verdict: str
) -> None:
    """As the series asks."""
    _stored(SHORT, tmp_path, [float(number < won) for number in range(4)])
    assert f"| {verdict} |" in report._series(SHORT, tmp_path, low=low)


def test_nothing_is_said_before_the_series_is_over(tmp_path: Path) -> None:
    """However well it goes; and nothing is said of no games."""
    assert "| Die Drei, 2 seats | 0 | 4 | – | – |" in report._series(SHORT, tmp_path)
    _stored(SHORT, tmp_path, [1.0, 1.0])
    assert "| 2 | 4 | 100.0% |" in report._series(SHORT, tmp_path)
    assert "not finished" in report._series(SHORT, tmp_path)


def test_the_player_of_an_older_commit_plays(tmp_path: Path) -> None:
    """It is laid into a folder once, and both players finish a game from each side."""
    folder = before.fetch("HEAD", tmp_path / "older")
    assert before.fetch("no such commit", folder) == folder
    here = Path(before.__file__).parents[1]
    games = [before.between((here, folder), "die-drei-2", number, 1) for number in (0, 1)]
    assert all(0 <= game.share <= 1 for game in games)
    assert games[0].turns[: before.TURNS] == games[1].turns[: before.TURNS]
    assert before.between((here, folder), "die-drei-2", 1, 1) == games[1]


def test_a_program_that_fails_is_no_game(tmp_path: Path) -> None:
    """It stops the series instead."""
    with pytest.raises(RuntimeError):
        before.between((tmp_path / "nowhere", tmp_path), "die-drei-2", 0, 1)


def test_checksums_are_of_all_turns() -> None:
    """And of nothing else."""
    assert Ended(1.0, ["a", "b"]).digest == Ended(0.0, ["a", "b"]).digest
    assert Ended(1.0, ["a", "b"]).digest != Ended(1.0, ["a", "c"]).digest
