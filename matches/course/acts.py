"""What a player can do in a match besides moving, so that nothing else is offered."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Literal, TypeAlias

from games.protocol import Seat
from matches.course.consent import own_last_turn
from matches.model.computer_players import is_computer_player
from matches.model.consent import asked
from matches.model.ids import PlayerId
from matches.model.match import GOING, Match
from matches.model.requirements import handed_over_often
from matches.model.turns import everybody_moved

MatchActName: TypeAlias = Literal[
    "hint",
    "analyse",
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "grant",
    "deny",
    "takeback",
    "adjourn",
    "resume",
    "claim",
    "prepared",
    "hand-over",
    "keep-seat",
    "resign",
    "abort",
    "rematch",
]


def possible(match: Match, player: PlayerId, now: datetime) -> tuple[MatchActName, ...]:
    """The acts that would not be refused to the player now; none for people who don't play."""
    seat = match.seat_of(player)
    if seat is None:
        return ()
    if match.status in GOING and seat not in match.position.withdrawn:
        return tuple(_going(match, player, seat, now))
    if match.status in (*GOING, "open", "frozen") or not match.started_at:
        return ()
    again: tuple[MatchActName, ...] = ("rematch",) if match.full else ()
    return (*again, "analyse") if match.turn_count else again


def _going(match: Match, player: PlayerId, seat: Seat, now: datetime) -> Iterator[MatchActName]:
    if match.status == "adjourned":
        yield "resume"
        yield from _hand_over(match, seat)
        yield "resign"
        return
    if match.to_move == seat and match.hints_allowed:
        yield "hint"
    yield from _draw(match, seat)
    yield from _consent(match, seat)
    other = match.player_to_move
    if (
        match.time_is_over(now)
        and other in match.opponents(player)
        and not is_computer_player(other)
    ):
        yield "claim"
    if match.queues.get(seat):
        yield "prepared"
    yield from _hand_over(match, seat)
    yield "resign"
    if not match.official and not everybody_moved(match):
        yield "abort"


def _hand_over(match: Match, seat: Seat) -> Iterator[MatchActName]:
    """Offering the seat to somebody else, or keeping it after all."""
    if match.offer_of(seat) is not None:
        yield "keep-seat"
    elif not match.official and not handed_over_often(match, seat):
        yield "hand-over"


def _draw(match: Match, seat: Seat) -> Iterator[MatchActName]:
    offer = match.draw_offer
    if offer is not None and seat not in offer.agreed:
        yield "accept-draw"
    if offer is not None:
        yield "decline-draw"
    elif seat not in match.offered:
        yield "offer-draw"


def _consent(match: Match, seat: Seat) -> Iterator[MatchActName]:
    if match.request is not None:
        if seat in asked(match):
            yield "grant"
        yield "deny"
        return
    may_ask = not match.official and (seat, "takeback") not in match.asked
    if may_ask and own_last_turn(match, seat):
        yield "takeback"
    if (seat, "adjourn") not in match.asked:
        yield "adjourn"
