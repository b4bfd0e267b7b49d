"""A tour of everything that can be asked of tournaments, from the sign-up to the medals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, TypeAlias

from sqlalchemy import Connection

import matches
from competitions.log.admission import Membership
from competitions.model.entrants import EntrantId
from competitions.model.events import Opened
from competitions.model.settings import Settings
from competitions.pairing.sections import SMALLEST
from competitions.tournaments import (
    direction,
    news,
    offers,
    queries,
    rulings,
    sheets,
    signup,
    upkeep,
)
from competitions.tournaments.creation import Coming, open_begun, open_competition
from competitions.tournaments.held import Held, Terms
from competitions.tournaments.ids import public_id
from competitions.tournaments.sheets import LARGE
from games import get as game_of
from matches.model.clock import Clock
from matches.model.computer_players import of_level
from matches.model.ids import ChannelId, GuildId, MessageId, PlayerId
from matches.settings import players as preferences
from storage import competitions as rows
from storage.competitions import Member
from storage.database import Database
from storage.ids import CompetitionNumber
from storage.transactions import transaction

GUILD, CHANNEL, OTHER = GuildId(700), ChannelId(9001), ChannelId(9002)
ANN, BOB, CAT, DAN, EVE = map(PlayerId, (501, 502, 503, 504, 505))
MANY = [PlayerId(600 + number) for number in range(SMALLEST + 1)]
MEMBER = Membership(member=True, here=GUILD)

Wait: TypeAlias = Callable[[timedelta], None]
"""Lets time pass."""

TERMS = Terms(
    name="Cup",
    guild=GUILD,
    channel=CHANNEL,
    game=game_of("attangle"),
    clock=Clock.read("3d"),
)
SWISS = Settings("swiss", rounds=2)


async def tour_of_tournaments(db: Database, wait: Wait) -> None:
    """Everything at least once, including branches with queries of their own."""
    for player in (ANN, BOB, CAT, DAN, EVE):
        await preferences.prefer(db, player, at_once=20)
    await _swiss(db)
    await _replaced(db)
    await _teams(db)
    await _round_robin(db, wait)
    await _sections(db)
    await _large(db)
    await queries.medals(db, ANN)


async def _open(
    db: Database, settings: Settings, *players: PlayerId, begun: bool = True, **more: Any
) -> Held:
    held = await open_competition(db, replace(TERMS, **more), settings, ANN)
    for player in players:
        held = await signup.join(db, held.id, player, membership=MEMBER)
    if begun:
        held = await direction.start(db, held.id, ANN)
        held = await upkeep.advance(db, held.id)
    return held


def _entrant(held: Held, player: PlayerId) -> EntrantId:
    found = held.entrant_of(player)
    assert found is not None
    return found


async def _swiss(db: Database) -> None:
    """Somebody has blocked somebody else; a round is taken back, people leave and are replaced."""
    await matches.block(db, BOB, CAT)
    held = await _open(db, SWISS, ANN, BOB, CAT, DAN)
    held = await signup.join(db, held.id, EVE, membership=MEMBER)
    await rulings.require_unplayed(db, held, 1)
    held = await rulings.take_back(db, held.id, ANN, 1, reason="A mistake.")
    held = await upkeep.advance(db, held.id)
    match_id = next(iter(held.matches.values()))
    assert await queries.belonging(db, match_id) is not None
    await queries.changed_at(db, held)
    held = await signup.excuse(db, held.id, DAN, 2)
    held = await signup.attend(db, held.id, DAN, 2)
    held = await signup.withdraw(db, held.id, BOB)
    held = await upkeep.advance(db, held.id)
    bob, eve = _entrant(held, BOB), _entrant(held, EVE)
    await direction.reinstate(db, held.id, ANN, bob, reason="They asked.")
    held = await direction.replace(db, held.id, ANN, bob, eve, reason="Gone.")
    held = await _decided(db, held)
    game = next(iter(held.competition.outcomes))
    seats = held.competition.pairing(game).seating(game[2])
    ranks = {id_: rank for rank, id_ in enumerate(reversed(seats), start=1)}
    await rulings.correct(db, held.id, ANN, game, ranks, seen=held.seq, reason="A mistake.")
    held = await direction.change(db, held.id, ANN, name="Other", channel=OTHER)
    shown = await offers.offer(db, held.id, ANN, DAN)
    await offers.offered(db, held.id, DAN, shown)
    await direction.hand_over(db, held.id, ANN, DAN)
    await _told(db)
    await direction.cancel(db, held.id, DAN, reason="Rain.")
    await matches.unblock(db, BOB, CAT)


async def _replaced(db: Database) -> None:
    """Somebody who waits takes over what another one plays."""
    held = await _open(db, SWISS, ANN, BOB, CAT, DAN)
    held = await signup.join(db, held.id, EVE, membership=MEMBER)
    held = await upkeep.advance(db, held.id)
    bob, eve = _entrant(held, BOB), _entrant(held, EVE)
    held = await direction.replace(db, held.id, ANN, bob, eve, reason="Ill.")
    await direction.cancel(db, held.id, ANN, reason="Rain.")


async def _decided(db: Database, held: Held) -> Held:
    """The director decides all games that are played."""
    for game in held.competition.undecided:
        seats = held.competition.pairing(game).seating(game[2])
        ranks = {id_: rank for rank, id_ in enumerate(seats, start=1)}
        held = await rulings.decide(
            db, held.id, ANN, game, ranks, seen=held.seq, reason="A mistake."
        )
    return held


async def _told(db: Database) -> None:
    for id_ in await news.take_news(db):
        held = await queries.get(db, id_)
        for told in await news.news(db, held):
            if isinstance(told.event, Opened):
                await news.posted(
                    db, id_, MessageId(10**6 + held.number), ChannelId(held.terms.channel)
                )
        await news.renew(db, id_)
        await news.told(db, id_, held.seq)


async def _teams(db: Database) -> None:
    """Partners agree, or don't."""
    held = await _open(db, Settings("round-robin"), begun=False, game=game_of("turnier"), team=2)
    for one, other in ((ANN, BOB), (CAT, DAN)):
        await signup.join(db, held.id, one, other, membership=MEMBER)
        held = await signup.agree(db, held.id, other, membership=MEMBER)
    held = await signup.join(db, held.id, EVE, PlayerId(506), membership=MEMBER)
    held = await signup.decline(db, held.id, PlayerId(506), _entrant(held, EVE))
    held = await direction.start(db, held.id, ANN)
    held = await upkeep.advance(db, held.id)
    match = await matches.get(db, next(iter(held.matches.values())))
    await matches.resign(db, match.id, PlayerId(match.players[0] or 0))
    await upkeep.advance(db, held.id)


