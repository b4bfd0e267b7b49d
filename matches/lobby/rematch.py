"""Rematches: playing a match again after it is over."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from matches.lobby.admission import LIMITS, Limits
from matches.lobby.computer_players import seat_invited
from matches.lobby.creation import open_table
from matches.lobby.table import join
from matches.model.errors import (
    NotOver,
    NotSeated,
    PlayersGone,
    RematchExists,
)
from matches.model.halves import first_half
from matches.model.ids import MatchId, MatchNumber, PlayerId, public_id
from matches.model.match import GOING, Match
from matches.model.storage_errors import map_storage_errors
from matches.unit_of_work.queries import get
from matches.unit_of_work.repository import key_of
from storage import interactions, listings
from storage.database import Database


async def rematch(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    limits: Limits = LIMITS,
    interaction: int | None = None,
) -> Match:
    """Challenges the other players of a match that is over to play it again, or accepts that.

    The game, options, clock and players stay the same; each player takes the seat of the next one.
    Computer players accept at once. Returns the new match, open until all have accepted. Raises
    NotOver, NotSeated, PlayersGone, RematchExists, and as `open_table` and `join`. Two matches that
    are halves of one contest have one rematch, with halves of its own.
    """
    old = await get(db, match_id, viewer=player)
    _require_played(old, player)
    first = first_half(old)
    known, repeated = await _known(db, first, interaction)
    if known is None:
        known = await _open(db, old, player, first, limits=limits, interaction=interaction)
        repeated = known.host == player
    known = await seat_invited(db, known)
    if repeated:
        return known
    if known.status == "open" and player in known.kept and player not in known.players:
        return await join(db, known.id, player, limits=limits, interaction=interaction)
    raise RematchExists(match=known.id)


def _require_played(old: Match, player: PlayerId) -> None:
    if old.seat_of(player) is None:
        raise NotSeated(match=old.id)
    if old.status in ("open", "frozen", *GOING):
        raise NotOver(match=old.id)
    if old.started_at is None or not old.full:
        raise PlayersGone(match=old.id)


async def _known(
    db: Database, match_id: MatchId, interaction: int | None
) -> tuple[Match | None, bool]:
    """The existing rematch, and whether this interaction has opened or joined it before."""

    def look(connection: Connection) -> tuple[MatchNumber | None, bool]:
        number = listings.rematch(connection, key_of(match_id))
        if number is None or interaction is None:
            return number, False
        return number, interactions.match_of_interaction(connection, interaction) == number

    with map_storage_errors(match_id):
        number, repeated = await db.read(look)
    return (await get(db, public_id(number)) if number is not None else None), repeated


async def _open(
    db: Database,
    old: Match,
    player: PlayerId,
    match_id: MatchId,
    *,
    limits: Limits,
    interaction: int | None,
) -> Match:
    """Opens the rematch with the seats rotated by one."""
    seats = (*old.seated[-1:], *old.seated[:-1])
    return await open_table(
        db,
        game=old.game.info.key,
        host=player,
        place=replace(old.place, thread=None),
        seats=old.setup.seats,
        options=old.setup.options,
        invited=[other for other in seats if other != player],
        seating="chosen",
        host_seat=seats.index(player) + 1,
        rated=old.rated,
        clock=old.clock,
        at_end=old.at_end or "automatic",
        private=old.private,
        stand_in=old.stand_in,
        with_return=old.with_return,
        rematch_of=match_id,
        limits=limits,
        interaction=interaction,
    )
