"""Channels and guilds that refuse the bot, and people who accept no direct messages.

After a refusal a channel is left alone for a while, longer each time, so that it isn't tried for
every turn of a match. A message that is accepted there opens it at once, as does any event about
the channel, its roles or its guild. People who use the bot may have opened their direct messages,
but most have not: those are tried once more, and only once in a pause. A new process starts without
this knowledge; the outbox has its own due times.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import discord
from discord.ext import commands

from bot.text.discord_codes import meaning_of
from matches.model.match import Place

FIRST, LONGEST = 30.0, 3600.0
"""Seconds for which a channel is left alone: after the first refusal, and at most."""
LIMIT = 100_000
"""How many channels and people are remembered."""


class StillShut(discord.HTTPException):
    """A request was not sent, because its channel refused one lately. Counts as the same
    refusal.
    """

    def __init__(self, refused: discord.HTTPException) -> None:
        super().__init__(refused.response, {"code": refused.code, "message": refused.text})


def level_of(error: BaseException) -> int:
    """The log level of a refusal: low if the log has mentioned the shut channel already."""
    return logging.DEBUG if isinstance(error, StillShut) else meaning_of(error).level


@dataclass
class _Door:
    """A channel that is shut."""

    refused: discord.HTTPException
    parent: int | None
    pause: float
    until: float
    waiting: set[str] = field(default_factory=set)
    """Keys of notices to send once it opens."""
    knocked: bool = False
    """Whether another attempt has been allowed in this pause."""
    ajar: bool = False
    """Whether the next request may be tried."""

    def holds(self) -> bool:
        """Whether the pause is not over yet."""
        return time.monotonic() < self.until


class ShutChannels:
    """The shut channels that this process knows, by the id of the channel or of the person."""

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self._doors: OrderedDict[int, _Door] = OrderedDict()
        self._below: dict[int, set[int]] = {}
        """The shut threads, by parent."""
        self._mended: list[Callable[[Iterable[str]], None]] = []
        self._bot = bot
        bot.add_listener(self._channel, "on_guild_channel_update")
        bot.add_listener(self._channel, "on_thread_update")
        bot.add_listener(self._role, "on_guild_role_update")
        bot.add_listener(self._guild, "on_guild_join")
        bot.add_listener(self._guild, "on_guild_available")

    def when_open(self, mended: Callable[[Iterable[str]], None]) -> None:
        """Calls a function with the waiting notices whenever a channel opens."""
        self._mended.append(mended)

    @contextmanager
    def reaching(
        self,
        channel: int,
        parent: int | None = None,
        *,
        sending: bool = False,
        files: bool = False,
    ) -> Iterator[None]:
        """Wraps a request to a channel, a thread below a `parent`, a guild or a person, and notes
        whether it is refused. A channel that refuses messages may still allow other requests, and
        one that refuses `files` may accept words. Raises StillShut.
        """
        refused = self._refusal(channel, parent)
        if refused is not None and (sending or meaning_of(refused).hides):
            raise StillShut(refused)
        try:
            yield
        except discord.HTTPException as error:
            meaning = meaning_of(error)
            shuts = meaning.shuts and not (files and meaning.bears_words)
            if (shuts if sending else meaning.hides) and not isinstance(error, StillShut):
                self._shut(channel, parent, error)
            raise
        door = self._doors.get(channel)
        # That a channel can be seen doesn't show that it accepts messages.
        if door is not None and (sending or meaning_of(door.refused).hides):
            self.open(channel)

    def require(self, place: Place) -> None:
        """Raises StillShut if the match can't be shown at its place."""
        if doors := self._doors_of(place):
            raise StillShut(doors[0].refused)

    def is_shut(self, channel: int) -> bool:
        """Whether a message there would not be sent."""
        return self._refusal(channel, self._parent(channel)) is not None

    def holds(self, place: Place) -> bool:
        """Whether a match at this place can't be shown for now."""
        return bool(self._doors_of(place))

    def pause_of(self, place: Place, key: str) -> timedelta | None:
        """How long to leave a match at this place alone; None if it can be shown. The notice with
        this key is sent as soon as the place opens.
        """
        doors = self._doors_of(place)
        for door in doors:
            door.waiting.add(key)
        return self._pause(doors)

    def _doors_of(self, place: Place) -> list[_Door]:
        """The shut channels that block the way to a place; none if there is an open way."""
        known = [self._known(place.channel)]
        if place.own_thread is not None and self._refusal(place.own_thread, place.channel):
            known.append(self._known(place.own_thread))
        elif place.own_thread is not None:
            return []
        return [door for door in known if door] if known[0] else []

    def _pause(self, doors: list[_Door]) -> timedelta | None:
        if not doors:
            return None
        return timedelta(seconds=max(0.0, min(door.until for door in doors) - time.monotonic()))

    def _refusal(self, channel: int, parent: int | None) -> discord.HTTPException | None:
        """The refusal that a request would get. A thread is hidden if its parent is, and may be
        visible again once that is.
        """
        own, above = self._known(channel), self._known(parent)
        if above is not None and meaning_of(above.refused).hides:
            return above.refused
        if own is None or (parent is not None and meaning_of(own.refused).hides):
            return None
        return own.refused

    def _known(self, channel: int | None) -> _Door | None:
        """The entry of a channel that still has to be left alone."""
        door = self._doors.get(channel) if channel is not None else None
        return door if door is not None and door.holds() and not door.ajar else None

    def _shut(self, channel: int, parent: int | None, error: discord.HTTPException) -> None:
        before = self._doors.get(channel)
        if before is not None and before.holds():  # One of several requests.
            before.ajar = False
            return
        pause = min(before.pause * 2, LONGEST) if before else FIRST
        waiting = before.waiting if before else set[str]()
        self._forget(channel)
        parent = parent or self._parent(channel)
        self._doors[channel] = _Door(error, parent, pause, time.monotonic() + pause, waiting)
        if parent is not None:
            self._below.setdefault(parent, set()).add(channel)
        if len(self._doors) > LIMIT:
            self._forget(next(iter(self._doors)))

    def _parent(self, channel: int) -> int | None:
        """The channel or forum whose permissions are those of a thread, also where a match is
        played in a thread that is not its own.
        """
        known = self._bot.get_channel(channel)
        return known.parent_id if isinstance(known, discord.Thread) else None

    def knock(self, person: int) -> None:
        """A person has used the bot: if their direct messages are shut, allows one more attempt in
        this pause.
        """
        door = self._known(person)
        if door is not None and not door.knocked:
            door.knocked = door.ajar = True

    def open(self, *channels: int) -> None:
        """Opens these, and the threads below them."""
        for channel in channels:
            for one in (channel, *self._below.get(channel, ())):
                if (door := self._forget(one)) is not None:
                    for mended in self._mended:
                        mended(door.waiting)

    def _forget(self, channel: int) -> _Door | None:
        door = self._doors.pop(channel, None)
        if door is not None and door.parent is not None:
            threads = self._below[door.parent]
            threads.discard(channel)
            if not threads:
                del self._below[door.parent]
        return door

    # Events of Discord

    async def _channel(
        self,
        before: discord.abc.GuildChannel | discord.Thread,
        after: discord.abc.GuildChannel | discord.Thread,
    ) -> None:
        self.open(after.id)

    async def _role(self, before: discord.Role, after: discord.Role) -> None:
        await self._guild(after.guild)

    async def _guild(self, guild: discord.Guild) -> None:
        self.open(guild.id, *(one.id for one in (*guild.channels, *guild.threads)))
