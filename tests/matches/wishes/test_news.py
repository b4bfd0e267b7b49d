"""What people are told of wishes, once, and wishes whose time is over."""

from __future__ import annotations

from datetime import timedelta

from matches.wishes import news, queries, requests
from storage.database import Database
from storage.wishes import KEPT
from tests.matches.conftest import ANN, BOB, CAT, DAN, EVE, Clock
from tests.matches.wishes.conftest import Found, Make, everything, statuses, stored, tell
from tests.matches.wishes.seekers import FOUR, LIVE, THREE, terms


async def test_friends_are_asked(db: Database, make: Make) -> None:
    """Each once. Who has agreed meanwhile is not asked any more."""
    made = await make(ANN, BOB, CAT, wished=terms(FOUR), agreed=False)
    await requests.agree(db, made.id, BOB)
    assert await tell(db) == [(CAT, "asking")]
    assert await tell(db) == []
    await requests.agree(db, made.id, CAT)
    assert await tell(db) == []


async def test_a_match_is_told_to_everybody(db: Database, make: Make, seek: Found) -> None:
    """Once, also to friends."""
    await make(ANN, BOB, wished=terms(THREE))
    await make(CAT, wished=terms(THREE))
    await tell(db)
    assert await seek()
    assert await tell(db) == [(ANN, "matched"), (BOB, "matched"), (CAT, "matched")]
    assert await tell(db) == []


async def test_a_leader_whose_friend_is_busy(db: Database, make: Make, seek: Found) -> None:
    """They are told that their wish has paused; who got the match is told of that."""
    await make(DAN, ANN, wished=terms(FOUR))
    await make(ANN, EVE, wished=terms(FOUR))
    await tell(db)
    await make(ANN)
    await make(BOB)
    assert await seek()
    assert await tell(db) == [(ANN, "matched"), (BOB, "matched"), (DAN, "paused")]
    assert await tell(db) == []


async def test_who_goes_is_not_told(db: Database, make: Make) -> None:
    """The others are: friends that it was withdrawn, the rest that somebody has declined."""
    made = await make(ANN, BOB, CAT, wished=terms(FOUR))
    await requests.give_up(db, made.id, ANN)
    assert await tell(db) == [(BOB, "withdrawn"), (CAT, "withdrawn")]
    made = await make(ANN, BOB, CAT, wished=terms(FOUR))
    await requests.give_up(db, made.id, BOB)
    assert await tell(db) == [(ANN, "declined"), (CAT, "declined")]
    made = await make(ANN, BOB, wished=terms(FOUR), agreed=False)
    await requests.give_up(db, made.id, ANN)
    assert await tell(db) == [], "who has not agreed need not be told"
    await make(ANN)
    assert await tell(db) == []


async def test_expired(db: Database, make: Make, clock: Clock) -> None:
    """After 14 days, with a word to those who took part. Some days later nothing is left of it."""
    made = await make(ANN)
    asking = await make(BOB, CAT, wished=terms(THREE), agreed=False)
    await tell(db)
    clock.turn(days=13, hours=23)
    assert await news.expire(db) == 0
    clock.turn(hours=1)
    assert await news.expire(db) == 2
    assert await news.expire(db) == 0
    assert (await stored(db, made.id)).status == "expired"
    assert (await stored(db, asking.id)).status == "expired"
    assert await tell(db) == [(ANN, "expired"), (BOB, "expired")]
    assert await queries.of_player(db, ANN) == []
    clock.turn(seconds=KEPT.total_seconds())
    assert await news.expire(db) == 2
    assert await everything(db) == []


async def test_live_wishes_expire_after_an_hour(db: Database, make: Make, clock: Clock) -> None:
    """With a word, too."""
    await make(ANN, wished=terms(clocks=(LIVE,)))
    clock.turn(hours=1)
    assert await news.expire(db) == 1
    assert await tell(db) == [(ANN, "expired")]


async def test_paused_wishes_end_silently(
    db: Database, make: Make, seek: Found, clock: Clock
) -> None:
    """Nobody waits for them."""
    await make(ANN)
    await make(ANN, wished=terms(THREE))
    await make(BOB)
    assert await seek()
    await tell(db)
    clock.turn(days=14)
    assert await news.expire(db) == 3
    assert await tell(db) == []
    assert await everything(db) == []


async def test_one_process_tells(db: Database, make: Make, clock: Clock) -> None:
    """What it could not tell is told by the next one; what could wait is told then."""
    made = await make(ANN, BOB, wished=terms(THREE), agreed=False)
    (taken,) = await news.take_news(db)
    assert await news.take_news(db) == []
    clock.turn(seconds=news.LEASE.total_seconds())
    assert await news.take_news(db) == [taken]
    await news.settled(db, taken, clock() + timedelta(hours=1))
    clock.turn(minutes=59)
    assert await tell(db) == []
    clock.turn(minutes=1)
    assert await tell(db) == [(BOB, "asking")]
    assert (await stored(db, made.id)).owed() == ()


async def test_what_changes_while_it_is_told(db: Database, make: Make) -> None:
    """It is told anew, and nothing of it is lost."""
    made = await make(ANN, BOB, wished=terms(THREE), agreed=False)
    (taken,) = await news.take_news(db)
    await requests.agree(db, made.id, BOB)
    await requests.give_up(db, made.id, ANN)
    await news.told(db, taken, BOB)
    await news.settled(db, taken)
    assert await tell(db) == [(BOB, "withdrawn")]
    assert await statuses(db, BOB) == []
