"""Tournaments and seasons of a league, while those who see to them are killed at random moments."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.table import Aim, Row, row
from storage.database import migrate
from tests.support import postgres

KILLS = 100
SEED = 1

WRONG = Aim(
    "things doubled or lost",
    "processes that were killed",
    "",
    "≤ 0",
    "matches, rounds, promotions, notices, news",
)
AIMS = (WRONG,)


def rows() -> Iterator[Row]:
    """On each kind of database that is installed."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        urls = {"SQLite": f"sqlite:///{folder}/bot.db"}
        if postgres.programs() is not None:
            cluster = stack.enter_context(postgres.running(durable=True))
            urls["PostgreSQL"] = stack.enter_context(cluster.database(postgres.EMPTY))
        for name, url in urls.items():
            asyncio.run(migrate(url))
            channel = Path(folder, name)
            counted, *wrong = subprocess.run(
                [sys.executable, "-m", "tests.competitions.mortals", url, channel,
                 str(KILLS), str(SEED)],
                check=True, capture_output=True, text=True,
            ).stdout.splitlines()  # fmt: skip
            yield row(WRONG, f"{name}, {counted}", len(wrong), KILLS)
