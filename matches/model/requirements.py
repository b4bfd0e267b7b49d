"""What use cases require of a match before they act. Each function raises a refusal."""

from __future__ import annotations

from games.play import HANDOVER
from games.protocol import Seat
from matches.model.errors import (
    Adjourned,
    HasWithdrawn,
    MatchFrozen,
    MatchOver,
    NotHost,
    NotOpen,
    NotRunning,
    NotSeated,
    OfficialMatch,
    UnknownMatch,
)
from matches.model.ids import PlayerId
from matches.model.match import GOING, Listing, Match

MOST_HANDOVERS = 3
"""How often a seat can be handed over in one match: each time its clock may gain a little."""


def require_known(match: Listing, player: PlayerId) -> None:
    """Raises UnknownMatch if the match is private and not this player's."""
    if not match.known_to(player):
        raise UnknownMatch(match=match.id)


def require_open(match: Match) -> None:
    """Raises NotOpen unless the table waits for players, and MatchFrozen."""
    _require_thawed(match)
    if match.status != "open":
        raise NotOpen(match=match.id)


def _require_thawed(match: Match) -> None:
    """Raises MatchFrozen."""
    if match.fault is not None and match.status == "frozen":
        fault = match.fault
        raise MatchFrozen(match=match.id, number=fault.number, text=fault.text)


def require_host(match: Listing, player: PlayerId) -> None:
    """Raises NotHost."""
    if player != match.host:
        raise NotHost(match=match.id, player=match.host)


def require_running(match: Match, *, adjourned: bool = False) -> None:
    """Raises NotRunning, MatchOver, MatchFrozen, and Adjourned unless that is allowed."""
    _require_thawed(match)
    if match.status == "open":
        raise NotRunning(match=match.id)
    if match.status not in GOING:
        raise MatchOver(match=match.id)
    if match.status == "adjourned" and not adjourned:
        raise Adjourned(match=match.id)


def require_unofficial(match: Listing) -> None:
    """Raises OfficialMatch."""
    if match.official:
        raise OfficialMatch(match=match.id)


def handed_over_often(match: Match, seat: Seat) -> bool:
    """Whether a seat has been handed over as often as one can be."""
    changes = [one for one in match.handovers if one.seat == seat and one.reason == HANDOVER]
    return len(changes) >= MOST_HANDOVERS


def require_begun(match: Listing) -> None:
    """Raises NotRunning for a table, and for one that was closed."""
    if match.started_at is None:
        raise NotRunning(match=match.id)


def require_seat(match: Match, player: PlayerId, *, adjourned: bool = False) -> Seat:
    """The player's seat in the running match.

    Raises UnknownMatch, NotSeated, HasWithdrawn, and as `require_running`.
    """
    require_known(match, player)
    seat = match.seat_of(player)
    if seat is None:
        raise NotSeated(match=match.id)
    require_running(match, adjourned=adjourned)
    if seat in match.position.withdrawn:
        raise HasWithdrawn(match=match.id)
    return seat
