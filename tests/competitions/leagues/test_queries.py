"""Lists of leagues, news of them, former players, and verifying."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, update

from competitions.leagues import direction, news, queries, signup, upkeep, verify
from competitions.leagues.held import Held
from competitions.leagues.ids import LeagueId, key_of, public_id
from competitions.model.errors import CompetitionError
from competitions.model.league.events import Begun, Entered, Finished, Left, Opened
from competitions.tournaments import queries as tournaments
from matches import privacy
from matches.model.ids import ChannelId, MessageId, PlayerId
from storage.database import Database
from storage.ids import LeagueNumber
from storage.schema import competition, league, league_entry, league_member
from storage.transactions import transaction
from tests.competitions.leagues.conftest import (
    ANN,
    BOB,
    CAT,
    DAN,
    EVE,
    FAY,
    HOST,
    PLAYERS,
    Open,
    divisions,
    do_upkeep,
    join,
    play_season,
    players,
)
from tests.matches.conftest import Clock
from tests.support.traces import traces

ZOE = PlayerId(987654321098765)
"""An id that doesn't occur by chance."""


async def test_what_a_match_belongs_to(db: Database, hold: Open) -> None:
    """A division, by its name, and its league."""
    held = await hold()
    one, _ = await divisions(db, held)
    found = await tournaments.belonging(db, one.matches[1, 1, 0])
    assert found == (one.id, "League · 1.1", 1, held.number)


async def test_where_people_sign_up_is_noted(db: Database, hold: Open) -> None:
    """The message with the announcement; None when it no longer exists."""
    held = await hold()
    for message in (MessageId(17), None):
        await news.posted(db, held.id, message)
        assert (await queries.get(db, held.id)).poster == message


async def test_lists(db: Database, hold: Open) -> None:
    """Those of a player, a server, and other servers. Lists of tournaments have no divisions."""
    held = await hold()
    found = await queries.of_player(db, ANN)
    (line,) = found.lines
    assert (line.id, line.name, line.status) == (held.id, "League", "running")
    assert (line.season, line.signed, line.starts_at) == (1, 6, held.terms.starts_at)
    assert (line.settings, found.count) == (held.league.settings, 1)
    assert (await queries.of_player(db, PLAYERS[8])).count == 0
    assert (await queries.of_player(db, HOST)).count == 1
    guild = held.terms.guild
    assert await queries.in_guild(db, guild) == found
    assert await queries.in_guild(db, guild, channels=[ChannelId(71)]) == found
    assert (await queries.in_guild(db, guild, channels=[ChannelId(72)])).count == 0
    assert (await tournaments.in_guild(db, guild)).count == 0
    assert (await tournaments.of_player(db, ANN)).count == 0
    open_ = await hold(count=0, begun=False, anywhere=True)
    assert [one.id for one in (await queries.elsewhere(db, None)).lines] == [open_.id]
    assert (await queries.elsewhere(db, guild)).count == 0
    seen = await queries.in_guild(db, guild, channels=[])
    assert [one.id for one in seen.lines] == [open_.id], "anybody may join it"
    await direction.cancel(db, held.id, HOST, reason="Rain.")
    over = await queries.in_guild(db, guild, statuses=queries.OVER)
    assert [one.id for one in over.lines] == [held.id]


async def test_those_it_concerns_have_it_in_their_lists(
    db: Database, hold: Open, clock: Clock
) -> None:
    """They have signed up, or play in the latest season. Whoever has left is told no more."""
    held = await hold(begun=False)
    await _is_listed(db, held, ANN, BOB, CAT, DAN, EVE, FAY)
    await signup.leave(db, held.id, FAY)
    await _is_listed(db, held, ANN, BOB, CAT, DAN, EVE)
    await join(db, held.id, FAY)
    await signup.leave(db, held.id, ANN)
    await _is_listed(db, held, BOB, CAT, DAN, EVE, FAY)
    clock.turn(days=7)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    bob = held.member_of(BOB)
    assert bob is not None
    await direction.dismiss(db, held.id, HOST, bob, reason="Rude.")
    await join(db, held.id, ANN)
    await _is_listed(db, held, ANN, BOB, CAT, DAN, EVE, FAY)
    await play_season(db, held)
    clock.turn(days=28)
    await do_upkeep(db)
    await _is_listed(db, held, ANN, CAT, DAN, EVE, FAY)
    await join(db, held.id, BOB)
    await _is_listed(db, held, ANN, BOB, CAT, DAN, EVE, FAY)
    await direction.end(db, held.id, HOST, reason="Summer.")
    await _is_listed(db, held, ANN, CAT, DAN, EVE, FAY)
    await direction.cancel(db, held.id, HOST, reason="Rain.")
    await _is_listed(db, held, ANN, CAT, DAN, EVE, FAY)


async def _is_listed(db: Database, held: Held, *by: PlayerId) -> None:
    """Exactly these players have it in their lists: those whom it concerns by its log."""
    now = await queries.get(db, held.id)
    assert [one for one in PLAYERS if now.concerns(one)] == [*by]
    for one in PLAYERS:
        found = await queries.of_player(db, one, statuses=(now.league.status,))
        assert [line.id for line in found.lines] == [held.id] * (one in by), one
        assert found.count == len(found.lines)


