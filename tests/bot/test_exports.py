"""Files with everything that is stored about somebody, read and written by a process of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest

import matches
from bot.app.client import Dreierlei
from bot.cogs.privacy.cog import Privacy
from bot.processes.jobs import EACH, Engaged, Jobs
from bot.records.own_data import written
from matches import Place, privacy
from matches.model.errors import Unavailable
from matches.model.ids import ChannelId, GuildId
from storage.database import Database
from tests.bot.test_prefetch import ANN, BEN, bot
from tests.storage.test_addresses import PASSWORD, guarded

__all__ = ["bot", "guarded"]

TABLES = ChannelId(70)


def _asked(bot: Dreierlei, player: int) -> Any:
    user = SimpleNamespace(id=player)
    return SimpleNamespace(user=user, client=bot, filesize_limit=10**6)


async def test_only_so_many_for_each(bot: Dreierlei) -> None:
    """Nobody has more of them made than other jobs; others do meanwhile."""
    cog = Privacy(bot)
    begun = [asyncio.create_task(cog._file(_asked(bot, ANN))) for _ in range(EACH + 1)]
    begun.append(asyncio.create_task(cog._file(_asked(bot, BEN))))
    await asyncio.sleep(0)
    with pytest.raises(Engaged):
        await cog._file(_asked(bot, ANN))
    made = [json.loads(text)["player"] for _, text in await asyncio.gather(*begun)]
    assert made == [ANN] * (EACH + 1) + [BEN]


@pytest.fixture
async def jobs() -> AsyncIterator[Jobs]:
    """Processes for jobs."""
    made = Jobs()
    yield made
    await made.close()


async def test_the_file_has_what_is_stored(url: str, jobs: Jobs) -> None:
    """All of it, as it is read in the bot's own process. A long file is compressed."""
    now = datetime(2026, 5, 1, 12, tzinfo=UTC)
    database = Database.connect(url, now=lambda: now)
    try:
        table = await matches.open_table(
            database, game="attangle", host=ANN, invited=(BEN,), place=Place(GuildId(7), TABLES)
        )
        await matches.accept(database, table.id, BEN)
        found = await privacy.stored(database, ANN)
        assert found["tables"]["match"]
        name, text = await jobs.run(ANN, "data", written(database, ANN, 10**6))
        assert (name, json.loads(text)) == ("dreierlei.json", json.loads(json.dumps(found)))
        name, packed = await jobs.run(ANN, "data", written(database, ANN, 100))
        with ZipFile(BytesIO(packed)) as archive:
            assert (name, archive.namelist()) == ("dreierlei.json.zip", ["dreierlei.json"])
            assert archive.read("dreierlei.json") == text
    finally:
        await database.close()


async def test_a_password_outside_the_address(
    guarded: str, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process finds it, too, and a refusal of the database comes back as one."""
    database = Database.connect(guarded)
    try:
        with monkeypatch.context() as patch:
            patch.setenv("PGPASSWORD", PASSWORD)
            _, text = await jobs.run(ANN, "data", written(database, ANN, 10**6))
        assert json.loads(text)["player"] == ANN
    finally:
        await database.close()


async def test_a_lost_database_is_told(bot: Dreierlei) -> None:
    """Whoever asks then reads what they read elsewhere, and the cause is known."""
    await asyncio.to_thread(Path(str(bot.database.url.database)).unlink)
    with pytest.raises(Unavailable, match="unable to open"):
        await Privacy(bot)._file(_asked(bot, ANN))
