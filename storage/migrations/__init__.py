"""The history of the schema, and how to bring a database up to date."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from storage.errors import WrongSchema
from storage.transactions import transaction

_LOCK = 3_141_593
"""Any number: two processes that start at once migrate one after the other."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings; `connection` is the one to migrate."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Upgrades to a revision, in one transaction. Raises WrongSchema.

    Alembic keeps what it is doing in global variables: a process does one upgrade at a time.
    """
    with transaction(connection):
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        try:
            command.upgrade(config(connection), revision)
        except CommandError as error:
            raise WrongSchema(f"the database does not fit this program: {error}") from error
