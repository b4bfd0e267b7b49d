"""Files with everything that is stored about somebody, in one process and without Discord."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app.client import Dreierlei
from bot.cogs.privacy.cog import Privacy
from bot.processes.jobs import Engaged
from bot.records.files import PART, as_json, in_parts
from tests.bot.test_prefetch import ANN, BEN, bot

__all__ = ["bot"]


def test_long_tables_are_packed_in_parts() -> None:
    """The file has all rows, in their order, and tables without rows."""
    tables = {"entry": [{"n": n} for n in range(2 * PART + 1)], "block": []}
    parts = in_parts(tables)
    assert len(parts) == 4
    name, text = as_json({"player": 7}, parts, "x.json", 10**6)
    assert (name, json.loads(text)) == ("x.json", {"player": 7, "tables": tables})


async def test_one_at_a_time_for_each(bot: Dreierlei) -> None:
    """Nobody has a second one made meanwhile, which would read all of it again; others do."""
    cog = Privacy(bot)

    def asked(player: int) -> Any:
        user = SimpleNamespace(id=player)
        return SimpleNamespace(user=user, client=bot, filesize_limit=10**6)

    begun = [asyncio.create_task(cog._file(asked(player))) for player in (ANN, BEN)]
    await asyncio.sleep(0)
    with pytest.raises(Engaged):
        await cog._file(asked(ANN))
    for player, (_, text) in zip((ANN, BEN), await asyncio.gather(*begun), strict=True):
        assert json.loads(text)["player"] == player
    assert (await cog._file(asked(ANN)))[0] == "dreierlei.json"
