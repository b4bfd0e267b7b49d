"""Shortcuts to wishes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, select

import matches
from matches import Match
from matches.model.ids import MatchId, PlayerId, WishNumber
from matches.wishes import news, queries, requests, tables
from matches.wishes.requests import Wanted
from matches.wishes.terms import Terms
from matches.wishes.wish import Wish, read
from storage import wishes as rows
from storage.database import Database
from storage.schema import wish
from tests.matches.wishes.seekers import terms

Make = Callable[..., Awaitable[Wish]]
Found = Callable[[], Awaitable[list[Match]]]


@pytest.fixture
def make(db: Database) -> Make:
    """Makes a wish of the first player with the others, who agree at once if it is `agreed`."""

    async def run(
        leader: PlayerId, *friends: PlayerId, wished: Terms | None = None, agreed: bool = True,
        **more: Any,
    ) -> Wish:  # fmt: skip
        wanted = Wanted(wished or terms(), friends, more.pop("meeting", None))
        made = await requests.make(db, leader, wanted, **more)
        for friend in friends if agreed else ():
            made = await requests.agree(db, made.id, friend)
        return made

    return run


@pytest.fixture
def seek(db: Database) -> Found:
    """Looks for tables for all wishes that are due. Returns the matches that begin."""

    async def run() -> list[Match]:
        found = list[MatchId]()
        for number in await tables.due(db):
            match_id = await tables.look(db, number, rng=Random(1))
            found += [match_id] if match_id is not None else []
        return [await matches.get(db, one) for one in found]

    return run


async def stored(db: Database, number: WishNumber) -> Wish:
    """A wish as it is now, whoever asks."""
    found = await db.read(lambda connection: rows.one(connection, number))
    assert found is not None
    return read(found)


async def everything(db: Database) -> list[Wish]:
    """All wishes, also those that have ended."""

    def work(connection: Connection) -> list[Wish]:
        numbers = connection.execute(select(wish.c.id).order_by(wish.c.id)).scalars().all()
        return [read(one) for one in rows.several(connection, map(WishNumber, numbers))]

    return await db.read(work)


async def statuses(db: Database, player: PlayerId) -> list[str]:
    """How the wishes stand that somebody has."""
    return [one.status for one in await queries.of_player(db, player)]


async def tell(db: Database) -> list[tuple[PlayerId, str]]:
    """Tells everybody what there is to tell. Returns who is told of which status."""
    found = list[tuple[PlayerId, str]]()
    for one in await news.take_news(db):
        for player in one.owed():
            found.append((player, one.status))
            await news.told(db, one, player)
        await news.settled(db, one)
    return sorted(found)
