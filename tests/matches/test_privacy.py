"""Privacy: everything about a player can be exported, and nothing remains of a forgotten one."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

import games
import matches
from matches import Ending, Match, Place, privacy
from matches.archive import verify
from matches.model import errors
from matches.model.ids import ChannelId, PlayerId
from matches.unit_of_work.cache import resize
from storage import players, seals
from storage.copies import copy
from storage.database import Database, migrate
from storage.privacy import player_columns
from storage.schema import metadata
from storage.transactions import transaction
from tests.matches import toy
from tests.matches.conftest import BOB, CAT, DAN, HERE, Play, Start
from tests.support.traces import traces

ANN = PlayerId(987654321098765)
"""A number that does not occur by chance."""


async def _rows(db: Database) -> dict[str, list[tuple[object, ...]]]:
    def read(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table))]
            for table in metadata.sorted_tables
        }

    return await db.read(read)


@pytest.fixture
async def lived(db: Database, start: Start, turns: Play) -> dict[str, Match]:
    """Ann in matches of every kind, and one match between other people."""
    won = await start(ANN, BOB)
    await turns(won, *["step"] * 23)
    lost = await start(BOB, ANN)
    await turns(lost, *["step"] * 23)
    trio = await start(ANN, BOB, CAT)
    await turns(trio, "step", "step")
    left = await start(BOB, ANN, CAT)
    await turns(left, "step")
    await matches.resign(db, left.id, ANN, interaction=77)
    running = await start(ANN, BOB)
    await matches.play(db, running.id, ANN, "jump", interaction=78)
    await matches.play(db, running.id, BOB, "; step")
    aborted = await start(ANN, BOB)
    await matches.abort(db, aborted.id, ANN)
    hosted = await matches.open_table(db, game="toy", host=ANN, place=HERE, seats=3)
    await matches.join(db, hosted.id, BOB)
    visited = await matches.open_table(db, game="toy", host=BOB, place=HERE, seats=3)
    await matches.join(db, visited.id, ANN)
    asked = await matches.open_table(db, game="toy", host=CAT, place=HERE, invited=[BOB, ANN])
    accepted = await matches.open_table(db, game="toy", host=CAT, place=HERE, invited=[BOB, ANN])
    await matches.accept(db, accepted.id, ANN)
    asking = await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[DAN])
    others = await start(BOB, CAT)
    await turns(others, "step")

    def choose(connection: Connection) -> None:
        with transaction(connection):
            players.set_preferences(connection, ANN, {"theme": "dark"})
            players.set_preferences(connection, BOB, {"theme": "light"})

    await db.write(choose)
    return {
        "won": won,
        "lost": lost,
        "trio": trio,
        "left": left,
        "running": running,
        "aborted": aborted,
        "hosted": hosted,
        "visited": visited,
        "asked": asked,
        "accepted": accepted,
        "asking": asking,
        "others": others,
    }


async def test_nothing_is_left_in_any_table(db: Database, lived: dict[str, Match]) -> None:
    """No column of any table contains the id of a forgotten player, nor one of their
    interactions.
    """
    assert len(await traces(db, ANN)) > 10
    await privacy.forget(db, ANN)
    assert await traces(db, ANN) == []
    rows = await _rows(db)
    assert [row for row in rows["entry"] if {77, 78} & {*row}] == []
    assert rows["player"] == [(BOB, {"theme": "light"})]


async def test_matches_are_ended_and_tables_left(db: Database, lived: dict[str, Match]) -> None:
    """Running matches are resigned, also where others play on. The player leaves tables; their own
    are closed.
    """
    forgotten = await privacy.forget(db, ANN)
    assert [one.match.id for one in forgotten.resigned] == [lived["trio"].id, lived["running"].id]
    tables = ["hosted", "visited", "asked", "accepted", "asking"]
    assert [one.id for one in forgotten.left] == [lived[name].id for name in tables]
    assert [one.status for one in forgotten.left] == ["closed", "open", *["closed"] * 3]
    now = {name: await matches.get(db, lived[name].id) for name in ("trio", "running", "left")}
    assert now["trio"].status == "running"
    assert now["trio"].position.withdrawn == (1,)
    assert now["running"].ending == Ending("resignation", (2, 1))
    assert now["left"].player_to_move == CAT
    assert [one.fault async for one in verify.replays(db)] == [None] * 12


async def test_what_was_played_stays_for_the_others(
    db: Database, url: str, lived: dict[str, Match]
) -> None:
    """Turns, ranks and the opponents' seats are unchanged, and the seat belongs to nobody. This
    also holds for processes that have the matches cached.
    """
    elsewhere = Database.connect(url)
    before = {name: await matches.get(elsewhere, lived[name].id) for name in ("won", "aborted")}
    untouched = await matches.get(db, lived["others"].id)
    await privacy.forget(db, ANN)
    for one in (db, elsewhere):
        won = await matches.get(one, lived["won"].id)
        assert won.players == (None, BOB)
        assert (won.line, won.turns) == (before["won"].line, before["won"].turns)
        assert won.ending == before["won"].ending
        aborted = await matches.get(one, lived["aborted"].id)
        assert aborted.ending == Ending("aborted")
        assert aborted.host != ANN
    await elsewhere.close()
    assert await matches.get(db, lived["others"].id) == untouched
    listed = await matches.matches_of(db, BOB, over=True)
    assert {match.id for match in listed} >= {lived["won"].id, lived["lost"].id}
    assert await matches.matches_of(db, ANN, over=True) == []
    assert await matches.matches_of(db, ANN) == []


async def test_those_who_stay_play_on(db: Database, lived: dict[str, Match], turns: Play) -> None:
    """A match of three continues without the forgotten player, to its end."""
    await privacy.forget(db, ANN)
    trio = await matches.get(db, lived["trio"].id)
    assert trio.players == (None, BOB, CAT)
    await turns(trio, "step", "step", "jump left")
    over = (await matches.resign(db, trio.id, CAT)).match
    assert over.ending == Ending("resignation", (3, 1, 2))
    assert await traces(db, ANN) == []


async def test_frozen_match_is_broken_off(
    db: Database, start: Start, turns: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that does not replay has no result. It ends without one, and replays later."""
    match = await start(BOB, ANN)
    await turns(match, "step", "jump left", "step")
    monkeypatch.setitem(games._registry(), "toy", toy.STRICTER)
    resize(db, 0)
    forgotten = await privacy.forget(db, ANN)
    assert [one.id for one in forgotten.left] == [match.id]
    assert await traces(db, ANN) == []
    monkeypatch.setitem(games._registry(), "toy", toy.GAME)
    now = await matches.get(db, match.id)
    assert (now.status, now.ending, now.turn_count) == ("aborted", Ending("aborted"), 3)
    assert [one.fault async for one in verify.replays(db)] == [None]


