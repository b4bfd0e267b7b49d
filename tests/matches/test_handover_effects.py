"""Seats that change hands: their clocks, whose business that is, who hears of it, races."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from random import Random

import pytest

import matches
from matches import Match, Place, TableError, privacy
from matches.model import errors
from matches.model.clock import Clock as TimeControl
from matches.model.handovers import SeatOffer
from matches.model.ids import GuildId, PlayerId
from matches.outbox import queue
from matches.settings.blocks import block
from matches.settings.players import prefer
from matches.unit_of_work import cache
from storage.database import Database
from tests.matches.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HERE,
    Clock,
    Play,
    Start,
    Timed,
    official,
)
from tests.matches.replayed import verified
from tests.matches.test_handover import handed_over

# The clock


@pytest.mark.parametrize(
    ("control", "passed", "left"),
    [
        ("3d", timedelta(hours=5), timedelta(days=2, hours=19)),
        ("3d", timedelta(days=2, hours=23), timedelta(days=1)),
        ("8h", timedelta(hours=7), timedelta(hours=8)),
        ("5d+12h/10d", timedelta(days=1), timedelta(days=4)),
        ("5d+12h/10d", timedelta(days=4, hours=20), timedelta(days=1)),
        ("5m+5s", timedelta(minutes=1), timedelta(minutes=4)),
        ("5m+5s", timedelta(minutes=4, seconds=30), timedelta(minutes=1)),
        ("3d/20d", timedelta(days=2), timedelta(days=3)),
    ],
)
async def test_the_clock_as_it_stands(
    db: Database, timed: Timed, time: Clock, *, control: str, passed: timedelta, left: timedelta
) -> None:
    """With a day at least, or a minute in a live match; a bounded one has no more in all."""
    match = await timed(control, ANN, BOB)
    time.time += passed
    now = await handed_over(db, match, ANN, CAT)
    assert now.due_at == db.now() + left
    if TimeControl.read(control).total is not None:
        assert now.left[0] == timedelta(days=18)
    await verified(db, now)


async def test_the_seat_that_waits_keeps_its_time(db: Database, timed: Timed, time: Clock) -> None:
    """Nothing changes for whoever is to move."""
    match = await timed("5d+12h/10d", ANN, BOB)
    time.turn(hours=30)
    now = await handed_over(db, match, BOB, CAT)
    assert (now.due_at, now.left) == (match.due_at, match.left)
    await verified(db, now)


async def test_vacations_of_whoever_has_the_seat(db: Database, timed: Timed, time: Clock) -> None:
    """Those of the one who left don't count any more; those of the newcomer do."""
    match = await timed("5d+12h/10d", ANN, BOB)
    await matches.take_vacation(db, ANN, db.now() + timedelta(days=9))
    time.turn(days=2)
    await matches.take_vacation(db, CAT, db.now() + timedelta(days=4))
    now = await handed_over(db, match, ANN, CAT)
    assert now.due_at == db.now() + timedelta(days=4 + 5)
    await verified(db, now)


async def test_too_late_for_the_seat(db: Database, timed: Timed, time: Clock) -> None:
    """Nobody takes over a seat whose time is over; the other ones can be."""
    match = await timed("3d", ANN, BOB, at_end="claim")
    for player in (ANN, BOB):
        await matches.offer_seat(db, match.id, player)
    time.turn(days=4)
    with pytest.raises(errors.SeatTimeIsUp):
        await matches.take_over(db, match.id, CAT, 1)
    await matches.take_over(db, match.id, CAT, 2)
    assert (await matches.claim(db, match.id, CAT)).match.status == "finished"


# Where, and by whom


async def test_private_matches_and_those_apart(db: Database) -> None:
    """Their seats are offered by name alone, and are in no list."""
    alone = Place(None, HERE.channel)
    for place, private in ((HERE, True), (alone, False)):
        table = await matches.open_table(
            db, game="toy", host=ANN, place=place, invited=[BOB], private=private
        )
        match = await matches.accept(db, table.id, BOB)
        seat = match.seat_of(ANN)
        assert seat is not None
        with pytest.raises(errors.NameSomebody):
            await matches.offer_seat(db, match.id, ANN)
        await matches.offer_seat(db, match.id, ANN, to=CAT)
        if private:
            with pytest.raises(errors.UnknownMatch):
                await matches.take_over(db, match.id, DAN, seat)
        found = await matches.open_seats(db, DAN, HERE.guild, channels=[HERE.channel])
        assert match.id not in [one.id for one in found]
        assert match.id in [one.id for one in await matches.open_seats(db, CAT, None)]
        assert CAT in (await matches.take_over(db, match.id, CAT, seat)).match.players


