"""Requests that need others' consent: taking turns back, adjourning.

A request is made in a position, and stands until it is answered or the position changes. All
players concerned who have not withdrawn must agree; a single one can decline. Computer players
agree at once: those who play with them may take back and adjourn as they like. `interaction` is as
in `matches.lobby.table`.
"""

from __future__ import annotations

from games.protocol import Seat
from matches.course.prepared import interrupt
from matches.model.answer_errors import AlreadyGranted, OwnRequest
from matches.model.computer_players import is_computer_player
from matches.model.consent import asked
from matches.model.errors import (
    AlreadyAsked,
    NoRequest,
    NotAdjourned,
    NothingToTakeBack,
    RequestPending,
)
from matches.model.forced import agree_if_all, go_on
from matches.model.ids import MatchId, PlayerId
from matches.model.match import Match, Request, RequestKind
from matches.model.played import Played
from matches.model.requirements import require_seat, require_unofficial
from matches.unit_of_work.execution import perform
from matches.unit_of_work.work import UnitOfWork
from storage.database import Database


async def ask_to_take_back(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Played:
    """Asks the opponents to take back the player's last turn and all turns after it.

    What was taken back stays in the log but is removed from the record, and the match becomes
    unrated. Prepared turns and draw offers are dropped with it. Taking back a draft needs nobody's
    consent, see `drafts.back`. Raises OfficialMatch, NothingToTakeBack, RequestPending,
    AlreadyAsked, NotRunning and the like.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        require_unofficial(unit.match)
        _require_free(unit, seat, "takeback")
        last = own_last_turn(unit.match, seat)
        if last is None:
            raise NothingToTakeBack(match=unit.match.id)
        unit.log.write("request", seat, f"takeback:{last}")
        _carry_out_if_agreed(unit)

    return (await perform(db, match_id, act, interaction)).played(player)


def own_last_turn(match: Match, seat: Seat) -> int | None:
    """The entry of the last turn that the seat chose itself, if nobody has withdrawn since."""
    since = match.events[-1].seq if match.events else 0
    own = [
        turn.seq
        for turn in match.turns
        if turn.seat == seat and turn.origin != "automatic" and turn.seq > since
    ]
    return own[-1] if own else None


async def ask_to_adjourn(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Played:
    """Asks all other players to adjourn the match, so that it and its clock stand still until
    somebody resumes it.

    Agrees instead if another player has already asked. Raises the same as `ask_to_take_back`.
    """

    def act(unit: UnitOfWork) -> None:
        seat, request = require_seat(unit.match, player), unit.match.request
        if request and request.kind == "adjourn" and request.seat != seat:
            _grant(unit, seat)
            return
        _require_free(unit, seat, "adjourn")
        unit.log.write("request", seat, "adjourn")
        _carry_out_if_agreed(unit)

    return (await perform(db, match_id, act, interaction)).played(player)


def _require_free(unit: UnitOfWork, seat: Seat, kind: RequestKind) -> None:
    match = unit.match
    if (seat, kind) in match.asked:
        raise AlreadyAsked(match=match.id)
    if match.request is not None:
        asking = match.players[match.request.seat - 1]
        raise RequestPending(match=match.id, player=asking or 0)


async def grant(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    request: int,
    interaction: int | None = None,
) -> Played:
    """Agrees to the request made by entry `request`. The last consent carries it out.

    Raises NoRequest, StaleMatch (another request), OwnRequest, AlreadyGranted and as
    `ask_to_take_back`.
    """

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        _standing(unit, request)
        _grant(unit, seat)

    return (await perform(db, match_id, act, interaction)).played(player)


async def deny(
    db: Database,
    match_id: MatchId,
    player: PlayerId,
    *,
    request: int,
    interaction: int | None = None,
) -> Played:
    """Declines the request, or withdraws the player's own. Raises NoRequest, StaleMatch."""

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player)
        _standing(unit, request)
        unit.log.write("deny", seat)

    return (await perform(db, match_id, act, interaction)).played(player)


def _standing(unit: UnitOfWork, seq: int) -> Request:
    request = unit.match.request
    if request is None:
        raise NoRequest(match=unit.match.id)
    if request.seq != seq:
        raise unit.stale()
    return request


def _grant(unit: UnitOfWork, seat: Seat) -> None:
    request = unit.match.request
    if request is not None and request.seat == seat:
        raise OwnRequest(match=unit.match.id)
    if seat not in asked(unit.match):
        raise AlreadyGranted(match=unit.match.id)
    unit.log.write("grant", seat)
    _carry_out_if_agreed(unit)


def _carry_out_if_agreed(unit: UnitOfWork) -> None:
    """Lets computer players agree, and carries the request out if everybody has agreed."""
    match = unit.log.match()
    missing, request = asked(match), match.request
    assert request is not None
    computers = [seat for seat in missing if is_computer_player(match.players[seat - 1])]
    for seat in computers:
        unit.log.write("grant", seat)
    if len(computers) < len(missing):
        return
    if request.kind == "takeback":
        unit.log.write("takeback", request.seat, str(request.first))
        return
    interrupt(unit)
    unit.log.write("adjourn", request.seat)


async def resume(
    db: Database, match_id: MatchId, player: PlayerId, *, interaction: int | None = None
) -> Played:
    """Resumes an adjourned match; any player can. Raises NotAdjourned, NotSeated, HasWithdrawn."""

    def act(unit: UnitOfWork) -> None:
        seat = require_seat(unit.match, player, adjourned=True)
        if unit.match.status != "adjourned":
            raise NotAdjourned(match=unit.match.id)
        unit.log.write("resume", seat)
        agree_if_all(unit.log)
        go_on(unit.log)

    return (await perform(db, match_id, act, interaction)).played(player)
