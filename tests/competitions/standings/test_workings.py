"""How a table is computed: terms add up to its values, and these decide, in every format."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from competitions.formats.rounds import all_standings
from competitions.model.competition import Competition
from competitions.model.settings import Settings
from competitions.standings.table import Row, Standings, standings
from tests.competitions.play import (
    FIRST,
    SECOND,
    decide,
    game_by_game,
    ids,
    paired,
    rated,
    signed,
    started,
)

FORMATS = [
    Settings("round-robin"),
    Settings("round-robin", cycles=2, games=2),
    Settings("swiss"),
    Settings("swiss", games=2, rounds=5),
    Settings("groups", groups=2),
    Settings("tables", seats=3, mixed=True),
    Settings("tables", seats=4, games=2),
    Settings("tables", seats=4, partners=True),
]


def _check_values(table: Standings) -> None:
    """Each value is the sum or the mean of the terms of its working."""
    for row in table.rows:
        for name, value in zip(table.order, row.tie_breaks, strict=True):
            working = table.working(row.entrant, name)
            terms = [part.worth for part in working.parts]
            expected: Fraction | None = sum(terms, Fraction(0))
            if name == "rating":
                expected = sum(terms, Fraction(0)) / len(terms) if terms else None
            assert working.value == expected
            alone = name == "direct" and len(table.tied[row.entrant]) == 1
            assert value == (None if alone else expected)


def _check_order(table: Standings) -> None:
    """Neighbours with equal points are separated by the first tie-break in which they differ."""
    for one, other in pairwise(table.rows):
        if one.points != other.points:
            continue
        by = table.apart_by(one.entrant, other.entrant)
        assert (by is None) == (one.rank == other.rank)
        for name, mine, others in zip(table.order, one.tie_breaks, other.tie_breaks, strict=True):
            if name == "direct":
                _check_encounter(table, one, other, decides=by == name)
            elif by != name:
                assert mine == others
            else:
                assert mine is not None
                assert others is None or mine > others
            if by == name:
                break


def _check_encounter(table: Standings, one: Row, other: Row, *, decides: bool) -> None:
    """If all those have met among whom both were compared last, the sum decides."""
    among = table.compared_last(one.entrant, other.entrant)
    assert {one.entrant, other.entrant} <= among <= table.tied[one.entrant]
    found = {id_: table.working(id_, "direct", among) for id_ in among}
    if all(len(working.parts) == len(among) - 1 for working in found.values()):
        sums = [found[row.entrant].value or 0 for row in (one, other)]
        assert sums[0] > sums[1] if decides else sums[0] == sums[1]


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("settings", FORMATS, ids=str)
def test_the_terms_add_up_and_decide(settings: Settings, seed: int) -> None:
    """After each game of each round."""
    rng = Random(seed)
    begun = rated(started(settings, rng.randint(6, 9)), rng)
    for now in game_by_game(begun, rng):
        tables = all_standings(now)
        assert tables
        for table in tables:
            _check_values(table)
            _check_order(table)


def test_where_tie_breaks_decide_nothing() -> None:
    """In knockouts, and before there is a table."""
    assert all_standings(paired(started(Settings("knockout"), 4))) == ()
    assert all_standings(signed(Settings("swiss"), 4)) == ()


def test_groups_have_a_table_each() -> None:
    """With the entrants of the group only."""
    tables = all_standings(started(Settings("groups", groups=2), 7))
    assert [{row.entrant for row in table.rows} for table in tables] == [
        {*ids(1, 4, 5)},
        {*ids(2, 3, 6, 7)},
    ]


def test_those_who_have_the_same_points_stand_together() -> None:
    """Each such group, best first. Entrants who have their points alone are left out."""
    now: Competition = paired(started(Settings("swiss", rounds=3), 5))
    now = decide(now, [FIRST, SECOND])
    table = standings(now)
    found = [[row.entrant for row in tie] for tie in table.ties]
    points = [{row.points for row in tie} for tie in table.ties]
    assert points == [{1}, {0}]
    assert [len(tie) for tie in found] == [3, 2]
    now = decide(paired(started(Settings("round-robin"), 3)), [FIRST])
    assert [[row.points for row in tie] for tie in standings(now).ties] == [[0, 0]]
