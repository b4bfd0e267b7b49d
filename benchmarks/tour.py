"""A tour of everything that players, servers and the bot itself can ask the database for."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import Connection

import matches
from benchmarks.tour_of_leagues import tour_of_leagues
from benchmarks.tour_of_puzzles import puzzles_found, puzzles_tried
from benchmarks.tour_of_tournaments import tour_of_tournaments
from benchmarks.tour_of_turns import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    DAN,
    DAYS,
    EVE,
    GUILD,
    HERE,
    begun,
    tour_of_turns,
    turns,
)
from matches import Match, pages, privacy
from matches.archive import records
from matches.clocks.downtime import last_heartbeat
from matches.effects import ratings
from matches.installation import gateways, searches
from matches.learning import analysis, daily
from matches.lobby import cooldowns
from matches.model.errors import NotTogether
from matches.model.ids import ChannelId, MessageId, PlayerId, WishNumber
from matches.model.ratings import PERIODS, Pool
from matches.outbox import backlog, queue
from matches.ratings import standings
from matches.settings import guilds
from matches.settings import players as preferences
from matches.unit_of_work.cache import Cache
from matches.unit_of_work.repository import key_of, load
from matches.wishes import news, queries, requests, tables
from matches.wishes.requests import Wanted
from matches.wishes.terms import Meeting, TableKind, Terms
from storage import blocks, clocks
from storage import guilds as guild_rows
from storage import matches as rows
from storage import wishes as wish_rows
from storage.database import Database
from storage.transactions import transaction
from storage.wishes import WishRow
from tests.support.replay import replay_match

BUSY = PlayerId(1000)
"""A player with many matches."""

POOL = Pool("attangle", 2)


class Time:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The current time."""
        return self.now

    def wait(self, span: timedelta) -> None:
        """Lets time pass."""
        self.now += span


async def tour(db: Database, time: Time) -> None:
    """Everything at least once, including branches with queries of their own."""
    await matches.credit_downtime(db, "tour")
    await matches.alive(db)
    await cooldowns.forget_old(db)  # As long as only a few rows are old: of all, a scan is right.
    await _gateways(db, time)
    await _searches(db)
    await _choices(db, time)
    await _apart(db)
    await _match(db)
    await _lobby(db, time)
    await _seats(db)
    await _times(db, time)
    await _notices(db, time)
    await tour_of_leagues(db, time.wait)
    await tour_of_tournaments(db, time.wait)
    await _wishes(db, time)
    await tour_of_turns(db)
    await _on_the_web(db)
    await cooldowns.forget_old(db)
    for player in (BUSY, ANN):
        await privacy.stored(db, player)
        await privacy.forget(db, player)


async def _searches(db: Database) -> None:
    """A question is asked, taken, held, answered, and withdrawn."""
    await searches.state(db, await searches.ask(db, {"asker": ""}))
    for asked in await searches.take(db, 1):
        await searches.hold(db, [asked.id])
        await searches.answer(db, asked.id, {})
        assert (await searches.state(db, asked.id)).answer == {}
        await searches.withdraw(db, asked.id)


async def _gateways(db: Database, time: Time) -> None:
    """A second process takes over its part of two shards, is left alone, comes late, and leaves."""
    await gateways.share(db, "first", 2)
    (shard,) = (await gateways.share(db, "second", 2)).inherited
    assert await gateways.may_identify(db, shard)
    assert await gateways.take(db, 1)
    assert await gateways.take_over(db, "second", shard)
    for _ in range(2):
        time.now += 0.6 * gateways.LEASE
        share = await gateways.share(db, "second", 2)
    assert share.held == {0, 1}
    time.now += 2 * gateways.LEASE
    assert (await gateways.share(db, "second", 2, leaving=True)).held == {0, 1}
    await gateways.end(db, "second")


