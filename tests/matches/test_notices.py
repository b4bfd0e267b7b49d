"""Notices: written in the transaction of the turn, taken by one sender at a time, deleted once
sent.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event, select

import matches
from matches import Match, Place
from matches.effects.notices import GRACE, board_key, drop_key, move_reminders, table_key
from matches.model import errors
from matches.model.clock import AtEnd
from matches.model.clock import Clock as TimeControl
from matches.model.ids import ChannelId, GuildId
from matches.outbox import queue
from matches.outbox.queue import LEASE, Notice
from matches.settings import quiet_hours
from matches.settings.players import prefer
from matches.unit_of_work.repository import key_of
from storage.database import Database
from storage.schema import notice
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock, Play, Start

SECOND = timedelta(seconds=1)


async def _owed(db: Database) -> dict[str, datetime]:
    """All notices by key, with the times from which they are due."""
    query = select(notice.c.key, notice.c.due_at)
    return dict(await db.read(lambda connection: connection.execute(query).all()))


async def _taken(db: Database) -> list[str]:
    return [one.key for one in await queue.due(db)]


async def test_a_board_is_owed_for_the_start_and_each_turn(
    db: Database, start: Start, turns: Play
) -> None:
    """Each change of the position enqueues one board; drafts, prepared turns and offers enqueue
    none.
    """
    match = await start()
    keys = [board_key(match)]
    for text in ("step", "step"):
        match = (await turns(match, text)).match
        keys.append(board_key(match))
    await matches.play(db, match.id, ANN, "jump")
    await matches.prepare(db, match.id, BOB, "step; step")
    await matches.offer_draw(db, match.id, BOB)
    assert sorted(await _owed(db)) == sorted(keys)


async def test_a_result_is_owed_to_the_table(db: Database, start: Start) -> None:
    """The end of a match owes its table the result, if the table has a message."""
    silent, told = await start(), await start()
    told = await matches.move_to(db, told.id, message=7)
    await matches.resign(db, silent.id, ANN)
    assert table_key(silent) not in await _owed(db)
    await matches.resign(db, told.id, ANN)
    assert table_key(told) in await _owed(db)


async def test_the_last_board_is_noted_with_its_notice(db: Database, start: Start) -> None:
    """In one transaction, and without an entry in the log."""
    match = await start()
    assert await queue.last_board(db, match.id) is None
    await queue.done(db, board_key(match), boards={match.id: 70})
    assert await queue.last_board(db, match.id) == 70
    assert await _owed(db) == {}
    assert (await matches.get(db, match.id)).seq == match.seq
    kept = await matches.move_to(db, (await start()).id, board=71)
    assert await queue.last_board(db, kept.id) == 71


async def test_a_refused_turn_owes_nothing(db: Database, start: Start, turns: Play) -> None:
    """A refused turn enqueues nothing."""
    match = await start()
    await turns(match, "step")
    before = await _owed(db)
    with pytest.raises(errors.StaleMatch):
        await matches.play(db, match.id, BOB, "step", seq=match.seq - 1)
    assert await _owed(db) == before


async def test_a_table_that_closes_owes_nothing(db: Database) -> None:
    """A table that closes before the start has no board."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    await matches.close_table(db, table.id, ANN)
    assert await _owed(db) == {}


async def test_whoever_entered_a_turn_goes_first(db: Database, start: Start, clock: Clock) -> None:
    """A board is first left to the process that entered the turn. Then it is taken once, and again
    if its sender never reports success, with the same nonce and a counted attempt.
    """
    match = await start()
    clock.turn(seconds=GRACE.total_seconds() - 1)
    assert await queue.due(db) == []
    clock.turn(seconds=2)
    assert [(one.key, one.attempts) for one in await queue.due(db)] == [(board_key(match), 1)]
    assert await queue.due(db) == []
    clock.turn(seconds=LEASE.total_seconds() + 1)
    again = await queue.due(db)
    assert [(one.nonce, one.attempts) for one in again] == [(board_key(match), 2)]
    await queue.done(db, board_key(match))
    clock.turn(days=1)
    assert await queue.due(db) == []
    assert not await queue.is_pending(db, board_key(match))


