"""Discord is slow, or temporarily refuses: the command counts, and its result arrives."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from functools import partial

import pytest

from bot.interactions.error_handler import NOT_BROUGHT, NOT_SHOWN, WAITING
from bot.messages.board import TO_BOARD
from games.words import say
from matches.model.ids import MatchId
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import FOLLOW_UPS, Game, begin, named, place_of
from tests.support.servers import mended
from tests.support.stack import Stack

MESSAGES = r"^/channels/\d+/messages$"
PLACE = r"^/channels/\d+$"
CALLBACK = r"^/interactions/"
LATER = 240.0
"""Seconds within which the outbox sender delivers, even on a busy machine."""


@pytest.fixture(autouse=True)
async def settled(pg: Playground, general: Channel) -> AsyncIterator[None]:
    """Faults end after each test."""
    yield
    await pg.clear_faults()
    await mended(general)


def _hurry(stack: Stack, match: str) -> None:
    """The match's outbox is due at once."""
    with closing(sqlite3.connect(stack.folder / "bot.db")) as database, database:
        due = "UPDATE notice SET due_at = '2000-01-01 00:00:00' WHERE key LIKE ?"
        database.execute(due, (f"{match}.%",))


async def _tables(channel: Channel, match: str) -> list[Message]:
    found = await channel.messages()
    return [one for one in found if f"`{match}`" in one.content and one.labels]


async def _says(reply: Reply, said: str) -> bool:
    await reply.refresh()
    return said in reply.content


