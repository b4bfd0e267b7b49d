"""The gateway events for each change in the world, and the intents that they require."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntFlag
from functools import partial
from typing import Any

from . import payloads
from .errors import Json
from .world import Channel, Guild, Message, Role, User, World


class Intent(IntFlag):
    """The events that a session subscribes to."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_TYPING = 1 << 14
    SCHEDULED_EVENTS = 1 << 16
    MESSAGE_CONTENT = 1 << 15
    PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT


@dataclass
class Event:
    """One dispatch: for the shard of `guild_id`, if its session has one of the intents `needs`.

    `data` builds the payload. It is called at once or never, since many bots subscribe to few
    events.
    """

    name: str
    data: Callable[[], Json]
    guild_id: int | None
    needs: int


def translate(world: World, kind: str, subject: Any) -> Iterator[Event]:
    """The gateway events for one change; none if it does not concern the bot."""
    if kind.startswith("message."):
        yield from _message(world, kind, subject)
    elif kind.startswith("channel."):
        yield from _channel(world, kind, subject)
    elif kind == "guild.join":
        create = partial(_new_guild, world, subject)
        yield Event("GUILD_CREATE", create, subject.id, Intent.GUILDS)
    elif kind == "role.update":
        yield from _role(*subject)
    elif kind.startswith("event."):
        name = f"GUILD_SCHEDULED_EVENT_{kind.removeprefix('event.').upper()}"
        data = payloads.scheduled_event(subject, world)
        yield Event(name, lambda: data, subject.guild_id, Intent.SCHEDULED_EVENTS)
    elif kind == "guild.leave":
        gone = {"id": str(subject.id)}
        yield Event("GUILD_DELETE", lambda: gone, subject.id, Intent.GUILDS)
    elif kind == "typing":
        yield from _typing(world, *subject)


def _role(guild: Guild, role: Role) -> Iterator[Event]:
    data: Json = {"guild_id": str(guild.id), "role": payloads.role(role)}
    yield Event("GUILD_ROLE_UPDATE", lambda: data, guild.id, Intent.GUILDS)


def _new_guild(world: World, guild: Guild) -> Json:
    """A guild that the bot has just joined. Only those that it knew are said to be available."""
    created = payloads.guild_create(world, guild, all_members=False)
    return {key: value for key, value in created.items() if key != "unavailable"}


def _message(world: World, kind: str, message: Message) -> Iterator[Event]:
    channel, guild = message.channel, message.channel.guild
    if message.ephemeral_to is not None or not world.sees(world.bot, channel):
        return
    needs = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
    guild_id = guild.id if guild else None
    if kind == "message.delete":
        data: Json = {"id": str(message.id), "channel_id": str(channel.id)}
        if guild_id is not None:
            data["guild_id"] = str(guild_id)
        yield Event("MESSAGE_DELETE", lambda: data, guild_id, needs)
    else:
        name = "MESSAGE_CREATE" if kind == "message.create" else "MESSAGE_UPDATE"
        yield Event(name, lambda: payloads.message(message, world.base_url), guild_id, needs)


def _channel(world: World, kind: str, channel: Channel) -> Iterator[Event]:
    if channel.guild is None or world.bot.id not in channel.guild.members:
        return
    guild_id, action = channel.guild.id, kind.removeprefix("channel.").upper()
    data = payloads.channel(channel)
    if not channel.is_thread:
        yield Event(f"CHANNEL_{action}", lambda: data, guild_id, Intent.GUILDS)
        return
    if action != "DELETE" and not world.sees(world.bot, channel):
        return
    if action == "DELETE":
        data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
    elif action == "CREATE":
        data |= {"newly_created": True}
        if world.bot.id in channel.joined:
            data["member"] = payloads.thread_member(channel, world.bot)
    yield Event(f"THREAD_{action}", lambda: data, guild_id, Intent.GUILDS)


def _typing(world: World, channel: Channel, user: User) -> Iterator[Event]:
    if user.bot or not world.sees(world.bot, channel):
        return
    guild = channel.guild
    data: Json = {
        "channel_id": str(channel.id),
        "user_id": str(user.id),
        "timestamp": int(time.time()),
    }
    if guild is not None:
        data |= {"guild_id": str(guild.id), "member": payloads.member(guild, user)}
    needs = Intent.GUILD_TYPING if guild else Intent.DIRECT_TYPING
    yield Event("TYPING_START", lambda: data, guild.id if guild else None, needs)


def stripped(name: str, data: Json, world: World, intents: int) -> Json:
    """A message without its content, unless the session may read it: the bot's own, one that
    mentions it, or one in direct messages.
    """
    if name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & Intent.MESSAGE_CONTENT:
        return data
    bot_id = str(world.bot.id)
    concerned = "guild_id" not in data or data["author"]["id"] == bot_id
    if concerned or any(user["id"] == bot_id for user in data["mentions"]):
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}
