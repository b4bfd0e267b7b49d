"""Moving everything from one database into another, of either kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from alembic.migration import MigrationContext
from sqlalchemy import Connection, Integer, RowMapping, Table, delete, func, insert, select, text

from storage.database import Database
from storage.errors import StorageError
from storage.runners import awaited
from storage.schema import metadata
from storage.transactions import transaction

BATCH = 1000
"""Rows that are read and written at a time."""


class CantCopy(StorageError):
    """The two databases do not fit together, or the copy differs from its source. Nothing was
    written.
    """


class NotEmpty(CantCopy):
    """The database to copy into holds something."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What a table holds: the number of its rows, and the sum of their hashes, which does not
    depend on their order.
    """

    rows: int = 0
    total: int = 0

    def with_rows(self, rows: Iterable[Mapping[Any, Any]]) -> Digest:
        """The digest with these rows added."""
        hashes = [
            blake2b(repr(list(row.values())).encode(), digest_size=8).digest() for row in rows
        ]
        total = sum(int.from_bytes(each) for each in hashes)
        return Digest(self.rows + len(hashes), (self.total + total) % (1 << 64))


async def copy(source: Database, target: Database, *, replace: bool = False) -> Mapping[str, int]:
    """Copies all rows into a migrated, empty database, and returns the number of rows by table.

    With `replace` the target may hold data, which is lost. All or nothing: one transaction reads,
    one writes, and everything written is read again and compared before the commit. On SQLite
    nobody else can write to the source meanwhile; on PostgreSQL, what is written meanwhile is not
    copied. Raises CantCopy, Unavailable.
    """

    def work(from_: Connection, to: Connection) -> Mapping[str, int]:
        with transaction(from_):
            if from_.dialect.name == "postgresql":
                from_.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            return _copy(from_, to, replace=replace)

    if target.engine.dialect.name == "sqlite":
        # SQLite's connection can be used where PostgreSQL's must be used, but not the other way
        # round.
        return await target.write(lambda to: awaited(source.write(lambda from_: work(from_, to))))
    return await source.write(lambda from_: awaited(target.write(lambda to: work(from_, to))))


def _copy(source: Connection, target: Connection, *, replace: bool) -> Mapping[str, int]:
    with transaction(target):
        _require_fit(source, target)
        if replace:
            _clear(target)
        _require_empty(target)
        copied = {
            table.name: _copy_table(source, target, table) for table in metadata.sorted_tables
        }
        _continue_numbers(target)
    return copied


def _require_fit(source: Connection, target: Connection) -> None:
    versions = [
        MigrationContext.configure(connection).get_current_revision()
        for connection in (source, target)
    ]
    if versions[0] != versions[1]:
        raise CantCopy(
            f"the database to copy has the schema {versions[0] or 'of nobody'}, the new one "
            f"{versions[1] or 'none'}: bring both up to date with `dreierlei migrate` first"
        )


def _clear(target: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        target.execute(delete(table))


def _require_empty(target: Connection) -> None:
    for table in metadata.sorted_tables:
        if target.execute(select(table).limit(1)).first() is not None:
            raise NotEmpty(f"the database to copy into is not empty: see its table {table.name}")


def _copy_table(source: Connection, target: Connection, table: Table) -> int:
    """Copies a table and reads it again. Raises CantCopy if it differs."""
    there, here = Digest(), Digest()
    for rows in _batches(source, table):
        there = there.with_rows(rows)
        target.execute(insert(table), [dict(row) for row in rows])
    for rows in _batches(target, table):
        here = here.with_rows(rows)
    if here != there:
        raise CantCopy(f"{table.name}: read {there.rows} rows, but the copy is not the same")
    return here.rows


def _batches(connection: Connection, table: Table) -> Iterator[Sequence[RowMapping]]:
    result = connection.execute(select(table), execution_options={"yield_per": BATCH})
    return result.mappings().partitions()


def _continue_numbers(target: Connection) -> None:
    """Makes PostgreSQL continue its numbering after the copied rows; SQLite does this by itself."""
    if target.dialect.name != "postgresql":
        return
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None and isinstance(column.type, Integer):
            last = target.execute(select(func.max(column))).scalar()
            sequence = text("SELECT setval(pg_get_serial_sequence(:table, :column), :last)")
            if last is not None:
                names = {"table": f'"{table.name}"', "column": column.name}
                target.execute(sequence, {**names, "last": last})
