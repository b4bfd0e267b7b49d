"""How reliably people play: what is noted with the end of a match, and what comes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import Connection, delete, select, update

import matches
from matches import Match, privacy
from matches.archive import verify
from matches.lobby.cooldowns import Rate, Rates
from matches.model import errors
from matches.model.clock import Clock as TimeControl
from matches.model.conduct import FEWEST, LAST, Reliability, reliability
from matches.model.ids import PlayerId, number_of, public_id
from matches.ratings.conduct import note_anew
from matches.ratings.standings import profile
from storage import conduct as rows
from storage.database import Database
from storage.schema import conduct
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE, Clock, Play, Timed
from tests.matches.test_handover import handed_over


async def noted(db: Database) -> dict[tuple[str, PlayerId], tuple[bool, int | None]]:
    """What is noted, by match and player."""

    def work(connection: Connection) -> dict[tuple[str, PlayerId], tuple[bool, int | None]]:
        found = connection.execute(select(conduct))
        return {(public_id(one.match_id), one.player_id): (one.kept, one.pace) for one in found}

    return await db.read(work)


async def _late(db: Database, match: Match, time: Clock) -> None:
    """The seat to move runs out of time."""
    time.turn(days=4)
    assert await matches.expire(db, match.id) is not None


async def test_who_plays_to_the_end(db: Database, timed: Timed, turns: Play, time: Clock) -> None:
    """Winning, losing and resigning are all the same; running out of time is not."""
    over = await timed("3d", ANN, BOB)
    for hours in (2, 30, 4, 20, 6, 10):
        time.turn(hours=hours)
        await turns(over, "step")
    await matches.resign(db, over.id, ANN)
    late = await timed("3d", BOB, ANN)
    await _late(db, late, time)
    assert await noted(db) == {
        (over.id, ANN): (True, 4 * 3600),
        (over.id, BOB): (True, 20 * 3600),
        (late.id, BOB): (False, None),
        (late.id, ANN): (True, None),
    }
    assert [one.fault async for one in verify.replays(db)] == [None, None]


async def test_what_does_not_count(db: Database, timed: Timed) -> None:
    """Matches without a clock, without a result, or with nobody but computer players."""
    untimed = await timed(None, ANN, BOB)
    await matches.resign(db, untimed.id, ANN)
    aborted = await timed("3d", ANN, BOB)
    await matches.abort(db, aborted.id, ANN)
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, computer_level=1, clock=aborted.clock
    )
    alone = await matches.seat_invited(db, table)
    await matches.resign(db, alone.id, ANN)
    assert await noted(db) == {}


async def test_prepared_turns_are_no_pace(
    db: Database, timed: Timed, turns: Play, time: Clock
) -> None:
    """Nor are passes that are entered by themselves."""
    match = await timed("3d", ANN, BOB)
    await matches.prepare(db, match.id, BOB, "step; step; step")
    for _ in range(3):
        time.turn(hours=1)
        await turns(match, "step")
    time.turn(hours=5)
    await turns(match, "block")
    await matches.resign(db, match.id, BOB)
    assert await noted(db) == {(match.id, ANN): (True, 3600), (match.id, BOB): (True, None)}


async def test_who_leaves(db: Database, timed: Timed, turns: Play, time: Clock) -> None:
    """Handing a seat over is no end; whoever takes it over is judged by what they do themselves."""
    match = await timed("3d", ANN, BOB, CAT)
    time.turn(hours=7)
    await turns(match, "step")
    await handed_over(db, match, ANN, DAN)
    await turns(match, "step", "step")
    time.turn(hours=2)
    await turns(match, "step")
    await matches.resign(db, match.id, CAT)
    await _late(db, match, time)
    assert await noted(db) == {
        (match.id, ANN): (False, 7 * 3600),
        (match.id, DAN): (True, 2 * 3600),
        (match.id, BOB): (False, 0),
        (match.id, CAT): (True, 0),
    }
    assert [one.fault async for one in verify.replays(db)] == [None]


async def test_replaced_by_a_computer_player(db: Database, time: Clock) -> None:
    """Whoever ran out of time has not played to the end; who resigned has."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=4, seating="chosen", stand_in=1,
        invited=[BOB, CAT, DAN], clock=TimeControl.read("3d"),
    )  # fmt: skip
    for player in (BOB, CAT, DAN):
        match = await matches.accept(db, table.id, player)
    await matches.resign(db, match.id, BOB)
    await _late(db, match, time)
    await matches.resign(db, match.id, CAT)
    await matches.resign(db, match.id, DAN)
    assert {player: kept for (_, player), (kept, _) in (await noted(db)).items()} == {
        ANN: False, BOB: True, CAT: True, DAN: True,
    }  # fmt: skip
    assert [one.fault async for one in verify.replays(db)] == [None]


