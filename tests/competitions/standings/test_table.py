"""The table of an event: ranks, rows, the crosstable, and the order for formats."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, groupby, pairwise
from pathlib import Path
from random import Random

import pytest
from py4swiss.trf import TrfParser

from competitions.formats import reports
from competitions.formats.groups import drawn
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Decided, Ended, Paired
from competitions.model.results import scores
from competitions.model.settings import Format, Settings
from competitions.standings.table import Cell, Row, Standings, standings
from competitions.standings.tie_breaks import Name
from tests.competitions.events import random_event
from tests.competitions.play import FIRST, at_random, decide, ids, started, tables, to_the_end
from tests.competitions.standings import naive, published
from tests.competitions.standings.random_tables import random_tables


def test_the_published_table_in_order() -> None:
    """By points, then by Buchholz without the lowest, and so on."""
    table = standings(published.event(), ("buchholz-cut-1", "sonneborn-berger"))
    assert [row.entrant for row in table.rows[:9]] == list(ids(2, 3, 4, 1, 16, 6, 11, 8, 5))
    assert [row.rank for row in table.rows] == list(range(1, 17))
    assert table.rows[2] == Row(
        rank=3,
        entrant=EntrantId(4),
        points=Fraction(7, 2),
        tie_breaks=(Fraction(23, 2), Fraction(39, 4)),
        played=4,
        wins=2,
    )


def test_shared_ranks_stay_shared() -> None:
    """After all tie-breaks. The next rank leaves a gap, and those who share one are in the order of
    seeding.
    """
    now = decide(
        started(Settings("swiss"), 6).apply(Paired(1, tables((6, 1), (2, 5), (4, 3)))), [FIRST] * 3
    )
    table = standings(now)
    assert [(row.rank, row.entrant) for row in table.rows] == [
        (1, 2),
        (1, 4),
        (1, 6),
        (4, 1),
        (4, 3),
        (4, 5),
    ]
    assert table.places == (ids(2, 4, 6), ids(1, 3, 5))
    assert [row.played for row in table.rows] == [1] * 6
    assert [row.wins for row in table.rows] == [1, 1, 1, 0, 0, 0]


def test_before_the_first_round_all_share_the_first_rank() -> None:
    """There is a table from the start."""
    assert standings(started(Settings("swiss"), 3)).places == (ids(1, 2, 3),)


def check_table(now: Competition, order: tuple[Name, ...] | None = None) -> None:
    """The rows are in the order of their points and values, and equal rows share their rank."""
    table = standings(now, order)
    assert sorted(chain.from_iterable(table.places)) == sorted(now.seeding)
    by_value = [name for name in table.order if name != "direct"]

    def key(row: Row) -> tuple[Fraction, ...]:
        found = dict(zip(table.order, row.tie_breaks, strict=True))
        values = [-10 if found[name] is None else found[name] or 0 for name in by_value]
        return (row.points, *map(Fraction, values))

    for number, (one, other) in enumerate(pairwise(table.rows), 2):
        assert one.points >= other.points
        if "direct" not in table.order:
            assert key(one) >= key(other)
            assert (one.rank == other.rank) == (key(one) == key(other))
        assert other.rank in (one.rank, number)
    for row in table.rows:
        for name, found in zip(table.order, row.tie_breaks, strict=True):
            alone = name == "direct" and len(table.tied[row.entrant]) == 1
            assert found == (None if alone else table.working(row.entrant, name).value)
    check_decisive(table)


def check_decisive(table: Standings) -> None:
    """Groups with equal points have exactly the tie-breaks that separate neighbours among them."""
    expected = dict[EntrantId, tuple[Name, ...]]()
    for tie in table.ties:
        apart = {table.apart_by(one.entrant, other.entrant) for one, other in pairwise(tie)}
        if names := tuple(name for name in table.order if name in apart):
            expected |= {row.entrant: names for row in tie}
    assert table.decisive == expected


@pytest.mark.parametrize("seed", range(4))
def test_tables_are_in_order(seed: int) -> None:
    """By values alone, and with the direct encounter first or in between."""
    for now, _, _, _ in random_event(seed, 12):
        check_table(now)
        check_table(now, ("buchholz", "wins"))
        check_table(now, ("direct", "games"))
        check_table(now, ())
    check_table(random_tables(seed, 4, 9, 3))
    check_table(random_tables(seed, 3, 9, 3), ("rating", "sonneborn-berger"))


@pytest.mark.parametrize("seed", range(6))
def test_points_alone_order_without_tie_breaks(seed: int) -> None:
    """Those with equal points share a place; points are those of the results, in halves."""
    for now, _, _, _ in random_event(seed, 12):
        pairings = tuple(chain.from_iterable(now.rounds))
        table = standings(now, ())
        halves = scores(now.seeding, pairings, now.outcomes)
        ordered = groupby(sorted(now.seeding, key=lambda id_: -halves[id_]), halves.__getitem__)
        assert table.places == tuple(tuple(shared) for _, shared in ordered)
        assert {row.entrant: 2 * row.points for row in table.rows} == halves


def test_a_group_has_a_table_of_its_own() -> None:
    """By the pairings among its entrants, even when the competition is over."""
    now, over = to_the_end(started(Settings("groups", groups=2), 8), at_random(Random(4)))
    now = now.apply(Ended(over.places))
    group = drawn(now)[0]
    pairings = [
        pairing
        for pairing in chain.from_iterable(now.rounds[:3])
        if set(pairing.seats) <= set(group)
    ]
    table = standings(now, None, group, pairings)
    assert sorted(row.entrant for row in table.rows) == sorted(group)
    assert [row.points for row in table.rows] == sorted(
        (row.points for row in table.rows), reverse=True
    )
    assert all(row.played <= 3 for row in table.rows)


def test_what_is_over_stands_as_it_ended() -> None:
    """In a knockout, points don't decide."""
    now, over = to_the_end(started(Settings("knockout"), 6), at_random(Random(2)))
    now = now.apply(Ended(over.places))
    table = standings(now)
    assert table.places == over.places
    assert table.rows[0].rank == 1


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("format_", ["round-robin", "swiss", "groups"])
def test_formats_take_the_ranking(format_: str, seed: int) -> None:
    """The final order is that of the table, and it decides who advances from groups."""
    now = started(Settings(format_), 8)  # type: ignore[arg-type]
    step = next_round(now)
    while not isinstance(step, Over):
        now = decide(now.apply(step), at_random(Random(seed)))
        step = next_round(now)
    assert now.apply(Ended(step.places)).status == "over"
    if format_ != "groups":
        assert step.places == standings(now).places


