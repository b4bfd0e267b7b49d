"""Lists of competitions, and news of them."""

from __future__ import annotations

from collections.abc import Sequence
from threading import get_ident
from typing import Any

import pytest
from sqlalchemy import Connection

import matches
from competitions.log import due, folds
from competitions.model.competition import Competition
from competitions.model.entrants import EntrantId
from competitions.model.events import Joined, Left
from competitions.model.settings import Settings
from competitions.tournaments import news, queries
from competitions.tournaments.direction import change
from competitions.tournaments.queries import Medal
from competitions.tournaments.signup import withdraw
from matches.model.ids import ChannelId, MessageId
from storage import competition_lists as lists
from storage.database import Database
from storage.logs import LogEntry
from tests.competitions.kills import another
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    HOST,
    Open,
    join,
    play_out,
)
from tests.matches.conftest import Clock
from tests.support.statements import Sent


async def test_lists(db: Database, hold: Open) -> None:
    """Competitions of a player and of a guild, those that can be joined elsewhere, and that of a
    match.
    """
    held = await hold()
    found = await queries.of_player(db, ANN)
    (line,) = found.lines
    assert (line.id, line.name, line.status, line.entrants) == (held.id, "Cup", "running", 4)
    assert (line.settings, found.count) == (held.competition.settings, 1)
    assert (held.concerns(ANN), held.concerns(EVE)) == (True, False)
    assert (await queries.of_player(db, EVE)).count == 0
    assert [one.id for one in (await queries.of_player(db, HOST)).lines] == [held.id]
    guild = held.terms.guild
    assert await queries.in_guild(db, guild) == found
    assert (await queries.in_guild(db, guild, statuses=queries.OVER)).lines == ()
    assert (await queries.elsewhere(db, None)).count == 0
    open_ = await hold(begun=False, count=1, anywhere=True)
    both = await queries.in_guild(db, guild, limit=1, offset=1)
    assert ([one.id for one in both.lines], both.count) == ([held.id], 2)
    assert [one.id for one in (await queries.elsewhere(db, None)).lines] == [open_.id]
    assert (await queries.elsewhere(db, guild)).count == 0


async def test_a_page_of_a_list_takes_two_statements(db: Database, hold: Open) -> None:
    """Its lines and their number, however many competitions there are. No log is read for it."""
    for count in (2, 3, 4):
        held = await hold(count=count)
    sent = Sent(db)
    lines = (await queries.in_guild(db, held.terms.guild)).lines
    assert len(lines) == 3
    seen = [one for one in sent.statements if "SELECT" in one]
    assert len(seen) == 2, seen
    assert not any("competition_entry" in one for one in seen)


async def test_what_is_announced(db: Database, hold: Open, clock: Clock) -> None:
    """News are due until they have been announced; what is added meanwhile is due afterwards."""
    held = await hold(begun=False)
    assert await news.take_news(db) == [held.id]
    assert await news.take_news(db) == []
    found = await news.news(db, held)
    assert [one.seq for one in found] == [1, 2, 3, 4, 5]
    assert [one.player for one in found] == [HOST, ANN, BOB, CAT, DAN]
    await join(db, held.id, EVE)
    assert await news.take_news(db) == [], "it is still left to whoever tells"
    clock.turn(seconds=15)
    await news.renew(db, held.id)
    clock.turn(seconds=15)
    assert await news.take_news(db) == []
    await news.told(db, held.id, held.seq)
    assert await news.take_news(db) == [held.id]
    held = await queries.get(db, held.id)
    assert [one.seq for one in await news.news(db, held)] == [6]
    await news.told(db, held.id, held.seq)
    await news.renew(db, held.id)
    clock.turn(days=1)
    assert await news.take_news(db) == []
    assert EntrantId(5) in (await queries.get(db, held.id)).teams


async def test_where_people_sign_up(db: Database, hold: Open) -> None:
    """The message is known until it no longer exists."""
    held = await hold(begun=False)
    for message in (MessageId(77), None):
        await news.posted(db, held.id, message)
        assert (await queries.get(db, held.id)).poster == message


async def test_a_thread_that_was_made_for_it(db: Database, hold: Open) -> None:
    """It is held there from then on."""
    held = await hold(begun=False)
    await news.posted(db, held.id, MessageId(78), ChannelId(78))
    now = await queries.get(db, held.id)
    assert (now.poster, now.terms.channel) == (78, 78)
    await news.posted(db, held.id, None)
    assert (await queries.get(db, held.id)).terms.channel == 78


async def test_news_know_who_has_left_and_who_moves_up(db: Database, hold: Open) -> None:
    """Each item has the competition and its people before and after."""
    held = await hold(Settings("round-robin", most=2), 3, begun=False)
    held = await withdraw(db, held.id, ANN)
    found = {type(one.event): one for one in await news.news(db, held)}
    opened, *_ = await news.news(db, held)
    assert (opened.before, opened.moved_up) == (None, ())
    assert found[Joined].moved_up == ()
    left = found[Left]
    assert left.before is not None
    assert left.before.teams[EntrantId(1)] == (ANN,)
    assert EntrantId(1) not in left.after.teams
    assert left.moved_up == (3,)
    assert left.after.competition == held.competition


