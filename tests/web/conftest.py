"""A site with pages, and matches that agree to be seen there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from aiohttp import ClientResponse, ClientSession
from sqlalchemy import update

import matches
from bot.observability.logs import reference
from matches import Match
from matches.model.ids import PlayerId
from matches.pages import key
from matches.settings import guilds, players
from storage.database import Database
from storage.schema import player
from storage.transactions import in_transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE, Clock, clock
from web.guard import Buckets
from web.server import served
from web.site import Address, Names, Site

__all__ = ["clock"]

PEOPLE = (ANN, BOB, CAT, DAN)
NAMES = {ANN: "Änne <b>&", BOB: "Bob"}
HOST = "pages.test"
PATH = "/three"
PLENTY = 1_000_000


@pytest.fixture
async def db(url: str, clock: Clock) -> AsyncIterator[Database]:
    """An empty database."""
    database = Database.connect(url, now=clock)
    yield database
    await database.close()


async def agree(db: Database, *people: PlayerId) -> None:
    """The server and these players agree; those with names want them to be told."""
    await guilds.configure(db, HERE.guild or 0, web=True)  # type: ignore[arg-type]
    for one in people:
        await players.prefer(db, one, web="named" if one in NAMES else "unnamed")


async def begun(db: Database, game: str, seats: int, turns: int, **options: str) -> Match:
    """A match that has had so many random turns, or is over."""
    host, *others = PEOPLE[:seats]
    opened = await matches.open_table(
        db, game=game, host=host, place=HERE, invited=others, seating="chosen",
        options=options, rng=Random(1),
    )  # fmt: skip
    match = opened
    for one in others:
        match = await matches.accept(db, opened.id, one)
    rng = Random(5)
    while match.turn_count < turns and match.player_to_move is not None:
        line = match.line
        tokens = list[str]()
        while not tokens or line.position.mid_turn:
            move = rng.choice(match.game.legal_moves(line.position))
            tokens.append(str(move))
            line = line.read(str(move))[1]
            if line.position.result is not None:
                break
        played = await matches.play(db, match.id, match.player_to_move, " ".join(tokens))
        match = played.match
    return match


class Visitor:
    """Somebody who asks for pages."""

    def __init__(self, session: ClientSession, base: str, site: Site) -> None:
        self.session, self.base, self.site = session, base, site

    async def get(self, *parts: object, **more: Any) -> Answer:
        """Asks for a page below the site's path."""
        headers = {"Host": HOST, **more.pop("headers", {})}
        method, raw = more.pop("method", "GET"), more.pop("raw", None)
        url = self.base + (raw if raw is not None else PATH + "/" + "/".join(map(str, parts)))
        async with self.session.request(method, url, headers=headers, **more) as answer:
            return Answer(answer, await answer.read())


class Answer:
    """An answer, read to its end."""

    def __init__(self, response: ClientResponse, body: bytes) -> None:
        self.status, self.headers, self.body = response.status, response.headers, body

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


async def named(_: int | None, player: PlayerId) -> str | None:
    """The name of somebody, if it is known."""
    return NAMES.get(player)


@asynccontextmanager
async def visited(
    db: Database,
    *,
    buckets: Buckets | None = None,
    trusted: bool = False,
    name: Names = named,
) -> AsyncIterator[Visitor]:
    """A visitor of a site on this database, where people have these names."""
    address = Address.read(f"https://{HOST}{PATH}")
    site = Site(db, address, name, await key(db), reference, trusted)
    plenty = buckets or Buckets(PLENTY, PLENTY)
    async with served(site, "127.0.0.1", 0, plenty) as port, ClientSession() as session:
        yield Visitor(session, f"http://127.0.0.1:{port}", site)


@pytest.fixture
async def visitor(db: Database) -> AsyncIterator[Visitor]:
    """A visitor who may ask as often as they want."""
    async with visited(db) as one:
        yield one


async def spoil_preferences(db: Database, one: PlayerId) -> None:
    """Stores what no version of the program can read, as if by a bug."""
    await players.prefer(db, one, theme="dark")
    await _put(db, one, [1])


async def mend_preferences(db: Database, one: PlayerId) -> None:
    """Stores in their place what anybody can read."""
    await _put(db, one, {"theme": "dark"})


async def _put(db: Database, one: PlayerId, preferences: object) -> None:
    put = update(player).where(player.c.id == one).values(preferences=preferences)
    await db.write(in_transaction(lambda connection: connection.execute(put)))
