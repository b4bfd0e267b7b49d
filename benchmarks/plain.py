"""The floor of a turn: its rows read and written through a bare driver, with every value known
beforehand.

One statement reads the match and the time to be added. Then one transaction reads vacations, writes
the match's row, its log and its seat's time (unless there was downtime since), reads both players'
preferences (confirmation; notices), and writes the outbox. That is exactly what a turn in a rated
match with a time budget needs, in the same number of statements. Neither database contains any
downtime, so that look-up finds nothing.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import asyncpg

from matches import Match
from matches.effects.notices import GRACE
from matches.model.clock import Clock
from matches.model.ids import number_of

TOTAL = "coalesce((SELECT total FROM standstill ORDER BY at DESC LIMIT 1), 0)"
STOOD = TOTAL.replace("ORDER", "WHERE at < m.due_at ORDER")
LOOK = f"""
SELECT m.seq, m.status, d.text, d.interaction, e.batch, m.due_at, {STOOD}, {TOTAL}
FROM "match" m
LEFT JOIN draft d ON d.match_id = m.id AND d.base = m.base
LEFT JOIN entry e ON e.interaction = ? AND e.match_id = m.id
WHERE m.id = ?
"""
VACATIONS = "SELECT * FROM vacation WHERE player_id IN (?, ?) AND ends_at > ?"
MATCH = f"""
UPDATE "match" SET seq = ?, base = ?, turn_count = ?, to_move = ?, due_at = ?, moved_at = ?
WHERE id = ? AND seq = ? AND due_at = ? AND {TOTAL} = ?
"""
ENTRY = """
INSERT INTO entry (match_id, seq, batch, kind, seat, text, at, interaction)
VALUES (?, ?, ?, 'turn', ?, ?, ?, ?)
"""
SEAT = "UPDATE seat SET clock = ? WHERE match_id = ? AND seat = ?"
WISHES = """
SELECT s.seat, p.preferences FROM seat s JOIN player p ON p.id = s.player_id
WHERE s.match_id = ?
"""
NOTICES = """
INSERT INTO notice ("key", match_id, kind, seat, batch, base, lead, due_at, attempts)
VALUES (?, ?, 'board', NULL, ?, ?, NULL, ?, 0), (?, ?, 'reminder', ?, ?, ?, ?, ?, 0),
(?, ?, 'reminder', ?, ?, ?, ?, ?, 0)
ON CONFLICT ("key") DO UPDATE SET match_id = excluded.match_id, kind = excluded.kind,
seat = excluded.seat, batch = excluded.batch, base = excluded.base, lead = excluded.lead,
due_at = excluded.due_at, attempts = excluded.attempts
"""
WHAT_IS_LEFT = (
    'SELECT id, seq, base, turn_count, to_move, status FROM "match" ORDER BY id',
    "SELECT match_id, seq, batch, kind, seat, text FROM entry ORDER BY match_id, seq",
    "SELECT match_id, seat, player_id FROM seat ORDER BY match_id, seat",
    'SELECT "key", match_id, kind, seat, batch, base, attempts FROM notice ORDER BY "key"',
)
"""The values that do not depend on the time of day."""

Time = Callable[[datetime], Any]


@dataclass(frozen=True, slots=True)
class State:
    """A match of two players before its next turn: everything needed to write that turn."""

    number: int
    key: str
    players: tuple[int | None, ...]
    clock: Clock
    seq: int
    turns: int
    to_move: int
    due_at: datetime
    left: tuple[timedelta, ...]

    @classmethod
    def of(cls, match: Match) -> State:
        """The state of a running match with a clock."""
        assert match.clock is not None
        assert match.to_move is not None
        assert match.due_at is not None
        return cls(
            number_of(match.id), match.id, match.players, match.clock, match.seq,
            match.turn_count, match.to_move, match.due_at, match.left,
        )  # fmt: skip

    def after(self, now: datetime) -> State:
        """The state after a turn."""
        seat, left = self.to_move, list(self.left)
        left[seat - 1] = self.clock.after_turn(self.due_at - now)
        return replace(
            self, seq=self.seq + 1, turns=self.turns + 1, to_move=3 - seat,
            due_at=now + left[2 - seat], left=tuple(left),
        )  # fmt: skip

    def reading(self, interaction: int, time: Time, now: datetime) -> list[tuple[Any, ...]]:
        """The values for LOOK and VACATIONS."""
        return [(interaction, self.number), (*self.players, time(now))]

    def writing(
        self, text: str, interaction: int, time: Time, now: datetime
    ) -> list[tuple[str, tuple[Any, ...]]]:
        """The statements that write the turn, with their values."""
        new, number, seq = self.after(now), self.number, self.seq + 1
        moment, end = time(now), time(new.due_at)
        clock = new.left[self.to_move - 1] // timedelta(milliseconds=1)
        notices: list[Any] = [f"{self.key}.{seq}", number, seq, seq, time(now + GRACE)]
        for index, lead in enumerate((timedelta(days=1), timedelta(hours=6))):
            notices += [f"{self.key}.r{index}", number, new.to_move, seq, seq]
            notices += [lead // timedelta(seconds=1), time(new.due_at - lead)]
        changed = (seq, seq, new.turns, new.to_move, end, moment)
        return [
            (MATCH, (*changed, number, self.seq, time(self.due_at), 0)),
            (ENTRY, (number, seq, seq, self.to_move, text, moment, interaction)),
            (SEAT, (clock, number, self.to_move)),
            (WISHES, (number,)),
            (NOTICES, tuple(notices)),
        ]


class Floor(Protocol):
    """Writes the turns of a match, starting from `state`."""

    state: State

    async def turn(self, text: str, interaction: int, now: datetime) -> None:
        """Reads and writes the rows of the next turn, durably."""


class SQLite:
    """Plain `sqlite3`, with the same durability as the bot."""

    def __init__(self, path: Path, match: Match) -> None:
        self.state = State.of(match)
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {pragma}")

    async def turn(self, text: str, interaction: int, now: datetime) -> None:
        """See `Floor`."""
        run, state = self._connection.execute, self.state
        look, vacations = state.reading(interaction, _text, now)
        (found,) = run(LOOK, look).fetchall()
        assert (found[0], *found[-2:]) == (state.seq, 0, 0)
        run("BEGIN IMMEDIATE")
        run(VACATIONS, vacations).fetchall()
        for statement, values in state.writing(text, interaction, _text, now):
            for (wishes,) in [row[1:] for row in run(statement, values).fetchall()]:
                json.loads(wishes)
        run("COMMIT")

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


def _text(time: datetime) -> str:
    return time.replace(tzinfo=None).isoformat(" ", "microseconds")


def left_in(path: Path) -> list[list[tuple[Any, ...]]]:
    """What a SQLite database holds after the same turns, apart from times of day."""
    with sqlite3.connect(path) as connection:
        found = [connection.execute(query).fetchall() for query in WHAT_IS_LEFT]
    connection.close()
    return found


class PostgreSQL:
    """Plain asyncpg, which prepares statements automatically."""

    def __init__(self, url: str, match: Match) -> None:
        self.state = State.of(match)
        self._url = url

    async def __aenter__(self) -> Self:
        self._connection = await asyncpg.connect(self._url)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._connection.close()

    async def turn(self, text: str, interaction: int, now: datetime) -> None:
        """See `Floor`."""
        run, state = self._connection.fetch, self.state
        look, vacations = state.reading(interaction, _same, now)
        (found,) = await run(NUMBERED[LOOK], *look)
        assert (found[0], *found[-2:]) == (state.seq, 0, 0)
        async with self._connection.transaction():
            await run(NUMBERED[VACATIONS], *vacations)
            for statement, values in state.writing(text, interaction, _same, now):
                for row in await run(NUMBERED[statement], *values):
                    json.loads(row[1])


def _same(time: datetime) -> datetime:
    return time.astimezone(UTC)


def _numbered(statement: str) -> str:
    """The statement with PostgreSQL's parameter names."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", statement)


NUMBERED = {one: _numbered(one) for one in (LOOK, VACATIONS, MATCH, ENTRY, SEAT, WISHES, NOTICES)}
