"""The outbox sender, with a bot that is not connected."""

from __future__ import annotations

from dataclasses import replace

import pytest

import matches
from bot.context import Bot
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.transport.outbox import Outbox
from bot.text.discord_codes import ATTEMPTS
from matches import Match
from matches.effects.notices import board_key
from matches.model.errors import Unavailable, UnknownMatch
from matches.outbox.queue import Notice, boards, due
from tests.bot.test_prefetch import ANN, bot, match

__all__ = ["bot", "match"]


async def test_nothing_is_begun_while_the_bot_stops(bot: Bot, match: Match) -> None:
    """Notices then stay in the outbox for the next process, unclaimed."""
    turn = str(match.game.legal_moves(match.position)[0])
    played = await matches.play(bot.database, match.id, ANN, turn)
    for board in await boards(bot.database, match.id, played.match.base):
        await bot.service(Outbox).send_now(board.key)
    bot.stopping = True
    await bot.service(OutboxSender)._round()
    assert not bot.service(OutboxSender)._sending
    assert await due(bot.database)


async def _taken(bot: Bot, key: str) -> Notice:
    """What is owed under this key, once the sender has taken it."""
    await bot.service(Outbox).send_now(key)
    return next(one for one in await due(bot.database) if one.key == key)


PASSING = (ConnectionResetError(), TimeoutError(), Unavailable(match="-"))
"""Of the network, and of the database."""
MISTAKES = (KeyError("x"), RuntimeError(), UnknownMatch(match="-"))


@pytest.mark.parametrize("error", [*PASSING, *MISTAKES], ids=repr)
async def test_what_passes_by_itself_is_not_given_up(
    bot: Bot, match: Match, error: Exception
) -> None:
    """However often a notice was tried: it isn't at fault. After a mistake of ours it is."""
    notice = replace(await _taken(bot, board_key(match)), attempts=10 * ATTEMPTS)
    wait = await bot.service(OutboxSender)._patience(notice, error)
    assert (wait is not None) == (error in PASSING)