async def _choices(db: Database, time: Time) -> None:
    for player in (ANN, BOB):
        await preferences.prefer(db, player, notices="direct")
        await preferences.preferences(db, player)
    await guilds.configure(db, GUILD, threads=False)
    await guilds.settings(db, GUILD)
    await guilds.note_welcome(db, GUILD)
    for has in (True, False):
        await db.write(partial(_commands, has))
    await db.read(guild_rows.with_commands)
    await puzzles_tried(db)
    await daily.want(db, GUILD, "attangle", CHANNEL, 5)
    await daily.wanted(db, GUILD)
    time.now += timedelta(days=1)
    for due in await daily.due(db):
        await daily.done(db, due)
    await daily.unwant(db, GUILD, "attangle")


def _commands(has: bool, connection: Connection) -> None:
    with transaction(connection):
        guild_rows.note_commands(connection, GUILD, has=has)


async def _apart(db: Database) -> None:
    await matches.block(db, CAT, DAN)
    await matches.blocked(db, CAT)
    assert await db.read(lambda connection: blocks.pairs_apart(connection, (CAT, DAN, EVE)))
    await matches.unblock(db, CAT, DAN)
    await _come_back(db)
    await matches.unblock(db, CAT, EVE)
    await _come_back(db)
    await matches.unblock_gone(db, CAT)


async def _come_back(db: Database) -> None:
    """A blocked player deletes their data, and the block still applies."""
    await matches.block(db, CAT, EVE)
    await privacy.forget(db, EVE)
    await matches.blocked_and_gone(db, CAT)
    await privacy.stored(db, CAT)
    with suppress(NotTogether):
        await matches.open_table(db, game="attangle", host=CAT, place=HERE, invited=[EVE])
        raise AssertionError


async def _match(db: Database) -> None:
    match = await turns(db, await begun(db, ANN, BOB, interaction=10**9), 4)
    match = await matches.move_to(
        db, match.id, thread=ChannelId(77), message=MessageId(78), board=MessageId(79)
    )
    for over in (False, True):
        await matches.matches_of(db, BUSY, over=over)
        await matches.in_channel(db, CHANNEL, over=over)
    await matches.is_thread_of_match(db, ChannelId(CHANNEL + 1), CHANNEL)
    await matches.find(db, ANN, CHANNEL, to_move=True)
    await matches.find(db, PlayerId(599), CHANNEL)
    one = await matches.get(db, match.id)
    assert (await matches.seqs(db, [one.id])).keys() == (await matches.bases(db, [one.id])).keys()
    await replay_match(db, match.id)
    match = await matches.offer_draw(db, match.id, ANN)
    await matches.decline_draw(db, match.id, BOB)
    assert await matches.declined_by(db, match.id, match.seq) == BOB
    asked = await matches.ask_to_take_back(db, match.id, PlayerId(match.players[1] or 0))
    asked = await matches.grant(db, match.id, ANN, request=asked.match.seq)
    asked = await matches.ask_to_adjourn(db, match.id, ANN)
    await matches.grant(db, match.id, BOB, request=asked.match.seq)
    await matches.resume(db, match.id, ANN)
    await matches.resign(db, match.id, BOB)
    rated = await turns(db, await begun(db, ANN, BOB), 4)
    mover = PlayerId(rated.player_to_move or 0)
    other = rated.opponents(mover)[0]
    move = str(rated.game.legal_moves(rated.position)[0])
    await matches.extend_draft(db, rated.id, PlayerId(mover), move, seq=rated.seq)
    await matches.back(db, rated.id, PlayerId(mover), seq=rated.seq)
    await matches.reset_draft(db, rated.id, PlayerId(mover), seq=rated.seq)
    await matches.extend_draft(db, rated.id, PlayerId(mover), move, seq=rated.seq)
    await matches.draft(db, rated.id, PlayerId(mover))
    await matches.prepare(db, rated.id, other, move)
    await matches.prepared(db, rated.id, other)
    await matches.clear_prepared(db, rated.id, other)
    await matches.prepare(db, rated.id, other, move)
    await matches.play(db, rated.id, PlayerId(mover), move)  # Which drops it.
    await matches.resign(db, rated.id, ANN)
    await puzzles_found(db, rated)
    await _over(db, rated)


