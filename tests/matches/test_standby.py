"""The server of the database dies while people play, and its standby takes over."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator

import pytest

import matches
from matches.archive import verify
from matches.model.errors import Unavailable
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match
from storage.database import Database
from tests.matches.conftest import Start
from tests.support.pgbouncer import Pooler, pooler
from tests.support.postgres import MIGRATED
from tests.support.standby import Pair, replicated

pytestmark = pytest.mark.untraced

PEOPLE = 8
BEFORE, AFTER = 6, 6
"""The turns that each match has at least before and after the server's death."""


@pytest.fixture
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    """A server with a standby. Needs a server's programs, as `cluster` does."""
    request.getfixturevalue("cluster")
    with replicated() as both:
        yield both


@pytest.fixture
def way(pair: Pair) -> Iterator[Pooler]:
    """The pooler that leads to the server, and to a database there with the whole schema."""
    with pooler(pair.primary.url(MIGRATED)) as one:
        yield one


@pytest.fixture
def url(way: Pooler) -> str:
    """The address of that database."""
    return way.url


class Played:
    """Who was told which turns count."""

    def __init__(self) -> None:
        self.acknowledged: dict[MatchId, list[int]] = defaultdict(list)
        self.refused = 0
        self.changed = asyncio.Condition()
        self.enough = False

    async def note(self, match: Match) -> None:
        """Somebody was told so."""
        self.acknowledged[match.id].append(match.seq)
        async with self.changed:
            self.changed.notify_all()

    async def each_has(self, turns: int) -> None:
        """Waits until somebody was told of as many turns in each match."""
        async with self.changed:
            await self.changed.wait_for(
                lambda: (
                    len(self.acknowledged) == PEOPLE
                    and all(len(one) >= turns for one in self.acknowledged.values())
                )
            )

    async def play(self, db: Database, match: Match) -> None:
        """Two play on, whatever happens: what is refused is tried again from what counts then."""
        while not self.enough:
            try:
                match = await matches.get(db, match.id)
                player = match.player_to_move
                assert player is not None
                played = await matches.play(db, match.id, player, "block", seq=match.seq)
                await self.note(played.match)
            except Unavailable:
                self.refused += 1
                await asyncio.sleep(0.05)


async def test_no_turn_is_lost_when_the_standby_takes_over(
    db: Database, start: Start, pair: Pair, way: Pooler
) -> None:
    """Each turn of which somebody was told that it counts is there afterwards, once; in between
    people were refused, and then went on.
    """
    begun = [await start(PlayerId(300 + 2 * n), PlayerId(301 + 2 * n)) for n in range(PEOPLE)]
    told = Played()
    async with asyncio.TaskGroup() as group:
        for match in begun:
            group.create_task(told.play(db, match))
        await told.each_has(BEFORE)
        await asyncio.to_thread(pair.fail_over)
        way.lead_to(pair.standby)
        so_far = max(map(len, told.acknowledged.values()))
        await told.each_has(so_far + AFTER)
        told.enough = True
    assert told.refused > 0
    for match in begun:
        seqs = told.acknowledged[match.id]
        assert seqs == sorted({*seqs})  # One that is lost would be followed by one of its number.
        assert (await matches.get(db, match.id)).seq >= seqs[-1]
    assert [one.fault async for one in verify.replays(db)] == [None] * PEOPLE
