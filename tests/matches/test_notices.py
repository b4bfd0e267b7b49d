"""Notices: written in the transaction of the turn, taken by one sender at a time, deleted once
sent.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

import matches
from matches import Match, Place
from matches.effects.notices import GRACE, board_key, drop_key, table_key
from matches.model import errors
from matches.model.ids import ChannelId, GuildId, MessageId, PlayerId
from matches.outbox import queue
from matches.outbox.queue import LEASE
from matches.settings.players import prefer
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, HERE, Clock, Play, Start
from tests.matches.owed import owed, taken, with_clock
from tests.support.statements import Sent


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
    assert sorted(await owed(db)) == sorted(keys)


async def test_a_result_is_owed_to_the_table(db: Database, start: Start) -> None:
    """The end of a match owes its table the result, if the table has a message."""
    silent, told = await start(), await start()
    told = await matches.move_to(db, told.id, message=MessageId(7))
    await matches.resign(db, silent.id, ANN)
    assert table_key(silent) not in await owed(db)
    await matches.resign(db, told.id, ANN)
    assert table_key(told) in await owed(db)


async def test_the_last_board_is_noted_with_its_notice(db: Database, start: Start) -> None:
    """In one transaction, and without an entry in the log. Those of several are read at once."""
    match = await start()
    assert await queue.last_board(db, match.id) is None
    await queue.done(db, board_key(match), boards={match.id: MessageId(70)})
    assert await queue.last_board(db, match.id) == 70
    assert await owed(db) == {}
    assert (await matches.get(db, match.id)).seq == match.seq
    kept = await matches.move_to(db, (await start()).id, board=MessageId(71))
    sent = Sent(db)
    assert await queue.last_boards(db, [match.id, kept.id]) == {match.id: 70, kept.id: 71}
    assert len([one for one in sent.statements if "last_board" in one]) == 1


async def test_a_refused_turn_owes_nothing(db: Database, start: Start, turns: Play) -> None:
    """A refused turn enqueues nothing."""
    match = await start()
    await turns(match, "step")
    before = await owed(db)
    with pytest.raises(errors.StaleMatch):
        await matches.play(db, match.id, BOB, "step", seq=match.seq - 1)
    assert await owed(db) == before


async def test_a_table_that_closes_owes_nothing(db: Database) -> None:
    """A table that closes before the start has no board."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    await matches.leave(db, table.id, ANN)
    assert await owed(db) == {}


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
    await queue.put_back(db, board_key(match), timedelta(seconds=1))
    assert await queue.due(db) == []
    clock.turn(seconds=2)
    untried = await queue.due(db)
    assert [one.attempts for one in untried] == [2], "it was not the time for it"
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
    assert await taken(db) == [board_key(match)]


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
    assert await taken(db) == []
    match = (await turns(match, "step")).match
    (mine,) = await queue.due(db)
    assert (mine.kind, mine.seat, mine.base) == ("turn", 2, match.base)
    await turns(match, "step")
    assert await taken(db) == []


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


async def _taken_back(db: Database, match: Match, player: PlayerId, other: PlayerId) -> Match:
    """The player takes their last turn back, and the other one agrees."""
    request = (await matches.ask_to_take_back(db, match.id, player)).match.request
    assert request is not None
    return (await matches.grant(db, match.id, other, request=request.seq)).match


async def test_a_board_tells_that_turns_were_taken_back(
    db: Database, start: Start, turns: Play
) -> None:
    """Whether or not the match has gone on since; and once, that it is unrated by that."""
    match = await start()
    await turns(match, "step", "step", "step")
    first = await _taken_back(db, match, ANN, BOB)
    second = await _taken_back(db, match, BOB, ANN)
    boards = {one.key: one for one in await queue.boards(db, match.id, second.seq)}
    for then, token, unrates in ((first, "takeback:1", True), (second, "takeback:2", False)):
        told = await queue.told(db, boards[board_key(then)])
        assert [(one.token, one.unrates) for one in told.events] == [(token, unrates)]
        assert (told.match.base, told.match.turns) == (then.base, then.turns)
    both = await queue.told(db, boards[board_key(second)], [boards[board_key(first)]])
    assert [one.unrates for one in both.events] == [True, False]
    assert both.match == second


async def test_boards_that_were_left_lying(db: Database, start: Start, turns: Play) -> None:
    """Unsent boards are known in order, and a later board can cover all of them."""
    match = await start()
    await queue.done(db, board_key(match))
    played = [(await turns(match, text)).match for text in ("step", "jump left", "step")]
    for number, then in enumerate(played, start=1):
        boards = await queue.boards(db, match.id, then.base)
        assert [one.key for one in boards] == [board_key(one) for one in played[:number]]
        told = await queue.told(db, boards[-1], boards[:-1])
        assert [one.turn for one in told.turns] == [*then.turns]
        assert str(told.match.position) == str(then.position)
    await queue.done(db, *(board_key(one) for one in played))
    assert not await queue.boards(db, match.id, played[-1].base)


