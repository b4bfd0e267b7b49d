"""What is stored of those who had a seat or were offered one: handed out to them, and deleted."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import Connection, delete, select, update

import matches
from matches import Place, privacy
from matches.archive import verify
from matches.model import errors
from matches.unit_of_work import cache
from storage.database import Database
from storage.schema import former_holder, seat
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, HERE, Play, Start, Timed
from tests.matches.test_handover import handed_over
from tests.support.replay import replay_match
from tests.support.traces import traces


async def test_a_former_holder_is_forgotten(
    db: Database, url: str, timed: Timed, turns: Play
) -> None:
    """In running matches and in those that are over; other processes notice."""
    elsewhere = Database.connect(url, now=db.now)
    over, running = await timed("3d", ANN, BOB), await timed("3d", ANN, BOB)
    for match in (over, running):
        await turns(match, "step", "step")
        await handed_over(db, match, ANN, CAT)
    await matches.resign(db, over.id, BOB)
    assert (await matches.get(elsewhere, running.id)).handovers[0].player == ANN
    assert any("former_holder" in one for one in await traces(db, ANN))
    forgotten = await privacy.forget(db, ANN)
    assert (forgotten.resigned, forgotten.left) == ([], [])
    assert await traces(db, ANN) == []
    for one in (db, elsewhere):
        for match in (over, running):
            now = await matches.get(one, match.id)
            assert (now.players, now.handovers[0].player) == ((CAT, BOB), None)
    assert (await turns(running, "step")).match.players == (CAT, BOB)
    assert [one.fault async for one in verify.replays(db)] == [None, None]
    await elsewhere.close()


async def test_a_seat_that_was_offered_to_them_is_offered_to_nobody(
    db: Database, start: Start
) -> None:
    """It does not become open to everybody."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN, to=CAT)
    await privacy.forget(db, CAT)
    assert await traces(db, CAT) == []
    assert (await matches.get(db, match.id)).offers == ()
    with pytest.raises(errors.SeatNotOffered):
        await matches.take_over(db, match.id, DAN, 1)
    await matches.offer_seat(db, match.id, ANN)
    assert [one.fault async for one in verify.replays(db)] == [None]


async def test_who_was_only_asked_takes_no_channel_away(db: Database) -> None:
    """The channel of a match where the bot isn't a member goes with those who have played in it."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=Place(None, HERE.channel), invited=[BOB]
    )
    match = await matches.accept(db, table.id, BOB)
    await matches.offer_seat(db, match.id, ANN, to=CAT)
    await privacy.forget(db, CAT)
    assert (await matches.get(db, match.id)).place.channel == HERE.channel
    await matches.offer_seat(db, match.id, ANN, to=DAN)
    seat = match.seat_of(ANN)
    assert seat is not None
    await matches.take_over(db, match.id, DAN, seat)
    await privacy.forget(db, ANN)
    assert (await matches.get(db, match.id)).place.channel != HERE.channel


async def test_who_offers_a_seat_is_forgotten(db: Database, start: Start) -> None:
    """Their match is resigned, and nobody is offered anything."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN)
    await privacy.forget(db, ANN)
    now = await matches.get(db, match.id)
    assert (now.status, now.offers) == ("finished", ())


async def test_a_seat_that_one_has_had_twice_removed(
    db: Database, start: Start, turns: Play
) -> None:
    """A match with several former holders of several seats is noted once for each who goes."""
    match = await start(ANN, BOB)
    for by, to in ((ANN, CAT), (BOB, DAN)):
        await turns(match, "step")
        await handed_over(db, match, by, to)
    for player in (ANN, BOB):
        await privacy.forget(db, player)
    now = await matches.get(db, match.id)
    assert [one.player for one in now.handovers] == [None, None]
    assert now == await replay_match(db, match.id)


async def test_everybody_is_given_what_is_theirs(db: Database, start: Start, turns: Play) -> None:
    """Of a seat that was handed over, each gets the entries of their own time: what somebody else
    had prepared is for nobody's eyes.
    """
    match = await start(ANN, BOB)
    await matches.prepare(db, match.id, BOB, "jump left")
    await handed_over(db, match, BOB, CAT)
    await turns(match, "step", "run end")
    await handed_over(db, match, CAT, DAN)
    await turns(match, "step", "block")

    async def given(player: int) -> dict[str, list[dict[str, object]]]:
        found = await privacy.stored(db, player)  # type: ignore[arg-type]
        tables: dict[str, list[dict[str, object]]] = json.loads(json.dumps(found))["tables"]
        return tables

    bob, cat, dan = [await given(player) for player in (BOB, CAT, DAN)]
    texts = [
        [row["text"] for row in tables["entry"] if row["kind"] in ("prepare", "turn")]
        for tables in (bob, cat, dan)
    ]
    assert texts == [["jump left"], ["run end"], ["block"]]
    for tables, former in ((bob, 1), (cat, 1), (dan, 0)):
        assert len(tables["former_holder"]) == former
        assert [row["match"] for row in tables["match"]] == [match.id]
    assert "player_id" in bob["former_holder"][0]


@pytest.mark.parametrize(
    "statement",
    [
        delete(former_holder),
        update(former_holder).values(seat=1),
        update(former_holder).values(until=2),
    ],
    ids=["gone", "seat", "entry"],
)
async def test_damage_is_reported(
    db: Database, start: Start, turns: Play, statement: object
) -> None:
    """Who had a seat, and until when, has to be what the log says."""
    match = await start(ANN, BOB)
    await turns(match, "step")
    await handed_over(db, match, BOB, CAT)
    assert [one.fault async for one in verify.replays(db)] == [None]

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(statement)  # type: ignore[call-overload]

    await db.write(spoil)
    cache.resize(db, 10)
    (found,) = [one async for one in verify.replays(db)]
    assert found.fault is not None
    assert "former holders" in found.fault.message


async def test_a_computer_player_who_took_over_before_that_was_noted(
    db: Database, start: Start
) -> None:
    """Matches of earlier versions are no damage."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=(await start(ANN, BOB)).place, seats=3, stand_in=1,
        invited=[BOB, CAT], seating="chosen",
    )  # fmt: skip
    for player in (BOB, CAT):
        await matches.accept(db, table.id, player)
    await matches.resign(db, table.id, BOB)

    def forget(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(delete(former_holder))

    await db.write(forget)
    cache.resize(db, 10)
    now = await matches.get(db, table.id)
    assert [one.player for one in now.handovers] == [None]
    assert [one.fault async for one in verify.replays(db)] == [None, None]


async def test_what_a_row_says_of_offers(db: Database, start: Start) -> None:
    """Who is asked stands in the row of the seat; nothing is left once it is taken."""
    match = await start(ANN, BOB)
    await matches.offer_seat(db, match.id, ANN, to=CAT)

    def rows(connection: Connection) -> list[tuple[object, ...]]:
        query = select(seat.c.seat, seat.c.player_id, seat.c.offer, seat.c.offered_to)
        return [tuple(row) for row in connection.execute(query.order_by(seat.c.seat))]

    assert await db.read(rows) == [(1, ANN, "named", CAT), (2, BOB, None, None)]
    await matches.take_over(db, match.id, CAT, 1)
    assert await db.read(rows) == [(1, CAT, None, None), (2, BOB, None, None)]
