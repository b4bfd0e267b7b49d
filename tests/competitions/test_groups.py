"""Groups and a final."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from competitions.formats import groups, knockout
from competitions.formats.rounds import next_round, order, planned
from competitions.formats.steps import Over
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.errors import CompetitionError
from competitions.model.events import Corrected, Paired, Withdrawn
from competitions.model.settings import Settings
from tests.competitions.play import (
    FIRST,
    SECOND,
    at_random,
    decide,
    ids,
    paired,
    started,
    tables,
    to_the_end,
)
from tests.competitions.test_knockout import high_wins


def test_the_seeds_go_to_the_groups_like_a_snake() -> None:
    """Back and forth."""
    nine = started(Settings("groups", groups=3), 9)
    assert groups.drawn(nine) == (ids(1, 6, 7), ids(2, 5, 8), ids(3, 4, 9))
    ten = started(Settings("groups"), 10)
    assert groups.drawn(ten) == (ids(1, 6, 7), ids(2, 5, 8), ids(3, 4, 9, 10))


@pytest.mark.parametrize("count", range(2, 40))
def test_groups_have_about_four_entrants(count: int) -> None:
    """Three to five, if there are that many; sizes differ by one at most."""
    sizes = [len(group) for group in groups.drawn(started(Settings("groups"), count))]
    assert sum(sizes) == count
    assert max(sizes) - min(sizes) <= 1
    assert min(count, 3) <= min(sizes) <= max(sizes) <= 5


def test_more_groups_than_pairs_are_not_drawn() -> None:
    """Each group has at least two entrants."""
    assert len(groups.drawn(started(Settings("groups", groups=9), 5))) == 2


def test_all_groups_play_side_by_side() -> None:
    """A round consists of one of each group; a smaller group ends earlier."""
    now = started(Settings("groups", groups=2), 5)
    assert groups.schedule(now) == (
        tables((4, 5), (2, 3)),
        tables((1, 4)),
        tables((5, 1)),
    )


def test_winners_meet_seconds_of_other_groups() -> None:
    """The first seeds are the winners; nobody meets their own group in the first round."""
    now = started(Settings("groups", groups=2), 8)
    for _ in range(3):
        now = high_wins(paired(now))
    assert groups.group_orders(now) == (ids(1, 4, 5, 8), ids(2, 3, 6, 7))
    step = next_round(now)
    assert isinstance(step, Paired)
    assert [set(table) for table in step.tables] == [{1, 3}, {2, 4}]


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("advance", [1, 2, 3, 4])
def test_the_first_round_of_the_final_avoids_reunions(count: int, advance: int) -> None:
    """Whenever one of each group meets one of another, for up to eight groups with two each."""
    orders = tuple(ids(*range(10 * group, 10 * group + 4)) for group in range(1, count + 1))
    seeds = groups.finalists(orders, advance)
    assert sorted(seeds) == sorted(chain.from_iterable(order[:advance] for order in orders))
    assert seeds[:count] == tuple(order[0] for order in orders)
    order = knockout.bracket(len(seeds))
    met = [
        (seeds[one - 1] // 10, seeds[other - 1] // 10)
        for one, other in zip(order[::2], order[1::2], strict=True)
        if max(one, other) <= len(seeds)
    ]
    if advance <= 2:
        assert all(one != other for one, other in met)


def test_the_final_order_has_the_others_behind_the_final() -> None:
    """By their places in the groups."""
    now, over = to_the_end(started(Settings("groups", groups=2), 8), at_random(Random(5)))
    assert len(now.rounds) == 5
    assert [len(place) for place in over.places] == [1, 1, 1, 1, 2, 2]
    orders = groups.group_orders(now)
    assert over.places[4] == (orders[0][2], orders[1][2])


def test_one_group_may_send_one_winner() -> None:
    """There is no final then."""
    now, over = to_the_end(
        started(Settings("groups", groups=1, advance=1), 3), at_random(Random(5))
    )
    assert len(now.rounds) == 3
    assert [len(place) for place in over.places] == [1, 1, 1]


def test_the_final_needs_all_groups() -> None:
    """A correction that changes who would be in it leaves the final as it was drawn."""
    now = started(Settings("groups", groups=2, advance=1), 4)
    with pytest.raises(CompetitionError, match="unfinished"):
        next_round(paired(now))
    now = paired(high_wins(paired(now)))
    assert now.rounds[1][0].seats == ids(1, 2)
    now = decide(now, [SECOND]).apply(Corrected((1, 1, 0), SECOND, "Read wrongly."))
    step = next_round(now)
    assert not isinstance(step, Paired)
    assert step.places == tables((2,), (1,), (4,), (3,))
    now = now.apply(Corrected((2, 1, 0), FIRST, "Read wrongly, too."))
    step = next_round(now)
    assert not isinstance(step, Paired)
    assert step.places == tables((1,), (2,), (4,), (3,))


def test_who_has_withdrawn_is_not_in_the_knockout() -> None:
    """The next in the group is. Anybody who withdraws later stays in the bracket and forfeits."""
    now = started(Settings("groups", groups=2, advance=1), 8)
    assert planned(now) == 4
    for _ in range(3):
        now = high_wins(paired(now))
    assert order(now) == tables((1, 2), (4, 3), (5, 6), (8, 7))
    now = paired(now.apply(Withdrawn(EntrantId(1))))
    assert {*now.rounds[3][0].seats} == {4, 2}
    now = now.apply(Withdrawn(EntrantId(4)))
    assert {*next_final(now)} == {4, 2}
    now = decide(now, [FIRST])
    step = next_round(now)
    assert isinstance(step, Over)
    assert sorted(chain.from_iterable(step.places)) == list(range(1, 9))
    assert order(now) == step.places


def next_final(now: Competition) -> tuple[EntrantId, ...]:
    """Who is in the final, according to its pairing."""
    return groups._seeds(now, 3)


def test_if_all_have_withdrawn_there_is_no_knockout() -> None:
    """The order is that of the groups."""
    now = started(Settings("groups", groups=2, advance=1), 4)
    now = high_wins(paired(now))
    for id_ in now.seeding:
        now = now.apply(Withdrawn(id_))
    assert next_round(now) == Over(order(now), complete=False)


def test_one_who_remains_has_won() -> None:
    """Without a final."""
    now = started(Settings("groups", groups=2, advance=1), 4)
    now = high_wins(paired(now))
    for id_ in (1, 3, 4):
        now = now.apply(Withdrawn(EntrantId(id_)))
    step = next_round(now)
    assert isinstance(step, Over)
    assert step.places[0] == (2,)
