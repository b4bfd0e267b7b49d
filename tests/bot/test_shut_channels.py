"""How often a channel that refuses the bot is tried again."""

from __future__ import annotations

import gc
import weakref
from contextlib import suppress
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app.client import Dreierlei
from bot.context import shut_channels
from bot.context.shut_channels import FIRST, LONGEST, ShutChannels, StillShut
from matches.model.match import Place
from storage.ids import ChannelId, GuildId
from tests.bot.test_prefetch import bot

__all__ = ["bot"]

CHANNEL, THREAD = 7, 8
HIDDEN, MUTED = 50001, 50013
DAY = 24 * 3600.0


class Clock:
    """A time that only the test moves on."""

    def __init__(self) -> None:
        self.now = 50.0

    def monotonic(self) -> float:
        """In seconds."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of shut channels."""
    made = Clock()
    monkeypatch.setattr(shut_channels, "time", made)
    return made


def refusal(code: int = HIDDEN) -> discord.HTTPException:
    """What Discord answers to a request that it refuses with this code."""
    response: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})
    return discord.Forbidden(response, {"code": code, "message": "Missing Access"})


def tried(
    shut: ShutChannels,
    refused: discord.HTTPException | None,
    *,
    channel: int = CHANNEL,
    parent: int | None = None,
    sending: bool = True,
) -> bool:
    """Whether a request is made, which is refused so, or else accepted."""
    try:
        with shut.reaching(channel, parent, sending=sending):
            if refused is not None:
                raise refused
    except StillShut:
        return False
    except discord.HTTPException:
        return True
    return True


def test_pauses_grow_though_the_channel_can_be_seen(bot: Dreierlei, clock: Clock) -> None:
    """A channel that is looked at before each message may refuse only messages: that it is seen
    neither opens it nor shortens its pauses.
    """
    opened = list[str]()
    bot.shut.when_open(opened.extend)
    pauses = list[float]()
    for _ in range(4):
        assert tried(bot.shut, None, sending=False)
        assert tried(bot.shut, refusal(MUTED))
        bot.shut.pause_of(Place(GuildId(1), ChannelId(CHANNEL)), "news")
        began = clock.now
        while not tried(bot.shut, refusal(MUTED)):
            assert tried(bot.shut, None, sending=False)
            clock.now += 1
        pauses.append(clock.now - began)
        clock.now += LONGEST
    assert pauses == sorted(pauses)
    assert pauses[0] < pauses[-1]
    assert opened == []
    assert tried(bot.shut, None)
    assert "news" in opened


def test_pauses_grow(bot: Dreierlei, clock: Clock) -> None:
    """From half a minute, doubled each time, up to an hour: though somebody plays there every few
    seconds for two days, Discord hears of it some fifty times. Once it accepts a message, the next
    refusal begins anew.
    """
    tries, began = list[float](), clock.now
    while clock.now < began + 2 * DAY:
        if tried(bot.shut, refusal()):
            tries.append(clock.now)
        clock.now += 5
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    growing = [min(FIRST * 2**number, LONGEST) for number in range(len(pauses))]
    assert pauses == growing
    assert growing[0] < growing[-1] == LONGEST
    assert len(tries) <= 2 * 24 + len([one for one in growing if one < LONGEST]) + 1
    clock.now += LONGEST
    assert tried(bot.shut, None)
    assert tried(bot.shut, refusal())
    assert not tried(bot.shut, refusal())
    clock.now += FIRST
    assert tried(bot.shut, None)


def test_a_hidden_thread_of_a_channel_that_refuses_messages(bot: Dreierlei, clock: Clock) -> None:
    """It is left alone, too. The channel isn't asked whether it is hidden itself, since nothing is
    sent there.
    """
    assert tried(bot.shut, refusal(MUTED))
    assert tried(bot.shut, refusal(), channel=THREAD, parent=CHANNEL)
    assert not tried(bot.shut, refusal(), channel=THREAD, parent=CHANNEL)
    clock.now += FIRST
    assert tried(bot.shut, None, channel=THREAD, parent=CHANNEL)


def test_nothing_of_a_refused_request_is_kept(bot: Dreierlei) -> None:
    """Its picture could be large, and many channels may be shut, some of them for good."""

    class Picture:
        pass

    sent = list[weakref.ref[Picture]]()

    def send(picture: Picture) -> None:
        sent.append(weakref.ref(picture))
        with bot.shut.reaching(CHANNEL, sending=True):
            raise refusal()

    with suppress(discord.HTTPException):
        send(Picture())
    gc.collect()
    assert not tried(bot.shut, None)
    assert [picture() for picture in sent] == [None]
