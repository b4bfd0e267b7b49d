"""What those who manage a guild have chosen for it: who may open what where, and how it is shown.

Only what differs from the default is stored. Languages and themes are names here, as in
`matches.settings.players`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from sqlalchemy import Connection

import games
from matches.model.clock import Clock
from matches.model.ids import GuildId
from matches.model.storage_errors import map_storage_errors
from storage import guilds as rows
from storage.database import Database
from storage.transactions import transaction

Boards: TypeAlias = Literal["new", "kept"]
"""A new message with the board for each turn, or one that is kept up to date and a line a turn."""

Openers: TypeAlias = Literal["everyone", "managers"]

MOST_CHANNELS = 25
"""The most channels that can be named."""

_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What holds in a guild; each field's default does until something else is chosen.

    Matches may be opened in `channels` and their threads (none named: everywhere), `games` are
    the keys of those on offer (none named: all), by `openers`, and by those with the `role` if one
    is named. `language` None is the guild's own. With `threads` each match gets one. `clock` is
    that of matches for which nobody names one. `public`: whether matches may be public, see
    `matches.model.access`; None where everybody sees the channel in which they are played.
    """

    channels: tuple[int, ...] = ()
    language: str | None = None
    threads: bool = True
    boards: Boards = "new"
    clock: Clock | None = None
    games: tuple[str, ...] = ()
    openers: Openers = "everyone"
    role: int | None = None
    theme: str | None = None
    public: bool | None = None

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> GuildSettings:
        """From what is stored; names that this version does not know are left out."""
        known = {field.name for field in fields(cls)}
        found = {name: value for name, value in stored.items() if name in known}
        for name in ("channels", "games"):
            found[name] = tuple(found.get(name, ()))
        if "clock" in found:
            found["clock"] = Clock.read(found["clock"])
        return cls(**found)

    def offers(self, game: str) -> bool:
        """Whether a game, by its key, is on offer."""
        return not self.games or game in self.games

    def is_open(self, *channels: int | None) -> bool:
        """Whether matches may be opened in a place with these ids: a channel, a thread's parent."""
        return not self.channels or not {*self.channels}.isdisjoint(channels)


_DEFAULT = GuildSettings()


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 20 and _NAME.fullmatch(value) is not None


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


_FITS: Mapping[str, Callable[[Any], bool]] = {
    "channels": _are_channels,
    "language": _is_name,
    "threads": lambda value: isinstance(value, bool),
    "boards": get_args(Boards).__contains__,
    "clock": _is_clock,
    "games": _are_games,
    "openers": get_args(Openers).__contains__,
    "role": _is_id,
    "theme": _is_name,
    "public": lambda value: isinstance(value, bool),
}
"""Which values can be chosen, as they are stored."""

CHOICES = tuple(_FITS)
"""What can be chosen, in the order in which it is shown."""


def _differs(name: str, value: Any) -> bool:
    """Whether a value is not the one that holds without it."""
    return value not in (None, [], getattr(_DEFAULT, name, None))


async def settings(db: Database, guild: GuildId) -> GuildSettings:
    """What holds in a guild. Raises Unavailable."""
    with map_storage_errors():
        stored = await db.read(partial(rows.settings, guild_id=guild))
    return GuildSettings.read(stored)


async def configure(db: Database, guild: GuildId, **chosen: Any) -> GuildSettings:
    """Notes what was chosen, by the names of `GuildSettings`; the rest stays.

    Channels and games are lists, a clock its canonical text. None and empty lists take a choice
    back. Returns all that holds then. Raises Unavailable, and ValueError for what can't be chosen.
    """
    for name, value in chosen.items():
        if name not in _FITS or (value is not None and not _FITS[name](value)):
            raise ValueError(f"no choice for {name}: {value!r}")

    def work(connection: Connection) -> GuildSettings:
        with transaction(connection):
            known = rows.settings(connection, guild) | chosen
            kept = {name: value for name, value in known.items() if _differs(name, value)}
            rows.set_settings(connection, guild, kept)
        return GuildSettings.read(kept)

    with map_storage_errors():
        return await db.write(work)


async def reset(db: Database, guild: GuildId) -> GuildSettings:
    """Takes all choices back. Returns what holds then. Raises Unavailable."""
    return await configure(db, guild, **dict.fromkeys(CHOICES))
