"""What people do with wishes."""

from __future__ import annotations

from asyncio import gather
from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, select

import matches
from matches import Limits
from matches.lobby.cooldowns import Rate, Rates
from matches.model.errors import (
    InvitedTooOften,
    NotTogether,
    OpenedTooOften,
    PartyTooLarge,
    TooManyMatches,
    TooManyWishes,
    Unavailable,
    UnknownWish,
    WishFulfilled,
)
from matches.model.ids import WishNumber
from matches.settings.players import prefer
from matches.wishes import queries, requests
from matches.wishes.requests import MOST, Wanted
from matches.wishes.terms import Terms
from storage.database import Database
from storage.schema import sought
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, Clock, Play, Start
from tests.matches.wishes.conftest import Found, Make, everything, statuses, stored
from tests.matches.wishes.seekers import (
    DAY,
    FOUR,
    HERE,
    LIVE,
    THREE,
    THREE_DAYS,
    TWO,
    WEEK,
    terms,
)


async def _sought(db: Database) -> int:
    def work(connection: Connection) -> int:
        return int(connection.execute(select(func.count()).select_from(sought)).scalar_one())

    return await db.read(work)


# Making one


async def test_a_wish_is_open_at_once(db: Database, make: Make, clock: Clock) -> None:
    """Without friends there is nobody to wait for. Everything that was wished is stored."""
    wished = terms(TWO, THREE, clocks=(WEEK, DAY), within=100)
    made = await make(ANN, wished=wished, meeting=HERE)
    assert (made.status, made.players, made.meeting) == ("open", (ANN,), HERE)
    assert made.terms == terms(TWO, THREE, clocks=(DAY, WEEK), within=100)
    assert (made.since, made.expires_at) == (clock(), clock() + timedelta(days=14))
    assert await queries.of_player(db, ANN) == [made]
    assert await queries.get(db, made.id, ANN) == made
    assert await _sought(db) == 2


async def test_a_live_wish_ends_soon(make: Make, clock: Clock) -> None:
    """After an hour; one that has other clocks, too, holds on."""
    live = await make(ANN, wished=terms(clocks=(LIVE,)))
    both = await make(ANN, wished=terms(clocks=(LIVE, DAY)))
    assert live.expires_at == clock() + timedelta(hours=1) == both.seeker().live_until
    assert both.expires_at == clock() + timedelta(days=14)


async def test_the_same_wish_twice_is_one(db: Database, make: Make) -> None:
    """By a double click, and when an interaction is delivered again."""
    made = await make(ANN, interaction=7)
    assert await make(ANN, interaction=7) == made
    assert await make(ANN, interaction=8) == made
    other = await make(ANN, wished=terms(clocks=(WEEK,)), interaction=9)
    assert other.id != made.id
    assert await make(ANN, wished=terms(clocks=(DAY,)), interaction=9) == other
    assert len(await everything(db)) == 2


async def test_two_deliveries_at_once(db: Database, url: str) -> None:
    """Whoever comes second finds what the first has left, also in another process."""
    other = Database.connect(url, now=db.now)
    try:
        made = await gather(
            *(requests.make(one, ANN, Wanted(terms()), interaction=7) for one in (db, other) * 3)
        )
    finally:
        await other.close()
    assert len({one.id for one in made}) == 1
    assert len(await everything(db)) == 1


async def test_too_many(db: Database, make: Make) -> None:
    """Those that one shares count, too; those to which one is only asked don't."""
    await make(BOB, ANN, wished=terms(THREE))
    await make(BOB, ANN, wished=terms(FOUR), agreed=False)
    for wished in (terms(TWO), terms(THREE), terms(clocks=(WEEK,)), terms(clocks=(DAY,))):
        made = await make(ANN, wished=wished)
    with pytest.raises(TooManyWishes) as refused:
        await make(ANN, wished=terms(clocks=(LIVE,)))
    assert refused.value.refusal.fields == {"limit": MOST}
    with pytest.raises(TooManyWishes):
        await requests.agree(db, (await queries.of_player(db, ANN))[1].id, ANN)
    await requests.give_up(db, made.id, ANN)
    await make(ANN, wished=terms(clocks=(LIVE,)))


async def test_too_many_matches(db: Database, make: Make, start: Start) -> None:
    """Who plays as much as may be can't wish for more."""
    await start(ANN, BOB)
    with pytest.raises(TooManyMatches):
        await make(ANN, limits=Limits(matches=1))


async def test_too_often(make: Make) -> None:
    """Wishes count as tables do, and so does asking friends."""
    rates = Rates(host=Rate(3, timedelta(hours=1)), pair=Rate(2, timedelta(hours=1)))
    limits = Limits(rates=rates)
    for wished in (terms(THREE), terms(FOUR)):
        await make(ANN, BOB, wished=wished, agreed=False, limits=limits)
    with pytest.raises(InvitedTooOften):
        await make(ANN, BOB, wished=terms(THREE, FOUR), agreed=False, limits=limits)
    await make(ANN, limits=limits)
    with pytest.raises(OpenedTooOften):
        await make(ANN, wished=terms(THREE), limits=limits)


