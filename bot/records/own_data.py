"""Everything that is stored about a player, as a file. Runs in a process for jobs.

That process also reads the database. Thousands of matches are tens of thousands of rows, and while
a thread turns them into objects, no other thread of its process can run: in the bot's own process,
this made other people wait four times as long as usual.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.engine import URL

from bot.records import files
from matches import privacy
from matches.model.errors import Unavailable
from matches.model.ids import PlayerId
from storage.addresses import environment
from storage.database import Database

NAME = "dreierlei.json"


def written(database: Database, player: PlayerId, most: int) -> Callable[[], tuple[str, bytes]]:
    """A job that returns the file's name and content. A file of more than `most` bytes is
    compressed. The job raises storage errors, which the bot maps, because the errors of use cases
    can't be sent between processes.
    """
    return partial(_written, database.url, environment(), player, database.now(), most)


def _written(
    address: URL, variables: Mapping[str, str], player: PlayerId, at: datetime, most: int
) -> tuple[str, bytes]:
    os.environ.update(variables)
    return files.as_json(asyncio.run(_read(address, player, at)), NAME, most)


async def _read(address: URL, player: PlayerId, at: datetime) -> dict[str, Any]:
    database = Database(address, lambda: at)
    try:
        return await privacy.stored(database, player)
    except Unavailable as error:
        raise (error.__cause__ or error) from None
    finally:
        await database.close()
