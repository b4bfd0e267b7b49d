"""The outbox sender, with a bot that is not connected."""

from __future__ import annotations

import matches
from bot.context import Bot
from bot.delivery.matches.outbox_sender import OutboxSender
from bot.delivery.transport.outbox import Outbox
from matches import Match
from matches.outbox.queue import boards, due
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
