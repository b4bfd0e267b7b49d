"""Tables on the playground: who sits there, what they show, and that they are closed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from matches.model.ids import MatchId
from playground.answers import Message, Reply
from playground.client import Channel, Playground, User
from playground.connection import PlaygroundError
from tests.support.matches import started


@asynccontextmanager
async def closing(pg: Playground) -> AsyncIterator[None]:
    """Tables are closed after the block, since their number is limited."""
    yield
    by_mention = {user.mention: user for user in pg.users}
    for channel in pg.channels:
        for message in await channel.messages():
            hosts = re.findall(r"<@\d+>", message.content)
            for label in {"Leave", "Withdraw challenge (host)"} & set(message.labels):
                if not message.ephemeral:
                    with suppress(PlaygroundError):  # Its match may have begun this moment.
                        await _confirm(await message.click(label, by=by_mention[hosts[0]]))


async def _confirm(left: Reply) -> None:
    """Closes the table even though others sit at it."""
    await left.refresh()
    for one in (left, *left.followups):
        for button in one.buttons:
            if str(button.get("custom_id")).endswith(":sure"):
                await one.click(button["custom_id"])


async def seats(channel: Channel, match_id: MatchId, *players: User) -> list[User]:
    """The player in each seat of the match that has begun."""
    return (await started(channel, match_id, players)).players


async def says(message: Message, part: str) -> bool:
    """Whether the message now has this text."""
    return part in (await message.refresh()).content


async def settled(table: Message) -> None:
    """Until the public table says that its match has begun, and only leads to its board."""
    await table.pg.wait_for(lambda: says(table, "The match has begun."))
    assert table.labels == ["Go to the board"]
