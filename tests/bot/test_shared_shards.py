"""Processes that share the shards by leases: none is handed out by hand, and people are answered
while processes come, end and die.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from functools import partial

import pytest
from sqlalchemy import Connection, select, update

import matches
from matches.model.ids import PlayerId
from playground.client import Channel, Message, Playground, Reply
from storage.database import Database
from storage.schema import gateway, shard
from storage.transactions import transaction
from tests.bot.access_scene import unknown
from tests.bot.gateways import Another, another, pg, shared, stack
from tests.bot.observed import page_of
from tests.bot.test_disk import REFUSED, health_is
from tests.bot.test_taken_interactions import nothing_changes_hands, standing_still
from tests.support.matches import Game, begin, known, named, open_table, said, started
from tests.support.postgres import Cluster
from tests.support.stack import Bot, Stack

__all__ = ["another", "pg", "shared", "stack"]

pytestmark = pytest.mark.untraced

_GUILD, _USER = r"/guilds/\d+$", r"/users/\d+"
Away = Callable[[], AbstractAsyncContextManager[None]]


async def _holders(db: Database) -> list[str | None]:
    """Who holds each shard."""
    query = select(shard.c.process).order_by(shard.c.id)
    return list(await db.read(lambda connection: connection.execute(query).scalars().all()))


async def _count(pg: Playground, path: str) -> int:
    count: int = (await pg.requests(path, "GET"))["count"]
    return count


async def _evenly(db: Database) -> bool:
    found = await _holders(db)
    return None not in found and len({*found}) == 2


async def _sessions(pg: Playground, shards: int = 2) -> dict[int, int]:
    """How many sessions of each shard are connected."""
    found = dict.fromkeys(range(shards), 0)
    for one in (await pg.refresh())["sessions"]:
        found[one["shard"][0]] += one["connected"]
    return found


async def _one_each(pg: Playground) -> bool:
    return await _sessions(pg) == {0: 1, 1: 1}


def _places(pg: Playground) -> list[Channel]:
    """A channel in each shard."""
    return [pg.channel("general"), pg.channel("spiele")]


async def _answered(pg: Playground) -> list[Reply]:
    """Everybody is answered, in both shards and in direct messages. Returns the answers."""
    anna, replies = pg.user("anna"), list[Reply]()
    for place in (*_places(pg), await anna.dm()):
        await anna.join(place) if place.data["guild_id"] else None
        replies.append(await anna.command("help", place))
        assert replies[-1].content
    return replies


async def _asked_until(pg: Playground, over: asyncio.Event) -> list[Reply]:
    """Asks without a pause. Returns the answers."""
    replies = list[Reply]()
    while not over.is_set():
        replies += await _answered(pg)
    return replies


async def _had_one_answer_each(replies: list[Reply]) -> None:
    """Nothing was said beside these answers, by another process, say."""
    assert replies
    for reply in replies:
        await reply.refresh()
        assert reply.content
        assert reply.followups == []


async def test_wrong_guilds_of_a_gateway(stack: Stack, pg: Playground) -> None:
    """They are named in the log, in a line. The process serves people all the same: it is one of
    several, and who registers commands is a matter of chance.
    """
    stack.stop()
    stack.settings["GUILD_IDS"] = "661720242589794304"
    stack.start()
    await pg.wait_online(shards=2)
    await _answered(pg)

    async def named() -> bool:
        return "GUILD_IDS: expected servers on which the bot is installed" in stack.said()

    await pg.wait_for(named)


async def test_a_second_process_takes_its_part(
    stack: Stack, pg: Playground, db: Database, another: Another
) -> None:
    """While people are answered all the time. Afterwards each has one shard, connected once, and
    says so.
    """
    assert len({*await _holders(db)}) == 1
    await _answered(pg)
    over = asyncio.Event()
    asking = asyncio.create_task(_asked_until(pg, over))
    second = another()
    await pg.wait_for(partial(_evenly, db))
    await pg.wait_for(partial(_one_each, pg))
    over.set()
    await _had_one_answer_each(await asking)
    await _answered(pg)
    assert await _has_taken_turns(db)
    for one in (stack, second):
        numbers = (await page_of(one, "metrics"))[1]
        for what, number in (("all", 2), ("held", 1), ("connected", 1)):
            assert f'dreierlei_shards{{what="{what}"}} {number}.0' in numbers


async def _has_taken_turns(db: Database) -> bool:
    """Whether it is noted when a session was begun last: others then wait for five seconds."""
    query = select(shard.c.identified_at).where(shard.c.id == 0)
    begun = await db.read(lambda connection: connection.execute(query).scalar())
    return begun is not None


async def test_two_that_start_together(stack: Stack, db: Database, another: Another) -> None:
    """One of them has been given all shards at first. In the end each is connected once."""
    second = another()
    async with Playground.connect(stack.url) as pg:
        await pg.wait_for(lambda: all("ready as" in one.said() for one in (stack, second)))
        await pg.wait_for(partial(_evenly, db))
        await pg.wait_for(partial(_one_each, pg))
        await _answered(pg)


async def test_a_rolling_restart(
    stack: Stack, pg: Playground, db: Database, another: Another
) -> None:
    """A new process starts, and the old one ends well: not before the new one has its shards. Each
    shard has a session all the time, and people are answered.
    """
    over, gaps = asyncio.Event(), list[dict[int, int]]()

    async def watch() -> None:
        while not over.is_set():
            if 0 in (now := await _sessions(pg)).values():
                gaps.append(now)

    watching = asyncio.create_task(watch())
    asking = asyncio.create_task(_asked_until(pg, over))
    another()
    await pg.wait_for(partial(_evenly, db))
    assert await asyncio.to_thread(Bot.stop, stack) == 0
    await pg.wait_for(partial(_one_each, pg))
    over.set()
    await watching
    await _had_one_answer_each(await asking)
    assert gaps == []
    assert len({*await _holders(db)}) == 1
    assert await matches.alive(db) == 1
    assert "nobody has taken them over" not in stack.said()


async def test_many_shards_at_once(
    stack: Stack, pg: Playground, db: Database, another: Another, shared: dict[str, str]
) -> None:
    """Where several sessions may begin together, a new process takes all of them over, and none is
    forgotten.
    """
    stack.stop()
    await pg.settings(max_concurrency=8)
    for settings in (stack.settings, shared):
        settings["SHARD_COUNT"] = "8"
    stack.start()

    async def is_connected() -> bool:
        return await _sessions(pg, 8) == dict.fromkeys(range(8), 1)

    await pg.wait_for(is_connected)
    (first,) = {*await _holders(db)}
    second = another()
    await pg.wait_for(lambda: "ready as" in second.said())
    assert await asyncio.to_thread(Bot.stop, stack) == 0
    assert "nobody has taken them over" not in stack.said()
    await pg.wait_for(is_connected)
    (new,) = {*await _holders(db)}
    assert new != first
    await pg.settings(max_concurrency=1)


async def test_a_process_that_is_killed(pg: Playground, db: Database, another: Another) -> None:
    """Once its lease is over, the others have its shards."""
    (first,) = {*await _holders(db)}
    second = another()
    await pg.wait_for(partial(_evenly, db))
    second.kill()
    await db.write(partial(_expire_all_but, first))
    await pg.wait_for(partial(_held_by_one, db))
    await pg.wait_for(partial(_one_each, pg))
    await _answered(pg)


async def _are_alive(db: Database, number: int) -> bool:
    """Whether so many processes ask for shares."""
    query = select(gateway.c.process)
    found = await db.read(lambda connection: connection.execute(query).all())
    return len(found) == number


async def _held_by_one(db: Database) -> bool:
    found = await _holders(db)
    return None not in found and len({*found}) == 1


def _expire_all_but(process: str | None, connection: Connection) -> None:
    """Has the leases of all others be over."""
    others = update(gateway).where(gateway.c.process != process)
    with transaction(connection):
        expired = connection.execute(others.values(until=datetime(2026, 1, 1, tzinfo=UTC)))
        assert expired.rowcount == 1


async def test_one_more_than_shards(
    stack: Stack, pg: Playground, db: Database, another: Another
) -> None:
    """It stands by, is healthy, and needs no share of what Discord allows. When another one ends it
    takes over.
    """
    another()
    await pg.wait_for(partial(_evenly, db))
    third = another()
    await pg.wait_for(partial(_are_alive, db, 3))
    assert (await page_of(third, "health"))[0] == 200
    assert "shards=[" not in third.said()
    assert await matches.alive(db) == 2
    assert await asyncio.to_thread(Bot.stop, stack) == 0
    await pg.wait_for(partial(_one_each, pg))
    assert len(re.findall(r"shards=\[\d\] of 2", third.said())) == 1
    await _answered(pg)


def _lost(connection: Connection) -> None:
    """All other connections are lost, and all leases are over."""
    with transaction(connection):
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute(update(gateway).values(until=datetime(2026, 1, 1, tzinfo=UTC)))


@pytest.fixture
def away(cluster: Cluster, db: Database, address: str) -> Away:
    """A while in which nobody else reaches the database, longer than leases last."""
    allow = f"ALTER DATABASE {address.rpartition('/')[2]} ALLOW_CONNECTIONS"

    @asynccontextmanager
    async def lasting() -> AsyncIterator[None]:
        await _holders(db)  # Has it connected.
        await asyncio.to_thread(cluster.execute, f"{allow} false")
        try:
            await db.write(_lost)
            yield
        finally:
            await asyncio.to_thread(cluster.execute, f"{allow} true")

    return lasting


async def _alive(db: Database) -> bool:
    """Whether all leases hold."""
    query = select(gateway.c.until)
    until = await db.read(lambda connection: connection.execute(query).scalars().all())
    return all(one > datetime.now(UTC) for one in until)


async def _connected(pg: Playground) -> set[str]:
    return {one["id"] for one in (await pg.refresh())["sessions"] if one["connected"]}


async def test_a_server_that_is_gone_for_a_while(
    stack: Stack, pg: Playground, db: Database, another: Another, away: Away
) -> None:
    """It costs refusals, and nothing else: afterwards each process has the shards that it had, in
    the same sessions, and the match goes on with a board for each turn.
    """
    another()
    await pg.wait_for(partial(_evenly, db))
    await pg.wait_for(partial(_one_each, pg))
    game = await begin(pg.channel("general"), "attangle", pg.user("ben"), pg.user("david"))
    held, sessions = await _holders(db), await _connected(pg)
    async with away():
        assert REFUSED in (await game.move(1, "c3")).content
        await pg.wait_for(lambda: health_is(stack, "failing"))

    async def played() -> bool:
        return f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content

    await pg.wait_for(played)
    await game.play("c5", first=2)
    await pg.wait_for(partial(_alive, db))
    await pg.wait_for(lambda: health_is(stack, "ok"))
    assert (await _holders(db), await _connected(pg)) == (held, sessions)
    assert len(await game.boards()) == 3


async def _begun(german: Channel) -> Game:
    """A match in a channel of the second shard."""
    ben, david = german.pg.user("ben"), german.pg.user("david")
    table = await open_table(ben, german, "attangle")
    await table.click("Mitspielen", by=david)
    return await started(german, named(table), (ben, david))


async def test_a_channel_that_is_hidden_from_whoever_held_its_shard(
    stack: Stack, pg: Playground, db: Database, another: Another
) -> None:
    """The process that answers direct messages isn't told of it, so it doesn't go by what it knew
    of the channel before: its matches can't be read from outside.
    """
    emma, german = pg.user("emma"), pg.channel("spiele")
    game, outside = await _begun(german), await emma.dm()
    await known(emma, outside, game.id)
    another()
    await pg.wait_for(partial(_evenly, db))
    await pg.wait_for(partial(_one_each, pg))
    direct, holder = await _holders(db)
    assert f".{stack.bot.pid}." in str(direct)
    assert f".{stack.bot.pid}." not in str(holder)
    await german.permit(everyone=True, deny=["view_channel"])
    await german.permit(allow=["view_channel"])
    refused = await emma.command("board", outside, match=game.id)
    assert (await said(refused)).content == unknown(game.id)


async def test_another_process_speaks_for_the_holder(
    address: str, stack: Stack, pg: Playground, db: Database, another: Another
) -> None:
    """While the process that holds a shard stands still, another one shows what is due there, in
    the server's language, with the names that its members have there. It asks Discord about the
    server once, and about nobody as a mere user.
    """
    other = another()
    await pg.wait_for(partial(_evenly, db))
    await pg.wait_for(partial(_one_each, pg))
    german = pg.channel("spiele")
    asked = {path: await _count(pg, path) for path in (_GUILD, _USER)}
    games = [await _begun(german) for _ in range(2)]
    holder = (await _holders(db))[(int(german.data["guild_id"]) >> 22) % 2]
    (held_by,) = [one for one in (stack, other) if f".{one.bot.pid}." in str(holder)]

    async def shown() -> list[Message]:
        boards = [await game.boards() for game in games]
        return [one[1] for one in boards] if all(len(one) > 1 for one in boards) else []

    async with nothing_changes_hands(address):
        with standing_still(held_by):
            for game in games:
                await matches.play(db, game.id, PlayerId(int(game.players[0].id)), "c3")
            boards = await pg.wait_for(shown)
    assert all("am Zug" in board.content for board in boards), boards
    assert [await _count(pg, path) - asked[path] for path in asked] == [1, 0]
