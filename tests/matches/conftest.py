"""A database, a manual clock, the toy game, and shortcuts to a running match."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from sqlalchemy import Connection

import games
import matches
from matches import Match, Place, Played
from matches.lobby.official import open_official
from matches.model.clock import AtEnd
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, GuildId, MatchNumber, PlayerId, public_id
from storage.database import Database
from storage.transactions import transaction
from tests.matches import toy
from tests.support.replay import replay_match

HERE = Place(guild=GuildId(700), channel=ChannelId(71))
ANN, BOB, CAT, DAN, EVE = map(PlayerId, (101, 102, 103, 104, 105))

Start = Callable[..., Awaitable[Match]]
Play = Callable[..., Awaitable[Played]]
Timed = Callable[..., Awaitable[Match]]
Win = Callable[..., Awaitable[Match]]


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = datetime(2030, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The current time."""
        return self.time

    def turn(self, **by: float) -> None:
        """Moves it forward."""
        self.time += timedelta(**by)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._registry(), "toy", toy.GAME)


@pytest.fixture
def clock() -> Clock:
    """The database's clock."""
    return Clock()


@pytest.fixture
async def db(url: str, clock: Clock) -> AsyncIterator[Database]:
    """An empty database."""
    database = Database.connect(url, now=clock)
    yield database
    await database.close()


@pytest.fixture
def start(db: Database) -> Start:
    """Starts a match of the toy game between these players, in the order of their seats."""

    async def run(*players: PlayerId, place: Place = HERE, **options: str) -> Match:
        host, *others = players or (ANN, BOB)
        opened = await matches.open_table(
            db, game="toy", host=host, place=place, invited=others, seating="chosen",
            options=options, rng=Random(1),
        )  # fmt: skip
        match = opened
        for player in others:
            match = await matches.accept(db, opened.id, player)
        assert match.status == "running"
        return match

    return run


@pytest.fixture
def turns(db: Database) -> Play:
    """Plays several turns in order, each by the player to move. Returns the last outcome."""

    async def run(match: Match, *texts: str) -> Played:
        current = await matches.get(db, match.id)
        for text in texts:
            assert current.player_to_move is not None
            played = await matches.play(db, match.id, current.player_to_move, text)
            current = played.match
        return played

    return run


@pytest.fixture
def time(clock: Clock) -> Clock:
    """The database's clock, under the name that tests of match clocks use."""
    return clock


@pytest.fixture
def timed(db: Database) -> Timed:
    """Starts a match with a clock between these players, in the order of their seats."""

    async def run(
        clock: str | None, *players: PlayerId, at_end: AtEnd = "automatic", game: str = "toy"
    ) -> Match:
        host, *others = players or (ANN, BOB)
        match = await matches.open_table(
            db, game=game, host=host, place=HERE, invited=others, seating="chosen", rng=Random(1),
            clock=TimeControl.read(clock) if clock else None, at_end=at_end,
        )  # fmt: skip
        assert match.due_at is None
        for player in others:
            match = await matches.accept(db, match.id, player)
        return match

    return run


async def same_everywhere(db: Database, match: Match) -> None:
    """The returned match equals the stored one, and the log replays to it."""
    assert await matches.get(db, match.id) == match
    assert await replay_match(db, match.id) == match
    (listed,) = [
        one for one in await matches.matches_of(db, match.host, limit=9) if one.id == match.id
    ]
    assert (listed.clock, listed.at_end) == (match.clock, match.at_end)
    assert (listed.due_at, listed.left) == (match.due_at, match.left)


async def official(db: Database, *players: PlayerId, clock: str = "3d") -> Match:
    """An official match of the toy game between these players, in the order of their seats."""

    def work(connection: Connection) -> MatchNumber:
        with transaction(connection):
            return open_official(
                connection,
                game=toy.GAME,
                options={"pact": "yes"},
                players=players,
                place=HERE,
                clock=TimeControl.read(clock),
                at_end="automatic",
                now=db.now(),
                rng=Random(1),
            )

    return await matches.get(db, public_id(await db.write(work)))


@pytest.fixture
def win(db: Database, start: Start, turns: Play) -> Win:
    """Plays a match of some turns that the first player wins: the others resign, the last seat
    first.
    """

    async def run(*players: PlayerId, place: Place = HERE) -> Match:
        match = await start(*players, place=place)
        await turns(match, *["step"] * max(3, len(players)))
        for loser in reversed(players[1:]):
            match = (await matches.resign(db, match.id, loser)).match
        assert match.status == "finished"
        return match

    return run