async def test_the_archive_keeps_no_answer_waiting(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If Discord takes seconds longer to unarchive the thread than an interaction may wait, all
    interactions are deferred and answered. The request is made once.
    """
    game = await begin(general, "attangle", ben, david)
    board = await game.board()
    await game.channel.change(archived=True)
    await pg.request("DELETE", "control/requests")
    await pg.rate_limit(PLACE, method="PATCH", retry_after=4)
    listed = await game.players[1].command("games", game.channel, wait=False)
    picked = await board.click("Move", by=game.players[0], wait=False)
    for reply in (listed, picked):
        await reply.wait(LATER)
    assert f"`{game.id}`" in listed.content
    assert picked.selects
    statuses = (await pg.requests(PLACE, "PATCH"))["statuses"]
    assert statuses.get("429", 0) <= 1
    assert statuses.get("200", 0) <= 1


async def test_a_private_challenge_is_brought_again(
    stack: Stack, pg: Playground, ben: User, david: User
) -> None:
    """It is sent again, whatever the failure."""
    dm, theirs = await ben.dm(), await david.dm()
    for fault in ({"status": 503}, {"status": 403, "code": 40004}, {"status": 400}):
        await pg.fault("status", MESSAGES, method="POST", times=1000, **fault)
        opened = await ben.command("play attangle", dm, opponent=david)
        match = named(opened)
        assert NOT_BROUGHT in opened.content
        assert await _tables(theirs, match) == []
        await pg.clear_faults()
        _hurry(stack, match)

        async def brought(match: str = match) -> list[Message]:
            return await _tables(theirs, match)

        (challenge,) = await pg.wait_for(brought, LATER)
        assert "Accept" in challenge.labels
        await challenge.click("Decline", by=david)


async def test_a_table_that_has_to_wait(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If Discord delays or refuses the message, the host reads that the table is open. It is shown
    later, and can then be joined as usual.
    """
    for fault in ({"status": 429, "retry_after": 60}, {"status": 503}):
        for path in (FOLLOW_UPS, MESSAGES):
            await pg.fault("status", path, method="POST", **fault)
        opened = await ben.command("play attangle", general)
        match = named(opened)
        assert f"Table {match} is open." in opened.content
        excuse = say(NOT_SHOWN, {"channel": f"<#{general.id}>"})
        await pg.wait_for(partial(_says, opened, excuse), LATER)
        _hurry(stack, match)

        async def shown(match: str = match) -> list[Message]:
            found = await _tables(general, match)
            return [one for one in found if not one.ephemeral]

        (table,) = await pg.wait_for(shown, LATER)
        await table.click("Join", by=david)

        async def begun(match: MatchId = match) -> list[Message]:
            return await Game(await place_of(general, match), match, []).boards()

        assert len(await pg.wait_for(begun, LATER)) == 1
        assert (await table.refresh()).labels == [TO_BOARD]


async def test_whoever_waits_is_told_so(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If Discord keeps the bot waiting for some seconds, the player reads that the turn counts, and
    finally the usual answer.
    """
    game = await begin(general, "attangle", ben, david)
    await pg.rate_limit(MESSAGES, method="POST", retry_after=15)
    reply = await game.players[0].command("move", general, wait=False, turn="c3", match=game.id)
    await pg.wait_for(lambda: _says(reply, WAITING), LATER)
    assert f"`{game.id}`: you played `c3`." in reply.content
    assert len(await game.boards()) == 1

    async def through() -> bool:
        return not await _says(reply, WAITING)

    await pg.wait_for(through, LATER)
    assert f"`{game.id}`: you played `c3`." in reply.content
    assert len(await game.boards()) == 2


async def test_whoever_waits_for_another_s_board_is_told_so(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Boards are shown in order. While Discord holds the first one back, the next player reads that
    their turn counts.
    """
    game = await begin(general, "attangle", ben, david)
    await pg.fault("late", MESSAGES, seconds=3600)
    first = await game.players[0].command("move", general, wait=False, turn="c3", match=game.id)
    await pg.wait_for(lambda: _says(first, WAITING), LATER)
    second = await game.players[1].command("move", general, wait=False, turn="c4", match=game.id)
    await pg.wait_for(lambda: _says(second, WAITING), LATER)
    assert f"`{game.id}`: you played `c4`." in second.content
    await pg.clear_faults()
    await pg.release()

    async def shown() -> bool:
        return len(await game.boards()) == 3

    await pg.wait_for(shown, LATER)
    for reply, turn in ((first, "c3"), (second, "c4")):

        async def through(reply: Reply = reply) -> bool:
            return not await _says(reply, WAITING)

        await pg.wait_for(through, LATER)
        assert f"`{game.id}`: you played `{turn}`." in reply.content


@pytest.mark.parametrize("wait", [1.0, 3600.0])
async def test_an_acknowledgement_that_has_to_wait(
    pg: Playground, general: Channel, ben: User, david: User, wait: float
) -> None:
    """For a moment, or for much longer than Discord waits for it: then something else answers, and
    the bot doesn't wait. The turn is entered and shown once.
    """
    game = await begin(general, "attangle", ben, david)
    await pg.request("DELETE", "control/requests")
    await pg.rate_limit(CALLBACK, method="POST", retry_after=wait)
    reply = await game.move(1, "c3")
    assert f"`{game.id}`: you played `c3`." in reply.content
    assert (await pg.requests(CALLBACK))["statuses"]["429"] == 1
    assert len(await game.boards()) == 2


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "page", "status": 403},
        {"kind": "status", "status": 403, "code": 40004},
        {"kind": "status", "status": 429, "via": False},
    ],
)
async def test_what_passes_moves_no_match(
    stack: Stack,
    pg: Playground,
    general: Channel,
    people: tuple[User, User],
    fault: dict[str, object],
) -> None:
    """A refusal that is not about permissions is not mistaken for one. The match stays in its
    thread, and nobody is asked for Attach Files.
    """
    game = await begin(general, "attangle", *people)
    for path in (FOLLOW_UPS, MESSAGES):
        await pg.fault(**{"path": path, "method": "POST", **fault})  # type: ignore[arg-type]
    reply = await game.players[0].command("move", game.channel, turn="c3", match=game.id)
    assert f"`{game.id}`: you played `c3`." in reply.content

    async def instead() -> bool:
        return bool((await reply.refresh()).attachments)

    await pg.wait_for(instead, LATER)
    _hurry(stack, game.id)

    async def told() -> bool:
        return len(await game.boards()) == 2

    await pg.wait_for(told, LATER)
    said = [one.content for one in await game.channel.messages()]
    assert not any("so the match goes on here." in one or "Attach Files" in one for one in said)