async def test_one_by_one(db: Database, hold: Open) -> None:
    """A league by its id or one of its divisions, and a division by its number."""
    held = await hold()
    assert await queries.get(db, held.id) == held
    _, other = await divisions(db, held)
    assert other.terms.part is not None
    assert await queries.of_part(db, other.terms.part) == held
    assert await queries.division(db, held, 2) == other
    assert key_of(public_id(LeagueNumber(7))) == 7
    for named in (public_id(LeagueNumber(9)), LeagueId("C-K7F2")):
        with pytest.raises(CompetitionError, match="unknown-competition"):
            await queries.get(db, named)


async def test_what_is_announced(db: Database, hold: Open, clock: Clock) -> None:
    """News are due until they have been announced; what is added meanwhile is due afterwards."""
    held = await hold(count=1, begun=False)
    assert await news.take_news(db) == [held.id]
    assert await news.take_news(db) == []
    found = await news.news(db, held)
    assert [type(one.event) for one in found] == [Opened, Entered]
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


async def test_nothing_of_a_division_is_announced_twice(db: Database, hold: Open) -> None:
    """Its opening is announced by its league."""
    held = await hold()
    one, _ = await divisions(db, held)
    assert one.told == 5
    events = [type(one.event) for one in await news.news(db, held)]
    assert (events.count(Begun), events.count(Finished)) == (1, 0)


# Former players


async def test_former_player(db: Database, hold: Open, clock: Clock) -> None:
    """Their season goes on without them, and they are not in the next one."""
    held = await hold(count=5, begun=False)
    held = await join(db, held.id, ZOE, interaction=5)
    clock.turn(days=7)
    await do_upkeep(db)
    await privacy.forget(db, ZOE)
    assert await traces(db, ZOE) == []
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert [len(one) for one in players(held)] == [3, 3]
    assert None in players(held)[1]
    assert len(held.league.signed) == 5
    assert (await news.news(db, held))[-1].event == Left(held.league.divisions[1][2])
    held = await play_season(db, held)
    clock.turn(days=28)
    await do_upkeep(db)
    held = await queries.get(db, held.id)
    assert held.league.season == 2
    assert [one for division in players(held) for one in division].count(None) == 0
    assert [one.fault async for one in verify.checks(db)] == [None]


async def test_former_player_before_the_season(db: Database, hold: Open, clock: Clock) -> None:
    """They are taken off the list. If they come back, they get a new number."""
    held = await hold(count=3, begun=False)
    held = await join(db, held.id, ZOE)
    await privacy.forget(db, ZOE)
    assert await upkeep.take_due(db) == [held.id]
    held = await upkeep.advance(db, held.id)
    assert len(held.league.signed) == 3
    held = await join(db, held.id, ZOE)
    assert held.member_of(ZOE) == 5


async def test_everything_is_handed_out(db: Database, hold: Open) -> None:
    """The league, their place in it, and what they did."""
    await hold()
    found = (await privacy.stored(db, FAY))["tables"]
    (row,) = found["league"]
    assert row["name"] == "League"
    assert "host" not in row
    assert [one["member"] for one in found["league_member"]] == [6]
    assert [one["kind"] for one in found["league_entry"]] == ["enter"]
    assert str(CAT) not in json.dumps(found)


# What verifying finds


async def test_everything_that_was_played_passes(db: Database, hold: Open, clock: Clock) -> None:
    """Open, running and closed leagues."""
    await hold(count=0, begun=False)
    held = await play_season(db, await hold())
    clock.turn(days=28)
    await do_upkeep(db)
    await direction.cancel(db, held.id, HOST, reason="Rain.")
    assert {one.fault async for one in verify.checks(db)} == {None}


_ENTRY = league_entry.c


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        (update(league).values(seq=league.c.seq + 1), "damaged"),
        (delete(league_entry).where(_ENTRY.seq == 4), "damaged"),
        (update(league_entry).where(_ENTRY.seq == 1).values(kind="close"), "damaged"),
        (update(league_entry).where(_ENTRY.kind == "enter").values(text="?"), "damaged"),
        (update(league).values(settings="size=4"), "settings"),
        (update(league).values(season=2), "season"),
        (update(league).values(signed=7), "sign-ups"),
        (delete(league_member).where(league_member.c.member == 2), "members"),
        (update(competition).where(competition.c.division == 2).values(season=9), "divisions"),
        (insert(league_entry), "entries"),
    ],
    ids=["seq", "gap", "first", "text", "settings", "season", "signed", "members", "divisions",
         "tail"],
)  # fmt: skip
async def test_damage_is_reported(db: Database, hold: Open, statement: Any, word: str) -> None:
    """Any damage is named."""
    held = await hold()
    if word == "entries":
        number = {"league_id": held.number, "seq": held.seq + 1}
        statement = statement.values(**number, kind="close", text="", at=db.now())

    def spoil(connection: Connection) -> None:
        with transaction(connection):
            connection.execute(statement)

    await db.write(spoil)
    (found,) = [one async for one in verify.checks(db)]
    assert found.fault is not None
    assert word in found.fault
