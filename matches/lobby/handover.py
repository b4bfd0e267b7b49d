"""Seats of running matches: offering them to others, and taking them over.

An offer stands until somebody takes the seat, it is declined or withdrawn, or the seat withdraws
from the match. Until then its player plays on. `interaction` is as in `matches.lobby.table`.
"""

from __future__ import annotations

from dataclasses import replace

from games.play import HANDOVER
from games.protocol import Seat
from matches.lobby.admission import LIMITS, Limits, admit_newcomer, admit_offer
from matches.model.computer_players import is_computer_player
from matches.model.errors import (
    HandedOverOften,
    HasLeft,
    HasSeat,
    NameSomebody,
    NotSeated,
    OfficialSeat,
    SeatForPeople,
    SeatNotOffered,
    SeatOffered,
    SeatTimeIsUp,
    UnknownMatch,
)
from matches.model.handovers import SeatOffer
from matches.model.ids import GuildId, MatchId, PlayerId
from matches.model.match import Match
from matches.model.played import Played
from matches.model.requirements import (
    MOST_HANDOVERS,
    handed_over_often,
    require_known,
    require_running,
    require_seat,
)
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database


async def offer_seat(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    to: PlayerId | None = None,
    limits: Limits = LIMITS,
    interaction: int | None = None,
) -> Match:
    """The player offers their seat to somebody, or to anyone who sees the match.

    Raises SeatOffered, NameSomebody (nobody else would find the match), HasSeat, HasLeft,
    SeatForPeople, NotTogether, OfficialSeat, HandedOverOften, OfferedTooOften, InvitedTooOften,
    NotSeated, HasWithdrawn, NotRunning, MatchOver.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player, adjourned=True)
        _offer(unit, seat, player, to, limits)

    return (await perform(db, match_id, act, interaction)).match


async def offer_for(
    db: Database,
    match_id: MatchId,
    manager: PlayerId,
    guild: GuildId,
    seat: Seat,
    *,
    to: PlayerId | None = None,
    limits: Limits = LIMITS,
    interaction: int | None = None,
) -> Match:
    """Offers the seat of a player who has left the guild, on behalf of its managers. That player is
    told. The caller has checked that the player has left and that a manager asks. Seats of private
    matches can't be offered this way.

    Raises UnknownMatch, SeatForPeople, and as `offer_seat`.
    """

    def act(unit: UnitOfWork) -> None:
        match = unit.match
        if match.place.guild != guild or match.private:
            raise UnknownMatch(match=match.id)
        require_running(match, adjourned=True)
        if not 1 <= seat <= match.setup.seats or seat in match.position.withdrawn:
            raise NotSeated(match=match.id)
        if is_computer_player(match.players[seat - 1]):
            raise SeatForPeople(match=match.id)
        _offer(unit, seat, manager, to, limits)
        unit.leaver = seat

    return (await perform(db, match_id, act, interaction)).match


def _offer(unit: UnitOfWork, seat: Seat, by: PlayerId, to: PlayerId | None, limits: Limits) -> None:
    match = unit.match
    if match.official:
        raise OfficialSeat(match=match.id)
    if match.offer_of(seat) is not None:
        raise SeatOffered(match=match.id)
    if handed_over_often(match, seat):
        raise HandedOverOften(match=match.id, limit=MOST_HANDOVERS)
    if to is None and match.apart:
        raise NameSomebody(match=match.id)
    if to is not None:
        _require_new(match, to)
    admit_offer(unit, by, to, limits)
    offers = (*match.offers, SeatOffer(seat, to, anyone=to is None))
    _put_offers(unit, tuple(sorted(offers, key=lambda one: one.seat)), seat)


def _put_offers(unit: UnitOfWork, offers: tuple[SeatOffer, ...], seat: Seat) -> None:
    unit.log.header = replace(unit.log.header, offers=offers)
    unit.log.write("place", seat)


def _require_new(match: Match, player: PlayerId) -> None:
    """Raises SeatForPeople, HasSeat, and HasLeft: nobody plays in two seats, and nobody who has
    left comes back.
    """
    if is_computer_player(player):
        raise SeatForPeople(match=match.id)
    if player in match.players:
        raise HasSeat(match=match.id, player=player)
    if any(one.player == player for one in match.handovers):
        raise HasLeft(match=match.id)


async def keep_seat(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """Withdraws the offer of a player's seat, made by them or on their behalf.

    Raises SeatNotOffered, and as `offer_seat`.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player, adjourned=True)
        if unit.match.offer_of(seat) is None:
            raise SeatNotOffered(match=unit.match.id)
        _end_offer(unit, seat)

    return (await perform(db, match_id, act, interaction)).match


async def decline_seat(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    seat: Seat,
    *,
    interaction: int | None = None,
) -> Match:
    """Declines a seat on behalf of the player to whom it was offered by name. Raises
    SeatNotOffered, MatchOver.
    """

    def act(unit: UnitOfWork) -> None:
        require_known(unit.match, player)
        require_running(unit.match, adjourned=True)
        offer = unit.match.offer_of(seat)
        if offer is None or offer.to != player:
            raise SeatNotOffered(match=unit.match.id)
        _end_offer(unit, seat)

    return (await perform(db, match_id, act, interaction)).match


def _end_offer(unit: UnitOfWork, seat: Seat) -> None:
    left = tuple(one for one in unit.match.offers if one.seat != seat)
    _put_offers(unit, left, seat)


async def take_over(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    seat: Seat,
    *,
    limits: Limits = LIMITS,
    interaction: int | None = None,
) -> Played:
    """The player takes over a seat that is offered to them, or to anyone. If several try, only one
    gets it.

    They continue with the clock as it stands, but with at least a little time. Drafts, prepared
    turns and requests of the previous player are void. Raises SeatNotOffered, SeatTimeIsUp,
    HasSeat, HasLeft, SeatForPeople, NotTogether, TooManyMatches, TooManyComputerMatches,
    TooUnreliable, NotRunning, MatchOver.
    """

    def act(unit: UnitOfWork) -> None:
        match = unit.match
        require_known(match, player)
        require_running(match, adjourned=True)
        _require_new(match, player)
        offer = match.offer_of(seat)
        if offer is None or not offer.is_for(player):
            raise SeatNotOffered(match=match.id)
        if match.to_move == seat and match.time_is_over(db.now()):
            raise SeatTimeIsUp(match=match.id)
        admit_newcomer(unit, player, seat, limits)
        unit.log.hand_over(seat, player, HANDOVER)
        unit.newcomer = seat, player

    return (await perform(db, match_id, act, interaction)).played(player)
