"""Round robins in groups, followed by a knockout of the best of each group.

The seeds are dealt to the groups in a snake: with three groups, seeds 1, 6, 7 go to the first, 2,
5, 8 to the second, 3, 4, 9 to the third. By default the number of groups is the one that comes
nearest to four entrants each. The winners of the groups are the top seeds of the knockout, followed
by all the seconds, and so on. Nobody meets somebody from their own group in its first round if some
rotation of the seconds (thirds …) avoids it. The order in a group is that of its table; those who
share a place there are ordered by seed. Entrants who have withdrawn before the knockout is drawn
are not in it. Its seeds are those of its first round, even if results are corrected or entrants
withdraw later.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, zip_longest

from competitions.formats import knockout, round_robin
from competitions.formats.steps import Apart, Over, Step, need_decided
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Paired, Places, Tables
from competitions.standings.table import Standings, standings

Group = tuple[EntrantId, ...]


def drawn(competition: Competition) -> tuple[Group, ...]:
    """The groups, each in the order of seeding."""
    seeding, wanted = competition.seeding, competition.settings.groups
    count = wanted or (len(seeding) + 2) // 4
    count = max(1, min(count, len(seeding) // 2))
    groups: list[list[EntrantId]] = [[] for _ in range(count)]
    for place, id_ in enumerate(seeding):
        row, column = divmod(place, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(id_)
    return tuple(map(tuple, groups))


def schedule(competition: Competition) -> tuple[Tables, ...]:
    """The rounds of all groups, side by side."""
    cycles = competition.settings.cycles
    return round_robin.side_by_side(
        [round_robin.schedule(group, cycles) for group in drawn(competition)]
    )


def planned(competition: Competition) -> int:
    """How many rounds are planned, in the groups and the knockout together."""
    before, drawn_ = len(schedule(competition)), drawn(competition)
    if _begun(competition):
        inside = sum(len(pairing.seats) for pairing in competition.rounds[before])
    else:
        inside = len(drawn_) * _advancing(competition)
    return before + knockout.rounds_of(inside)


def _advancing(competition: Competition) -> int:
    """How many of each group advance."""
    return min(competition.settings.advance, *map(len, drawn(competition)))


def next_round(competition: Competition, apart: Apart = (), seed: int = 0) -> Step:
    """The next round of the groups, then of the knockout. At its end the order, in which those who
    did not reach the knockout come after it, by their places in the groups. Blocked pairs can't be
    kept apart.
    """
    rounds, number = schedule(competition), len(competition.rounds)
    if number < len(rounds):
        return Paired(number + 1, rounds[number], competition.settings.games)
    need_decided(competition)
    seeds = _seeds(competition, len(rounds))
    if not seeds:
        return Over(order(competition), complete=False)
    step = knockout.play_off(competition, seeds, len(rounds))
    if isinstance(step, Over):
        return Over(_with_others(step.places, group_orders(competition)))
    return step


def order(competition: Competition) -> Places:
    """Those in the knockout, followed by the others by their places in the groups."""
    before, orders = len(schedule(competition)), group_orders(competition)
    if not _begun(competition):
        return _with_others((), orders)
    inside = knockout.order_of(competition, _seeds(competition, before), before)
    return _with_others(inside, orders)


def _begun(competition: Competition) -> bool:
    """Whether the knockout is drawn."""
    return len(competition.rounds) > len(schedule(competition))


def _seeds(competition: Competition, before: int) -> tuple[EntrantId, ...]:
    """The seeds of the knockout: once it has begun, those of its first round; before that, the best
    of those who have not withdrawn.
    """
    orders, advance = group_orders(competition), _advancing(competition)
    if not _begun(competition):
        return finalists(_only(orders, competition.remaining), advance)
    first = competition.rounds[before]
    inside = [id_ for pairing in first for id_ in pairing.seats]
    return knockout.seeds_of(first, finalists(_only(orders, inside), len(inside)).index)


def _only(orders: tuple[Group, ...], some: Collection[EntrantId]) -> tuple[Group, ...]:
    return tuple(tuple(id_ for id_ in order if id_ in some) for order in orders)


def tables(competition: Competition) -> tuple[Standings, ...]:
    """The current table of each group."""
    played = [*chain.from_iterable(competition.rounds[: len(schedule(competition))])]
    return tuple(
        standings(competition, None, group, [one for one in played if one.seats[0] in group])
        for group in drawn(competition)
    )


def group_orders(competition: Competition) -> tuple[Group, ...]:
    """The current order in each group."""
    return tuple(tuple(row.entrant for row in table.rows) for table in tables(competition))


def finalists(orders: tuple[Group, ...], advance: int) -> tuple[EntrantId, ...]:
    """The seeds of the knockout: the best `advance` of each group, by their places."""
    seeds: Group = ()
    home = {id_: number for number, order in enumerate(orders) for id_ in order}
    for place in range(advance):
        tier = tuple(order[place] for order in orders if len(order) > place)
        if not seeds or not tier:
            seeds += tier
            continue
        turned = [seeds + tier[by:] + tier[:by] for by in range(len(tier))]
        seeds = min(turned, key=lambda seeds: _reunions(seeds, home))
    return seeds


def _reunions(seeds: tuple[EntrantId, ...], home: dict[EntrantId, int]) -> int:
    """How many first-round pairings are between two from the same group."""
    order = knockout.bracket(len(seeds))
    return sum(
        max(both) <= len(seeds) and home[seeds[both[0] - 1]] == home[seeds[both[1] - 1]]
        for both in zip(order[::2], order[1::2], strict=True)
    )


def _with_others(places: Places, orders: tuple[Group, ...]) -> Places:
    """The places of the knockout, followed by those who did not reach it."""
    inside = set(chain.from_iterable(places))
    tiers = (
        tuple(id_ for id_ in tier if id_ is not None and id_ not in inside)
        for tier in zip_longest(*orders)
    )
    return places + tuple(tier for tier in tiers if tier)