async def test_a_turn_costs_one_statement_more(db: Database, start: Start) -> None:
    """All notices of a turn are written in one statement, however many players get one."""
    await prefer(db, BOB, notices="direct")
    match = await start()
    sent = Sent(db)
    await matches.play(db, match.id, ANN, "step")
    assert len([one for one in sent.statements if "INTO notice" in one]) == 1, sent.statements


# Dropped turns


async def test_whoever_lost_prepared_turns_is_owed_a_word(
    db: Database, start: Start, turns: Play, clock: Clock
) -> None:
    """Written in the transaction that drops the turns and due at once, it names them even when the
    match has gone on. Repeating the interaction enqueues nothing.
    """
    match = await start()
    await matches.prepare(db, match.id, BOB, "left; step")
    played = await matches.play(db, match.id, ANN, "step", interaction=5)
    await matches.play(db, match.id, ANN, "step", interaction=5)
    (dropped,) = played.dropped
    (dropping,) = await queue.due(db)
    assert (dropping.kind, dropping.seat) == ("dropped", 2)
    assert dropping.key == dropping.nonce == drop_key(played.match, dropped)
    await turns(match, "step", "step")
    told = await queue.told(db, dropping)
    assert [(one.player, one.texts) for one in told.dropped] == [(BOB, ("left", "step"))]
    assert dropped.error.refusal == told.dropped[0].error.refusal


async def test_one_message_has_the_turn_and_what_was_dropped(
    db: Database, start: Start, clock: Clock
) -> None:
    """Whoever wants direct messages about their turns gets no second one at the same moment."""
    await prefer(db, BOB, notices="direct")
    match = await start()
    await matches.prepare(db, match.id, BOB, "left")
    await matches.play(db, match.id, ANN, "step")
    assert [one.kind for one in await queue.due(db)] == ["dropped"]


async def test_whose_answer_tells_of_it_goes_first(
    db: Database, start: Start, clock: Clock
) -> None:
    """A player who drops their own turns is told by the command's answer. The notice goes out only
    if that fails.
    """
    match = await start()
    played = await matches.prepare(db, match.id, ANN, "left")
    assert len(played.dropped) == 1
    assert await queue.due(db) == []
    clock.turn(seconds=GRACE.total_seconds() + 1)
    assert drop_key(played.match, played.dropped[0]) in await taken(db)


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
    first = await with_clock(db, "3d")
    await with_clock(db, "3d")
    await with_clock(db, "15+10")
    await start()
    elsewhere = await with_clock(db, "1d", place=Place(GuildId(700), ChannelId(72)))
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
    open_one = await with_clock(db, "3d")
    secret = await with_clock(db, "3d", private=True)
    await matches.take_vacation(db, ANN, clock() + timedelta(days=2))
    assert {match for _, match, _ in await _announced(db)} == {open_one.id, secret.id}


async def test_little_time_after_a_downtime_is_announced(db: Database, clock: Clock) -> None:
    """After a downtime, each match that is short of time is told once, in the transaction that
    moves the time.
    """
    await matches.credit_downtime(db)
    match = await with_clock(db, "1h")
    await with_clock(db, "3d")
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
    boards = await queue.boards(db, match.id, match.base)
    assert len(boards) == 3
    await queue.done(db, boards[0].key)
    await queue.put_together(db, boards, timedelta(minutes=5))
    assert [one.key for one in await queue.boards(db, match.id, match.base)] == [
        one.key for one in boards[1:]
    ]
    await queue.put_together(db, boards[1:], timedelta(minutes=5))
    (one,) = await queue.boards(db, match.id, match.base)
    assert (one.key, one.first) == (boards[2].key, boards[1].batch)
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
    assert one.key not in await taken(db)
    clock.turn(minutes=2)
    assert one.key in await taken(db)


async def test_a_table_is_owed_until_it_is_not_open_any_more(db: Database) -> None:
    """A table opened through Discord has a message, which no longer needs updates once the match
    begins or the table closes.
    """
    for number, end in enumerate((matches.join, matches.leave), start=1):
        table = await matches.open_table(db, game="toy", host=ANN, place=HERE, interaction=number)
        assert [*await owed(db)] == [table_key(table)]
        await end(db, table.id, BOB if end is matches.join else ANN)
        assert table_key(table) not in await owed(db)
        await queue.done(db, *await owed(db))
