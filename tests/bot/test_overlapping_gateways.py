"""Two processes that hold the same shards: each hears all that people do, and people are answered
once.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, update

from matches.model.ids import number_of
from playground.answers import Reply
from playground.client import Playground, User
from storage.database import Database
from storage.schema import draft, entry, gateway, shard
from storage.transactions import in_transaction, transaction
from tests.bot.gateways import shared, stack
from tests.support.matches import Game, begin
from tests.support.picking import choose
from tests.support.stack import Bot, Stack

__all__ = ["shared", "stack"]

pytestmark = pytest.mark.untraced

REFUSE = """CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$"""
HOLD_UP = """CREATE TRIGGER held_up BEFORE INSERT OR UPDATE ON gateway
FOR EACH ROW WHEN (NEW.process = '{process}') EXECUTE FUNCTION refuse()"""
"""The process learns no more of leases. So it goes on answering for all that it held before."""
UNTAKEN = """CREATE TRIGGER untaken BEFORE INSERT ON taken_interaction
FOR EACH ROW EXECUTE FUNCTION refuse()"""
"""No process can take an interaction."""
CALLBACK = "/callback$"
_UNSURE = re.compile(r"interaction=(\d+) is answered, whoever has taken it")
"""On a slow machine the database may take so long to say who answers that both processes do."""


@pytest.fixture
async def pg(stack: Stack) -> AsyncIterator[Playground]:
    """The playground, once the first process is online with both shards."""
    async with Playground.connect(stack.url) as client:
        await client.wait_online(shards=2)
        await client.settings(max_concurrency=2)
        yield client


@pytest.fixture
async def processes(
    stack: Stack, pg: Playground, db: Database, tmp_path: Path, shared: dict[str, str]
) -> AsyncIterator[tuple[Bot, Stack]]:
    """The second process and the first one, once both hold both shards."""
    await pg.wait_for(partial(_held_by_one, db))
    await db.write(_hold_up)
    folder = tmp_path / "other"
    folder.mkdir()
    running = Bot(folder, stack.url, **shared)
    await pg.wait_for(partial(_has_two_sessions_each, pg))
    await pg.wait_for(lambda: "shards=[0, 1] of 2" in running.said())
    yield running, stack
    running.close()
    running.check()


async def _held_by_one(db: Database) -> bool:
    query = select(shard.c.process)
    found = await db.read(lambda connection: connection.execute(query).scalars().all())
    return None not in found and len({*found}) == 1


def _hold_up(connection: Connection) -> None:
    """The only process can't renew its lease any more, and that is over.

    The table is locked first. After the update the trigger's lock could meet the one of a process
    that waits to renew its lease: a deadlock.
    """
    with transaction(connection):
        connection.exec_driver_sql("LOCK TABLE gateway IN SHARE ROW EXCLUSIVE MODE")
        process = connection.execute(select(gateway.c.process)).scalar_one()
        connection.execute(update(gateway).values(until=datetime(2026, 1, 1, tzinfo=UTC)))
        connection.exec_driver_sql(REFUSE)
        connection.exec_driver_sql(HOLD_UP.format(process=process))


async def _has_two_sessions_each(pg: Playground) -> bool:
    found = Counter[int]()
    for one in (await pg.refresh())["sessions"]:
        found[one["shard"][0]] += one["connected"]
    return found == {0: 2, 1: 2}


class Acts:
    """What people do, one after the other, and the answers. With `held`, the first callback of each
    is held up until people have been answered, so the slower process answers them.
    """

    def __init__(self, pg: Playground, *, held: bool) -> None:
        self._pg, self._held = pg, held
        self.replies = list[Reply]()

    async def do(self, act: Awaitable[Reply]) -> Reply:
        """Does it. Returns the answer."""
        await self._hold()
        self.replies.append(await act)
        await self._pg.release()
        return self.replies[-1]

    async def complete(self, who: User, game: Game) -> set[str]:
        """What is offered to somebody who types a turn."""
        await self._hold()
        offered = await who.autocomplete("move", "turn", channel=game.channel, match=game.id)
        await self._pg.release()
        return {choice.value for choice in offered}

    async def _hold(self) -> None:
        if self._held:
            await self._pg.fault("delay", CALLBACK, method="POST", seconds=3600)


async def _play(acts: Acts, game: Game) -> None:
    """Buttons, menus, a form, commands and a completion."""
    first, second = game.players
    opened = await acts.do((await game.board()).click("Move", by=first))
    assert "On which point do you want to place a piece?" in opened.content
    picked = await acts.do(choose(opened, "c3"))
    assert "Your turn: `c3`." in picked.content
    played = await acts.do(picked.click("Confirm"))
    assert f"`{game.id}`: you played `c3`." in played.content
    await game.board_with("1. `c3`")
    typed = await acts.do(second.command("move", game.channel, turn="c5", match=game.id))
    assert f"`{game.id}`: you played `c5`." in typed.content
    await game.board_with("2. `c5`")
    assert {"a1", "d3"} <= await acts.complete(first, game)
    listed = await acts.do(second.command("prepared", game.channel, match=game.id))
    asked = await acts.do(listed.click("Prepare turns…"))
    assert asked.modal is not None
    sent = await acts.do(asked.modal.submit(text="d3"))
    assert "you've prepared 1 turn: `d3`" in sent.content


async def _log(db: Database, game: Game) -> list[str]:
    """The kinds of a match's entries since its start."""
    query = select(entry.c.kind).where(entry.c.match_id == number_of(game.id)).order_by(entry.c.seq)
    kinds = await db.read(lambda connection: connection.execute(query).scalars().all())
    return [*kinds[kinds.index("start") + 1 :]]


