"""Reports in FIDE's format: the library's strict parser accepts them, and they say the same as the
competition.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf, TrfParser

from competitions.formats import reports
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over, all_pairings
from competitions.model.competition import Competition, fold
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Decided, Joined, Opened, Paired, Started, Withdrawn
from competitions.model.pairings import Outcome
from competitions.model.results import scores
from competitions.model.settings import Format, Settings
from tests.competitions.events import random_event
from tests.competitions.play import (
    FIRST,
    NO_SHOW,
    NOBODY,
    SECOND,
    SHARED,
    at_random,
    decide,
    game_by_game,
    ids,
    paired,
    started,
    to_the_end,
)

NAMES = {EntrantId(number): f"Player {number}" for number in range(1, 40)}


def parsed(text: str, folder: Path) -> ParsedTrf:
    """A report as the strict parser reads it, which also adds up the points."""
    path = folder / "report.trf"
    path.write_text(text, encoding="utf-8")
    return TrfParser.parse(path, strict=True)


def export(competition: Competition) -> str:
    """The report of a competition."""
    return reports.export(competition, NAMES, "Cup")


def points(competition: Competition) -> list[int]:
    """Tenths of a point, by starting number."""
    found = scores(competition.seeding, all_pairings(competition), competition.outcomes)
    return [5 * found[id_] for id_ in competition.seeding]


@pytest.mark.parametrize("seed", range(6))
def test_a_swiss_event_has_the_same_points_in_its_report(seed: int, tmp_path: Path) -> None:
    """With byes, forfeits, withdrawals and excuses."""
    for now, _, _, _ in random_event(seed, 16):
        told = parsed(export(now), tmp_path)
        assert [one.points_times_ten for one in told.player_sections] == points(now)


@pytest.mark.parametrize("seed", range(6))
def test_the_next_round_is_paired_the_same_from_the_report(seed: int, tmp_path: Path) -> None:
    """The text contains everything that pairing programs need, except who is absent."""
    now = started(Settings("swiss", rounds=5), 9)
    rng = Random(seed)
    for _ in range(5):
        step = next_round(now)
        assert isinstance(step, Paired)
        told = parsed(export(now), tmp_path)
        assert told.x_section.number_of_rounds == 5
        pairs = [(pair.white, pair.black) for pair in DutchEngine.generate_pairings(told)]
        assert pairs == [(*table, 0)[:2] for table in step.tables]
        now = decide(now.apply(step), at_random(rng))


@pytest.mark.parametrize("format_", ["round-robin", "knockout", "groups"])
def test_other_formats_have_reports_too(format_: str, tmp_path: Path) -> None:
    """Entrants who are free in a round were absent; places are those of the ranking."""
    chosen = Settings(format_, games=2)  # type: ignore[arg-type]
    now, _ = to_the_end(started(chosen, 7), at_random(Random(2)))
    told = parsed(export(now), tmp_path)
    assert [one.points_times_ten for one in told.player_sections] == points(now)
    best = max(told.player_sections, key=lambda one: one.points_times_ten)
    assert min(told.player_sections, key=lambda one: one.rank).points_times_ten == (
        best.points_times_ten
    )


def test_every_result_has_its_sign(tmp_path: Path) -> None:
    """Played, forfeited, shared by forfeits, lost by both, a bye, an excuse, an absence."""
    now = started(Settings("swiss", games=2, rounds=3), 11)
    now = now.apply(Paired(1, tuple(map(tuple, (ids(1, 2), ids(3, 4), ids(5, 6), ids(7, 8)))), 2))
    other = Outcome((2, 1), "forfeit")
    now = decide(
        now, [FIRST, SHARED, NO_SHOW, other, NO_SHOW, NO_SHOW, Outcome((2, 2), "adjudged"), NOBODY]
    )
    now = now.apply(Withdrawn(EntrantId(10)))
    now = now.apply(Paired(2, (ids(1, 3), ids(11), ids(10)), 2))
    now = decide(now, [SHARED, Outcome((1, 1), "time")])
    lines = [line for line in export(now).splitlines() if line.startswith("001")]
    assert [line[91:] for line in lines] == [
        "   2 w 1     3 w =",
        "   1 b 0  0000 - Z",
        "   4 w +     1 b =",
        "   3 b -  0000 - Z",
        "0000 - H  0000 - Z",
        "0000 - H  0000 - Z",
        "   8 w -  0000 - Z",
        "   7 b -  0000 - Z",
        "0000 - Z  0000 - Z",
        "0000 - Z  0000 - Z",
        "0000 - Z  0000 - U",
    ]
    parsed(export(now), tmp_path)


def test_pairings_that_are_played_have_no_result_yet(tmp_path: Path) -> None:
    """They are in remarks; the lines of their entrants have nothing for the round."""
    now = paired(started(Settings("swiss"), 4))
    half = now.apply(Decided(now.undecided[0], FIRST))
    assert [pairing.seats for pairing in half.rounds[0]] == [(1, 3), (4, 2)]
    text = export(half)
    lines = text.splitlines()
    results = [line[91:] for line in lines if line.startswith("001")]
    assert results == ["   3 w 1", "", "   1 b 0", ""]
    assert lines[-1] == "### Round 1, not decided yet: 4 - 2"
    found = parsed(text, tmp_path).player_sections
    assert [one.points_times_ten for one in found] == [10, 0, 0, 0]
    over = half.apply(Decided(half.undecided[0], SHARED))
    assert "#" not in export(over)
    found = parsed(export(over), tmp_path).player_sections
    assert [one.points_times_ten for one in found] == [10, 5, 0, 5]


def test_a_later_round_may_be_decided_first(tmp_path: Path) -> None:
    """If all are played together: until the earlier one is decided, its entrants were absent from
    it.
    """
    now = paired(paired(started(Settings("round-robin"), 4)))
    for game in [game for game in now.undecided if game[0] == 2]:
        now = now.apply(Decided(game, FIRST))
    lines = [line for line in export(now).splitlines() if line.startswith("001")]
    assert all(line[91:99] == "0000 - Z" for line in lines)
    found = parsed(export(now), tmp_path).player_sections
    assert [one.points_times_ten for one in found] == points(now)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("format_", ["swiss", "round-robin", "knockout", "groups"])
def test_a_report_can_be_read_at_any_time(format_: Format, seed: int, tmp_path: Path) -> None:
    """After each game of each round, with the current points and a remark for each pairing that is
    being played.
    """
    rng = Random(seed)
    begun = started(Settings(format_, games=rng.choice((1, 2))), rng.randint(4, 9))
    for now in game_by_game(begun, rng):
        text = export(now)
        told = parsed(text, tmp_path)
        assert [one.points_times_ten for one in told.player_sections] == points(now)
        assert text.count("###") == len({game[:2] for game in now.undecided})


def test_reports_are_for_two_at_a_table() -> None:
    """The format knows no others."""
    with pytest.raises(CompetitionError, match="only-pairs"):
        export(started(Settings("tables", seats=3), 3))


def test_there_is_no_report_before_the_start() -> None:
    """Nobody has a starting number yet."""
    now = fold([Opened(Settings("swiss")), Joined(Entrant(EntrantId(1)))])
    assert not reports.has_report(now)
    with pytest.raises(CompetitionError, match="not-running"):
        export(now)


@given(
    st.text(max_size=60) | st.text("é–\u2028\x85\n\t x", max_size=60),
    st.none() | st.floats(-1e6, 1e6),
)
def test_any_name_and_rating_can_be_told(
    tmp_path_factory: pytest.TempPathFactory, name: str, rating: float | None
) -> None:
    """What doesn't fit is left out; the columns stay where they are."""
    one, other = Entrant(EntrantId(1), 1, rating), Entrant(EntrantId(2))
    now = fold([Opened(Settings("swiss")), Joined(one), Joined(other), Started(ids(2, 1))])
    now = decide(paired(now), [SECOND])
    text = reports.export(now, {EntrantId(1): name}, name)
    told = parsed(text, tmp_path_factory.mktemp("trf"))
    section = told.player_sections[1]
    assert section.points_times_ten == 10
    assert section.rank == 1
    assert section.name is None or section.name in " ".join(name.split()) or not name.isprintable()
    fits = rating is not None and 0 <= round(rating) <= 9999
    assert section.fide_rating == (round(rating) if fits and rating is not None else None)
    assert isinstance(next_round(now), Over)
