"""FIDE's Dutch system (C.04.3, the edition until January 2026) as a check of pairings made by
somebody else: a second reading of the rules, which shares no code with the first.

`violations` checks the absolute criteria and the colours of one round of any size.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Tables
from competitions.model.pairings import Pairing


@dataclass(frozen=True)
class Player:
    """A player to be paired, with everything that the rules ask about. Points are halves.

    `colours` are those of the games played, +1 for white and -1 for black. `floats` are for the
    last round and the one before: +1 for an upfloat, -1 for a downfloat.
    """

    id: EntrantId
    number: int
    points: int
    colours: tuple[int, ...]
    opponents: frozenset[EntrantId]
    had_bye: bool
    floats: tuple[int, int]
    topscorer: bool

    @cached_property
    def difference(self) -> int:
        """The colour difference (A.6)."""
        return sum(self.colours)

    @cached_property
    def double(self) -> bool:
        """Whether the last two games had the same colour."""
        return len(self.colours) > 1 and self.colours[-1] == self.colours[-2]

    @cached_property
    def due(self) -> int:
        """The preferred colour, 0 for none (A.6)."""
        if self.difference:
            return -1 if self.difference > 0 else 1
        return -self.colours[-1] if self.colours else 0

    @cached_property
    def strength(self) -> int:
        """3 for an absolute preference, 2 for a strong one, 1 for a mild one (A.6.a to d)."""
        if abs(self.difference) > 1 or self.double:
            return 3
        return 2 if self.difference else abs(self.due)


FEW = 10
"""Up to how many players all pairings can be tried."""

Apart: TypeAlias = Collection[tuple[EntrantId, EntrantId]]


def _played(pairing: Pairing, competition: Competition) -> bool:
    """Whether the two sat down at a board: at least one of their games was no forfeit."""
    found = (
        competition.outcomes[pairing.round, pairing.number, game] for game in range(pairing.games)
    )
    return len(pairing.seats) == 2 and any(outcome.how != "forfeit" for outcome in found)


def _points(pairing: Pairing, competition: Competition) -> dict[EntrantId, int]:
    """The half points from a pairing."""
    first = competition.outcomes[pairing.round, pairing.number, 0]
    if len(pairing.seats) == 1:
        return {pairing.seats[0]: {"excused": 1, "forfeit": 0}.get(first.how, 2)}
    wins = dict.fromkeys(pairing.seats, 0.0)
    for game in range(pairing.games):
        ranks = competition.outcomes[pairing.round, pairing.number, game].ranks
        for id_, rank in zip(pairing.seating(game), ranks, strict=True):
            wins[id_] += (rank == 1) / ranks.count(1) if 1 in ranks else 0
    best = max(wins.values())
    ahead = [id_ for id_, won in wins.items() if won == best and best]
    return {id_: 2 // len(ahead) if id_ in ahead else 0 for id_ in pairing.seats}


def players(competition: Competition, planned: int) -> list[Player]:
    """The players to be paired in the next round, out of `planned` ones, in order (A.2)."""
    number = len(competition.rounds) + 1
    scores = [dict.fromkeys(competition.seeding, 0)]
    for pairings in competition.rounds:
        scores.append(dict(scores[-1]))
        for pairing in pairings:
            for id_, points in _points(pairing, competition).items():
                scores[-1][id_] += points
    found = [
        _player(competition, id_, scores, last=number == planned)
        for id_ in competition.remaining
        if (number, id_) not in competition.excused
    ]
    return sorted(found, key=lambda player: (-player.points, player.number))


def _player(
    competition: Competition, id_: EntrantId, scores: list[dict[EntrantId, int]], last: bool
) -> Player:
    colours, opponents, floats, had_bye = [], set(), [0, 0], False
    for index, pairings in enumerate(competition.rounds):
        mine = next((pairing for pairing in pairings if id_ in pairing.seats), None)
        if mine and _played(mine, competition):
            other = mine.seats[mine.seats[0] == id_]
            colours.append(1 if mine.seats[0] == id_ else -1)
            opponents.add(other)
            before = scores[index]
            floats.append((before[other] > before[id_]) - (before[other] < before[id_]))
        else:
            floats.append(-1)  # A.4.b
            had_bye |= mine is not None and _points(mine, competition)[id_] == 2
    points, rounds = scores[-1][id_], len(competition.rounds)
    return Player(
        id=id_,
        number=competition.seeding.index(id_) + 1,
        points=points,
        colours=tuple(colours),
        opponents=frozenset(opponents),
        had_bye=had_bye,
        floats=(floats[-1], floats[-2]),
        topscorer=last and points > rounds,
    )


def may_meet(one: Player, other: Player, apart: Apart) -> bool:
    """Whether two may meet by C.1 and C.3, and aren't kept apart."""
    clash = one.strength == other.strength == 3 and one.due == other.due
    return (
        one.id not in other.opponents
        and (one.id, other.id) not in apart
        and (other.id, one.id) not in apart
        and (not clash or one.topscorer or other.topscorer)
    )