async def test_forgetting_twice_and_coming_back(db: Database, lived: dict[str, Match]) -> None:
    """Repeating it changes nothing, and a player who comes back is new."""
    await privacy.forget(db, ANN)
    rows = await _rows(db)
    again = await privacy.forget(db, ANN)
    assert (again.resigned, again.left) == ([], [])
    assert await _rows(db) == rows
    table = await matches.join(db, lived["visited"].id, ANN)
    assert ANN in table.players
    assert [one.id for one in await matches.matches_of(db, ANN)] == [table.id]


async def test_everything_stored_is_handed_out(db: Database, lived: dict[str, Match]) -> None:
    """The export is JSON and has every row with the player's id, their turns and drafts, and nobody
    else's id, drafts or prepared turns.
    """
    found = json.loads(json.dumps(await privacy.stored(db, ANN)))
    assert found["player"] == ANN
    tables = found["tables"]
    assert tables["player"] == [{"id": ANN, "preferences": {"theme": "dark"}}]
    mine = {one.id for name, one in lived.items() if name != "others"}
    assert {row["match"] for row in tables["match"]} == mine
    assert {row["match"] for row in tables["seat"]} == mine
    running = lived["running"].id
    assert [row["text"] for row in tables["draft"] if row["match"] == running] == ["jump"]
    turns = [row for row in tables["entry"] if row["match"] == lived["won"].id]
    assert [row["text"] for row in turns if row["kind"] == "turn"] == ["step"] * 12
    assert "; step" not in json.dumps(tables["entry"])
    for other in (BOB, CAT, DAN):
        for rows in tables.values():
            assert not [row for row in rows if {row.get("host"), row.get("player_id")} & {other}]
    assert datetime.fromisoformat(found["at"]) == db.now()


