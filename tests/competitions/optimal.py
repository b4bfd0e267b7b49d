"""Whether a round of the Dutch system is the best one, found by looking at all others. For few
players.

For each bracket from the top, it compares the pairs and downfloaters that were chosen with every
other choice that the absolute criteria allow, by the list of the quality criteria C.5 to C.19
(C.04.3). It doesn't compare the order of equally good choices (B.6, B.7, D.1 to D.3). If equally
good choices differ in whether the rest can be paired, that order decides how the round goes on
(A.9), and the brackets from there on are not compared. Nor are rounds with more than one bye, which
can't be paired otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, groupby
from typing import Any, TypeAlias

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Tables
from tests.competitions.dutch import Apart, Player, completable, may_meet, players

Pair: TypeAlias = tuple[Player, Player]
Choice: TypeAlias = tuple[list[Pair], list[Player]]
"""Pairs, with the higher ranked player first, and the players left over."""

Worth: TypeAlias = tuple[Any, ...]
POINT = 2
"""One point, in halves."""


def shortfalls(
    competition: Competition, tables: Tables, planned: int, apart: Apart = ()
) -> tuple[int, list[str]]:
    """How many brackets of a round were compared, and which of them could be better."""
    here = players(competition, planned)
    partner = dict(pair for table in tables if len(table) == 2 for pair in (table, table[::-1]))
    groups = [list(group) for _, group in groupby(here, key=lambda player: player.points)]
    moved: list[Player] = []
    compared = 0
    if not completable(here, apart):
        return 0, []
    while groups:
        residents, following = groups[0], groups[1:2]
        lower = list(chain.from_iterable(groups[1:]))
        choices = list(pairings(moved + residents, moved, apart))
        if not lower:
            choices = [choice for choice in choices if not choice[1] or _bye(choice[1])]
        else:
            roads = _roads(choices, residents, lower, following, apart)
            if roads == {True, False}:
                break
            if roads == {False}:  # The penultimate bracket; the last one has all the others.
                choices = [choice for choice in choices if completable(choice[1] + lower, apart)]
                groups, following = [residents, lower], []
        best = min(worth(choice, residents, following, apart) for choice in choices)
        chosen = _chosen(moved + residents, partner)
        compared += 1
        if worth(chosen, residents, following, apart) != best:
            return compared, [f"not the best from {[player.id for player in residents]}: {tables}"]
        moved, groups = chosen[1], groups[1:]
    return compared, []


def _roads(
    choices: list[Choice],
    residents: list[Player],
    lower: list[Player],
    following: list[list[Player]],
    apart: Apart,
) -> set[bool]:
    """For each of the best choices, whether the round can be completed after it (A.9)."""
    worths = [worth(choice, residents, following, apart) for choice in choices]
    best = min(worths)
    return {
        completable(choice[1] + lower, apart)
        for choice, found in zip(choices, worths, strict=True)
        if found == best
    }


def _chosen(bracket: list[Player], partner: Mapping[EntrantId, EntrantId]) -> Choice:
    """The choice that the round has made for a bracket."""
    known = {player.id: player for player in bracket}
    pairs = [
        (player, known[partner[player.id]])
        for player in bracket
        if partner.get(player.id) in known
        and bracket.index(player) < bracket.index(known[partner[player.id]])
    ]
    paired = set(chain.from_iterable(pairs))
    return pairs, [player for player in bracket if player not in paired]


def _bye(rest: list[Player]) -> bool:
    """Whether the player left over may have the bye (C.2)."""
    return len(rest) == 1 and not rest[0].had_bye


def pairings(here: list[Player], moved: Collection[Player], apart: Apart) -> Iterator[Choice]:
    """All choices for a bracket that the absolute criteria allow. Players who have moved down don't
    meet each other (B.2: they are all in S1).
    """
    if not here:
        yield [], []
        return
    one, *others = here
    for pairs, rest in pairings(others, moved, apart):
        yield pairs, [one, *rest]
    for other in others:
        if may_meet(one, other, apart) and not (one in moved and other in moved):
            left = [player for player in others if player is not other]
            for pairs, rest in pairings(left, moved, apart):
                yield [(one, other), *pairs], rest


def worth(
    choice: Choice, residents: list[Player], following: list[list[Player]], apart: Apart
) -> Worth:
    """A choice measured by the quality criteria, the most important first. Lower is better."""
    pairs, rest = choice
    floor = residents[-1].points
    down = [(one, one.points - other.points) for one, other in pairs if one.points > other.points]
    down += [(player, player.points - floor + POINT) for player in rest]
    up = [(other, one.points - other.points) for one, other in pairs if one.points > other.points]
    top = [pair for pair in pairs if pair[0].topscorer or pair[1].topscorer]
    clash = [pair for pair in pairs if pair[0].due and pair[0].due == pair[1].due]
    floats = [(down, -1, 0), (up, 1, 0), (down, -1, 1), (up, 1, 1)]
    again = [_again(*one) for one in floats]
    return (
        -len(pairs),  # C.5
        _differences(choice, floor),  # C.6
        _outlook(rest, following, apart),  # C.7
        sum(pair in top and _both(pair, lambda p: abs(p.difference) > 1) for pair in clash),  # C.8
        sum(pair in top and _both(pair, lambda p: p.double) for pair in clash),  # C.9
        len(clash),  # C.10
        sum(_both(pair, lambda player: player.strength > 1) for pair in clash),  # C.11
        *(len(found) for found in again),  # C.12 to C.15
        *again,  # C.16 to C.19
    )


def _both(pair: Pair, has: Callable[[Player], bool]) -> bool:
    return has(pair[0]) and has(pair[1])


def _again(floated: list[tuple[Player, int]], way: int, ago: int) -> list[int]:
    """The score differences of those who float again as they did, the greatest first."""
    return sorted((by for player, by in floated if player.floats[ago] == way), reverse=True)


def _differences(choice: Choice, floor: int) -> list[int]:
    """The pairing score differences (A.8)."""
    pairs, rest = choice
    found = [abs(one.points - other.points) for one, other in pairs]
    found += [player.points - floor + POINT for player in rest]
    return sorted(found, reverse=True)


def _outlook(rest: list[Player], following: list[list[Player]], apart: Apart) -> Worth:
    """C.7: the most pairs and the smallest differences possible in the next bracket."""
    if not following:
        return ()
    floor = following[0][-1].points
    return min(
        (-len(choice[0]), _differences(choice, floor))
        for choice in pairings(rest + following[0], rest, apart)
    )
