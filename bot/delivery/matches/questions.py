"""Questions that are settled without their buttons: by a turn, by a command, or at a table.

Their message then says what became of them, and has no buttons any more. Nobody remembers where it
is: it is looked for among the newest ones of its channel, and left alone if it is further back. In
direct messages old buttons stay. Like that of an earlier board, the edit is tried once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

from discord.http import Route

from bot.context import Bot
from bot.context.shut_channels import level_of
from bot.delivery.matches.past_boards import PATIENCE
from bot.delivery.transport.tokens import Tokens
from bot.interactions.archived_threads import in_unarchived_thread
from bot.interactions.locale import language_at
from bot.messages import consent as consent_message
from bot.text.discord_codes import TROUBLES
from bot.ui.controls import texts
from bot.ui.message import Reply
from matches.model.ids import ChannelId, MessageId
from matches.model.match import Match, Question

log = logging.getLogger(__name__)

_NEWEST = 100
"""How many messages are looked through; Discord returns no more at once."""


async def settle(bot: Bot, match: Match, question: Question, reply: Reply) -> None:
    """Shows what has become of a question of a match, in its message. Raises nothing."""
    if not match.apart:
        place, controls = match.place, {consent_message.answer_id(match, question)}
        await show_instead(bot, place.where, place.above, controls, reply)


async def settle_lapsed(bot: Bot, match: Match) -> None:
    """Says under the questions that the last change of the position has left open that nobody can
    answer them any more. Raises nothing.
    """
    for one in match.lapsed:
        language = await language_at(bot, match.place)
        await settle(bot, match, one, consent_message.lapsed(match, one, language))


async def show_instead(
    bot: Bot, where: ChannelId, parent: ChannelId | None, controls: Collection[str], reply: Reply
) -> None:
    """Shows a reply in place of what has one of these controls there, among the newest messages.
    The `parent` is as for `in_unarchived_thread`. Raises nothing.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            with bot.shut.reaching(where, parent):
                found = await _with(bot, where, controls)
        for message in found:
            if not await bot.service(Tokens).edit(message, **reply.edited()):
                await bot.pace.spare()
                async with asyncio.timeout(PATIENCE):
                    with bot.shut.reaching(where, parent):
                        await _edit(bot, where, parent, message, reply)
    except TROUBLES as error:
        log.log(level_of(error), "channel=%d a settled question: %s", where, error)


async def _with(bot: Bot, where: ChannelId, controls: Collection[str]) -> list[MessageId]:
    """The newest messages there with one of these controls. Raises TROUBLES."""
    route = Route("GET", "/channels/{channel_id}/messages", channel_id=where)
    newest = await bot.http.request(route, params={"limit": _NEWEST})
    return [
        MessageId(int(one["id"]))
        for one in newest
        if not {*texts(one, "custom_id")}.isdisjoint(controls)
    ]


async def _edit(
    bot: Bot, where: ChannelId, parent: ChannelId | None, message: MessageId, reply: Reply
) -> None:
    """Edits a message. Raises TROUBLES."""
    found = bot.get_partial_messageable(where).get_partial_message(message)
    await in_unarchived_thread(bot, where, parent, lambda: found.edit(**reply.edited()))
