"""Tables that are made of wishes: their matches, and what becomes of everybody's other wishes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import TypeVar

import pytest
from sqlalchemy import Connection

import matches
from matches import Limits, privacy
from matches.archive import verify
from matches.lobby.cooldowns import Rate, Rates
from matches.model import errors
from matches.model.ids import ChannelId, GuildId, PlayerId
from matches.model.ratings import pool_of
from matches.outbox import queue
from matches.wishes import queries, requests, tables
from matches.wishes.requests import Wanted
from matches.wishes.terms import Meeting, TableKind
from storage import ratings
from storage.database import Database, Work
from storage.ratings import Rating
from storage.transactions import transaction
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, Clock, same_everywhere
from tests.matches.wishes.conftest import Found, Make, everything, statuses, stored
from tests.matches.wishes.seekers import (
    FOUR,
    HERE,
    LIVE,
    THREE,
    THREE_DAYS,
    TWO,
    WEEK,
    terms,
)

T = TypeVar("T")

OFTEN = Limits(rates=Rates(Rate(1000, timedelta(days=1)), Rate(1000, timedelta(days=1))))


async def test_two_find_each_other(db: Database, make: Make, seek: Found) -> None:
    """An ordinary match of the two begins, in their direct messages: its first board is owed."""
    one = await make(ANN)
    assert await seek() == []
    other = await make(BOB)
    (match,) = await seek()
    assert match.status == "running"
    assert {*match.players} == {ANN, BOB}
    assert (match.setup.seats, str(match.clock), match.at_end) == (2, "3d", "automatic")
    assert (match.private, match.apart, match.rated, match.official) == (True, True, True, False)
    await same_everywhere(db, match)
    (board,) = await queue.due(db)
    assert (board.kind, board.match_id) == ("board", match.id)
    for made in (one, other):
        now = await stored(db, made.id)
        assert (now.status, now.match_id) == ("matched", match.id)
    assert await seek() == []
    assert [found.fault async for found in verify.replays(db)] == [None]


async def test_two_matches_at_once(
    db: Database, make: Make, seek: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match and its return match begin for two who wish for both, and for nobody else. Those who
    wish for one match hide nobody, however many they are.
    """
    monkeypatch.setattr(tables, "OTHERS", 1)
    twice = TableKind("die-drei", 2, with_return=True)
    await make(CAT, wished=terms(TableKind("die-drei", 2)))
    await make(ANN, wished=terms(twice))
    assert await seek() == []
    await make(BOB, wished=terms(twice))
    (first,) = await seek()
    assert {*first.players} == {ANN, BOB}
    assert first.other_half is not None
    second = await matches.get(db, first.other_half)
    assert (second.players, second.other_half) == (first.players[::-1], first.id)
    assert (second.status, second.clock) == ("running", first.clock)
    assert {one.match_id for one in await queue.due(db)} == {first.id, second.id}
    for one in (first, second):
        await same_everywhere(db, one)
    assert [found.fault async for found in verify.replays(db)] == [None, None]


async def test_room_for_two_matches(make: Make) -> None:
    """Whoever wishes for a match and its return match needs room for both."""
    limits = Limits(matches=1)
    both = terms(TableKind("die-drei", 2), TableKind("die-drei", 2, with_return=True))
    with pytest.raises(errors.TooManyMatches):
        await make(ANN, wished=both, limits=limits)
    await make(ANN, wished=terms(TableKind("die-drei", 2)), limits=limits)


async def test_on_a_server(db: Database, make: Make, seek: Found) -> None:
    """Where both have made their wishes, for everybody there to see."""
    for player in (ANN, BOB):
        await make(player, meeting=HERE)
    (match,) = await seek()
    assert (match.private, match.apart) == (False, False)
    assert (match.place.guild, match.place.channel) == (HERE.guild, HERE.channel)


