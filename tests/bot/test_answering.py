"""The first answer to an interaction: immediate if possible, otherwise after a deferral, and never
two.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import pytest

from bot.interactions.response import PATIENCE
from bot.interactions.retries import PAUSES
from bot.text.discord_codes import TROUBLE
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import begin, open_table
from tests.support.picking import choose
from tests.support.slow_answers import acknowledged, written_by_another
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

CALLBACK = "/interactions/"
PLACE = r"^/channels/\d+$"
MANY = 1000
MANY_PRESSES = 15
ATTEMPTS = len(PAUSES) + 1
MESSAGE, THINKING, LATER, UPDATE = 4, 5, 6, 7
"""Discord's callback types: message, deferred message, deferred update, update."""


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """The log says what the bot has dealt with."""
    return {"LOG_LEVEL": "DEBUG"}


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
    async with written_by_another(stack.folder / "bot.db"):
        confirmed = await picked.click("Confirm", wait=False)
        assert await acknowledged(pg, confirmed) == LATER
    await pg.wait_for(lambda: _says(confirmed, f"`{game.id}`: you played `c3`."))
    async with written_by_another(stack.folder / "bot.db"):
        typed = await game.players[1].command(
            "move", game.channel, wait=False, turn="c4", match=game.id
        )
        assert await acknowledged(pg, typed) == THINKING
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
    async with written_by_another(stack.folder / "bot.db"):
        await pg.fault("late", "/interactions/", seconds=3600)
        reply = await game.players[0].command(
            "move", game.channel, wait=False, turn="c3", match=game.id
        )
        await pg.redeliver(reply)
        assert await acknowledged(pg, reply) == THINKING

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


@asynccontextmanager
async def _deferred_in_vain(stack: Stack, pg: Playground) -> AsyncIterator[None]:
    """While a deferral arrives, and the bot gives it up since each reply to it is lost."""
    before = stack.said().count("not acknowledged")
    await pg.fault("lost", CALLBACK, times=ATTEMPTS)
    async with written_by_another(stack.folder / "bot.db"):
        yield
        await pg.wait_for(lambda: stack.said().count("not acknowledged") > before)


