"""The consent that a request, or an offer of a draw, still needs."""

from __future__ import annotations

from games.protocol import Seat
from matches.model.match import Match


def asked(match: Match) -> tuple[Seat, ...]:
    """The seats whose consent the standing request still needs."""
    request = match.request
    if request is None:
        return ()
    sides = match.game.sides(match.setup)
    own = next(side for side in sides if request.seat in side)
    partners = own if request.kind == "takeback" else ()
    return tuple(
        seat
        for seat in range(1, match.setup.seats + 1)
        if seat not in (*request.agreed, *partners, *match.position.withdrawn)
    )


def waiting(match: Match) -> tuple[Seat, ...]:
    """The seats that have to answer the standing offer of a draw."""
    offer = match.draw_offer
    if offer is None:
        return ()
    seats = range(1, match.setup.seats + 1)
    return tuple(one for one in seats if one not in (*offer.agreed, *match.position.withdrawn))
