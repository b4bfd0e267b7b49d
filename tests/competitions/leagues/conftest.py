"""Shortcuts to a league with people who have signed up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from competitions.leagues import queries, signup, upkeep
from competitions.leagues.creation import open_league
from competitions.leagues.held import Held, Terms
from competitions.leagues.ids import LeagueId
from competitions.log.admission import Membership
from competitions.model.league.events import LeagueSettings
from competitions.model.pairings import Game
from competitions.tournaments.held import Held as Division
from competitions.tournaments.queries import get
from competitions.tournaments.upkeep import advance, take_due
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage.database import Database
from tests.competitions.tournaments.conftest import win
from tests.matches import toy
from tests.matches.conftest import Clock

HOST = PlayerId(100)
PLAYERS = tuple(PlayerId(number) for number in range(101, 110))
ANN, BOB, CAT, DAN, EVE, FAY, *_ = PLAYERS
START = timedelta(days=7)
TWO_OF_THREE = LeagueSettings(size=3, exchanged=1)
AT_TABLES_OF_THREE = LeagueSettings(seats=3, size=3, exchanged=1, rounds=2)

MEMBER = Membership(member=True)

Open = Callable[..., Awaitable[Held]]


@pytest.fixture
def hold(db: Database, clock: Clock) -> Open:
    """Opens a league of two divisions with a number of players. With `begun` its first season
    begins.
    """

    async def run(
        settings: LeagueSettings = TWO_OF_THREE,
        count: int = 6,
        *,
        begun: bool = True,
        **changes: object,
    ) -> Held:
        usual: dict[str, object] = {
            "name": "League",
            "guild": GuildId(700),
            "channel": ChannelId(71),
            "game": toy.GAME,
            "clock": TimeControl.read("3d"),
            "starts_at": clock() + START,
        }
        terms = Terms(**(usual | changes))  # type: ignore[arg-type]
        held = await open_league(db, terms, settings, HOST)
        for player in PLAYERS[:count]:
            held = await join(db, held.id, player)
        if begun:
            clock.turn(seconds=START.total_seconds())
            held = await upkeep.advance(db, held.id)
            await do_upkeep(db)
        return held

    return run


async def join(
    db: Database,
    league_id: LeagueId,
    player: PlayerId,
    *,
    membership: Membership = MEMBER,
    interaction: int | None = None,
) -> Held:
    """Signs a member of the league's server up."""
    return await signup.join(db, league_id, player, membership=membership, interaction=interaction)


async def do_upkeep(db: Database) -> None:
    """Runs upkeep of competitions and leagues until nothing is due."""
    busy = True
    while busy:
        busy = False
        for division in await take_due(db):
            await advance(db, division)
            busy = True
        for league in await upkeep.take_due(db):
            await upkeep.advance(db, league)
            busy = True


async def divisions(db: Database, held: Held) -> list[Division]:
    """The competitions of the present season."""
    return [await get(db, one) for one in held.divisions]


def players(held: Held) -> list[list[PlayerId | None]]:
    """The players of each division of the present season."""
    return [[held.people[id_] for id_ in one] for one in held.league.divisions]


async def play_season(db: Database, held: Held) -> Held:
    """The player with the lower number wins every game, which ends the season."""
    for division in await divisions(db, held):
        await play_out(db, division)
    await do_upkeep(db)
    return await queries.get(db, held.id)


async def play_out(db: Database, division: Division) -> Division:
    """The player with the lower number wins every game of a division."""
    while division.competition.status == "running":
        for game in division.competition.undecided:
            await win(db, division, game, _winner(division, game))
        division = await advance(db, division.id)
    return division


def _winner(division: Division, game: Game) -> int:
    """The seat of the player with the lower number."""
    seating = division.competition.pairing(game).seating(game[2])
    playing = [division.teams[id_][0] or 0 for id_ in seating]
    return playing.index(min(playing)) + 1
