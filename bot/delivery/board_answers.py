"""Boards as answers to the interactions that have changed them.

What answers an interaction spends nothing of the requests that Discord allows a bot, and may be
edited for a quarter of an hour at the same price. But answers have no nonces: when Discord's reply
is lost nobody knows whether the answer is there. So each is tried once, and looked for in the
channel's history before the board is sent in another way.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import Any, Protocol

import aiohttp
import discord
from discord.http import MultipartParameters, Route, handle_message_parameters

from bot.context import Bot, Interaction
from bot.context.shut_channels import level_of
from bot.delivery import answers
from bot.delivery.posts import Sent, body_of
from bot.interactions.response import first, is_anew
from bot.text.discord_codes import TROUBLES
from bot.ui.message import Reply
from matches.model.ids import ChannelId, MessageId
from matches.outbox import queue
from matches.outbox.queue import Notice

log = logging.getLogger(__name__)

VALID = 14 * 60.0
"""Seconds for which an answer can be edited: Discord allows a quarter of an hour."""
PROMPT = queue.LEASE.total_seconds() / 4
"""Seconds after a turn in which its board may still be an answer. Later another process might send
the board meanwhile.
"""
LIMIT = 10_000
"""How many answers are remembered."""
PATIENCE = 2.0
"""Seconds that a board waits for the first answer, which it follows."""
_PAGES = 5


class Way(Protocol):
    """Another way to show something in a channel than by a message with a nonce."""

    async def send(self, where: ChannelId, reply: Reply) -> Sent | None:
        """Shows it there. Returns None if it is not there, and has to be sent; raises TROUBLES if
        that can't be found out.
        """


class BoardAnswers:
    """The boards that can be edited as answers, as this process knows them."""

    def __init__(self) -> None:
        self._answers: OrderedDict[MessageId, tuple[discord.Webhook, float]] = OrderedDict()

    def note(self, message: MessageId, webhook: discord.Webhook) -> None:
        """Notes the message as an answer that was sent just now."""
        self._answers[message] = webhook, time.monotonic() + VALID
        if len(self._answers) > LIMIT:
            self._answers.popitem(last=False)

    async def edit(self, message: MessageId, **changes: Any) -> bool:
        """Edits a message as the answer that it is. `changes` are as for `Message.edit`. Returns
        whether that was possible.
        """
        webhook, until = self._answers.get(message, (None, 0.0))
        if webhook is None or until < time.monotonic():
            self._answers.pop(message, None)
            return False
        path = f"/webhooks/{webhook.id}/{webhook.token}/messages/{message}"
        try:
            with handle_message_parameters(**changes) as given:
                await _request(webhook.session, "PATCH", path, given)
        except TROUBLES as error:
            log.log(level_of(error), "message=%d is no answer any more: %s", message, error)
            return False
        return True


class ByAnswer:
    """A board as an answer that follows the first one, in the match's own place.

    The first answer is `done`, or where that replaces the message with the control, Discord is told
    that it will come. A first answer that takes long holds no board up.
    """

    def __init__(self, interaction: Interaction, done: Reply) -> None:
        self._interaction, self._done = interaction, done
        self._until = time.monotonic() + PROMPT
        self.told = False
        """Whether the user has read what was done."""

    async def send(self, where: ChannelId, reply: Reply) -> Sent | None:
        """As in `Way`."""
        if not self._is_possible(where, reply) or not await self._begin():
            return None
        bot, webhook = self._interaction.client, self._interaction.followup
        path, allowed = f"/webhooks/{webhook.id}/{webhook.token}?wait=true", bot.allowed_mentions
        try:
            with handle_message_parameters(
                previous_allowed_mentions=allowed, **reply.sent()
            ) as given:
                message = await _request(webhook.session, "POST", path, given)
        except (discord.DiscordServerError, aiohttp.ClientError, OSError) as error:
            log.info("interaction=%d: is its board there? %s", self._interaction.id, error)
            message = await _found(bot, where, self._interaction.id)
        except discord.HTTPException as error:
            log.info("interaction=%d: no board as an answer: %s", self._interaction.id, error)
            return None
        if message is None or message["flags"] & discord.MessageFlags.ephemeral.flag:
            return None
        sent = Sent(MessageId(int(message["id"])), where)
        bot.service(BoardAnswers).note(sent.id, webhook)
        return sent

    def _is_possible(self, where: ChannelId, reply: Reply) -> bool:
        """Whether everybody there would see the answer, and it could be found if it got lost."""
        interaction, now = self._interaction, time.monotonic()
        here, may = interaction.channel, interaction.app_permissions
        if where != interaction.channel_id or not interaction.is_guild_integration():
            return False
        sending, parent = may.send_messages, None
        if isinstance(here, discord.Thread):
            if here.archived or here.locked:
                return False
            sending, parent = may.send_messages_in_threads, here.parent_id
        if reply.picture is not None and not may.attach_files:
            return False
        allowed = sending and may.view_channel and may.read_message_history
        return allowed and now < self._until and not interaction.client.shut.is_shut(where, parent)

    async def _begin(self) -> bool:
        """Gives the first answer, or has it begun. Returns whether an answer can follow it."""
        anew = is_anew(self._interaction)
        work = answers.tell(self._interaction, self._done) if anew else self._acknowledge()
        beginning = asyncio.create_task(work)
        self._interaction.client.unfinished.add(beginning)
        await asyncio.wait({beginning}, timeout=PATIENCE)
        self.told = anew and beginning.done()
        return beginning.done() and self._interaction.response.is_done()

    async def _acknowledge(self) -> None:
        try:
            async with first(self._interaction) as is_first:
                if is_first:
                    await self._interaction.response.defer()
        except TROUBLES as error:
            log.log(level_of(error), "not acknowledged: %s", error)


class Found:
    """A board that may be there already, as an answer to this interaction."""

    def __init__(self, bot: Bot, interaction: int) -> None:
        self._bot, self._interaction = bot, interaction

    async def send(self, where: ChannelId, reply: Reply) -> Sent | None:
        """As in `Way`."""
        message = await _found(self._bot, where, self._interaction)
        return None if message is None else Sent(MessageId(int(message["id"])), where)


async def way_of(bot: Bot, notice: Notice) -> Way | None:
    """How a board may have been shown that is still owed; None if it answers nobody."""
    interaction = await queue.interaction_of(bot.database, notice)
    return None if interaction is None else Found(bot, interaction)


async def _found(bot: Bot, where: ChannelId, interaction: int) -> Any:
    """The message in a channel that answers an interaction, if there is one."""
    route, after = Route("GET", "/channels/{channel_id}/messages", channel_id=where), interaction
    for _ in range(_PAGES):
        found = await bot.http.request(route, params={"after": after, "limit": 100})
        for one in found:
            if int((one.get("interaction_metadata") or {}).get("id", 0)) == interaction:
                return one
        if len(found) < 100:
            return None
        after = max(int(one["id"]) for one in found)
    return None


async def _request(
    session: aiohttp.ClientSession, method: str, path: str, given: MultipartParameters
) -> Any:
    """Asks Discord once for something that needs no authorization. Raises TROUBLES."""
    async with session.request(method, f"{Route.BASE}{path}", **body_of(given)) as response:
        said = await discord.http.json_or_text(response)
        if response.status >= 500:
            raise discord.DiscordServerError(response, said)
        if response.status >= 300:
            raise discord.HTTPException(response, said)
        return said
