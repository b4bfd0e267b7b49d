"""Migrations: up from nothing, no drift, and never over a newer schema."""

from __future__ import annotations

import asyncio

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from storage import migrations
from storage.database import Database, migrate
from storage.errors import WrongSchema
from storage.schema import metadata
from storage.transactions import transaction


async def test_up_from_nothing_without_drift(empty_url: str) -> None:
    """All migrations together make exactly the schema of the code, indices and all."""
    await migrate(empty_url)
    db = Database.connect(empty_url)

    def differences(connection: Connection) -> list[object]:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))

    assert await db.read(differences) == []
    await db.close()


async def test_migrating_again_changes_nothing(empty_url: str) -> None:
    """Every start migrates; two processes that start at once do not disturb each other."""
    await asyncio.gather(migrate(empty_url), migrate(empty_url))
    await migrate(empty_url)


async def test_down_to_nothing_and_up_again(empty_url: str) -> None:
    """Each migration can be taken back."""
    db = Database.connect(empty_url)
    await db.migrate()

    def down(connection: Connection) -> list[str]:
        with transaction(connection):
            command.downgrade(migrations.config(connection), "base")
        return inspect(connection).get_table_names()

    assert await db.write(down) == ["alembic_version"]
    await db.migrate()
    await db.close()


async def test_newer_schema_is_left_alone(empty_url: str) -> None:
    """A database from a later version of the program is refused, not touched."""
    db = Database.connect(empty_url)
    await db.migrate()

    def from_the_future(connection: Connection) -> None:
        with transaction(connection):
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    await db.write(from_the_future)
    with pytest.raises(WrongSchema, match="does not fit this program"):
        await db.migrate()
    await db.close()
