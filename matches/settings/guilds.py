"""Guilds' settings, chosen by their managers: who may open what and where, and how it is shown.

Only what differs from the default is stored. Languages and themes are names here, as in
`matches.settings.players`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from sqlalchemy import Connection

import games
from matches.model.clock import Clock
from matches.model.ids import GuildId
from matches.model.storage_errors import write
from matches.settings.declared import (
    choices,
    is_flag,
    is_name,
    is_time,
    setting,
)
from matches.settings.stored import Stored
from storage import guilds as rows
from storage.database import Database

Boards: TypeAlias = Literal["new", "kept"]
"""Either a new message with the board for each turn, or one that is kept up to date and a line per
turn.
"""

Openers: TypeAlias = Literal["everyone", "managers"]

Events: TypeAlias = Literal["none", "visible", "all"]
"""Which tournaments stand in the guild's calendar, which all its members see: those in channels
that everybody sees, or those in hidden ones, too.
"""

WELCOME_PAUSE = 30 * 24 * 3600
"""Seconds after a welcome in which the same guild gets no other welcome, even if the bot was
removed and added again.
"""

MOST_CHANNELS = 25
"""The most channels that can be named: as many as a Discord menu can hold."""


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**63


def _are_channels(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_CHANNELS and all(map(_is_id, value))


def _are_games(value: Any) -> bool:
    known = {game.info.key for game in games.all_games()}
    return isinstance(value, list) and all(isinstance(one, str) and one in known for one in value)


def _is_clock(value: Any) -> bool:
    with suppress(ValueError):
        return isinstance(value, str) and str(Clock.read(value)) == value
    return False


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """A guild's settings. Each field has its default until something else is chosen.

    Matches may be opened in `channels` and their threads (none named: everywhere), `games` are
    the keys of those on offer (none named: all), by `openers`, and by those with the `role` if one
    is named. `organizers` may open tournaments and the like. `language` None is the guild's own.
    With `threads` each match gets one. `clock` is that of matches for which nobody names one.
    `public`: whether matches may be public, see `matches.model.access`; None where everybody sees
    the channel in which they are played. Only if it is so does a cup of servers name the guild.
    `events`: which tournaments have an event of Discord's. With `outside` people may sign up from
    here for what other guilds hold. `web`: whether matches that begin from now on may have pages
    on the web, in whatever channel, see `matches.pages`; `web_since` when that was chosen.
    """

    channels: tuple[int, ...] = setting((), _are_channels, read=tuple)
    language: str | None = setting(None, is_name)
    theme: str | None = setting(None, is_name)
    threads: bool = setting(default=True, fits=is_flag)
    boards: Boards = setting("new", get_args(Boards).__contains__)
    clock: Clock | None = setting(None, _is_clock, read=Clock.read)
    games: tuple[str, ...] = setting((), _are_games, read=tuple)
    openers: Openers = setting("everyone", get_args(Openers).__contains__)
    role: int | None = setting(None, _is_id)
    organizers: Openers = setting("managers", get_args(Openers).__contains__)
    events: Events = setting("none", get_args(Events).__contains__)
    outside: bool = setting(default=True, fits=is_flag)
    public: bool | None = setting(None, is_flag)
    web: bool = setting(default=False, fits=is_flag)
    web_since: int | None = setting(None, is_time, chosen=False, since="web")

    def offers(self, game: str) -> bool:
        """Whether a game, by its key, is on offer."""
        return not self.games or game in self.games

    def is_open(self, *channels: int | None) -> bool:
        """Whether matches may be opened in a place with these ids: a channel, a thread's parent."""
        return not self.channels or not {*self.channels}.isdisjoint(channels)


CHOICES = choices(GuildSettings)
"""The names of the settings, in the order in which they are shown."""


def _store(
    connection: Connection, guild: GuildId, _: dict[str, Any], chosen: dict[str, Any]
) -> None:
    rows.set_settings(connection, guild, chosen)


_STORED = Stored(GuildSettings, rows.settings, _store, rows.hold)


async def settings(db: Database, guild: GuildId) -> GuildSettings:
    """A guild's settings. Raises Unavailable."""
    return await _STORED.get(db, guild)


async def configure(db: Database, guild: GuildId, **chosen: Any) -> GuildSettings:
    """Stores what was chosen, by the names of `GuildSettings`; see `Stored.change`.

    Channels and games are lists, a clock its canonical text. An empty list also resets a choice.
    """
    return await _STORED.change(db, guild, chosen)


async def note_welcome(db: Database, guild: GuildId) -> bool:
    """Notes that the bot welcomes a guild now. Returns False, and notes nothing, if it did so
    within the last WELCOME_PAUSE. Raises Unavailable.
    """
    now = int(db.now().timestamp())
    note = partial(rows.note_welcome, guild_id=guild, now=now, lately=now - WELCOME_PAUSE)
    return await write(db, note)
