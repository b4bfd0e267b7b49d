"""Sends messages to channels with little overhead.

discord.py would build unused objects from Discord's answers, and write a body with a picture to the
socket in ten small pieces. Under load that is a tenth of the cost of a turn.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import BytesPayload
from discord.http import MultipartParameters, Route, handle_message_parameters

from bot.context import Bot
from bot.interactions.retries import repeated
from bot.ui.message import Reply
from matches.model.ids import ChannelId, MessageId, PlayerId


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that was sent: its id, and its channel or thread."""

    id: MessageId
    channel: ChannelId
    controls: tuple[str, ...] = field(default=(), compare=False)
    """The ids of its controls, if it is an answer to an interaction."""


def sent_as(message: discord.Message) -> Sent:
    """A message that discord.py has sent."""
    return Sent(MessageId(message.id), ChannelId(message.channel.id))


async def post(
    bot: Bot, channel_id: ChannelId, nonce: str, parent_id: ChannelId | None = None, **message: Any
) -> Sent:
    """Sends a message to a channel, or to a thread below the channel `parent_id`.

    `message` is as for `Messageable.send`. Within some minutes, Discord sends nothing twice with
    the same nonce. Raises the same as discord.py, and StillShut.
    """
    files = bool(message.get("file") or message.get("files"))
    with bot.shut.reaching(channel_id, parent_id, sending=True, files=files):
        return await _post(bot, channel_id, nonce, **message)


async def post_to(bot: Bot, player_id: PlayerId, nonce: str, **message: Any) -> Sent:
    """Like `post`, but sends a direct message."""
    with bot.shut.reaching(player_id, sending=True):
        return await _post(bot, await bot.direct.of(player_id), nonce, **message)


async def once(send: Callable[..., Awaitable[Sent]], reply: Reply) -> Sent:
    """Sends a reply once, even if Discord's answer is lost and the request repeated."""
    return await repeated(lambda: send(**reply.sent()))


async def _post(bot: Bot, channel_id: ChannelId, nonce: str, **message: Any) -> Sent:
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel_id)
    with handle_message_parameters(
        nonce=nonce, previous_allowed_mentions=bot.allowed_mentions, **message
    ) as given:
        sent = await bot.http.request(route, **body_of(given))
    return Sent(MessageId(int(sent["id"])), channel_id)


def body_of(given: MultipartParameters) -> dict[str, Any]:
    """The body of a request, as arguments for a session."""
    if not given.multipart:
        return {"json": given.payload}
    boundary = secrets.token_hex(16)
    pieces = list[bytes]()
    for part in given.multipart:
        value, file = part["value"], part.get("filename")
        named = f'; filename="{file}"' if file else ""
        kind = part.get("content_type", "application/json")
        pieces.append(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{part["name"]}"{named}\r\n'
            f"Content-Type: {kind}\r\n\r\n".encode()
        )
        pieces.append(value.encode() if isinstance(value, str) else value.read())
        pieces.append(b"\r\n")
    pieces.append(f"--{boundary}--\r\n".encode())
    kind = f"multipart/form-data; boundary={boundary}"
    return {"data": BytesPayload(b"".join(pieces), content_type=kind)}
