"""Many writers for one turn: exactly one wins, and the others are told that the match has
moved on.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event

import matches
from matches import Limits, Match
from matches.model import errors
from matches.model.ids import MatchNumber, number_of
from matches.unit_of_work.cache import Cache
from storage import blocks, players
from storage import matches as rows
from storage.database import Database
from storage.errors import LostRace
from storage.matches import DraftText
from storage.runners import awaited
from storage.transactions import transaction
from tests import PATIENCE
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Start
from tests.matches.racer import attempt
from tests.support.racing import racing
from tests.support.replay import replay_match

pytestmark = pytest.mark.untraced

WRITERS = 30


async def _race(dbs: list[Database], match: Match) -> Counter[str]:
    results = await asyncio.gather(
        *(attempt(dbs[n % len(dbs)], match.id, ANN, match.seq) for n in range(WRITERS))
    )
    return Counter(results)


@asynccontextmanager
async def _unwritten(db: Database) -> AsyncIterator[None]:
    """Inside this block everything that would write waits for its end."""
    loop = asyncio.get_running_loop()
    begun, end = asyncio.Event(), threading.Event()

    def hold(connection: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        end.wait()

    async with asyncio.TaskGroup() as group:
        group.create_task(db.write(hold))
        await begun.wait()
        try:
            yield
        finally:
            end.set()


async def test_one_of_many_writers_wins(db: Database, start: Start) -> None:
    """Thirty writers at once, through one open database, for the same position."""
    match = await start()
    assert await _race([db], match) == {"played": 1, "StaleMatch": WRITERS - 1}
    assert (await replay_match(db, match.id)).turn_count == 1


async def test_typed_turns_race_for_the_position_at_which_they_were_typed(
    db: Database, start: Start
) -> None:
    """A turn typed before another came in is not played after it, even without a named position and
    even if the same player is to move again.
    """
    match = await start()
    async with _unwritten(db):
        race = asyncio.gather(*(attempt(db, match.id, ANN, None, "block") for _ in range(WRITERS)))
        await asyncio.sleep(0)  # All have typed when the first turn comes in.
    assert Counter(await race) == {"played": 1, "StaleMatch": WRITERS - 1}
    now = await matches.get(db, match.id)
    assert now.record == ["block", "pass"]
    assert await attempt(db, match.id, ANN, None, "block") == "played"


async def test_writers_of_several_databases(db: Database, url: str, start: Start) -> None:
    """The same through several open databases, each with its own cache, for ten turns."""
    others = [Database.connect(url) for _ in range(3)]
    match = await start(goal="40")
    try:
        for other in others:
            await matches.get(other, match.id)
        for turn in range(10):
            player = (ANN, BOB)[turn % 2]
            results = await asyncio.gather(
                *(
                    attempt(one, match.id, player, match.seq)
                    for one in (db, *others)
                    for _ in range(WRITERS // 4)
                )
            )
            assert Counter(results) == {"played": 1, "StaleMatch": len(results) - 1}
            match = await matches.get(db, match.id)
            assert match.turn_count == turn + 1
    finally:
        for other in others:
            await other.close()
    assert await replay_match(db, match.id) == match


async def test_writers_of_two_processes(db: Database, url: str, start: Start) -> None:
    """Two processes and this one race for the same turn."""
    match = await start()
    async with racing("tests.matches.racer", url, match.id, str(match.seq)) as others:
        results = await _race([db], match)
    results.update(others)
    assert results["played"] == 1
    assert results["StaleMatch"] == results.total() - 1 >= WRITERS
    assert (await replay_match(db, match.id)).turn_count == 1


async def test_redelivery_while_the_first_is_under_way(db: Database, start: Start) -> None:
    """Several concurrent deliveries of one interaction are one turn, and all get the same
    answer.
    """
    match = await start()
    outcomes = await asyncio.gather(
        *(matches.play(db, match.id, ANN, "step", seq=match.seq, interaction=9) for _ in range(9))
    )
    assert Counter(one.repeated for one in outcomes) == {False: 1, True: 8}
    assert all(one.match == outcomes[0].match for one in outcomes)


async def test_race_for_seats(db: Database, url: str) -> None:
    """Players who join at once get one seat each, and a player too many gets none."""
    other = Database.connect(url)
    opened = await matches.open_table(db, game="toy", host=ANN, place=HERE, seats=3)
    try:
        results = await asyncio.gather(
            *(
                matches.join(one, opened.id, player)
                for one, player in ((db, BOB), (other, CAT), (db, DAN))
            ),
            return_exceptions=True,
        )
    finally:
        await other.close()
    refused = [one for one in results if isinstance(one, BaseException)]
    assert len(refused) == 1
    assert isinstance(refused[0], errors.TableFull)
    match = await matches.get(db, opened.id)
    assert match.status == "running"
    assert ANN in match.players
    assert len(set(match.players)) == 3


async def test_draft_and_turn_race(db: Database, url: str, start: Start) -> None:
    """Of clicks on one draft through two databases, each counts once or is stale."""
    match = await start(goal="1000")
    other = Database.connect(url)
    try:
        results = await asyncio.gather(
            *(
                matches.extend_draft(one, match.id, ANN, "run", seq=match.seq, length=length)
                for length in range(5)
                for one in (db, other)
            ),
            return_exceptions=True,
        )
    finally:
        await other.close()
    stale = [one for one in results if isinstance(one, errors.StaleDraft)]
    done = [one for one in results if isinstance(one, matches.Played)]
    assert len(stale) + len(done) == len(results)
    assert (await matches.draft(db, match.id, ANN)).length == len(done) >= 1


async def test_late_draft_does_not_replace_a_later_one(db: Database, start: Start) -> None:
    """A draft for a past position does not replace one for a later position."""
    match = await start()
    number = number_of(match.id)
    for base in (match.base + 2, match.base):
        late = DraftText(1, base, "jump", over=None, interaction=None)

        def put(connection: Connection, new: DraftText = late) -> None:
            with transaction(connection):
                rows.put_draft(connection, number, new)

        if base == match.base:
            with pytest.raises(LostRace):
                await db.write(put)
        else:
            await db.write(put)


def test_turn_that_is_being_stored_counts_as_entered() -> None:
    """Others may read a turn before its writer hears that it is stored. Texts typed before then
    count as typed before it.
    """
    cache = Cache()
    asked = cache.tick
    first, second = MatchNumber(1), MatchNumber(2)
    with cache.moving(first), cache.moving(first):
        assert cache.moved_since(first, asked)
        assert not cache.moved_since(second, asked)
    assert not cache.moved_since(first, asked)


async def test_first_preferences_of_a_player(db: Database, url: str) -> None:
    """Two simultaneous first preferences of a player are both stored, once, and neither fails."""
    other = Database.connect(url)

    def choose(connection: Connection, theme: str) -> None:
        with transaction(connection):
            players.set_preferences(connection, ANN, {"theme": theme})

    try:
        await asyncio.gather(
            *(one.write(partial(choose, theme="dark")) for one in (db, other) for _ in range(9))
        )
    finally:
        await other.close()
    assert await db.read(partial(players.preferences, player_id=ANN)) == {"theme": "dark"}


_WAYS = ("block", "run", "step")


async def test_queues_and_offers_race(db: Database, url: str, start: Start) -> None:
    """Actions that do not depend on the position are all entered once, in some order."""
    others = [Database.connect(url) for _ in range(3)]
    match = await start(ANN, BOB, CAT)
    try:
        await asyncio.gather(
            *(
                matches.prepare(one, match.id, player, text, interaction=100 * player + number)
                for number, one in enumerate(others)
                for player, text in ((BOB, _WAYS[number]), (CAT, _WAYS[-1 - number]))
            ),
            matches.offer_draw(db, match.id, ANN, interaction=7),
        )
    finally:
        for other in others:
            await other.close()
    now = await replay_match(db, match.id)
    assert {seat: sorted(queue) for seat, queue in now.queues.items()} == {
        2: ["block", "run", "step"],
        3: ["block", "run", "step"],
    }
    assert now.draw_offer is not None
    assert now.seq == match.seq + 7


async def test_joins_race_for_a_limit(db: Database, url: str) -> None:
    """Joining several tables at once through two databases does not exceed the player's limit."""
    other = Database.connect(url)
    tables = [
        await matches.open_table(db, game="toy", host=host, place=HERE)
        for host in (ANN, CAT, DAN, EVE)
    ]
    try:
        results = await asyncio.gather(
            *(
                matches.join(one, table.id, BOB, limits=Limits(matches=1))
                for table, one in zip(tables, (db, other) * 2, strict=True)
            ),
            return_exceptions=True,
        )
    finally:
        await other.close()
    refused = [one for one in results if isinstance(one, errors.TooManyMatches)]
    assert (len(refused), len(results)) == (3, 4)
    assert len(await matches.matches_of(db, BOB)) == 1