async def test_nothing_to_wish(make: Make) -> None:
    """A party too large for its tables is refused."""
    with pytest.raises(PartyTooLarge):
        await make(ANN, BOB)
    with pytest.raises(PartyTooLarge):
        await make(ANN, BOB, CAT, DAN, wished=terms(FOUR))
    with pytest.raises(ValueError, match="wish"):
        await make(ANN, wished=Terms((), (DAY,)))


# Friends


async def test_friends_agree_first(db: Database, make: Make) -> None:
    """With the last one the wish is open, and its time begins."""
    made = await make(ANN, BOB, CAT, wished=terms(TWO, FOUR), agreed=False)
    assert (made.status, made.asked, made.terms.kinds) == ("asking", (BOB, CAT), (FOUR,))
    assert await _sought(db) == 0
    db.now.turn(hours=5)  # type: ignore[attr-defined]
    assert (await requests.agree(db, made.id, CAT)).asked == (BOB,)
    opened = await requests.agree(db, made.id, BOB)
    assert (opened.status, opened.asked, opened.since) == ("open", (), db.now())
    assert await requests.agree(db, made.id, BOB) == opened
    assert await statuses(db, CAT) == ["open"]
    assert await _sought(db) == 1


async def test_friends_named_twice(make: Make) -> None:
    """Each is asked once, and nobody asks themselves."""
    made = await make(ANN, BOB, BOB, ANN, wished=terms(FOUR), agreed=False)
    assert made.players == (ANN, BOB)


async def test_all_agree_at_once(db: Database, url: str, make: Make) -> None:
    """Through two open databases, again and again: the wish is opened once."""
    made = await make(ANN, BOB, CAT, wished=terms(FOUR), agreed=False)
    other = Database.connect(url, now=db.now)
    try:
        await gather(
            *(requests.agree(one, made.id, who) for one in (db, other) for who in (BOB, CAT) * 2)
        )
    finally:
        await other.close()
    now = await stored(db, made.id)
    assert (now.status, now.seq) == ("open", made.seq + 1)


async def test_a_friend_declines(db: Database, make: Make) -> None:
    """The wish ends. So it does if they go later."""
    asked = await make(ANN, BOB, wished=terms(THREE), agreed=False)
    assert (await requests.give_up(db, asked.id, BOB)).status == "declined"
    assert await statuses(db, ANN) == []
    with pytest.raises(UnknownWish):
        await requests.agree(db, asked.id, BOB)
    opened = await make(ANN, BOB, wished=terms(THREE))
    assert (await requests.give_up(db, opened.id, BOB)).status == "declined"
    assert await _sought(db) == 0


async def test_withdrawn(db: Database, make: Make) -> None:
    """By its leader; a second time it stays as it is."""
    made = await make(ANN)
    gone = await requests.give_up(db, made.id, ANN)
    assert gone.status == "withdrawn"
    assert await requests.give_up(db, made.id, ANN) == gone
    assert await queries.of_player(db, ANN) == []
    assert (await make(ANN)).id != made.id


async def test_blocks(db: Database, make: Make) -> None:
    """People who have blocked each other can't share a wish, nor agree to one."""
    await matches.block(db, BOB, ANN)
    with pytest.raises(NotTogether):
        await make(ANN, BOB, wished=terms(THREE), agreed=False)
    made = await make(ANN, CAT, wished=terms(THREE), agreed=False)
    await matches.block(db, ANN, CAT)
    with pytest.raises(NotTogether):
        await requests.agree(db, made.id, CAT)


async def test_an_invitation_that_is_accepted_does_not_count(db: Database, make: Make) -> None:
    """Friends who like to play can be asked as often as one likes."""
    limits = Limits(rates=Rates(pair=Rate(1, timedelta(hours=1))))
    for wished in (terms(THREE), terms(FOUR)):
        made = await make(ANN, BOB, wished=wished, limits=limits)
        await requests.give_up(db, made.id, ANN)


# Changing one


async def test_changed(db: Database, make: Make) -> None:
    """Something else is sought from now on; the time that was waited counts."""
    made = await make(ANN)
    db.now.turn(hours=5)  # type: ignore[attr-defined]
    wanted = Wanted(terms(THREE, FOUR), (), HERE)
    changed = await requests.change(db, made.id, ANN, wanted)
    assert (changed.terms, changed.meeting) == (terms(THREE, FOUR), HERE)
    assert changed.since == made.since
    assert changed.expires_at == db.now() + timedelta(days=14)
    assert await requests.change(db, made.id, ANN, wanted) == changed
    assert await _sought(db) == 2


