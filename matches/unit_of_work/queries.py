"""Looking matches up. Lists are of `Listing`s, which cost no replay."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any, Literal

from sqlalchemy import Connection, Row

from matches.model.errors import TableError, UnknownMatch
from matches.model.ids import (
    ChannelId,
    GuildId,
    MatchId,
    MatchNumber,
    PlayerId,
    number_of,
    public_id,
)
from matches.model.match import Listing, Match
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.cache import cache_of
from matches.unit_of_work.execution import perform
from matches.unit_of_work.repository import key_of, listing, load
from storage import handovers, listings
from storage import matches as rows
from storage.database import Database
from storage.matches import Chair


async def get(db: Database, match_id: MatchId, *, viewer: PlayerId | None = None) -> Match:
    """The match. Ids are read forgivingly (case, O for 0, I for 1). Raises UnknownMatch, also for
    a private match that is not this viewer's.
    """
    match = (await look(db, match_id))[0]
    if viewer is not None and not match.known_to(viewer):
        raise UnknownMatch(match=match.id)
    return match


async def look(db: Database, match_id: MatchId) -> tuple[Match, str | None]:
    """The match, and the text of the draft that its player to move has begun. If it turns out to be
    frozen, that is stored, so that whoever runs the bot hears of it before somebody wants to go on
    with the match.
    """
    with map_storage_errors(match_id):
        match, at = await db.read(partial(load, cache=cache_of(db), number=key_of(match_id)))
    # Only an act thaws it: two versions with different rules would freeze and thaw it in turn.
    if match.status == "frozen" and at.status != "frozen":
        with suppress(TableError):
            await perform(db, match_id, lambda _: None)
    return match, at.draft


async def seqs(db: Database, ids: Collection[MatchId]) -> dict[MatchId, int]:
    """The last entry of each of these matches that exist. Raises Unavailable."""
    with map_storage_errors():
        found = await db.read(partial(rows.seqs, numbers=[number_of(one) for one in ids]))
    return {public_id(number): seq for number, seq in found.items()}


async def bases(db: Database, ids: Collection[MatchId]) -> dict[MatchId, int]:
    """The last entry of each of these matches that everybody may know of: one that changed the
    position, or how the match stands. Raises Unavailable.
    """
    with map_storage_errors():
        found = await db.read(partial(listings.bases, numbers=[number_of(one) for one in ids]))
    return {public_id(number): base for number, base in found.items()}


async def matches_of(
    db: Database, player: PlayerId, *, over: bool = False, limit: int = 50, offset: int = 0
) -> list[Listing]:
    """The player's matches: those where they are to move, then other running ones, then those that
    stand still, then open tables and challenges to them; each time those first whose time is over
    first, then the longest untouched. With `over`, those that are over instead, the latest first.
    `offset` skips that many.
    """
    statuses = rows.OVER if over else rows.LIVE
    return await _listed(db, lambda c: listings.numbers_of(c, player, statuses, limit, offset))


async def in_channel(
    db: Database, channel: ChannelId, *, over: bool = False, limit: int = 50
) -> list[Listing]:
    """The matches in a channel or thread that are not private, running ones first; with `over`,
    those that are over.
    """
    statuses = rows.OVER if over else rows.LIVE
    return await _listed(db, lambda c: listings.numbers_in(c, channel, statuses, limit))


async def in_thread(db: Database, player: PlayerId, thread: ChannelId) -> list[Listing]:
    """The matches of a thread or post: those of the player that are played there, else all. Running
    ones come first, then the latest touched. Private matches are played nowhere, and a table that
    was closed has come to nothing.
    """
    statuses = (*rows.LIVE, "finished", "aborted")
    found = await _listed(db, lambda c: listings.numbers_in(c, thread, statuses, 50))
    return [one for one in found if one.concerns(player)] or found


async def is_thread_of_match(db: Database, thread: ChannelId, channel: ChannelId) -> bool:
    """Whether a thread below this channel was made for a match, which may be over. People's own
    threads were not, even if there are matches in them.
    """
    return await db.read(lambda c: listings.is_thread_of_match(c, thread, channel))


async def open_tables(
    db: Database,
    guild: GuildId,
    player: PlayerId | None = None,
    *,
    game: str | None = None,
    channels: Collection[ChannelId] | None = None,
    limit: int = 50,
    offset: int = 0,
) -> list[Listing]:
    """The tables of a guild to which the player is invited, then those that anybody may join, the
    oldest first. With the key of a `game` only its tables; with `channels` only those of others
    that are in these; `offset` leaves out so many.
    """

    def numbers(connection: Connection) -> list[MatchNumber]:
        return listings.numbers_open(
            connection, guild, player, game=game, channels=channels, limit=limit, offset=offset
        )

    return await _listed(db, numbers)


async def table_channels(db: Database, guild: GuildId) -> list[ChannelId]:
    """The channels and threads of a guild in which tables are open that are not private."""
    with map_storage_errors():
        return await db.read(partial(listings.channels_open, guild=guild))


async def open_seats(
    db: Database,
    player: PlayerId,
    guild: GuildId | None,
    *,
    channels: Collection[ChannelId] = (),
    limit: int = 50,
    offset: int = 0,
) -> list[Listing]:
    """The matches with a seat that is offered to the player, wherever they are played; then those
    in these channels of a guild with a seat that anyone may take over, the oldest first.
    """

    def numbers(connection: Connection) -> list[MatchNumber]:
        return handovers.numbers_offered(
            connection, player, guild, channels=channels, limit=limit, offset=offset
        )

    return await _listed(db, numbers)


async def seat_channels(db: Database, guild: GuildId) -> list[ChannelId]:
    """The channels and threads of a guild in which anyone may take a seat over."""
    with map_storage_errors():
        return await db.read(partial(handovers.channels_offered, guild=guild))


async def find(
    db: Database,
    player: PlayerId,
    channel: ChannelId | None = None,
    *,
    to_move: bool = False,
    status: Literal["running", "adjourned"] = "running",
) -> list[Listing]:
    """The running matches that a command without a match's id can mean; one is the sensible one.

    Matches of the player in this channel or thread go before their others; with `to_move`, those
    where they are to move go before the rest. If there are several, the player has to be asked. For
    somebody who plays nowhere: the running matches of the channel. `status` looks for others.
    """
    limit = 200
    mine = await _looked(db, lambda c: listings.headers_of(c, player, status, limit))
    here = [one for one in mine if channel in (one.place.channel, one.place.thread)]
    found = here or mine
    if to_move:
        found = [one for one in found if one.player_to_move == player] or found
    if found or channel is None:
        return found
    there = channel
    return await _listed(db, lambda c: listings.numbers_in(c, there, (status,), limit))


async def awaiting(db: Database, player: PlayerId, match_id: MatchId) -> int:
    """The number of matches, other than this one, in which the player is to move. Raises
    Unavailable.
    """
    with map_storage_errors():
        number = key_of(match_id)
        return await db.read(partial(listings.awaiting, player_id=player, besides=number))


async def _listed(
    db: Database, numbers: Callable[[Connection], list[MatchNumber]]
) -> list[Listing]:
    return await _looked(db, lambda connection: listings.headers(connection, numbers(connection)))


async def _looked(
    db: Database, headers: Callable[[Connection], list[tuple[Row[Any], list[Chair]]]]
) -> list[Listing]:
    def work(connection: Connection) -> list[Listing]:
        return [listing(row, chairs) for row, chairs in headers(connection)]

    with map_storage_errors():
        return await db.read(work)
