"""Where matches are shown: threads of their own, a single edited board, and what happens with fewer
permissions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import pytest

from bot.delivery.matches.past_boards import NEWEST
from bot.text.discord_codes import NO_THREAD
from matches.model.ids import MatchId
from playground.answers import Message
from playground.client import Channel, Playground, User
from tests.support.matches import (
    Game,
    begin,
    named,
    open_table,
    owed_again,
    question_in,
    refuse_boards,
    started,
)
from tests.support.public_answers import all_shown
from tests.support.servers import started_thread
from tests.support.stack import Stack
from tests.support.tournaments import open_cup

pytestmark = pytest.mark.untraced


@pytest.fixture(autouse=True)
async def settled(pg: Playground, general: Channel) -> AsyncIterator[None]:
    """The server's settings and the channel's permissions are reset after each test."""
    yield
    await general.permit()
    await pg.user("anna").command("server", general, reset="all")


async def _resigned(game: Game) -> User:
    """The second player resigns. Returns the winner."""
    question = await game.players[1].command("resign", game.channel, match=game.id)
    await question.click("Resign")
    return game.players[0]


async def test_a_thread_for_each_match(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The thread starts at the table, is named after players and game, adds both, and is archived
    with the result in its name.
    """
    game = await begin(general, "attangle", ben, david)
    names = " – ".join(player.display for player in game.players)
    assert game.channel.name == f"{names} · Attangle · {game.id}"
    assert game.channel.data["parent_id"] == general.id
    assert {*(await game.board()).mentions} == {"ben", "david"}
    assert all(f"`{game.id}`" not in one.content or not one.attachments
               for one in await general.messages())  # fmt: skip
    await game.move(1, "c3")
    assert len(await game.boards()) == 2
    winner = await _resigned(game)

    async def closed() -> list[Channel]:
        found = [one for one in await pg.threads(general) if game.id in one.name]
        return [one for one in found if one.data["archived"]]

    (thread,) = await pg.wait_for(closed)
    assert thread.name == f"{names} · Attangle · {game.id} · {winner.display} wins"
    assert "🏆" in (await game.board()).content


