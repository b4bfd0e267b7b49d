"""Players' preferences: how and when they are told and shown things.

Only what differs from the default is stored. Languages and themes are only names here: the bot
offers those that exist, and falls back to the default for one that is gone.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import Connection

from matches.model.ids import PlayerId
from matches.settings import quiet_hours
from matches.settings.declared import (
    choices,
    is_flag,
    is_name,
    is_time,
    read,
    setting,
)
from matches.settings.stored import Stored
from storage import listings, match_puzzles, players, touch_links
from storage.database import Database
from storage.matches import OVER

Web: TypeAlias = Literal["off", "unnamed", "named"]
"""Whether a player's matches have pages on the web, and whether those show their name."""

Where: TypeAlias = Literal["thread", "direct", "none"]
"""How a player wants to be told of their turns: where the match is played, by direct message, or
not at all.
"""


MOST_AT_ONCE = 50
"""The highest limit that makes sense."""
SEARCHED_AT_ONCE = 100
"""How many of their latest matches are to be searched for puzzles once somebody agrees to it."""


def _are_hours(value: Any) -> bool:
    with suppress(ValueError):
        return isinstance(value, str) and bool(quiet_hours.hours(value))
    return False


def _is_zone(value: Any) -> bool:
    return isinstance(value, str) and value in available_timezones()


def _is_limit(value: Any) -> bool:
    return isinstance(value, int) and 1 <= value <= MOST_AT_ONCE


def _is_locale(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 10


@dataclass(frozen=True, slots=True)
class Preferences:
    """A player's preferences. Each field has its default until they choose something else."""

    language: str | None = setting(None, is_name)
    """None: the language of their Discord, which is `locale` as far as it is known."""
    theme: str | None = setting(None, is_name)
    """The colours of their pictures. None: those of the server."""
    confirm: bool = setting(default=False, fits=is_flag)
    """Typed turns wait for a confirmation."""
    instant: bool = setting(default=False, fits=is_flag)
    """Picked turns don't."""
    touch: bool = setting(default=True, fits=is_flag)
    """They can get links to boards that can be touched, see `matches.touch`. Without it those that
    they have are void, also once it is on again.
    """
    notices: Where = setting("thread", get_args(Where).__contains__)
    """Where they are told of their turns."""
    quiet: str | None = setting(None, _are_hours)
    """Hours such as `22-8`, in their `zone`, in which they get no messages of their own."""
    zone: str | None = setting(None, _is_zone)
    """Their time zone. None: UTC."""
    hours: bool = setting(default=True, fits=is_flag)
    """Their wishes look for people who move at the same hours of the day as they do."""
    spoilers: bool = setting(default=False, fits=is_flag)
    """Results are hidden until the player uncovers them."""
    at_once: int | None = setting(None, _is_limit)
    """How many games of competitions they want to play at the same time. None: as many as they
    sign up for.
    """
    public: bool = setting(default=False, fits=is_flag)
    """They agree that their matches are public, see `matches.model.access`."""
    web: Web = setting("off", get_args(Web).__contains__)
    """Whether they agree that matches which begin from now on have pages on the web, see
    `matches.pages`.
    """
    web_since: int | None = setting(None, is_time, chosen=False, since="web")
    """When they did."""
    puzzles: bool = setting(default=False, fits=is_flag)
    """They agree that puzzles are made of their matches, see `matches.learning.match_puzzles`.
    Without it those that were made are deleted.
    """
    locale: str | None = setting(None, _is_locale, chosen=False)
    """The language of their Discord, as it was last seen. None: unknown."""

    @property
    def spoken(self) -> str | None:
        """The language to use where Discord doesn't tell it; None if unknown."""
        return self.language or self.locale

    @property
    def time_zone(self) -> ZoneInfo:
        """The player's time zone."""
        return ZoneInfo(self.zone or "UTC")


CHOICES = choices(Preferences)
"""The names of the preferences, in the order in which they are shown."""


def _hold(connection: Connection, player: PlayerId) -> None:
    players.hold(connection, [player])  # Creating a link, or storing a puzzle, locks them, too.


def _store(
    connection: Connection, player: PlayerId, stored: dict[str, Any], chosen: dict[str, Any]
) -> None:
    players.set_preferences(connection, player, chosen)
    before, now = read(Preferences, stored), read(Preferences, chosen)
    if not now.touch:
        touch_links.revoke(connection, player)
    if before.puzzles and not now.puzzles:
        match_puzzles.withdraw(connection, player)
    elif now.puzzles and not before.puzzles:
        latest = listings.numbers_of(connection, player, OVER, SEARCHED_AT_ONCE)
        match_puzzles.queue(connection, latest)


_STORED = Stored(Preferences, players.preferences, _store, _hold)


async def preferences(db: Database, player: PlayerId) -> Preferences:
    """A player's preferences. Raises Unavailable."""
    return await _STORED.get(db, player)


async def prefer(db: Database, player: PlayerId, **chosen: Any) -> Preferences:
    """Stores what a player has chosen, by the names of `Preferences`; see `Stored.change`."""
    return await _STORED.change(db, player, chosen)


def wants_confirmation(connection: Connection, player: PlayerId) -> bool:
    """Whether turns that this player types wait for their confirmation."""
    return read(Preferences, players.preferences(connection, player)).confirm


def giving_puzzles(connection: Connection, people: Collection[PlayerId]) -> set[PlayerId]:
    """Those of these players who agree that puzzles are made of their matches."""
    chosen = players.preferences_of(connection, people)
    return {player for player, stored in chosen.items() if read(Preferences, stored).puzzles}
