"""Players who have their data deleted stay as former players, and nothing names them any more."""

from __future__ import annotations

import asyncio
import json

from sqlalchemy import select

import matches
from competitions.model.errors import CompetitionError
from competitions.model.events import Withdrawn
from competitions.model.settings import Settings
from competitions.tournaments import news, queries, verify
from competitions.tournaments.direction import cancel, hand_over, start
from competitions.tournaments.queries import get
from competitions.tournaments.signup import withdraw
from competitions.tournaments.upkeep import advance, take_due
from matches import privacy
from matches.model.ids import PlayerId
from storage.database import Database
from storage.schema import competition_entry, entrant_member
from tests.competitions.tournaments.conftest import (
    ANN,
    BOB,
    CAT,
    HOST,
    Open,
    join,
    later,
    play_out,
    play_round,
)
from tests.matches.conftest import Clock
from tests.support.traces import traces

ZOE = PlayerId(987654321098765)
"""An id that doesn't occur by chance."""


async def test_former_player_in_a_running_competition(db: Database, hold: Open) -> None:
    """Their matches are resigned, their results stay, and they lose what is still to be played."""
    held = await hold(begun=False, count=3)
    held = await join(db, held.id, ZOE, interaction=5)
    await start(db, held.id, HOST)
    held = await play_round(db, await advance(db, held.id))
    number = held.entrant_of(ZOE)
    assert number is not None
    before = dict(held.competition.outcomes)
    await withdraw(db, held.id, ZOE, reason="I am Zoe, and I am ill.")
    held = await get(db, held.id)
    assert (await news.news(db, held))[-1].event == Withdrawn(number, "I am Zoe, and I am ill.")
    await privacy.forget(db, ZOE)
    assert await traces(db, ZOE, "Zoe") == []
    assert await take_due(db) == [held.id]
    assert (await news.news(db, await get(db, held.id)))[-1].event == Withdrawn(number)
    held = await advance(db, held.id)
    assert held.teams[number] == (None,)
    assert held.competition.withdrawn == {number}
    assert dict(held.competition.outcomes).items() >= before.items()
    held = await play_out(db, held)
    assert number in {id_ for place in held.competition.places for id_ in place}
    assert [one.fault async for one in verify.checks(db)] == [None]
    entries = select(competition_entry.c.interaction)
    found = await db.read(lambda connection: connection.execute(entries).scalars().all())
    assert set(found) == {None}


async def test_former_player_before_the_start_and_on_the_waiting_list(
    db: Database, hold: Open
) -> None:
    """They are taken off the list, and those who wait move up."""
    held = await hold(Settings("round-robin", most=3), 2, begun=False)
    held = await join(db, held.id, ZOE)
    await join(db, held.id, CAT)
    await privacy.forget(db, ZOE)
    held = await advance(db, held.id)
    assert [entrant.id for entrant in held.competition.entrants] == [1, 2, 4]
    assert held.competition.status == "running", "it is full"
    await join(db, held.id, ZOE)
    await privacy.forget(db, ZOE)
    held = await advance(db, held.id)
    assert held.competition.waiting == ()
    assert held.teams.keys() == {1, 2, 4}
    assert await traces(db, ZOE, "Zoe") == []


async def test_former_director(db: Database, hold: Open) -> None:
    """A competition goes on without them; managers of the guild can direct it."""
    held = await hold(begun=False)
    await privacy.forget(db, HOST)
    held = await get(db, held.id)
    assert held.host == 0
    held = await start(db, held.id, CAT, manager=True)
    assert held.competition.status == "running"


async def test_former_directors_open_nothing(db: Database, hold: Open, clock: Clock) -> None:
    """A competition is only held again if somebody directs it."""
    held = await hold(begun=False, repeats="week", starts_at=later(clock, days=1))
    await privacy.forget(db, HOST)
    clock.turn(days=1)
    assert (await advance(db, held.id)).competition.status == "running"
    assert (await queries.in_guild(db, held.terms.guild)).count == 1


async def test_acts_of_directors_leave_no_trace(db: Database, hold: Open) -> None:
    """Whichever comes first, their act or the deletion of their data."""
    for _ in range(3):
        held = await hold(begun=False)
        await hand_over(db, held.id, HOST, ZOE)
        found = await asyncio.gather(
            start(db, held.id, ZOE),
            privacy.forget(db, ZOE),
            cancel(db, held.id, ZOE, reason="I am Zoe."),
            return_exceptions=True,
        )
        refused = [one for one in found if isinstance(one, BaseException)]
        assert all(isinstance(one, CompetitionError) for one in refused)
        assert await traces(db, ZOE, "Zoe") == []


async def test_everything_is_handed_out(db: Database, hold: Open) -> None:
    """The competition, their place in it, what they did, and which of their matches were games."""
    await hold()
    found = (await privacy.stored(db, ANN))["tables"]
    (row,) = found["competition"]
    assert row["name"] == "Cup"
    assert "host" not in row
    (member,) = found["entrant_member"]
    assert (member["entrant"], member["player_id"]) == (1, ANN)
    assert [one["kind"] for one in found["competition_entry"]] == ["join"]
    assert len(found["competition_game"]) == 1
    assert str(BOB) not in json.dumps(found)
    assert (await privacy.stored(db, HOST))["tables"]["competition"][0]["host"] == HOST


async def test_whom_one_is_kept_apart_from(db: Database, hold: Open) -> None:
    """The export says that a competition keeps somebody apart from people they have blocked, but
    not from whom. It says nothing if somebody else has blocked them, or if a block was lifted
    since.
    """
    await matches.block(db, ANN, BOB)
    await matches.block(db, CAT, ANN)
    held = await hold(begun=False, count=3)
    await start(db, held.id, HOST)

    async def told(player: PlayerId) -> list[dict[str, int]]:
        rows: list[dict[str, int]] = (await privacy.stored(db, player))["tables"]["entrants_apart"]
        return rows

    assert await told(ANN) == [{"competition_id": held.number, "entrant": 1}]
    assert await told(CAT) == [{"competition_id": held.number, "entrant": 3}]
    assert await told(BOB) == []
    await matches.unblock(db, ANN, BOB)
    assert await told(ANN) == []


async def test_members_are_marked(db: Database) -> None:
    """Columns that contain players are found by their marks."""
    marked = [column.name for column in entrant_member.columns if column.info.get("player")]
    assert marked == ["player_id"]
