"""Shortcuts to a ladder with people on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

import matches
from competitions.ladders import challenges
from competitions.ladders.creation import open_ladder
from competitions.ladders.held import Held
from competitions.ladders.ids import LadderId
from competitions.ladders.upkeep import advance
from competitions.log.admission import Membership
from competitions.log.terms import CommonTerms
from competitions.model.entrants import MemberId
from competitions.model.ladder.events import LadderSettings
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, GuildId, PlayerId
from storage.database import Database
from tests.matches import toy

HOST = PlayerId(100)
PLAYERS = tuple(PlayerId(number) for number in range(101, 110))
ANN, BOB, CAT, DAN, EVE, FAY, *_ = PLAYERS

MEMBER = Membership(member=True)

Open = Callable[..., Awaitable[Held]]


def terms(**changes: object) -> CommonTerms:
    """The terms of ladders in the tests."""
    usual: dict[str, object] = {
        "name": "Ladder",
        "guild": GuildId(700),
        "channel": ChannelId(71),
        "game": toy.GAME,
        "clock": TimeControl.read("3d"),
    }
    return CommonTerms(**(usual | changes))  # type: ignore[arg-type]


@pytest.fixture
def hold(db: Database) -> Open:
    """Opens a ladder with a number of members, in order, and completes its upkeep."""

    async def run(
        settings: LadderSettings | None = None, count: int = 4, **changes: object
    ) -> Held:
        held = await open_ladder(db, terms(**changes), settings or LadderSettings(), HOST)
        for player in PLAYERS[:count]:
            held = await join(db, held.id, player)
        return await advance(db, held.id)

    return run


async def join(
    db: Database,
    ladder_id: LadderId,
    player: PlayerId,
    *,
    membership: Membership = MEMBER,
    interaction: int | None = None,
) -> Held:
    """A member of the ladder's server joins."""
    return await challenges.join(
        db, ladder_id, player, membership=membership, interaction=interaction
    )


async def challenged(
    db: Database, held: Held, player: PlayerId, *others: PlayerId, interaction: int | None = None
) -> Held:
    """A member challenges others."""
    return await challenges.challenge(
        db, held.id, player, members(held, *others), interaction=interaction
    )


async def accepted(db: Database, held: Held, player: PlayerId, *others: PlayerId) -> Held:
    """A member challenges others, all of them accept, and the match is opened."""
    held = await challenged(db, held, player, *others)
    number = held.ladder.made
    for other in others:
        await challenges.accept(db, held.id, other, number)
    return await advance(db, held.id)


async def won(db: Database, held: Held, number: int, winner: PlayerId) -> Held:
    """The winner of a challenge's match: all others resign, after everybody has moved."""
    match_id = held.match_of(held.ladder.challenges[number])
    assert match_id is not None
    match = await matches.get(db, match_id)
    while match.turn_count < len(match.players):
        assert match.player_to_move is not None
        match = (await matches.play(db, match.id, match.player_to_move, "step")).match
    for player in match.seated:
        if player != winner:
            await matches.resign(db, match.id, player)
    return await advance(db, held.id)


def members(held: Held, *players: PlayerId) -> tuple[MemberId, ...]:
    """The members that these players are."""
    found = [held.member_of(player) for player in players]
    return tuple(one for one in found if one is not None)


def places(held: Held) -> list[PlayerId | None]:
    """The players by place, from the first place."""
    return [held.people[id_] for id_ in held.ladder.places]