async def _round_robin(db: Database, wait: Wait) -> None:
    """It is played to its hard end, with computer players, and held again."""
    now = db.now()
    held = await _open(
        db,
        Settings("round-robin"),
        ANN,
        BOB,
        begun=False,
        starts_at=now + timedelta(days=1),
        ends_at=now + timedelta(days=3),
        repeats="week",
    )
    held = await direction.enter(db, held.id, ANN, of_level(1))
    held = await direction.dismiss(db, held.id, ANN, _entrant(held, of_level(1)), reason="No.")
    for days in (1, 3):
        wait(timedelta(days=days))
        for due in await upkeep.take_due(db):
            await upkeep.advance(db, due)
    assert (await queries.get(db, held.id)).competition.status == "over"


async def _sections(db: Database) -> None:
    whole = await _open(db, SWISS, *MANY, begun=False, section_size=SMALLEST)
    whole = await direction.start(db, whole.id, ANN)
    for section in await queries.sections(db, whole):
        held = await upkeep.advance(db, section.id)
        await _decided(db, held)
        await direction.end(db, held.id, ANN, reason="Rain.")


async def _large(db: Database) -> None:
    """A page of a large table is looked at, before and after a change."""

    def begun(connection: Connection) -> CompetitionNumber:
        everybody = [
            Coming((Member(0, 1, PlayerId(10**7 + number), 0),), None)
            for number in range(LARGE + 1)
        ]
        with transaction(connection):
            return open_begun(connection, TERMS, SWISS, ANN, everybody, now=db.now())

    number = await db.write(begun)
    found = await db.read(lambda connection: rows.present(connection, number, [1]))
    assert found[0].player_id is not None
    id_ = public_id(number)
    for page in (None, 3):
        await sheets.look(db, id_, player=found[0].player_id, page=page)
        await signup.withdraw(db, id_, PlayerId(10**7 + 5 + (page or 0)))
    await direction.cancel(db, id_, ANN, reason="Rain.")
