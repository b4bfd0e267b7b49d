"""A knockout: the loser of a pairing is out.

The draw goes by seed: with eight, 1 meets 8, 4 meets 5, 2 meets 7, 3 meets 6, and winners of
neighbouring pairings meet. If the number is no power of two, the best seeds have a bye in the first
round. If a pairing is tied, **the higher seed goes on**, even if nobody has won. Entrants who
withdraw stay in the bracket and lose by forfeit. The first seat goes to whoever has had it less
often, then to whoever did not have it the last time that the two differed, then to the higher seed
in pairings with odd numbers and to the lower one in others (following FIDE's C.04.3.E.3 and E.5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from competitions.formats.steps import Apart, Over, Pair, Step, need_decided
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Paired, Places, Tables
from competitions.model.pairings import Pairing
from competitions.model.results import decided, firsts, halves


def bracket(count: int) -> tuple[int, ...]:
    """The seeds, counted from 1, in the order of the bracket. Filled up to a power of two."""
    order: tuple[int, ...] = (1,)
    while len(order) < count:
        size = 2 * len(order) + 1
        order = tuple(seed for known in order for seed in (known, size - known))
    return order


def planned(competition: Competition) -> int:
    """How many rounds are planned."""
    return rounds_of(len(competition.seeding))


def rounds_of(count: int) -> int:
    """How many rounds it takes until one of `count` entrants is left."""
    return (count - 1).bit_length()


def with_third(competition: Competition) -> bool:
    """Whether there is a match for place 3; before the start, whether there can be one. It is
    between two who have lost in the semi-finals, which takes four entrants.
    """
    settings = competition.settings
    most = len(competition.seeding) or settings.most
    return settings.third and (most is None or most >= 4)


def order(competition: Competition) -> Places:
    """Those who are still in it, then those who lost in the latest round, and so on."""
    return order_of(competition, competition.seeding, 0)


def next_round(competition: Competition, apart: Apart = (), seed: int = 0) -> Step:
    """The next round of the bracket, or the order after the final. Those who lost in the same round
    share a place, except where the match for place 3 separates them. Blocked pairs can't be kept
    apart.
    """
    return play_off(competition, competition.seeding, 0)


def play_off(competition: Competition, seeds: tuple[EntrantId, ...], before: int) -> Step:
    """The next step of a knockout among `seeds`, best first, which begins after `before` rounds of
    another format.
    """
    need_decided(competition)
    if len(seeds) == 1:
        return Over((seeds,))
    rounds = _bracket_rounds(competition, len(seeds), before)
    if not rounds:
        order = bracket(len(seeds))
        tables = [
            tuple(seeds[seed - 1] for seed in both if seed <= len(seeds))
            for both in zip(order[::2], order[1::2], strict=True)
        ]
        return _paired(competition, seeds, tables)
    last = rounds[-1]
    winners = [winner(competition, seeds, pairing) for pairing in last]
    if len(last) == 1:
        return Over(order_of(competition, seeds, before))
    tables = list(zip(winners[::2], winners[1::2], strict=True))
    losers = [id_ for pairing in last for id_ in pairing.seats if id_ not in winners]
    if len(last) == len(losers) == 2 and competition.settings.third:
        tables.append(tuple(losers))
    return _paired(competition, seeds, tables)


def winner(competition: Competition, seeds: tuple[EntrantId, ...], pairing: Pairing) -> EntrantId:
    """Who goes on from a decided pairing."""
    points = dict(zip(pairing.seats, halves(pairing, competition.outcomes), strict=True))
    return min(pairing.seats, key=lambda id_: (-points[id_], seeds.index(id_)))


def _bracket_rounds(competition: Competition, count: int, before: int) -> list[tuple[Pairing, ...]]:
    """The rounds of the bracket, without the match for place 3."""
    size = len(bracket(count))
    return [
        pairings[: size >> number] for number, pairings in enumerate(competition.rounds[before:], 1)
    ]


def _paired(
    competition: Competition, seeds: tuple[EntrantId, ...], tables: list[tuple[EntrantId, ...]]
) -> Paired:
    seated: Tables = tuple(
        _seats(competition, seeds, (table[0], table[1]), number) if len(table) == 2 else table
        for number, table in enumerate(tables, 1)
    )
    return Paired(len(competition.rounds) + 1, seated, competition.settings.games)


def _seats(competition: Competition, seeds: tuple[EntrantId, ...], pair: Pair, number: int) -> Pair:
    high, low = sorted(pair, key=seeds.index)
    highs, lows = firsts(competition, high), firsts(competition, low)
    balance = _balance(highs) - _balance(lows)
    if balance:
        return (high, low) if balance < 0 else (low, high)
    for had, other in zip(reversed(highs), reversed(lows), strict=False):
        if had != other:
            return (low, high) if had else (high, low)
    return (high, low) if number % 2 else (low, high)


def _balance(had: list[bool]) -> int:
    """How much more often somebody has had the first seat than the second."""
    return 2 * sum(had) - len(had)


def order_of(competition: Competition, seeds: tuple[EntrantId, ...], before: int) -> Places:
    """The current order of those who are in the knockout."""
    rounds = _bracket_rounds(competition, len(seeds), before)
    if not rounds:
        return (seeds,)
    final = competition.rounds[-1] if len(rounds[-1]) == 1 else ()
    places = [place for pairing in final for place in _apart(competition, seeds, pairing)]
    if not places:
        here = [_apart(competition, seeds, pairing)[0] for pairing in rounds[-1]]
        places.append(_sorted(seeds, [id_ for some in here for id_ in some]))
    placed = {id_ for place in places for id_ in place}
    for pairings in reversed(rounds):
        out = {id_ for pairing in pairings for id_ in pairing.seats} - placed
        if out:
            places.append(_sorted(seeds, [*out]))
        placed |= out
    return tuple(places)


def _apart(
    competition: Competition, seeds: tuple[EntrantId, ...], pairing: Pairing
) -> list[tuple[EntrantId, ...]]:
    """Who goes on from a pairing, then who doesn't; both together while it is undecided."""
    if not decided(pairing, competition.outcomes):
        return [_sorted(seeds, pairing.seats)]
    first = winner(competition, seeds, pairing)
    return [(first,), *((id_,) for id_ in pairing.seats if id_ != first)]


def _sorted(seeds: tuple[EntrantId, ...], some: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    return tuple(sorted(some, key=seeds.index))


def seeds_of(
    first: tuple[Pairing, ...], place: Callable[[EntrantId], int]
) -> tuple[EntrantId, ...]:
    """The seeds of a knockout that has this first round. `place` tells which of two entrants was
    the better seed: the lower value.
    """
    order, seeds = bracket(sum(len(pairing.seats) for pairing in first)), dict[int, EntrantId]()
    for pairing, both in zip(first, zip(order[::2], order[1::2], strict=True), strict=True):
        seeds |= dict(zip(sorted(both), sorted(pairing.seats, key=place), strict=False))
    return tuple(seeds[seed] for seed in sorted(seeds))
