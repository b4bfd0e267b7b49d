"""Channels and guilds that are shut to the bot, and people who take no direct messages.

Who has refused once is left alone for a while, longer each time, so that nobody is asked for each
turn of a match. A message that arrives there, and whatever Discord tells of the channel, its roles
or its guild, opens it at once. Somebody who is here may have opened their direct messages, but most
have not: these are tried once more then, and only once in a pause. A new process knows of none:
what is owed has its own time in the outbox.
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
"""Seconds for which a channel is left alone after the first refusal, and at most."""
LIMIT = 100_000
"""How many channels and people are remembered."""


class StillShut(discord.HTTPException):
    """A request was not made, since its channel has refused one lately. It means the same."""

    def __init__(self, refused: discord.HTTPException) -> None:
        super().__init__(refused.response, {"code": refused.code, "message": refused.text})


def level_of(error: BaseException) -> int:
    """The level of a refusal in the log, which has spoken already of what is shut still."""
    return logging.DEBUG if isinstance(error, StillShut) else meaning_of(error).level


@dataclass
class _Door:
    """A channel that is shut."""

    refused: discord.HTTPException
    parent: int | None
    pause: float
    until: float
    waiting: set[str] = field(default_factory=set)
    """Keys of notices that could be sent if it opened."""
    knocked: bool = False
    """Whether it has been let be tried once more in this pause."""
    ajar: bool = False
    """Whether it is to be tried once more now."""

    def holds(self) -> bool:
        """Whether the pause goes on."""
        return time.monotonic() < self.until


class ShutChannels:
    """Those that this process knows of, by the id of the channel or of the person."""

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self._doors: OrderedDict[int, _Door] = OrderedDict()
        self._below: dict[int, set[int]] = {}
        """The threads among them, by parent."""
        self._mended: list[Callable[[Iterable[str]], None]] = []
        bot.add_listener(self._channel, "on_guild_channel_update")
        bot.add_listener(self._channel, "on_thread_update")
        bot.add_listener(self._role, "on_guild_role_update")
        bot.add_listener(self._guild, "on_guild_join")
        bot.add_listener(self._guild, "on_guild_available")

    def when_open(self, mended: Callable[[Iterable[str]], None]) -> None:
        """Has a function called with the notices that have waited for a channel which opens."""
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
        """Around a request to a channel, to a thread below a `parent`, to a guild or a person:
        notes whether it is refused. Where nothing may be sent other things may be possible, and
        where no `files` may be, words. Raises StillShut.
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
        if sending or refused is None:
            self.open(channel)

    def require(self, place: Place) -> None:
        """Raises StillShut where a match can't be shown."""
        if doors := self._doors_of(place):
            raise StillShut(doors[0].refused)

    def pause_of(self, place: Place, key: str) -> timedelta | None:
        """How long a match is left alone that is shown there; None where it can be shown. A notice
        of this key is brought as soon as the place opens.
        """
        doors = self._doors_of(place)
        for door in doors:
            door.waiting.add(key)
        return self._pause(doors)

    def _doors_of(self, place: Place) -> list[_Door]:
        """The doors that are shut on the way to a place; none where another one is open."""
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
        """What a request would be refused with: a thread can't be seen if its parent can't be, and
        may be seen again if that can be.
        """
        own, above = self._known(channel), self._known(parent)
        if above is not None and meaning_of(above.refused).hides:
            return above.refused
        if own is None or (parent is not None and meaning_of(own.refused).hides):
            return None
        return own.refused

    def _known(self, channel: int | None) -> _Door | None:
        """What is known of a channel that is still to be left alone."""
        door = self._doors.get(channel) if channel is not None else None
        return door if door is not None and door.holds() and not door.ajar else None

    def _shut(self, channel: int, parent: int | None, error: discord.HTTPException) -> None:
        before = self._doors.get(channel)
        if before is not None and before.holds():  # It was asked several times, or once more.
            before.ajar = False
            return
        pause = min(before.pause * 2, LONGEST) if before else FIRST
        waiting = before.waiting if before else set[str]()
        self._forget(channel)
        self._doors[channel] = _Door(error, parent, pause, time.monotonic() + pause, waiting)
        if parent is not None:
            self._below.setdefault(parent, set()).add(channel)
        if len(self._doors) > LIMIT:
            self._forget(next(iter(self._doors)))

    def knock(self, person: int) -> None:
        """A person is here: if their direct messages are shut these are tried once more, but not
        twice in a pause.
        """
        door = self._known(person)
        if door is not None and not door.knocked:
            door.knocked = door.ajar = True

    def open(self, *channels: int) -> None:
        """These are not shut any more, nor are threads below them."""
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

    # What Discord tells

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
