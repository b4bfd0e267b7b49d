"""Boards in direct messages, as answers that follow what their player has done there last.

As in `board_answers`, they spend nothing of the requests that Discord allows a bot, and have no
nonces. They answer an interaction of the player, not the one that they result from. So what may
have been sent is looked for by its controls.
"""

from __future__ import annotations

from functools import partial

from bot.context import Bot
from bot.delivery.matches.board_answers import Way, could_be_found, is_board
from bot.delivery.transport import tokens
from bot.delivery.transport.direct_messages import Instead
from bot.delivery.transport.posts import Sent
from bot.delivery.transport.tokens import Tokens
from bot.ui.message import Reply
from matches.model.ids import PlayerId
from matches.model.match import Match


def by_answers(bot: Bot, match: Match, way: Way | None) -> Instead | None:
    """How each player gets a board of the match that would be shown in this way in a channel; None
    if it can only be a message.
    """
    return None if way is None else partial(_send, bot, match, way)


async def _send(bot: Bot, match: Match, way: Way, player: PlayerId, reply: Reply) -> Sent | None:
    """As in `Instead`. Raises TakenElsewhere."""
    if bot.shut.is_shut(player):
        return None
    where = await bot.direct.of(player)

    def is_it(message: object) -> bool:
        return is_board(bot, message, match.id, match.base)

    if way.since is not None:
        there = await tokens.find(bot, where, after=way.since, is_it=is_it)
        if there is None:
            await way.absent()
        return None if there is None else tokens.sent_by(there, where)
    token = bot.service(Tokens).following(match.id, where)
    if token is None or not could_be_found(reply, match.id, match.base):
        return None
    return await tokens.follow(bot, token, where, reply, is_it=is_it, after=token.interaction)