async def test_a_deferral_that_only_seemed_lost(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A deferral may arrive though each reply to it is lost. Nobody is left waiting: the answer
    takes its place, be it to a command, a control or a form, with or without a picture.
    """
    game = await begin(general, "tyr", ben, david)
    await game.play("4@33=3", "3@19=1", "5@22=8")
    player = game.players[1]
    async with _deferred_in_vain(stack, pg):
        draft = await player.command("move", game.channel, wait=False, turn="4-63=8", match=game.id)
    await pg.wait_for(lambda: _says(draft, "Your turn so far: `4-63=8 …`"))
    assert draft.response_type == THINKING
    assert await draft.attachments[0].read()
    picked = await choose(draft, "5-28=7")
    async with _deferred_in_vain(stack, pg):
        confirmed = await picked.click("Confirm", wait=False)
    await pg.wait_for(lambda: _says(confirmed, f"`{game.id}`: you played `4-63=8 5-28=7`."))
    assert confirmed.response_type == LATER
    form = (await (await player.command("prepared", game.channel)).click("Prepare turns…")).modal
    assert form is not None
    async with _deferred_in_vain(stack, pg):
        prepared = asyncio.create_task(form.submit(text="3-18=1"))
    assert "3-18=1" in (await prepared).content
    assert (await prepared).response_type == THINKING
    assert draft.followups == confirmed.followups == (await prepared).followups == []


async def test_what_begins_with_a_deferral_that_only_seemed_lost(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Then nothing is done, and the user alone reads that: of a command as the answer, of a button
    under a public message, which stays as it is, beside it.
    """
    await pg.fault("lost", CALLBACK, times=ATTEMPTS)
    opened = await ben.command("play attangle", general)
    assert opened.response_type == THINKING
    assert opened.content == TROUBLE
    assert opened.followups == []
    table = await open_table(ben, general, "attangle")
    before = table.content
    await pg.fault("lost", CALLBACK, times=ATTEMPTS)
    joined = await table.click("Join", by=david)
    assert joined.response_type == LATER
    assert [one.content for one in joined.followups] == [TROUBLE]
    assert joined.followups[0].ephemeral
    assert (await table.refresh()).content == before
    assert "Join" in table.labels


async def test_a_thread_that_is_slow_to_leave_the_archive(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A deferral in an archived thread becomes an answer though requests to unarchive are lost."""
    game = await begin(general, "attangle", ben, david)
    await game.channel.change(archived=True)
    await pg.fault("cut", PLACE, method="PATCH", times=ATTEMPTS)
    async with written_by_another(stack.folder / "bot.db"):
        prepared = await game.players[1].command(
            "move", game.channel, wait=False, turn="; c4", match=game.id
        )
        assert await acknowledged(pg, prepared) == THINKING
    await pg.wait_for(lambda: _says(prepared, "you've prepared 1 turn: `c4`"))
    assert prepared.followups == []


async def test_a_thread_that_stays_in_the_archive(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Where Discord doesn't let the bot unarchive the thread, a deferral there can't become the
    answer. It is deleted, and the answer is a message of its own.
    """
    game = await begin(general, "attangle", ben, david)
    await game.channel.change(archived=True)
    await pg.fault("status", PLACE, method="PATCH", times=MANY, status=403, code=50013)
    async with written_by_another(stack.folder / "bot.db"):
        prepared = await game.players[1].command(
            "move", game.channel, wait=False, turn="; c4", match=game.id
        )
        assert await acknowledged(pg, prepared) == THINKING

    async def told() -> list[str]:
        return [one.content for one in (await prepared.refresh()).followups]

    (said,) = await pg.wait_for(told)
    assert "you've prepared 1 turn: `c4`" in said
    assert prepared.followups[0].ephemeral
    assert prepared.id == prepared.followups[0].id  # Nothing is "thinking" beside it.
    await pg.clear_faults()


async def test_many_presses_in_a_locked_thread(
    pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Discord is asked to unarchive it once in each pause, and everybody is answered all the same.
    Once a moderator has unlocked it, the next press opens it.
    """
    game = await begin(general, "attangle", ben, david)
    board, place = await game.board(), f"^/channels/{game.channel.id}$"
    await game.channel.change(archived=True, locked=True)
    await pg.request("DELETE", "control/requests")
    for _ in range(MANY_PRESSES):
        draft = await board.click("Move", by=game.players[0])
        assert draft.ephemeral
        assert draft.selects
    refused = await pg.requests(place, "PATCH")
    assert 1 <= refused["count"] <= MANY_PRESSES / 3
    assert {*refused["statuses"]} == {"403"}
    await game.channel.change(locked=False)
    await board.click("Move", by=game.players[0])

    async def opened() -> bool:
        await pg.refresh()
        return not pg.channel(game.channel.id).data["archived"]

    await pg.wait_for(opened)


async def test_the_log_says_what_is_dealt_with(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """Each interaction is named once it is answered, for commands not before the command is done.
    Whoever gets it a second time, and leaves it to the first, says nothing.
    """
    game = await begin(general, "attangle", ben, david)

    def times(reply: Reply) -> int:
        return stack.said().count(f"dealt with interaction={reply.interaction}\n")

    async with written_by_another(stack.folder / "bot.db"):
        typed = await game.players[0].command(
            "move", game.channel, wait=False, turn="c3", match=game.id
        )
        assert await acknowledged(pg, typed) == THINKING
        await pg.redeliver(typed)
        again = f"delivered again: interaction={typed.interaction}"
        await pg.wait_for(lambda: again in stack.said())
        assert times(typed) == 0
    await pg.wait_for(lambda: times(typed))
    assert await _says(typed, "you played `c3`")
    opened = await (await game.board()).click("Move", by=game.players[1])
    await pg.wait_for(lambda: times(opened))
    prepared = await game.players[1].command("prepared", game.channel)
    form = (await prepared.click("Prepare turns…")).modal
    assert form is not None
    filled = await form.submit(text="c4")
    await pg.wait_for(lambda: times(filled))
    assert times(typed) == times(opened) == times(filled) == 1
    assert len({typed.interaction, opened.interaction, filled.interaction}) == 3


async def test_an_answer_that_is_broken_off(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """A stopping bot waits for an answer, but not for ever: then it isn't named as dealt with."""
    game = await begin(general, "attangle", ben, david)
    await game.players[0].command("draw", game.channel)

    async def offered() -> list[Message]:
        found = await game.channel.messages()
        return [one for one in found if "Accept" in one.labels and not one.ephemeral]

    (offer,) = await pg.wait_for(offered)
    await pg.fault("delay", "/messages/@original", method="PATCH", seconds=3600)
    agreed = await offer.click("Accept", by=game.players[1], wait=False)

    async def agreed_to() -> bool:
        return len(await game.boards()) == 2

    await pg.wait_for(agreed_to)
    stack.stop()
    assert "answers are not finished" in stack.said()
    assert f"dealt with interaction={agreed.interaction}\n" not in stack.said()
    await pg.clear_faults()
    await pg.release()
    stack.start()
    await pg.wait_online()