async def test_wishes_of_one_server_are_in_nobodys_way(
    db: Database, make: Make, seek: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many keep to the people of some server, others still find each other, and so do
    those who are on one server.
    """
    monkeypatch.setattr(tables, "OTHERS", 1)
    for number in range(3):
        there = Meeting(GuildId(800 + number), ChannelId(80 + number))
        lonely = PlayerId(300 + number)
        await make(lonely, wished=terms(where="server"), meeting=there)
    await make(ANN)
    await make(BOB)
    (match,) = await seek()
    assert {*match.players} == {ANN, BOB}
    await make(CAT, wished=terms(where="server"), meeting=HERE)
    await make(DAN, wished=terms(where="direct"))
    assert await seek() == []
    await requests.give_up(db, (await queries.of_player(db, DAN))[0].id, DAN)
    await make(EVE, meeting=HERE)
    (match,) = await seek()
    assert {*match.players} == {CAT, EVE}
    assert match.place.channel == HERE.channel


async def test_blocked_after_agreeing(db: Database, make: Make, seek: Found) -> None:
    """A party of people who have blocked each other since keeps nobody else from a table."""
    await make(ANN, BOB, wished=terms(THREE))
    await matches.block(db, BOB, ANN)
    for player in (CAT, DAN, EVE):
        await make(player, wished=terms(THREE))
    (match,) = await seek()
    assert {*match.players} == {CAT, DAN, EVE}


async def test_three_with_a_party_of_two(db: Database, make: Make, seek: Found) -> None:
    """Nobody is seated before the friend has agreed."""
    made = await make(ANN, BOB, wished=terms(THREE), agreed=False)
    await make(CAT, wished=terms(THREE))
    assert await seek() == []
    await requests.agree(db, made.id, BOB)
    (match,) = await seek()
    assert {*match.players} == {ANN, BOB, CAT}


async def test_other_wishes_pause(db: Database, make: Make, seek: Found) -> None:
    """One match at a time comes of them. What one has only been asked to goes on."""
    await make(ANN)
    await make(ANN, wished=terms(THREE))
    shared = await make(DAN, ANN, wished=terms(FOUR))
    asked = await make(EVE, ANN, wished=terms(THREE), agreed=False)
    await make(BOB)
    (match,) = await seek()
    assert {*match.players} == {ANN, BOB}
    assert sorted(await statuses(db, ANN)) == ["asking", "paused", "paused"]
    assert (await stored(db, shared.id)).status == "paused"
    assert (await stored(db, asked.id)).status == "asking"
    await make(BOB, wished=terms(THREE))
    await make(CAT, wished=terms(THREE))
    assert await seek() == []


async def test_a_paused_wish_is_resumed(db: Database, make: Make, seek: Found) -> None:
    """Its time begins anew; friends are asked anew."""
    await make(ANN)
    mine = await make(ANN, wished=terms(THREE))
    shared = await make(DAN, ANN, wished=terms(FOUR))
    await make(BOB)
    assert await seek()
    db.now.turn(hours=30)  # type: ignore[attr-defined]
    resumed = await requests.resume(db, mine.id, ANN)
    assert (resumed.status, resumed.since) == ("open", db.now())
    assert await requests.resume(db, mine.id, ANN) == resumed
    assert (await requests.resume(db, shared.id, DAN)).asked == (ANN,)
    changed = await requests.change(db, shared.id, DAN, Wanted(terms(FOUR), (ANN,)))
    assert changed.status == "asking"


async def test_agreeing_to_a_paused_wish(db: Database, make: Make, seek: Found) -> None:
    """It stays paused until its leader resumes it."""
    await make(ANN)
    asking = await make(ANN, CAT, wished=terms(THREE), agreed=False)
    await make(BOB)
    assert await seek()
    assert (await requests.agree(db, asking.id, CAT)).status == "paused"
    assert (await requests.resume(db, asking.id, ANN)).asked == (CAT,)


def _before_seating(
    db: Database, monkeypatch: pytest.MonkeyPatch, deed: Callable[[], Awaitable[object]]
) -> None:
    """Has something happen between the choice of a table and its beginning."""
    real = db.write

    async def write(work: Work[T]) -> T:
        monkeypatch.setattr(db, "write", real)
        await deed()
        return await real(work)

    monkeypatch.setattr(db, "write", write)


async def test_withdrawn_while_being_matched(
    db: Database, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the choice and the table somebody goes: there is no table of them."""
    mine, gone = await make(ANN), await make(BOB)
    _before_seating(db, monkeypatch, lambda: requests.give_up(db, gone.id, BOB))
    assert await tables.look(db, mine.id) is None
    assert (await stored(db, gone.id)).status == "withdrawn"
    assert await statuses(db, ANN) == ["open"]
    assert await matches.matches_of(db, ANN) == []


async def test_changed_while_being_matched(
    db: Database, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wished now counts; and somebody else may do."""
    mine, changed = await make(ANN), await make(BOB)
    await make(CAT)
    wanted = Wanted(terms(THREE))
    _before_seating(db, monkeypatch, lambda: requests.change(db, changed.id, BOB, wanted))
    match_id = await tables.look(db, mine.id)
    assert match_id is not None
    assert {*(await matches.get(db, match_id)).players} == {ANN, CAT}
    assert await statuses(db, BOB) == ["open"]


async def test_blocked_pairs_never_meet(db: Database, make: Make, seek: Found) -> None:
    """In either direction, however long they wait; also those who came back without their data."""
    await matches.block(db, ANN, BOB)
    await matches.block(db, CAT, ANN)
    for player in (ANN, BOB, CAT):
        await make(player)
    (match,) = await seek()
    assert {*match.players} == {BOB, CAT}
    await matches.block(db, ANN, DAN)
    await privacy.forget(db, DAN)
    await make(DAN)
    for _ in range(5):
        assert await seek() == []
        db.now.turn(days=1)  # type: ignore[attr-defined]
    await make(EVE)
    (match,) = await seek()
    assert EVE in match.players


async def test_blocked_after_the_choice(
    db: Database, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is blocked at the last moment is not seated."""
    mine = await make(ANN)
    await make(BOB)
    _before_seating(db, monkeypatch, lambda: matches.block(db, BOB, ANN))
    assert await tables.look(db, mine.id) is None
    assert await statuses(db, ANN) == await statuses(db, BOB) == ["open"]


async def test_who_plays_enough_pauses(db: Database, make: Make) -> None:
    """Nobody gets more matches than they may have."""
    mine = await make(ANN)
    await make(BOB)
    assert await tables.look(db, mine.id, limits=Limits(matches=0)) is None
    assert await statuses(db, ANN) == await statuses(db, BOB) == ["paused"]


async def test_strength_in_the_pool(db: Database, make: Make, seek: Found) -> None:
    """The nearest in the ratings of such matches."""
    pool = "toy-2-correspondence"
    known = ((ANN, 25.0, 1573), (BOB, 29.0, 1691), (CAT, 26.0, 1602))

    def rate(connection: Connection) -> None:
        with transaction(connection):
            ratings.add(
                connection,
                [Rating(player, pool, mu, 2.0, points, 20) for player, mu, points in known],
            )

    await db.write(rate)
    for player in (BOB, CAT):
        await make(player, wished=terms(within=400))
    await make(ANN, wished=terms(within=400))
    numbers = await tables.due(db)
    match_id = await tables.look(db, numbers[-1])
    assert match_id is not None
    match = await matches.get(db, match_id)
    assert {*match.players} == {ANN, CAT}
    assert str(pool_of(match)) == pool


async def test_who_has_to_wait_is_looked_for_again(db: Database, make: Make, clock: Clock) -> None:
    """When less is asked for; a lease goes before, so that one process alone looks."""
    made = await make(ANN)
    assert await tables.due(db) == [made.id]
    assert await tables.due(db) == []
    assert await tables.look(db, made.id) is None
    clock.turn(minutes=59)
    assert await tables.due(db) == []
    clock.turn(minutes=1)
    assert await tables.due(db) == [made.id]


async def test_a_changed_wish_is_looked_at_again(db: Database, make: Make) -> None:
    """Also if somebody has just looked in vain."""
    made = await make(ANN)
    await tables.due(db)
    before = await stored(db, made.id)
    await requests.change(db, made.id, ANN, Wanted(terms(clocks=(WEEK,))))
    await tables._wait(db, before, db.now() + timedelta(days=1))
    assert await tables.due(db) == [made.id]


async def test_live_wishes(db: Database, make: Make, seek: Found, clock: Clock) -> None:
    """Who is there plays at once; who has gone doesn't."""
    both = terms(clocks=(LIVE, THREE_DAYS))
    await make(ANN, wished=both)
    assert await seek() == []
    clock.turn(hours=2)
    await make(BOB, wished=terms(clocks=(LIVE,)))
    await make(CAT, wished=terms(clocks=(LIVE,)))
    (match,) = await seek()
    assert {*match.players} == {BOB, CAT}
    assert match.clock is not None
    assert match.clock.live


async def test_a_wish_that_is_no_more(db: Database, make: Make) -> None:
    """Looking for it comes to nothing."""
    made = await make(ANN)
    await requests.give_up(db, made.id, ANN)
    assert await tables.look(db, made.id) is None


async def test_many_wishes_of_a_few_people(db: Database, make: Make, seek: Found) -> None:
    """Everybody gets one match of all their wishes, and no wish comes true twice."""
    people = [PlayerId(number) for number in range(201, 213)]
    for player in people:
        for wished in (terms(TWO), terms(THREE), terms(TWO, THREE, FOUR, clocks=(WEEK,))):
            await make(player, wished=wished, limits=OFTEN, meeting=HERE)
    found = await seek()
    for _ in range(4):
        found += await seek()
    seated = [player for match in found for player in match.players]
    assert len({*seated}) == len(seated) >= 11
    fulfilled = [one for one in await everything(db) if one.status == "matched"]
    assert len(fulfilled) == len(seated)
    assert [one.fault async for one in verify.replays(db)] == [None] * len(found)


async def test_who_has_left_the_server(db: Database, make: Make) -> None:
    """If one of those who are to play there isn't there any more, they play in direct messages."""
    asked = list[tuple[GuildId, set[PlayerId]]]()

    async def absent(guild: GuildId, players: Sequence[PlayerId]) -> list[PlayerId]:
        asked.append((guild, {*players}))
        return [BOB]

    mine, theirs = [await make(player, meeting=HERE) for player in (ANN, BOB)]
    match_id = await tables.look(db, mine.id, absent=absent)
    assert match_id is not None
    assert (await matches.get(db, match_id)).apart
    assert asked == [(HERE.guild, {ANN, BOB})]
    assert (await stored(db, mine.id)).meeting == HERE
    assert (await stored(db, theirs.id)).meeting is None


async def test_a_wish_for_a_server_that_was_left(db: Database, make: Make, seek: Found) -> None:
    """It is one for direct messages from then on, for which others can be found. What everybody
    else wishes stays as it is.
    """

    async def absent(_: GuildId, __: Sequence[PlayerId]) -> list[PlayerId]:
        return [BOB]

    here = terms(where="server")
    mine, theirs = [await make(player, wished=here, meeting=HERE) for player in (ANN, BOB)]
    assert await tables.look(db, mine.id, absent=absent) is None
    before, now = await stored(db, mine.id), await stored(db, theirs.id)
    assert (before.terms, before.meeting, before.seq) == (here, HERE, mine.seq)
    assert (now.status, now.terms.where, now.meeting) == ("open", "direct", None)
    await make(CAT, wished=terms(where="direct"))
    (match,) = await seek()
    assert {*match.players} == {BOB, CAT}
