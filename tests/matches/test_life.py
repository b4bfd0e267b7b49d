"""Rematches, expiry, privacy, limits, blocks, ending by a guild."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest

import matches
from matches import Ending, Limits
from matches.model import errors
from matches.model.ids import GuildId
from matches.model.ratings import is_rated
from matches.unit_of_work.cache import resize
from matches.unit_of_work.repository import key_of
from storage.database import Database
from tests.matches.conftest import ANN, BOB, CAT, EVE, HERE, Clock, Play, Start
from tests.matches.replayed import verified

# Rematches


async def test_rematch_rotates_the_seats(db: Database, start: Start) -> None:
    """A rematch is a challenge to the same players with the same options, with everybody one seat
    further on.
    """
    match = await start(ANN, BOB, CAT, goal="40")
    with pytest.raises(errors.NotOver):
        await matches.rematch(db, match.id, ANN)
    await matches.resign(db, match.id, ANN)
    await matches.resign(db, match.id, BOB)
    with pytest.raises(errors.NotSeated):
        await matches.rematch(db, match.id, EVE)
    new = await matches.rematch(db, match.id, BOB, interaction=1)
    assert (new.status, new.host) == ("open", BOB)
    assert new.setup == match.setup
    assert await matches.rematch(db, match.id, BOB, interaction=1) == new
    with pytest.raises(errors.RematchExists):
        await matches.rematch(db, match.id, BOB, interaction=2)
    await matches.rematch(db, match.id, ANN)
    begun = await matches.rematch(db, match.id, CAT, interaction=3)
    assert (begun.id, begun.status, begun.players) == (new.id, "running", (CAT, ANN, BOB))
    assert await matches.rematch(db, match.id, CAT, interaction=3) == begun
    with pytest.raises(errors.RematchExists):
        await matches.rematch(db, match.id, CAT)


async def test_two_who_want_a_rematch_at_once_get_one(db: Database, start: Start) -> None:
    """If two players ask for a rematch at once, the second accepts the table that the first has
    opened.
    """
    match = await start()
    await matches.resign(db, match.id, ANN)
    first, second = await asyncio.gather(
        matches.rematch(db, match.id, ANN), matches.rematch(db, match.id, BOB)
    )
    assert first.id == second.id
    assert (await matches.get(db, first.id)).status == "running"


async def test_a_declined_rematch_can_be_asked_for_again(db: Database, start: Start) -> None:
    """A declined rematch does not prevent another request."""
    match = await start()
    await matches.abort(db, match.id, ANN)
    first = await matches.rematch(db, match.id, ANN)
    await matches.decline(db, first.id, BOB)
    second = await matches.rematch(db, match.id, BOB)
    assert (second.id != first.id, second.host) == (True, BOB)


# Expiring tables, limits


async def test_tables_expire(db: Database, clock: Clock) -> None:
    """A table expires a day after the last player joined. Joining gives it another day."""
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE, seats=3)
    assert table.expires_at == clock() + timedelta(hours=24)
    clock.turn(hours=23)
    assert await matches.expire_tables(db) == []
    joined = await matches.join(db, table.id, BOB)
    assert joined.expires_at == clock() + timedelta(hours=24)
    clock.turn(hours=23)
    assert await matches.expire_tables(db) == []
    clock.turn(hours=1)
    both = await asyncio.gather(matches.expire_tables(db), matches.expire_tables(db))
    ((expired,),) = [found for found in both if found]
    assert (expired.id, expired.status) == (table.id, "closed")
    assert expired.ending == Ending("expired")
    with pytest.raises(errors.NotOpen):
        await matches.join(db, table.id, CAT)
    await verified(db, expired)


async def test_running_matches_do_not_expire(db: Database, start: Start, clock: Clock) -> None:
    """Only waiting tables expire."""
    match = await start()
    clock.turn(days=400)
    assert await matches.expire_tables(db) == []
    assert (await matches.get(db, match.id)).expires_at is None


async def test_limits(db: Database, start: Start) -> None:
    """Nobody exceeds the limits on tables and matches, as host or as guest."""
    open_one = partial(matches.open_table, db, game="toy", place=HERE, limits=Limits(2, 1))
    await open_one(host=ANN)
    table = await open_one(host=ANN)
    with pytest.raises(errors.TooManyTables) as refused:
        await open_one(host=ANN)
    assert refused.value.refusal.fields == {"limit": 2}
    await matches.leave(db, table.id, ANN)
    table = await open_one(host=ANN)
    await start(BOB, CAT)
    with pytest.raises(errors.TooManyMatches):
        await open_one(host=BOB)
    with pytest.raises(errors.TooManyMatches):
        await matches.join(db, table.id, BOB, limits=Limits(2, 1))
    assert (await matches.join(db, table.id, BOB)).status == "running"


# Private matches, blocks, endings by guild managers


async def test_private_matches_are_shown_to_their_players(db: Database) -> None:
    """Private matches are in nobody else's lists, and nobody else can see them."""
    with pytest.raises(errors.PrivateAlone):
        await matches.open_table(db, game="toy", host=ANN, place=HERE, private=True)
    opened = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, invited=[BOB], private=True
    )
    assert await matches.open_tables(db, GuildId(700)) == []
    assert (await matches.get(db, opened.id, viewer=BOB)).private
    match = await matches.accept(db, opened.id, BOB)
    assert await matches.in_channel(db, HERE.channel) == []
    assert await matches.find(db, EVE, HERE.channel) == []
    assert [one.id for one in await matches.find(db, BOB, HERE.channel)] == [match.id]
    assert await matches.get(db, match.id, viewer=ANN) == match
    with pytest.raises(errors.UnknownMatch):
        await matches.get(db, match.id, viewer=EVE)


