"""What a database still holds about a person."""

from __future__ import annotations

import re

from sqlalchemy import Connection, select

from storage.database import Database
from storage.schema import metadata


async def traces(db: Database, *words: object) -> list[str]:
    """Every value of any table that contains one of these ids or names. Those inside a longer
    number or a seal are chance.
    """
    wanted = re.compile(
        "|".join(rf"(?<![0-9a-f]){re.escape(str(one))}(?![0-9a-f])" for one in words)
    )

    def read(connection: Connection) -> list[str]:
        return [
            f"{table.name}: {value!r}"
            for table in metadata.sorted_tables
            for row in connection.execute(select(table))
            for value in row
            if wanted.search(str(value))
        ]

    return await db.read(read)
