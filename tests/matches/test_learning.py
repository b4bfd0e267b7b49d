"""Hints, analyses and daily puzzles, on both kinds of database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

import matches
from matches.learning import analysis, daily
from matches.learning.daily import next_post
from matches.model.errors import NothingToAnalyse, NotOver, NotRunning, NotYourTurn, Rated
from matches.model.ids import ChannelId, GuildId
from storage.database import Database
from tests.matches.conftest import ANN, BOB, HERE, Clock, Timed

GAME = "toy"


async def test_who_may_have_hints(db: Database, timed: Timed) -> None:
    """Hints are for the player to move in an unrated match."""
    rated = await timed("1d", ANN, BOB)
    mover = rated.player_to_move
    assert mover is not None
    with pytest.raises(Rated):
        await analysis.to_hint(db, rated.id, mover)
    table = await matches.open_table(db, game=GAME, host=ANN, place=HERE, rated=False)
    free = await matches.join(db, table.id, BOB)
    mover = free.player_to_move
    assert mover is not None
    assert (await analysis.to_hint(db, free.id, mover)).match.id == free.id
    with pytest.raises(NotYourTurn):
        await analysis.to_hint(db, free.id, ANN if mover == BOB else BOB)


async def test_what_can_be_analysed(db: Database, timed: Timed) -> None:
    """A finished match with turns can be analysed. The result is stored once."""
    match = await timed("1d", ANN, BOB)
    with pytest.raises(NotOver):
        await analysis.to_analyse(db, match.id, ANN)
    assert match.player_to_move is not None
    await matches.play(db, match.id, match.player_to_move, "step")
    await matches.resign(db, match.id, ANN)
    assert (await analysis.to_analyse(db, match.id, BOB)).turn_count == 1
    assert await analysis.kept_analysis(db, match.id) is None
    stops: list[object] = [{"chances": [0.25, 0.75], "turns": ["step"]}]
    for data in ({"stops": stops[:0]}, {"stops": stops}):
        await analysis.keep_analysis(db, match.id, data)
        assert await analysis.kept_analysis(db, match.id) == data


async def test_what_can_not_be_analysed(db: Database, timed: Timed) -> None:
    """A match without turns and a table cannot be analysed."""
    match = await timed("1d", ANN, BOB)
    await matches.resign(db, match.id, ANN)
    with pytest.raises(NothingToAnalyse):
        await analysis.to_analyse(db, match.id, BOB)
    table = await matches.open_table(db, game=GAME, host=ANN, place=HERE)
    with pytest.raises(NotRunning):
        await analysis.to_analyse(db, table.id, ANN)


async def test_daily_puzzles(db: Database, time: Clock) -> None:
    """Each server's puzzle is due once a day, whichever process asks. Missed days are not
    made up.
    """
    wanted = await daily.want(db, GuildId(7), GAME, ChannelId(77), 16)
    assert await daily.due(db) == []
    time.time = wanted.due_at
    both = await asyncio.gather(daily.due(db), daily.due(db))
    taken = [one for found in both for one in found]
    assert [one.row.channel for one in taken] == [77]
    assert len(taken[0].nonce) <= 25
    assert await daily.due(db) == []
    time.turn(minutes=1)
    (again,) = await daily.due(db)
    assert again.nonce == taken[0].nonce
    await daily.done(db, again)
    time.turn(minutes=1)
    assert await daily.due(db) == []
    time.turn(days=5)
    (late,) = await daily.due(db)
    assert late.nonce != again.nonce
    await daily.done(db, late)
    (row,) = await daily.wanted(db, GuildId(7))
    assert row.due_at > db.now()
    assert row.due_at - db.now() <= timedelta(days=1)
    assert await daily.unwant(db, GuildId(7), GAME)
    assert not await daily.unwant(db, GuildId(7), GAME)
    assert await daily.wanted(db, GuildId(7)) == []


async def test_changing_while_it_is_posted(db: Database, time: Clock) -> None:
    """Changes to the server's settings while a puzzle is being posted are not overwritten."""
    wanted = await daily.want(db, GuildId(7), GAME, ChannelId(77), 16)
    time.time = wanted.due_at
    (taken,) = await daily.due(db)
    await daily.want(db, GuildId(7), GAME, ChannelId(88), 9)
    await daily.done(db, taken)
    (row,) = await daily.wanted(db, GuildId(7))
    assert (row.channel, row.hour, row.due_at.hour) == (88, 9, 9)


def test_the_next_moment() -> None:
    """The next time is in the future, on the hour, and after the day of the last post."""
    now = datetime(2030, 5, 6, 16, 0, tzinfo=UTC)
    day, moment = next_post(now, 16)
    assert (moment.day, moment.hour, day) == (7, 16, moment.date().toordinal())
    assert next_post(now, 17)[1].day == 6
    assert next_post(now, 17, after=day)[1].day == 8