async def test_stranger_has_an_empty_export(db: Database, lived: dict[str, Match]) -> None:
    """Nothing is stored about somebody who never played."""
    tables = (await privacy.stored(db, PlayerId(4711)))["tables"]
    assert [name for name, rows in tables.items() if rows] == []


def test_columns_that_look_like_players_are_marked() -> None:
    """Every column named after a player contains player ids and is marked as such."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            if "player" in column.name or column.name in ("host", "user", "user_id"):
                assert column in player_columns(table), f"{table.name}.{column.name}"


PRIVATELY = Place(None, ChannelId(424242424242))
"""Direct messages with Ann."""


async def test_direct_messages_are_forgotten(db: Database, url: str) -> None:
    """The channel of somebody's direct messages is removed everywhere, even where somebody else has
    opened the rematch there. Those who play on still find their match.
    """
    elsewhere = Database.connect(url)
    names: dict[str, Any] = {"game": "toy", "place": PRIVATELY, "private": True}
    duel = await matches.open_table(db, host=ANN, invited=[BOB], **names)
    await matches.accept(db, duel.id, BOB)
    await matches.resign(db, duel.id, ANN)
    rematch = await matches.rematch(db, duel.id, BOB)
    await matches.leave(db, rematch.id, BOB)
    trio = await matches.open_table(db, host=ANN, invited=[BOB, CAT], **names)
    for player in (BOB, CAT):
        await matches.accept(db, trio.id, player)
    assert (await matches.get(elsewhere, trio.id)).place == PRIVATELY
    assert len(await traces(db, PlayerId(PRIVATELY.channel))) == 3
    await privacy.forget(db, ANN)
    assert await traces(db, PlayerId(PRIVATELY.channel)) == []
    for one in (db, elsewhere):
        assert (await matches.get(one, trio.id)).place == Place(None, ChannelId(0))
        assert [match.id for match in await matches.find(one, BOB, ChannelId(77))] == [trio.id]
    await elsewhere.close()


async def test_a_block_outlasts_the_deletion_of_whom_it_keeps_away(db: Database) -> None:
    """A blocked player who deletes their data and comes back still cannot share a table with the
    player who blocked them. No row contains their id. The other player still sees the block and can
    lift it.
    """
    await matches.block(db, BOB, ANN)
    await matches.block(db, BOB, DAN)
    await matches.block(db, ANN, CAT)
    table = await matches.open_table(db, game="toy", host=BOB, place=HERE, seats=3)
    for _ in range(2):
        await privacy.forget(db, ANN)
        assert await traces(db, ANN) == []
        assert await matches.blocked(db, BOB) == [DAN]
        assert await matches.blocked_and_gone(db, BOB) == 1
        for host, guest in ((ANN, BOB), (BOB, ANN)):
            with pytest.raises(errors.NotTogether):
                await matches.open_table(db, game="toy", host=host, place=HERE, invited=[guest])
        with pytest.raises(errors.NotTogether):
            await matches.join(db, table.id, ANN)
    await matches.open_table(db, game="toy", host=CAT, place=HERE, invited=[ANN])
    await matches.join(db, table.id, CAT)
    assert (await privacy.stored(db, ANN))["tables"]["sealed_block"] == []
    assert (await privacy.stored(db, BOB))["tables"]["sealed_block"] == [{"player_id": BOB}]
    await matches.unblock_gone(db, BOB)
    assert await matches.blocked_and_gone(db, BOB) == 0
    assert await matches.blocked(db, BOB) == [DAN]
    assert (await matches.join(db, table.id, ANN)).status == "running"


async def test_unblocking_and_blocking_somebody_who_came_back(db: Database) -> None:
    """Blocking or unblocking them by name works, and never blocks anybody twice."""
    await matches.block(db, BOB, ANN)
    await matches.block(db, BOB, CAT)
    for player in (ANN, CAT):
        await privacy.forget(db, player)
    await matches.unblock(db, BOB, ANN)
    assert await matches.blocked_and_gone(db, BOB) == 1
    await matches.block(db, BOB, CAT)
    assert await matches.blocked(db, BOB) == [CAT]
    assert await matches.blocked_and_gone(db, BOB) == 0
    await matches.unblock(db, BOB, CAT)
    for guest in (ANN, CAT):
        await matches.open_table(db, game="toy", host=BOB, place=HERE, invited=[guest])


async def test_who_blocks_and_is_forgotten_keeps_nobody_away(db: Database) -> None:
    """Forgetting a player also removes the blocks they have made, of present and of forgotten
    players.
    """
    await matches.block(db, BOB, ANN)
    await matches.block(db, BOB, CAT)
    await privacy.forget(db, ANN)
    await privacy.forget(db, BOB)
    rows = await _rows(db)
    assert (rows["block"], rows["sealed_block"]) == ([], [])
    await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])


async def test_blocks_hold_in_a_copy(db: Database, tmp_path: Path) -> None:
    """The key is copied together with the database."""
    await matches.block(db, BOB, ANN)
    await privacy.forget(db, ANN)
    url = f"sqlite:///{tmp_path / 'copy.db'}"
    await migrate(url)
    target = Database.connect(url, now=db.now)
    await copy(db, target)
    with pytest.raises(errors.NotTogether):
        await matches.open_table(target, game="toy", host=ANN, place=HERE, invited=[BOB])
    await target.close()


async def test_seals_can_not_be_told_without_the_key(db: Database) -> None:
    """Two players who blocked the same person have different seals, and so does another
    database.
    """
    for player in (BOB, CAT):
        await matches.block(db, player, ANN)
    await privacy.forget(db, ANN)
    stored = {row[1] for row in (await _rows(db))["sealed_block"]}
    assert len(stored) == 2
    assert seals.seal(b"another key", "block", BOB, ANN) not in stored


async def test_what_was_written_to_others_is_handed_out(db: Database) -> None:
    """The export of one's approaches leaves out whom they went to."""
    await matches.open_table(db, game="toy", host=ANN, place=HERE, invited=[BOB])
    mine, theirs = [(await privacy.stored(db, one))["tables"]["approach"] for one in (ANN, BOB)]
    assert [sorted(row) for row in mine] == [["at", "guild", "id", "kind", "who"]]
    assert [sorted(row) for row in theirs] == [["at", "guild", "id", "kind", "whom"]]
    assert (await privacy.stored(db, CAT))["tables"]["approach"] == []


async def test_who_has_blocked_a_player_is_not_handed_out(db: Database) -> None:
    """Players are given the rows of those they have blocked, but not of those who have blocked
    them.
    """
    await matches.block(db, ANN, CAT)
    await matches.block(db, BOB, ANN)
    await matches.block(db, DAN, ANN)
    found = await privacy.stored(db, ANN)
    assert found["tables"]["block"] == [{"player_id": ANN}]
    assert str(BOB) not in json.dumps(found)