async def test_changed_with_friends(db: Database, make: Make) -> None:
    """What was waited counts once they have agreed again, and not the time in which they are
    asked.
    """
    made = await make(ANN, BOB, wished=terms(FOUR))
    waited = timedelta(hours=5)
    for wished in (terms(THREE, FOUR), terms(THREE)):
        db.now.turn(hours=5)  # type: ignore[attr-defined]
        changed = await requests.change(db, made.id, ANN, Wanted(wished, (BOB,)))
        assert changed.status == "asking"
        db.now.turn(hours=2)  # type: ignore[attr-defined]
        opened = await requests.agree(db, made.id, BOB)
        assert (opened.status, opened.since) == ("open", db.now() - waited)
        waited += timedelta(hours=5)
    db.now.turn(hours=5)  # type: ignore[attr-defined]
    await requests.change(db, made.id, ANN, Wanted(terms(FOUR), (BOB,)))
    db.now.turn(hours=2)  # type: ignore[attr-defined]
    alone = await requests.change(db, made.id, ANN, Wanted(terms(FOUR)))
    assert (alone.status, alone.since) == ("open", db.now() - waited)


async def test_changed_before_friends_have_agreed(db: Database, make: Make) -> None:
    """A wish that has never been open has not waited."""
    made = await make(ANN, BOB, wished=terms(FOUR), agreed=False)
    db.now.turn(hours=5)  # type: ignore[attr-defined]
    alone = await requests.change(db, made.id, ANN, Wanted(terms(FOUR)))
    assert (alone.status, alone.since) == ("open", db.now())


async def test_changed_friends_are_asked(db: Database, make: Make) -> None:
    """All of them, whatever they have said before."""
    made = await make(ANN, BOB, wished=terms(FOUR))
    changed = await requests.change(db, made.id, ANN, Wanted(terms(FOUR), (BOB, CAT)))
    assert (changed.status, changed.asked) == ("asking", (BOB, CAT))
    assert await _sought(db) == 0
    alone = await requests.change(db, made.id, ANN, Wanted(terms(FOUR)))
    assert (alone.status, alone.players) == ("open", (ANN,))


async def test_whose_wish_it_is(db: Database, make: Make) -> None:
    """Others can't do anything with it, nor learn of it; friends can go, and no more."""
    made = await make(ANN, BOB, wished=terms(THREE))
    wanted = Wanted(terms(THREE))
    for player in (BOB, CAT):
        with pytest.raises(UnknownWish):
            await requests.change(db, made.id, player, wanted)
        with pytest.raises(UnknownWish):
            await requests.resume(db, made.id, player)
    for attempt in (
        requests.agree(db, made.id, CAT),
        requests.give_up(db, made.id, CAT),
        queries.get(db, made.id, CAT),
        requests.agree(db, WishNumber(made.id + 1), ANN),
    ):
        with pytest.raises(UnknownWish):
            await attempt
    assert await stored(db, made.id) == made


async def test_a_wish_that_has_come_true(db: Database, make: Make, seek: Found) -> None:
    """Whatever is done with it names the match."""
    made = await make(ANN)
    await make(BOB)
    (match,) = await seek()
    for attempt in (
        requests.give_up(db, made.id, ANN),
        requests.change(db, made.id, ANN, Wanted(terms(THREE))),
        requests.resume(db, made.id, ANN),
        requests.agree(db, made.id, ANN),
    ):
        with pytest.raises(WishFulfilled) as refused:
            await attempt
        assert refused.value.refusal.fields == {"match": match.id}


# The hours


async def test_hours_are_read_from_turns(
    db: Database, make: Make, start: Start, turns: Play, clock: Clock
) -> None:
    """From one's own alone. With the setting off, or from a few turns, nothing is concluded."""
    match = await start(ANN, BOB, goal="40")
    for _ in range(20):
        clock.time = clock.time.replace(hour=8)
        await turns(match, "step")
        clock.time = clock.time.replace(hour=20)
        await turns(match, "step")
    made = await make(ANN, BOB, wished=terms(THREE))
    ann, bob = (one.hours for one in made.members)
    assert ann is not None
    assert bob is not None
    assert ann[8] == pytest.approx(0.5, abs=0.02)
    assert bob[20] == pytest.approx(0.5, abs=0.02)
    assert ann[20] == bob[8] == 0
    assert (await make(CAT)).members[0].hours is None
    await prefer(db, ANN, hours=False)
    assert (await make(ANN)).members[0].hours is None


async def test_the_database_is_away(empty_url: str) -> None:
    """Every use case says so."""
    db = Database.connect(empty_url)
    for attempt in (
        requests.make(db, ANN, Wanted(terms())),
        requests.give_up(db, WishNumber(1), ANN),
        queries.of_player(db, EVE),
        queries.get(db, WishNumber(1), EVE),
    ):
        with pytest.raises(Unavailable):
            await attempt
    await db.close()


def test_clocks_of_the_tests() -> None:
    """They are those that can be wished."""
    assert [str(one) for one in (LIVE, DAY, THREE_DAYS, WEEK)] == ["15m+10s", "1d", "3d", "7d"]
