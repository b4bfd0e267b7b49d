"""Names of members that the bot hasn't met: the gateway tells them, which costs no request."""

from __future__ import annotations

import asyncio
import re
from types import SimpleNamespace
from typing import Any

from bot.context.members import Members
from playground.client import Channel, Playground, User
from tests.support.matches import begin
from tests.support.public_answers import all_shown
from tests.support.stack import Stack

MEMBERS = r"/guilds/\d+/members/\d+"


async def _asked(pg: Playground) -> int:
    count: int = (await pg.requests(MEMBERS, "GET"))["count"]
    return count


async def test_after_a_restart(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """The next board has the names of all its players, though only one of them has done something
    since. Nobody was asked for by a request.
    """
    game = await begin(general, "attangle", ben, david)
    await all_shown(stack, pg, game.id)
    stack.stop()
    stack.start()
    await pg.wait_online()
    before = await _asked(pg)
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    assert await _asked(pg) == before
    assert not re.search("can't be named", stack.said())


async def test_what_the_gateway_tells_nobody(
    stack: Stack, pg: Playground, general: Channel, ben: User, david: User
) -> None:
    """If it doesn't answer soon, a request asks: the board has all names."""
    game = await begin(general, "attangle", ben, david)
    await all_shown(stack, pg, game.id)
    stack.stop()
    stack.start()
    await pg.wait_online()
    before = await _asked(pg)
    await pg.settings(tells_members=False)
    await game.move(1, "c3")
    await all_shown(stack, pg, game.id)
    assert await _asked(pg) == before + 1
    await pg.settings(tells_members=True)


async def test_the_gateway_is_asked_for_all_members() -> None:
    """discord.py would ask for five of them only."""
    asked = dict[str, Any]()

    async def query(*, user_ids: list[int], limit: int = 5, cache: bool) -> list[Any]:
        asked["limit"] = limit
        return [SimpleNamespace(id=one) for one in user_ids][:limit]

    guild: Any = SimpleNamespace(id=7, shard_id=0, query_members=query)
    members = Members()
    found = await asyncio.gather(*(members.of(guild, number) for number in range(8)))
    assert None not in found, asked
