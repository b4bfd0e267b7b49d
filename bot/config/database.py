"""Opens the database, for the bot and for the command line.

Doesn't import discord, so that commands start fast.
"""

from __future__ import annotations

from bot.config.settings import Settings
from storage.database import Database
from storage.errors import BadAddress, NoDatabase, Unavailable, WrongSchema


class CantStart(Exception):
    """Something that the operator has to put right. The text names the setting."""


async def migrated(settings: Settings, *, patience: float | None = None) -> Database:
    """The database, opened and up to date; `patience` is as for `Database.connect`. Raises
    CantStart.
    """
    try:
        database = Database.connect(settings.database_url, patience=patience)
    except (BadAddress, Unavailable) as error:
        raise CantStart(f"DATABASE_URL: {error}") from error
    _read_from_replica(database, settings)
    try:
        await database.migrate()
    except (Unavailable, WrongSchema) as error:
        await database.close()
        raise CantStart(f"DATABASE_URL: {error}") from error
    return database


async def existing(
    settings: Settings, *, current: bool = True, patience: float | None = None
) -> Database:
    """The existing database, opened; nothing is created or migrated. It has to be up to date unless
    `current` is False. `patience` is as for `Database.connect`. Raises CantStart.
    """
    try:
        database = await Database.open(settings.database_url, patience=patience)
    except (BadAddress, NoDatabase, Unavailable) as error:
        raise CantStart(f"DATABASE_URL: {error}") from error
    _read_from_replica(database, settings)
    try:
        if current:
            await database.require_current()
    except (Unavailable, WrongSchema) as error:
        await database.close()
        raise CantStart(f"DATABASE_URL: {error}") from error
    return database


def _read_from_replica(database: Database, settings: Settings) -> None:
    if settings.database_replica_url is not None:
        database.read_from(settings.database_replica_url)
