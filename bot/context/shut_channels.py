"""Channels and guilds that refuse the bot, and people who accept no direct messages.

After a refusal a channel is left alone for a while, longer each time, so that it isn't tried for
every turn of a match. A message that is accepted there opens it at once.

So does an event after which the bot may do something there that it could not do when it was
refused. If it is refused all the same, the next pause is longer, and until that is over, what the
bot has gained before opens nothing again: somebody may take and grant a permission every second. A
guild that causes many refusals is not heeded at all for some minutes, so that it can't use up what
all guilds share.

People who use the bot may have opened their direct messages, but most have not: those are tried
once more, and only once in a pause. A new process starts without this knowledge; the outbox has its
own due times.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeAlias

import discord
from discord.ext import commands

from bot.context.lookups import Quota
from bot.context.standing import ALL_PERMISSIONS, standing
from bot.text.discord_codes import meaning_of
from matches.model.match import Place

FIRST, LONGEST = 30.0, 3600.0
"""Seconds for which a channel is left alone: after the first refusal, and at most."""
HEEDED, WITHIN = 200, 600.0
"""A guild's events are heeded until it has caused this many refusals in so many seconds: a fifth of
the invalid requests that all guilds together may cause.
"""
LIMIT = 100_000
"""How many channels and people are remembered."""


_Inside: TypeAlias = discord.abc.GuildChannel | discord.Thread
_Described: TypeAlias = discord.Guild | _Inside


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

    refused: StillShut
    """The refusal. It is never raised, so it keeps nothing of the request."""
    parent: int | None
    pause: float
    until: float
    waiting: set[str] = field(default_factory=set)
    """Keys of notices to send once it opens."""
    knocked: bool = False
    """Whether another attempt has been allowed in this pause."""
    ajar: bool = False
    """Whether the next request may be tried."""
    least: int = 0
    """What the bot could do there all the time since the refusal."""
    untried: int = 0
    """What the bot has gained, for which nothing has been tried yet."""
    tried: int = 0
    """What it has gained and been tried for since a pause was last over."""
    gained_at: float | None = None
    """When it last gained something."""

    def holds(self) -> bool:
        """Whether the pause is not over yet."""
        return time.monotonic() < self.until

    def could(self, bits: int) -> None:
        """The bot could do no more than this since the refusal, at some time."""
        self.least &= bits

    def gains(self, now: int) -> int:
        """What the bot has gained, if it may do this `now`. If all is lost again that it gained
        before, without a trial, it is as if that had never been.
        """
        if self.untried and not self.untried & now:
            self.ajar, self.gained_at = False, None
        self.untried &= now
        more = now & ~(self.least | self.untried | self.tried)
        self.could(now)  # The refusal may have come before the event with its reason.
        return more

    def set_ajar(self, more: int) -> None:
        """The next request may be tried, since the bot has gained this."""
        self.untried |= more
        self.ajar, self.gained_at = True, time.monotonic()

    def begin_trial(self) -> None:
        """A request is made."""
        self.tried, self.untried = self.tried | self.untried, 0


class ShutChannels:
    """The shut channels that this process knows, by the id of the channel or of the person. The
    `refusals` are counted by guild.
    """

    def __init__(self, bot: commands.AutoShardedBot, refusals: Quota) -> None:
        self._doors: OrderedDict[int, _Door] = OrderedDict()
        self._below: dict[int, set[int]] = {}
        """The shut threads, by parent."""
        self._mended: list[Callable[[Iterable[str]], None]] = []
        self._refusals = refusals
        self._bot = bot
        bot.add_listener(self._changed, "on_guild_channel_update")
        bot.add_listener(self._changed, "on_thread_update")
        bot.add_listener(self._appeared, "on_thread_join")
        bot.add_listener(self._role, "on_guild_role_update")
        bot.add_listener(self._member, "on_member_update")
        for event in ("join", "available", "remove"):
            bot.add_listener(self._guild, f"on_guild_{event}")

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
        began = time.monotonic()
        for one in self._tested(channel, parent, sending):
            self._doors[one].begin_trial()
        try:
            yield
        except discord.HTTPException as error:
            meaning = meaning_of(error)
            shuts = meaning.shuts and not (files and meaning.bears_words)
            if (shuts if sending else meaning.hides) and not isinstance(error, StillShut):
                self._shut(channel, parent, error, began)
            raise
        self.open(*self._tested(channel, parent, sending))
        above = None if parent is None else self._doors.get(parent)
        if parent is not None and above is not None and above.ajar and sending:
            # What the bot has gained was what it lacked, probably there as well as in the thread.
            self._forget(parent)
            self._tell(above)

    def _tested(self, channel: int, parent: int | None, sending: bool) -> list[int]:
        """Those shut ones that a request shows to be open if it is accepted.

        That a channel can be seen doesn't show that it accepts messages. That a thread can be seen
        shows that its parent can.
        """
        found = [(channel, sending)] if parent is None else [(channel, sending), (parent, False)]
        return [
            one
            for one, written in found
            if (door := self._doors.get(one)) and (written or meaning_of(door.refused).hides)
        ]

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
        visible again once that is: whether it is, is asked there, unless that is shut itself.
        """
        own, above = self._known(channel), self._known(parent)
        if above is not None and meaning_of(above.refused).hides:
            return above.refused
        asked = parent is not None and above is None
        if own is None or (asked and meaning_of(own.refused).hides):
            return None
        return own.refused

    def _known(self, channel: int | None) -> _Door | None:
        """The entry of a channel that still has to be left alone."""
        door = self._doors.get(channel) if channel is not None else None
        return door if door is not None and door.holds() and not door.ajar else None

    def _shut(
        self, channel: int, parent: int | None, error: discord.HTTPException, began: float
    ) -> None:
        """Notes the refusal of a request that `began` then."""
        parent = parent or self._parent(channel)
        place = self._described(channel) or self._described(parent)
        if place is not None:
            self._refusals.wait(_guild_of(place).id)
        before = self._doors.get(channel)
        if before is not None and before.holds():
            if before.gained_at is None:  # One of several requests.
                before.ajar = False
                return
            if began < before.gained_at:  # It may be accepted now.
                return
        pause = min(before.pause * 2, LONGEST) if before else FIRST
        door = _Door(
            StillShut(error), parent, pause, time.monotonic() + pause, least=standing(place)
        )
        if before is not None:
            door.waiting = before.waiting
            door.tried = before.tried if before.holds() else 0
        self._forget(channel)
        self._doors[channel] = door
        if parent is not None:
            self._below.setdefault(parent, set()).add(channel)
        if len(self._doors) > LIMIT:
            self._forget(next(iter(self._doors)))

    def _described(self, id_: int | None) -> _Described | None:
        """The guild, channel or thread with this id, if Discord has described it."""
        found = None if id_ is None else self._bot.get_channel(id_) or self._bot.get_guild(id_)
        return None if isinstance(found, discord.abc.PrivateChannel) else found

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
            for one in self._with_threads(channel):
                if (door := self._forget(one)) is not None:
                    self._tell(door)

    def _with_threads(self, channel: int) -> tuple[int, ...]:
        """A channel, and the shut threads below it."""
        return channel, *self._below.get(channel, ())

    def _tell(self, door: _Door) -> None:
        """What has waited can be sent."""
        waiting, door.waiting = door.waiting, set()
        for mended in self._mended:
            mended(waiting)

    def _forget(self, channel: int) -> _Door | None:
        door = self._doors.pop(channel, None)
        if door is not None and door.parent is not None:
            threads = self._below[door.parent]
            threads.discard(channel)
            if not threads:
                del self._below[door.parent]
        return door

    # Events of Discord

    def _heed(self, *places: _Described) -> None:
        """Opens those of these places, and of the threads below them, where the bot may do more
        than when it was refused.
        """
        guild = _guild_of(places[0])
        left = self._bot.get_guild(guild.id) is None
        gained = dict[int, int]()
        for place in places:
            for id_ in self._with_threads(place.id):
                if (door := self._doors.get(id_)) is None:
                    continue
                there = place if id_ == place.id else guild.get_thread(id_) or place
                now = 0 if left else standing(there)
                if more := door.gains(now):
                    gained[id_] = more
        if gained and self._refusals.ready(guild.id):
            for id_, more in gained.items():
                self._doors[id_].set_ajar(more)
                self._tell(self._doors[id_])

    async def _changed(self, before: _Inside, after: _Inside) -> None:
        # When two events come at once, discord.py may have read the second before this hears of
        # the first: `after` is the channel as it is now, and only `before` is as it was in between.
        in_between = standing(before) | ~ALL_PERMISSIONS
        for id_ in self._with_threads(before.id):
            if (door := self._doors.get(id_)) is not None:
                door.could(in_between)
        self._heed(after)

    async def _appeared(self, thread: discord.Thread) -> None:
        """The bot can see it, or it is archived: discord.py forgets what is in the archive."""
        self._heed(thread)

    async def _role(self, before: discord.Role, after: discord.Role) -> None:
        await self._guild(after.guild)

    async def _member(self, before: discord.Member, after: discord.Member) -> None:
        """Discord sends changes of other members only to bots that ask for them."""
        if after == after.guild.me:
            await self._guild(after.guild)

    async def _guild(self, guild: discord.Guild) -> None:
        if self._doors:
            self._heed(guild, *guild.channels, *guild.threads)


def _guild_of(place: _Described) -> discord.Guild:
    return place if isinstance(place, discord.Guild) else place.guild
