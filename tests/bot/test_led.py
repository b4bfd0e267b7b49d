"""Whoever acts elsewhere is led to the board; if that fails, what they did stands all the same."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import matches
from bot.app.client import Dreierlei
from bot.delivery.matches import publication
from bot.delivery.transport.posts import Sent
from bot.ui.message import Reply
from matches.model.errors import Unavailable
from matches.model.ids import ChannelId, GuildId, MessageId
from matches.model.match import Match, Place
from tests.bot.test_prefetch import ANN, BEN, bot

__all__ = ["bot"]


@pytest.fixture
async def private(bot: Dreierlei) -> Match:
    """A match in direct messages."""
    table = await matches.open_table(
        bot.database,
        game="attangle",
        host=ANN,
        invited=(BEN,),
        place=Place(GuildId(7), ChannelId(8)),
        private=True,
    )
    return await matches.accept(bot.database, table.id, BEN)


def _refusal() -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=403, reason="", headers={})
    return discord.HTTPException(answer, {"code": 50007, "message": ""})


@pytest.mark.parametrize("error", [_refusal(), Unavailable()], ids=["Discord", "the database"])
async def test_trouble_on_the_way_to_the_board(private: Match, error: Exception) -> None:
    """The board has reached everybody: nobody is told that it hasn't, and nothing is sent again."""

    async def refused(_: int) -> int:
        raise error

    client = SimpleNamespace(direct=SimpleNamespace(of=refused))
    interaction: Any = SimpleNamespace(
        client=client,
        user=SimpleNamespace(id=ANN),
        message=None,
        locale=discord.Locale.american_english,
        extras={},
        channel_id=9,
    )
    done = Reply("You played.")
    assert (
        await publication.led(interaction, private, done, [Sent(MessageId(1), ChannelId(2))])
        == done
    )
