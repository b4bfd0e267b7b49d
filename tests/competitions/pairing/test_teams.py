"""How the members of teams sit."""

from __future__ import annotations

from collections import Counter

from competitions.model.entrants import EntrantId
from competitions.pairing.rules import TableRules
from competitions.pairing.tables import schedule
from competitions.pairing.teams import in_turn

MEMBERS = {EntrantId(number): (f"{number}a", f"{number}b") for number in range(1, 7)}


def test_partners_sit_opposite() -> None:
    """The first member changes when the team has the same side again."""
    seating = (EntrantId(1), EntrantId(2))
    first, second = MEMBERS[EntrantId(1)], MEMBERS[EntrantId(2)]
    assert in_turn(seating, MEMBERS) == (first, second)
    assert in_turn(seating[::-1], MEMBERS, [seating]) == (second, first)
    earlier = [seating, (EntrantId(3), EntrantId(2))]
    assert in_turn(seating, MEMBERS, earlier) == (first[::-1], second)


def test_partners_have_all_seats() -> None:
    """Over a schedule everybody has each of the four seats equally often, or once more or less."""
    past = list[tuple[EntrantId, ...]]()
    seats = Counter[tuple[str, int]]()
    for pairing in schedule(list(MEMBERS), TableRules((2,)), range(5), seed=1):
        for side, team in enumerate(in_turn(pairing.seats, MEMBERS, past)):
            seats.update((person, side + 2 * place) for place, person in enumerate(team))
        past.append(pairing.seats)
    for people in MEMBERS.values():
        for person in people:
            had = [seats[person, seat] for seat in range(4)]
            assert sum(had) == 5
            assert max(had) - min(had) <= 1
