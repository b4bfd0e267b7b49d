"""Whoever has their data deleted leaves no trace in wishes; everybody can get theirs."""

from __future__ import annotations

import asyncio
import json

import matches
from matches import privacy
from matches.model.ids import PlayerId
from matches.wishes import tables
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT
from tests.matches.wishes.conftest import Found, Make, everything, statuses, tell
from tests.matches.wishes.seekers import FOUR, HERE, THREE, terms
from tests.support.traces import traces

ZOE = PlayerId(987654321098765)
"""A number that does not occur by chance."""


async def test_nothing_is_left(db: Database, make: Make, seek: Found) -> None:
    """Their own wishes are deleted; those of friends end, and their leaders are told."""
    await make(ZOE, meeting=HERE, interaction=77)
    await make(ZOE, CAT, wished=terms(THREE))
    await make(ANN, ZOE, wished=terms(FOUR))
    await make(BOB, ZOE, wished=terms(FOUR), agreed=False)
    await tell(db)
    await privacy.forget(db, ZOE)
    assert await traces(db, ZOE) == []
    assert [one.leader for one in await everything(db)] == [ANN, BOB]
    assert await tell(db) == [(ANN, "declined"), (BOB, "declined")]
    assert await statuses(db, CAT) == []
    await make(CAT)
    assert await seek() == []


async def test_after_a_wish_has_come_true(db: Database, make: Make, seek: Found) -> None:
    """Their match is resigned as any other."""
    await make(ZOE)
    await make(ANN)
    (match,) = await seek()
    forgotten = await privacy.forget(db, ZOE)
    assert [one.match.id for one in forgotten.resigned] == [match.id]
    assert await traces(db, ZOE) == []
    assert await tell(db) == [(ANN, "matched")]


async def test_while_being_matched(db: Database, url: str, make: Make) -> None:
    """Whichever comes first: nobody is left in a match without knowing it."""
    made = await make(ANN)
    await make(ZOE)
    other = Database.connect(url, now=db.now)
    try:
        await asyncio.gather(tables.look(db, made.id), privacy.forget(other, ZOE))
    finally:
        await other.close()
    assert await traces(db, ZOE) == []
    mine = await matches.matches_of(db, ANN)
    assert [one.status for one in mine] == []


async def test_everything_is_handed_out(db: Database, make: Make) -> None:
    """One's wishes and those that one shares, without other people's ids."""
    made = await make(ZOE, BOB, wished=terms(THREE), meeting=HERE)
    await make(ANN, ZOE, wished=terms(FOUR))
    await make(CAT)
    found = (await privacy.stored(db, ZOE))["tables"]
    assert json.loads(json.dumps(found["wish"])) == found["wish"]
    mine = sorted(found["wish"], key=lambda row: int(row["id"]))
    assert [row["terms"]["kinds"] for row in mine] == [["toy-3"], ["toy-4"]]
    assert mine[0]["channel"] == HERE.channel
    assert made.id in {row["wish_id"] for row in found["wish_member"]}
    assert {row["player_id"] for row in found["wish_member"]} == {ZOE}
    assert str(BOB) not in json.dumps(found["wish_member"])
