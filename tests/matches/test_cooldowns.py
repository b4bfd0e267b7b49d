"""Cool-downs: nobody can make the bot write to others again and again."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, select

import matches
from matches import Limits, Match, privacy
from matches.lobby import cooldowns
from matches.lobby.cooldowns import Rate, Rates
from matches.model import errors
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.match import Place
from storage.database import Database
from storage.schema import approach
from tests import PATIENCE
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE, Clock, Play, Start

HOUR = timedelta(hours=1)


async def _open(db: Database, host: PlayerId = ANN, **more: Any) -> Match:
    given: dict[str, Any] = {"game": "toy", "host": host, "place": HERE} | more
    return await matches.open_table(db, **given)


async def _challenge_in_vain(db: Database, host: PlayerId, guest: int, **more: Any) -> None:
    match = await _open(db, host, invited=[guest], **more)
    await matches.leave(db, match.id, host)


async def test_challenges_that_are_withdrawn_count(db: Database, clock: Clock) -> None:
    """The fourth challenge to the same person within an hour is refused, with the time at which it
    becomes possible again. Others can still challenge them and be challenged.
    """
    first = clock.time
    for _ in range(3):
        await _challenge_in_vain(db, ANN, BOB)
        clock.turn(minutes=5)
    with pytest.raises(errors.InvitedTooOften) as refused:
        await _open(db, invited=[BOB])
    then = int((first + HOUR).timestamp())
    assert refused.value.refusal.fields == {"limit": 3, "other_player": BOB, "possible_at": then}
    with pytest.raises(errors.InvitedTooOften):
        await _open(db, seats=3, invited=[CAT, BOB])
    await _challenge_in_vain(db, ANN, CAT)
    await _challenge_in_vain(db, CAT, BOB)
    clock.time = first + HOUR - timedelta(seconds=1)
    with pytest.raises(errors.InvitedTooOften):
        await _open(db, invited=[BOB])
    clock.time = first + HOUR
    await _challenge_in_vain(db, ANN, BOB)
    with pytest.raises(errors.InvitedTooOften):
        await _open(db, invited=[BOB])


async def test_a_flood_is_stopped_by_what_is_stored(db: Database, url: str, clock: Clock) -> None:
    """Simultaneous challenges through two processes stop at three."""
    other = Database.connect(url, now=clock)

    async def attempt(number: int) -> bool:
        try:
            await _open((db, other)[number % 2], invited=[BOB])
        except errors.InvitedTooOften:
            return False
        except errors.Unavailable:  # More at once would be too much for a slow machine.
            return await attempt(number)
        return True

    async with asyncio.timeout(PATIENCE):
        assert sum(await asyncio.gather(*map(attempt, range(12)))) == 3
    await other.close()


async def test_who_accepts_does_not_mind(db: Database, turns: Play, start: Start) -> None:
    """Two people who play one short match after another are never stopped."""
    match = await start(ANN, BOB)
    for number in range(20):
        over = (await matches.resign(db, match.id, BOB)).match
        host, guest = (ANN, BOB) if number % 4 else (BOB, ANN)
        again = await matches.rematch(db, over.id, host)
        match = await matches.accept(db, again.id, guest)
        assert match.status == "running"


async def test_rematches_that_are_withdrawn_count(db: Database, start: Start) -> None:
    """Repeated requests for the same rematch count as challenges."""
    match = await start(ANN, BOB)
    over = (await matches.resign(db, match.id, BOB)).match
    for _ in range(3):
        rematch = await matches.rematch(db, over.id, ANN)
        await matches.leave(db, rematch.id, ANN)
    with pytest.raises(errors.InvitedTooOften):
        await matches.rematch(db, over.id, ANN)


async def test_one_host(db: Database, clock: Clock) -> None:
    """Nobody can fill a channel with tables, whether or not somebody is invited."""
    limits = Limits(rates=Rates(host=Rate(4, HOUR)))
    open_one = partial(_open, db, limits=limits)
    began = clock.time
    await _open(db, seats=3, invited=[BOB, CAT], limits=limits)
    clock.turn(minutes=1)
    for _ in range(2):
        await matches.leave(db, (await open_one()).id, ANN)
    with pytest.raises(errors.OpenedTooOften) as refused:
        await open_one()
    then = int((began + HOUR).timestamp())
    assert refused.value.refusal.fields == {"limit": 4, "possible_at": then}
    await open_one(DAN)


async def test_one_server(db: Database) -> None:
    """All tables opened on one server count together; other servers are unaffected."""
    limits = Limits(rates=Rates(server=Rate(3, HOUR)))
    for host in (ANN, BOB, CAT):
        await _open(db, host, limits=limits)
    with pytest.raises(errors.ServerTooBusy) as refused:
        await _open(db, DAN, limits=limits)
    assert "possible_at" in refused.value.refusal.fields
    await _open(db, DAN, place=Place(GuildId(701), ChannelId(72)), limits=limits)
    for host in (ANN, BOB, CAT, DAN):
        await _open(db, host, place=Place(None, ChannelId(73)), limits=limits)


async def test_what_is_refused_does_not_count(db: Database) -> None:
    """Only messages actually written to somebody count; refused ones do not."""
    await matches.block(db, BOB, ANN)
    for _ in range(5):
        with pytest.raises(errors.NotTogether):
            await _open(db, invited=[BOB])
    await matches.unblock(db, BOB, ANN)
    for _ in range(3):
        await _challenge_in_vain(db, ANN, BOB)


async def test_sitting_down_and_leaving(db: Database, clock: Clock) -> None:
    """A table that asks a question each time it is full limits how often players can join and
    leave. Invited players may always come.
    """
    table = await _open(db, seats=2, seating="youngest")
    for _ in range(cooldowns.DEPARTURES.most):
        assert (await matches.join(db, table.id, BOB)).full
        await matches.leave(db, table.id, BOB)
    with pytest.raises(errors.LeftTooOften) as refused:
        await matches.join(db, table.id, BOB)
    assert "possible_at" in refused.value.refusal.fields
    challenge = await _open(db, CAT, invited=[BOB])
    assert (await matches.accept(db, challenge.id, BOB)).status == "running"
    clock.turn(hours=1)
    assert (await matches.join(db, table.id, BOB)).full


async def test_vacations(db: Database, clock: Clock) -> None:
    """Vacations are announced to the opponents, so their number is limited, too."""
    for _ in range(cooldowns.VACATIONS.most):
        await matches.take_vacation(db, ANN, clock.time + 2 * HOUR, clock.time + HOUR)
        await matches.end_vacation(db, ANN)
    with pytest.raises(errors.VacationTooOften):
        await matches.take_vacation(db, ANN, clock.time + 2 * HOUR, clock.time + HOUR)
    clock.turn(days=1)
    await matches.take_vacation(db, ANN, clock.time + HOUR)


async def test_being_forgotten_lifts_nothing(db: Database) -> None:
    """Deleting one's data and coming back lifts no cool-down, and no id is kept."""
    for _ in range(3):
        await _challenge_in_vain(db, ANN, BOB)
    await privacy.forget(db, ANN)
    with pytest.raises(errors.InvitedTooOften):
        await _open(db, invited=[BOB])


async def test_what_is_counted_is_soon_removed(db: Database, clock: Clock) -> None:
    """Approaches are deleted as soon as nobody has to wait because of them."""

    async def kept() -> int:
        count = select(func.count()).select_from(approach)
        return await db.read(lambda connection: connection.execute(count).scalar_one())

    await _challenge_in_vain(db, ANN, BOB)
    clock.turn(hours=1)
    await _open(db, CAT)
    clock.turn(hours=22, minutes=59)
    await cooldowns.forget_old(db)
    assert await kept() == 2
    clock.turn(minutes=1)
    await cooldowns.forget_old(db)
    assert await kept() == 1
