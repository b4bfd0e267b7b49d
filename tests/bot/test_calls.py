"""Which call of a computer player is answered next, and how processes share the calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

import games
import matches
from bot.thinkers import calls
from bot.thinkers.calls import Calls
from matches import Place
from matches.lobby.admission import Limits
from matches.lobby.official import open_official
from matches.model.clock import Clock
from matches.model.computer_players import several
from matches.model.ids import ChannelId, MatchId, MatchNumber, PlayerId, public_id
from matches.outbox import queue
from matches.outbox.queue import WaitingCall
from storage.database import Database
from storage.transactions import transaction

ANN, BOB, CAT = PlayerId(101), PlayerId(102), PlayerId(103)


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    """A database."""
    database = Database.connect(f"sqlite:///{tmp_path / 'bot.db'}")
    await database.migrate()
    yield database
    await database.close()


async def _called(db: Database, person: PlayerId, clock: str = "") -> MatchId:
    """A match of this person in which a computer player is called."""
    table = await matches.open_table(
        db, game="attangle", host=person, place=Place(None, ChannelId(7)), seating="chosen",
        clock=Clock.read(clock) if clock else None, computer_level=1,
        limits=Limits(with_computer=100),
    )  # fmt: skip
    match = await matches.seat_invited(db, table)
    await matches.play(db, match.id, person, "c3")
    return match.id


async def _alone(db: Database, clock: str = "3d") -> MatchId:
    """A match between two computer players, one of which is called."""

    def work(connection: Connection) -> MatchNumber:
        with transaction(connection):
            return open_official(
                connection, game=games.get("attangle"), options={}, players=several(1, 2),
                place=Place(None, ChannelId(7)), clock=Clock.read(clock), at_end="automatic",
                now=db.now(),
            )  # fmt: skip

    return public_id(await db.write(work))


async def _all(waiting: Calls) -> list[MatchId]:
    """The matches in the order in which their calls are taken, one by one."""
    found = list[MatchId]()
    while taken := await waiting.take(1):
        found += [one.match_id for one in taken]
    return found


async def test_people_take_turns(db: Database) -> None:
    """Somebody with one call waits for at most one of somebody else's, however long theirs have
    been waiting. Those of one person keep their order.
    """
    anns = [await _called(db, ANN) for _ in range(4)]
    waiting = Calls(db)
    assert [one.match_id for one in await waiting.take(1)] == anns[:1]
    bob, cat = await _called(db, BOB), await _called(db, CAT)
    assert await _all(waiting) == [bob, cat, *anns[1:]]


async def test_live_matches_come_first(db: Database) -> None:
    """However many other calls wait, also of people who have had fewer turns; and people take turns
    among live matches, too.
    """
    slow = await _called(db, BOB)
    anns = [await _called(db, ANN, "5m+5s") for _ in range(3)]
    cats = await _called(db, CAT, "5m+5s")
    assert await _all(Calls(db)) == [anns[0], cats, *anns[1:], slow]


async def test_live_matches_are_looked_at_first(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if more calls have been waiting for longer than a process looks at."""
    monkeypatch.setattr(calls, "LOOKED_AT", 1)
    slow = await _called(db, BOB)
    live = await _called(db, ANN, "5m+5s")
    assert await _all(Calls(db)) == [live, slow]


async def test_people_wait_for_no_match_without_them(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many matches between computer players have been waiting for longer, and even if they
    are live ones. These go on when nobody waits.
    """
    monkeypatch.setattr(calls, "LOOKED_AT", 3)
    alone = [await _alone(db) for _ in range(3)]
    live = await _alone(db, "5m+5s")
    bobs = [await _called(db, BOB) for _ in range(2)]
    waiting = Calls(db)
    assert [one.match_id for one in await waiting.take(1)] == bobs[:1]
    anns = await _called(db, ANN, "5m+5s")
    assert [one.match_id for one in await waiting.take(0, 9)] == [anns]
    assert await _all(waiting) == [*bobs[1:], live, *alone]


async def test_there_is_room_for_live_matches(db: Database) -> None:
    """A process that has enough to do still takes their calls, up to a limit, and no others."""
    slow = [await _called(db, BOB) for _ in range(2)]
    live = [await _called(db, ANN, "5m+5s") for _ in range(3)]
    waiting = Calls(db)
    assert [one.match_id for one in await waiting.take(0, 2)] == live[:2]
    assert [one.match_id for one in await waiting.take(1, 2)] == live[2:]
    assert [one.match_id for one in await waiting.take(1, 2)] == slow[:1]
    assert await waiting.take(0, 2) == []


async def test_processes_share_calls(db: Database) -> None:
    """Each takes as many as it asks for, though others have taken those that it would have had."""
    begun = [await _called(db, ANN) for _ in range(6)]
    one, other = Calls(db), Calls(db)
    first = [each.match_id for each in await one.take(2)]
    second = [each.match_id for each in await other.take(3)]
    assert [*first, *second] == begun[:5]
    assert [each.match_id for each in await one.take(4)] == begun[5:]
    assert await other.take(4) == await one.take(0) == []


async def test_those_taken_meanwhile_are_made_up_for(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If somebody else takes calls between the look at them and taking them, others are taken."""
    begun = [await _called(db, ANN) for _ in range(4)]
    look, other = queue.waiting_calls, Calls(db)

    async def overtaken(db: Database, most: int) -> list[WaitingCall]:
        found = await look(db, most)
        monkeypatch.undo()
        assert len(await other.take(2)) == 2
        return found

    one = Calls(db)
    monkeypatch.setattr(queue, "waiting_calls", overtaken)
    assert [each.match_id for each in await one.take(3)] == [begun[2], begun[3]]


async def test_who_was_called_in_vain_is_forgotten(db: Database) -> None:
    """Calls that others have taken are not remembered."""
    for _ in range(3):
        await _called(db, ANN)
    waiting = Calls(db)
    await waiting._next(1)
    assert len(waiting._order) == 2
    await Calls(db).take(3)
    assert await waiting.take(1) == []
    assert waiting._order == {}
