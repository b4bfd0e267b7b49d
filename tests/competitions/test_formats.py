"""What is true of every format, whatever entrants and directors do."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from competitions.formats.rounds import FORMATS, coming, next_round, order, planned
from competitions.formats.steps import Over, all_pairings
from competitions.model.competition import Competition
from competitions.model.entrants import Entrant, EntrantId
from competitions.model.events import Corrected, Ended, Joined, Replaced, Withdrawn
from competitions.model.pairings import Pairing, games_of
from competitions.model.results import decided, halves, scores
from competitions.model.settings import Format, Settings
from tests.competitions.play import at_random, decide, started

pytestmark = pytest.mark.untraced

FORMATS_AND_SEEDS = [(format_, seed) for format_ in FORMATS for seed in range(12)]


def upset(now: Competition, rng: Random) -> Competition:
    """Somebody withdraws, somebody else takes over a place, the director corrects a game."""
    if rng.random() < 0.3 and now.remaining:
        now = now.apply(Withdrawn(rng.choice(now.remaining)))
    if rng.random() < 0.2:
        now = now.apply(Joined(Entrant(EntrantId(now.last + 1))))
        if now.withdrawn:
            now = now.apply(Replaced(min(now.withdrawn), now.waiting[0].id))
    games = [game for game in now.outcomes if len(now.pairing(game).seats) == 2]
    if rng.random() < 0.2 and games:
        game = rng.choice(games)
        now = now.apply(Corrected(game, at_random(rng)(game), "Read wrongly."))
    return now


def any_settings(format_: Format, rng: Random, **more: int) -> Settings:
    """Settings of a format; tables are for up to four."""
    if format_ == "tables":
        more |= {"seats": rng.choice((3, 4)), "mixed": rng.random() < 0.5}
    return Settings(format_, games=rng.choice((1, 2)), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("format_", "seed"), FORMATS_AND_SEEDS)
def test_every_competition_comes_to_its_end(format_: Format, seed: int) -> None:
    """Each step is accepted, and always the same; at the end everybody has a place. Rounds that
    were known in advance are paired like that.
    """
    rng = Random(seed)
    chosen = any_settings(format_, rng, cycles=rng.choice((1, 2)))
    now = started(chosen, rng.randint(2, 13))
    most = planned(now)
    step = next_round(now)
    while not isinstance(step, Over):
        assert step == next_round(now)
        foretold = coming(now)
        assert not foretold or foretold[0] == step.pairings
        assert len(now.rounds) + len(foretold) == most or format_ != "round-robin"
        now = now.apply(step)
        now = upset(now, rng)
        now = upset(decide(now, at_random(rng, now)), rng)
        step = next_round(now)
    assert order(now) == step.places
    over = now.apply(Ended(step.places))
    assert over.status == "over"
    assert coming(over) == ()
    assert len(now.rounds) <= most


@pytest.mark.parametrize(("format_", "seed"), FORMATS_AND_SEEDS)
def test_points_are_those_of_the_pairings(format_: Format, seed: int) -> None:
    """A pairing gives a point for each two who meet, and a bye gives one; less if somebody was
    absent.
    """
    rng = Random(seed)
    now = started(any_settings(format_, rng), rng.randint(2, 9))
    step = next_round(now)
    while not isinstance(step, Over):
        now = upset(now.apply(step), rng)
        now = decide(now, at_random(rng, now))
        step = next_round(now)
    pairings = all_pairings(now)
    assert all(decided(pairing, now.outcomes) for pairing in pairings)
    for pairing in pairings:
        count = len(pairing.seats)
        given, won = sum(halves(pairing, now.outcomes)), count * (count - 1) or 2
        assert given == won or (given < won and _forfeits(now, pairing))
    total = scores(now.seeding, pairings, now.outcomes)
    for id_ in now.seeding:
        mine = [pairing for pairing in pairings if id_ in pairing.seats]
        points = [halves(one, now.outcomes)[one.seats.index(id_)] for one in mine]
        assert total[id_] == sum(points)


def _forfeits(now: Competition, pairing: Pairing) -> bool:
    """Whether somebody was absent from one of its games, or from a bye."""
    hows = {now.outcomes[game].how for game in games_of(pairing)}
    return bool(hows & {"forfeit", "excused"})


@pytest.mark.parametrize("format_", FORMATS)
def test_rounds_can_be_paired_in_another_process(format_: Format) -> None:
    """The arguments and results of pairing can be pickled."""
    now = started(any_settings(format_, Random(1)), 9)
    asked = pickle.loads(pickle.dumps((now, {(EntrantId(1), EntrantId(2))}, 7)))
    assert asked[0] == now
    step = next_round(*asked)
    assert pickle.loads(pickle.dumps(step)) == next_round(now, asked[1], 7)
