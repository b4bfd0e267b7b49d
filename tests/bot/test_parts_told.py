"""News that need several messages, when Discord refuses one of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import TypeAlias

import discord
import pytest

from bot.app.client import Dreierlei
from bot.delivery.competitions import news
from bot.delivery.transport.posts import Sent
from bot.text.discord_codes import LINES
from bot.ui.message import Reply
from competitions.model.events import Paired
from competitions.model.settings import Settings
from competitions.tournaments.news import Moment, Told
from matches.model.errors import Unavailable
from matches.model.ids import ChannelId
from playground.server import Server
from playground.world import Channel
from tests.bot.test_prefetch import bot
from tests.bot.test_requests import channel, refuse, server
from tests.support.held import NOW, begun, held_of

__all__ = ["bot", "channel", "server"]

MUTED = next(line for line in LINES if line.code == 40004)

Tell: TypeAlias = Callable[..., Awaitable[int | None]]


async def _replies(*_: object) -> list[Reply]:
    return [Reply(f"part {number}") for number in range(3)]


@pytest.fixture
def tell(bot: Dreierlei, server: Server, channel: Channel) -> Tell:
    """Tells news of three parts, on a Discord that forgets nonces at once."""
    server.world.settings.nonce_window = 0.0
    now = begun(Settings("round-robin", most=4), 1, 4)
    held = held_of(now, 1)
    told = Told(9, Paired(1, ()), NOW, None, None, Moment(now, held.teams))
    where = ChannelId(channel.id)
    return partial(news.tell_one, bot, held, told, _replies, late=timedelta(), where=lambda: where)


def _said(channel: Channel) -> list[str]:
    return [one.content for one in channel.messages.values()]


async def test_each_part_is_sent_once(tell: Tell, server: Server, channel: Channel) -> None:
    """Though the next one is refused for longer than Discord remembers what was sent."""
    noted = list[int]()

    async def sent(_: object, message: Sent) -> None:
        noted.append(int(message.id))
        if len(noted) == 1:
            refuse(server, "message", MUTED, 1)

    with pytest.raises(discord.Forbidden):
        await tell(sent=sent)
    assert await tell(sent=sent) == 3
    assert _said(channel) == ["part 0", "part 1", "part 2"]
    assert noted == [*channel.messages]


async def test_a_part_is_sent_once_though_what_follows_it_fails(
    tell: Tell, channel: Channel
) -> None:
    """What follows is tried again, alone."""
    tried = list[int]()

    async def sent(_: object, message: Sent) -> None:
        tried.append(int(message.id))
        if len(tried) == 2:
            raise Unavailable

    with pytest.raises(Unavailable):
        await tell(sent=sent)
    assert await tell(sent=sent) == 3
    assert _said(channel) == ["part 0", "part 1", "part 2"]
    first, second, third = channel.messages
    assert tried == [first, second, second, third]


async def test_what_is_found_is_left_to_one_until_its_last(
    bot: Dreierlei, server: Server, channel: Channel
) -> None:
    """After each message but the last it is noted that there is more: else another process would
    be given the rest at the same time.
    """
    now = begun(Settings("round-robin", most=4), 1, 4)
    held = held_of(now, 1)
    moment = Moment(now, held.teams)
    found = [Told(seq, Paired(1, ()), NOW, None, None, moment) for seq in (9, 10, 11)]
    noted = list[tuple[int, bool]]()

    async def note(seq: int, *, more: bool) -> None:
        noted.append((seq, more))

    async def replies(told: Told, _: timedelta) -> list[Reply]:
        return [Reply(f"entry {told.seq}")]

    async def renew(**_: object) -> None:
        raise AssertionError("it was noted with what was told")

    done = await news.tell(
        bot, held, found, replies, since=NOW, renew=renew, told=note,
        where=lambda: ChannelId(channel.id),
    )  # fmt: skip
    assert done
    assert noted == [(9, True), (10, True), (11, False)]
    assert _said(channel) == ["entry 9", "entry 10", "entry 11"]