async def _over(db: Database, match: Match) -> None:
    await matches.rematch(db, match.id, BOB)
    await records.recorded(db, match.id)
    await analysis.keep_analysis(db, match.id, {})
    await analysis.kept_analysis(db, match.id)
    await standings.rating_changes(db, match.id)
    await standings.profile(db, BUSY)
    await standings.profile(db, ANN, game="attangle")
    await standings.head_to_head(db, BUSY, PlayerId(BUSY + 3))
    for guild in (None, GUILD):
        for period in (0, *PERIODS):
            first = await standings.leaderboard(db, POOL, BUSY, guild=guild, period=period)
            if first.below is not None:
                next_ = await standings.leaderboard(
                    db, POOL, BUSY, guild=guild, period=period, cursor=first.below
                )
                await standings.leaderboard(
                    db, POOL, BUSY, guild=guild, period=period, cursor=next_.above
                )


async def _lobby(db: Database, time: Time) -> None:
    channels = await matches.table_channels(db, GUILD)
    for game in (None, "attangle"):
        await matches.open_tables(db, GUILD, ANN, game=game)
        await matches.open_tables(db, GUILD, ANN, game=game, channels=channels, offset=10)
    table = await matches.open_table(db, game="tyr", seats=4, host=CAT, place=HERE)
    await matches.join(db, table.id, DAN)
    await matches.leave(db, table.id, DAN)
    await matches.join(db, table.id, ANN)
    await matches.start(db, table.id, CAT)
    await matches.abort(db, table.id, CAT)
    three = await begun(db, CAT, DAN, ANN, game="tyr", stand_in=1)
    await matches.resign(db, three.id, DAN)
    table = await matches.open_table(db, game="attangle", host=CAT, place=HERE, invited=[DAN])
    await matches.decline(db, table.id, DAN)
    table = await matches.open_table(db, game="attangle", host=CAT, place=HERE)
    await matches.leave(db, table.id, CAT)
    table = await matches.open_table(db, game="attangle", host=CAT, place=HERE)
    await matches.end(db, table.id, GUILD)
    table = await matches.open_table(db, game="attangle", host=CAT, place=HERE, rated=False)
    await matches.fill(db, table.id, CAT, 1)
    table = await matches.open_table(db, game="attangle", host=CAT, place=HERE)
    time.now += timedelta(days=3)
    await matches.expire_tables(db)


async def _seats(db: Database) -> None:
    match = await begun(db, ANN, BOB, game="tyr", seats=2, reliability=90)
    await matches.offer_seat(db, match.id, ANN, to=CAT)
    await matches.decline_seat(db, match.id, CAT, 1)
    await matches.offer_seat(db, match.id, ANN)
    await matches.keep_seat(db, match.id, ANN)
    await matches.offer_for(db, match.id, EVE, GUILD, 1)
    await matches.seat_channels(db, GUILD)
    for guild in (None, GUILD):
        await matches.open_seats(db, BUSY, guild, channels=[CHANNEL])
    await matches.take_over(db, match.id, CAT, 1)
    await matches.offer_seat(db, match.id, BOB, to=DAN)
    await matches.open_seats(db, DAN, None)
    await matches.take_over(db, match.id, DAN, 2)
    number = key_of(match.id)  # Another process has not seen it.
    now, _ = await db.read(lambda connection: load(connection, Cache(), number))
    for _ in range(2):
        move = str(now.game.legal_moves(now.position)[0])
        now = (await matches.play(db, match.id, now.player_to_move or CAT, move)).match
    await matches.resign(db, match.id, CAT)


async def _times(db: Database, time: Time) -> None:
    late, waits = await begun(db, ANN, BOB), await begun(db, CAT, BOB, at_end="claim")
    await matches.take_vacation(db, DAN, time.now + timedelta(days=2))
    away = await begun(db, DAN, BOB)
    await matches.vacations_of(db, DAN)
    await matches.days_left(db, DAN)
    time.now += timedelta(days=1)
    await matches.heartbeat(db, "tour")  # No process was alive for a day.
    await last_heartbeat(db, "tour")
    await matches.end_vacation(db, DAN)
    await matches.take_vacation(db, DAN, time.now + timedelta(days=2), time.now + timedelta(days=1))
    await matches.end_vacation(db, DAN)
    await backlog.backlog(db)
    for _ in range(20):
        time.now += timedelta(hours=12)
        await db.write(lambda connection: _alive(connection, time.now))
    await matches.due_now(db)
    await matches.expire(db, late.id)
    claimed = await matches.get(db, waits.id)
    (other,) = {CAT, BOB} - {claimed.player_to_move}
    await matches.claim(db, waits.id, other)
    await matches.resign(db, away.id, DAN)
    time.now += timedelta(days=400)
    await ratings.expire(db)


