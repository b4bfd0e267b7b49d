"""Rows of everything that has a log: competitions, ladders, leagues. Functions that write need a
transaction.

Each kind has a table with a row for each of them, and one with the entries of all their logs. Among
other columns, the row has `seq`, the number of the log's last entry; `next_at`, the time from which
any process may do what is due; and `told` and `tell_at`: entries after `told` have not been
announced yet, and any process may announce them from `tell_at` on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Table,
    and_,
    bindparam,
    func,
    insert,
    literal,
    select,
    update,
)

from storage.errors import LostRace
from storage.ids import PlayerId

N = TypeVar("N", bound=int)
"""The number of a row: a type of its own for each kind."""

Confirm: TypeAlias = Callable[[Connection], None]
"""Asks, once a row is written, whether what was stored in it still holds. Raises LostRace."""

Convert: TypeAlias = Callable[[Connection, Mapping[str, Any]], tuple[dict[str, Any], Confirm]]
"""Makes what is stored in a row of its values, and what confirms that."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a log. `player_id` is the player who caused it, if that may be known."""

    seq: int
    kind: str
    text: str
    at: datetime
    player_id: PlayerId | None = None
    interaction: int | None = None
    reason: str | None = None


_NAMES = tuple(one.name for one in fields(LogEntry))


def _columns(entry: LogEntry) -> dict[str, Any]:
    """The columns of an entry. `asdict` is not used because it copies all values: for hundreds of
    entries that takes as long as storing them.
    """
    return {name: getattr(entry, name) for name in _NAMES}


def always(_: Connection) -> None:
    """A condition that is always true."""


def _as_they_are(_: Connection, values: Mapping[str, Any]) -> tuple[dict[str, Any], Confirm]:
    return dict(values), always


class Log(Generic[N]):
    """One kind of competition, ladder or league, with its two tables. `extra` is read along with
    its row.
    """

    def __init__(
        self,
        table: Table,
        entries: Table,
        *,
        extra: Sequence[ColumnElement[Any]] = (),
        stored: Convert = _as_they_are,
    ) -> None:
        self.table, self.entry_table, self._stored = table, entries, stored
        self._owner = f"{table.name}_id"
        of, mine = entries.c[self._owner], table.c
        self._row = select(table, *extra).where(mine.id == bindparam("number"))
        self._locked = self._row.with_for_update(key_share=True, of=table)
        self._entries = (
            select(
                entries.c.seq,
                entries.c.kind,
                entries.c.text,
                entries.c.at,
                entries.c.player_id,
                entries.c.interaction,
                entries.c.reason,
            )
            .where(
                of == bindparam("number"),
                entries.c.seq > bindparam("after"),
                entries.c.seq <= bindparam("until"),
            )
            .order_by(entries.c.seq)
        )
        self._of_interaction = select(of).where(entries.c.interaction == bindparam("interaction"))
        self._due, self._with_news = (
            select(mine.id)
            .where(column <= bindparam("now"))
            .order_by(column, mine.id)
            .limit(bindparam("most"))
            for column in (mine.next_at, mine.tell_at)
        )

    # Reading

    def row(self, connection: Connection, number: N, *, lock: bool = False) -> Row[Any] | None:
        """The row with this number. `lock` keeps others from changing it until the end of the
        transaction.
        """
        return connection.execute(self._locked if lock else self._row, {"number": number}).first()

    def entries(self, connection: Connection, number: N, after: int, until: int) -> list[LogEntry]:
        """Its log after entry `after`, up to and including entry `until`."""
        span = {"number": number, "after": after, "until": until}
        return [LogEntry(*one) for one in connection.execute(self._entries, span)]

    def of_interaction(self, connection: Connection, interaction: int) -> N | None:
        """The one whose log contains this interaction."""
        return connection.execute(self._of_interaction, {"interaction": interaction}).scalar()

    def numbers_after(self, connection: Connection, number: int, limit: int) -> list[N]:
        """All numbers above this one, in ascending order."""
        column = self.table.c.id
        query = select(column).where(column > number).order_by(column).limit(limit)
        return list(connection.execute(query).scalars())

    # Writing

    def create(self, connection: Connection, values: Mapping[str, Any], *first: LogEntry) -> N:
        """Stores a new one with the first entries of its log. Raises LostRace, at commit at the
        latest.
        """
        stored, confirm = self._stored(connection, values)
        key = connection.execute(insert(self.table), stored).inserted_primary_key
        assert key is not None
        number: N = key[0]
        self._insert(connection, number, first)
        confirm(connection)
        return number

    def append(
        self,
        connection: Connection,
        number: N,
        seen: int,
        added: Sequence[LogEntry],
        changes: Mapping[str, Any],
    ) -> None:
        """Lengthens a log that had `seen` entries, and updates its own row. The new entries are
        announced at once, or after any announcement that is already under way.

        Raises LostRace if it has grown since (the entries' primary key would refuse them too), or
        if what was to be stored is no longer valid.
        """
        mine = self.table.c
        values, confirm = self._stored(connection, changes)
        if added:
            last = literal(added[-1].at, mine.tell_at.type)
            values |= {"seq": added[-1].seq, "tell_at": func.coalesce(mine.tell_at, last)}
        change = update(self.table).where(mine.id == number, mine.seq == seen).values(values)
        if values and connection.execute(change).rowcount != 1:
            raise LostRace(f"{self.table.name} {number} has more than {seen} entries")
        confirm(connection)
        self._insert(connection, number, added)

    def _insert(self, connection: Connection, number: N, added: Sequence[LogEntry]) -> None:
        if added:
            rows = [{self._owner: number, **_columns(one)} for one in added]
            connection.execute(insert(self.entry_table), rows)

    # What is due

    def is_due(self, connection: Connection, now: datetime, *, telling: bool = False) -> bool:
        """Whether anything is due or has to be announced. Reads only an index."""
        query = self._with_news if telling else self._due
        return connection.execute(query, {"now": now, "most": 1}).first() is not None

    def lease(
        self,
        connection: Connection,
        now: datetime,
        until: datetime,
        limit: int,
        *,
        telling: bool = False,
    ) -> list[N]:
        """Those with something due or to announce, leased to the caller: nobody else gets them
        until that time.
        """
        query = (self._with_news if telling else self._due).with_for_update(skip_locked=True)
        found: list[N] = list(connection.execute(query, {"now": now, "most": limit}).scalars())
        if found:
            put_off = {"tell_at": until} if telling else {"next_at": until}
            here = self.table.c.id.in_(found)
            connection.execute(update(self.table).where(here).values(put_off))
        return found

    def renew(self, connection: Connection, number: N, until: datetime) -> None:
        """Sets until when the news are leased."""
        here = and_(self.table.c.id == number, self.table.c.tell_at.is_not(None))
        connection.execute(update(self.table).where(here).values(tell_at=until))

    def note_told(self, connection: Connection, number: N, seq: int, next_at: datetime) -> None:
        """Notes that everything up to an entry has been announced. Later entries are due at the
        given time.
        """
        mine = self.table.c
        here = update(self.table).where(mine.id == number, mine.told < seq)
        connection.execute(here.where(mine.seq == seq).values(told=seq, tell_at=None))
        connection.execute(here.where(mine.seq > seq).values(told=seq, tell_at=next_at))