async def test_what_takes_long_can_be_held(db: Database, start: Start, clock: Clock) -> None:
    """A slow sender can keep others from taking its notice."""
    match = await start()
    clock.turn(seconds=GRACE.total_seconds() - 1)
    await queue.hold(db, [board_key(match)])
    clock.turn(seconds=LEASE.total_seconds() - 1)
    assert await queue.due(db) == []
    clock.turn(seconds=2)
    assert await _taken(db) == [board_key(match)]


async def test_several_senders_share_the_work(
    db: Database, url: str, start: Start, clock: Clock
) -> None:
    """Of several processes that look at the same time, exactly one takes each notice."""
    keys = sorted([board_key(await start()) for _ in range(24)])
    clock.turn(minutes=1)
    others = [Database.connect(url, now=clock) for _ in range(3)]
    found: list[str] = []
    try:
        while new := await asyncio.gather(*(queue.due(one, 3) for one in [db, *others])):
            if not any(new):
                break
            found += [one.key for some in new for one in some]
    finally:
        for other in others:
            await other.close()
    assert sorted(found) == keys


async def test_who_prefers_a_message_of_his_own_gets_one(
    db: Database, start: Start, turns: Play
) -> None:
    """A personal message is due at once, and only for the player to move."""
    await prefer(db, BOB, notices="direct")
    match = await start()
    assert await _taken(db) == []
    match = (await turns(match, "step")).match
    (mine,) = await queue.due(db)
    assert (mine.kind, mine.seat, mine.base) == ("turn", 2, match.base)
    await turns(match, "step")
    assert await _taken(db) == []


async def test_the_end_is_told_to_all(db: Database, start: Start) -> None:
    """All players with that preference are told about the end."""
    for player in (ANN, CAT):
        await prefer(db, player, notices="direct")
    match = await start(ANN, BOB, CAT)
    (first,) = await queue.due(db)
    await queue.done(db, first.key)
    for player in (BOB, ANN):
        await matches.resign(db, match.id, player)
    told = [one for one in await queue.due(db) if one.base == (await _now(db, match)).base]
    assert sorted((one.kind, one.seat or 0) for one in told) == [("turn", 1), ("turn", 3)]
    assert len({one.nonce for one in told}) == 2
    assert all(len(one.nonce) <= 25 for one in told)


async def _now(db: Database, match: Match) -> Match:
    return await matches.get(db, match.id)


