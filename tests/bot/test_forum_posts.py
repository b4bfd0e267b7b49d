"""Matches in a post that somebody has started in a forum: a thread, but not one of a match."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.text.discord_codes import LOCKED, NO_THREAD
from games.words import say
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import Game, begin, named, open_table, started
from tests.support.servers import forum, posted

pytestmark = pytest.mark.untraced


@pytest.fixture
async def talk(pg: Playground, general: Channel, anna: User) -> AsyncIterator[Channel]:
    """A forum. Afterwards the settings of its server are the usual ones."""
    made = await forum(general, "talk", "Attangle", "Open", "Running", "Over")
    await pg.refresh()
    yield made
    await anna.command("server", general, reset="all")
    await made.delete()


@pytest.fixture
async def room(talk: Channel, ben: User) -> Channel:
    """Ben's post in it."""
    return await posted(ben, talk, "An evening of Attangle")


async def _resigned(game: Game) -> None:
    question = await game.players[1].command("resign", game.channel, match=game.id)
    await question.click("Resign")


async def _shown_as_an_answer(game: Game, reply: Reply) -> Message:
    """The board that stands in for a message in the post."""

    async def found() -> list[Message]:
        return (await reply.refresh()).followups

    (board,) = await reply.pg.wait_for(found)
    assert board.id == (await game.board()).id
    return board


async def _asked_for(pg: Playground) -> int:
    """How many threads and posts the bot has asked for."""
    return int((await pg.requests("/threads$", "POST"))["count"])


async def test_a_match_stays_in_the_post(
    pg: Playground, room: Channel, ben: User, david: User
) -> None:
    """From the table to the rematch. Discord isn't asked for a thread in a thread, nor for a post
    beside it, and nobody reads of one. The post keeps its name and its tags, and stays open.
    """
    before = await _asked_for(pg)
    game = await begin(room, "attangle", ben, david)
    assert game.channel.id == room.id
    assert NO_THREAD not in (await game.board()).content
    for seat, turn in ((1, "c3"), (2, "c4")):
        reply = await game.move(seat, turn)
        assert f"`{game.id}`: you played `{turn}`." in reply.content
    assert len(await game.boards()) == 3
    await _resigned(game)
    assert "🏆" in (await game.board()).content
    await (await game.board()).click("Rematch", by=ben)

    async def challenged() -> list[Message]:
        return [one for one in await room.messages() if "Accept" in one.labels]

    (table,) = await pg.wait_for(challenged)
    await table.click("Accept", by=david)
    assert (await started(room, named(table), (ben, david))).channel.id == room.id
    await pg.refresh()
    left = pg.channel(room.id)
    assert (left.name, left.data["tags"], left.data["archived"]) == (room.name, [], False)
    assert await _asked_for(pg) == before


async def test_a_board_is_kept_in_a_post(
    pg: Playground, room: Channel, general: Channel, ben: User, david: User
) -> None:
    """If the server wants that. A post that was archived meanwhile is opened by the next turn."""
    await pg.user("anna").command("server", general, boards="kept")
    game = await begin(room, "attangle", ben, david)
    await game.move(1, "c3")
    await room.change(archived=True)
    await game.move(2, "c4")
    (board,) = await game.boards()
    assert "2. `c4`" in board.content
    await pg.refresh()
    assert not pg.channel(room.id).data["archived"]


async def test_a_post_that_is_locked(pg: Playground, room: Channel, ben: User, david: User) -> None:
    """Whoever plays reads why the board is an answer. The next one is a message again, once the
    post is opened.
    """
    game = await begin(room, "attangle", ben, david)
    await room.change(locked=True)
    reply = await game.move(1, "c3")
    assert f"`{game.id}`: you played `c3`." in reply.content
    assert say(LOCKED, {"channel": f"<#{room.id}>"}) in reply.content
    assert "1. `c3`" in (await _shown_as_an_answer(game, reply)).content
    await room.change(locked=False)
    await game.move(2, "c4")
    assert len(await game.boards()) == 3


async def test_a_post_where_the_bot_may_not_write(
    talk: Channel, room: Channel, ben: User, david: User
) -> None:
    """In posts, that takes the permission to write in threads alone, which the forum has for all of
    them: once it is granted there, the bot writes in the post at once.
    """
    await talk.permit(deny=["send_messages"])
    game = await begin(room, "attangle", ben, david)
    await game.move(1, "c3")
    assert len(await game.boards()) == 2
    await talk.permit(deny=["send_messages_in_threads"])
    reply = await game.move(2, "c4")
    assert "Send Messages in Threads. Server managers can grant them." in reply.content
    assert "2. `c4`" in (await _shown_as_an_answer(game, reply)).content
    await talk.permit()
    table = await open_table(ben, room, "attangle")
    assert "Join" in table.labels
