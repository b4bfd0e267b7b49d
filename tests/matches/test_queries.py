"""Lists of matches, and guessing which match a command means."""

from __future__ import annotations

import matches
from matches import Listing, Place
from matches.model.ids import ChannelId, GuildId
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, HERE, Clock, Start, Timed

ELSEWHERE = Place(guild=GuildId(800), channel=ChannelId(81))


def _ids(listed: list[Listing]) -> list[str]:
    return [one.id for one in listed]


async def test_matches_of_a_player_in_their_order(db: Database, start: Start, clock: Clock) -> None:
    """Matches where the player is to move come first, then running ones, then open ones, each with
    the longest untouched first.
    """
    table = await matches.open_table(db, game="toy", host=CAT, place=HERE, invited=[BOB])
    found = []
    for first, second in ((ANN, BOB), (BOB, ANN), (ANN, BOB), (BOB, CAT)):
        clock.turn(minutes=1)
        found.append(await start(first, second))
    await start(CAT, DAN)
    waiting, mine, other, also_mine = (match.id for match in found)
    assert _ids(await matches.matches_of(db, BOB)) == [mine, also_mine, waiting, other, table.id]
    clock.turn(minutes=1)
    await matches.play(db, mine, BOB, "step")
    await matches.play(db, mine, ANN, "step")
    assert _ids(await matches.matches_of(db, BOB))[:2] == [also_mine, mine]
    assert _ids(await matches.matches_of(db, BOB, limit=1)) == [also_mine]
    assert await matches.matches_of(db, EVE) == []
    clock.turn(minutes=1)
    await matches.resign(db, other, BOB)
    clock.turn(minutes=1)
    await matches.decline(db, table.id, BOB)
    assert len(await matches.matches_of(db, BOB)) == 3
    assert _ids(await matches.matches_of(db, BOB, over=True)) == [table.id, other]


async def test_the_least_time_comes_first(db: Database, timed: Timed, clock: Clock) -> None:
    """Of those where the player is to move, the one whose time is over first comes first; those
    without a clock come after them.
    """
    untimed = await timed(None, BOB, ANN)
    clock.turn(minutes=1)
    week, day = [await timed(one, BOB, ANN) for one in ("7d", "1d")]
    assert _ids(await matches.matches_of(db, BOB)) == [day.id, week.id, untimed.id]
    assert _ids(await matches.find(db, BOB)) == [day.id, week.id, untimed.id]


async def test_listing_agrees_with_the_match(db: Database, start: Start) -> None:
    """A list shows the same as the replayed match."""
    await start(ANN, BOB, CAT)
    await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB, CAT])
    playing = await start(BOB, ANN)
    await matches.play(db, playing.id, BOB, "block")
    over = await start(BOB, ANN)
    await matches.resign(db, over.id, BOB)
    listed = await matches.matches_of(db, ANN) + await matches.matches_of(db, ANN, over=True)
    assert len(listed) == 4
    for one in listed:
        match = await matches.get(db, one.id)
        for name in Listing.__dataclass_fields__:
            assert getattr(one, name) == getattr(match, name), name