def test_shares() -> None:
    """They are rounded down, so that nobody gets in who does not fit; newcomers are trusted."""
    assert reliability([]) == Reliability()
    assert reliability([(True, 60), (False, None), (True, 20)]) == Reliability(
        3, 2, timedelta(seconds=20)
    )
    assert Reliability(FEWEST - 1, 0).percent is None
    assert Reliability(FEWEST - 1, 0).suffices(100)
    assert Reliability(30, 29).percent == 96
    assert [Reliability(10, 9).suffices(needed) for needed in (None, 90, 91)] == [True, True, False]


async def as_if_played(db: Database, player: PlayerId, kept: list[bool]) -> None:
    """As if somebody had played so many matches."""
    ids = [
        (await matches.open_table(db, game="toy", host=DAN, place=HERE, limits=_MANY)).id
        for _ in kept
    ]

    def work(connection: Connection) -> None:
        with transaction(connection):
            for day, (match_id, one) in enumerate(zip(ids, kept, strict=True)):
                at = db.now() + timedelta(days=day)
                rows.note(connection, number_of(match_id), [rows.Conduct(player, at, one, 60)])

    await db.write(work)


_MANY = matches.Limits(tables=1000, rates=Rates(*(3 * [Rate(999, timedelta(minutes=1))])))


async def test_the_last_ones_count(db: Database) -> None:
    """What somebody did long ago is forgiven."""
    await as_if_played(db, CAT, [False] * 5 + [True] * LAST)
    found = (await profile(db, CAT)).reliability
    assert found == Reliability(LAST, LAST, timedelta(seconds=60))
    assert (await profile(db, ANN)).reliability == Reliability()


async def test_a_condition_of_a_table(db: Database) -> None:
    """For those who sit down, and for those who take a seat over later; not for those invited."""
    await as_if_played(db, CAT, [True] * 17 + [False] * 3)
    for needed, refused in ((85, False), (86, True)):
        table = await matches.open_table(
            db, game="toy", host=ANN, place=HERE, seats=3, reliability=needed
        )
        assert table.reliability == needed
        assert (await matches.get(db, table.id)).reliability == needed
        if refused:
            with pytest.raises(errors.TooUnreliable) as error:
                await matches.join(db, table.id, CAT)
            assert error.value.refusal.fields == {"needed": 86, "share": 85, "count": 20}
        else:
            await matches.join(db, table.id, CAT)
    await matches.join(db, table.id, BOB)
    match = await matches.join(db, table.id, DAN)
    await matches.offer_seat(db, match.id, BOB)
    seat = match.seat_of(BOB)
    assert seat is not None
    with pytest.raises(errors.TooUnreliable):
        await matches.take_over(db, match.id, CAT, seat)
    invited = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, invited=[CAT], reliability=100
    )
    assert (await matches.accept(db, invited.id, CAT)).status == "running"


async def test_verified_and_noted_anew(
    db: Database, timed: Timed, turns: Play, time: Clock
) -> None:
    """Damage is reported, and mended by noting all anew. Matches from before are noted, too."""
    first, second = await timed("3d", ANN, BOB), await timed("3d", ANN, CAT)
    for match in (first, second):
        await turns(match, "step", "step")
        await matches.resign(db, match.id, ANN)
    right = await noted(db)
    assert len(right) == 4
    assert await note_anew(db) == 0

    async def spoil(statement: object) -> None:
        def work(connection: Connection) -> None:
            with transaction(connection):
                connection.execute(statement)  # type: ignore[call-overload]

        await db.write(work)

    await spoil(update(conduct).where(conduct.c.player_id == BOB).values(kept=False))
    await spoil(delete(conduct).where(conduct.c.player_id == CAT))
    assert [one.fault is None async for one in verify.replays(db)] == [False, False]
    assert await note_anew(db) == 2
    assert await noted(db) == right
    await spoil(delete(conduct))
    assert [one.fault async for one in verify.replays(db)] == [None, None]
    assert await note_anew(db) == 2
    assert await noted(db) == right


async def test_forgotten(db: Database, timed: Timed, turns: Play) -> None:
    """Their rows go; those of the others stay, and everything verifies."""
    match = await timed("3d", ANN, BOB)
    await turns(match, "step", "step")
    await handed_over(db, match, BOB, CAT)
    await matches.resign(db, match.id, ANN)
    assert {player for _, player in await noted(db)} == {ANN, BOB, CAT}
    await privacy.forget(db, BOB)
    await privacy.forget(db, ANN)
    assert await noted(db) == {(match.id, CAT): (True, None)}
    now = await matches.get(db, match.id)
    assert (now.players, now.handovers[0].player) == ((None, CAT), None)
    assert [one.fault async for one in verify.replays(db)] == [None]
    assert await note_anew(db) == 0