async def test_a_notice_tells_what_it_was_written_for(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """A notice describes the position, turns and events it was written for, even when the match has
    gone on.
    """
    match = await start()
    played = [await turns(match, text) for text in ("block", "step", "run end", "step")]
    resigned = await matches.resign(db, match.id, ANN)
    clock.turn(minutes=1)
    found = {one.key: one for one in await queue.due(db)}
    for then in (*played, resigned):
        told = await queue.told(db, found[board_key(then.match)])
        assert str(told.match.position) == str(then.match.position)
        assert told.match.status == then.match.status
        assert [one.turn for one in told.turns] == [one.turn for one in then.turns]
        assert told.events == then.events
        assert told.match.base == then.match.base


async def test_boards_that_were_left_lying(db: Database, start: Start, turns: Play) -> None:
    """Unsent boards are known in order, and a later board can cover all of them."""
    match = await start()
    await queue.done(db, board_key(match))
    played = [(await turns(match, text)).match for text in ("step", "jump left", "step")]
    for number, then in enumerate(played, start=1):
        owed = await queue.boards(db, match.id, then.base)
        assert [one.key for one in owed] == [board_key(one) for one in played[:number]]
        told = await queue.told(db, owed[-1], owed[:-1])
        assert [one.turn for one in told.turns] == [*then.turns]
        assert str(told.match.position) == str(then.position)
    await queue.done(db, *(board_key(one) for one in played))
    assert not await queue.boards(db, match.id, played[-1].base)


async def test_a_turn_costs_one_statement_more(db: Database, start: Start) -> None:
    """All notices of a turn are written in one statement, however many players get one."""
    await prefer(db, BOB, notices="direct")
    match = await start()
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        seen.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    await matches.play(db, match.id, ANN, "step")
    assert len([one for one in seen if "INTO notice" in one]) == 1, seen


# Quiet hours


@pytest.mark.parametrize(
    ("now", "hours", "zone", "expected"),
    [
        ("2030-01-01T12:00", "22-8", "UTC", "2030-01-01T12:00"),
        ("2030-01-01T22:00", "22-8", "UTC", "2030-01-02T08:00"),
        ("2030-01-02T03:30", "22-8", "UTC", "2030-01-02T08:00"),
        ("2030-01-02T08:00", "22-8", "UTC", "2030-01-02T08:00"),
        ("2030-01-01T21:30", "22-8", "Europe/Berlin", "2030-01-02T07:00"),
        ("2030-07-01T20:30", "22 - 8", "Europe/Berlin", "2030-07-02T06:00"),
        ("2030-01-01T13:15", "12-14", "UTC", "2030-01-01T14:00"),
        ("2030-01-01T02:00", "0-6", "Asia/Tokyo", "2030-01-01T02:00"),
    ],
)
def test_quiet_hours(now: str, hours: str, zone: str, expected: str) -> None:
    """Quiet hours follow the player's local time, across midnight and daylight saving time."""
    found = quiet_hours.until(hours, ZoneInfo(zone), datetime.fromisoformat(f"{now}+00:00"))
    assert found == datetime.fromisoformat(expected).replace(tzinfo=UTC)


# Reminders


async def _timed(
    db: Database,
    control: str,
    at_end: AtEnd = "automatic",
    place: Place = HERE,
    private: bool = False,
) -> Match:
    table = await matches.open_table(
        db, game="toy", host=ANN, place=place, invited=[BOB], seating="chosen",
        clock=TimeControl.read(control), at_end=at_end, private=private,
    )  # fmt: skip
    return await matches.accept(db, table.id, BOB)


def _reminders(found: dict[str, datetime], now: datetime) -> list[timedelta]:
    return sorted(due - now for key, due in found.items() if ".r" in key)


async def test_reminders(db: Database, turns: Play, clock: Clock) -> None:
    """Reminders are due when a third of the time is left and shortly before the end; each turn
    starts anew.
    """
    match = await _timed(db, "3d")
    first = [timedelta(days=2), timedelta(days=2, hours=18)]
    assert _reminders(await _owed(db), clock()) == first
    clock.turn(days=1)
    match = (await turns(match, "step")).match
    assert _reminders(await _owed(db), clock()) == first
    await queue.done(db, *(key for key in await _owed(db) if ".r" not in key))
    clock.turn(days=2, seconds=1)
    (third,) = await queue.due(db)
    assert third == Notice(
        f"{match.id}.r0", match.id, "reminder", 2, match.base, match.base, 1, timedelta(days=1)
    )
    assert third.nonce == f"{match.id}.r0.{match.base}"
    await queue.done(db, third.key)
    clock.turn(hours=18)
    (last,) = await queue.due(db)
    assert last.lead == timedelta(hours=6)
    await queue.done(db, last.key)
    clock.turn(days=1)
    assert await queue.due(db) == []


async def test_live_matches_have_no_reminders(db: Database, clock: Clock) -> None:
    """Live matches have no reminders, since their players are present."""
    await _timed(db, "15+10")
    assert _reminders(await _owed(db), clock()) == []


async def test_reminders_follow_the_end_of_the_time(db: Database, clock: Clock) -> None:
    """Unsent reminders move with the due time. Sent ones are not repeated."""
    match = await _timed(db, "3d")
    assert match.due_at is not None
    await queue.done(db, f"{match.id}.r0")
    end = match.due_at + timedelta(days=5)

    def work(connection: Any) -> None:
        with transaction(connection):
            move_reminders(connection, {key_of(match.id): end})

    await db.write(work)
    assert _reminders(await _owed(db), clock()) == [end - clock() - timedelta(hours=6)]


# Claiming the time


async def test_opponents_hear_that_they_may_claim(db: Database, turns: Play, clock: Clock) -> None:
    """When the time is up, each opponent who may claim it is told. The notice is void after a
    turn.
    """
    match = await _timed(db, "3d", at_end="claim")
    ends = {key: due for key, due in (await _owed(db)).items() if ".c" in key}
    assert ends == {f"{match.id}.c2": match.due_at}
    await matches.take_vacation(db, ANN, clock() + timedelta(days=1))
    moved_to = (await matches.get(db, match.id)).due_at
    assert (await _owed(db))[f"{match.id}.c2"] == moved_to == clock() + timedelta(days=4)
    match = (await turns(match, "step")).match
    await queue.done(db, *(key for key in await _owed(db) if ".c" not in key))
    clock.turn(days=3)
    (claim,) = [one for one in await queue.due(db) if one.base == match.base]
    assert (claim.kind, claim.seat, claim.lead) == ("claim", 1, timedelta())
    assert claim.nonce == f"{match.id}.c1.{match.base}"


async def test_nobody_hears_of_what_counts_by_itself(db: Database) -> None:
    """Where the match ends automatically there is nothing to claim, and no notice."""
    await _timed(db, "3d")
    assert not [key for key in await _owed(db) if ".c" in key]


# Dropped turns


async def test_whoever_lost_prepared_turns_is_owed_a_word(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """Written in the transaction that drops the turns and due at once, it names them even when the
    match has gone on. Repeating the interaction enqueues nothing.
    """
    match = await start()
    await matches.prepare(db, match.id, BOB, "nonsense; step")
    played = await matches.play(db, match.id, ANN, "step", interaction=5)
    await matches.play(db, match.id, ANN, "step", interaction=5)
    (dropped,) = played.dropped
    (owed,) = await queue.due(db)
    assert (owed.kind, owed.seat) == ("dropped", 2)
    assert owed.key == owed.nonce == drop_key(played.match, dropped)
    await turns(match, "step", "step")
    told = await queue.told(db, owed)
    assert [(one.player, one.texts) for one in told.dropped] == [(BOB, ("nonsense", "step"))]
    assert dropped.error.refusal == told.dropped[0].error.refusal


async def test_whose_answer_tells_of_it_goes_first(
    db: Database, start: Start, clock: Clock
) -> None:
    """A player who drops their own turns is told by the command's answer. The notice goes out only
    if that fails.
    """
    match = await start()
    played = await matches.prepare(db, match.id, ANN, "nonsense")
    assert len(played.dropped) == 1
    assert await queue.due(db) == []
    clock.turn(seconds=GRACE.total_seconds() + 1)
    assert drop_key(played.match, played.dropped[0]) in await _taken(db)


# Announcements


async def _announced(db: Database) -> list[tuple[str, str, int | None]]:
    kinds = ("vacation", "return", "stays", "downtime")
    found = [one for one in await queue.due(db) if one.kind in kinds]
    await queue.done(db, *(one.key for one in found))
    return [(one.kind, one.match_id, one.seat) for one in found]


async def test_vacations_are_announced_in_each_place_once(
    db: Database, start: Start, clock: Clock
) -> None:
    """A vacation is announced once per channel, however many matches are there. Live matches and
    those without a clock do not count. Returning and cancelling are announced, too; a refused
    vacation is not.
    """
    first = await _timed(db, "3d")
    await _timed(db, "3d")
    await _timed(db, "15+10")
    await start()
    elsewhere = await _timed(db, "1d", place=Place(GuildId(700), ChannelId(72)))
    here = {first.id, elsewhere.id}
    day = timedelta(days=1)
    await matches.take_vacation(db, BOB, clock() + 2 * day)
    found = await _announced(db)
    assert {(kind, seat) for kind, _, seat in found} == {("vacation", 2)}
    assert {match for _, match, _ in found} == here
    with pytest.raises(errors.VacationOverlaps):
        await matches.take_vacation(db, BOB, clock() + day)
    assert await _announced(db) == []
    clock.turn(hours=1)
    await matches.end_vacation(db, BOB)
    assert {(kind, match) for kind, match, _ in await _announced(db)} == {
        ("return", match) for match in here
    }
    await matches.take_vacation(db, BOB, clock() + 2 * day, clock() + day)
    assert len(await _announced(db)) == 2
    await matches.end_vacation(db, BOB)
    assert {kind for kind, _, _ in await _announced(db)} == {"stays"}


async def test_private_matches_are_told_by_themselves(db: Database, clock: Clock) -> None:
    """Announcements to a channel do not mention private matches."""
    open_one = await _timed(db, "3d")
    secret = await _timed(db, "3d", private=True)
    await matches.take_vacation(db, ANN, clock() + timedelta(days=2))
    assert {match for _, match, _ in await _announced(db)} == {open_one.id, secret.id}


async def test_little_time_after_a_downtime_is_announced(db: Database, clock: Clock) -> None:
    """After a downtime, each match that is short of time is told once, in the transaction that
    moves the time.
    """
    await matches.credit_downtime(db)
    match = await _timed(db, "1h")
    await _timed(db, "3d")
    for _ in range(50 * 4):
        clock.turn(seconds=15)
        await matches.heartbeat(db)
    clock.turn(hours=5)
    assert await matches.credit_downtime(db) == [match.id]
    assert await matches.credit_downtime(db) == []
    assert await _announced(db) == [("downtime", match.id, 1)]


async def test_boards_of_a_lost_channel_become_one(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """One board replaces all unsent ones and covers what they would have said, including later
    turns. It is then left alone for the holding time. If one of them was sent meanwhile, all stay
    unchanged.
    """
    match = await start()
    await queue.done(db, board_key(match))
    for _ in range(3):
        match = (await turns(match, "step")).match
    owed = await queue.boards(db, match.id, match.base)
    assert len(owed) == 3
    await queue.done(db, owed[0].key)
    await queue.put_together(db, owed, timedelta(minutes=5))
    assert [one.key for one in await queue.boards(db, match.id, match.base)] == [
        one.key for one in owed[1:]
    ]
    await queue.put_together(db, owed[1:], timedelta(minutes=5))
    (one,) = await queue.boards(db, match.id, match.base)
    assert (one.key, one.first) == (owed[2].key, owed[1].batch)
    for _ in range(2):
        match = (await turns(match, "step")).match
        told = await queue.told(db, one)
        assert [played.turn.number for played in told.turns] == [2, 3]
    merged = await queue.boards(db, match.id, match.base)
    await queue.put_together(db, merged, timedelta(minutes=5))
    (one,) = await queue.boards(db, match.id, match.base)
    told = await queue.told(db, one)
    assert [played.turn.number for played in told.turns] == [2, 3, 4, 5]
    clock.turn(minutes=4)
    assert one.key not in await _taken(db)
    clock.turn(minutes=2)
    assert one.key in await _taken(db)


async def test_a_table_is_owed_until_it_is_not_open_any_more(db: Database) -> None:
    """A table opened through Discord has a message, which no longer needs updates once the match
    begins or the table closes.
    """
    for number, end in enumerate((matches.join, matches.close_table), start=1):
        table = await matches.open_table(db, game="toy", host=ANN, place=HERE, interaction=number)
        assert [*await _owed(db)] == [table_key(table)]
        await end(db, table.id, BOB if end is matches.join else ANN)
        assert table_key(table) not in await _owed(db)
        await queue.done(db, *await _owed(db))