async def test_news_are_left_to_whoever_has_more(
    db: Database, hold: Open, url: str, clock: Clock
) -> None:
    """For a while, nobody else gets news that they have found and not announced yet: those would be
    announced twice. Once they have announced the last, what was added meanwhile is due at once.
    """
    held = await hold(begun=False)
    async with another(url, clock) as other:
        assert await news.take_news(db) == [held.id]
        await join(db, held.id, EVE)
        for seq in range(1, held.seq):
            await news.told(db, held.id, seq, more=True)
            assert await news.take_news(other) == []
            clock.turn(seconds=15)
        await news.told(db, held.id, held.seq)
        assert await news.take_news(other) == [held.id]
        await news.told(other, held.id, held.seq + 1, more=True)
        clock.turn(days=1)
        assert await news.take_news(db) == [], "there is no more"
    held = await hold(begun=False)
    assert await news.take_news(db) == [held.id]
    await news.told(db, held.id, 1, more=True)
    clock.turn(seconds=due.LEASE.total_seconds())
    assert await news.take_news(db) == [held.id], "whoever had more is gone"


async def test_news_fold_once_what_was_told(
    db: Database, hold: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the log is, and not on the event loop."""
    held = await play_out(db, await hold())
    await news.told(db, held.id, held.seq - 2)
    held = await queries.get(db, held.id)
    real, folded, threads = folds.fold_on, list[int](), set[int]()

    def fold_on(
        id_: str, fold: Any, known: Competition | None, added: Sequence[LogEntry]
    ) -> Competition:
        folded.append(len(added))
        threads.add(get_ident())
        return real(id_, fold, known, added)

    monkeypatch.setattr(news, "fold_on", fold_on)
    last, ended = await news.news(db, held)
    assert folded == [held.seq - 2, 1, 1]
    assert get_ident() not in threads
    assert (last.seq, ended.seq) == (held.seq - 1, held.seq)
    assert last.before is not None
    assert len(last.before.competition.undecided) == 1
    assert ended.before == last.after


async def test_medals(db: Database, hold: Open) -> None:
    """The first three have one as soon as it is over, and so has each member of a team. Shared
    places count everybody who shares them.
    """
    held = await play_out(db, await hold(Settings("round-robin"), 5))
    places = [[held.teams[id_][0] for id_ in shared] for shared in held.competition.places]
    rank = 1
    for shared in places:
        for player in shared:
            assert player is not None
            wanted = (Medal("toy", rank),) if rank <= 3 else ()
            assert await queries.medals(db, player) == wanted
        rank += len(shared)
    running = await hold(count=2)
    assert running.competition.status == "running"
    assert len(await queries.medals(db, ANN)) <= 1
    assert await queries.medals(db, HOST) == ()
    assert queries._place("3,11 2 4", 11) == 1
    assert queries._place("3,11 2 4", 2) == 3
    assert queries._place("3,11 2 4", 4) is None
    long = ",".join(map(str, range(10, 200)))[: lists.ORDER]
    assert long.endswith(",75,76")
    assert queries._place(long, 75) == 1
    assert queries._place(long, 76) is None, "it may be the beginning of a longer number"


async def test_belonging(db: Database, hold: Open) -> None:
    """The competition of a match, with its current name."""
    held = await hold()
    match_id = held.matches[1, 2, 0]
    assert await queries.belonging(db, match_id) == (held.id, "Cup", 1, None)
    await change(db, held.id, HOST, name="Prix")
    assert await queries.belonging(db, match_id) == (held.id, "Prix", 1, None)
    other = await matches.open_table(db, game="toy", host=EVE, place=matches.Place(None, ANN))  # type: ignore[arg-type]
    assert await queries.belonging(db, other.id) is None


async def test_only_those_in_some_channels(db: Database, hold: Open) -> None:
    """And those that anybody may join. Pages and their count include only these."""
    seen = await hold(begun=False, channel=ChannelId(5))
    await hold(begun=False, channel=ChannelId(6))
    free = await hold(begun=False, channel=ChannelId(6), anywhere=True)
    found = await queries.in_guild(db, seen.terms.guild, channels=[ChannelId(5)])
    assert ([one.id for one in found.lines], found.count) == ([free.id, seen.id], 2)
    found = await queries.in_guild(db, seen.terms.guild, channels=[])
    assert [one.id for one in found.lines] == [free.id]
    assert (await queries.in_guild(db, seen.terms.guild)).count == 3


async def test_no_table_is_read_as_a_whole(db: Database, hold: Open) -> None:
    """Queries for boards and profiles use indexes, however much there is."""
    await hold()
    statements: list[tuple[Any, dict[str, int]]] = [
        (lists._BELONGING, {"number": 1}),
        (lists._ENDED, {"player": ANN, "most": 100}),
    ]

    def plans(connection: Connection) -> list[str]:
        found, dialect, asked = list[str](), connection.dialect, "EXPLAIN QUERY PLAN "
        if dialect.name == "postgresql":  # As with tables too large to read.
            connection.exec_driver_sql("SET enable_seqscan = off")
            asked = "EXPLAIN "
        for statement, values in statements:
            written = statement.params(values).compile(
                dialect=dialect, compile_kwargs={"literal_binds": True}
            )
            found += [str(row) for row in connection.exec_driver_sql(asked + str(written))]
        return found

    for step in await db.read(plans):
        assert "Seq Scan" not in step
        assert "SCAN competition" not in step
        assert "SCAN entrant" not in step
