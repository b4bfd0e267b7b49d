"""The rounds of the timekeeper go on, whatever happens."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, select

import matches
from bot.app.client import Dreierlei
from bot.cogs.clocks._timeouts import BEAT, Timekeeper
from bot.config.settings import load
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.text.discord_codes import ATTEMPTS
from matches import Place
from matches.model.clock import Clock
from matches.model.ids import ChannelId, PlayerId
from storage.database import Database
from storage.schema import notice
from storage.transactions import transaction


async def test_rounds_go_on_without_a_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a database the log has one line with the cause, and one when it is back. Then due
    work is done, after the time without a heartbeat is given back.
    """
    now = datetime(2030, 1, 1, tzinfo=UTC)
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}", now=lambda: now)
    bot = Dreierlei(load(), database)
    keeper = Timekeeper(bot)
    with caplog.at_level(logging.WARNING):
        await keeper.rounds.look()
        await keeper.rounds.look()
    (line,) = caplog.messages
    assert line == "the clocks can't be kept: no such table: heartbeat"
    await database.migrate()
    with caplog.at_level(logging.INFO):
        await keeper.rounds.look()
        await keeper.rounds.look()
    assert caplog.messages.count("the clocks can't be kept: that is over") == 1
    place, clock = Place(guild=None, channel=ChannelId(7)), Clock.each_turn(timedelta(hours=1))
    opened = await matches.open_table(
        database,
        game="attangle",
        host=PlayerId(101),
        place=place,
        invited=[PlayerId(102)],
        seating="chosen",
        clock=clock,
    )
    match = await matches.accept(database, opened.id, PlayerId(102))
    while now < datetime(2030, 1, 1, 0, 59, tzinfo=UTC):
        now += 2 * BEAT
        await keeper.rounds.look()
    now += timedelta(hours=5)
    await keeper.rounds.look()
    match = await matches.get(database, match.id)
    assert match.due_at is not None
    assert match.status == "running"
    while now < match.due_at:
        now += BEAT
        await keeper.rounds.look()
    assert (await matches.get(database, match.id)).ending is not None
    await database.close()


async def test_reminders_wait_for_what_was_given_back(tmp_path: Path) -> None:
    """A reminder that comes up early, because downtime moved its match's due time, waits until it
    is due, however often that happens.
    """
    now = datetime(2030, 1, 1, tzinfo=UTC)
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}", now=lambda: now)
    await database.migrate()
    bot = Dreierlei(load(shard_count=1, shard_ids=(0,)), database)
    await matches.credit_downtime(database)
    opened = await matches.open_table(
        database,
        game="attangle",
        host=PlayerId(101),
        place=Place(guild=None, channel=ChannelId(7)),
        invited=[PlayerId(102)],
        seating="chosen",
        clock=Clock.each_turn(timedelta(days=3)),
        at_end="claim",
    )
    match = await matches.accept(database, opened.id, PlayerId(102))
    keys = {f"{match.id}.r0", f"{match.id}.r1", f"{match.id}.c2"}
    await database.write(partial(_only, keys=keys))
    for _ in range(ATTEMPTS + 2):
        now += timedelta(days=3)
        assert await matches.credit_downtime(database) == []
        await bot.service(OutboxSender)._round()
        await asyncio.gather(*bot.service(OutboxSender)._sending)
        due_at = (await matches.get(database, match.id)).due_at
        assert due_at == now + timedelta(days=3)
        leads = {"r0": timedelta(days=1), "r1": timedelta(hours=6), "c2": timedelta()}
        assert await database.read(_dues) == {
            f"{match.id}.{name}": due_at - lead for name, lead in leads.items()
        }
    await database.close()


def _only(connection: Connection, keys: set[str]) -> None:
    with transaction(connection):
        connection.execute(delete(notice).where(notice.c.key.not_in(keys)))


def _dues(connection: Connection) -> dict[str, datetime]:
    return {row.key: row.due_at for row in connection.execute(select(notice))}


def test_processes_have_names() -> None:
    """A process has the same name at every start, different from those with other shards."""
    shares = [load(shard_count=3, shard_ids=ids) for ids in ((0, 1), (2,))]
    assert [share.process for share in shares] == ["0,1/3", "2/3"]
    assert load().process == "all"