async def test_a_thread_whose_answer_is_lost(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The match is played there, and nobody reads that it couldn't be made."""
    await pg.fault("lost", r"/messages/\d+/threads$", method="POST")
    game = await begin(general, "attangle", ben, david)
    assert [one.id for one in await pg.threads(general) if game.id in one.name] == [game.channel.id]
    assert NO_THREAD not in (await game.board()).content


async def test_a_thread_in_the_archive_is_no_hindrance(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Commands in an archived thread are answered, and a thread archived during a match is
    reopened.
    """
    game = await begin(general, "attangle", ben, david)
    await game.channel.change(archived=True)
    await game.move(1, "c3")
    assert len(await game.boards()) == 2
    await _resigned(game)
    late = await game.move(1, "c4")
    assert late.content == f"Match {game.id} is over."
    again = await (await game.board()).click("Rematch", by=ben)
    told = (again.followups or [again])[-1].content
    assert f"{david.mention} to a rematch in <#{general.id}>." in told
    table = await question_in(general)
    accepted = await table.click("Accept", by=david)
    rematch = await started(general, named(accepted), (ben, david))
    assert rematch.channel.id != game.channel.id
    assert pg.channel(rematch.channel.id).data["parent_id"] == general.id


@pytest.mark.parametrize("trouble", ["deleted", "locked", "forbidden"])
async def test_a_thread_that_is_gone(
    general: Channel, ben: User, david: User, trouble: str
) -> None:
    """The match continues in the channel for good, and says so once."""
    game = await begin(general, "attangle", ben, david)
    if trouble == "deleted":
        await game.channel.delete()
    elif trouble == "locked":
        await game.channel.change(locked=True)
    else:
        await general.permit(deny=["send_messages_in_threads"])
    game.channel = general
    await game.play("c3", "c4")
    boards = await game.boards()
    assert ["so the match goes on here." in board.content for board in boards] == [True, False]
    await general.permit()
    await game.move(1, "c5")
    assert len(await game.boards()) == 3


async def test_without_threads(
    pg: Playground, general: Channel, ben: User, david: User, anna: User
) -> None:
    """If the server does not want or allow threads, matches are played in the channel. The missing
    permission is named once, in plain words.
    """
    await anna.command("server", general, threads=False)
    game = await begin(general, "attangle", ben, david)
    assert game.channel.id == general.id
    await anna.command("server", general, reset="threads")
    await general.permit(deny=["create_public_threads"])
    said = "Create Public Threads. Server managers can grant them."
    first, second = [await begin(general, "attangle", ben, david) for _ in range(2)]
    assert said in (await first.board()).content
    assert "Create Public Threads" not in (await second.board()).content
    await first.move(1, "c3")
    assert len(await first.boards()) == 2
    assert all(first.id not in one.name for one in await pg.threads(general))


async def test_a_match_that_is_opened_in_a_thread_of_no_match_stays_there(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """It gets no other thread, and Discord is not even asked for one, nor for the rematch. The
    thread is unchanged at the end.
    """
    room = await started_thread(general, "An evening of Attangle")
    game = await begin(room, "attangle", ben, david)
    assert game.channel.id == room.id
    assert not await _threads_asked_for(pg, room)
    await game.move(1, "c3")
    await _resigned(game)
    await pg.refresh()
    assert pg.channel(room.id).name == room.name
    assert not pg.channel(room.id).data["archived"]
    await (await game.board()).click("Rematch", by=ben)

    async def challenged() -> list[Message]:
        return [one for one in await room.messages() if "Accept" in one.labels]

    (table,) = await pg.wait_for(challenged)
    await table.click("Accept", by=david)
    assert (await started(room, named(table), (ben, david))).channel.id == room.id
    assert not await _threads_asked_for(pg, room)


async def _threads_asked_for(pg: Playground, channel: Channel) -> list[Any]:
    """The bot's requests for threads in this channel."""
    asked = (await pg.requests("/threads$", "POST"))["requests"]
    return [each for each in asked if each["path"].startswith(f"/channels/{channel.id}/")]


async def test_without_pictures(general: Channel, ben: User, david: User, anna: User) -> None:
    """Without permission to attach files the board is text, and the missing permission is named
    once.
    """
    game = await begin(general, "attangle", ben, david)
    await general.permit(deny=["attach_files"])
    await game.move(1, "c3")
    last = await game.channel.last(anna)
    assert not last.attachments
    assert "White: 1 single on c3." in last.content
    assert "Attach Files" in last.content
    await game.move(2, "c4")
    last = await game.channel.last(anna)
    assert "Black: 1 single on c4." in last.content
    assert "Attach Files" not in last.content


async def test_one_board_that_is_kept(
    stack: Stack, general: Channel, ben: User, david: User, anna: User
) -> None:
    """The board shows each new position, and each turn gets a line that mentions the next player,
    unless the board has gone on as an answer and does so. A deleted board is sent anew.
    """
    await anna.command("server", general, boards="kept")
    game = await begin(general, "attangle", ben, david)
    await game.play("c3")
    first = await _kept(game, "1. `c3`")
    await game.play("c4", first=2)
    board = await _kept(game, "2. `c4`")
    assert board.id != first.id
    assert board.mentions == [game.players[0].name]
    assert "Black: 1 single on c4." in board.attachments[0].description
    await all_shown(stack, general.pg, game.id)
    lines = [one for one in await game.channel.messages() if "Go to the board" in one.labels]
    assert ["`c3`" in one.content for one in lines] == [True, False]
    assert [one.mentions for one in lines] == [[game.players[1].name], []]
    await game.channel.pg.request(
        "DELETE", f"control/channels/{game.channel.id}/messages/{board.id}"
    )
    await game.move(1, "c5")
    assert (await _kept(game, "3. `c5`")).id != board.id
    await game.move(2, "d5")
    await _kept(game, "4. `d5`")


async def _kept(game: Game, turn: str) -> Message:
    """The only board of the match that is no earlier one, once it shows this turn."""

    async def shown() -> list[Message]:
        found = [one for one in await game.boards() if one.labels != [NEWEST]]
        return found if len(found) == 1 and turn in found[0].content else []

    (board,) = await game.channel.pg.wait_for(shown)
    return board


def _hurry(stack: Stack, game: Game) -> None:
    """The match's outbox is due at once."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        due = "UPDATE notice SET due_at = '2000-01-01 00:00:00' WHERE key LIKE ?"
        database.execute(due, (f"{game.id}.%",))


async def test_a_kept_board_never_goes_back(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A delayed announcement of an earlier turn leaves the board unchanged. At the end it is
    brought up to date even if its thread is already archived.
    """
    await pg.user("anna").command("server", general, boards="kept")
    game = await begin(general, "attangle", ben, david)
    await refuse_boards(pg, status=400)
    await game.move(1, "c3", seen=False)
    await game.move(2, "c4")
    await _kept(game, "2. `c4`")
    _hurry(stack, game)

    async def told() -> bool:
        lines = [one for one in await game.channel.messages() if "Go to the board" in one.labels]
        return any("`c3`" in one.content for one in lines)

    await pg.wait_for(told)
    assert "2. `c4`" in (await game.board()).content
    # By its token, and without.
    await pg.fault("status", r"/messages/\d+$", method="PATCH", status=400, times=2)
    await _resigned(game)
    await game.channel.change(archived=True)
    _hurry(stack, game)

    async def ended() -> bool:
        return "🏆" in (await game.board()).content

    await pg.wait_for(ended)


async def test_a_board_announced_again_after_a_later_one(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """That the first of two boards was sent could not be noted. It is sent again, which Discord
    knows, and the later one stays the last.
    """
    game = await begin(general, "attangle", ben, david)
    await game.play("c3", "c4")

    async def retired() -> bool:
        return [one.labels for one in await game.boards()][:-1] == [[NEWEST], [NEWEST]]

    await pg.wait_for(retired)
    before = [(one.id, one.labels) for one in await game.boards()]
    await owed_again(stack, pg, MatchId(game.id))
    assert [(one.id, one.labels) for one in await game.boards()] == before
    assert before[-1][1][0] == "Move"


async def test_tables_say_what_became_of_them(general: Channel, ben: User, david: User) -> None:
    """The table stays in the channel, above the thread, and leads there."""
    table = await open_table(ben, general, "attangle")
    table = await table.click("Join", by=david)
    assert table.labels == ["Go to the board"]
    assert "The match has begun." in table.content


async def test_without_threads_tables_lead_to_the_board_all_the_same(
    general: Channel, ben: User, david: User, anna: User
) -> None:
    """It is below them, but not for long."""
    await anna.command("server", general, threads=False)
    table = await open_table(ben, general, "attangle", opponent=david)
    await table.click("Accept", by=david)

    async def leads_there() -> bool:
        return (await table.refresh()).labels == ["Go to the board"]

    await general.pg.wait_for(leads_there)
    await anna.command("server", general, reset="threads")


SYSTEM = 18
"""Discord's type of what it says in a channel of a new thread."""


async def _system_messages(channel: Channel) -> list[Message]:
    return [one for one in await channel.messages() if one.data["type"] == SYSTEM]


async def _begun_cup(director: User, channel: Channel, *people: User) -> list[Channel]:
    """The threads of a first round."""
    cup = await open_cup(director, channel, format="swiss", rounds=3)
    await cup.join(*people)
    await cup.start()
    ids = {await cup.match_of(one) for one in people}

    async def threads() -> list[Channel]:
        made = [one for one in await channel.pg.threads(channel) if one.name[-4:] in ids]
        return made if len(made) == len(ids) else []

    return await channel.pg.wait_for(threads)


async def test_a_round_does_not_flood_its_channel(
    pg: Playground, general: Channel, owner: User, ben: User, david: User
) -> None:
    """What Discord says of the threads of a round is deleted: its announcement leads there."""
    made = await _begun_cup(owner, general, owner, ben, david, pg.user("emma"))
    assert len(made) == 2

    async def gone() -> bool:
        return not await _system_messages(general)

    await pg.wait_for(gone)


async def test_a_channel_that_keeps_system_messages(
    pg: Playground, owner: User, ben: User, david: User, emma: User
) -> None:
    """Where Discord doesn't allow that, matches go on all the same, and it isn't asked again."""
    channel = pg.channel("quiet")
    await pg.fault("status", "/messages/", method="DELETE", status=403, code=50013, times=9)

    async def asked() -> int:
        count: int = (await pg.requests("/messages/", "DELETE"))["count"]
        return count

    before = await asked()
    await _begun_cup(owner, channel, owner, ben)

    async def refused() -> bool:
        return await asked() > before

    await pg.wait_for(refused)
    await _begun_cup(owner, channel, david, emma)
    assert await asked() == before + 1
    assert len(await _system_messages(channel)) == 2
    await pg.clear_faults()


async def test_system_messages_stay_where_nothing_else_leads(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The thread of an ordinary match begins at its table; if that is gone, with what
    Discord says of it.
    """
    await begin(general, "attangle", ben, david)
    assert not await _system_messages(general)
    table = await open_table(ben, general, "attangle")
    await pg.fault("status", f"/messages/{table.id}/threads", status=404, code=10008)
    await table.click("Join", by=david)

    async def there() -> list[Message]:
        return await _system_messages(general)

    assert len(await pg.wait_for(there)) == 1
