"""News that need several messages, when Discord refuses one of them."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.app.client import Dreierlei
from bot.delivery import news
from bot.delivery.posts import Sent
from bot.text.discord_codes import LINES
from bot.ui.message import Reply
from competitions.life.news import Moment, Told
from competitions.model.events import Paired
from competitions.model.settings import Settings
from matches.model.ids import ChannelId
from playground.server import Server
from playground.world import Channel
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import channel, refuse, server
from tests.support.held import NOW, begun, held_of

__all__ = ["bot", "channel", "server"]

MUTED = next(line for line in LINES if line.code == 40004)


async def test_each_part_is_sent_once(bot: Dreierlei, server: Server, channel: Channel) -> None:
    """Though the next one is refused for longer than Discord remembers what was sent."""
    now = begun(Settings("round-robin", most=4), 1, 4)
    held = held_of(now, 1)
    told = Told(9, Paired(1, ()), NOW, None, None, Moment(now, held.teams))
    server.world.settings.nonce_window = 0.0
    noted = list[int]()

    async def replies(*_: object) -> list[Reply]:
        return [Reply(f"part {number}") for number in range(3)]

    async def sent(_: object, message: Sent) -> None:
        noted.append(int(message.id))
        if len(noted) == 1:
            refuse(server, "message", MUTED, 1)

    async def tell() -> int | None:
        return await news.tell_one(
            bot,
            held,
            told,
            replies,
            late=timedelta(),
            sent=sent,
            where=lambda: ChannelId(channel.id),
        )

    with pytest.raises(discord.Forbidden):
        await tell()
    assert await tell() == 3
    said = [one.content for one in channel.messages.values()]
    assert said == ["part 0", "part 1", "part 2"]
    assert noted == [*channel.messages]
