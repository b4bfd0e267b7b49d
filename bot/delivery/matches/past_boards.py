"""Boards of earlier turns: their buttons are replaced by one that leads to the newest board.

It is no link: that would lead to the next board only, unless each new one cost an edit of all that
are before it. A board that is kept up to date is an earlier one only once another message takes its
place. Direct messages to several players stay as they are: this must not cost more than one edit
per turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord

import matches
from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.transport.direct_messages import people
from bot.delivery.transport.posts import Sent
from bot.delivery.transport.tokens import Tokens
from bot.interactions.locale import language_at
from bot.text.discord_codes import TROUBLES
from bot.ui.controls import button, custom_id, view
from games.words import N_
from matches.model.errors import TableError
from matches.model.ids import ChannelId, MatchId, MessageId
from matches.model.match import Listing, Match
from matches.outbox import queue

log = logging.getLogger(__name__)

NEWEST = N_("Latest board")
PATIENCE = 3.0
"""Seconds that the edit may take, once the budget allows it: the next turn waits for it."""


async def retire_for(bot: Bot, match: Match, sent: Sequence[Sent]) -> MessageId | None:
    """Replaces the buttons of the board before this one, which is the last of those `sent`. Returns
    its message, if its buttons will have to be replaced in turn.

    A board that could not be noted as shown is sent again, perhaps after a later one. In that case
    nothing changes. If the edit fails, it is not repeated: old buttons do no harm, because each
    carries the position for which it was made.
    """
    try:
        if not sent or not _is_single(match):
            return None
        newest = sent[-1].id
        before = await queue.last_board(bot.database, match.id)
        if before == newest or ((before or 0) > newest and await _has_moved_on(bot, match)):
            return None
        if before is not None:
            await _retire(bot, match, before)
    except (*TROUBLES, TableError) as error:
        log.log(level_of(error), "match=%s an earlier board: %s", match.id, error)
    return sent[-1].id


def _is_single(match: Match) -> bool:
    """Whether there is only one message with the board."""
    return not match.apart or (match.private and len(people(match)) == 1)


async def _has_moved_on(bot: Bot, match: Match) -> bool:
    return (await matches.get(bot.database, match.id)).base != match.base


async def _retire(bot: Bot, match: Match, before: MessageId) -> None:
    place = match.place
    where = await bot.direct.of(people(match)[0]) if match.apart else place.where
    language = await language_at(bot, place)
    to = custom_id("newest", match.id)  # Without an entry: it doesn't tell which board this is.
    newest = view(button(language.gettext(NEWEST), to))
    if await asyncio.wait_for(bot.service(Tokens).edit(before, view=newest), PATIENCE):
        return
    await bot.pace.spare()
    with bot.shut.reaching(where, None if match.apart else place.above):
        await asyncio.wait_for(_message(bot, match, where, before).edit(view=newest), PATIENCE)


async def address(bot: Bot, match: Listing, direct: ChannelId | None = None) -> str | None:
    """Where the last board is shown, if that is known; of a match without a channel, in the
    `direct` messages of its only reader. Raises Unavailable.
    """
    return (await addresses(bot, [match], direct)).get(match.id)


async def addresses(
    bot: Bot, listed: Sequence[Listing], direct: ChannelId | None = None
) -> dict[MatchId, str]:
    """The same for several matches, read at once. Raises Unavailable."""
    places = [(one, direct if one.apart else one.place.where) for one in listed]
    shown = [(one, where) for one, where in places if where is not None]
    last = await queue.last_boards(bot.database, [one.id for one, _ in shown]) if shown else {}
    return {
        one.id: _message(bot, one, where, last[one.id]).jump_url
        for one, where in shown
        if one.id in last
    }


def _message(
    bot: Bot, match: Listing, channel_id: ChannelId, message_id: MessageId
) -> discord.PartialMessage:
    guild = None if match.apart else match.place.guild
    return bot.get_partial_messageable(channel_id, guild_id=guild).get_partial_message(message_id)