async def test_private_matches_are_unknown_to_others(db: Database) -> None:
    """No use case reveals a private match to anybody else, before, during or after it."""
    table = await matches.open_table(
        db, game="toy", host=ANN, place=HERE, invited=[BOB], private=True
    )
    for act in (matches.join, matches.decline, matches.leave, matches.start):
        with pytest.raises(errors.UnknownMatch):
            await act(db, table.id, EVE)
    await matches.accept(db, table.id, BOB)
    answers = (partial(matches.grant, request=1), partial(matches.deny, request=1))
    for use_case in (
        *(matches.resign, matches.abort, matches.offer_draw, matches.accept_draw),
        *(matches.decline_draw, matches.claim, matches.ask_to_adjourn, matches.ask_to_take_back),
        *(matches.resume, matches.draft, matches.prepared, matches.clear_prepared, *answers),
        *(partial(matches.play, text="step"), partial(matches.prepare, text="step")),
        *(matches.played_by, matches.rematch, matches.join),
    ):
        with pytest.raises(errors.UnknownMatch):
            await use_case(db, table.id, EVE)
    assert HERE.guild is not None
    with pytest.raises(errors.UnknownMatch):
        await matches.end(db, table.id, HERE.guild)
    assert (await matches.get(db, table.id)).status == "running"


async def test_blocked_players_keep_apart(db: Database, start: Start) -> None:
    """Blocked players can neither challenge each other nor join each other's tables, and both get
    the same message. Running matches go on, and a block can be lifted.
    """
    match = await start()
    with pytest.raises(errors.NotYourself):
        await matches.block(db, ANN, ANN)
    for _ in range(2):
        await matches.block(db, ANN, BOB)
    assert await matches.blocked(db, ANN) == [BOB]
    for host, guest in ((ANN, BOB), (BOB, ANN)):
        with pytest.raises(errors.NotTogether):
            await matches.open_table(db, game="toy", host=host, place=HERE, invited=[guest])
        table = await matches.open_table(db, game="toy", host=host, place=HERE)
        with pytest.raises(errors.NotTogether):
            await matches.join(db, table.id, guest)
    third = await matches.open_table(db, game="toy", host=CAT, place=HERE, seats=3)
    await matches.join(db, third.id, ANN)
    with pytest.raises(errors.NotTogether):
        await matches.join(db, third.id, BOB)
    await matches.resign(db, match.id, BOB)
    with pytest.raises(errors.NotTogether):
        await matches.rematch(db, match.id, BOB)
    await matches.unblock(db, ANN, BOB)
    assert await matches.blocked(db, ANN) == []
    assert (await matches.join(db, third.id, BOB)).status == "running"


async def test_ending_by_those_who_manage_the_guild(
    db: Database, start: Start, turns: Play
) -> None:
    """Managers can end their guild's tables and matches at any time, without a result, but not
    those of other guilds.
    """
    match = await start()
    await turns(match, "step", "step", "step", "step")
    with pytest.raises(errors.UnknownMatch):
        await matches.end(db, match.id, GuildId(701))
    over = await matches.end(db, match.id, GuildId(700), interaction=9)
    assert (over.status, over.ending) == ("aborted", Ending("ended"))
    assert not is_rated(over)
    await verified(db, over)
    assert (await matches.end(db, match.id, GuildId(700), interaction=9)).ending == over.ending
    with pytest.raises(errors.MatchOver):
        await matches.end(db, match.id, GuildId(700))
    table = await matches.open_table(db, game="toy", host=ANN, place=HERE)
    assert (await matches.end(db, table.id, GuildId(700))).status == "aborted"
    assert key_of(table.id) != key_of(match.id)


async def test_ending_a_frozen_match(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A frozen match can be ended, too."""
    import games
    from tests.matches import toy

    match = await start()
    await turns(match, "jump left")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    resize(db, 10)
    over = await matches.end(db, match.id, GuildId(700))
    assert (over.status, over.ending) == ("aborted", Ending("ended"))
