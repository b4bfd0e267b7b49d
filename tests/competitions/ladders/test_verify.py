"""Verifying: ladders pass as they were played, and all damage is reported."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, update

from competitions.ladders import challenges, verify
from competitions.ladders.direction import close
from competitions.log.verify import Checked
from storage.database import Database
from storage.schema import ladder, ladder_challenge, ladder_entry, ladder_member
from storage.transactions import transaction
from tests.competitions.ladders.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    HOST,
    Open,
    accepted,
    challenged,
    won,
)


async def _all(db: Database) -> list[Checked]:
    return [one async for one in verify.checks(db)]


async def test_everything_that_was_played_passes(db: Database, hold: Open) -> None:
    """Empty, played and closed ladders, with members who have left."""
    await hold(count=0)
    held = await won(db, await accepted(db, await hold(), DAN, BOB), 1, DAN)
    await challenges.leave(db, held.id, CAT)
    closed = await accepted(db, await hold(), DAN, BOB)
    await close(db, closed.id, HOST, reason="Rain.")
    found = await _all(db)
    assert [one.fault for one in found] == [None] * 3
    assert [one.status for one in found] == ["running", "running", "over"]


_ENTRY, _CHALLENGE = ladder_entry.c, ladder_challenge.c


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        (update(ladder).values(seq=ladder.c.seq + 1), "damaged"),
        (delete(ladder_entry).where(_ENTRY.seq == 4), "damaged"),
        (update(ladder_entry).where(_ENTRY.seq == 1).values(kind="close"), "damaged"),
        (update(ladder_entry).where(_ENTRY.kind == "join").values(text="?"), "damaged"),
        (update(ladder).values(settings="reach=4"), "settings"),
        (update(ladder).values(status="over", next_at=None), "status"),
        (update(ladder).values(members=7), "members"),
        (delete(ladder_member).where(ladder_member.c.member == 2), "members"),
        (delete(ladder_challenge), "challenges"),
        (update(ladder_challenge).values(ended=None), "running"),
        (update(ladder_challenge).values(match_id=None), "match None says"),
        (
            update(ladder_entry).where(_ENTRY.kind == "play").values(text="1 1,1"),
            "logged as",
        ),
        (insert(ladder_entry), "entries"),
    ],
    ids=["seq", "gap", "first", "text", "settings", "status", "count", "members", "challenges",
         "running", "match", "ranks", "tail"],
)  # fmt: skip
async def test_damage_is_reported(db: Database, hold: Open, statement: Any, word: str) -> None:
    """Any damage is named."""
    held = await won(db, await accepted(db, await hold(), DAN, BOB), 1, DAN)
    if word == "entries":
        number = {"ladder_id": held.number, "seq": held.seq + 1}
        statement = statement.values(**number, kind="close", text="", at=db.now())

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(statement)

    await db.write(spoil)
    (found,) = await _all(db)
    assert found.fault is not None
    assert word in found.fault


async def test_times_for_an_answer(db: Database, hold: Open) -> None:
    """Challenges that wait for answers have one; those that are played or over have none."""
    held = await challenged(db, await accepted(db, await hold(), DAN, BOB), CAT, ANN)
    assert [one.fault for one in await _all(db)] == [None]
    times = {1: None, 2: held.until[2]}
    for number in (2, 1):
        here = _CHALLENGE.number == number
        other = db.now() if times[number] is None else None
        for until in (other, times[number]):

            def change(connection: Connection, here: Any = here, until: Any = until) -> None:
                with transaction(connection):
                    connection.execute(update(ladder_challenge).where(here).values(until=until))

            await db.write(change)
            (found,) = await _all(db)
            assert (found.fault is None) == (until == times[number])
            assert found.fault is None or "to be answered" in found.fault
