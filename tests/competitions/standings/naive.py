"""The rules of points and tie-breaks once more, as slow and plain as their text: computed from
pairings and outcomes alone, with nothing of the package but its values.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.pairings import Outcome, Pairing

HALF = Fraction(1, 2)


def outcomes_of(now: Competition, pairing: Pairing) -> list[Outcome]:
    """The outcomes of a pairing's games."""
    return [now.outcomes[pairing.round, pairing.number, game] for game in range(pairing.games)]


def game_points(outcome: Outcome) -> list[Fraction]:
    """By rank: one for each opponent behind, half for each one level, nothing for the absent."""
    given = []
    for rank in outcome.ranks:
        behind = sum(1 for other in outcome.ranks if other > rank)
        level = sum(1 for other in outcome.ranks if other == rank) - 1
        absent = outcome.how == "forfeit" and behind == 0 and rank > 1
        nothing = absent or 1 not in outcome.ranks
        given.append(Fraction(0) if nothing else behind + level * HALF)
    return given


def sums(now: Competition, pairing: Pairing) -> dict[EntrantId, Fraction]:
    """The points of each entrant from all games of a pairing."""
    found = dict.fromkeys(pairing.seats, Fraction(0))
    for number, outcome in enumerate(outcomes_of(now, pairing)):
        for place, points in enumerate(game_points(outcome)):
            found[pairing.seats[(place + number) % len(pairing.seats)]] += points
    return found


def share(now: Competition, pairing: Pairing, one: EntrantId, other: EntrantId) -> Fraction:
    """1 for beating somebody, a half for being level, unless both have nothing."""
    found = sums(now, pairing)
    if found[one] == 0:
        return Fraction(0)
    if found[one] == found[other]:
        return HALF
    return Fraction(1 if found[one] > found[other] else 0)


def of(now: Competition, id_: EntrantId, round_: int) -> Pairing | None:
    """The pairing of an entrant in a round."""
    return next((one for one in now.rounds[round_ - 1] if id_ in one.seats), None)


def points_in(now: Competition, id_: EntrantId, round_: int) -> Fraction:
    """The points of one round."""
    pairing = of(now, id_, round_)
    win = Fraction(now.settings.seats - 1)
    if pairing is None:
        return Fraction(0)
    if len(pairing.seats) == 1:
        how = outcomes_of(now, pairing)[0].how
        return win * {"excused": HALF, "forfeit": Fraction(0)}.get(how, Fraction(1))
    others = [other for other in pairing.seats if other != id_]
    return win * sum(share(now, pairing, id_, other) for other in others) / len(others)


def points(now: Competition, id_: EntrantId) -> Fraction:
    """The points of all rounds."""
    return sum((points_in(now, id_, one + 1) for one in range(len(now.rounds))), Fraction(0))


def kind(now: Competition, id_: EntrantId, round_: int) -> str:
    """FIDE's category of a round (16.2); R for a regular game."""
    pairing = of(now, id_, round_)
    if pairing is None:
        return "requested"
    hows = [outcome.how for outcome in outcomes_of(now, pairing)]
    if len(pairing.seats) == 1:
        return "requested" if hows[0] in ("excused", "forfeit") else "allocated"
    if all(how == "forfeit" for how in hows):
        return "forfeit win" if points_in(now, id_, round_) else "forfeit loss"
    return "R"


def adjusted(now: Competition, id_: EntrantId) -> Fraction:
    """16.3: requested byes after which somebody never came back are draws."""
    if now.settings.format not in ("swiss", "tables"):
        return points(now, id_)
    total = Fraction(0)
    for one in range(1, len(now.rounds) + 1):
        later = [kind(now, id_, other) for other in range(one + 1, len(now.rounds) + 1)]
        gone = all(found in ("requested", "forfeit loss") for found in later)
        if kind(now, id_, one) == "requested" and gone:
            total += HALF * (now.settings.seats - 1)
        else:
            total += points_in(now, id_, one)
    return total


def contributions(now: Competition, id_: EntrantId) -> list[tuple[bool, Fraction, Fraction]]:
    """For each round, whether it was missed on purpose, its Buchholz, and its Sonneborn-Berger."""
    found = []
    for one in range(1, len(now.rounds) + 1):
        what, pairing = kind(now, id_, one), of(now, id_, one)
        fixed = now.settings.format not in ("swiss", "tables")
        if what == "R" or (fixed and "forfeit" in what):
            assert pairing is not None
            others = [other for other in pairing.seats if other != id_]
            scores = [adjusted(now, other) for other in others]
            beaten = [share(now, pairing, id_, other) for other in others]
            weighed = sum((a * b for a, b in zip(scores, beaten, strict=True)), Fraction(0))
            found.append((False, sum(scores, Fraction(0)) / len(others), weighed / len(others)))
        elif not fixed:
            own = points(now, id_)
            part = points_in(now, id_, one) / (now.settings.seats - 1)
            found.append((what in ("requested", "forfeit loss"), own, own * part))
    return found


def buchholz(now: Competition, id_: EntrantId, low: int = 0, high: int = 0) -> Fraction:
    """Without the lowest parts, beginning with those missed on purpose, and without the highest."""
    parts = sorted((not missed, value) for missed, value, _ in contributions(now, id_))
    kept = sorted(value for _, value in parts[low:])
    return sum(kept[: max(0, len(kept) - high)], Fraction(0))


def sonneborn_berger(now: Competition, id_: EntrantId) -> Fraction:
    """The opponents' points, weighted by the results against them."""
    return sum((value for _, _, value in contributions(now, id_)), Fraction(0))


def among(now: Competition, one: EntrantId, other: EntrantId) -> Fraction | None:
    """The mean result of one against the other; None if they have not met."""
    fixed = now.settings.format not in ("swiss", "tables")
    met = [
        share(now, pairing, one, other)
        for pairings in now.rounds
        for pairing in pairings
        if {one, other} <= set(pairing.seats) and (fixed or kind(now, one, pairing.round) == "R")
    ]
    return sum(met, Fraction(0)) / len(met) if met else None


def surely_first(now: Competition, tied: list[EntrantId]) -> EntrantId | None:
    """Who is alone in first place however all missing encounters end, found by trying (6.2)."""
    missing = [
        (one, other)
        for one, other in permutations(tied, 2)
        if one < other and among(now, one, other) is None
    ]
    leaders = set()
    for tried in product((0, 1, 2), repeat=len(missing)):
        total = {
            one: sum((among(now, one, other) or 0 for other in tied if other != one), Fraction(0))
            for one in tied
        }
        for (one, other), given in zip(missing, tried, strict=True):
            total[one] += given * HALF
            total[other] += (2 - given) * HALF
        best = [one for one in tied if total[one] == max(total.values())]
        leaders.add(best[0] if len(best) == 1 else None)
    return leaders.pop() if len(leaders) == 1 else None
