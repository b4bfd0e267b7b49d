"""Random Swiss events for two seats, for tests and benchmarks: with withdrawals, excused rounds,
forfeits, return matches and pairs that are kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from competitions.formats import swiss
from competitions.formats.rounds import next_round
from competitions.formats.steps import Over, relaxed
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Excused, Paired, Withdrawn
from competitions.model.settings import Settings
from tests.competitions.dutch import FEW, Apart, completable, players
from tests.competitions.play import at_random, decide, started


def random_event(seed: int, most: int) -> Iterator[tuple[Competition, Paired | Over, int, Apart]]:
    """The rounds of an event of at most `most` entrants: the competition before it, the next step,
    how many rounds are planned, and who has to be kept apart. The last step is `Over`.
    """
    rng = Random(seed)
    count = rng.randint(4, most)
    chosen = Settings("swiss", rounds=rng.randint(3, 7), games=rng.choice((1, 1, 1, 2)))
    now = started(chosen, count)
    drawn = (rng.sample(now.seeding, 2) for _ in range(rng.choice((0, 0, count // 4))))
    apart = {(one, other) for one, other in drawn}
    while True:
        step = next_round(now, apart=apart)
        planned = swiss.planned(now)
        yield now, step, planned, _kept(now, planned, apart)
        if isinstance(step, Over):
            return
        now = _absences(decide(now.apply(step), at_random(rng)), rng)


def _kept(now: Competition, planned: int, apart: Apart) -> Apart:
    """The pairs that can be kept apart in this round without costing anybody a game."""
    here = players(now, planned)
    if len(here) > FEW:
        return apart
    return next((some for some in relaxed(now, apart) if completable(here, some)), ())


def _absences(now: Competition, rng: Random) -> Competition:
    """Excuses one in fifteen from the next round, and withdraws one in thirty."""
    for id_ in now.remaining:
        if rng.random() < 1 / 15:
            now = now.apply(Excused(EntrantId(id_), len(now.rounds) + 1))
        elif rng.random() < 1 / 30:
            now = now.apply(Withdrawn(EntrantId(id_)))
    return now
