"""A database in which nothing can be written for a while, as on a standby during a failover, or
that answers nothing, as before one.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from playground.client import Channel, User
from tests.bot.test_answering import MESSAGE, THINKING
from tests.bot.test_disk import REFUSED, TROUBLE, health_is, refusals
from tests.support.matches import Game, begin
from tests.support.postgres import Cluster
from tests.support.slow_answers import acknowledged
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced


@pytest.fixture(scope="module")
def url(cluster: Cluster) -> Iterator[str]:
    """The address of the bot's database."""
    with cluster.database() as address:
        yield address


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory, url: str) -> Iterator[Stack]:
    """A bot on PostgreSQL, with the health endpoint."""
    running = Stack(tmp_path_factory.mktemp("bot"), DATABASE_URL=url, METRICS_PORT="0")
    yield running
    running.close()
    running.check()


@asynccontextmanager
async def _read_only(cluster: Cluster, url: str) -> AsyncIterator[None]:
    """The database only reads. All its connections were ended, as by a failover to a standby; those
    that were made meanwhile stay as they are.
    """
    name = url.rpartition("/")[2]
    for statement in (
        f"ALTER DATABASE {name} SET default_transaction_read_only = on",
        f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '{name}'",
    ):
        await asyncio.to_thread(cluster.execute, statement)
    try:
        yield
    finally:
        writable = f"ALTER DATABASE {name} RESET default_transaction_read_only"
        await asyncio.to_thread(cluster.execute, writable)


@pytest.fixture
async def game(general: Channel, ben: User, david: User) -> Game:
    """A running match."""
    return await begin(general, "attangle", ben, david)


async def test_a_database_that_only_reads(
    stack: Stack, cluster: Cluster, url: str, general: Channel, game: Game
) -> None:
    """Turns are refused, each with a log line and its cause, and health fails. Once the database
    can be written again, everything continues, without a restart of the bot. A connection that
    was made meanwhile may cost one more refusal.
    """
    async with _read_only(cluster, url):
        assert REFUSED in (await game.move(1, "c3")).content
        (cause,) = refusals(stack, game)
        assert "read-only transaction" in cause
        await general.pg.wait_for(lambda: health_is(stack, "failing"))
        await general.pg.wait_for(lambda: f"{TROUBLE}: " in stack.said())
    await general.pg.wait_for(lambda: health_is(stack, "ok"))
    await general.pg.wait_for(lambda: f"{TROUBLE}: that is over" in stack.said())

    async def played() -> bool:
        return f"`{game.id}`: you played `c3`." in (await game.move(1, "c3")).content

    await general.pg.wait_for(played)


async def test_a_database_that_answers_nothing(
    stack: Stack, cluster: Cluster, general: Channel, game: Game, anna: User
) -> None:
    """People are told in time that what they want takes a moment, and get it once the database is
    back. A form can't come later, so those who want one are told to try again, and so are those of
    whom it isn't known whether they may press a button: nothing happens afterwards.
    """
    pg, player = general.pg, game.players[0]
    board, listed = await game.board(), await player.command("prepared", game.channel)
    with cluster.stopped():
        move = await board.click("Move", by=player, wait=False)
        shown = await anna.command("board", game.channel, wait=False, match=game.id)
        form = await listed.click("Prepare turns…", wait=False)
        seen = await board.click("More…", by=anna, wait=False)
        assert await acknowledged(pg, move) == THINKING
        assert await acknowledged(pg, shown) == THINKING
        refused = {form: REFUSED, seen: "Ich komme gerade nicht an die Partien heran."}
        for reply, said in refused.items():
            assert await acknowledged(pg, reply) == MESSAGE
            assert said in reply.content
        assert "refused: the database answers nothing" in stack.said()

    async def answered() -> bool:
        return bool((await move.refresh()).selects) and bool((await shown.refresh()).attachments)

    await pg.wait_for(answered)
    for reply, said in refused.items():
        assert (await reply.refresh()).followups == []
        assert said in reply.content
    assert (await listed.click("Prepare turns…")).modal is not None
