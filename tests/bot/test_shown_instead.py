"""Where the bot may not write, its answer shows a board instead: once, whatever goes wrong, and
nothing is lost.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.interactions.error_handler import NOT_YET
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from tests.support.matches import FOLLOW_UPS, MESSAGES, Game, begin
from tests.support.public_answers import all_shown, due, is_answer, owed
from tests.support.servers import mended
from tests.support.stack import Stack

pytestmark = pytest.mark.untraced

People = tuple[User, User]
BLIND = "we may not read what was said there"


@pytest.fixture(autouse=True)
async def no_threads(pg: Playground, general: Channel) -> AsyncIterator[None]:
    """Matches are played in the channel itself, which nothing can replace."""
    await pg.user("anna").command("server", general, threads=False)
    yield
    await mended(general)
    await pg.clear_faults()
    await pg.user("anna").command("server", general, reset="threads")


async def _seen(game: Game, turn: str) -> list[Message]:
    """The messages by which everybody has seen a turn."""
    found = await game.channel.messages()
    said = [one for one in found if f"`{turn}`" in one.content and not one.ephemeral]
    return [one for one in said if f"`{game.id}`" in one.content]


async def _played(game: Game, reply: Reply) -> str:
    """The turn's player has read that the others may not see its board yet."""

    async def excused() -> bool:
        return NOT_YET in (await reply.refresh()).content

    await game.channel.pg.wait_for(excused)
    return reply.content


async def test_a_board_in_doubt_where_nobody_may_look(
    stack: Stack, pg: Playground, general: Channel, people: People
) -> None:
    """Discord has shown it, nobody has heard of that, and then the channel is closed to us: it is
    not shown instead, and found once it can be looked for.
    """
    game = await begin(general, "attangle", *people)
    await all_shown(stack, pg, game.id)
    await pg.fault("lost", FOLLOW_UPS, method="POST")
    closed = {"status": 403, "code": 50001}
    await pg.fault("status", MESSAGES, method="GET", times=3, **closed)
    await pg.fault("status", MESSAGES, method="POST", **closed)
    reply = await game.players[0].command("move", game.channel, turn="c3", match=game.id)
    assert "you played `c3`" in await _played(game, reply)
    assert len(await _seen(game, "c3")) == 1
    assert owed(stack, game.id)
    await pg.clear_faults()
    await mended(general)
    due(stack)
    await all_shown(stack, pg, game.id)
    assert [is_answer(one) for one in await game.boards()] == [True, True]
    await game.move(2, "c4")
    assert len(await game.boards()) == 3


@pytest.mark.parametrize("hidden", ["view_channel", "read_message_history", ""])
async def test_shown_instead_once(
    stack: Stack, pg: Playground, general: Channel, people: People, hidden: str
) -> None:
    """Where the bot may not write, its answer shows the board. The process dies before that is
    noted, and the next one gets the same command: there is one answer, whether it may look for it
    or not. If not, the board counts as shown once it may.
    """
    game = await begin(general, "attangle", *people)
    await all_shown(stack, pg, game.id)
    await general.permit(deny=["send_messages", *filter(None, [hidden])])
    await pg.fault("late", FOLLOW_UPS, method="POST", seconds=3600)
    reply = await game.players[0].command(
        "move", game.channel, wait=False, turn="c3", match=game.id
    )

    async def instead() -> bool:
        return len(await _seen(game, "c3")) == 1

    await pg.wait_for(instead)
    stack.kill()
    await pg.clear_faults()
    stack.start()
    await pg.wait_online()
    await pg.redeliver(reply)

    def dealt_with() -> bool:
        left = (f"match={game.id}: not even as an answer", f"match={game.id} is only told", BLIND)
        return not owed(stack, game.id) or any(one in stack.said() for one in left)

    await pg.wait_for(dealt_with)
    assert len(await _seen(game, "c3")) == 1
    await general.permit()
    due(stack)
    await all_shown(stack, pg, game.id)
    assert [is_answer(one) for one in await game.boards()] == [True, True]
