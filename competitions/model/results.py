"""The results of pairings as wholes, in half points.

A game is worth a point for each opponent beaten, and half a point for each one who shares the rank:
1, ½, 0 for two (Laws of Chess, article 10), 2, 1, 0 for three, 3, 2, 1, 0 for four. Partners who
are drawn each round have two opponents at their table of four: 2, 1, 0. Absent entrants get nothing
for a game, and nobody gets anything if nobody came.

If a pairing has several games, they have one result: their points add up, and whoever has more has
beaten the other. So a pairing is worth the same however many games it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import How, Outcome, Outcomes, Pairing, against, games_of

WIN, DRAW, LOSS = 2, 1, 0
"""Halves of a point."""

_BYES: Mapping[How, int] = {"excused": DRAW, "forfeit": LOSS}


def decided(pairing: Pairing, outcomes: Outcomes) -> bool:
    """Whether all games of a pairing are decided."""
    return all(game in outcomes for game in games_of(pairing))


def unplayed(pairing: Pairing, outcomes: Outcomes) -> bool:
    """Whether a decided pairing was not played: byes, and games to which at least one entrant did
    not come.
    """
    found = [outcomes[game] for game in games_of(pairing)]
    return pairing.bye or all(one.how == "forfeit" or min(one.ranks) > 1 for one in found)


def halves(pairing: Pairing, outcomes: Outcomes) -> tuple[int, ...]:
    """The half points that each of the `seats` gets for a decided pairing. A bye is worth a win
    over one opponent (C.04.1.c), unless the entrant was excused (half a point) or had withdrawn
    (nothing).
    """
    if pairing.bye:
        return (_BYES.get(outcomes[pairing.round, pairing.number, 0].how, WIN),)
    return tuple(map(sum, compared(totals(pairing, outcomes), partners=pairing.partners)))


def totals(pairing: Pairing, outcomes: Outcomes) -> tuple[int, ...]:
    """The half points that each of the `seats` has scored in the games of a decided pairing."""
    sums = dict.fromkeys(pairing.seats, 0)
    for game in games_of(pairing):
        given = of_game(outcomes[game], partners=pairing.partners)
        for id_, points in zip(pairing.seating(game[2]), given, strict=True):
            sums[id_] += points
    return tuple(sums.values())


@cache
def of_game(outcome: Outcome, *, partners: bool = False) -> tuple[int, ...]:
    """The half points that each seat gets for one game."""
    ranks, last = outcome.ranks, max(outcome.ranks)
    absent = last > 1 and (outcome.how == "forfeit" or min(ranks) > 1)
    values = tuple(0 if absent and rank == last else last + 1 - rank for rank in ranks)
    return tuple(map(sum, compared(values, partners=partners)))


@cache
def compared(values: tuple[int, ...], *, partners: bool = False) -> tuple[tuple[int, ...], ...]:
    """The half points that each value gets against each of the others, in order: the higher value
    wins. A value of 0 gets nothing. `partners` are not compared with each other.
    """
    return tuple(
        tuple(
            _against(mine, values[other]) for other in against(own, len(values), partners=partners)
        )
        for own, mine in enumerate(values)
    )


def _against(mine: int, other: int) -> int:
    if not mine or mine < other:
        return LOSS
    return DRAW if mine == other else WIN


def scores(
    entrants: Iterable[EntrantId], pairings: Iterable[Pairing], outcomes: Outcomes
) -> dict[EntrantId, int]:
    """The half points that entrants have from the decided ones of these pairings."""
    found = dict.fromkeys(entrants, 0)
    for pairing in pairings:
        if decided(pairing, outcomes):
            for id_, points in zip(pairing.seats, halves(pairing, outcomes), strict=True):
                found[id_] += points
    return found


def firsts(competition: Competition, id_: EntrantId) -> list[bool]:
    """Whether an entrant had the first seat, in order, for each of their pairings with opponents
    that was or will be played.
    """
    return [
        pairing.seats[0] == id_
        for pairings in competition.rounds
        for pairing in pairings
        if id_ in pairing.seats
        and not (decided(pairing, competition.outcomes) and unplayed(pairing, competition.outcomes))
        and not pairing.bye
    ]
