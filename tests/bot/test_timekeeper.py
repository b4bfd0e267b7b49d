"""The timekeeper's rounds go on, whatever happens."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import matches
from bot.client import Dreierlei
from bot.settings import load
from bot.timekeeper import BEAT, Timekeeper, name_of
from matches import Place
from matches.clock import Clock
from storage.database import Database


async def test_rounds_go_on_without_a_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A database that is not there makes a line in the log; once it is there, what is due is done,
    and time that went by without a heartbeat is given back before.
    """
    now = datetime(2030, 1, 1, tzinfo=UTC)
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}", now=lambda: now)
    bot = Dreierlei(load(), database)
    keeper = Timekeeper(bot)
    with caplog.at_level(logging.WARNING):
        await keeper.look()
    assert "the clocks can't be read" in caplog.text
    await database.migrate()
    await keeper.look()
    place, clock = Place(guild=None, channel=7), Clock.each_turn(timedelta(hours=1))
    opened = await matches.open_table(
        database,
        game="attangle",
        host=101,
        place=place,
        invited=[102],
        seating="chosen",
        clock=clock,
    )
    match = await matches.accept(database, opened.id, 102)
    while now < datetime(2030, 1, 1, 0, 59, tzinfo=UTC):
        now += 2 * BEAT
        await keeper.look()
    now += timedelta(hours=5)
    await keeper.look()
    match = await matches.get(database, match.id)
    assert match.due_at is not None
    assert match.status == "running"
    while now < match.due_at:
        now += BEAT
        await keeper.look()
    assert (await matches.get(database, match.id)).ending is not None
    await database.close()


def test_processes_have_names() -> None:
    """A process has the same name each time, and another one than those with other shards."""
    shares = [load(shard_count=3, shard_ids=ids) for ids in ((0, 1), (2,))]
    assert [name_of(share) for share in shares] == ["0,1/3", "2/3"]
    assert name_of(load()) == "all"
