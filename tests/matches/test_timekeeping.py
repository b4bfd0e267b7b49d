"""The clock in a match: charging, and the end of the time, automatic or claimed."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

import games
import matches
from matches import Played
from matches.clocks.timeouts import LEASE
from matches.model import errors
from matches.model.clock import Clock
from matches.model.errors import TableError
from matches.unit_of_work.cache import resize
from storage.database import Database
from tests.matches import toy
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Timed, same_everywhere
from tests.matches.conftest import Clock as Time
from tests.support.replay import replay_match
from tests.support.statements import Sent

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BUDGET = "5d+12h/10d"

# Charging


async def test_without_a_clock_nothing_is_due(db: Database, timed: Timed, time: Time) -> None:
    """A match without a clock has no due times, and never ends by time."""
    match = await timed(None)
    assert (match.clock, match.at_end, match.due_at, match.left) == (None, None, None, ())
    time.turn(days=5000)
    match = (await matches.play(db, match.id, ANN, "step")).match
    assert match.due_at is None
    assert await matches.due_now(db) == []
    with pytest.raises(errors.NoClock):
        await matches.claim(db, match.id, ANN)
    await same_everywhere(db, match)


async def test_fixed_time_a_turn(db: Database, timed: Timed, time: Time) -> None:
    """Each turn has the whole time, however long the last one took."""
    match = await timed("3d")
    assert match.due_at == time() + 3 * DAY
    for player, hours in ((ANN, 71), (BOB, 1), (ANN, 2)):
        time.turn(hours=hours)
        match = (await matches.play(db, match.id, player, "step")).match
        assert match.due_at == time() + 3 * DAY
    assert match.left == (3 * DAY, 3 * DAY)
    await same_everywhere(db, match)


async def test_budget_with_increment_and_cap(db: Database, timed: Timed, time: Time) -> None:
    """The time used is deducted, each complete turn adds the increment, and the cap applies."""
    match = await timed(BUDGET)
    time.turn(days=2)
    match = (await matches.play(db, match.id, ANN, "step")).match
    assert match.left == (3.5 * DAY, 5 * DAY)
    assert match.due_at == time() + 5 * DAY
    time.turn(hours=1)
    match = (await matches.play(db, match.id, BOB, "step")).match
    assert match.left == (3.5 * DAY, 5.5 * DAY - HOUR)
    assert match.due_at == time() + 3.5 * DAY
    for _ in range(10):
        await matches.play(db, match.id, ANN, "block")
    match = await matches.get(db, match.id)
    assert match.left == (8.5 * DAY, 10 * DAY)
    for _ in range(4):
        match = (await matches.play(db, match.id, ANN, "block")).match
    assert match.left == (10 * DAY, 10 * DAY)
    await same_everywhere(db, match)


async def test_only_whole_turns_bring_the_increment(db: Database, timed: Timed, time: Time) -> None:
    """During an unfinished turn the time runs on, and nothing is added."""
    match = await timed(BUDGET)
    due = match.due_at
    time.turn(hours=5)
    played = await matches.play(db, match.id, ANN, "jump")
    assert played.draft is not None
    assert (played.match.due_at, played.match.left) == (due, match.left)
    await matches.offer_draw(db, match.id, BOB)
    assert (await matches.get(db, match.id)).due_at == due
    time.turn(hours=5)
    played = await matches.play(db, match.id, ANN, "left")
    assert played.match.left == (5.5 * DAY - 10 * HOUR, 5 * DAY)
    await same_everywhere(db, played.match)


async def test_prepared_turns_are_whole_turns(db: Database, timed: Timed, time: Time) -> None:
    """Automatically entered turns take no time and add the increment."""
    match = await timed(BUDGET)
    await matches.play(db, match.id, BOB, "; step")
    time.turn(days=1)
    played = await matches.play(db, match.id, ANN, "step")
    assert len(played.turns) == 2
    assert played.match.left == (4.5 * DAY, 5.5 * DAY)
    assert played.match.due_at == time() + 4.5 * DAY
    await same_everywhere(db, played.match)


async def test_redelivered_turn_is_charged_once(db: Database, timed: Timed, time: Time) -> None:
    """Repeating the interaction later changes no clock."""
    match = await timed(BUDGET)
    time.turn(hours=3)
    first = await matches.play(db, match.id, ANN, "step", interaction=4)
    time.turn(hours=3)
    again = await matches.play(db, match.id, ANN, "step", interaction=4)
    assert again.repeated
    assert (again.match.due_at, again.match.left) == (first.match.due_at, first.match.left)
    await same_everywhere(db, first.match)


async def test_fewer_players_than_seats(db: Database, time: Time) -> None:
    """An early start gives clocks to the players present, from the start on."""
    opened = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=4, clock=Clock.read("5+5"), at_end="claim"
    )
    await matches.join(db, opened.id, BOB)
    time.turn(days=3)
    match = await matches.start(db, opened.id, ANN)
    assert match.left == (timedelta(minutes=5),) * 2
    assert match.due_at == time() + timedelta(minutes=5)
    await same_everywhere(db, match)


async def test_statements_of_a_turn(db: Database, timed: Timed) -> None:
    """A clock adds one statement for vacations, unless it is live, and one for a time budget."""
    counted = Sent(db)
    numbers = {}
    for clock in (None, "3d", "5+5", BUDGET):
        match = await timed(clock)
        numbers[clock] = await counted.count(matches.play(db, match.id, ANN, "step"))
    held = 2 if db.url.get_backend_name() == "postgresql" else 0
    plain = numbers[None]
    assert numbers == {
        None: plain,
        "3d": plain + 1 + held,
        "5+5": plain + 1,
        BUDGET: plain + 2 + held,
    }


# The end of the time


async def test_automatic_end(db: Database, timed: Timed, time: Time) -> None:
    """The match ends automatically, once, and not before its due time. With two seats the other
    player wins.
    """
    match = await timed("1h")
    time.turn(minutes=59, seconds=59)
    assert await matches.due_now(db) == []
    assert await matches.expire(db, match.id) is None
    time.turn(seconds=1)
    assert await matches.due_now(db) == [match.id]
    played = await matches.expire(db, match.id)
    assert played is not None
    assert played.player == ANN
    assert [one.token for one in played.events] == ["timeout:1"]
    assert played.match.ending is not None
    assert (played.match.ending.reason, played.match.ending.ranks) == ("timeout", (2, 1))
    assert played.match.due_at is None
    assert await matches.expire(db, match.id) is None
    assert await matches.due_now(db) == []
    assert await replay_match(db, match.id) == played.match


async def test_withdrawal_at_the_end_of_the_time(db: Database, timed: Timed, time: Time) -> None:
    """With more seats that player withdraws, an unfinished turn that counts is entered first, and
    the next player's time begins.
    """
    match = await timed("1h", ANN, BOB, CAT)
    await matches.play(db, match.id, ANN, "grab")
    time.turn(hours=2)
    played = await matches.expire(db, match.id)
    assert played is not None
    assert played.match.status == "running"
    assert played.match.position.withdrawn == (1,)
    assert played.match.player_to_move == BOB
    assert played.match.due_at == time() + HOUR
    await same_everywhere(db, played.match)
    time.turn(hours=1)
    last = await matches.expire(db, match.id)
    assert last is not None
    assert last.match.ending is not None
    assert (last.match.ending.reason, last.match.ending.ranks) == ("timeout", (3, 2, 1))


async def test_resigning_leaves_the_time_of_others(db: Database, timed: Timed, time: Time) -> None:
    """Resigning out of turn changes no clock. Resigning in turn starts the next player's."""
    match = await timed(BUDGET, ANN, BOB, CAT, DAN)
    due = match.due_at
    time.turn(hours=7)
    match = (await matches.resign(db, match.id, CAT)).match
    assert (match.due_at, match.left) == (due, (5 * DAY,) * 4)
    match = (await matches.resign(db, match.id, ANN)).match
    assert match.due_at == time() + 5 * DAY
    await same_everywhere(db, match)