async def test_openings_race_for_a_limit(db: Database, url: str) -> None:
    """Nor does opening several tables at once."""
    other = Database.connect(url)
    try:
        results = await asyncio.gather(
            *(
                matches.open_table(one, game="toy", host=ANN, place=HERE, limits=Limits(tables=1))
                for one in (db, other, db, other)
            ),
            return_exceptions=True,
        )
    finally:
        await other.close()
    assert sum(isinstance(one, errors.TooManyTables) for one in results) == 3
    assert len(await matches.matches_of(db, ANN)) == 1


async def test_a_block_while_a_challenge_is_accepted(db: Database, url: str) -> None:
    """Accepting a challenge waits for a block that is being stored, and is then refused."""
    other = Database.connect(url)
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
    stored, asked, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    loop = asyncio.get_running_loop()

    async def stay() -> None:
        stored.set()
        await done.wait()

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if "advisory" in statement or "BEGIN IMMEDIATE" in statement:
            loop.call_soon_threadsafe(asked.set)

    def block(connection: Connection) -> None:
        with transaction(connection):
            players.hold(connection, [ANN, BOB])
            blocks.add(connection, ANN, BOB)
            awaited(stay())

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        blocking = asyncio.create_task(other.write(block))
        await stored.wait()
        accepting = asyncio.create_task(matches.accept(db, table.id, BOB))
        async with asyncio.timeout(PATIENCE):
            await asked.wait()
        done.set()
        await blocking
        with pytest.raises(errors.NotTogether):
            await accepting
    finally:
        await other.close()
    assert (await matches.get(db, table.id)).status == "open"
