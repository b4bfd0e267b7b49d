"""The first answer to an interaction: immediate if possible, otherwise after a deferral, and never
two.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, closing

import pytest

from bot.interactions.response import PATIENCE
from playground.answers import Reply
from playground.client import Channel, Playground, User
from tests.support.matches import begin
from tests.support.picking import choose
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

MESSAGE, THINKING, LATER, UPDATE = 4, 5, 6, 7
"""Discord's callback types: message, deferred message, deferred update, update."""


@asynccontextmanager
async def _locked(stack: Stack) -> AsyncIterator[None]:
    """While another process is writing to the bot's database."""
    with closing(sqlite3.connect(stack.folder / "bot.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


async def _acknowledged(pg: Playground, reply: Reply) -> int | None:
    """The type of the first answer, once there is one."""

    async def answered() -> bool:
        return (await reply.refresh()).response_type is not None

    await pg.wait_for(answered)
    return reply.response_type


async def _first(asked: Awaitable[Reply], kind: int) -> Reply:
    """The answer. It is of this type, unless it took longer than the bot waits before deferring."""
    begun = time.monotonic()
    reply = await asked
    assert reply.response_type == kind or time.monotonic() - begun > PATIENCE
    return reply


async def test_what_is_quick_is_answered_at_once(general: Channel, ben: User, david: User) -> None:
    """A turn, a refusal and a draft are each answered once, ephemerally. So is a control that
    changes its own message.
    """
    game = await begin(general, "attangle", ben, david)
    played = await _first(game.move(1, "c3"), MESSAGE)
    refused = await _first(game.move(2, "c3"), MESSAGE)
    board = await game.board()
    draft = await _first(board.click("Move", by=game.players[1]), MESSAGE)
    for reply in (played, refused, draft):
        assert reply.ephemeral
        assert reply.followups == []
    menu = draft.selects[-1]
    last = menu["options"][-1]["value"]
    picked = await _first(draft.select(menu["custom_id"], [last]), UPDATE)
    reset = await _first(picked.click("Reset"), UPDATE)
    assert (picked.labels, reset.labels) == (["Back", "Reset", "Confirm"], [])


async def test_what_takes_longer_is_acknowledged(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """While the database is locked, a command is deferred and answered later. So is a button, whose
    message changes in the end.
    """
    game = await begin(general, "attangle", ben, david)
    draft = await (await game.board()).click("Move", by=game.players[0])
    picked = await choose(draft, "c3")
    async with _locked(stack):
        confirmed = await picked.click("Confirm", wait=False)
        assert await _acknowledged(pg, confirmed) == LATER
    await pg.wait_for(lambda: _says(confirmed, f"`{game.id}`: you played `c3`."))
    async with _locked(stack):
        typed = await game.players[1].command(
            "move", game.channel, wait=False, turn="c4", match=game.id
        )
        assert await _acknowledged(pg, typed) == THINKING
    await pg.wait_for(lambda: _says(typed, f"`{game.id}`: you played `c4`."))
    assert typed.ephemeral

    async def shown() -> bool:
        return len(await game.boards()) == 3

    await pg.wait_for(shown)
    for reply in (confirmed, typed):
        assert not any(one.ephemeral for one in (await reply.refresh()).followups)


async def _says(reply: Reply, text: str) -> bool:
    return text in (await reply.refresh()).content


async def test_one_answer_is_the_first(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """There is one first answer, even if the deferral is in flight when the answer is ready, or if
    Discord delivers the command again. Discord never has to refuse a second one.
    """
    game = await begin(general, "attangle", ben, david)
    async with _locked(stack):
        await pg.fault("late", "/interactions/", seconds=3600)
        reply = await game.players[0].command(
            "move", game.channel, wait=False, turn="c3", match=game.id
        )
        await pg.redeliver(reply)
        assert await _acknowledged(pg, reply) == THINKING

    async def shown() -> bool:
        return len(await game.boards()) == 2

    await pg.wait_for(shown)
    await pg.release()
    await pg.wait_for(lambda: _says(reply, f"`{game.id}`: you played `c3`."))
    await pg.redeliver(reply)
    await pg.wait_for(
        lambda: stack.said().count(f"delivered again: interaction={reply.interaction}") == 2
    )
    assert len(await game.boards()) == 2
    assert reply.followups == []
    assert "too late" not in stack.said()
