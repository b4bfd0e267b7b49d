"""Helpers for wishes on the playground, and for what people are told about them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playground.answers import Message, Reply
from playground.client import Channel, Playground, User

TRUE = "I've found you a match: you're playing with "


async def direct(user: User) -> list[Message]:
    """What the bot has written to somebody, the oldest first."""
    return [one for one in await (await user.dm()).messages() if not one.ephemeral]


async def told(user: User, text: str, besides: frozenset[str] = frozenset()) -> Message:
    """The last direct message with this text that is none of those known already, once there is
    one.
    """

    async def there() -> list[Message]:
        found = [one for one in await direct(user) if text in one.content]
        return [Message(one.pg, one.data, user) for one in found if one.id not in besides]

    return (await user.pg.wait_for(there))[-1]


async def known(*users: User) -> frozenset[str]:
    """All that these people were told until now."""
    found = await asyncio.gather(*map(direct, users))
    return frozenset(one.id for messages in found for one in messages)


async def seek(user: User, channel: Channel | None = None, **options: Any) -> Reply:
    """Somebody makes a wish; in their direct messages by default."""
    return await user.command("seek", channel or await user.dm(), **options)


async def listed(user: User) -> Reply:
    """The list of somebody's wishes."""
    return await user.command("seek", await user.dm())


async def end_all(*users: User) -> None:
    """Lets people give up all their wishes, and decline what they are asked."""
    for user in users:
        shown = await listed(user)
        while ends := [str(one["custom_id"]) for one in shown.buttons if "seek-end" in str(one)]:
            shown = await shown.click(ends[0])


@asynccontextmanager
async def wishing(pg: Playground) -> AsyncIterator[None]:
    """In the block everybody speaks English. Afterwards all wishes are ended, so that no table is
    found for people who are no longer seeking.
    """
    await pg.user("anna").change(locale="en-US")
    await pg.user("clara").change(locale="en-US")
    yield
    people = [pg.user(name) for name in ("anna", "ben", "clara", "david", "emma")]
    for one in people:
        await one.change(dms_open=True)
    await end_all(*people)
