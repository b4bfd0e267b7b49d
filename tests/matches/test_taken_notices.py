"""Notices: who may take one, and those that are taken although they aren't due."""

from __future__ import annotations

from datetime import timedelta

from matches import Place
from matches.effects.notices import GRACE, board_key
from matches.model.ids import ChannelId, GuildId
from matches.outbox import queue
from matches.outbox.queue import HOME, LEASE
from storage.database import Database
from tests.matches.conftest import ANN, BOB, HERE, Clock, Play, Start


async def test_a_board_that_a_later_one_shows(db: Database, start: Start, clock: Clock) -> None:
    """Whoever shows it before the next one takes it, too, which counts: but not what another has
    taken, as long as that may be about to send it, and nothing that is gone.
    """
    match = await start()
    (notice,) = await queue.boards(db, match.id, match.seq)
    assert await queue.take(db, notice, ours=False) == 1
    assert await queue.take(db, notice, ours=False) is None
    assert await queue.take(db, notice, ours=True) == 2
    clock.turn(seconds=LEASE.total_seconds() - 1)
    assert await queue.due(db) == []
    assert await queue.take(db, notice, ours=False) is None
    clock.turn(seconds=2)
    assert await queue.take(db, notice, ours=False) == 3
    clock.turn(seconds=LEASE.total_seconds() + 1)
    assert [one.attempts for one in await queue.due(db)] == [4]
    await queue.done(db, notice.key)
    assert await queue.take(db, notice, ours=True) is None


async def test_a_board_whose_line_everybody_has_had(
    db: Database, start: Start, turns: Play
) -> None:
    """It is still owed, and so are those before it, which the line has told of, too; not of later
    ones.
    """
    match = await start()
    match = (await turns(match, "step", "step")).match
    _, second, third = await queue.boards(db, match.id, match.base)
    await queue.note_line_sent(db, match.id, second.base)
    left = await queue.boards(db, match.id, third.base)
    assert [one.line_sent for one in left] == [True, True, False]


async def test_each_shard_sends_its_own_first(db: Database, start: Start, clock: Clock) -> None:
    """A notice is first left to the process that is connected to the match's guild, and knows its
    names and its language: for direct messages, to the one with shard 0. Then it is anybody's.
    """
    there = Place(guild=GuildId(1 << 22), channel=ChannelId(72))
    direct = Place(guild=None, channel=ChannelId(73))
    first, second, third = [
        board_key(await start(ANN, BOB, place=place)) for place in (HERE, there, direct)
    ]
    clock.turn(seconds=GRACE.total_seconds())

    async def found(count: int, *shards: int) -> set[str]:
        return {one.key for one in await queue.due(db, count=count, shards=shards)}

    assert await found(2, 1) == {second}
    assert await found(2) == set()
    assert await found(3, 0, 2) == {first, third}
    for key in (first, second, third):
        await queue.put_back(db, key, timedelta())
    clock.turn(seconds=HOME.total_seconds() - 0.5)
    assert await found(2) == set()
    clock.turn(seconds=0.5)
    assert await found(2) == {first, second, third}
