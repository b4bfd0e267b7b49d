"""Tournaments, leagues and ladders, while the processes that carry out what is due are killed at
random moments.
"""

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
from tests.competitions.programmes import PROGRAMMES
from tests.support import postgres

KILLS = dict.fromkeys(PROGRAMMES, 100) | {"many": 25}
"""The number of kills in each programme, on each database; fewer if each round starts another
process.
"""
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
        databases: list[tuple[str, Path, str]] = []
        for programme in PROGRAMMES:
            own = Path(folder, programme)
            databases.append((f"SQLite, {programme}", own, f"sqlite:///{own}/bot.db"))
        if postgres.programs() is not None:
            cluster = stack.enter_context(postgres.running(durable=True))
            for programme in PROGRAMMES:
                url = stack.enter_context(cluster.database(postgres.EMPTY))
                own = Path(folder, "PostgreSQL", programme)
                databases.append((f"PostgreSQL, {programme}", own, url))
        for name, own, url in databases:
            own.mkdir(parents=True)
            asyncio.run(migrate(url))
            counted, *wrong = subprocess.run(
                [sys.executable, "-m", "tests.competitions.mortals", url, own,
                 str(KILLS[own.name]), str(SEED), own.name],
                check=True, stdout=subprocess.PIPE, text=True,
            ).stdout.splitlines()  # fmt: skip
            yield row(WRONG, f"{name}: {counted}", len(wrong), KILLS[own.name])
