"""What was sent, and the database was away when that had to be noted: nothing is sent twice."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.matches.outbox_sender import OutboxSender
from matches.effects.notices import board_key
from matches.outbox import queue
from tests.bot.test_long_trouble import Hall, hall
from tests.bot.test_outbox_sender import away
from tests.support.matches import FOLLOW_UPS, MESSAGES

__all__ = ["hall"]
pytestmark = pytest.mark.untraced


async def _held(hall: Hall, path: str) -> None:
    """The next message is sent there, but the bot doesn't hear of it until it is released."""
    await hall.pg.fault("late", path, method="POST", seconds=3600)


async def _released(hall: Hall, caplog: pytest.LogCaptureFixture, said: str) -> None:
    """The bot hears of the message while the database is away. Returns once the log says so."""

    async def sent() -> bool:
        return not await hall.pg.unmet()

    await hall.pg.wait_for(sent)
    with away(hall.folder):
        await hall.pg.release()
        await hall.pg.wait_for(lambda: said in caplog.text)


async def test_a_board(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """It is noted when the database is back, though Discord has forgotten its nonce by then."""
    await hall.begin()
    await hall.pg.settings(nonce_window=0)
    await _held(hall, MESSAGES)
    player = hall.game.players[0]
    place, match = await player.dm(), hall.game.id
    await player.command("move", place, wait=False, turn="c3", match=match)
    await _released(hall, caplog, "is noted later")
    key, database = board_key(await hall.stands()), hall.bot.database

    async def noted() -> bool:
        return not await queue.is_pending(database, key)

    await hall.pg.wait_for(noted)
    board = await hall.shown(1)
    assert await queue.last_board(database, match) == int(board.id)


async def test_a_board_before_the_next_one(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """If the next turn comes before the sender has looked again, it isn't sent again either."""
    await hall.begin()
    hall.bot.service(OutboxSender).rounds.stop()
    await hall.pg.settings(nonce_window=0)
    await _held(hall, MESSAGES)
    player = hall.game.players[0]
    await player.command("move", await player.dm(), wait=False, turn="c3", match=hall.game.id)
    await _released(hall, caplog, "is noted later")
    first = await hall.shown(1)
    await hall.turn(2)
    await hall.shown(2)
    assert [one.id for one in await hall.tells(1)] == [first.id]


async def test_a_table(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """It stays owed until its message is stored with it, and is found then."""
    await _held(hall, FOLLOW_UPS)
    host = hall.pg.user("ben")
    await host.command("play attangle", hall.general, wait=False)
    await _released(hall, caplog, "the message of its table: ")
    ((message,),) = await hall.pg.wait_for(lambda: _messages(hall.folder))
    (shown,) = [one for one in await hall.general.messages() if not one.ephemeral]
    assert message == int(shown.id)


def _messages(folder: Path) -> list[tuple[Any, ...]]:
    """The messages of all tables that have one."""
    with closing(sqlite3.connect(folder / "bot.db")) as database:
        found = database.execute("SELECT message FROM match WHERE message IS NOT NULL")
        return found.fetchall()
