"""What may be seen of matches and players on the web.

All must agree: a match's server, and everybody who plays or has played in it; and the match must
have begun after that (`matches.model.access.is_on_web`). This is checked each time, so that
withdrawn consent takes effect at once. Looking up a hidden match takes the same queries as looking
up one that doesn't exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import Connection

from matches.model.access import is_on_web
from matches.model.ids import MatchId, MatchNumber, PlayerId, number_of
from matches.model.match import Listing
from matches.model.storage_errors import read as looked
from matches.model.storage_errors import write
from matches.settings.declared import read
from matches.settings.guilds import GuildSettings
from matches.settings.players import Preferences
from matches.unit_of_work.repository import listing
from storage import guilds, handovers, keys, listings, players
from storage.database import Database
from storage.ids import GuildId
from storage.matches import OVER

_KEY = "web"
_NOBODY = MatchNumber(-1)
_BEGUN = ("running", "adjourned", "frozen", "finished")


@dataclass(frozen=True, slots=True)
class Page:
    """A match that has a page, and the players who may be named there."""

    match: Listing
    named: frozenset[PlayerId]


async def page(db: Database, typed: str) -> Page | None:
    """The match with the id that somebody has typed, if it has a page. Raises Unavailable."""
    try:
        number = number_of(typed)
    except ValueError:
        number = _NOBODY
    return (await looked(db, partial(_pages, numbers=[number]))).get(number)


async def pages(db: Database, ids: Iterable[MatchId]) -> frozenset[MatchId]:
    """Those of these matches that have pages. Raises Unavailable."""
    numbers = [number_of(one) for one in ids]
    found = await looked(db, partial(_pages, numbers=numbers))
    return frozenset(one.match.id for one in found.values())


async def finished(db: Database, player: PlayerId, limit: int) -> list[Page]:
    """A player's finished matches that have pages, the latest first. Raises Unavailable."""

    def work(connection: Connection) -> list[Page]:
        numbers = listings.numbers_of(connection, player, OVER, 4 * limit)
        found = _pages(connection, numbers)
        return [found[one] for one in numbers if one in found][:limit]

    return [one for one in await looked(db, work) if one.match.status == "finished"]


async def agreeing(db: Database, wanted: Iterable[PlayerId]) -> dict[PlayerId, Preferences]:
    """The choices of those of these players who agree to be on the web. Raises Unavailable."""
    return await looked(db, lambda connection: _agreeing(connection, wanted))


async def key(db: Database) -> bytes:
    """The key from which the secrets for the web are derived. Raises Unavailable."""

    def work(connection: Connection) -> bytes:
        return keys.key(connection, _KEY)

    known = await looked(db, partial(keys.known, name=_KEY))
    if known is not None:
        return known
    return await write(db, work)


def _pages(connection: Connection, numbers: list[MatchNumber]) -> Mapping[MatchNumber, Page]:
    """The matches that have pages. Needs the same few queries whatever is found."""
    rows = [(row.id, listing(row, chairs)) for row, chairs in listings.headers(connection, numbers)]
    left = handovers.former_holders(connection, numbers)
    people = {number: tuple(one.player_id for one in left.get(number, ())) for number, _ in rows}
    everybody = {one for _, match in rows for one in match.players} | {
        one for former in people.values() for one in former
    }
    willing = _agreeing(connection, [one for one in everybody if one is not None])
    since = {player: _time(own.web_since) for player, own in willing.items()}
    servers = {
        guild: read(GuildSettings, guilds.settings(connection, guild))
        for guild in {match.place.guild or GuildId(0) for _, match in rows} or {GuildId(0)}
    }
    found = {}
    for number, match in rows:
        server = servers[match.place.guild or GuildId(0)]
        agreed = _time(server.web_since) if server.web else None
        if match.status in _BEGUN and is_on_web(
            match, left=people[number], server=agreed, players=since
        ):
            named = frozenset(one for one, own in willing.items() if own.web == "named")
            found[number] = Page(match, named)
    return found


def _agreeing(connection: Connection, wanted: Iterable[PlayerId]) -> dict[PlayerId, Preferences]:
    chosen = players.preferences_of(connection, wanted)
    read_all = {player: read(Preferences, stored) for player, stored in chosen.items()}
    return {player: own for player, own in read_all.items() if own.web != "off"}


def _time(since: int | None) -> datetime:
    return datetime.fromtimestamp(since or 0, UTC)
