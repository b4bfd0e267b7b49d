"""Boards in direct messages, as answers that follow what their player has done there last.

As in `board_answers`, they spend nothing of the requests that Discord allows a bot, and have no
nonces. They answer an interaction of the player, not the one that they result from. So nothing
tells for which turn one was sent but its controls, and it is looked for by these.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.context import Bot
from bot.delivery.matches.board_answers import SentElsewhere, TakenElsewhere, Way, entry_of
from bot.delivery.transport import tokens
from bot.delivery.transport.direct_messages import Instead, people
from bot.delivery.transport.posts import Sent
from bot.delivery.transport.tokens import Tokens
from bot.text.discord_codes import meaning_of
from bot.ui.message import Reply
from matches.model.ids import ChannelId, PlayerId
from matches.model.match import Match


def by_answers(bot: Bot, match: Match, way: Way | None) -> Instead | None:
    """How each player gets a board of the match that would be shown in this way in a channel; None
    if it can only be a message. It may raise SentElsewhere: a later board would come before it.
    """
    return None if way is None else partial(_send, bot, match, way)


async def _send(bot: Bot, match: Match, way: Way, player: PlayerId, reply: Reply) -> Sent | None:
    """As in `Instead`."""
    if bot.shut.is_shut(player) or (where := await _channel(bot, player)) is None:
        return None
    if way.since is not None:
        return await _found(bot, match, way, where, since=way.since)
    token = bot.service(Tokens).own(player, match.id, where)
    if token is None or not way.is_prompt:
        return None
    is_it = partial(_is_it, bot, match)
    return await tokens.follow(bot, token, where, reply, is_it=is_it, after=token.interaction)


async def _channel(bot: Bot, player: PlayerId) -> ChannelId | None:
    """The player's direct messages; None if Discord opens none. Whoever sends a message then notes
    that.
    """
    try:
        return await bot.direct.of(player)
    except discord.HTTPException as error:
        if meaning_of(error).shuts:
            return None
        raise


async def _found(bot: Bot, match: Match, way: Way, where: ChannelId, *, since: int) -> Sent | None:
    """The board that is there already, or a later one, which shows its turn, too."""
    there = await tokens.find(bot, where, after=since, is_it=partial(_is_it, bot, match))
    if there is None:
        try:
            await way.absent()
        except TakenElsewhere as error:
            raise SentElsewhere(str(error)) from None
        return None
    if len(people(match)) == 1:  # The others may have fewer boards.
        way.until = entry_of(bot, there, match.id)
    return tokens.sent_by(there, where)


def _is_it(bot: Bot, match: Match, message: Any) -> bool:
    return entry_of(bot, message, match.id) >= match.base
