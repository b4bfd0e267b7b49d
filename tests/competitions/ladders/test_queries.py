"""Lists of ladders, their history, and news of them."""

from __future__ import annotations

import pytest

from competitions.ladders import challenges, news, queries
from competitions.ladders.direction import close
from competitions.ladders.ids import LadderId, key_of, public_id
from competitions.model.errors import CompetitionError
from competitions.model.ladder.events import Challenged, Joined, Left, Opened, Played, Recalled
from matches.model.ids import ChannelId
from storage.database import Database
from storage.ids import LadderNumber
from tests.competitions.ladders.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    Open,
    accepted,
    challenged,
    join,
    members,
    won,
)
from tests.matches.conftest import Clock


async def test_lists(db: Database, hold: Open) -> None:
    """Those of a player, of a server and of other servers, and those that are over."""
    held = await hold()
    found = await queries.of_player(db, ANN)
    (line,) = found.lines
    assert (line.id, line.name, line.status, line.members) == (held.id, "Ladder", "running", 4)
    assert (line.settings, found.count) == (held.ladder.settings, 1)
    assert (await queries.of_player(db, EVE)).count == 0
    assert (await queries.of_player(db, HOST)).count == 1
    guild = held.terms.guild
    assert await queries.in_guild(db, guild) == found
    assert await queries.in_guild(db, guild, channels=[ChannelId(71)]) == found
    assert (await queries.in_guild(db, guild, channels=[ChannelId(72)])).count == 0
    open_ = await hold(count=1, anywhere=True)
    assert [one.id for one in (await queries.elsewhere(db, None)).lines] == [open_.id]
    assert (await queries.elsewhere(db, guild)).count == 0
    seen = await queries.in_guild(db, guild, channels=[])
    assert [one.id for one in seen.lines] == [open_.id], "anybody may join it"
    both = await queries.in_guild(db, guild, limit=1, offset=1)
    assert ([one.id for one in both.lines], both.count) == ([held.id], 2)
    await close(db, held.id, HOST, reason="Rain.")
    over = await queries.in_guild(db, guild, statuses=queries.OVER)
    assert [one.id for one in over.lines] == [held.id]
    await challenges.leave(db, open_.id, ANN)
    assert (await queries.of_player(db, ANN)).count == 0


async def test_an_unknown_one(db: Database) -> None:
    """An id that no ladder has, and one that isn't a ladder's."""
    assert key_of(public_id(LadderNumber(7))) == 7
    for named in (public_id(LadderNumber(9)), LadderId("C-K7F2")):
        with pytest.raises(CompetitionError, match="unknown-competition"):
            await queries.get(db, named)


async def test_history(db: Database, hold: Open, clock: Clock) -> None:
    """Challenges with their results and matches, latest first, page by page."""
    held = await won(db, await accepted(db, await hold(), DAN, CAT), 1, DAN)
    held = await challenged(db, held, CAT, BOB)
    held = await challenges.leave(db, held.id, DAN)
    found = await queries.history(db, held)
    assert [one.number for one in found.challenges] == [2, 1]
    latest, first = found.challenges
    assert isinstance(first.end, Played)
    assert first.match_id is not None
    assert (latest.end, latest.match_id) == (None, None)
    assert {*found.people.values()} == {BOB, CAT, DAN}, "also of those who have left"
    assert found.more is False
    for _ in range(queries.HISTORY):
        held = await challenges.recall(db, held.id, CAT)
        clock.turn(days=held.ladder.settings.cooldown)
        held = await challenged(db, held, CAT, BOB)
    found = await queries.history(db, held)
    assert (len(found.challenges), found.more) == (queries.HISTORY, True)
    assert isinstance(found.challenges[1].end, Recalled)
    assert [one.number for one in (await queries.history(db, held, 1)).challenges] == [2, 1]


async def test_what_is_announced(db: Database, hold: Open, clock: Clock) -> None:
    """News are due until they have been announced; what is added meanwhile is due afterwards."""
    held = await hold(count=1)
    assert await news.take_news(db) == [held.id]
    assert await news.take_news(db) == []
    found = await news.news(db, held)
    assert [type(one.event) for one in found] == [Opened, Joined]
    assert [one.player for one in found] == [HOST, ANN]
    assert found[0].before is None
    await join(db, held.id, BOB)
    clock.turn(seconds=15)
    await news.renew(db, held.id)
    clock.turn(seconds=15)
    assert await news.take_news(db) == []
    await news.told(db, held.id, held.seq)
    assert await news.take_news(db) == [held.id]
    held = await queries.get(db, held.id)
    assert [one.seq for one in await news.news(db, held)] == [3]
    assert [one.seq for one in await news.news(db, held)] == [3], "as often as somebody asks"


async def test_news_know_who_is_meant(db: Database, hold: Open) -> None:
    """Even those who have left; and in which match a challenge is played."""
    held = await accepted(db, await hold(), DAN, CAT)
    assert await news.match_of(db, held, 1) == held.match_of(held.ladder.challenges[1])
    (gone,) = members(held, ANN)
    held = await challenges.leave(db, held.id, ANN)
    held = await challenged(db, held, CAT, BOB)
    assert await news.match_of(db, held, 2) is None
    found = {type(one.event): one for one in await news.news(db, held)}
    left = found[Left]
    assert left.people[gone] == ANN
    assert left.before is not None
    assert gone in left.before.places
    assert gone not in left.after.places
    assert found[Challenged].after == held.ladder