def test_the_crosstable_has_each_meeting_for_both() -> None:
    """Beaten, level or not; empty while undecided."""
    now = started(Settings("round-robin", cycles=2), 4)
    now = decide(now.apply(Paired(1, tables((1, 2), (3, 4)))), [FIRST] * 2)
    now = now.apply(Paired(2, tables((2, 1), (4, 3)))).apply(Decided((2, 1, 0), FIRST))
    cross = standings(now).crosstable()
    one, two, three, four = ids(1, 2, 3, 4)
    assert list(cross) == [row.entrant for row in standings(now).rows]
    assert cross[one] == {two: (Cell(1, "played", Fraction(1)), Cell(2, "played", Fraction(0)))}
    assert cross[two] == {one: (Cell(1, "played", Fraction(0)), Cell(2, "played", Fraction(1)))}
    assert cross[four][three] == (Cell(1, "played", Fraction(0)), Cell(2, "open", None))


@pytest.mark.parametrize("seed", range(6))
def test_the_crosstable_is_that_of_a_second_reading(seed: int) -> None:
    """The results of each against each, at tables of all sizes."""
    now = random_tables(seed, 4, 9, 4)
    cross = standings(now).crosstable()
    for one, cells in cross.items():
        for other, met in cells.items():
            for cell in met:
                pairing = naive.of(now, one, cell.round)
                assert pairing is not None
                assert cell.share == naive.share(now, pairing, one, other)
    pairs = sum(len(met) for cells in cross.values() for met in cells.values())
    assert pairs == sum(
        len(pairing.seats) * (len(pairing.seats) - 1) for pairing in chain.from_iterable(now.rounds)
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("format_", ["swiss", "round-robin", "knockout"])
def test_reports_in_fides_format_have_the_same_standings(
    format_: Format, seed: int, tmp_path: Path
) -> None:
    """The strict parser accepts them and adds up the same points. The ranks are those of the table,
    which in a knockout don't follow from points.
    """
    if format_ == "swiss":
        now = [now for now, _, _, _ in random_event(seed, 14)][-1]
    else:
        now, over = to_the_end(started(Settings(format_), 7), at_random(Random(seed)))
        now = now.apply(Ended(over.places))
    path = tmp_path / "report.trf"
    path.write_text(reports.export(now, {}, "Cup"), encoding="utf-8")
    told = sorted(TrfParser.parse(path, strict=True).player_sections, key=lambda one: one.rank)
    rows = standings(now).rows
    assert [now.seeding[one.starting_number - 1] for one in told] == [row.entrant for row in rows]
    assert [one.points_times_ten for one in told] == [10 * row.points for row in rows]
