"""Statements that each turn runs, without SQLAlchemy's work for each run.

To find out what a statement is in SQL, which values it takes in which order and how they are
converted, and to wrap what comes back, costs many times what SQLite takes to run it. Here that is
found out once. On PostgreSQL, where running it is a message to another process, SQLAlchemy runs it.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect, Executable, Select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

Convert = Callable[[Any], Any] | None
Values = Mapping[str, Any]


class _Plan(NamedTuple):
    """How SQLite runs a statement."""

    text: str
    values: Sequence[tuple[str | None, Any, Convert]]
    """In order: the name of each, or else the value that it always has; and how it is stored."""
    row: Callable[[Sequence[Any]], Any]
    """What comes back, by the names of the columns."""
    columns: Sequence[tuple[int, Callable[[Any], Any]]]
    """Those of which something else is made than what is stored."""


class Prepared:
    """A statement of SQLAlchemy's, without lists of a length that it learns only from its values.

    It joins the transaction that has been begun on the connection, and raises as SQLAlchemy.
    """

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._plans: dict[tuple[str, ...], _Plan] = {}

    def all(self, connection: Connection, values: Values) -> Sequence[Any]:
        """The rows that it finds."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values).all()
        plan, cursor = self._run(connection, values)
        found = cursor.fetchall()
        if not plan.columns:
            return [plan.row(row) for row in found]
        return [plan.row(_converted(row, plan.columns)) for row in found]

    def first(self, connection: Connection, values: Values) -> Any | None:
        """The first row that it finds, if there is one."""
        found = self.all(connection, values)
        return found[0] if found else None

    def run(self, connection: Connection, values: Values) -> int:
        """How many rows it has written."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values).rowcount
        return self._run(connection, values)[1].rowcount

    def run_each(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Runs it for each of these values, which have the same names."""
        if connection.dialect.name != "sqlite":
            if rows:
                connection.execute(self._statement, rows)
            return
        for values in rows:
            self._run(connection, values)

    def _run(self, connection: Connection, values: Values) -> tuple[_Plan, sqlite3.Cursor]:
        names = tuple(values)
        plan = self._plans.get(names)
        if plan is None:
            plan = self._plans[names] = _plan(self._statement, connection.dialect, values)
        bound = list[Any]()
        for name, value, convert in plan.values:
            given = values[name] if name else value
            bound.append(convert(given) if convert else given)
        raw: Any = connection.connection.driver_connection
        cursor: sqlite3.Cursor = raw.cursor()
        for heard in connection.engine.dispatch.before_cursor_execute:
            heard(connection, cursor, plan.text, bound, None, False)
        try:
            cursor.execute(plan.text, bound)
        except sqlite3.Error as error:
            raise DBAPIError.instance(plan.text, bound, error, sqlite3.Error) from error
        return plan, cursor


def _converted(
    row: Sequence[Any], columns: Sequence[tuple[int, Callable[[Any], Any]]]
) -> list[Any]:
    values = list(row)
    for at, convert in columns:
        if values[at] is not None:  # Nothing is stored there as nothing, whatever the column.
            values[at] = convert(values[at])
    return values


def _plan(statement: Any, dialect: Dialect, values: Values) -> _Plan:
    compiled = statement.compile(dialect=dialect, column_keys=list(values))
    assert isinstance(compiled, SQLCompiler)
    assert "POSTCOMPILE" not in compiled.string, compiled.string
    always = compiled.construct_params(dict(values))
    taken = [
        (
            name if name in values else None,
            always[name],
            _stored(compiled.binds[name].type, dialect),
        )
        for name in compiled.positiontup or ()
    ]
    columns = list(statement.selected_columns) if isinstance(statement, Select) else []
    read = [(at, _read(column.type, dialect)) for at, column in enumerate(columns)]
    row = namedtuple("Row", [column.key for column in columns])  # type: ignore[misc]  # noqa: PYI024
    return _Plan(
        compiled.string, taken, row._make, [(at, convert) for at, convert in read if convert]
    )


def _stored(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _read(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