def white(one: Player, other: Player) -> Player:
    """Which of two has white (E.1 to E.5); the first one is ranked higher."""
    if one.due and other.due and one.due != other.due:
        return one if one.due == 1 else other
    if one.strength != other.strength:
        strong = max(one, other, key=lambda player: player.strength)
        return strong if strong.due == 1 else _other(strong, one, other)
    if one.strength == 3 and abs(one.difference) != abs(other.difference):
        wide = max(one, other, key=lambda player: abs(player.difference))
        return wide if wide.due == 1 else _other(wide, one, other)
    for had, others in zip(reversed(one.colours), reversed(other.colours), strict=False):
        if had != others:
            return other if had == 1 else one
    if one.due:
        return one if one.due == 1 else other
    return one if one.number % 2 else other


def _other(not_this: Player, one: Player, other: Player) -> Player:
    return other if not_this is one else one


def violations(
    competition: Competition,
    tables: Tables,
    planned: int,
    apart: Apart = (),
) -> list[str]:
    """What is wrong with the tables of the next round. Byes of the excused are left out. Any bye
    other than a single first one is only right if few play and can't be paired otherwise.
    """
    here = {player.id: player for player in players(competition, planned)}
    tables = tuple(table for table in tables if len(table) == 2 or table[0] in here)
    wrong = []
    if sorted(chain.from_iterable(tables)) != sorted(here):
        return [f"not everybody is paired once: {tables}"]
    byes = [table[0] for table in tables if len(table) == 1]
    wrong += [f"byes: {byes}"] if len(byes) != len(here) % 2 else []
    wrong += [f"second bye: {id_}" for id_ in byes if here[id_].had_bye]
    if wrong and len(here) <= FEW and not completable(list(here.values()), apart):
        wrong = []
    for first, second in (table for table in tables if len(table) == 2):
        one, other = here[first], here[second]
        if not may_meet(one, other, apart):
            wrong.append(f"may not meet: {first} {second}")
        high, low = sorted((one, other), key=lambda player: (-player.points, player.number))
        if white(high, low) is not one:
            wrong.append(f"colours: {first} {second}")
        if not (one.topscorer or other.topscorer):
            wrong += [*_too_much(one, 1), *_too_much(other, -1)]
    return wrong


def _too_much(player: Player, colour: int) -> Iterator[str]:
    """Violations of C.04.1.f and g."""
    if abs(player.difference + colour) > 2:
        yield f"colour difference: {player.id}"
    if player.colours[-2:] == (colour, colour):
        yield f"a third time the same colour: {player.id}"


def completable(left: Collection[Player], apart: Apart) -> bool:
    """Whether all of them can be paired by the absolute criteria, one with a bye if need be."""
    if not left:
        return True
    one, *others = left
    if len(left) % 2 and not one.had_bye and completable(others, apart):
        return True
    return any(
        may_meet(one, other, apart)
        and completable([player for player in others if player is not other], apart)
        for other in others
    )
