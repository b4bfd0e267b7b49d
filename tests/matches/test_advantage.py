"""What seats are worth in ratings: the laws of the correction, and how it is estimated."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import Connection, select, update

import matches
from matches import Match
from matches.model.advantage import STEP
from matches.model.ids import PlayerId, number_of
from matches.model.ratings import (
    MODEL,
    SEATLESS,
    Skill,
    expected_score,
    points_of,
    rate,
    rate_holders,
    seated_at,
)
from matches.ratings.audit import audit
from matches.ratings.recompute import Ledger, recompute, store
from storage import advantages
from storage import ratings as rows
from storage.checks import MOST
from storage.database import Database
from storage.ratings import Change
from storage.schema import rating_change, seat_advantage
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, Play, Start, Win
from tests.matches.rated import stored

ALONE = ((1,), (2,))
WORTHS = (0.5, 3.0, float(MOST))
SIGMAS = (1.5, 4.0, 8.0)


# Laws of a match


@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("sigma", SIGMAS)
def test_winning_from_the_better_seat_gains_less(worth: float, sigma: float) -> None:
    """Of two equal players, and losing from it costs more. A draw is a success for the other."""
    equal = [Skill(25, sigma)] * 2
    first = rate(ALONE, (1, 2), equal, worth)
    second = rate(ALONE, (2, 1), equal, worth)
    plain = rate(ALONE, (1, 2), equal)
    assert 25 < first[0].mu < plain[0].mu < second[1].mu
    assert second[0].mu < plain[1].mu < first[1].mu < 25
    drawn = rate(ALONE, (1, 1), equal, worth)
    assert drawn[0].mu < 25 < drawn[1].mu


@pytest.mark.parametrize("worth", WORTHS)
def test_which_seat_is_better_makes_no_difference(worth: float) -> None:
    """A disadvantage of the first seat is an advantage of the second."""
    skills = [Skill(27, 3), Skill(24, 5)]
    here = rate(ALONE, (1, 2), skills, worth)
    there = rate(ALONE, (2, 1), skills[::-1], -worth)
    for one, other in zip(here, reversed(there), strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))


@pytest.mark.parametrize("worth", WORTHS)
def test_a_win_each_from_the_same_seat(worth: float) -> None:
    """Two equal, well-known players who win one match each from the same seat stay equal, but for
    what the order of the matches does: much less than either match alone has moved them.
    """
    before = [Skill(25, 1.5)] * 2
    between = rate(ALONE, (1, 2), before, worth)
    after = rate(ALONE, (1, 2), between[::-1], worth)[::-1]
    alone = between[0].mu - between[1].mu
    assert abs(after[0].mu - after[1].mu) < alone / 10


@pytest.mark.parametrize("worth", [-MOST, -2.5, 0.7, MOST])
@pytest.mark.parametrize("gap", [-12, 0, 12])
def test_a_win_never_costs_points(worth: float, gap: float) -> None:
    """From whichever seat; and a loss never earns any."""
    skills = [Skill(25 + gap, 2), Skill(25, 6)]
    won, lost = rate(ALONE, (1, 2), skills, worth)
    assert points_of(won) >= points_of(skills[0])
    assert points_of(lost) <= points_of(skills[1])


def test_whoever_leaves_never_gains() -> None:
    """Not even from the weaker seat; and whoever takes over never loses."""
    rng = Random(5)
    for _ in range(300):
        skills = [
            [Skill(rng.gauss(25, 5), rng.uniform(1.5, 8)) for _ in range(rng.choice((1, 2, 3)))]
            for _ in ALONE
        ]
        ranks = rng.choice(((1, 2), (2, 1), (1, 1)))
        for had, after in zip(
            skills, rate_holders(ALONE, ranks, skills, rng.uniform(-MOST, MOST)), strict=True
        ):
            for place, (was, now) in enumerate(zip(had, after, strict=True)):
                if place < len(had) - 1:
                    assert now.mu <= was.mu
                if place > 0:
                    assert now.mu >= was.mu


# How it is estimated


async def _worth(db: Database) -> float | None:
    return (await db.read(advantages.known)).get("toy")


async def _changes(db: Database, match: Match) -> list[Change]:
    return await db.read(lambda c: rows.changes_of(c, number_of(match.id)))


async def _set(db: Database, value: float) -> None:
    def work(connection: Connection) -> None:
        with transaction(connection):
            advantages.put(connection, {"toy": value})

    await db.write(work)


async def test_it_follows_results(db: Database, win: Win) -> None:
    """The first match is rated as if seats were worth nothing. Where the first seat wins, it is
    taken to be worth more, by less than STEP each time; the ledger keeps what each match was rated
    with.
    """
    known = [0.0]
    for players in ((ANN, BOB), (BOB, ANN), (CAT, DAN), (DAN, CAT)):
        changes = await _changes(db, await win(*players))
        assert [one.advantage for one in changes] == [known[-1]] * 2
        assert {one.model for one in changes} == {MODEL}
        worth = await _worth(db)
        assert worth is not None
        assert known[-1] < worth < known[-1] + STEP
        known.append(worth)
    assert known[1] == STEP / 2


async def test_it_is_bounded(db: Database, win: Win) -> None:
    """However often the first seat wins."""
    await _set(db, MOST)
    await win(ANN, BOB)
    assert await _worth(db) == MOST


def test_it_finds_what_is_there() -> None:
    """Among equal players of whom the first wins 70 %, it settles where that is expected: where the
    expected move is none.
    """
    equal = [Skill(25, 2)] * 2
    worths = [step / 100 for step in range(-100 * MOST, 100 * MOST)]
    settled = min(worths, key=lambda worth: abs(0.7 - expected_score(*seated_at(equal, worth))))
    won, lost = (rate(ALONE, ranks, equal, settled)[0].mu for ranks in ((1, 2), (2, 1)))
    assert 0.7 * won + 0.3 * lost == pytest.approx(25, abs=0.01)


async def test_three_seats_are_unaffected(db: Database, win: Win) -> None:
    """Matches of three are rated as before, and nothing is learnt from them."""
    await _set(db, 4)
    changes = await _changes(db, await win(ANN, BOB, CAT))
    right = rate(((1,), (2,), (3,)), (1, 2, 3), [Skill()] * 3)
    assert [one.after_mu for one in changes] == [one.mu for one in right]
    assert {one.advantage for one in changes} == {0}
    assert await _worth(db) == 4


# The ledger


async def _season(db: Database, start: Start, turns: Play) -> None:
    rng = Random(3)
    for _ in range(25):
        players = rng.sample((ANN, BOB, CAT, DAN, EVE), rng.choice((2, 2, 2, 3)))
        match = await start(*players)
        await turns(match, "step", "step", "step")
        for player in players[1:] if rng.random() < 0.7 else players[:-1]:
            await matches.resign(db, match.id, PlayerId(player))


@pytest.mark.long
async def test_recomputing_reproduces_it(db: Database, start: Start, turns: Play) -> None:
    """Every change, with what the seat was taken to be worth in it, and what it is worth now."""
    await _season(db, start, turns)
    grown = await stored(db)
    assert len({row[1] for row in grown["seat_advantage"]} - {0.0}) == 1
    assert (await recompute(db)).changed == 0
    assert await stored(db) == grown
    assert list((await audit(db)).faults) == []


@pytest.mark.long
async def test_changes_from_before(db: Database, start: Start, turns: Play) -> None:
    """Numbers of the model before are still checked, beside later ones: nothing was learnt of seats
    from them. Recomputing makes one ledger of both.
    """
    await _season(db, start, turns)

    def as_before(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(seat_advantage.delete())
            connection.execute(update(rating_change).values(model=SEATLESS, advantage=0))

    await db.write(as_before)
    assert list((await audit(db)).faults) != []  # They were rated with what seats were worth.
    await _rated_as_before(db)
    assert list((await audit(db)).faults) == []
    await _season(db, start, turns)
    found = await audit(db)
    assert (list(found.faults), list(found.models)) == ([], [])
    models = select(rating_change.c.model).distinct()
    assert {row.model for row in await db.read(lambda c: c.execute(models).all())} == {
        MODEL,
        SEATLESS,
    }
    assert (await recompute(db)).changed > 0
    assert list((await audit(db)).faults) == []
    assert {row.model for row in await db.read(lambda c: c.execute(models).all())} == {MODEL}


async def _rated_as_before(db: Database) -> None:
    """Rates all matches as the version before would have."""

    def work(connection: Connection) -> None:
        with transaction(connection):
            numbers = [number for _, number in rows.rated_matches(connection)]
            ledger = Ledger(connection, db.now(), {}, seatless=numbers)
            rows.clear(connection)
            changes = ledger.rated(numbers)
            for change in changes:
                ledger.count(change)
            rows.enter(connection, changes)
            store(connection, ledger)

    await db.write(work)
