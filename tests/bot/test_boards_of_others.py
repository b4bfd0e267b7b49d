"""Boards that several processes try to show, with a bot that is not connected."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import matches
from bot.app.client import Dreierlei
from bot.delivery.matches import board_answers, channels
from bot.delivery.matches.board_answers import Found, SentElsewhere, TakenElsewhere
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.transport.outbox import Outbox
from bot.text.discord_codes import INVALID
from bot.ui.message import Reply
from matches import Match
from matches.effects.notices import board_key
from matches.model.ids import ChannelId, MessageId
from matches.outbox import queue
from tests.bot.test_prefetch import ANN, BEN, bot, match

pytestmark = pytest.mark.untraced

__all__ = ["bot", "match"]

INTERACTION = 1576736839295827971


async def _nothing_there(*_: Any, **__: Any) -> Sequence[Any]:
    """A channel without messages."""
    return []


@pytest.mark.parametrize("since", ["nothing", "taken", "put back and taken"])
async def test_a_board_that_was_put_off_here(
    bot: Dreierlei, match: Match, monkeypatch: pytest.MonkeyPatch, since: str
) -> None:
    """A later board may tell of it, unless another process has taken it since: then both would be
    shown.
    """
    monkeypatch.setattr(bot.http, "request", _nothing_there)
    await queue.done(bot.database, board_key(match))
    for player, interaction in ((ANN, INTERACTION), (BEN, None)):
        turn = str(match.game.legal_moves(match.position)[0])
        played = await matches.play(bot.database, match.id, player, turn, interaction=interaction)
        match = played.match
    notice = (await queue.boards(bot.database, match.id, match.base))[-1]
    attempt = await queue.take(bot.database, notice, ours=False)
    assert attempt == 1
    with bot.service(Outbox).busy_with(notice.key, attempt=attempt):
        pass
    await queue.hold(bot.database, [notice.key], timedelta(seconds=5))
    if since == "put back and taken":
        await bot.service(OutboxSender)._put_back(notice, timedelta())
    if since != "nothing":
        assert await queue.take(bot.database, notice, ours=True) == 1 + (since == "taken")
    way = await board_answers.way_of(bot, notice)
    assert way is not None
    with pytest.raises(TakenElsewhere) as refused:
        await way.send(ChannelId(match.place.where), Reply(""))
    assert isinstance(refused.value, SentElsewhere) == (since != "nothing")


def _refused(status: int, code: int) -> Callable[..., Awaitable[Any]]:
    """What Discord does with a request that it refuses."""

    async def request(*_: Any, **__: Any) -> Any:
        answer: Any = SimpleNamespace(status=status, reason="")
        raise discord.HTTPException(answer, {"code": code, "message": ""})

    return request


async def test_an_answer_in_a_channel_that_we_cannot_see(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be there, and we may see the channel again before it is sent another time."""
    monkeypatch.setattr(bot.http, "request", _refused(403, 50001))
    with pytest.raises(discord.HTTPException):
        await Found(bot, INTERACTION).send(ChannelId(8), Reply(""))
    assert bot.shut.is_shut(8), "so nobody tries again at once"
    monkeypatch.setattr(bot.http, "request", _refused(404, 10003))
    assert await Found(bot, INTERACTION).send(ChannelId(9), Reply("")) is None


@pytest.mark.parametrize("over", [False, True])
async def test_a_kept_board_that_shows_the_result_already(
    bot: Dreierlei, match: Match, monkeypatch: pytest.MonkeyPatch, *, over: bool
) -> None:
    """Discord doesn't replace it, since it is laid out, and needn't. Whoever updates it may have
    read the match before its end, which another process has shown since.
    """
    await matches.move_to(bot.database, match.id, board=MessageId(7))
    before = await matches.get(bot.database, match.id)
    if over:
        await matches.resign(bot.database, match.id, ANN)
    monkeypatch.setattr(bot.http, "request", _refused(400, INVALID))
    if over:
        await channels.update_board(bot, before, Reply("1. a1"))
    else:
        with pytest.raises(discord.HTTPException):
            await channels.update_board(bot, before, Reply("1. a1"))