async def test_too_late_to_move(db: Database, timed: Timed, time: Time) -> None:
    """With automatic time a late turn is refused, typed, confirmed or prepared. Resigning is still
    possible.
    """
    match = await timed("1h")
    draft = (await matches.play(db, match.id, ANN, "run")).draft
    assert draft is not None
    time.turn(hours=1)
    for late in (
        matches.play(db, match.id, ANN, "step"),
        matches.confirm_draft(db, match.id, ANN, seq=match.seq),
        matches.extend_draft(db, match.id, ANN, "end", seq=match.seq, commit=True),
    ):
        with pytest.raises(errors.TimeIsUp):
            await late
    await matches.reset_draft(db, match.id, ANN, seq=match.seq)
    other = await timed("1h")
    time.turn(hours=1)
    with pytest.raises(errors.TimeIsUp):
        await matches.play(db, other.id, ANN, "; step")
    assert (await matches.get(db, other.id)).seq == other.seq
    assert (await matches.resign(db, other.id, ANN)).match.status == "finished"


async def test_claiming(db: Database, timed: Timed, time: Time) -> None:
    """Where it must be claimed nothing happens automatically. Only opponents may claim, and until
    then the turn may be played.
    """
    match = await timed("1h", ANN, BOB, CAT, at_end="claim")
    with pytest.raises(errors.TimeLeft) as early:
        await matches.claim(db, match.id, BOB)
    assert early.value.refusal.fields["player"] == ANN
    time.turn(hours=3)
    assert await matches.due_now(db) == []
    assert await matches.expire(db, match.id) is None
    with pytest.raises(errors.NotSeated):
        await matches.claim(db, match.id, EVE)
    with pytest.raises(errors.NotAgainstYou):
        await matches.claim(db, match.id, ANN)
    match = (await matches.play(db, match.id, ANN, "step")).match
    assert match.due_at == time() + HOUR
    time.turn(hours=1)
    claimed = await matches.claim(db, match.id, CAT, interaction=7)
    assert claimed.match.position.withdrawn == (2,)
    again = await matches.claim(db, match.id, CAT, interaction=7)
    assert again.repeated
    assert again.match == claimed.match
    await same_everywhere(db, claimed.match)
    with pytest.raises(errors.HasWithdrawn):
        await matches.claim(db, match.id, BOB)