async def test_matches_in_a_channel_or_thread(db: Database, start: Start, clock: Clock) -> None:
    """A channel lists its matches, running ones first. A thread lists the match it was made for."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    clock.turn(minutes=1)
    first = await start()
    clock.turn(minutes=1)
    second = await start()
    await start(place=ELSEWHERE)
    await matches.move_to(db, first.id, thread=ChannelId(4444))
    assert _ids(await matches.in_channel(db, HERE.channel)) == [second.id, first.id, table.id]
    assert _ids(await matches.in_channel(db, ChannelId(4444))) == [first.id]
    await matches.resign(db, second.id, ANN)
    assert _ids(await matches.in_channel(db, HERE.channel, over=True)) == [second.id]


async def test_open_tables_of_a_guild(db: Database) -> None:
    """Tables that anybody may join, oldest first, without challenges and other guilds."""
    assert HERE.guild is not None
    one = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    other = await matches.open_table(db, game="toy", host=BOB, place=HERE, seats=3)
    await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
    await matches.open_table(db, game="toy", host=ANN, place=ELSEWHERE)
    assert _ids(await matches.open_tables(db, HERE.guild)) == [one.id, other.id]
    await matches.leave(db, one.id, ANN)
    assert _ids(await matches.open_tables(db, HERE.guild)) == [other.id]


async def test_open_tables_for_a_player(db: Database) -> None:
    """Tables to which the player is invited come first, including private ones. Full tables are
    left out. The list can be filtered by game, and has pages.
    """
    guild = GuildId(700)
    one = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    waits = await matches.open_table(db, game="toy", host=ANN, place=HERE, seating="youngest")
    await matches.join(db, waits.id, BOB)
    other = await matches.open_table(db, game="attangle", host=ANN, place=HERE)
    asks = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[EVE])
    mixed = await matches.open_table(db, game="toy", host=ANN, place=HERE, seats=3, invited=[EVE])
    private = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, invited=[EVE], private=True
    )
    mine = [asks.id, mixed.id, private.id, one.id, other.id]
    assert _ids(await matches.open_tables(db, guild, EVE)) == mine
    assert _ids(await matches.open_tables(db, guild, BOB)) == [one.id, other.id, mixed.id]
    pages = [await matches.open_tables(db, guild, EVE, limit=2, offset=n) for n in (0, 2, 4)]
    assert [number for page in pages for number in _ids(page)] == mine
    assert _ids(await matches.open_tables(db, guild, EVE, game="attangle")) == [other.id]
    await matches.accept(db, mixed.id, EVE)
    assert _ids(await matches.open_tables(db, guild, EVE))[-1] == mixed.id
    listed = await matches.matches_of(db, ANN, limit=2, offset=3)
    assert _ids(listed) == [asks.id, mixed.id]


async def test_find_takes_the_sensible_match(db: Database, start: Start) -> None:
    """Matches here come before those elsewhere and, if wanted, those where the player is to move
    before others. If several remain, all are named.
    """
    assert await matches.find(db, ANN, HERE.channel) == []
    away = await start(ANN, BOB, place=ELSEWHERE)
    assert _ids(await matches.find(db, ANN, HERE.channel)) == [away.id]
    mine = await start(ANN, BOB)
    theirs = await start(BOB, ANN)
    assert _ids(await matches.find(db, ANN, HERE.channel, to_move=True)) == [mine.id]
    assert set(_ids(await matches.find(db, ANN, HERE.channel))) == {mine.id, theirs.id}
    assert _ids(await matches.find(db, ANN, ELSEWHERE.channel)) == [away.id]
    await matches.play(db, mine.id, ANN, "step")
    both = await matches.find(db, ANN, HERE.channel, to_move=True)
    assert set(_ids(both)) == {mine.id, theirs.id}
    await matches.move_to(db, theirs.id, thread=ChannelId(55))
    assert _ids(await matches.find(db, ANN, ChannelId(55))) == [theirs.id]


async def test_find_for_somebody_who_only_watches(db: Database, start: Start) -> None:
    """For a spectator: the running matches of the channel, or nothing."""
    match = await start()
    assert _ids(await matches.find(db, EVE, HERE.channel)) == [match.id]
    assert await matches.find(db, EVE) == []
    assert await matches.find(db, EVE, ChannelId(12345)) == []


async def test_the_matches_of_a_thread(db: Database, start: Start, clock: Clock) -> None:
    """A thread or post has those that are played there, whatever their state, the player's own
    before all others; but neither closed tables nor private matches.
    """
    over = await start(ANN, BOB, place=ELSEWHERE)
    await matches.resign(db, over.id, BOB)
    clock.turn(minutes=1)
    running = await start(CAT, DAN, place=ELSEWHERE)
    closed = await matches.open_table(db, game="toy", host=CAT, place=ELSEWHERE)
    await matches.leave(db, closed.id, CAT)
    await matches.open_table(db, game="toy", host=EVE, place=ELSEWHERE, invited=[CAT], private=True)
    there = ELSEWHERE.channel
    assert _ids(await matches.in_thread(db, ANN, there)) == [over.id]
    assert _ids(await matches.in_thread(db, CAT, there)) == [running.id]
    assert _ids(await matches.in_thread(db, EVE, there)) == [running.id, over.id]
    clock.turn(minutes=1)
    table = await matches.open_table(db, game="toy", host=ANN, place=ELSEWHERE)
    assert _ids(await matches.in_thread(db, ANN, there)) == [table.id, over.id]
    assert await matches.in_thread(db, ANN, ChannelId(4444)) == []
    await matches.move_to(db, running.id, thread=ChannelId(4444))
    assert _ids(await matches.in_thread(db, ANN, ChannelId(4444))) == [running.id]


async def test_how_many_other_matches_wait(db: Database, start: Start) -> None:
    """Only running matches in which it is the player's turn count, and not the named one."""
    first, second = await start(ANN, BOB), await start(BOB, ANN)
    assert await matches.awaiting(db, ANN, first.id) == 0
    assert await matches.awaiting(db, BOB, first.id) == 1
    await matches.play(db, second.id, BOB, "step")
    assert await matches.awaiting(db, ANN, first.id) == 1
    await matches.resign(db, second.id, BOB)
    assert await matches.awaiting(db, ANN, first.id) == 0


async def test_what_a_player_has_not_seen(db: Database, start: Start) -> None:
    """The turns after one's own last one. After moving last oneself, that turn; before one's first,
    all turns.
    """
    match = await start(ANN, BOB, CAT)
    assert matches.since(match, 1) == matches.since(match, None) == ()
    seen = []
    for player in (ANN, BOB, CAT, ANN, BOB):
        now = (await matches.play(db, match.id, player, "step")).match
        seen.append([[one.turn.number for one in matches.since(now, seat)] for seat in (1, 2, 3)])
    assert seen == [
        [[1], [1], [1]],
        [[2], [2], [1, 2]],
        [[2, 3], [3], [3]],
        [[4], [3, 4], [4]],
        [[5], [5], [4, 5]],
    ]
    now = await matches.get(db, match.id)
    assert [one.turn.number for one in matches.since(now, None)] == [4, 5]


async def test_open_tables_of_some_channels(db: Database) -> None:
    """Tables in other channels are left out, unless the player is invited."""
    guild = GuildId(700)
    there = Place(guild, ChannelId(72))
    one = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    other = await matches.open_table(db, game="toy", host=ANN, place=there)
    asks = await matches.open_table(db, game="toy", host=ANN, place=there, invited=[EVE])
    await matches.open_table(
        db,
        game="toy",
        host=ANN,
        place=Place(guild, ChannelId(73)),
        invited=[EVE],
        private=True,
    )
    assert sorted(await matches.table_channels(db, guild)) == [71, 72]
    found = await matches.open_tables(db, guild, EVE, channels=[ChannelId(71)])
    assert _ids(found)[0] == asks.id
    assert other.id not in _ids(found)
    assert one.id in _ids(found)
    assert _ids(await matches.open_tables(db, guild, BOB, channels=[])) == []