def _alive(connection: Connection, now: datetime) -> None:
    """Heartbeats, as if a process had been alive all the time."""
    with transaction(connection):
        clocks.beat(connection, "tour", now)


async def _wishes(db: Database, time: Time) -> None:
    meeting = Meeting(GUILD, CHANNEL)
    two, four = (_wished(kind) for kind in ("attangle-2", "tyr-4"))
    made = await requests.make(db, BOB, Wanted(two, meeting=meeting), interaction=77 * 10**9)
    other = await requests.make(db, BOB, Wanted(four, (CAT,)))
    await requests.agree(db, other.id, CAT)
    await queries.of_player(db, BOB)
    await queries.get(db, other.id, CAT)
    assert await tables.look(db, other.id) is None
    for number in await tables.due(db):
        await tables.look(db, number)
    assert (await _stored(db, made.id)).status == "matched"
    await requests.resume(db, other.id, BOB)
    await requests.change(db, other.id, BOB, Wanted(four, (DAN,), meeting))
    for wish in await news.take_news(db):
        for player in wish.owed():
            await news.told(db, wish, player)
        await news.settled(db, wish)
    await requests.give_up(db, other.id, DAN)
    await requests.make(db, ANN, Wanted(four, (DAN,)))
    time.now += timedelta(days=15)
    assert await news.expire(db)
    time.now += timedelta(days=3)
    assert await news.expire(db)


async def _on_the_web(db: Database) -> None:
    match = await begun(db, ANN, BOB)
    assert await pages.page(db, match.id) is None
    await pages.pages(db, [match.id])
    await pages.finished(db, BUSY, 10)
    await pages.agreeing(db, [ANN, BUSY])
    await pages.key(db)


def _wished(kind: str) -> Terms:
    return Terms((TableKind.read(kind),), (DAYS,), within=None)


async def _stored(db: Database, number: WishNumber) -> WishRow:
    """A wish as it is stored."""
    found = await db.read(lambda connection: wish_rows.one(connection, number))
    assert found is not None
    return found


async def _notices(db: Database, time: Time) -> None:
    match = await turns(db, await begun(db, ANN, BOB), 3)
    owed = await queue.boards(db, match.id, match.seq)
    await queue.last_board(db, match.id)
    await queue.put_together(db, owed, timedelta(minutes=1))
    (together,) = await queue.boards(db, match.id, match.seq)
    await queue.told(db, together)
    match = await turns(db, match, 1)
    time.now += timedelta(minutes=5)
    *before, last = await queue.boards(db, match.id, match.seq)
    await queue.told(db, last, before)
    await queue.interactions_of(db, last)
    await queue.standing(db, match.id, match.seq)
    await queue.are_calls_piling_up(db)
    waiting = [one.key for one in await queue.waiting_calls(db, 20)]
    here = await queue.due(db, count=4, shards=[0])
    for found in (here, await queue.due(db), await queue.take_calls(db, waiting)):
        await queue.hold(db, [one.key for one in found])
        for one in found:
            await queue.told(db, one)
            await queue.is_pending(db, one.key)
            await queue.note_line_sent(db, one.match_id, one.base)
            await queue.take(db, one, ours=True)
            await queue.put_back(db, one.key, timedelta(minutes=1))
        await queue.done(db, *(one.key for one in found))
    await db.write(lambda connection: _freeze(connection, match, time.now))
    await turns(db, match, 1)


def _freeze(connection: Connection, match: Match, now: datetime) -> None:
    """As if a change of rules had frozen a match, and had been reverted since."""
    number = key_of(match.id)
    with transaction(connection):
        at = rows.snapshot(connection, number)
        assert at is not None
        rows.set_status(connection, number, at, "frozen", None, now=now)