async def test_partners_can_not_claim(db: Database, timed: Timed, time: Time) -> None:
    """Partners are not opponents, and cannot claim."""
    match = await timed("1h", ANN, BOB, CAT, DAN, at_end="claim", game="turnier")
    partner = next(one for one in (BOB, CAT, DAN) if one not in match.opponents(ANN))
    time.turn(hours=1)
    with pytest.raises(errors.NotAgainstYou):
        await matches.claim(db, match.id, partner)
    claimed = await matches.claim(db, match.id, match.opponents(ANN)[0])
    assert claimed.match.position.withdrawn == (1,)


async def test_each_due_match_is_given_once(
    db: Database, url: str, timed: Timed, time: Time
) -> None:
    """Several processes that ask at once share the due matches, and none is given out again for a
    minute. The longest overdue come first.
    """
    others = [Database.connect(url, now=time) for _ in range(3)]
    due = []
    for _ in range(12):
        due.append((await timed("1h")).id)
        time.turn(minutes=1)
    time.turn(hours=1)
    assert await matches.due_now(db, 2) == due[:2]
    found = await asyncio.gather(*(matches.due_now(one, 3) for one in (db, *others) * 2))
    assert sorted(one for some in found for one in some) == sorted(due[2:])
    assert await matches.due_now(db) == []
    time.turn(seconds=LEASE.total_seconds())
    assert sorted(await matches.due_now(db)) == sorted(due)
    for one in others:
        await one.close()


async def test_a_lease_ends_with_its_time(db: Database, timed: Timed, time: Time) -> None:
    """When the next player's time is over within a minute, too, the match is given out again. So it
    is if the player had moved, such as a computer player whose time doesn't count.
    """
    match = await timed("10s+0s", ANN, BOB, CAT, DAN)
    time.turn(seconds=10)
    assert await matches.due_now(db) == [match.id]
    assert await matches.expire(db, match.id) is not None
    time.turn(seconds=10)
    assert await matches.due_now(db) == [match.id]
    assert await matches.due_now(db) == []
    assert await matches.expire(db, match.id) is not None
    assert (await matches.get(db, match.id)).position.withdrawn == (1, 2)
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, seats=2, seating="chosen",
        clock=Clock.read("10s+0s"),
    )  # fmt: skip
    other = await matches.fill(db, table.id, ANN, 1)
    other = (await matches.play(db, other.id, ANN, "step")).match
    time.turn(seconds=10)
    assert {*await matches.due_now(db)} == {match.id, other.id}
    assert await matches.expire(db, other.id) is None
    assert other.player_to_move is not None
    await matches.play(db, other.id, other.player_to_move, "step")
    time.turn(seconds=10)
    assert await matches.due_now(db) == [other.id]


async def test_one_of_many_ends_it(db: Database, url: str, timed: Timed, time: Time) -> None:
    """Of several processes that end the same time at once, one succeeds."""
    others = [Database.connect(url, now=time) for _ in range(3)]
    match = await timed("1h", ANN, BOB, CAT, DAN)
    time.turn(hours=1)
    ended = await asyncio.gather(*(matches.expire(one, match.id) for one in (db, *others) * 3))
    assert len([one for one in ended if one is not None]) == 1
    assert (await matches.get(db, match.id)).position.withdrawn == (1,)
    for one in others:
        await one.close()


async def test_turn_and_end_of_time_race(db: Database, timed: Timed, time: Time) -> None:
    """Of a simultaneous claim and turn one wins, and the other sees the new position."""
    for _ in range(5):
        match = await timed("1h", ANN, BOB, CAT, at_end="claim")
        time.turn(hours=1)
        turn, claim = await asyncio.gather(
            matches.play(db, match.id, ANN, "step"),
            matches.claim(db, match.id, BOB),
            return_exceptions=True,
        )
        assert isinstance(turn, Played) != isinstance(claim, Played)
        refused = claim if isinstance(turn, Played) else turn
        assert isinstance(refused, TableError)


async def test_frozen_matches_have_no_time(
    db: Database, timed: Timed, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No time runs while a match is frozen. Afterwards the player to move starts with their full
    time.
    """
    match = await timed("1h")
    await matches.play(db, match.id, ANN, "jump left")
    with monkeypatch.context() as stricter:
        stricter.setitem(games._registry(), "toy", toy.STRICTER)
        resize(db, 10)
        time.turn(hours=2)
        assert await matches.due_now(db) == [match.id]
        assert await matches.expire(db, match.id) is None
        assert await matches.due_now(db) == []
    time.turn(days=2)
    resize(db, 10)
    played = await matches.play(db, match.id, BOB, "step")
    assert played.match.due_at == time() + HOUR
    await same_everywhere(db, played.match)
