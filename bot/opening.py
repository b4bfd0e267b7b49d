"""Opening the database, for the bot and for the commands that look after what is stored.

Loads nothing of Discord's, so that these commands start fast.
"""

from __future__ import annotations

from bot.settings import Settings
from storage.database import Database
from storage.errors import BadAddress, Unavailable, WrongSchema


class CantStart(Exception):
    """Something that the operator has to put right; the text names the setting."""


async def migrated(settings: Settings) -> Database:
    """The database, opened and up to date. Raises CantStart."""
    try:
        database = Database.connect(settings.database_url)
    except (BadAddress, Unavailable) as error:
        raise CantStart(f"DATABASE_URL: {error}") from error
    try:
        await database.migrate()
    except (Unavailable, WrongSchema) as error:
        await database.close()
        raise CantStart(f"DATABASE_URL: {error}") from error
    return database