async def _refused_once_all_have_ended(processes: tuple[Bot, Stack], pg: Playground) -> set[str]:
    """The interactions that were answered a second time, in vain. All were answered once."""
    for one in processes:
        assert await asyncio.to_thread(one.stop) == 0
    answered, refused = Counter[str](), set[str]()
    for request in (await pg.requests(CALLBACK, "POST"))["requests"]:
        interaction = request["path"].split("/")[2]
        answered[interaction] += request["status"] < 300
        refused |= {interaction} if request["status"] == 400 else set()
    assert {*answered.values()} == {1}
    return refused


async def _was_told_once(acts: Acts, game: Game, db: Database) -> None:
    """What people have done is stored once, and nobody has read anything twice."""
    for reply in acts.replies:
        await reply.refresh()
        assert not [one for one in reply.followups if one.ephemeral], reply.followups
    assert await _log(db, game) == ["place", "turn", "turn", "prepare"]
    assert len(await game.boards()) == 3
    public = [one for one in await game.channel.messages() if not one.ephemeral]
    assert len([one for one in public if one.content]) == 3


async def test_each_is_taken_by_one(
    processes: tuple[Bot, Stack], pg: Playground, db: Database, people: tuple[User, User]
) -> None:
    """Both processes hear of each button, menu, form and command, and one of them answers. A
    completion is answered by both, which costs nothing.
    """
    acts = Acts(pg, held=False)
    game = await begin(pg.channel("general"), "attangle", *people)
    await _play(acts, game)
    refused = await _refused_once_all_have_ended(processes, pg)
    by_both = {found for one in processes for found in _UNSURE.findall(one.said())}
    assert not refused & {one.interaction for one in acts.replies} - by_both
    await _was_told_once(acts, game, db)


async def test_what_another_has_carried_out_is_answered_alike(
    processes: tuple[Bot, Stack], pg: Playground, db: Database, people: tuple[User, User]
) -> None:
    """A process that hears late of a choice, of its taking back or of the button that ends a turn
    finds it carried out. It answers as the other one would, and doesn't call the menus out of date.
    """
    await db.write(in_transaction(lambda connection: connection.exec_driver_sql(UNTAKEN)))
    game = await begin(pg.channel("general"), "attangle", *people)
    by_the_late = partial(_by_the_late, processes[0], pg, db, game)
    opened = await (await game.board()).click("Move", by=game.players[0])
    await _have_answered(opened, pg)
    picked = await by_the_late(choose(opened, "c3"))
    assert "Your turn: `c3`." in picked.content
    back = await by_the_late(picked.click("Back"))
    assert "On which point do you want to place a piece?" in back.content
    picked = await by_the_late(choose(back, "c3"))
    played = await by_the_late(picked.click("Confirm"))
    assert "you played `c3`." in played.content
    assert not played.followups
    assert await _log(db, game) == ["place", "turn"]


async def _by_the_late(
    late: Bot, pg: Playground, db: Database, game: Game, act: Awaitable[Reply]
) -> Reply:
    """What this process answers, which stands still until the other one has carried out the act,
    and whose answer then comes first.
    """
    before = await _stored(db, game)
    await pg.fault("delay", CALLBACK, method="POST", seconds=3600)
    os.kill(late.bot.pid, signal.SIGSTOP)
    try:
        acting = asyncio.ensure_future(act)
        await pg.wait_for(partial(_has_changed, db, game, before))
        await pg.wait_for(partial(_is_held, pg))
    finally:
        os.kill(late.bot.pid, signal.SIGCONT)
    reply = await acting
    await pg.release()
    await _have_answered(reply, pg)
    return reply


async def _have_answered(reply: Reply, pg: Playground) -> None:
    """Waits for both answers: until then, who is second would act on what has come of it."""

    async def have() -> bool:
        sent = (await pg.requests(CALLBACK, "POST"))["requests"]
        return sum(f"/{reply.interaction}/" in one["path"] for one in sent) == 2

    await pg.wait_for(have)


async def _stored(db: Database, game: Game) -> tuple[str | None, list[str]]:
    query = select(draft.c.text).where(draft.c.match_id == number_of(game.id))
    text: str | None = await db.read(lambda connection: connection.execute(query).scalar())
    return text, await _log(db, game)


async def _is_held(pg: Playground) -> bool:
    return not await pg.unmet()


async def _has_changed(db: Database, game: Game, before: tuple[str | None, list[str]]) -> bool:
    return await _stored(db, game) != before


@pytest.mark.parametrize("held", [False, True], ids=["as it happens", "by the slower one"])
async def test_each_is_answered_once(
    processes: tuple[Bot, Stack],
    pg: Playground,
    db: Database,
    people: tuple[User, User],
    *,
    held: bool,
) -> None:
    """If neither can take it, both answer each button, menu, form and command, and Discord takes
    one of the two answers. What people do is stored once, there is one board for each turn, and
    nobody reads anything else, even once both processes have finished all that they had begun.
    """
    await db.write(in_transaction(lambda connection: connection.exec_driver_sql(UNTAKEN)))
    acts = Acts(pg, held=held)
    game = await begin(pg.channel("general"), "attangle", *people)
    await _play(acts, game)
    refused = await _refused_once_all_have_ended(processes, pg)
    assert {one.interaction for one in acts.replies} < refused  # The table was opened and joined.
    await _was_told_once(acts, game, db)
