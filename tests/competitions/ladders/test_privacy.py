"""Players who have their data deleted leave the ladder, and nothing names them any more."""

from __future__ import annotations

import json

from sqlalchemy import select

from competitions.ladders import direction, news, queries, verify
from competitions.ladders.upkeep import advance, take_due
from competitions.model.ladder.events import Closed, Left
from matches import privacy
from matches.model.ids import PlayerId
from storage.database import Database
from storage.schema import ladder_entry
from tests.competitions.ladders.conftest import (
    ANN,
    BOB,
    CAT,
    HOST,
    Open,
    accepted,
    join,
    places,
)
from tests.support.traces import traces

ZOE = PlayerId(987654321098765)
"""An id that doesn't occur by chance."""


async def test_former_player(db: Database, hold: Open) -> None:
    """Their match is resigned and counts, then they leave. Their number stays in the log."""
    held = await join(db, (await hold(count=2)).id, ZOE, interaction=5)
    held = await join(db, held.id, CAT)
    held = await accepted(db, held, CAT, ZOE)
    number = held.member_of(ZOE)
    assert number is not None
    await privacy.forget(db, ZOE)
    assert await traces(db, ZOE, "Zoe") == []
    assert await take_due(db) == [held.id]
    held = await advance(db, held.id)
    assert places(held) == [ANN, BOB, CAT]
    assert held.ladder.challenges == {}
    (left,) = [one for one in await news.news(db, held) if isinstance(one.event, Left)]
    assert (left.event, left.people[number]) == (Left(number, db.now()), None)
    (past,) = (await queries.history(db, held)).challenges
    assert past.made.challenged == (number,)
    assert [one.fault async for one in verify.checks(db)] == [None]
    entries = select(ladder_entry.c.interaction)
    found = await db.read(lambda connection: connection.execute(entries).scalars().all())
    assert {*found} == {None}


async def test_words_of_a_former_director(db: Database, hold: Open) -> None:
    """Their reasons are gone; the ladder is still over."""
    held = await hold()
    held = await direction.hand_over(db, held.id, HOST, ZOE)
    held = await direction.close(db, held.id, ZOE, reason="I am Zoe.")
    assert held.ladder.reason == "I am Zoe."
    await privacy.forget(db, ZOE)
    assert await traces(db, ZOE, "Zoe") == []
    held = await queries.get(db, held.id)
    assert (held.host, held.ladder.closed, held.ladder.reason) == (0, True, "")
    assert (await news.news(db, held))[-1].event == Closed("", db.now())
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_everything_is_handed_out(db: Database, hold: Open) -> None:
    """The ladder, their place on it, what they did, and which of their matches were challenges."""
    held = await accepted(db, await hold(), CAT, BOB)
    found = (await privacy.stored(db, CAT))["tables"]
    (row,) = found["ladder"]
    assert row["name"] == "Ladder"
    assert "host" not in row
    (member,) = found["ladder_member"]
    assert (member["member"], member["player_id"]) == (3, CAT)
    assert [one["kind"] for one in found["ladder_entry"]] == ["join", "challenge"]
    assert len(found["ladder_challenge"]) == 1
    assert str(BOB) not in json.dumps(found)
    assert (await privacy.stored(db, HOST))["tables"]["ladder"][0]["host"] == HOST
    assert held.host == HOST
