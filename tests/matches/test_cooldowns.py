"""Cool-downs: nobody makes the bot write to others again and again."""

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
from matches.model.ids import PlayerId
from matches.model.match import Place
from storage.database import Database
from storage.schema import approach
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE, Clock, Play, Start

HOUR = timedelta(hours=1)


async def _open(db: Database, host: PlayerId = ANN, **more: Any) -> Match:
    given: dict[str, Any] = {"game": "toy", "host": host, "place": HERE} | more
    return await matches.open_table(db, **given)


async def _challenge_in_vain(db: Database, host: PlayerId, guest: int, **more: Any) -> None:
    match = await _open(db, host, invited=[guest], **more)
    await matches.leave(db, match.id, host)


async def test_challenges_that_are_withdrawn_count(db: Database, clock: Clock) -> None:
    """One person can't be challenged for ever: the fourth time in an hour is refused, with the time
    from which on it is not. Others can be challenged meanwhile, and by others.
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
    """Challenges at once through two processes come to three."""
    other = Database.connect(url, now=clock)

    async def attempt(number: int) -> bool:
        try:
            await _open((db, other)[number % 2], invited=[BOB])
        except errors.InvitedTooOften:
            return False
        except errors.Unavailable:  # Too much at once for a slow machine.
            return await attempt(number)
        return True

    assert sum(await asyncio.gather(*map(attempt, range(12)))) == 3
    await other.close()


async def test_who_accepts_does_not_mind(db: Database, turns: Play, start: Start) -> None:
    """Two who play one short match after the other are never stopped."""
    match = await start(ANN, BOB)
    for number in range(20):
        over = (await matches.resign(db, match.id, BOB)).match
        host, guest = (ANN, BOB) if number % 4 else (BOB, ANN)
        again = await matches.rematch(db, over.id, host)
        match = await matches.accept(db, again.id, guest)
        assert match.status == "running"


async def test_rematches_that_are_withdrawn_count(db: Database, start: Start) -> None:
    """Asking again and again for the same rematch is challenging, too."""
    match = await start(ANN, BOB)
    over = (await matches.resign(db, match.id, BOB)).match
    for _ in range(3):
        rematch = await matches.rematch(db, over.id, ANN)
        await matches.leave(db, rematch.id, ANN)
    with pytest.raises(errors.InvitedTooOften):
        await matches.rematch(db, over.id, ANN)


async def test_one_host(db: Database, clock: Clock) -> None:
    """Nobody fills a channel with tables, whether somebody is invited or not."""
    limits = Limits(rates=Rates(host=Rate(4, HOUR)))
    open_one = partial(_open, db, limits=limits)
    began = clock.time
    await _open(db, seats=3, invited=[BOB, CAT], limits=limits)
    clock.turn(minutes=1)
    for _ in range(2):
        await matches.close_table(db, (await open_one()).id, ANN)
    with pytest.raises(errors.OpenedTooOften) as refused:
        await open_one()
    then = int((began + HOUR).timestamp())
    assert refused.value.refusal.fields == {"limit": 4, "possible_at": then}
    await open_one(DAN)


async def test_one_server(db: Database) -> None:
    """What many open on one server together is bounded as well; elsewhere that does not count."""
    limits = Limits(rates=Rates(server=Rate(3, HOUR)))
    for host in (ANN, BOB, CAT):
        await _open(db, host, limits=limits)
    with pytest.raises(errors.ServerTooBusy) as refused:
        await _open(db, DAN, limits=limits)
    assert "possible_at" in refused.value.refusal.fields
    await _open(db, DAN, place=Place(701, 72), limits=limits)
    for host in (ANN, BOB, CAT, DAN):
        await _open(db, host, place=Place(None, 73), limits=limits)


async def test_what_is_refused_does_not_count(db: Database) -> None:
    """Only what was written to somebody makes anybody wait."""
    await matches.block(db, BOB, ANN)
    for _ in range(5):
        with pytest.raises(errors.NotTogether):
            await _open(db, invited=[BOB])
    await matches.unblock(db, BOB, ANN)
    for _ in range(3):
        await _challenge_in_vain(db, ANN, BOB)


async def test_sitting_down_and_leaving(db: Database, clock: Clock) -> None:
    """At a table that asks all players a question each time it is full, that has an end, too. The
    invited may always come.
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
    """Each is announced to the opponents, so that they can't be announced without end."""
    for _ in range(cooldowns.VACATIONS.most):
        await matches.take_vacation(db, ANN, clock.time + 2 * HOUR, clock.time + HOUR)
        await matches.end_vacation(db, ANN)
    with pytest.raises(errors.VacationTooOften):
        await matches.take_vacation(db, ANN, clock.time + 2 * HOUR, clock.time + HOUR)
    clock.turn(days=1)
    await matches.take_vacation(db, ANN, clock.time + HOUR)


async def test_being_forgotten_lifts_nothing(db: Database) -> None:
    """Whoever has themselves deleted and comes back has to wait as before; and no id is kept."""
    for _ in range(3):
        await _challenge_in_vain(db, ANN, BOB)
    await privacy.forget(db, ANN)
    with pytest.raises(errors.InvitedTooOften):
        await _open(db, invited=[BOB])


async def test_what_is_counted_is_soon_removed(db: Database, clock: Clock) -> None:
    """Nothing is kept of who wrote to whom once nobody has to wait for it."""

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
