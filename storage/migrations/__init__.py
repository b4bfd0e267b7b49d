"""The history of the schema, and how to bring a database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect

from storage.errors import WrongSchema
from storage.transactions import transaction

if TYPE_CHECKING:
    from alembic.config import Config

_LOCK = 3_141_593
"""Any number: two processes that start at once migrate one after the other."""

_FOLDER = Path(__file__).parent


def head() -> str:
    """The newest revision: what the name of the last file begins with."""
    return max(path.name for path in (_FOLDER / "versions").glob("[0-9]*.py")).partition("_")[0]


def is_current(connection: Connection) -> bool:
    """Whether there is nothing to upgrade. Asked without Alembic, which takes long to load."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
    return found.scalars().all() == [head()]


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings; `connection` is the one to migrate."""
    from alembic.config import Config  # noqa: PLC0415

    settings = Config()
    settings.set_main_option("script_location", str(_FOLDER))
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Upgrades to a revision, in one transaction. Raises WrongSchema.

    Alembic keeps what it is doing in global variables: a process does one upgrade at a time.
    """
    from alembic import command  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    with transaction(connection):
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        try:
            command.upgrade(config(connection), revision)
        except CommandError as error:
            raise WrongSchema(f"the database does not fit this program: {error}") from error
