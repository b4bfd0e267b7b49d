"""Ratings where seats were handed over: who leaves never gains, who takes over never loses, and for
everybody else nothing has happened.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import matches
from matches import Match, privacy
from matches.model.ids import PlayerId
from matches.model.ratings import NEW, Skill, rate, rate_holders
from matches.ratings.audit import audit
from matches.ratings.recompute import recompute
from matches.ratings.standings import leaderboard, profile, rating_changes
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, Play, Start, Win
from tests.matches.rated import POOL, stored
from tests.matches.test_handover import handed_over
from tests.support.handover_laws import TABLES, Case, breaches, random_case

pytestmark = pytest.mark.untraced

_SKILL = st.builds(Skill, st.floats(-20, 80, allow_nan=False), st.floats(0.3, 9, allow_nan=False))


@st.composite
def _cases(draw: st.DrawFn) -> Case:
    sides = draw(st.sampled_from(TABLES))
    count = sum(map(len, sides))
    ranks = draw(
        st.lists(st.integers(1, count), min_size=count, max_size=count).filter(
            lambda found: min(found) == 1
        )
    )
    held = st.lists(_SKILL, min_size=1, max_size=4).map(tuple)
    return Case(sides, tuple(ranks), tuple(draw(held) for _ in range(count)))


@given(_cases())
def test_laws(case: Case) -> None:
    """Whatever the ranks and the skills."""
    assert breaches(case) == []


def test_random_matches() -> None:
    """The matches of the benchmark, a few of them."""
    rng = Random(7)
    assert [found for _ in range(300) if (found := breaches(random_case(rng)))] == []


def test_a_breach_is_seen() -> None:
    """A law that is broken is found: here everybody is taken for somebody who has stayed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "tests.support.handover_laws.rate_holders",
            lambda *given: [[Skill(one.mu + 1, one.sigma) for one in had] for had in given[-1]],
        )
        case = Case(((1,), (2,)), (1, 2), ((NEW, NEW), (NEW,)))
        assert "who has left gains" in breaches(case)
        assert "a third party is not rated as if nobody had left" in breaches(case)


@pytest.mark.parametrize(("ranks", "leaver", "newcomer"), [((1, 2), 0, 1), ((2, 1), -1, 0)])
def test_two_seats(ranks: tuple[int, int], leaver: int, newcomer: int) -> None:
    """A seat that wins is the newcomer's win and nobody's loss; one that loses is the leaver's."""
    sides = ((1,), (2,))
    good, bad = Skill(30.0, 3.0), Skill(20.0, 2.0)
    (gone, came), (other,) = rate_holders(sides, ranks, ((good, bad), (NEW,)))
    signs = [(now.mu > was.mu) - (now.mu < was.mu) for was, now in ((good, gone), (bad, came))]
    assert signs == [leaver, newcomer]
    assert other == rate(sides, ranks, (good, NEW))[1]
    if newcomer:
        assert came == rate(sides, ranks, (bad, NEW))[0]


# In the database


async def _won(db: Database, turns: Play, match: Match, loser: PlayerId) -> Match:
    await turns(match, "step", "step", "step")
    return (await matches.resign(db, match.id, loser)).match


async def test_the_ledger(db: Database, win: Win, start: Start, turns: Play) -> None:
    """It has an entry for each who had a seat; who is not touched by it plays no rated match."""
    for _ in range(2):
        await win(ANN, BOB)
    match = await start(ANN, BOB)
    await turns(match, "step", "step")
    await handed_over(db, match, ANN, CAT)
    over = await _won(db, turns, match, BOB)
    ann, cat, bob = await rating_changes(db, over.id)
    assert [(one.seat, one.holder, one.player_id) for one in (ann, cat, bob)] == [
        (1, 0, ANN), (1, 1, CAT), (2, 0, BOB),
    ]  # fmt: skip
    assert (ann.counts, cat.counts, bob.counts) == (False, True, True)
    assert (ann.games, cat.games, bob.games) == (2, 1, 3)
    assert ann.after_points == ann.before_points
    assert cat.after_points > cat.before_points
    records = {player: (await profile(db, player)).records for player in (ANN, BOB, CAT)}
    assert [records[player][0].rating.games for player in (ANN, BOB, CAT)] == [2, 3, 1]
    assert records[CAT][0].rating.wins == 1
    assert {one.player for one in (await leaderboard(db, POOL, ANN)).page} == {ANN, BOB, CAT}


async def test_who_takes_over_a_lost_seat(db: Database, start: Start, turns: Play) -> None:
    """They lose nothing, and have played no rated match; the one before has lost."""
    match = await start(ANN, BOB)
    await handed_over(db, match, BOB, CAT)
    over = await _won(db, turns, match, CAT)
    changes = {one.player_id: one for one in await rating_changes(db, over.id)}
    assert changes[BOB].after_points < changes[BOB].before_points
    assert not changes[CAT].counts
    assert (await profile(db, CAT)).records == ()
    assert {one.player for one in (await leaderboard(db, POOL, ANN)).page} == {ANN, BOB}


async def test_third_parties_notice_nothing(
    db: Database, url: str, win: Win, start: Start, turns: Play
) -> None:
    """Their rating is the same as after the same match in which nobody has left."""
    gained = []
    for leaves in (False, True):
        await win(ANN, BOB)
        match = await start(ANN, BOB, CAT)
        await turns(match, "step", "step", "step")
        if leaves:
            await handed_over(db, match, ANN, DAN)
            await handed_over(db, match, DAN, EVE)
        for player in (BOB, EVE if leaves else ANN):
            over = (await matches.resign(db, match.id, player)).match
        changes = {one.player_id: one for one in await rating_changes(db, over.id)}
        gained.append([(changes[one].after_mu, changes[one].after_sigma) for one in (BOB, CAT)])
        for player in (ANN, BOB, CAT, DAN, EVE):
            await privacy.forget(db, player)
    assert gained[0] == gained[1]


async def test_recomputing_gives_the_same(
    db: Database, win: Win, start: Start, turns: Play
) -> None:
    """Also for those who have had their data deleted; and the audit finds nothing."""
    rng = Random(3)
    people = [PlayerId(number) for number in range(501, 520)]
    for round_ in range(12):
        one, two, three = rng.sample(people, 3)
        match = await start(one, two, three)
        for _ in range(rng.choice((1, 2, 3))):
            now = await matches.get(db, match.id)
            leaver = rng.choice(now.seated)
            known = {*now.players, *(had.player for had in now.handovers)}
            newcomer = rng.choice([player for player in people if player not in known])
            await handed_over(db, match, leaver, newcomer)
            await turns(match, "step")
        await turns(match, "step", "step")
        for player in rng.sample((await matches.get(db, match.id)).seated, 2):
            await matches.resign(db, match.id, player)
        if round_ in (6, 9):
            gone = (await matches.get(db, match.id)).handovers[0].player
            assert gone is not None
            await privacy.forget(db, gone)
            people.remove(gone)
    grown = await stored(db)
    assert any(row[-2] > 0 for row in grown["rating_change"])
    assert (await audit(db)).faults == []
    assert (await recompute(db)).changed == 0
    again = await stored(db)
    assert again["rating"] == grown["rating"]
    assert again["standing"] == grown["standing"]
    assert again["tally"] == grown["tally"]
    assert (await audit(db)).faults == []
