"""Resigning, draws by agreement, aborting, and ending by a guild. `interaction` as in
`matches.lobby.table`.
"""

from __future__ import annotations

from games.errors import MoveError
from games.play import play_turn
from games.protocol import Seat
from matches.course.prepared import interrupt
from matches.model.answer_errors import AlreadyAgreed, OwnOffer
from matches.model.computer_players import has_computer_player, of_level, people
from matches.model.errors import (
    AlreadyOffered,
    MatchOver,
    NoOffer,
    OfficialEnd,
    TooLate,
    UnknownMatch,
)
from matches.model.forced import agree_if_all, go_on
from matches.model.ids import GuildId, MatchId, PlayerId
from matches.model.match import GOING, DrawOffer, Match
from matches.model.played import Played
from matches.model.requirements import require_seat, require_unofficial
from matches.model.turns import everybody_moved
from matches.unit_of_work.execution import perform
from matches.unit_of_work.queries import get
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database


async def played_by(
    db: Database, match_id: MatchId, player: PlayerId, *, adjourned: bool = False
) -> Match:
    """The running match of a player who could end it. Raises the same as `resign`, except
    StaleMatch; and Adjourned unless that is allowed.
    """
    match = await get(db, match_id)
    require_seat(match, player, adjourned=adjourned)
    return match


async def resign(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    seq: int | None = None,
    interaction: int | None = None,
) -> Played:
    """Withdraws the player, at any time. With `seq`, only if the position is the one that they saw.

    Their draft is discarded, unless it counts under the game's rules: then it is entered first.
    Raises NotRunning, MatchOver, NotSeated, HasWithdrawn, StaleMatch.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player, adjourned=True)
        if seq is not None:
            unit.require_fresh(seq)
        withdraw(unit, seat, "resignation")

    return (await perform(db, match_id, act, interaction)).played(player)


def withdraw(unit: UnitOfWork, seat: Seat, reason: str) -> None:
    """Withdraws a seat from the match for "resignation" or "timeout". If it was agreed that a
    computer player steps in, only the player is replaced.

    Computer players don't play on among themselves: left alone, they agree on a draw.

    Another player's draft is void when the seat withdraws, and what was prepared along with it must
    not be played in its stead. Where only the player is replaced, the draft stays as it is.
    """
    own = unit.match.to_move == seat
    if _replaced(unit, seat, reason):
        if own or not unit.stored_draft:
            go_on(unit.log)
        return
    if not own:
        interrupt(unit)
    _enter_what_counts(unit, seat, reason)
    unit.log.write("withdraw", seat, reason)
    match = unit.log.match()
    if match.status in GOING and has_computer_player(match.players) and not people(match):
        unit.log.write("agreement", None, "agreement")
    agree_if_all(unit.log)
    go_on(unit.log)


def _replaced(unit: UnitOfWork, seat: Seat, reason: str) -> bool:
    """Seats a computer player if that was agreed and another person plays on."""
    match = unit.match
    player = match.players[seat - 1]
    if match.stand_in is None or not {*people(match)} - {player}:
        return False
    newcomer = of_level(match.stand_in, match.players)
    unit.log.hand_over(seat, newcomer, reason)
    unit.newcomer = seat, newcomer
    return True


def _enter_what_counts(unit: UnitOfWork, seat: Seat, reason: str) -> None:
    """Enters the seat's unfinished turn if the game's outcome depends on it."""
    line = unit.match.line
    if not unit.stored_draft or unit.match.to_move != seat:
        return
    try:
        turn = play_turn(line, unit.stored_draft)
    except MoveError:
        return
    if turn.complete or turn.line.withdraw(seat, reason) == line.withdraw(seat, reason):
        return
    unit.log.write("turn", seat, turn.text, turn)


async def offer_draw(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """Offers a draw, or agrees to another player's standing offer.

    An offer stands until it is declined or its maker plays their next turn. They may offer once
    between two of their turns. Raises AlreadyOffered, AlreadyAgreed and as `resign`.
    """

    def act(unit: UnitOfWork) -> None:
        seat, match = require_seat(unit.match, player), unit.match
        offer = match.draw_offer
        if offer is not None and offer.seat != seat:
            _agree(unit, seat, offer)
        elif seat in match.offered:
            raise AlreadyOffered(match=match.id)
        else:
            unit.log.write("offer", seat)

    return (await perform(db, match_id, act, interaction)).match


async def accept_draw(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    seq: int | None = None,
    interaction: int | None = None,
) -> Match:
    """Agrees to the standing offer. Once all seats that have not withdrawn agree, the match is
    drawn.

    With `seq`, only to the offer seen then. Raises NoOffer, OwnOffer, AlreadyAgreed, StaleMatch.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        _agree(unit, seat, _offer(unit, seq))

    return (await perform(db, match_id, act, interaction)).match


async def decline_draw(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    seq: int | None = None,
    interaction: int | None = None,
) -> Match:
    """Declines the standing offer, or takes back the player's own. With `seq`, only the offer seen
    then.

    Raises NoOffer, StaleMatch.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        _offer(unit, seq)
        unit.log.write("refuse", seat)

    return (await perform(db, match_id, act, interaction)).match


def _offer(unit: UnitOfWork, seq: int | None) -> DrawOffer:
    """The standing offer, if it is the one that was seen at `seq`."""
    offer = unit.match.draw_offer
    if offer is None:
        raise NoOffer(match=unit.match.id)
    if seq is not None and offer.seq > seq:
        raise unit.stale()
    return offer


def _agree(unit: UnitOfWork, seat: Seat, offer: DrawOffer) -> None:
    if seat == offer.seat:
        raise OwnOffer(match=unit.match.id)
    if seat in offer.agreed:
        raise AlreadyAgreed(match=unit.match.id)
    unit.log.write("agree", seat)
    agree_if_all(unit.log)


def require_beginning(match: Match) -> None:
    """Raises OfficialMatch, and TooLate if everyone who is still in the match has moved."""
    require_unofficial(match)
    if everybody_moved(match):
        raise TooLate(match=match.id)


async def abort(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Match:
    """Ends the match without a result, before everyone has moved once.

    Raises OfficialMatch, TooLate.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        require_beginning(unit.match)
        unit.log.write("abort", seat)

    return (await perform(db, match_id, act, interaction)).match


def require_unfinished(match: Match) -> None:
    """Raises MatchOver if there is nothing left to end."""
    if match.status not in ("open", "frozen", *GOING):
        raise MatchOver(match=match.id)


async def end(
    db: Database, match_id: MatchId, guild: GuildId, *, interaction: int | None = None
) -> Match:
    """Ends a match or table of this guild without a result, for those who manage the guild.

    They can't end private matches, nor games of competitions, which only directors can end. The
    caller has checked that the user is a manager. Raises MatchOver, OfficialEnd, UnknownMatch.
    """

    def act(unit: UnitOfWork) -> None:
        match = unit.match
        if match.place.guild != guild or match.private:
            raise UnknownMatch(match=match.id)
        require_unfinished(match)
        if match.official:
            raise OfficialEnd(match=match.id)
        unit.log.write("end")
        unit.changes["to_move"] = None

    return (await perform(db, match_id, act, interaction)).match
