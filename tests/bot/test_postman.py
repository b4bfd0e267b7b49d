"""The postman by himself, with a bot that is not connected."""

from __future__ import annotations

import matches
from bot.client import Dreierlei
from matches import Match
from matches.notices import boards, due
from tests.bot.test_ahead import ANN, bot, match

__all__ = ["bot", "match"]


async def test_nothing_is_begun_while_the_bot_stops(bot: Dreierlei, match: Match) -> None:
    """What is owed then is left for the next process, and not even taken from the outbox."""
    turn = str(match.game.legal_moves(match.position)[0])
    played = await matches.play(bot.database, match.id, ANN, turn)
    for board in await boards(bot.database, match.id, played.match.base):
        await bot.postman.hurry(board.key)
    bot.stopping = True
    await bot.postman._round()
    assert not bot.postman._sending
    assert await due(bot.database)
