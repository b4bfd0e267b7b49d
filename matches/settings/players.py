"""What a player has chosen for himself: how things are said and shown to him, and when.

Only what differs from the default is stored. Languages and themes are names here: whoever shows
something offers those that there are, and falls back on the default for one that is gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal, TypeAlias, get_args
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import Connection

from matches.model.ids import PlayerId
from matches.model.storage_errors import map_storage_errors
from matches.settings import quiet_hours
from storage import players
from storage.database import Database
from storage.transactions import transaction

Where: TypeAlias = Literal["thread", "direct", "none"]
"""How a player wants to hear of his turns: where the match is played, by direct message, or not."""

_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen; each field's default holds until he chooses.

    `language` None is the one that his Discord has, which is `locale` as far as it is known.
    `confirm`: typed turns wait for a confirmation. `quiet` are hours such as `22-8` in which he
    gets no messages of his own, by the clock of his time `zone` (None: UTC). `spoilers`: results
    stand behind a bar until he lifts it. `public`: his part of what makes a match public, see
    `matches.model.access`.
    """

    language: str | None = None
    theme: str | None = None
    confirm: bool = False
    notices: Where = "thread"
    quiet: str | None = None
    zone: str | None = None
    spoilers: bool = False
    public: bool = False
    locale: str | None = None

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Preferences:
        """From what is stored; names that this version does not know are left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in stored.items() if name in known})

    @property
    def spoken(self) -> str | None:
        """The language to address him in where Discord does not say one; None if unknown."""
        return self.language or self.locale

    @property
    def time_zone(self) -> ZoneInfo:
        """The clock on his wall."""
        return ZoneInfo(self.zone or "UTC")


_DEFAULT = Preferences()


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 20 and _NAME.fullmatch(value) is not None


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _are_hours(value: Any) -> bool:
    with suppress(ValueError):
        return isinstance(value, str) and bool(quiet_hours.hours(value))
    return False


_FITS: Mapping[str, Callable[[Any], bool]] = {
    "language": _is_name,
    "theme": _is_name,
    "confirm": _is_flag,
    "notices": get_args(Where).__contains__,
    "quiet": _are_hours,
    "zone": lambda value: isinstance(value, str) and value in available_timezones(),
    "spoilers": _is_flag,
    "public": _is_flag,
    "locale": lambda value: isinstance(value, str) and 0 < len(value) <= 10,
}
"""Which values can be chosen."""

CHOICES = tuple(name for name in _FITS if name != "locale")
"""What a player chooses himself, in the order in which it is shown."""


def _differs(name: str, value: Any) -> bool:
    """Whether a value is not the one that holds without it."""
    return value is not None and value != getattr(_DEFAULT, name, None)


async def preferences(db: Database, player: PlayerId) -> Preferences:
    """What a player has chosen. Raises Unavailable."""
    with map_storage_errors():
        stored = await db.read(partial(players.preferences, player_id=player))
    return Preferences.read(stored)


async def prefer(db: Database, player: PlayerId, **chosen: Any) -> Preferences:
    """Notes what a player has chosen, by the names of `Preferences`; the rest stays.

    None takes a choice back. Returns all that holds then. Raises Unavailable, and ValueError for
    what can't be chosen.
    """
    for name, value in chosen.items():
        if name not in _FITS or (value is not None and not _FITS[name](value)):
            raise ValueError(f"no choice for {name}: {value!r}")

    def work(connection: Connection) -> Preferences:
        with transaction(connection):
            known = players.preferences(connection, player) | chosen
            kept = {name: value for name, value in known.items() if _differs(name, value)}
            players.set_preferences(connection, player, kept)
        return Preferences.read(kept)

    with map_storage_errors():
        return await db.write(work)


async def forget(db: Database, player: PlayerId) -> Preferences:
    """Takes all choices back. Returns what holds then. Raises Unavailable."""
    return await prefer(db, player, **dict.fromkeys(CHOICES))


def wants_confirmation(connection: Connection, player: PlayerId) -> bool:
    """Whether a turn that this player types shall wait for his confirmation."""
    return Preferences.read(players.preferences(connection, player)).confirm
