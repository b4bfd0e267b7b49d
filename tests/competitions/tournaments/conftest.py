"""Shortcuts to a competition that is stored."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

import games
import matches
from competitions.log.admission import Membership
from competitions.model.pairings import Game
from competitions.model.settings import Settings
from competitions.tournaments import rulings, signup
from competitions.tournaments.creation import open_competition
from competitions.tournaments.held import Held, Terms
from competitions.tournaments.ids import CompetitionId
from competitions.tournaments.upkeep import advance
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.match import Match
from storage.database import Database
from tests.matches import toy
from tests.matches.conftest import Clock

HOST = PlayerId(100)
PLAYERS = tuple(PlayerId(number) for number in range(101, 110))
ANN, BOB, CAT, DAN, EVE, FOX, *_ = PLAYERS
TEAMS = next(
    game for game in games.all_games() if any(o.key == "partners" for o in game.info.options)
)
"""A game played by partners."""

MEMBER = Membership(member=True)

Open = Callable[..., Awaitable[Held]]


def terms(**changes: object) -> Terms:
    """The terms of competitions in the tests."""
    usual = Terms(
        name="Cup",
        guild=GuildId(700),
        channel=ChannelId(71),
        game=toy.GAME,
        clock=TimeControl.read("3d"),
    )
    return replace(usual, **changes)  # type: ignore[arg-type]


@pytest.fixture
def hold(db: Database) -> Open:
    """Opens a competition for which a number of players sign up. With `begun` it starts."""

    async def run(
        settings: Settings | None = None, count: int = 4, *, begun: bool = True, **changes: object
    ) -> Held:
        from competitions.tournaments.direction import start

        held = await open_competition(
            db, terms(**changes), settings or Settings("round-robin"), HOST
        )
        for player in PLAYERS[:count]:
            held = await join(db, held.id, player)
        if begun:
            await start(db, held.id, HOST)
            held = await advance(db, held.id)
        return held

    return run


async def join(
    db: Database,
    competition_id: CompetitionId,
    player: PlayerId,
    *partners: PlayerId,
    membership: Membership = MEMBER,
    **more: Any,
) -> Held:
    """Signs a member of the competition's server up."""
    return await signup.join(db, competition_id, player, *partners, membership=membership, **more)


async def agree(db: Database, competition_id: CompetitionId, player: PlayerId, **more: Any) -> Held:
    """A member of the competition's server agrees to play in a team."""
    return await signup.agree(db, competition_id, player, membership=MEMBER, **more)


async def ruled(db: Database, held: Held, game: Game, *ranks: int, **more: Any) -> Held:
    """The director decides a game as they see it now, by ranks in the order of its seats."""
    seating = held.competition.pairing(game).seating(game[2])
    found = dict(zip(seating, ranks, strict=True))
    given: dict[str, Any] = {"seen": held.seq, "reason": "Rain.", **more}
    return await rulings.decide(db, held.id, HOST, game, found, **given)


async def adjourn(db: Database, held: Held, game: Game) -> Match:
    """The players of a game adjourn it."""
    match = await matches.get(db, held.matches[game])
    one, *others = match.seated
    asked = (await matches.ask_to_adjourn(db, match.id, one)).match
    assert asked.request is not None
    for other in others:
        match = (await matches.grant(db, match.id, other, request=asked.request.seq)).match
    return match


async def win(db: Database, held: Held, game: Game, seat: int = 1) -> None:
    """A seat wins the game: the others resign after all have moved."""
    match = await matches.get(db, held.matches[game])
    while match.turn_count < len(match.players):
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, "step")).match
    for other, player in enumerate(match.players, start=1):
        if other != seat and player is not None:
            await matches.resign(db, match.id, player)


async def play_round(db: Database, held: Held) -> Held:
    """The first seats win the games of the round; then upkeep does what follows."""
    for game in held.competition.undecided:
        await win(db, held, game)
    return await advance(db, held.id)


async def play_out(db: Database, held: Held) -> Held:
    """Plays all rounds like that."""
    while held.competition.status == "running":
        held = await play_round(db, held)
    return held


def later(clock: Clock, **by: float) -> datetime:
    """A time after the present one."""
    return clock() + timedelta(**by)