async def test_games_of_competitions(db: Database) -> None:
    """There the director replaces players."""
    match = await official(db, ANN, BOB)
    with pytest.raises(errors.OfficialSeat):
        await matches.offer_seat(db, match.id, ANN)
    assert "hand-over" not in matches.possible(match, ANN, db.now())


async def test_offered_by_managers(db: Database, start: Start) -> None:
    """On behalf of somebody who has left the server. If they come back, they may keep it."""
    match = await start(ANN, BOB)
    guild = HERE.guild
    assert guild is not None
    offered = await matches.offer_for(db, match.id, EVE, guild, 2)
    assert offered.offers == (SeatOffer(2, None, anyone=True),)
    await matches.keep_seat(db, match.id, BOB)
    await matches.offer_for(db, match.id, EVE, guild, 2, to=CAT)
    assert (await matches.take_over(db, match.id, CAT, 2)).match.players == (ANN, CAT)
    with pytest.raises(errors.UnknownMatch):
        await matches.offer_for(db, match.id, EVE, GuildId(800), 1)
    with pytest.raises(errors.NotSeated):
        await matches.offer_for(db, match.id, EVE, guild, 3)
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, computer_level=1)
    robots = await matches.seat_invited(db, table)
    (seat,) = {1, 2} - {robots.seat_of(ANN)}
    with pytest.raises(errors.SeatForPeople):
        await matches.offer_for(db, robots.id, EVE, guild, seat)


async def test_seats_to_take_over(db: Database, start: Start) -> None:
    """First those offered by name, then those of the channels that one sees; not one's own, nor
    those at a table with somebody whom one has blocked, or who has blocked one. Their block holds
    if one's data has been deleted since.
    """
    elsewhere = Place(GuildId(800), HERE.channel)
    named, free, second = await start(ANN, BOB), await start(ANN, BOB), await start(ANN, CAT)
    away, own = await start(ANN, BOB, place=elsewhere), await start(ANN, DAN)
    await matches.offer_seat(db, named.id, BOB, to=DAN)
    for match in (free, second, away, own):
        await matches.offer_seat(db, match.id, ANN)

    async def listed(player: PlayerId, **where: int) -> list[str]:
        found = await matches.open_seats(db, player, HERE.guild, channels=[HERE.channel], **where)
        return [one.id for one in found]

    assert await matches.seat_channels(db, GuildId(700)) == [HERE.channel]
    assert await listed(DAN) == [named.id, free.id, second.id]
    assert await listed(DAN, limit=1, offset=1) == [free.id]
    assert await listed(EVE) == [free.id, second.id, own.id]
    assert await matches.open_seats(db, EVE, HERE.guild) == []
    await block(db, EVE, CAT)
    await block(db, BOB, EVE)
    assert await listed(EVE) == [own.id]
    await privacy.forget(db, EVE)  # With her own block.
    assert await listed(EVE) == [second.id, own.id]
    assert await listed(EVE, limit=1) == [second.id]  # Behind those that are hidden.
    await handed_over(db, await _kept(db, second, ANN), ANN, DAN)
    await matches.offer_seat(db, second.id, DAN)
    assert second.id not in await listed(ANN)


async def _kept(db: Database, match: Match, player: PlayerId) -> Match:
    return await matches.keep_seat(db, match.id, player)


# Notices


async def test_everybody_hears_of_it(db: Database, start: Start, clock: Clock) -> None:
    """An offer is owed, the board after a handover, and direct messages to the newcomer."""
    await prefer(db, CAT, notices="direct")
    match = await start(ANN, BOB)
    clock.turn(minutes=1)
    await queue.done(db, *[one.key for one in await queue.due(db)])
    offered = await matches.offer_seat(db, match.id, ANN)
    clock.turn(minutes=1)
    (notice,) = await queue.due(db)
    assert (notice.kind, notice.seat, notice.base) == ("seat", 1, offered.seq)
    await queue.done(db, notice.key)
    await matches.take_over(db, match.id, CAT, 1)
    clock.turn(minutes=1)
    found = {one.kind: one for one in await queue.due(db)}
    assert {*found} == {"board", "turn"}
    told = await queue.told(db, found["board"])
    assert told.match.players == (CAT, BOB)
    assert [event.token for event in told.events] == ["handover:1"]


