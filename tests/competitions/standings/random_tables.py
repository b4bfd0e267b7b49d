"""Random events at tables for three and four, with everything that can happen in a round."""

from __future__ import annotations

from random import Random

from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Excused, Paired, Withdrawn
from competitions.model.pairings import How, Outcome
from competitions.model.settings import Settings
from tests.competitions.play import decide, started


def random_tables(seed: int, seats: int, count: int, rounds: int) -> Competition:
    """An event for up to `seats` at a table. Tables have all sizes; the last ones are byes."""
    rng = Random(seed)
    now = started(Settings("tables", seats=seats, games=rng.choice((1, 1, seats))), count)
    for number in range(1, rounds + 1):
        now = _absences(now, rng, number)
        here = [id_ for id_ in now.remaining if (number, id_) not in now.excused]
        rng.shuffle(here)
        tables = list[tuple[EntrantId, ...]]()
        while here:
            size = rng.choice(range(2, seats + 1))
            tables.append(tuple(here[:size]))
            here = here[size:]
        byes = [(id_,) for id_ in now.seeding if (number, id_) in now.excused]
        byes += [(id_,) for id_ in sorted(now.withdrawn) if rng.random() < 0.5]
        now = now.apply(Paired(number, (*tables, *byes), now.settings.games))
        sizes = [len(now.pairing(game).seats) for game in now.undecided]
        now = decide(now, [random_outcome(rng, size) for size in sizes])
    return now


def random_outcome(rng: Random, size: int) -> Outcome:
    """Any possible ranks: shared, with gaps or without, forfeited, or with no winner."""
    how: How = rng.choice(("played", "played", "time", "forfeit"))
    if rng.random() < 0.05:
        return Outcome((size,) * size, "forfeit")
    ranks = [rng.randint(1, size) for _ in range(size)]
    ranks[rng.randrange(size)] = 1
    return Outcome(tuple(ranks), how)


def _absences(now: Competition, rng: Random, number: int) -> Competition:
    for id_ in now.remaining:
        if rng.random() < 0.1:
            now = now.apply(Excused(id_, number))
        elif rng.random() < 0.05 and len(now.remaining) > 4:
            now = now.apply(Withdrawn(id_))
    return now
