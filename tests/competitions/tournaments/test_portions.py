"""Many results at once are entered in portions: by processes that die in between, and by several at
the same time.
"""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from competitions.model.events import Decided, Ended, Stalled
from competitions.model.settings import Settings
from competitions.tournaments import news, queries, settlement, verify
from competitions.tournaments.held import Held, teams_at
from competitions.tournaments.settlement import Missing, settle
from competitions.tournaments.unit_of_work import UnitOfWork, perform
from competitions.tournaments.upkeep import advance
from matches.model.ids import MatchId
from matches.unit_of_work.cache import cache_of
from storage.database import Database
from tests.competitions.kills import Killed, another, dies_after
from tests.competitions.tournaments.conftest import Open, later, win
from tests.matches.conftest import Clock

GAMES = 10
"""Five entrants who all meet at once."""


@pytest.fixture(autouse=True)
def _two_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "PORTION", 2)


@pytest.fixture
async def held(hold: Open) -> Held:
    """A competition whose rounds are all played at once."""
    return await hold(Settings("round-robin"), 5, together=True)


async def _all_won(db: Database, held: Held) -> None:
    for game in held.competition.undecided:
        await win(db, held, game)


async def _over(db: Database, held: Held) -> None:
    """Checks that each game was decided once, by its match, and then it was over."""
    held = await queries.get(db, held.id)
    assert held.competition.status == "over"
    decided = [told.event for told in await news.news(db, held)]
    assert sum(isinstance(event, Decided) for event in decided) == GAMES
    assert isinstance(decided[-1], Ended)
    assert {one.ranks for one in held.competition.outcomes.values() if len(one.ranks) > 1} == {
        (1, 2)
    }
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_death_between_portions(db: Database, held: Held, url: str, clock: Clock) -> None:
    """The next process goes on where the last one stopped, with matches it has never seen."""
    await _all_won(db, held)
    seen = set[int]()
    for step in count():
        async with another(url, clock) as other:
            with dies_after(other, step):
                try:
                    await advance(other, held.id)
                except Killed:
                    now = await queries.get(db, held.id)
                    assert now.next_at is not None, "somebody will see to it"
                    seen.add(sum(len(one.ranks) > 1 for one in now.competition.outcomes.values()))
                    continue
        break
    assert len(seen - {0, GAMES}) > 2
    await _over(db, held)


async def test_several_enter_portions_at_once(
    db: Database, held: Held, url: str, clock: Clock
) -> None:
    """Nothing is entered twice."""
    await _all_won(db, held)
    async with another(url, clock) as one, another(url, clock) as other:
        await asyncio.gather(*(advance(each, held.id) for each in (db, one, other, one, other)))
    await _over(db, held)


async def test_matches_are_read_before_their_results_are_entered(
    db: Database, held: Held, url: str, clock: Clock
) -> None:
    """No transaction has to wait while hundreds of matches are replayed."""
    await _all_won(db, held)
    first, second, *_ = held.competition.undecided

    async def settled(db: Database, read: set[MatchId]) -> tuple[Missing, int]:
        missing = Missing()

        def act(unit: UnitOfWork) -> None:
            nonlocal missing
            missing = settle(unit, cache_of(db), read)

        unit = await perform(db, held.id, act)
        return missing, len(unit.events)

    two = (held.matches[first], held.matches[second])
    async with another(url, clock) as other:
        missing, entered = await settled(other, set())
        assert (missing, entered) == (Missing(read=two), 0)
        missing, entered = await settled(other, {*two})
        assert missing.read is not None
        assert entered == 2


@pytest.mark.parametrize("unfinished", ["draw", "director"])
async def test_the_hard_end_of_many_matches(
    db: Database, hold: Open, url: str, clock: Clock, unfinished: str
) -> None:
    """All are drawn, and no match is announced as stalled. If the director decides, they are told
    of all that are left at once, after the results.
    """
    held = await hold(
        Settings("round-robin"),
        5,
        together=True,
        ends_at=later(clock, days=30),
        unfinished=unfinished,
    )
    for game in held.competition.undecided[:3]:
        await win(db, held, game)
    clock.turn(days=31)
    async with another(url, clock) as other:
        held = await advance(other, held.id)
    stalled = [told.event for told in await news.news(db, held) if isinstance(told.event, Stalled)]
    if unfinished == "draw":
        assert (held.competition.status, stalled) == ("over", [])
        hows = [one.how for one in held.competition.outcomes.values() if len(one.ranks) > 1]
        assert sorted(hows) == ["adjudged"] * 7 + ["played"] * 3
        assert {one.status for one in held.played.values()} == {"finished", "aborted"}
    else:
        assert stalled == [Stalled(held.competition.undecided)]
        assert len(held.competition.undecided) == 7
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_who_the_entrants_were_at_each_result(db: Database, held: Held) -> None:
    """As the list of members says for each entry of the log."""
    await _all_won(db, held)
    held = await advance(db, held.id)
    for told in await news.news(db, held):
        assert told.after.teams == teams_at(held.members, told.seq)