async def test_an_offer_that_is_over_is_not_told(db: Database, start: Start, clock: Clock) -> None:
    """Only the newest one of a seat is, and none that was declined or taken back."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN)
    await matches.keep_seat(db, match.id, ANN)
    clock.turn(minutes=1)
    assert "seat" not in {one.kind for one in await queue.due(db)}
    again = await matches.offer_seat(db, match.id, ANN, to=CAT)
    clock.turn(minutes=1)
    assert [one.base for one in await queue.due(db) if one.kind == "seat"] == [again.seq]


async def test_boards_that_come_late(db: Database, start: Start, turns: Play) -> None:
    """A board from before a handover names those who sat there then."""
    match = await start(ANN, BOB)
    await turns(match, "step")
    await handed_over(db, match, ANN, CAT)
    await turns(match, "step")
    for size in (0, 100):
        cache.resize(db, size)
        first, second, third, last = await queue.boards(db, match.id, 99)
        seated = [(await queue.told(db, one)).match.players for one in (first, second, third, last)]
        assert seated == [(ANN, BOB), (ANN, BOB), (CAT, BOB), (CAT, BOB)]
        assert (await queue.told(db, third)).match.handovers[0].player == ANN


# Several at once


async def test_two_accept_at_once(db: Database, url: str, start: Start) -> None:
    """Exactly one of them gets the seat, in one process or in two."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN)
    other = Database.connect(url, now=db.now)
    people = [PlayerId(number) for number in range(301, 313)]

    async def attempt(number: int, player: PlayerId) -> str:
        try:
            await matches.take_over((db, other)[number % 2], match.id, player, 1)
        except TableError as error:
            return type(error).__name__
        return "taken"

    found = Counter(await asyncio.gather(*(attempt(n, one) for n, one in enumerate(people))))
    assert found == {"taken": 1, "SeatNotOffered": len(people) - 1}
    now = await matches.get(db, match.id)
    assert now.players[0] in people
    await verified(db, now)
    await other.close()


async def test_a_double_click(db: Database, start: Start) -> None:
    """The second press of the same person is refused, and nothing is lost."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN)
    found = await asyncio.gather(
        *(matches.take_over(db, match.id, CAT, 1, interaction=number) for number in (1, 2)),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in found) == ["HasSeat", "Played"]


async def test_somebody_moves_while_the_seat_changes_hands(db: Database, start: Start) -> None:
    """Either the turn came first, or it is refused: nobody plays for somebody else."""
    for _ in range(5):
        match = await start(ANN, BOB)
        await matches.offer_seat(db, match.id, ANN)
        moved, _ = await asyncio.gather(
            matches.play(db, match.id, ANN, "step", seq=match.seq),
            matches.take_over(db, match.id, CAT, 1),
            return_exceptions=True,
        )
        now = await matches.get(db, match.id)
        assert now.players == (CAT, BOB)
        assert isinstance(moved, errors.NotSeated) == (now.turn_count == 0)
        await verified(db, now)


async def test_at_random(db: Database, timed: Timed, time: Clock, turns: Play) -> None:
    """Whatever happens in a match, it replays, and nobody sits in it twice."""
    rng = Random(5)
    for _ in range(4):
        match = await timed("3d", ANN, BOB, CAT, DAN)
        crowd = [PlayerId(number) for number in range(401, 420)]
        for _ in range(25):
            now = await matches.get(db, match.id)
            if now.status != "running":
                break
            seat = rng.randint(1, 4)
            player = now.players[seat - 1]
            assert player is not None
            deed = rng.random()
            try:
                if deed < 0.4:
                    await handed_over(db, now, player, rng.choice(crowd), named=deed < 0.2)
                elif deed < 0.5:
                    await matches.resign(db, now.id, player)
                else:
                    await turns(now, rng.choice(("step", "run end", "jump right")))
                    time.turn(hours=rng.randint(0, 30))
            except TableError:
                continue
            seated = (await matches.get(db, match.id)).seated
            assert len({*seated}) == 4
        await verified(db, await matches.get(db, match.id))


def test_an_offer_to_a_former_player() -> None:
    """It is for nobody."""
    assert not SeatOffer(1).is_for(ANN)
