"""Boards in direct messages of which nobody knows whether they are there, with a bot that is not
connected.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app.client import Dreierlei
from bot.delivery.matches.board_answers import (
    Awaited,
    Following,
    Found,
    Repeated,
    SentElsewhere,
    Way,
)
from bot.delivery.matches.direct_boards import by_answers
from bot.delivery.transport import tokens
from bot.delivery.transport.posts import Sent
from bot.delivery.transport.tokens import Tokens
from bot.messages.board import ON_BOARDS
from bot.ui.controls import custom_id
from bot.ui.message import Reply
from matches.effects.notices import GRACE
from matches.model.ids import PlayerId
from tests.bot.test_answers_in_doubt import (
    BOT,
    MATCH,
    SENT,
    WHERE,
    _history,
    _interaction,
    _message,
    _notice,
    _token,
)
from tests.bot.test_prefetch import ANN, BEN, bot

pytestmark = pytest.mark.untraced

__all__ = ["bot"]

BOARD = Reply("the board")


def _match(*people: PlayerId) -> Any:
    """A private match of these people, at its 18th entry."""
    return SimpleNamespace(id=MATCH, base=18, seated=people, invited=())


def _board(base: int) -> dict[str, Any]:
    return _message(custom_id(ON_BOARDS, MATCH, base), answers=1)


@pytest.fixture
def opened(bot: Dreierlei, monkeypatch: pytest.MonkeyPatch) -> Dreierlei:
    """The bot, which knows everybody's direct messages."""

    async def of(_: PlayerId) -> int:
        return WHERE

    monkeypatch.setattr(bot.direct, "of", of)
    monkeypatch.setattr(bot._connection, "user", SimpleNamespace(id=BOT))
    return bot


async def _sent(bot: Dreierlei, way: Way, *people: PlayerId) -> Sent | None:
    instead = by_answers(bot, _match(*people), way)
    assert instead is not None
    return await instead(ANN, BOARD)


async def test_only_what_is_prompt_follows(
    opened: Dreierlei, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later, another process may be sending it: only the same nonce keeps it from being there
    twice.
    """

    async def follow(*_: Any, **__: Any) -> Sent:
        return SENT

    monkeypatch.setattr(tokens, "follow", follow)
    way = Following(opened, _notice(), [1], 1)
    assert await _sent(opened, way, ANN, BEN) is None  # There is nothing to follow.
    opened.service(Tokens).belongs_to(ANN, MATCH, WHERE, _token())
    assert await _sent(opened, way, ANN, BEN) == SENT
    monkeypatch.setattr("bot.delivery.matches.board_answers.PROMPT", 0.0)
    assert await _sent(opened, way, ANN, BEN) is None


@pytest.mark.parametrize("awaited", [Awaited, Repeated])
async def test_what_another_process_is_about_to_send(
    opened: Dreierlei, monkeypatch: pytest.MonkeyPatch, awaited: type[Found]
) -> None:
    """It is left to that one, and whatever is later has to wait, or it would come before it."""
    _history(opened, monkeypatch, [], [])
    with pytest.raises(SentElsewhere):
        await _sent(opened, awaited(opened, _interaction()), ANN, BEN)
    _history(opened, monkeypatch, [], [])
    old = Repeated(opened, _interaction(GRACE.total_seconds() + 1))
    assert await _sent(opened, old, ANN, BEN) is None


@pytest.mark.parametrize(("base", "there"), [(17, False), (18, True), (20, True)])
async def test_which_board_is_there(
    opened: Dreierlei, monkeypatch: pytest.MonkeyPatch, base: int, there: bool
) -> None:
    """Whatever it answers: its controls tell. A later one tells of this one, too, and for whoever
    plays alone, of all between them.
    """
    for people in ((ANN, BEN), (ANN,)):
        _history(opened, monkeypatch, [_board(base)])
        way = Found(opened, _interaction())
        assert await _sent(opened, way, *people) == (SENT if there else None)
        assert way.until == (base if there and len(people) == 1 else 0)


@pytest.mark.parametrize(("status", "code"), [(403, 50278), (500, 0)])
async def test_direct_messages_that_can_not_be_opened(
    bot: Dreierlei, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    """Whoever sends a message notes the refusal, so that it is not asked for at every turn."""
    response: Any = SimpleNamespace(
        status=status, reason="", headers={"Content-Type": "application/json"}
    )

    async def of(_: PlayerId) -> int:
        raise discord.HTTPException(response, {"code": code, "message": ""})

    monkeypatch.setattr(bot.direct, "of", of)
    way = Found(bot, _interaction())
    if code:
        assert await _sent(bot, way, ANN, BEN) is None
    else:
        with pytest.raises(discord.HTTPException):
            await _sent(bot, way, ANN, BEN)
